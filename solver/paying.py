"""Whether a cost made of actions could be paid (118.3)."""

from __future__ import annotations

from model.errors import OutOfScopeError
from model.events import Cause, Discard, Event, LoseLife, Mill, Pay, RemoveCounters, Sacrifice
from model.instructions import Do, Instruction
from model.selectors import Quantifier, Selector
from model.situation import Situation
from model.zones import Zone
from solver.amounts import evaluate
from solver.carrying_out import chosen_argument, events_of
from solver.environment import Env
from solver.prohibiting import prohibited

#: Actions of which a cost may ask for a number of things.
COUNTED = frozenset({"sacrifice", "move", "exile", "destroy", "tap", "untap"})


def can_pay(instructions: tuple[Instruction, ...], env: Env, situation: Situation) -> bool:
    """Whether every action of a cost could be done in full (118.3, 119.4, 614.17b)."""
    return against_paying(instructions, env, situation) is None


def against_paying(instructions: tuple[Instruction, ...], env: Env, situation: Situation) -> str | None:
    """The rule against paying: 614.17b for what can't happen, 118.3 for what is not there; None if it can be paid."""
    paying = env.with_values(cost=1)
    rules = {_against(cost, paying, situation) for cost in instructions if isinstance(cost, Do)}
    return next((rule for rule in ("614.17b", "118.3") if rule in rules), None)


def _against(cost: Do, env: Env, situation: Situation) -> str | None:
    counted = cost.get("count")
    number = evaluate(counted, env, situation) if counted is not None else 1  # type: ignore[arg-type]
    events = events_of(cost, env, situation, Cause.COST)
    if not events:  # nothing of something is paid by doing nothing (118.5); what is not there can't be
        each = any(isinstance(v, Selector) and v.quantifier is Quantifier.EACH for _, v in cost.arguments)
        return None if number == 0 or each else "118.3"
    discards = [event for event in events if isinstance(event, Discard) and event.card is None]
    if discards and len(discards) > _cards_in_hand(discards[0].player, situation):
        return "118.3"
    needed = len(events)
    if chosen_argument(cost) is not None:  # some of these things pay, and others may be unable to
        needed = number if cost.verb in COUNTED else 1
    there = [event for event in events if _enough(event, number, situation)]
    if len(there) < needed:
        return "118.3"
    return None if sum(prohibited(event, situation) is None for event in there) >= needed else "614.17b"


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
        case Pay(player):  # mana is taken to be there where nothing is said about the pool
            if situation.player(player).mana is not None:
                raise OutOfScopeError("paying mana from a known pool while something resolves is not modelled")
            return True
        case Mill(player, count):
            holder = situation.player(player)
            return count <= len(holder.library) + holder.unknown_library
        case _:
            return True
