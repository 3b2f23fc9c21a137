"""Claims: what ``can_force``, ``why`` and ``why_not`` ask about, and whether it holds in a situation.

A claim is one of: an outcome with some goal is possible; some players can make sure of it; a permanent could produce a
type of mana; something can be activated, chosen, targeted or played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from model.actions import TapForMana
from model.derivation import Derivation, Step
from model.errors import MalformedError
from model.production import TYPE_LETTERS
from model.rules import Citation
from model.situation import Situation
from scenarios import checking, goals, happenings, partly, questions
from scenarios.checking import at, known, mapping
from scenarios.goals import Goal
from scenarios.happenings import References
from scenarios.questions import Asked
from solver.agenda import State
from solver.answers import Answer, Outcome, outcomes
from solver.forcing import Game, force
from solver.producing import why as produced
from solver.stopping import Stop, stops, stops_of_type

#: The questions answered by values that can be asked about.
VALUES = ("can_activate", "can_choose", "can_target", "can_play", "format_legal")
_FORCING = ("player", *goals.KEYS, "mana")
_TYPES = ("could_produce", "type")
Steps = tuple[happenings.Step, ...]


@dataclass(frozen=True)
class Evidence:
    """Whether a claim holds (None: a limit was hit before that was settled), and what shows it.

    ``answer`` are all outcomes of the event, ``outcome`` the first that is as claimed; ``game`` is the strategy;
    ``derivation`` how mana of the type could be produced; ``citation`` the rule that decides about a value.
    """

    holds: bool | None
    answer: Answer | None = None
    outcome: Outcome | None = None
    game: Game | None = None
    derivation: Derivation = ()
    citation: Citation | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The derivation of what is claimed, where it holds."""
        return self.outcome.derivation if self.outcome is not None else self.derivation


@dataclass(frozen=True)
class OfOutcome:
    """That an outcome is possible in which the goal is met."""

    goal: Goal
    steps: Steps

    def evidence(self, situation: Situation, limit: int) -> Evidence:
        """Whether it holds, with the outcome."""
        answer = explored(situation, self.steps, limit)
        found = next((one for one in _finished(answer) if _met(self.goal, one.final)), None)
        return Evidence(True if found else False if answer.complete else None, answer, found)

    def stops(self, evidence: Evidence, situation: Situation) -> tuple[Stop, ...]:
        """What keeps it from happening, by the ways to what happens instead."""
        return () if evidence.answer is None else stops(evidence.answer, self.goal.asks_for)


@dataclass(frozen=True)
class OfForce:
    """That some players together can make sure of it, whatever all others choose."""

    players: tuple[str, ...]
    goal: Goal
    steps: Steps

    def evidence(self, situation: Situation, limit: int) -> Evidence:
        """Whether it holds, with the strategy of those who get their way."""
        answer = _single_decisions(explored(situation, self.steps, limit), situation, self.steps)
        game = force(answer, self.players, lambda state: _met(self.goal, state))
        found = next((one for one in _finished(answer) if _met(self.goal, one.final)), None)
        return Evidence(game.holds, answer, found, game)

    def stops(self, evidence: Evidence, situation: Situation) -> tuple[Stop, ...]:
        """What keeps it from happening; where it can happen, the others' strategy tells that."""
        return () if evidence.answer is None or evidence.outcome else stops(evidence.answer, self.goal.asks_for)


@dataclass(frozen=True)
class OfType:
    """That a permanent could produce a type of mana (106.7)."""

    ref: str
    letter: str

    def evidence(self, situation: Situation, limit: int) -> Evidence:
        """Whether it holds, with a derivation."""
        holds = self.letter in questions.could_produce(self.ref, situation)
        citation = Citation("106.7", "every ability that could add mana, through every order of what replaces it")
        return Evidence(
            holds, derivation=produced(self.ref, self.letter, situation) if holds else (), citation=citation
        )

    def stops(self, evidence: Evidence, situation: Situation) -> tuple[Stop, ...]:
        """What acts on the mana of this type that its abilities could add."""
        return stops_of_type(self.ref, self.letter, situation)


