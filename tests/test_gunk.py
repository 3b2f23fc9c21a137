"""New cards that are shuffled into libraries: whose they are, how they move, and how many there can be."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import OutOfScopeError
from model.events import Discard, DrawCards, ExileTop, GainLife, Mill, ShuffleIn
from model.zones import Zone
from scenarios import questions
from scenarios.build import build, build_situation
from scenarios.documents import read_document, validate
from scenarios.notation import card
from solver.answers import outcomes
from solver.new_cards import possible

NEW = card({"name": "Gunk", "type": "Sorcery — Gunk"})


def situation(**parts):
    return build_situation(validate({"players": ["you", "opponent"], **parts}))


def after(event, **parts):
    """The one situation after a document's event."""
    scenario = build(read_document(json.dumps({"title": "x", "event": event, **parts})))
    (outcome,) = outcomes(scenario.situation, *scenario.steps).outcomes
    return outcome.final.situation


def test_the_owner_is_who_shuffles_them_in():
    found = after({"in_order": [
        {"enter": {"object": "Gunk Slug", "under": "you"}},
        {"resolve": {"ability_of": "Fludge, Gunk Guardian"}},
    ]}, battlefield={"you": ["Fludge, Gunk Guardian"]}, hand={"you": ["Gunk Slug"]},
        players=["you", "left", "right"])  # fmt: skip
    new = [thing for thing in found.objects if thing.card.name == "Gunk"]
    assert sorted(thing.owner for thing in new) == ["left"] * 3 + ["right"] * 3
    assert all(thing.zone is Zone.LIBRARY and not thing.token and thing.controller is None for thing in new)


SLUG = {"id": "slug", "name": "Oddball Slug", "type": "Creature — Slug", "power": 1, "toughness": 1}


@pytest.mark.parametrize(("thing", "triggers"), [(SLUG, True), ({"card": "Grizzly Bears", "id": "bear"}, False)])
def test_what_the_guardian_watches_for(thing, triggers):
    found = after({"in_order": [{"enter": {"object": thing["id"], "under": "you"}}, {"resolve_triggers": {}}]},
                  battlefield={"you": ["Fludge, Gunk Guardian"]}, hand={"you": [thing]})  # fmt: skip
    assert len([thing for thing in found.objects if thing.card.name == "Gunk"]) == (3 if triggers else 0)


def test_another_player_s_slug_does_not_count():
    found = after({"in_order": [{"enter": {"object": "slug", "under": "opponent"}}, {"resolve_triggers": {}}]},
                  battlefield={"you": ["Fludge, Gunk Guardian"]}, hand={"opponent": [SLUG]})  # fmt: skip
    assert not [thing for thing in found.objects if thing.card.name == "Gunk"]


def test_token_cards_last_in_every_zone():
    found = after({"in_order": [
        {"resolve": {"ability_of": "Gunk Slug", "targets": ["opponent"]}},
        {"state_based_actions": {}},
    ]}, battlefield={"you": ["Gunk Slug", "Doubling Season"]})  # fmt: skip
    new = [thing for thing in found.objects if thing.card.name == "Gunk"]
    assert len(new) == 3
    assert all(thing.owner == "opponent" and thing.flags == ("token card",) for thing in new)


def test_the_places_of_known_cards_are_lost_as_the_library_is_shuffled():
    parts = {"library": {"you": ["Forest", "Island", 3]}}
    found = after({"shuffle_in": {"player": "you", "card": {"name": "Gunk", "type": "Sorcery"}, "count": 1}}, **parts)
    assert found.player("you").library == ()
    assert sum(thing.zone is Zone.LIBRARY for thing in found.objects) == 3


def test_names_of_several_events_are_unlike():
    one = {"shuffle_in": {"player": "you", "card": {"name": "Gunk", "type": "Sorcery"}, "count": 2}}
    found = after({"in_order": [one, one]})
    assert len({thing.id for thing in found.objects}) == 4


# --- counting --------------------------------------------------------------------------------------------------------

KINDS = {"draw": DrawCards, "mill": Mill, "exile": ExileTop}


