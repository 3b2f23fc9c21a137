"""The public Python API: the same as the command line, as functions with types."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

import anyorder
from model.events import PutCounters
from model.objects import GameObject
from model.players import Player
from model.zones import Zone

COUNTERS = """\
title: Doubling before or after one more
battlefield: {you: [{card: Grizzly Bears, id: bear}, Hardened Scales, Doubling Season]}
event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
answer:
  outcomes:
    - [{put_counters: {object: bear, kind: +1/+1, count: 3}}]
    - [{put_counters: {object: bear, kind: +1/+1, count: 4}}]
"""
MAPPING = {"event": {"draw": {"player": "you", "count": 2}}}


def test_the_example_of_the_package_is_true():
    assert doctest.testmod(anyorder) == (0, 4)


def test_a_document_may_be_a_path_a_text_or_a_mapping(tmp_path: Path):
    file = tmp_path / "counters.yaml"
    file.write_text(COUNTERS, encoding="utf-8")
    for document in (file, str(file), COUNTERS):
        asked = anyorder.ask(document)
        assert isinstance(asked, anyorder.Asked)
        assert [outcome.orderings for outcome in asked.outcomes] == [1, 1]
        assert (asked.complete, asked.limit, asked.choosers, asked.differences, asked.status) == (
            True,
            "",
            ("you",),
            (),
            0,
        )
    for data in (MAPPING, json.dumps(MAPPING)):
        assert [event.kind for event in anyorder.ask(data).outcomes[0].events] == ["draw_cards"]


def test_what_a_document_expects_is_compared():
    asked = anyorder.ask(COUNTERS.replace("count: 4", "count: 5"))
    assert [difference.kind for difference in asked.differences] == ["missing", "surplus"]
    assert asked.status == 1


def test_a_limit_makes_an_answer_incomplete():
    asked = anyorder.ask(COUNTERS, limit=1)
    assert not asked.complete
    assert asked.limit == "more than 1 states"
    assert asked.status == 3


def test_errors_are_of_the_public_classes():
    with pytest.raises(anyorder.UnknownNameError, match="did you mean 'Hardened Scales'") as caught:
        anyorder.ask(COUNTERS.replace("Hardened", "Hardned"))
    assert caught.value.path == "battlefield.you[1]"
    with pytest.raises(anyorder.MalformedError, match=r"can't read 'nowhere.yaml'"):
        anyorder.ask("nowhere.yaml")
    with pytest.raises(anyorder.MalformedError, match="expected one scenario document, found 2"):
        anyorder.ask(COUNTERS + "---\n" + COUNTERS)
    with pytest.raises(anyorder.OutOfScopeError, match="not modelled yet"):
        anyorder.ask("event: {regenerate: {player: you}}\n")
    for error in (anyorder.MalformedError, anyorder.OutOfScopeError, anyorder.IllegalError, anyorder.LimitError):
        assert issubclass(error, anyorder.AnyorderError)


def test_check_reports_on_every_document(tmp_path: Path):
    (tmp_path / "a.yaml").write_text(COUNTERS, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(json.dumps(MAPPING), encoding="utf-8")
    report = anyorder.check(tmp_path)
    assert isinstance(report, anyorder.Report)
    assert [one.verdict for one in report.checked] == [anyorder.Verdict.EQUAL, anyorder.Verdict.UNANSWERED]
    assert report.status == 0
    with pytest.raises(anyorder.MalformedError, match="there is no file or folder"):
        anyorder.check(tmp_path / "nowhere")


def test_cards_and_outcomes_of_values():
    assert "Hardened Scales" in anyorder.cards()
    with pytest.raises(anyorder.UnknownNameError):
        anyorder.card("Hardned Scales")
    things = tuple(
        GameObject(ref, anyorder.card(name), Zone.BATTLEFIELD, "you", "you")
        for ref, name in (("bear", "Grizzly Bears"), ("scales", "Hardened Scales"))
    )
    situation = anyorder.Situation((Player("you"), Player("opponent")), "you", things)
    answer = anyorder.outcomes(situation, PutCounters("bear", (("+1/+1", 1),)))
    assert isinstance(answer, anyorder.Answer)
    assert [event.counters for outcome in answer.outcomes for event in outcome.events] == [(("+1/+1", 2),)]  # type: ignore[attr-defined]


def test_every_public_name_is_there():
    for name in anyorder.__all__:
        assert getattr(anyorder, name) is not None
    assert dir(anyorder) == sorted(anyorder.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(anyorder, "nothing")  # noqa: B009
