"""Cards taken from the top of a library or picked from a hand, and proliferating."""

from __future__ import annotations

import pytest

import anyorder
from model.errors import OutOfScopeError

BEAR = {"name": "Bear", "type": "Creature — Bear", "power": 2, "toughness": 2}
FIELD = {"name": "Field", "type": "Land"}
DOUBLING = {
    "name": "Doubling",
    "type": "Enchantment",
    "abilities": [{"when": {"put_counters": {"on": "creature you control"}}, "instead": {"count": "2 * amount"}}],
}


def outcomes(ability: dict, also: tuple = (), resolve: dict | None = None, **document: object) -> list[str]:
    """What may come of the ability of a permanent, each outcome in words."""
    seer = {"name": "Seer", "id": "seer", "type": "Artifact", "abilities": [{"activated": "{T}", **ability}]}
    event = {"resolve": {"ability_of": "seer", "ability": 1, **(resolve or {})}}
    answer = anyorder.ask({"battlefield": {"you": [seer, *also]}, "event": event, "question": "outcomes", **document})
    return [" ".join(map(str, outcome.events)) for outcome in answer.outcomes]


def test_only_cards_of_the_kind_are_taken_and_fewer_may_be() -> None:
    take = {
        "take": {"look": 3, "take": 2, "for": "creature card", "up_to": True, "to": "battlefield", "rest": "library"}
    }
    library = {"you": [{**BEAR, "id": "one"}, {**FIELD, "id": "field"}, {**BEAR, "id": "two"}]}
    found = outcomes({"do": [take]}, library=library)
    assert len(found) == 4
    assert not any("Enter(object='field'" in each for each in found)
    assert sum("Enter(object='one'" in each and "Enter(object='two'" in each for each in found) == 1


def test_all_that_are_such_are_taken_where_it_is_no_choice() -> None:
    take = {"take": {"look": 2, "take": 99, "for": "creature card", "rest": "library", "rest_position": "stay"}}
    (found,) = outcomes({"do": [take]}, library={"you": [{**BEAR, "id": "one"}, {**FIELD, "id": "field"}]})
    assert "'one'" in found
    assert "'field'" not in found


def test_cards_that_are_not_known_could_be_such() -> None:
    with pytest.raises(OutOfScopeError):
        outcomes({"do": [{"take": {"look": 2, "take": 1, "for": "creature card", "up_to": True}}]}, library={"you": 5})


PICK = {
    "do": [
        {"pick": {"one": "nonland card in target's hand", "do": [{"discard": {"player": "target", "card": "them"}}]}}
    ]
}


def test_you_choose_what_another_player_discards() -> None:
    hand = {"opponent": [{**BEAR, "id": "one"}, {**FIELD, "id": "field"}, {**BEAR, "id": "two"}]}
    found = outcomes(PICK, hand=hand, players=["you", "opponent"], resolve={"targets": ["opponent"]})
    assert sorted("'one'" in each for each in found) == [False, True]
    assert not any("'field'" in each for each in found)


def test_a_hand_that_is_not_known_is_out_of_scope_and_your_own_does_not_matter() -> None:
    at = {"targets": ["opponent"]}
    with pytest.raises(OutOfScopeError):
        outcomes(PICK, resolve=at, players=["you", "opponent"], hand={"opponent": 2})
    hands = {"opponent": [{**BEAR, "id": "one"}], "you": 3}
    assert outcomes(PICK, resolve=at, players=["you", "opponent"], hand=hands)


def test_proliferating_puts_one_more_of_each_kind_on_what_was_chosen() -> None:
    bear = {**BEAR, "id": "bear", "counters": {"+1/+1": 2, "charge": 1}}
    found = outcomes({"do": [{"proliferate": {"player": "you"}}]}, also=(bear, DOUBLING))
    assert len(found) == 2
    chosen = next(each for each in found if "PutCounters" in each)
    assert "('+1/+1', 2)" in chosen
    assert "('charge', 2)" in chosen


def test_a_permanent_card_is_no_instant_and_no_sorcery() -> None:
    take = {"take": {"look": 2, "take": 1, "for": "permanent card", "up_to": True}}
    found = outcomes(
        {"do": [take]}, library={"you": [{"name": "Zap", "id": "zap", "type": "Instant"}, {**BEAR, "id": "one"}]}
    )
    assert len(found) == 2
