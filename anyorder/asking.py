"""Asking: from a document to its answer, compared with the one that it expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyorder.rendering.wording import Names
from model.derivation import Derivation
from model.effects import Instead, Replacement
from scenarios import partly
from scenarios.build import Scenario, build
from scenarios.documents import Document, documents_in, read_documents, validate
from solver.answers import DEFAULT_LIMIT, Answer, Outcome, outcomes
from solver.in_force import effects_in_force

if TYPE_CHECKING:
    from model.situation import Situation
    from scenarios.answers import Difference
    from scenarios.questions import Value


@dataclass(frozen=True)
class Asked:
    """A document with its answer. ``origin`` is where it was read from.

    Every kind of question has a class of its own below this one; what they do not have is empty.
    """

    scenario: Scenario
    origin: str = ""

    @property
    def title(self) -> str:
        """The document's title."""
        return self.scenario.title

    @property
    def question(self) -> Any:
        """The question as the document asks it."""
        return self.scenario.document.question

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the document names."""
        return tuple(self.scenario.document.rules)

    @property
    def complete(self) -> bool:
        """Whether the answer is complete; where it is not, ``limit`` says which limit was hit."""
        return True

    @property
    def limit(self) -> str:
        """The limit that was hit, if any."""
        return ""

    @property
    def expects(self) -> bool:
        """Whether the document says what answer it expects."""
        return self.scenario.document.answer is not None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of an event; where a limit was hit, those that were reached."""
        return ()

    @property
    def choosers(self) -> tuple[str, ...]:
        """The players whose choices change what can happen."""
        return ()

    @property
    def values(self) -> tuple[Value, ...]:
        """The answers to a question that is answered by values, one for each thing asked about."""
        return ()

    def derivations(self, place: int) -> tuple[tuple[str, Derivation], ...]:
        """For one of the things asked about, what there is to derive with its derivation."""
        return ()

    @property
    def differences(self) -> tuple[Difference, ...]:
        """How the answer differs from the expected one; empty where the document expects nothing."""
        return ()

    @property
    def stats(self) -> dict[str, int]:
        """What the search did."""
        return {}

    @property
    def edition(self) -> tuple[str, Answer] | None:
        """Another edition of the rules with its answer, where that differs from the one that was asked for."""
        return None

    @cached_property
    def unread(self) -> tuple[partly.Unread, ...]:
        """What was not understood of the cards that are there; none of it can touch the answer."""
        return partly.unread(self.scenario.situation)

    @property
    def status(self) -> int:
        """The exit status: 0 answered (and as expected), 1 answered and different, 3 a limit was hit."""
        return 3 if not self.complete else 1 if self.differences else 0

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players in turn order."""
        return tuple(player.name for player in self.scenario.situation.players)

    def is_player(self, ref: str) -> bool:
        """Whether this reference is a player."""
        return self.scenario.situation.is_player(ref)

    def owner(self, ref: str) -> str:
        """The owner of an object, also of one that came to be on the way; the player itself for a player."""
        return self._owners.get(ref, ref)

    def names(self, derivation: Derivation = (), effects: Iterable[str] = ()) -> Names:
        """What to call things in explanations that speak of these steps and effects."""
        found = dict.fromkeys((*(step.effect for step in derivation), *effects))
        objects = Counter(ref.partition("#")[0] for ref in found if "#" in ref)
        several = frozenset(ref for ref, number in objects.items() if number > 1)
        return Names(frozenset(self.players), self._cards, self._owners, several, self._skips)

    @cached_property
    def plain_names(self) -> Names:
        """What to call players and objects where no effect is spoken of."""
        return self.names()

    @property
    def _situations(self) -> Iterable[Situation]:
        return (*(outcome.final.situation for outcome in self.outcomes), self.scenario.situation)

    @cached_property
    def _owners(self) -> dict[str, str]:
        return {thing.id: thing.owner for situation in self._situations for thing in situation.objects}

    @cached_property
    def _cards(self) -> dict[str, str]:
        return {thing.id: thing.printed.name for situation in self._situations for thing in situation.objects}

    def _skips(self, effect: str) -> bool:
        """Whether the effect of this id puts nothing in the place of an event."""
        for situation in (self.scenario.situation, *self._situations):
            for actives in effects_in_force(situation).replacements.values():
                for active in actives:
                    if active.id == effect:
                        return isinstance(active.effect, Replacement) and active.effect.rewrite == Instead()
        return False


@dataclass(frozen=True, kw_only=True)
class AskedOutcomes(Asked):
    """A document that asks for the outcomes of an event."""

    answer: Answer

    @property
    def complete(self) -> bool:
        """Whether every outcome was found."""
        return self.answer.complete

    @property
    def limit(self) -> str:
        """The limit that was hit, if any."""
        return self.answer.limit

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes; where a limit was hit, those that were reached."""
        return tuple(outcome for outcome in self.answer.outcomes if not outcome.final.agenda)

    @property
    def choosers(self) -> tuple[str, ...]:
        """The players whose choices change what can happen."""
        return self.answer.choosers

    @property
    def stats(self) -> dict[str, int]:
        """How many states were visited, and how many moves lead from them."""
        return {"states": self.answer.stats.states, "moves": self.answer.stats.moves}

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """How the outcomes and those who choose differ from what the document expects."""
        if self.scenario.answer is None:
            return ()
        from scenarios.answers import Difference, compare

        events = [outcome.events for outcome in self.outcomes]
        found = compare(self.scenario.answer, events, self.choosers, self.is_player, self.owner)
        for edition, expected in self.scenario.answer.editions:
            if self.edition is None or self.edition[0] != edition:
                found += (Difference("value", (f"edition {edition}", "another answer"), "the same answer"),)
                continue
            events = [outcome.events for outcome in self.edition[1].outcomes]
            found += compare(expected, events, self.edition[1].choosers, self.is_player, self.owner)
        return found

    @cached_property
    def edition(self) -> tuple[str, Answer] | None:
        """The other edition of the rules with its answer, where that differs."""
        from scenarios.editions import other_edition

        return other_edition(self.scenario, self.answer, DEFAULT_LIMIT)


