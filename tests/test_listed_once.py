"""No outcome is listed twice: what no outcome tells makes no difference, nor does the order of what happens at once."""

from __future__ import annotations

import pytest

import anyorder
from scenarios.writing import write_events


def shown(document: dict) -> list[list[dict]]:
    asked = anyorder.ask(document)
    return [write_events(outcome.events, asked.is_player, asked.owner) for outcome in asked.outcomes]


def board(*cards: object, mine: tuple[object, ...] = ()) -> dict:
    return {"P1": [*cards], "P2": [{"card": "Goblin Piker", "id": "piker"}, *mine]}


HITS = {"deal_damage": {"source": "piker", "to": "hydra", "amount": 3}}
SPLIT = {"deal_damage": {"source": "piker", "to": "a", "amount": 5}}


@pytest.mark.parametrize(
    "parts",
    [
        # The Hydra's controller or the one of the spell puts three counters: nobody is told which.
        {
            "battlefield": board({"card": "Phytohydra", "id": "hydra"}, mine=("Fiery Emancipation",)),
            "resolved": [{"card": "Test of Faith", "controller": "P2", "targets": ["hydra"]}],
            "event": HITS,
        },
        # 4 to the player and 1 to the creature, or the other way round, at the same time.
        {
            "battlefield": board(
                {"card": "Grizzly Bears", "id": "a"},
                {"card": "Grizzly Bears", "id": "b"},
                {"card": "Gisela, Blade of Goldnight", "id": "gisela"},
            ),
            "resolved": [
                {"card": "Harm's Way", "controller": "P1", "targets": ["b"], "source": "piker"},
                {"card": "Harm's Way", "controller": "P1", "targets": ["P2"], "source": "piker"},
            ],
            "event": SPLIT,
        },
        # Which of the two effects discards the card, or exiles it, is not told.
        {
            "battlefield": board("Chains of Mephistopheles", mine=("Chains of Mephistopheles", "Blood Scrivener")),
            "hand": {"P1": 2},
            "event": {"draw": {"player": "P1", "count": 2}},
        },
    ],
)
def test_outcomes_that_look_alike_are_one(parts: dict) -> None:
    outcomes = [sorted(map(repr, events)) for events in shown({"players": ["P1", "P2"], **parts})]
    assert len(outcomes) == len({tuple(each) for each in outcomes})
