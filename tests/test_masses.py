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
