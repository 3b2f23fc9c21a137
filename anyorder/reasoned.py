"""Answers to questions about orders, strategies and reasons: does the order matter, who can force it, why, why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from anyorder.asking import Asked, AskedOutcomes
from scenarios import reasoning
from scenarios.answers import Difference
from scenarios.build import Scenario
from scenarios.claims import Evidence
from solver.order_matters import OrderMatters

if TYPE_CHECKING:
    from model.situation import Situation
    from scenarios.why_not import WhyNot
    from solver.answers import Answer, Outcome


@dataclass(frozen=True, kw_only=True)
class AskedReasoning(Asked):
    """A document that asks whether the order matters, who can force something, why, or why not.

    ``result`` is an OrderMatters, the Evidence of a claim (with the game for ``can_force``), or a WhyNot.
    """

    result: OrderMatters | Evidence | WhyNot

    @property
    def kind(self) -> str:
        """What is asked: order_matters, can_force, why or why_not."""
        return self.scenario.question.kind

    @property
    def evidence(self) -> Evidence | None:
        """What shows whether the claim holds; None where the question is about orders."""
        if isinstance(self.result, OrderMatters):
            return None
        return self.result if isinstance(self.result, Evidence) else self.result.evidence

    @property
    def answer(self) -> Answer | None:
        """All outcomes, where the question is about outcomes."""
        return self.result.answer if isinstance(self.result, OrderMatters) else self.evidence.answer  # type: ignore[union-attr]

    @cached_property
    def written(self) -> dict[str, Any]:
        """The answer as documents write it."""
        assert self.scenario.reasoning is not None
        return reasoning.written(self.scenario.reasoning, self.result)

    @property
    def complete(self) -> bool:
        """Whether the question is settled."""
        return reasoning.complete(self.result)

    @property
    def limit(self) -> str:
        """The limit that was hit, if any."""
        if isinstance(self.result, OrderMatters) and self.result.limit:
            return self.result.limit
        return self.answer.limit if self.answer is not None else ""

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the event in the situation as it is."""
        if self.answer is None:
            return ()
        return tuple(outcome for outcome in self.answer.outcomes if not outcome.final.agenda)

    @property
    def choosers(self) -> tuple[str, ...]:
        """The players whose choices change what can happen."""
        return () if self.answer is None else self.answer.choosers

    @property
    def stats(self) -> dict[str, int]:
        """What the search did."""
        if self.answer is None:
            return {}
        return {"states": self.answer.stats.states, "moves": self.answer.stats.moves}

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Where the answer is not the one that the document expects."""
        if not self.expects or not self.complete:
            return ()
        assert self.scenario.reasoning is not None
        found = reasoning.differences(self.scenario.reasoning, self.result)
        return tuple(Difference("value", (about, expected), value) for about, expected, value in found)

    @property
    def _situations(self) -> Iterable[Situation]:
        return (*(outcome.final.situation for outcome in self.outcomes), self.scenario.situation)


def ask(scenario: Scenario, origin: str, limit: int) -> AskedReasoning:
    """The answer to a question of this kind."""
    return AskedReasoning(scenario, origin, result=reasoning.find(scenario, limit))


def changed(scenario: Scenario, evidence: Evidence) -> Asked:
    """A changed scenario with what was found in it, for the names of what is there then."""
    if evidence.answer is None:
        return Asked(scenario)
    return AskedOutcomes(scenario, answer=evidence.answer)
