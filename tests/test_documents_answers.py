"""Writing outcomes as documents do, and comparing them with the expected answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import MalformedError
from model.events import (
    Cause,
    CreateTokens,
    DealDamage,
    Draw,
    DrawCards,
    Event,
    GainLife,
    How,
    LoseLife,
    MarkDamage,
    Mill,
    Move,
    PutCounters,
    RemoveCounters,
    Tokens,
)
from model.zones import Zone
from scenarios import catalogue
from scenarios.answers import Difference, compare
from scenarios.build import build
from scenarios.documents import validate
from scenarios.writing import write_events

PLAYERS = ("you", "opponent")
CLUE, FOOD, SQUIRREL = (catalogue.token(name) for name in ("Clue", "Food", "Squirrel"))


def is_player(name: str) -> bool:
    return name in PLAYERS


def owner(ref: str) -> str:
    return "opponent" if ref == "rhino" else "you"


def written(*events: Event) -> list[dict[str, Any]]:
    return write_events(events, is_player, owner)


def differences(answer: object, *outcomes: Sequence[Event], choosers: tuple[str, ...] = ()) -> tuple[Difference, ...]:
    document = {"event": {"draw": {"player": "you"}}, "answer": answer}
    expected = build(validate(document)).answer
    assert expected is not None
    return compare(expected, outcomes, choosers, is_player, owner)


def fits(expected: object, *events: Event) -> bool:
    return not differences({"outcomes": [expected]}, events)


def test_neighbours_are_added_up() -> None:
    assert written(Draw("you"), DrawCards("you", 2), DrawCards("opponent", 1), Draw("you")) == [
        {"draw": {"player": "you", "count": 3}},
        {"draw": {"player": "opponent", "count": 1}},
        {"draw": {"player": "you", "count": 1}},
    ]
    assert written(PutCounters("bear", (("+1/+1", 2),)), PutCounters("bear", (("+1/+1", 1), ("charge", 1)))) == [
        {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 3}},
        {"put_counters": {"object": "bear", "kind": "charge", "count": 1}},
    ]
    assert written(
        CreateTokens("you", (Tokens(CLUE, 1), Tokens(FOOD, 2))), CreateTokens("you", (Tokens(CLUE, 1),))
    ) == [
        {"create_tokens": {"player": "you", "token": "Clue", "count": 2}},
        {"create_tokens": {"player": "you", "token": "Food", "count": 2}},
    ]
    assert written(DrawCards("you", 0), Mill("you", 1), Mill("you", 2)) == [{"mill": {"player": "you", "count": 3}}]


def test_what_is_written_of_an_event() -> None:
    assert written(
        PutCounters("opponent", (("poison", 1),)),
        DealDamage("bolt", "rhino", 3, combat=True),
        CreateTokens("you", (Tokens(CLUE, 1, tapped=True, attacking="opponent"),)),
        Move("rhino", Zone.LIBRARY, Zone.BATTLEFIELD, How.RETURN, "bottom"),
        Move("rhino", Zone.GRAVEYARD, Zone.BATTLEFIELD, How.DESTROY, counters=(("charge", 1),)),
        GainLife("you", 2, "rhino"),
    ) == [
        {"put_counters": {"player": "opponent", "kind": "poison", "count": 1}},
        {"deal_damage": {"source": "bolt", "to": "rhino", "amount": 3, "combat": True}},
        {"create_tokens": {"player": "you", "token": "Clue", "count": 1, "tapped": True, "attacking": "opponent"}},
        {"move": {"object": "rhino", "to": "library", "position": "bottom", "of": "opponent"}},
        {"move": {"object": "rhino", "to": "graveyard", "counters": {"charge": 1}}},
        {"gain_life": {"player": "you", "amount": 2}},
    ]


def test_ordinary_results_of_damage_are_left_out() -> None:
    dealt = DealDamage("bolt", "you", 3)
    ordinary = (
        dealt,
        MarkDamage("bear", 3, "bolt"),
        LoseLife("you", 3, cause=Cause.DAMAGE, from_damage=3),
        RemoveCounters("jace", "loyalty", 3, Cause.DAMAGE),
    )
    assert written(*ordinary) == written(dealt)
    assert len(written(dealt, LoseLife("you", 6, cause=Cause.DAMAGE, from_damage=3))) == 2
    assert len(written(dealt, RemoveCounters("jace", "loyalty", 3))) == 2
    said = {"deal_damage": {"source": "bolt", "to": "you", "amount": 3}}
    assert fits([said], *ordinary)
    assert fits([said, {"lose_life": {"player": "you", "amount": 3, "cause": "damage"}}], *ordinary)
    assert not fits([said, {"lose_life": {"player": "you", "amount": 3}}], *ordinary)


@pytest.mark.parametrize(
    ("expected", "events", "fitting"),
    [
        (
            {"move": {"object": "rhino", "to": "exile"}},
            [Move("rhino", Zone.EXILE, Zone.BATTLEFIELD, How.DESTROY)],
            True,
        ),
        ({"exile": {"object": "rhino"}}, [Move("rhino", Zone.EXILE, Zone.BATTLEFIELD)], True),
        ({"destroy": {"permanent": "rhino"}}, [Move("rhino", Zone.GRAVEYARD, Zone.BATTLEFIELD, How.DESTROY)], True),
        ({"destroy": {"permanent": "rhino"}}, [Move("rhino", Zone.GRAVEYARD, Zone.BATTLEFIELD, How.SACRIFICE)], False),
        ({"dies": {"object": "rhino"}}, [Move("rhino", Zone.GRAVEYARD, Zone.BATTLEFIELD, How.SACRIFICE)], True),
        ({"discard": {"card": "bear"}}, [Move("bear", Zone.GRAVEYARD, Zone.HAND, How.DISCARD)], True),
        (
            {"move": {"object": "rhino", "to": "library", "of": "opponent"}},
            [Move("rhino", Zone.LIBRARY, Zone.HAND)],
            True,
        ),
        ({"move": {"object": "rhino", "to": "library", "of": "you"}}, [Move("rhino", Zone.LIBRARY, Zone.HAND)], False),
        (
            {"put_counters": {"object": "bear", "kind": "+1/+1"}},
            [PutCounters("bear", (("+1/+1", 1),), "you", "bear")],
            True,
        ),
        (
            {"put_counters": {"object": "bear", "counters": {"a": 1, "b": 2}}},
            [PutCounters("bear", (("b", 2), ("a", 1)))],
            True,
        ),
        ({"put_counters": {"object": "bear", "kind": "a", "by": "cost"}}, [PutCounters("bear", (("a", 1),))], False),
        ({"create_tokens": {"token": "Clue", "tapped": True}}, [CreateTokens("you", (Tokens(CLUE, 1, True),))], True),
        ({"create_tokens": {"token": "Clue", "tapped": False}}, [CreateTokens("you", (Tokens(CLUE, 1, True),))], False),
        (
            {"create_tokens": {"token": "Clue", "attacking": True}},
            [CreateTokens("you", (Tokens(CLUE, 1, attacking="opponent"),))],
            True,
        ),
        ({"draw_cards": {"player": "you", "count": 2}}, [Draw("you"), Draw("you")], True),
        ({"gain_life": {"amount": 2}}, [GainLife("you", 2)], True),
        ({"gain_life": {"amount": 3}}, [GainLife("you", 2)], False),
        ({"gain_life": {"amount": 2}}, [GainLife("you", 2), GainLife("you", 2)], False),
    ],
)
def test_an_expected_event_fits(expected: object, events: list[Event], fitting: bool) -> None:
    assert fits([expected], *events) is fitting


def test_the_order_of_tokens_made_at_the_same_time_does_not_matter_and_any_other_does() -> None:
    clue, food = ({"create_tokens": {"player": "you", "token": name, "count": 1}} for name in ("Clue", "Food"))
    event = CreateTokens("you", (Tokens(CLUE, 1), Tokens(FOOD, 1)))
    assert fits([food, clue], event)
    draw, gain = {"draw": {"player": "you"}}, {"gain_life": {"player": "you", "amount": 1}}
    assert fits([draw, gain], Draw("you"), GainLife("you", 1))
    assert not fits([gain, draw], Draw("you"), GainLife("you", 1))


def test_missing_surplus_and_alike_outcomes() -> None:
    one, two = [{"gain_life": {"amount": 1}}], [{"gain_life": {"amount": 2}}]
    first, second = [GainLife("you", 1)], [GainLife("you", 2)]
    assert not differences({"outcomes": [two, one]}, first, second)
    assert differences({"outcomes": [one, two]}, first) == (Difference("missing", expected=two),)
    assert differences({"outcomes": [one]}, first, second) == (Difference("surplus", found=written(*second)),)
    (alike,) = differences({"outcomes": [[{"gain_life": {"player": "you"}}]]}, first, second)
    assert alike.kind == "alike"
    assert alike.found == [written(*first), written(*second)]


def test_choosers() -> None:
    assert not differences({"chooser": "you", "outcomes": [[]]}, [], choosers=("you",))
    assert not differences({"outcomes": [[]]}, [], choosers=("you",))
    assert not differences({"chooser": ["opponent", "you"], "outcomes": [[]]}, [], choosers=("you", "opponent"))
    assert differences({"chooser": [], "outcomes": [[]]}, [], choosers=("you",)) == (
        Difference("chooser", [], ["you"]),
    )


@pytest.mark.parametrize(
    ("answer", "path"),
    [
        ([], "answer"),
        ({"chooser": "you"}, "answer"),
        ({"outcomes": 3}, "answer.outcomes"),
        ({"outcomes": [3]}, "answer.outcomes[0]"),
        ({"outcomes": [[{"draw": {"count": "two"}}]]}, "answer.outcomes[0][0].draw.count"),
        ({"outcomes": [[{"draw": {"cuont": 2}}]]}, "answer.outcomes[0][0].draw.cuont"),
        ({"outcomes": [[{"draw": {}, "mill": {}}]]}, "answer.outcomes[0][0]"),
    ],
)
def test_wrong_answers_say_where(answer: object, path: str) -> None:
    with pytest.raises(MalformedError) as caught:
        differences(answer)
    assert caught.value.path == path


_events = st.one_of(
    st.builds(DrawCards, st.sampled_from(PLAYERS), st.integers(1, 3)),
    st.builds(GainLife, st.sampled_from(PLAYERS), st.integers(1, 3)),
    st.builds(DealDamage, st.just("bolt"), st.sampled_from([*PLAYERS, "rhino"]), st.integers(1, 3), st.booleans()),
    st.builds(
        PutCounters,
        st.sampled_from(["bear", "you"]),
        st.lists(st.tuples(st.sampled_from(["+1/+1", "charge"]), st.integers(1, 3)), min_size=1, max_size=2).map(tuple),
    ),
    st.builds(
        CreateTokens,
        st.sampled_from(PLAYERS),
        st.lists(
            st.builds(Tokens, st.sampled_from([CLUE, FOOD, SQUIRREL]), st.integers(1, 3), st.booleans()),
            min_size=1,
            max_size=3,
        ).map(tuple),
    ),
    st.builds(
        Move, st.sampled_from(["bear", "rhino"]), st.sampled_from([Zone.EXILE, Zone.LIBRARY]), st.just(Zone.BATTLEFIELD)
    ),
)


@given(st.lists(st.lists(_events, max_size=4), max_size=3))
def test_an_outcome_fits_what_is_written_of_it(outcomes: list[list[Event]]) -> None:
    expected = [written(*events) for events in outcomes]
    assert not [d for d in differences({"outcomes": expected}, *outcomes) if d.kind != "alike"]
