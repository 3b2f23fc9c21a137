"""Exact counts over families, as chess engines count positions: scenarios, outcomes, orderings, and each branch.

A branch is one scenario, with the decisions that come first and how many orderings go through each, and the outcomes
with how many end there. Where counts change, the branches say what changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from model.decisions import Option
from model.errors import AnyorderError
from scenarios import questions
from scenarios.build import Scenario, build
from scenarios.families.family import Family
from scenarios.families.templates import written
from scenarios.writing import write_events
from solver.agenda import State
from solver.answers import outcomes
from solver.explorer import Exploration
from solver.process import Move


@dataclass(frozen=True)
class Branch:
    """One scenario: its number, its values, how many orderings go through each first decision and end in each outcome.

    ``values`` is the answer to a question without outcomes; ``error`` why there is no answer.
    """

    number: int
    labels: tuple[Any, ...]
    first: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)
    values: str = ""
    error: str = ""

    @property
    def outcomes(self) -> int:
        """How many outcomes there are; an answer without outcomes is one."""
        return 1 if self.values else len(self.ends)

    @property
    def orderings(self) -> int:
        """How many sequences of decisions there are; none is needed for an answer without outcomes."""
        return 1 if self.values else sum(self.ends.values())

    def __str__(self) -> str:
        """One line, the same for the same branch."""
        labels = ", ".join(written(label) for label in self.labels)
        if self.values or self.error:
            return f"{self.number}. {labels} | {self.values or self.error}"
        first = "; ".join(f"{number} {decision}" for decision, number in self.first.items())
        ends = "; ".join(f"{number} {end}" for end, number in self.ends.items())
        return f"{self.number}. {labels} | {first} | {ends}"


def branches(family: Family) -> Iterator[Branch]:
    """The branches of every scenario of a family, in order."""
    return (branch(family, number) for number in range(family.size))


def branch(family: Family, number: int) -> Branch:
    """The branch of one scenario."""
    labels = tuple(family.labels(number).values())
    try:
        scenario = build(family.document(number))
        if scenario.asked is not None:
            found = questions.values(scenario.question.kind, scenario.asked, scenario.situation)
            values = questions.written(scenario.question.kind, found, scenario.situation)
            return Branch(number, labels, values=_short(values))
        return _of_outcomes(number, labels, scenario)
    except AnyorderError as error:
        return Branch(number, labels, error=f"{type(error).__name__}: {error}")


def _of_outcomes(number: int, labels: tuple[Any, ...], scenario: Scenario) -> Branch:
    found = outcomes(scenario.situation, *scenario.steps, every_moment=True)
    ends: dict[str, int] = {}
    owners = {one.id: one.owner for end in found.outcomes for one in end.final.situation.objects}
    for one in found.outcomes:
        events = write_events(one.events, scenario.situation.is_player, lambda ref: owners.get(ref, ref))
        text = ", ".join(map(_event, events)) or "nothing"
        ends[text] = ends.get(text, 0) + one.orderings
    return Branch(number, labels, _first(found.exploration), dict(sorted(ends.items())))


def _first(exploration: Exploration[State, Move]) -> dict[str, int]:
    """The decisions that come first, with the number of sequences of decisions that begin with each."""
    through: dict[State, int] = {}
    for state in reversed(exploration.order):
        ways = exploration.ways[state]
        through[state] = sum(way.copies * through[way.state] for way in ways) if ways else 1
    found: dict[str, int] = {}
    for way in exploration.ways[exploration.start]:
        name = _decision(way.option)
        found[name] = found.get(name, 0) + way.copies * through[way.state]
    return dict(sorted(found.items()))


def _decision(option: Option) -> str:
    what = ": ".join(part for part in (option.effect, option.value) if part)
    return f"{option.chooser}: {what}" + (f" (event {option.event + 1})" if option.event else "")


def _event(event: dict[str, Any]) -> str:
    ((verb, roles),) = event.items()
    return " ".join([verb, *map(_short, roles.values())])


def _short(value: Any) -> str:
    """A value as short text that tells it from others."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_short(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_short, value)) + "]"
    return written(value)
