"""Outcomes by the edition of the rules that was not asked for, told where they are others (712.3, 712.9)."""

import json

import anyorder
from anyorder.rendering.data import answered

MODAL = "Esika, God of the Tree"
TRANSFORMING = "Delver of Secrets"


def answer(card, event="", **more):
    document = {"battlefield": {"you": [{"card": card, "id": "c"}]}, **more}
    happening = json.loads(event) if event.startswith("{") else {"transform": {"permanent": "c"}}
    return anyorder.ask({**document, "event": happening})


def test_where_they_differ_both_are_told():
    data = answered(answer(MODAL))["answer"]
    assert data["outcomes"] == [[{"transform": {"permanent": "c"}}]]
    assert data["editions"] == {"2024-11-08": {"outcomes": [[]]}}
    older = answered(answer(MODAL, edition="2024"))["answer"]
    assert older["outcomes"] == [[]]
    assert older["editions"] == {"2026-09-25": {"outcomes": [[{"transform": {"permanent": "c"}}]]}}


def test_where_they_agree_nothing_is_told():
    assert answer(TRANSFORMING).edition is None
    assert answer(MODAL, '{"tap": {"permanent": "c"}}').edition is None


def test_an_expected_difference_that_is_none_is_a_difference():
    expected = {"outcomes": [[{"transform": {"permanent": "c"}}]], "editions": {"2024": {"outcomes": [[]]}}}
    assert not answer(MODAL, answer=expected).differences
    assert answer(TRANSFORMING, answer=expected).differences
    wrong = {**expected, "editions": {"2024": {"outcomes": [[{"transform": {"permanent": "c"}}]]}}}
    assert answer(MODAL, answer=wrong).differences
