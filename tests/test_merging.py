"""Two cards that become one: every choice, again and again, and the numbers of docs/blurry-visionary.md."""

import re
from itertools import permutations, product
from pathlib import Path

import pytest

from model.cards import Layout
from model.zones import Zone
from scenarios import catalogue
from solver.faces import appearances, face_for, sides_of
from solver.merging import mergings, number_of_results, repeated, results

PAGE = (Path(__file__).parents[1] / "docs" / "blurry-visionary.md").read_text(encoding="utf-8")
DELVER = "Delver of Secrets // Insectile Aberration"
VALKI = "Valki, God of Lies // Tibalt, Cosmic Impostor"
ONE_SIDED = ("Brainstorm", "Forest", "Island", "Think Twice", "Swamp")
DOUBLE_FACED = (
    DELVER, VALKI, "Kazandu Mammoth // Kazandu Valley", "Village Watch // Village Reavers",
    "Tony Stark // The Invincible Iron Man",
)  # fmt: skip
EVERY_LAYOUT = (
    "Forest", DELVER, VALKI, "Gisela, the Broken Blade", "Wear // Tear", "Commit // Memory",
    "Bottomless Pool // Locker Room", "Bonecrusher Giant // Stomp",
    "Bloomvine Regent // Claim Territory", "Cheerful Osteomancer // Raise Dead",
    "Budoka Gardener // Dokai, Weaver of Life", "Combat Thresher", "Student of Warfare",
    "History of Benalia",
)  # fmt: skip


def cards(*names):
    return tuple(catalogue.find(name) for name in names)


def naive(first, second):
    """Every result by hand: both orders of the cards, every side of each."""
    return {
        (front, back)
        for one, other in ((first, second), (second, first))
        for front, back in product(sides_of(one), sides_of(other))
    }


@pytest.mark.parametrize("first", EVERY_LAYOUT)
@pytest.mark.parametrize("second", EVERY_LAYOUT)
def test_any_two_cards_of_any_layout(first, second):
    one, other = cards(first, second)
    expected = naive(one, other)
    assert len(mergings(one, other)) == 2 * len(sides_of(one)) * len(sides_of(other))
    assert len(results(one, other)) == len(expected) == number_of_results((one, other), 1)
    for result in results(one, other):
        assert result.layout is Layout.MODAL_DFC
        assert sides_of(result) in expected


def test_the_example_of_the_notes():
    assert {card.full_name for card in results(*cards("Brainstorm", DELVER))} == {
        "Brainstorm // Delver of Secrets", "Brainstorm // Insectile Aberration",
        "Delver of Secrets // Brainstorm", "Insectile Aberration // Brainstorm",
    }  # fmt: skip


def test_one_card_and_none():
    assert repeated((), 3) == ()
    assert [found.card for found in repeated(cards("Forest"), 3)] == list(cards("Forest"))
    assert number_of_results((), 1) == 0
    assert number_of_results(cards("Forest"), 5) == 1


@pytest.mark.parametrize("names", list(permutations((DELVER, "Forest", VALKI, "Brainstorm"), 4))[::3])
def test_again_and_again_by_hand(names):
    """All decisions one by one lead to what the theorem says, and to as many as the formula says."""
    listed = cards(*names)
    reached = {listed[0]}
    for times, card in enumerate(listed[1:], 1):
        reached = {result for before in reached for result in results(before, card)}
        last, before = sides_of(card), [side for one in listed[:times] for side in sides_of(one)]
        pairs = {pair for x, y in product(last, before) for pair in ((x, y), (y, x))}
        assert {sides_of(result) for result in reached} == pairs
        assert len(reached) == number_of_results(listed, times) == len(repeated(listed, times))


def test_how_to_get_each():
    for found in repeated(cards(*DOUBLE_FACED), 4):
        before = cards(*DOUBLE_FACED)[0]
        for merging, card in zip(found.way, cards(*DOUBLE_FACED)[1:], strict=True):
            assert merging.first in sides_of(before)
            assert merging.second in sides_of(card)
            before = merging.result
        assert before == found.card


def test_a_library_that_runs_out():
    listed = cards(DELVER, "Forest", "Brainstorm")
    assert {found.card for found in repeated(listed, 9)} == {found.card for found in repeated(listed, 2)}
    assert number_of_results(listed, 9) == number_of_results(listed, 2)


def test_the_result_is_its_front_side_off_the_stack_and_battlefield():
    for card in results(*cards("Bonecrusher Giant // Stomp", "Wear // Tear")):
        front, back = sides_of(card)
        for zone in (Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD, Zone.EXILE):
            assert face_for(card, zone, 3) == face_for(front, zone)
        assert face_for(card, Zone.STACK, len(front.faces)) == back.faces[0]
        assert {one.face.name for one in appearances(card) if one.zone == "stack"} >= {"Stomp", "Wear", "Tear"}


# --- the page -------------------------------------------------------------------------------------------------------


def rows(heading):
    """The rows of the table under this heading, as lists of cells."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    listed = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    return listed[2:]


NAMES = {"Delver of Secrets": DELVER, "Valki": VALKI, "Bonecrusher Giant": "Bonecrusher Giant // Stomp",
         "Gisela": "Gisela, the Broken Blade"}  # fmt: skip


def test_numbers_for_two_cards():
    found = rows("One ability, two cards")
    assert len(found) == 7
    for pair, number in found:
        assert len(results(*cards(*(NAMES.get(name, name) for name in pair.split(", "))))) == int(number), pair


FAMILIES = {
    "all one-sided, different": ONE_SIDED,
    "all double-faced, different": DOUBLE_FACED,
    "a double-faced card first, then one-sided ones": (DELVER, *ONE_SIDED[:4]),
    "a one-sided card first, then double-faced ones": ("Forest", *DOUBLE_FACED[:4]),
    "copies of one double-faced card": (DELVER,) * 5,
    "copies of one one-sided card": ("Forest",) * 5,
}


def test_numbers_for_n_abilities():
    found = rows("The same card, n times")
    assert [row[0] for row in found] == list(FAMILIES)
    for name, formula, *numbers in found:
        python = re.sub(r"(\d)([n(])", r"\1 * \2", formula)
        for n, number in enumerate(numbers, 1):
            assert len(repeated(cards(*FAMILIES[name]), n)) == int(number), (name, n)
            assert eval(python, {"n": n}) == int(number), (name, n)


def test_ways_to_decide():
    listed = cards(*DOUBLE_FACED)
    ways, before = 1, listed[0]
    for n, card in enumerate(listed[1:], 1):
        ways *= len(mergings(before, card))
        before = mergings(before, card)[0].result
        assert ways == 8**n
