"""What an outcome is to be: that some events happen in it, that none of some do, that it is all of these, a condition.

It is what ``can_force``, ``why`` and ``why_not`` ask about. Events are written as in answers; a count that is left out
may be any number here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from model.amounts import Amount
from model.errors import MalformedError
from model.events import Event
from model.situation import Situation
from scenarios import catalogue, checking
from scenarios.answers import Answer as Expected
from scenarios.answers import events_alone, expected_events, outcome_fits, read_answer, stands_among
from scenarios.checking import at
from scenarios.happenings import References
from scenarios.roles import VERBS, RoleType
from scenarios.writing import Entry, entries_of, is_ordinary
from solver.amounts import holds
from solver.environment import Env

#: The keys of a goal.
KEYS = ("happens", "never", "outcome", "where")


@dataclass(frozen=True)
class Goal:
    """What is asked of an outcome; all that is said must hold.

    ``happens``: each of these is among what happens; ``never``: none of these is; ``outcome``: this is what happens, as
    answers list it; ``where``: a condition on the situation afterward, in which "you" is the player of that name where
    there is one, and ``you`` otherwise.
    """

    you: str
    happens: tuple[Entry, ...] = ()
    never: tuple[Entry, ...] = ()
    outcome: Expected | None = None
    where: Amount | None = None
    written: Any = None

    def met(self, events: Sequence[Event], situation: Situation) -> bool:
        """Whether what happened, and the situation that it led to, are what is asked for."""
        owners = {thing.id: thing.owner for thing in situation.objects}

        def owner(ref: str) -> str:
            return owners.get(ref, ref)

        found = [entry for event in events for entry in entries_of(event)]
        if not all(stands_among(wanted, found, owner) for wanted in self.happens):
            return False
        if any(stands_among(refused, found, owner) for refused in self.never):
            return False
        if self.outcome is not None:
            shown = [entry for event in events if not is_ordinary(event) for entry in entries_of(event)]
            if not any(outcome_fits(expected, shown, owner) for expected in self.outcome.outcomes):
                return False
        return self.where is None or bool(holds(self.where, Env(self.you), situation))

    def verbs(self) -> frozenset[str]:
        """The names of the events that are asked for."""
        found = {entry.verb for entry in self.happens}
        if self.outcome is not None:
            found |= {entry.verb for runs in self.outcome.outcomes for run in runs for entry in run}
        return frozenset(found)

    def asks_for(self, event: Event, owner: Callable[[str], str] | None = None) -> bool:
        """Whether one event is, taken alone, one that is asked for."""
        found = list(entries_of(event))
        wanted = [*self.happens]
        if self.outcome is not None:
            wanted += [entry for runs in self.outcome.outcomes for run in runs for entry in run]
        return any(stands_among(one, found, owner) for one in wanted)


def read(entry: dict[str, Any], path: str, refs: References, you: str) -> Goal:
    """The goal that these keys say. Raises MalformedError where they say none, or with the path of what is wrong."""
    if not any(key in entry for key in KEYS):
        raise MalformedError(f"expected one of {', '.join(KEYS)}: what is to happen", path)
    happens = _events(entry, "happens", path, refs)
    never = _events(entry, "never", path, refs)
    outcome = None
    if "outcome" in entry:
        where = at(path, "outcome")
        outcome = read_answer({"outcomes": [checking.sequence(entry["outcome"], where)]}, path, refs)
        _check_things((one for runs in outcome.outcomes for run in runs for one in run), where, refs)
    condition = checking.condition(entry["where"], at(path, "where")) if "where" in entry else None
    written = {key: entry[key] for key in KEYS if key in entry}
    return Goal("you" if refs.situation.is_player("you") else you, happens, never, outcome, condition, written)


def _events(entry: dict[str, Any], key: str, path: str, refs: References) -> tuple[Entry, ...]:
    """The events under one key: one of them, or a list."""
    if key not in entry:
        return ()
    value, where = entry[key], at(path, key)
    parts: Iterable[tuple[Any, str]] = [(value, where)]
    if isinstance(value, list):
        parts = [(part, at(where, place)) for place, part in enumerate(value)]
    found = [one for part, inner in parts for one in events_alone(expected_events(part, inner, refs), part)]
    if not found:
        raise MalformedError("expected at least one event", where)
    _check_things(found, where, refs)
    return tuple(found)


def _check_things(entries: Iterable[Entry], path: str, refs: References) -> None:
    """Raise UnknownNameError for an id that nothing has, unless it is one that can come to be on the way."""
    for entry in entries:
        kinds = VERBS.get(entry.verb, {})
        for role, value in entry.roles:
            if kinds.get(role) is RoleType.THING and role != "copy_of" and value is not None and not _is_new(value):
                refs.either(value, at(path, role))


def _is_new(ref: Any) -> bool:
    """Whether an object that comes to be could have this id: a token, a copy, a card nobody knows, one of two cards."""
    if not isinstance(ref, str):
        return False
    return " token" in ref or ref.startswith(("unknown card ", "copy of ")) or catalogue.is_card(ref)