@dataclass(frozen=True, kw_only=True)
class AskedValues(Asked):
    """A document whose question is answered by values, such as what a permanent could produce."""

    found: tuple[Value, ...]

    @property
    def values(self) -> tuple[Value, ...]:
        """The value and the rule that decides, for each thing asked about."""
        return self.found

    def derivations(self, place: int) -> tuple[tuple[str, Derivation], ...]:
        """For a permanent, each type that it could produce with a derivation of it."""
        if self.scenario.question.kind != "could_produce":
            return ()
        from solver.producing import why

        found = self.found[place]
        return tuple((letter, why(found.about, letter, self.scenario.situation)) for letter in found.value)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """The values that the document expects to be others."""
        from scenarios import questions
        from scenarios.answers import Difference

        assert self.scenario.asked is not None
        found = questions.differences(self.scenario.asked, self.found)
        return tuple(Difference("value", (about, expected), value) for about, expected, value in found)


def ask(document: Document, origin: str = "", limit: int = DEFAULT_LIMIT) -> Asked:
    """The answer to a document.

    Raises MalformedError or UnknownNameError for what is wrong in it, OutOfScopeError for what is not modelled.
    """
    with document.located():
        return _answered(document, origin, limit)


def _answered(document: Document, origin: str, limit: int) -> Asked:
    scenario = build(document)
    if scenario.asked is None:
        if scenario.reasoning is not None:
            from anyorder import reasoned

            return reasoned.ask(scenario, origin, limit)
        answer = outcomes(scenario.situation, *scenario.steps, limit=limit)
        partly.refuse_what_happened(scenario.situation, answer.outcomes, scenario.steps)
        return AskedOutcomes(scenario, origin, answer=answer)
    from scenarios import questions

    found = questions.values(scenario.question.kind, scenario.asked, scenario.situation)
    return AskedValues(scenario, origin, found=found)


def documents(source: str | Path | Mapping[str, Any]) -> tuple[Document, ...]:
    """The documents that a path, a text or a mapping means. A text with a line break or braces is a document itself."""
    if isinstance(source, Mapping):
        return (validate(dict(source)),)
    if isinstance(source, str) and ("\n" in source or source.lstrip()[:1] in ("{", "[")):
        return read_documents(source)
    return documents_in(source)