def by_lists(library, events):
    """The same by trying every order of the cards: which numbers of new cards can be left."""
    orders = {tuple(library)}
    for what, number in events:
        later = set()
        for cards in orders:
            if what == "shuffle":
                later.add((cards.count("G") + number, len(cards) - cards.count("G")))
            else:
                gunk, others = cards.count("G"), len(cards) - cards.count("G")
                for taken in product((0, 1), repeat=min(number, len(cards))):
                    if sum(taken) <= gunk and len(taken) - sum(taken) <= others:
                        later.add((gunk - sum(taken), others - (len(taken) - sum(taken))))
        orders = {("G",) * gunk + ("o",) * others for gunk, others in later}
    return tuple(sorted({cards.count("G") for cards in orders}))


@given(
    st.integers(0, 4),
    st.lists(st.tuples(st.sampled_from(["shuffle", *KINDS]), st.integers(1, 4)), max_size=4),
)
def test_counts_are_those_of_every_order(others, events):
    made = [
        ShuffleIn("you", NEW, number) if what == "shuffle" else KINDS[what]("you", number) for what, number in events
    ]
    start = situation(library={"you": others})
    assert possible("Gunk", "you", made, start) == by_lists(["o"] * others, events)


def test_every_zone_can_be_counted():
    start = situation(library={"you": 1}, hand={"you": 0})
    events = [ShuffleIn("you", NEW, 1), DrawCards("you", 1), Discard("you", None)]
    zones = (Zone.LIBRARY, Zone.HAND, Zone.GRAVEYARD)
    assert [possible("Gunk", "you", events, start, zone) for zone in zones] == [(0, 1), (0,), (0, 1)]


def test_other_players_and_other_names_do_not_count():
    other = card({"name": "Gunky", "type": "Sorcery"})
    events = [ShuffleIn("opponent", NEW, 3), ShuffleIn("you", other, 2), DrawCards("opponent", 1)]
    assert possible("Gunk", "you", events, situation()) == (0,)


def test_known_cards_move_for_sure():
    gunk = {"name": "Gunk", "type": "Sorcery", "id": "one"}
    question = {"count": {"card": "Gunk", "player": "you", "after": [
        {"discard": {"player": "you", "card": "one"}},
        {"move": {"object": "one", "to": "library", "from": "graveyard"}},
    ]}}  # fmt: skip
    scenario = build(read_document(json.dumps({"title": "x", "hand": {"you": [gunk]}, "question": question})))
    assert scenario.asked is not None
    (value,) = questions.values("count", scenario.asked, scenario.situation)
    assert value.value == [1]


def test_a_card_is_followed_from_zone_to_zone():
    gunk = {"name": "Gunk", "type": "Sorcery", "id": "one"}
    question = {"count": {"card": "Gunk", "player": "you", "after": [
        {"move": {"object": "one", "to": "exile"}},
        {"move": {"object": "one", "to": "hand"}},
        {"move": {"object": "one", "to": "library"}},
    ]}}  # fmt: skip
    scenario = build(read_document(json.dumps({"title": "x", "graveyard": {"you": [gunk]}, "question": question})))
    assert scenario.asked is not None
    (value,) = questions.values("count", scenario.asked, scenario.situation)
    assert value.value == [1]


def test_what_resolves_is_followed_to_each_outcome():
    either = {
        "choose": {"one": [{"shuffle_in": {"card": "Gunk"}}], "two": [{"shuffle_in": {"card": "Gunk", "count": 2}}]}
    }
    spell = {"name": "Muck", "id": "muck", "type": "Sorcery", "abilities": [{"spell": [either]}]}
    question = {"count": {"card": "Gunk", "player": "you", "after": [{"resolve": {"object": "muck"}}]}}
    document = {"title": "x", "stack": {"you": [spell]}, "library": {"you": []}, "question": question}
    scenario = build(read_document(json.dumps(document)))
    assert scenario.asked is not None
    (value,) = questions.values("count", scenario.asked, scenario.situation)
    assert value.value == [1, 2]


def test_events_that_move_cards_in_other_ways_are_not_followed():
    with pytest.raises(OutOfScopeError):
        possible("Gunk", "you", [GainLife("you", 1)], situation())


def test_many_tokens_get_names_in_order_past_those_that_are_taken():
    event = {"create_tokens": {"player": "you", "token": "Squirrel", "count": 3}}
    found = after({"in_order": [event, event]}, battlefield={"you": [{"card": "Forest", "id": "Squirrel token 2"}]})
    names = [thing.id for thing in found.objects if thing.token]
    assert names == ["Squirrel token", *(f"Squirrel token {number}" for number in range(3, 8))]
