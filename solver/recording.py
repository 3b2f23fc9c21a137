"""What a process records as the steps of a derivation."""

from __future__ import annotations

from collections.abc import Callable

from model.decisions import Option
from model.derivation import Step, StepKind
from model.events import (
    Event,
)
from model.rules import Citation
from model.situation import Situation
from solver.agenda import Apply, ApplySplit, Choose, Group, Item, State
from solver.citing import applying
from solver.replacement import moment

Recorder = Callable[[Step], None]


def record_step(
    record: Recorder | None, kind: StepKind, rule: str, gist: str, effect: str = "",
    before: tuple[Event, ...] = (), after: tuple[Event, ...] = (), places: tuple[int, ...] = (),
) -> None:  # fmt: skip
    """Record a step in which nobody decides anything."""
    if record is not None:
        record(Step(kind, Citation(rule, gist), effect=effect, before=before, after=after, places=places))


def record_apply(
    record: Recorder | None,
    effect: str,
    places: tuple[int, ...],
    group: Group,
    then: Item,
    actor: str,
    choices: int,
    rule: str = "616.1f",
    shares: tuple[int, ...] = (),
) -> None:
    """Record that an effect is applied to events of a group, and what it makes of them."""
    if record is None or not isinstance(then, Group):
        return
    before = tuple(group.pendings[place].event for place in places)
    # What the effect was not applied to is still the same object in the group that follows.
    made = [pending for pending in then.pendings if all(pending is not other for other in group.pendings)]
    after = tuple(pending.event for pending in made)
    record(applying(rule, actor, effect, before, after, choices, places, shares))


def record_option(record: Recorder | None, state: State, option: Option, after: State, choices: int) -> None:
    """Record an option as it is taken."""
    if record is None:
        return
    item = state.agenda[0]
    then = after.agenda[0] if after.agenda else None
    if isinstance(item, Group):
        places, shares = taken(option, item, state.situation)
        if isinstance(then, Group):
            record_apply(record, option.effect, places, item, then, option.chooser, choices, option.rule, shares)
            return
        citation = Citation(option.rule, "an effect is chosen")
        record(Step(StepKind.CHOOSE, citation, option.chooser, option.effect, choices=choices, places=places))
        return
    assert isinstance(item, Choose)
    kind = StepKind.DECLINE if option.value == "no" else StepKind.CHOOSE
    citation = Citation(option.rule, "a player decides what an effect leaves open")
    places = place_of(item)
    record(Step(kind, citation, option.chooser, option.effect, (), (), choices, option.value, places))


def taken(option: Option, group: Group, situation: Situation) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of the events that an option of a moment is about, and what a shield takes from each (615.7)."""
    now = moment(group, situation)
    for active, places in now.shared if now else ():
        if active.id == option.effect:
            return places, tuple(int(part.split()[0]) for part in option.value.split(", "))
    return (option.event,), ()


def place_of(item: Choose) -> tuple[int, ...]:
    """The place of the event that a decision about an effect is about; none for a decision of an instruction."""
    for _label, items in item.options:
        for following in items:
            if isinstance(following, Apply):
                return (following.place,)
            if isinstance(following, ApplySplit):
                return following.places
            if isinstance(following, Choose) and (places := place_of(following)):
                return places
    return ()
