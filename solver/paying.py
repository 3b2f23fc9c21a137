"""Whether a cost made of actions could be paid (118.3)."""

from __future__ import annotations

from model.events import Cause, Discard, Event, LoseLife, Mill, RemoveCounters, Sacrifice
from model.instructions import Do, Instruction
from model.selectors import Quantifier, Selector
from model.situation import Situation
from model.zones import Zone
from solver.amounts import evaluate
from solver.carrying_out import chosen_argument, events_of
from solver.environment import Env
from solver.matching import found
from solver.prohibiting import prohibited

#: Actions of which a cost may ask for a number of things.
COUNTED = frozenset({"sacrifice", "move", "exile", "destroy", "tap", "untap"})


def can_pay(instructions: tuple[Instruction, ...], env: Env, situation: Situation) -> bool:
    """Whether every action of a cost could be done in full (118.3, 119.4, 614.17b)."""
    paying = env.with_values(cost=1)
    return all(_can_be_done(cost, paying, situation) for cost in instructions if isinstance(cost, Do))


def _can_be_done(cost: Do, env: Env, situation: Situation) -> bool:
    counted = cost.get("count")
    number = evaluate(counted, env, situation) if counted is not None else 1  # type: ignore[arg-type]
    wanted = chosen_argument(cost)
    if wanted is not None and cost.verb in COUNTED and len(found(wanted[1], env, situation)) < number:
        return False
    events = events_of(cost, env, situation, Cause.COST)
    if not events:  # nothing of something is paid by doing nothing (118.5); what is not there can't be
        return number == 0 or any(
            isinstance(v, Selector) and v.quantifier is Quantifier.EACH for _, v in cost.arguments
        )
    discards = [event for event in events if isinstance(event, Discard) and event.card is None]
    if discards and len(discards) > _cards_in_hand(discards[0].player, situation):
        return False
    return all(_enough(event, number, situation) and not prohibited(event, situation) for event in events)


def _cards_in_hand(player: str, situation: Situation) -> int:
    known = sum(thing.zone is Zone.HAND and thing.owner == player for thing in situation.objects)
    return known + situation.player(player).unknown_hand


def _enough(event: Event, number: int, situation: Situation) -> bool:
    """Whether there is as much life, as many counters or cards as the cost asks for (119.4, 118.3, 701.17b)."""
    match event:
        case LoseLife(player, amount):
            return amount <= situation.player(player).life
        case RemoveCounters(_, counter, count):
            return counter == "any" or count >= number
        case Sacrifice(permanent):
            thing = situation.find(permanent)
            return thing is not None and thing.zone is Zone.BATTLEFIELD
        case Mill(player, count):
            holder = situation.player(player)
            return count <= len(holder.library) + holder.unknown_library
        case _:
            return True
