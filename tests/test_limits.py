"""A limit that was hit is said, and soon."""

import json

import pytest

import anyorder
from model.errors import LimitError
from model.events import PutCounters


def counters(*cards):
    board = {"you": [{"card": "Grizzly Bears", "id": "bear"}, *cards]}
    event = {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 1}}
    return json.dumps({"title": "x", "battlefield": board, "event": event})


def test_effects_that_lead_over_millions_of_amounts_are_refused():
    """Ten effects that add among twenty that double give millions of different sums."""
    cards = [name for name in ("Doubling Season", "Branching Evolution", "Hardened Scales") for _ in range(10)]
    with pytest.raises(LimitError, match="2,000,000 amounts"):
        anyorder.ask(counters(*cards))


def test_thousands_of_amounts_are_answered():
    """Every sum of ten powers of two up to 2**10, on top of 2**10."""
    answer = anyorder.ask(counters(*["Doubling Season"] * 10, *["Hardened Scales"] * 10))
    events = [outcome.events[0] for outcome in answer.outcomes]
    found = {event.counters[0][1] for event in events if isinstance(event, PutCounters)}
    sums = {0}
    for _ in range(10):
        sums = {total + 2**power for total in sums for power in range(11)}
    assert found == {2**10 + total for total in sums}


def test_triggers_that_trigger_each_other_for_ever_end_with_a_word_about_it(monkeypatch):
    monkeypatch.setattr("solver.process.MOST_TRIGGERS", 50)
    with pytest.raises(LimitError, match=r"more than 50 triggered abilities resolve one after the other.*104.4b"):
        anyorder.ask(
            {
                "battlefield": {"you": ["Sanguine Bond", "Exquisite Blood"]},
                "event": {
                    "in_order": [
                        {"gain_life": {"player": "you", "amount": 1}},
                        {"resolve_triggers": {"targets": {"Sanguine Bond": "opponent"}}},
                    ]
                },
            }
        )
