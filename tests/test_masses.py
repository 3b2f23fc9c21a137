"""Numbers that are nobody's question end with the name of the limit, and targets that only the box knows of."""

from __future__ import annotations

import pytest

import anyorder
from model.errors import LimitError


@pytest.mark.parametrize(
    ("event", "limit"),
    [
        ({"create_tokens": {"player": "you", "token": "Treasure", "count": 5_000_000}}, "200,000 tokens at once"),
        ({"draw": {"player": "you", "count": 1_000_000}}, "200,000 moments without a decision"),
    ],
)
def test_huge_numbers_hit_a_limit(event: dict, limit: str) -> None:
    document = {"battlefield": {"you": ["Thought Reflection"]}, "event": event, "question": "outcomes"}
    with pytest.raises(LimitError, match=limit):
        anyorder.ask(document)


def test_what_a_spell_of_the_catalogue_targets_is_what_the_reader_found() -> None:
    asked = {"can_target": [{"permanent": name, "for": "gg"} for name in ("Grizzly Bears", "Forest")]}
    document = {
        "battlefield": {"you": ["Grizzly Bears", "Forest"]},
        "stack": {"you": [{"card": "Giant Growth", "id": "gg"}]},
        "question": asked,
    }
    assert [value.value for value in anyorder.ask(document).values] == [True, False]


@pytest.mark.parametrize(
    ("effects", "further", "limit"),
    [
        (["P1", "P2"], [], "the game is a draw"),
        (["P1", "P1", "P2"], [], "lead back to where they began"),
        (["P1", "P2"], ["Furnace of Rath"], "ever larger amounts"),
    ],
)
def test_loops_are_refused(effects: list[str], further: list[str], limit: str) -> None:
    document = {
        "players": ["P1", "P2"],
        "battlefield": {"P1": [{"card": "Rod of Ruin", "id": "rod"}, *further]},
        "resolved": [{"card": "Comeuppance", "controller": player} for player in effects],
        "event": {"deal_damage": {"source": "rod", "to": "P2", "amount": 1}},
    }
    with pytest.raises(LimitError, match=limit):
        anyorder.ask(document)
