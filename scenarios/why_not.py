"""Why not: what stops what is asked for, and the smallest changes to the situation that make it come about.

Changes are tried out, the smallest first: none; then one permanent or effect less, one card of the catalogue more,
another controller, active player or timestamp; then two less, where one less was not enough. Everything that is found
comes with the derivation in the changed situation. How far was looked is part of the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.actions import ResolveTriggers
from model.errors import AnyorderError
from model.events import Event
from scenarios import changes
from scenarios.candidates import Candidate, candidates
from scenarios.changes import Change
from scenarios.claims import Claim, Evidence, OfForce, OfOutcome, OfType
from scenarios.documents import Document
from solver.stopping import Stop

if TYPE_CHECKING:
    from scenarios.build import Scenario

#: How many changed situations are tried: with one card more, and with two objects less; how many states each may
#: visit, and how many all of one kind together.
MOST_ADDED = 600
MOST_PAIRS = 150
TRIAL_LIMIT = 500
MOST_STATES = 3_000
#: So many changes of one kind are told.
MOST_TOLD = 3


@dataclass(frozen=True)
class Found:
    """A change that makes it come about: the changed scenario, and what shows it there."""

    change: Change
    scenario: Scenario
    evidence: Evidence


@dataclass(frozen=True)
class Looked:
    """How far was looked for changes of one kind: so many situations tried, ``stopped`` before all were, ``enough``:
    because enough was found.

    For cards that are added ``cards`` is how many of them could make a difference at all.
    """

    kind: str
    tried: int
    stopped: bool = False
    enough: bool = False
    cards: int = 0


@dataclass(frozen=True)
class WhyNot:
    """What stops it, the changes found, smallest first, and how far was looked; or the evidence that it can happen."""

    evidence: Evidence
    stops: tuple[Stop, ...] = ()
    found: tuple[Found, ...] = ()
    looked: tuple[Looked, ...] = ()

    @property
    def possible(self) -> bool | None:
        """Whether it can come about after all, with no change; None where a limit was hit."""
        return self.evidence.holds

    @property
    def in_the_way(self) -> tuple[str, ...]:
        """The objects and effects of which taking away one is enough, where no step is known that stops it."""
        if self.stops or self.decided:
            return ()
        alone = (one.change for one in self.found if one.change.kind == "remove")
        return tuple(change.refs[0] for change in alone if len(change.refs) == 1)

    @property
    def decided(self) -> bool:
        """Whether a rule decides about it, as for what can be activated, chosen or played."""
        return self.evidence.citation is not None and self.evidence.citation.rule != "106.7"


def why_not(scenario: Scenario, limit: int) -> WhyNot:
    """Why the claim of a scenario does not hold, and what would make it hold."""
    claim = _claim(scenario)
    evidence = claim.evidence(scenario.situation, limit)
    if evidence.holds is not False:
        return WhyNot(evidence)
    stops = claim.stops(evidence, scenario.situation)
    search = _Search(changes.settled(_plain(scenario.document), scenario.situation), scenario, min(limit, TRIAL_LIMIT))
    search.all_kinds(claim, evidence)
    return WhyNot(evidence, stops, tuple(search.found), tuple(search.looked))


def _claim(scenario: Scenario) -> Claim:
    assert scenario.reasoning is not None
    claim = scenario.reasoning.claim
    assert claim is not None
    return claim


def _plain(document: Document) -> Document:
    return document.model_copy(update={"answer": None})


class _Search:
    """Tries changes and keeps those that make the claim hold."""

    def __init__(self, document: Document, scenario: Scenario, limit: int) -> None:
        self.document = document
        self.scenario = scenario
        self.limit = limit
        self.found: list[Found] = []
        self.looked: list[Looked] = []

    def all_kinds(self, claim: Claim, evidence: Evidence) -> None:
        """Every kind of change, one change first."""
        document = self.document
        alone = self.some("remove", changes.removals(document, 1), MOST_PAIRS)
        self.some("control", changes.controllers(document), MOST_PAIRS)
        self.some("active", changes.active_players(document), MOST_PAIRS)
        self.some("newest", changes.timestamps(document), MOST_PAIRS)
        cards = fitting_cards(claim, evidence, document)
        more = changes.additions(document, self.scenario.situation, cards)
        self.some("add", more, MOST_ADDED, len(cards))
        if not alone:
            self.some("remove two", changes.removals(document, 2), MOST_PAIRS)

    def some(self, kind: str, tries: Iterable[tuple[Change, Document]], most: int, cards: int = 0) -> int:
        """Try changes of one kind; the number of those that make a difference, each card once."""
        tried, found, stopped, states = 0, 0, False, 0
        told: set[Any] = set()
        for change, document in tries:
            if found >= MOST_TOLD or tried >= most or states >= MOST_STATES:
                stopped = True
                break
            if change.kind == "add" and change.card in told:
                continue
            result = self.attempt(change, document)
            if result is None:
                continue
            tried += 1
            states += _states(result.evidence)
            if result.evidence.holds:
                told.add(change.card)
                self.found.append(result)
                found += 1
        self.looked.append(Looked(kind, tried, stopped, stopped and found >= MOST_TOLD, cards))
        return found

    def attempt(self, change: Change, document: Document) -> Found | None:
        """What a changed document comes to; None where the question can't be asked of it."""
        from scenarios.build import build

        try:
            scenario = build(document)
            return Found(change, scenario, _claim(scenario).evidence(scenario.situation, self.limit))
        except AnyorderError:
            return None


def _states(evidence: Evidence) -> int:
    """How many states it took; what is not an outcome counts as a few."""
    return evidence.answer.stats.states if evidence.answer is not None else _A_FEW


_A_FEW = 4


def fitting_cards(claim: Claim, evidence: Evidence, document: Document) -> tuple[Candidate, ...]:
    """The cards that could make a difference to what is asked."""
    words = frozenset(_words(document.question))
    match claim:
        case OfOutcome() | OfForce():
            kinds = frozenset(_kinds(claim, evidence))
            kinds |= {_WITHIN[kind] for kind in kinds & _WITHIN.keys()}
            triggers = any(isinstance(part, ResolveTriggers) for step in claim.steps for part in step)
            return candidates(kinds, words, triggers=triggers or "add_mana" in kinds)
        case OfType():
            return candidates({"add_mana"}, words, mana=True)
        case _:
            return candidates((), words)


#: Events that stand for others which derivations do not list one by one.
_WITHIN = {"draw_cards": "draw", "create_tokens": "enter"}


def _kinds(claim: OfOutcome | OfForce, evidence: Evidence) -> Iterator[str]:
    """The kinds of events that come up on the way to the outcomes."""
    for step in claim.steps:
        yield from (part.kind for part in step if isinstance(part, Event))
    for outcome in evidence.answer.outcomes if evidence.answer is not None else ():
        for taken in outcome.derivation:
            yield from (event.kind for event in (*taken.before, *taken.after))


def _words(value: Any) -> Iterator[str]:
    """Every word of a question."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from _words(part)
    elif isinstance(value, list):
        for part in value:
            yield from _words(part)
    else:
        yield str(value)
