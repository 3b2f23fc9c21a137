"""Answers by another edition of the rules, told where they differ from the one that was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from model.cards import Layout
from model.rules import EDITION
from model.situation import Situation
from scenarios.build import Scenario
from solver.answers import Answer, outcomes
from solver.transforming import OLD_EDITION


def other_edition(scenario: Scenario, answer: Answer, limit: int) -> tuple[str, Answer] | None:
    """The edition that was not asked for with its answer, if that is another one; None else.

    The editions differ about modal double-faced cards alone (712.3), so that nothing is asked again without one.
    """
    situations = [scenario.situation, *(one.final.situation for one in answer.outcomes)]
    if not answer.complete or not _has_modal_cards(situations):
        return None
    edition = "" if scenario.situation.edition else OLD_EDITION
    found = outcomes(replace(scenario.situation, edition=edition), *scenario.steps, limit=limit)
    same = {one.events for one in found.outcomes} == {one.events for one in answer.outcomes}
    return None if same and found.choosers == answer.choosers else (edition or EDITION, found)


def _has_modal_cards(situations: Iterable[Situation]) -> bool:
    return any(thing.card.layout is Layout.MODAL_DFC for situation in situations for thing in situation.objects)
