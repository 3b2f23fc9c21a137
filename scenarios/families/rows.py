"""Answers to the scenarios of a family, as rows: plain values that depend on the family and the number alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from model.errors import AnyorderError, LimitError
from scenarios import partly, questions
from scenarios.answers import compare
from scenarios.build import Scenario, build
from scenarios.families.family import Family
from scenarios.writing import write_events
from solver.answers import DEFAULT_LIMIT, Answer, outcomes


@dataclass(frozen=True, slots=True)
class Row:
    """The answer to one scenario; ``status`` is one of STATUSES of scenarios.families.document.

    ``outcomes`` is the number of outcomes (of types for ``could_produce``, None for other values), ``orderings`` the
    exact number of sequences of decisions, ``counts`` that of each outcome. ``answer`` is JSON as documents write it.
    ``found``: what the family looks for holds. ``differs``: the scenario expects another answer (None: it expects
    none).
    """

    row: int
    labels: tuple[Any, ...]
    status: str
    error: str = ""
    outcomes: int | None = None
    orderings: int | None = None
    counts: tuple[int, ...] = ()
    choosers: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    answer: str = ""
    states: int = 0
    differs: bool | None = None
    found: bool = False


def row(family: Family, number: int, limit: int = DEFAULT_LIMIT) -> Row:
    """The answer to one scenario of a family; whatever goes wrong with it is told in the row."""
    labels = tuple(family.labels(number).values())
    try:
        scenario = build(family.document(number))
        found = _answered(number, labels, scenario, limit)
    except LimitError as error:
        return Row(number, labels, "limit", str(error))
    except AnyorderError as error:
        return Row(number, labels, "refused", str(error))
    except (MemoryError, RecursionError) as error:
        return Row(number, labels, "failed", type(error).__name__)
    except Exception as error:  # a fault of ours in one scenario must not stop the others
        return Row(number, labels, "failed", f"{type(error).__name__}: {error}")
    return _looked_at(family, found)


def rows(family: Family, numbers: range, limit: int = DEFAULT_LIMIT) -> Iterator[Row]:
    """The rows of some scenarios that the family keeps, in order."""
    for number in numbers:
        found = row(family, number, limit)
        if family.keep == "all" or found.found or found.status != "answered":
            yield found


def died(family: Family, number: int, why: str) -> Row:
    """The row of a scenario on which the process that worked on it died."""
    return Row(number, tuple(family.labels(number).values()), "died", why)


def _looked_at(family: Family, found: Row) -> Row:
    if not family.where:
        return found
    facts = dict(zip(family.axes, found.labels, strict=True)) | facts_of(found)
    if not all(condition.holds(facts) for condition in family.where):
        return found
    values = {name: getattr(found, name) for name in Row.__slots__}
    return Row(**{**values, "found": True})


def facts_of(found: Row) -> dict[str, Any]:
    """What conditions can ask about a row."""
    chooser = found.choosers[0] if len(found.choosers) == 1 else ", ".join(found.choosers) or None
    return {
        "outcomes": found.outcomes, "orderings": found.orderings, "choosers": list(found.choosers), "chooser": chooser,
        "types": list(found.types), "differs": bool(found.differs), "status": found.status, "states": found.states,
        "row": found.row, "answer": found.answer, **_reasons_of(found),
    }  # fmt: skip


#: What the answers to such questions begin with.
_YES_OR_NO = ("order_matters", "can_force", "possible")


def _reasons_of(found: Row) -> dict[str, Any]:
    """What the answer to a question about orders, strategies and reasons says: yes or no, and what can be reached."""
    key = next((key for key in _YES_OR_NO if found.answer.startswith(f'{{"{key}"')), None)
    said = json.loads(found.answer) if key is not None else {}
    return {"holds": bool(said.get(key)), "reach": said.get("reach")}


def _answered(number: int, labels: tuple[Any, ...], scenario: Scenario, limit: int) -> Row:
    if scenario.asked is not None:
        return _values(number, labels, scenario)
    if scenario.reasoning is not None:
        return _reasoned(number, labels, scenario, limit)
    found = outcomes(scenario.situation, *scenario.steps, limit=limit)
    partly.refuse_what_happened(scenario.situation, found.outcomes, scenario.steps)
    ends = [one for one in found.outcomes if not one.final.agenda]
    owners = _Owners(scenario, found)
    is_player = scenario.situation.is_player
    written = [write_events(one.events, is_player, owners) for one in ends]
    differs = None
    if scenario.answer is not None:
        events = [one.events for one in ends]
        differs = bool(compare(scenario.answer, events, found.choosers, is_player, owners))
    return Row(
        number,
        labels,
        "answered" if found.complete else "limit",
        found.limit,
        len(ends),
        sum(one.orderings for one in ends),
        tuple(one.orderings for one in ends),
        found.choosers,
        answer=_text({**_chooser(found.choosers), "outcomes": written}),
        states=found.stats.states,
        differs=differs,
    )


def _values(number: int, labels: tuple[Any, ...], scenario: Scenario) -> Row:
    assert scenario.asked is not None
    kind = scenario.question.kind
    found = questions.values(kind, scenario.asked, scenario.situation)
    types = tuple(found[0].value) if kind == "could_produce" and len(found) == 1 else ()
    differs = bool(questions.differences(scenario.asked, found)) if scenario.document.answer is not None else None
    return Row(
        number,
        labels,
        "answered",
        outcomes=len(types) if kind == "could_produce" and len(found) == 1 else None,
        types=types,
        answer=_text(questions.written(kind, found, scenario.situation)),
        differs=differs,
    )


def _reasoned(number: int, labels: tuple[Any, ...], scenario: Scenario, limit: int) -> Row:
    """The answer to whether the order matters, who can force something, why, or why not."""
    from scenarios import reasoning

    asked = scenario.reasoning
    assert asked is not None
    result = reasoning.find(scenario, limit)
    differs = bool(reasoning.differences(asked, result)) if scenario.document.answer is not None else None
    answer = reasoning.answer_of(result)
    ends = [one for one in answer.outcomes if not one.final.agenda] if answer is not None else []
    complete = reasoning.complete(result)
    return Row(
        number,
        labels,
        "answered" if complete else "limit",
        "" if complete or answer is None else answer.limit,
        len(ends) if answer is not None else None,
        sum(one.orderings for one in ends) if answer is not None else None,
        tuple(one.orderings for one in ends),
        answer.choosers if answer is not None else (),
        answer=_text(reasoning.written(asked, result)),
        states=answer.stats.states if answer is not None else 0,
        differs=differs,
    )


class _Owners:
    """Who owns an object, also one that came to be on the way; looked up when somebody asks."""

    def __init__(self, scenario: Scenario, found: Answer) -> None:
        self._scenario = scenario
        self._found = found
        self._owners: dict[str, str] | None = None

    def __call__(self, ref: str) -> str:
        if self._owners is None:
            situations = (*(one.final.situation for one in self._found.outcomes), self._scenario.situation)
            self._owners = {thing.id: thing.owner for one in situations for thing in one.objects}
        return self._owners.get(ref, ref)


def _chooser(players: tuple[str, ...]) -> dict[str, Any]:
    if not players:
        return {}
    return {"chooser": players[0] if len(players) == 1 else list(players)}


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