@dataclass(frozen=True)
class OfValue:
    """That something can be activated, chosen, targeted or played."""

    kind: str
    asked: Asked

    def evidence(self, situation: Situation, limit: int) -> Evidence:
        """Whether it holds, with the rule that decides."""
        found = questions.values(self.kind, self.asked, situation)
        good = [one for one in found if one.value and not isinstance(one.value, dict)]
        return Evidence(bool(good), citation=(good or list(found))[0].citation)

    def stops(self, evidence: Evidence, situation: Situation) -> tuple[Stop, ...]:
        """Nothing but the rule that decides, which the evidence has."""
        return ()


Claim = OfOutcome | OfForce | OfType | OfValue


def explored(situation: Situation, steps: Steps, limit: int) -> Answer:
    """All outcomes. Raises OutOfScopeError where a card that was not understood whole took part in one."""
    answer = outcomes(situation, *steps, limit=limit)
    partly.refuse_what_happened(situation, answer.outcomes, steps)
    return answer


#: So many states strategies may have whose decisions are told one by one.
MOST_MOMENTS = 5_000


def _single_decisions(answer: Answer, situation: Situation, steps: Steps) -> Answer:
    """The answer with every decision a move of its own, unless these are too many."""
    if not any(way.lane is not None for ways in answer.exploration.ways.values() for way in ways):
        return answer
    single = outcomes(situation, *steps, limit=MOST_MOMENTS, every_moment=True)
    return single if single.complete else answer


def _met(goal: Goal, state: State) -> bool:
    return goal.met(state.log, state.situation)


def _finished(answer: Answer) -> list[Outcome]:
    return [one for one in answer.outcomes if not one.final.agenda]


# --- reading ---------------------------------------------------------------------------------------------------------


def read_force(arguments: Any, path: str, refs: References, event: Any) -> OfForce:
    """The claim of a ``can_force``. Raises MalformedError or UnknownNameError with the path."""
    example = "a mapping such as {player: you, happens: {draw: {player: you, count: 1}}}"
    entry = mapping(arguments, path, example, _FORCING)
    where = at(path, "player")
    if "player" not in entry:
        raise MalformedError("expected 'player': who is to make sure of it, a name or a list of names", path)
    names = checking.words(entry["player"], where) if entry["player"] != [] else ()
    players = tuple(refs.player(name, where) for name in names)
    if not players:
        raise MalformedError("expected at least one player", where)
    return OfForce(players, goals.read(entry, path, refs, players[0]), steps_of(entry, path, refs, event))


def read(arguments: Any, path: str, refs: References, event: Any) -> Claim:
    """The claim of a ``why`` or ``why_not``. Raises MalformedError or UnknownNameError with the path."""
    example = "a mapping such as {happens: {draw: {player: you, count: 1}}} or {could_produce: id, type: B}"
    entry = mapping(arguments, path, example, (*goals.KEYS, "mana", *_TYPES, "can_force", *VALUES))
    alone = [key for key in ("could_produce", "can_force", *VALUES) if key in entry]
    if alone:
        allowed = _TYPES if alone[0] == "could_produce" else alone[:1]
        known(entry, allowed, path)
        kind = alone[0]
        if kind == "could_produce":
            return _of_type(entry, path, refs)
        if kind == "can_force":
            return read_force(entry[kind], at(path, kind), refs, event)
        return _of_value(kind, entry[kind], at(path, kind), refs)
    you = refs.situation.players[0].name
    return OfOutcome(goals.read(entry, path, refs, you), steps_of(entry, path, refs, event))


def steps_of(entry: dict[str, Any], path: str, refs: References, event: Any) -> Steps:
    """What would happen: tapping a permanent for mana where the question says so, else the document's event."""
    if "mana" in entry:
        return ((TapForMana(refs.thing(entry["mana"], at(path, "mana"))),),)
    if event is None:
        raise MalformedError("expected 'event': what would happen", "event")
    return happenings.steps(event, "event", refs)


def _of_type(entry: dict[str, Any], path: str, refs: References) -> OfType:
    subject, where = entry["could_produce"], at(path, "type")
    letter = checking.text(entry.get("type"), where, "a type of mana").strip("{}")
    known([letter], TYPE_LETTERS, where, "type of mana")
    asked = questions.read("could_produce", subject, None, refs)
    return OfType(asked.subjects[0], letter)


def _of_value(kind: str, arguments: Any, path: str, refs: References) -> OfValue:
    if isinstance(arguments, list) and len(arguments) != 1:
        raise MalformedError(f"expected one thing to ask about, found {len(arguments)}", path)
    asked = questions.read(kind, arguments, None, refs)
    return OfValue(kind, asked)
