"""Whether a cost made of actions can be paid, and with what (118.3, 119.4, 601.2h, 614.17b)."""

from __future__ import annotations

from dataclasses import replace

from model.events import Cause, Discard, Event, LoseLife, Mill, RemoveCounters
from model.instructions import Do, Instruction
from model.selectors import Quantifier, Selector, role
from model.situation import Situation
from model.zones import Zone
from solver.amounts import evaluate
from solver.carrying_out import events_of
from solver.checking.applicable import no_event, prohibition
from solver.environment import Env
from solver.matching import found

#: Actions whose count says how many things are chosen, not how much of something there is.
COUNTED = frozenset({"sacrifice", "move", "exile", "destroy", "tap"})


def left_open(instruction: Do) -> tuple[str, Selector] | None:
    """The role whose thing is left to choose, with the phrase that says among what."""
    for name, value in instruction.arguments:
        if isinstance(value, Selector) and value.quantifier is Quantifier.ONE and name not in ("source", "player"):
            return name, value
    return None


def with_chosen(instruction: Do, name: str, ref: str, env: Env) -> tuple[Do, Env]:
    """The action done to the thing that was chosen, which is ``them`` to what follows."""
    arguments = tuple((key, role("them") if key == name else value) for key, value in instruction.arguments)
    return Do(instruction.verb, arguments), replace(env, roles=(*env.roles, ("them", ref)))


def payable(costs: tuple[Instruction, ...], env: Env, situation: Situation) -> bool:
    """118.3: whether every action of a cost could be done in full."""
    paying = env.with_values(cost=1)
    return all(_can_be_done(cost, paying, situation) for cost in costs if isinstance(cost, Do))


def can_be_cost(instruction: Do, name: str, ref: str, env: Env, situation: Situation) -> bool:
    """614.17b: whether a cost can be paid with this thing."""
    done, here = with_chosen(instruction, name, ref, env)
    return all(_possible(event, situation) for event in events_of(done, here, situation, Cause.COST))


def _can_be_done(cost: Do, env: Env, situation: Situation) -> bool:
    wanted, counted = left_open(cost), cost.get("count")
    number = 1 if counted is None else evaluate(counted, env, situation)  # type: ignore[arg-type]
    if wanted is not None:
        events = events_of(cost, env, situation, Cause.COST)
        if any(isinstance(event, Discard) and event.card is None for event in events):
            return True  # a card that nobody knows may be one that is asked for
        things = [ref for ref in found(wanted[1], env, situation) if can_be_cost(cost, wanted[0], ref, env, situation)]
        return len(things) >= (number if cost.verb in COUNTED else 1)
    events = events_of(cost, env, situation, Cause.COST)
    if not events:  # all of the cards in an empty hand can be discarded
        each = (v for _, v in cost.arguments if isinstance(v, Selector) and v.quantifier is Quantifier.EACH)
        return number == 0 or next(each, None) is not None
    discards = [event for event in events if isinstance(event, Discard) and event.card is None]
    if discards and len(discards) > _cards_in_hand(discards[0].player, situation):
        return False
    return all(_enough(event, number, situation) and _possible(event, situation) for event in events)


def _cards_in_hand(player: str, situation: Situation) -> int:
    known = sum(thing.zone is Zone.HAND and thing.owner == player for thing in situation.objects)
    return known + situation.player(player).unknown_hand


def _enough(event: Event, number: int, situation: Situation) -> bool:
    """119.4, 701.17b, 118.3: whether there is as much as the cost asks for."""
    if isinstance(event, LoseLife):
        return event.amount <= situation.player(event.player).life
    if isinstance(event, Mill):
        player = situation.player(event.player)
        return event.count <= len(player.library) + player.unknown_library
    return not isinstance(event, RemoveCounters) or event.counter == "any" or event.count >= number


def _possible(event: Event, situation: Situation) -> bool:
    """614.17b, 101.3: whether the event could happen; what is nothing can always be paid (118.5, 119.4b)."""
    return event.amount_now == 0 or (no_event(event, situation) is None and prohibition(event, situation) is None)
