"""Asking: from a document to its answer, compared with the one that it expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from anyorder.rendering.wording import Names
from model.derivation import Derivation
from model.effects import Instead, Replacement
from model.situation import Situation
from scenarios import answers as expected_answers
from scenarios.answers import Difference
from scenarios.build import Scenario, build
from scenarios.documents import Document, documents_in, read_documents, validate
from solver.answers import DEFAULT_LIMIT, Answer, Outcome, outcomes
from solver.in_force import effects_in_force


@dataclass(frozen=True)
class Asked:
    """A document with its answer. ``origin`` is where it was read from."""

    scenario: Scenario
    answer: Answer
    origin: str = ""
    differences: tuple[Difference, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Compare with the expected answer."""
        found: tuple[Difference, ...] = ()
        if self.scenario.answer is not None:
            events = [outcome.events for outcome in self.outcomes]
            found = expected_answers.compare(self.scenario.answer, events, self.choosers, self.is_player, self.owner)
        object.__setattr__(self, "differences", found)

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
    def steps(self) -> tuple[Any, ...]:
        """The events and actions that the document asks about."""
        return self.scenario.steps

    @property
    def expected(self) -> expected_answers.Answer | None:
        """The answer that the document expects, or None."""
        return self.scenario.answer

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes; where a limit was hit, those that were reached."""
        return tuple(outcome for outcome in self.answer.outcomes if not outcome.final.agenda)

    @property
    def choosers(self) -> tuple[str, ...]:
        """The players whose choices change what can happen."""
        return self.answer.choosers

    @property
    def status(self) -> int:
        """The exit status: 0 answered (and as expected), 1 answered and different, 3 a limit was hit."""
        return 3 if not self.answer.complete else 1 if self.differences else 0

    def is_player(self, ref: str) -> bool:
        """Whether this reference is a player."""
        return self.scenario.situation.is_player(ref)

    def owner(self, ref: str) -> str:
        """The owner of an object, also of one that came to be on the way; the player itself for a player."""
        return self._owners.get(ref, ref)

    @cached_property
    def _owners(self) -> dict[str, str]:
        return {thing.id: thing.owner for situation in self._situations for thing in situation.objects}

    @cached_property
    def _players(self) -> frozenset[str]:
        return frozenset(player.name for player in self.scenario.situation.players)

    @cached_property
    def _cards(self) -> dict[str, str]:
        return {thing.id: thing.printed.name for situation in self._situations for thing in situation.objects}

    @property
    def _situations(self) -> Iterable[Situation]:
        return (*(outcome.final.situation for outcome in self.outcomes), self.scenario.situation)

    @cached_property
    def _skips(self) -> frozenset[str]:
        return frozenset(
            active.id
            for situation in self._situations
            for actives in effects_in_force(situation).replacements.values()
            for active in actives
            if isinstance(active.effect, Replacement) and active.effect.rewrite == Instead()
        )

    def names(self, derivation: Derivation = (), effects: Iterable[str] = ()) -> Names:
        """What to call things in explanations that speak of these steps and effects."""
        found = dict.fromkeys((*(step.effect for step in derivation), *effects))
        objects = Counter(ref.partition("#")[0] for ref in found if "#" in ref)
        return Names(
            self._players,
            self._cards,
            self._owners,
            frozenset(ref for ref, number in objects.items() if number > 1),
            self._skips if found else frozenset(),
        )

    def every_moment(self, limit: int = DEFAULT_LIMIT) -> Answer:
        """The answer with every single decision in its graph, for pictures."""
        return outcomes(self.scenario.situation, *self.steps, limit=limit, every_moment=True)


def ask(document: Document, origin: str = "", limit: int = DEFAULT_LIMIT) -> Asked:
    """The answer to a document.

    Raises MalformedError or UnknownNameError for what is wrong in it, OutOfScopeError for what is not modelled.
    """
    scenario = build(document)
    return Asked(scenario, outcomes(scenario.situation, *scenario.steps, limit=limit), origin)


def documents(source: str | Path | Mapping[str, Any]) -> tuple[Document, ...]:
    """The documents that a path, a text or a mapping means. A text with a line break or braces is a document itself."""
    if isinstance(source, Mapping):
        return (validate(dict(source)),)
    if isinstance(source, str) and ("\n" in source or source.lstrip()[:1] in ("{", "[")):
        return read_documents(source)
    return documents_in(source)
