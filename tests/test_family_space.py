"""The space that axes span: its size and every combination, against listing all of them and keeping those that fit."""

from __future__ import annotations

import itertools
import math
import pickle
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import LimitError, MalformedError, UnknownNameError
from scenarios.families.conditions import condition
from scenarios.families.domains import Listed, Numbers, Orders, arrangement, combination
from scenarios.families.space import Counted, Different, Fits, Space, Total


def listed(*values: object) -> Listed:
    return Listed(tuple(values), tuple(values))


def everything(space: Space) -> list[tuple[int, ...]]:
    return [tuple(space.at(number).values()) for number in range(space.size)]


def by_hand(domains, rules=(), symmetric=()):
    """The combinations that fit, and of those alike by a symmetry one; as sets of what is alike."""
    names = list(domains)
    found = set()
    for places in itertools.product(*(range(domain.size) for domain in domains.values())):
        at = dict(zip(names, places, strict=True))
        labels = {name: domains[name].label(place) for name, place in at.items()}
        if all(_holds(rule, labels) for rule in rules):
            found.add(_canonical(at, symmetric))
    return found


def _holds(rule, labels):
    if isinstance(rule, Different):
        return len({labels[name] for name in rule.axes}) == len(rule.axes)
    if isinstance(rule, Total):
        return sum(labels[name] for name in rule.axes) == rule.total
    return rule.condition.holds(labels)


def _canonical(at, symmetric):
    at = dict(at)
    for group in symmetric:
        ordered = sorted(tuple(at[name] for name in block) for block in group)
        for block, values in zip(group, ordered, strict=True):
            at.update(zip(block, values, strict=True))
    return tuple(at.values())


SPACES: dict[str, tuple[dict[str, Any], tuple[Any, ...], tuple[Any, ...]]] = {
    "free": ({"a": listed("x", "y"), "b": Numbers(3, 2, 4)}, (), ()),
    "unordered pair": ({"a": Numbers(0, 1, 5), "b": Numbers(0, 1, 5)}, (), ((("a",), ("b",)),)),
    "unordered pair of different ones": (
        {"a": Numbers(0, 1, 5), "c": listed(1, 2), "b": Numbers(0, 1, 5)}, ("a != b",), ((("b",), ("a",)),)
    ),
    "unordered triple": (
        {name: Numbers(0, 1, 5) for name in "abc"}, (Different(("a", "b", "c")),), ((("a",), ("b",), ("c",)),)
    ),
    "triple of which two differ": (
        {name: Numbers(0, 1, 4) for name in "abc"}, ("a != b",), ((("a",), ("b",), ("c",)),)
    ),
    "arranged": ({name: Numbers(0, 1, 5) for name in "abc"}, ("a != b", "b != c", "a != c"), ()),
    "chain": ({name: Numbers(0, 1, 4) for name in "abc"}, ("a != b", "b != c"), ()),
    "blocks": (
        {"a": Numbers(0, 1, 3), "x": listed("you", "opponent"), "b": Numbers(0, 1, 3), "y": listed("you", "opponent")},
        (), ((("a", "x"), ("b", "y")),),
    ),
    "blocks that differ in one": (
        {"a": Numbers(0, 1, 4), "x": listed("you", "opponent"), "b": Numbers(0, 1, 4), "y": listed("you", "opponent")},
        ("b != a",), ((("x", "a"), ("y", "b")),),
    ),
    "blocks that differ in both": (
        {"a": Numbers(0, 1, 4), "x": listed("you", "opponent"), "b": Numbers(0, 1, 4), "y": listed("you", "opponent")},
        ("b != a", "x != y"), ((("x", "a"), ("y", "b")),),
    ),
    "total": ({name: Numbers(0, 1, 4) for name in "abc"}, (Total(("a", "c"), 3),), ()),
    "alone": ({"a": Numbers(0, 1, 9), "b": Numbers(0, 1, 3)}, ("a > 4", "a != 6"), ()),
    "a symmetry and a condition that is not symmetric": (
        {"a": Numbers(0, 1, 5), "b": Numbers(0, 1, 5), "n": Numbers(0, 1, 3)}, ("b < a", "b < n"),
        ((("a",), ("b",)),),
    ),
    "different values of other domains": ({"a": listed("x", "y", "z"), "b": listed("y", "z")}, ("a != b",), ()),
    "nothing fits": ({"a": Numbers(0, 1, 2), "b": Numbers(5, 1, 2)}, ("a > b",), ()),
    "orders": ({"o": Orders(("a", "b", "c")), "n": listed(1, 2)}, (), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", SPACES)
def test_every_combination_once(name: str):
    domains, stated, symmetric = SPACES[name]
    rules = [Fits(condition(rule, domains)) if isinstance(rule, str) else rule for rule in stated]
    space = Space(domains, rules, symmetric)
    found = everything(space)
    assert len(found) == len(set(found)) == space.size
    canonical = [_canonical(dict(zip(domains, places, strict=True)), symmetric) for places in found]
    assert len(set(canonical)) == len(canonical)
    assert set(canonical) == by_hand(domains, rules, symmetric)
    for places in found:  # what stands for those alike fits itself
        labels = {axis: domains[axis].label(place) for axis, place in zip(domains, places, strict=True)}
        assert all(_holds(rule, labels) for rule in rules)
    assert everything(pickle.loads(pickle.dumps(space))) == found


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_random_spaces(data: st.DataObject):
    names = "abcd"[: data.draw(st.integers(1, 4))]
    domains = {name: Numbers(data.draw(st.integers(0, 2)), 1, data.draw(st.integers(1, 4))) for name in names}
    signs = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    pairs = st.tuples(st.sampled_from(names), signs, st.sampled_from([*names, "1", "2"]))
    texts = data.draw(st.lists(pairs.map(" ".join), max_size=3))
    rules = [Fits(condition(text, domains)) for text in texts]
    assert set(everything(Space(domains, rules))) == by_hand(domains, rules)


@settings(deadline=None)
@given(st.integers(1, 8), st.data())
def test_sets_and_arrangements_in_order(among: int, data: st.DataObject):
    length = data.draw(st.integers(1, among))
    sets = [tuple(combination(place, among, length)) for place in range(math.comb(among, length))]
    assert sets == list(itertools.combinations(range(among), length))
    arranged = [tuple(arrangement(place, among, length)) for place in range(math.perm(among, length))]
    assert arranged == list(itertools.permutations(range(among), length))


def test_orders_number_the_names():
    orders = Orders(("one", "other"))
    assert [orders.value(place) for place in (0, 1)] == [{"one": 1, "other": 2}, {"other": 1, "one": 2}]
    assert orders.label(1) == "other, one"


def test_large_spaces_are_not_listed():
    names = ("a", "b", "c", "d")
    group = (tuple((name,) for name in names),)
    began = time.process_time()
    space = Space({name: Numbers(0, 1, 10**6) for name in names}, (Different(names),), group)
    assert space.size == math.comb(10**6, 4)
    assert list(space.at(space.size - 1).values()) == [10**6 - 4, 10**6 - 3, 10**6 - 2, 10**6 - 1]
    assert space.listed == ()
    assert time.process_time() - began < 0.5


def test_numbers_beyond_the_space():
    space = Space({"a": Numbers(0, 1, 3)})
    for number in (-1, 3):
        with pytest.raises(IndexError):
            space.at(number)


def test_what_can_only_be_counted_by_listing_is_bounded():
    domains = {name: Numbers(0, 1, 2000) for name in "ab"} | {"c": Numbers(0, 1, 2)}
    space = Space({"a": Numbers(0, 1, 20), "b": Numbers(0, 1, 20), "c": Numbers(0, 1, 2)}, [fits("a < b")])
    assert isinstance(space.components[0], Counted)
    assert (space.listed, space.size) == (("a", "b"), 190 * 2)
    with pytest.raises(LimitError, match=r"a, b can only be counted by listing.* there are 4,000,000,000 to try"):
        Space({"a": Numbers(0, 1, 2_000_000), "b": Numbers(0, 1, 2000)}, [fits("a < b")])
    assert Space(domains).size == 2000 * 2000 * 2


def fits(text: str) -> Fits:
    return Fits(condition(text, ("a", "b", "c", "outcomes", "chooser", "choosers", "found")))


CONDITIONS = [
    ("outcomes > 1", {"outcomes": 2}, True),
    ("outcomes > 1", {"outcomes": None}, False),
    ("chooser == opponent", {"chooser": "opponent"}, True),
    ("chooser == opponent", {"chooser": "you, opponent"}, False),
    ("opponent in choosers", {"choosers": ["you", "opponent"]}, True),
    ("not opponent in choosers", {"choosers": ["you", "opponent"]}, False),
    ("a in [1, 2, 5]", {"a": 5}, True),
    ("a not in [1, 2, 5]", {"a": 5}, False),
    ("a + 2 * b", {"a": 1, "b": 1}, None),
    ("a + b * 2 == 5", {"a": 1, "b": 2}, True),
    ("(a + b) * 2 - 1 == 5", {"a": 1, "b": 2}, True),
    ("a - 1 - 1 == b", {"a": 4, "b": 2}, True),
    ("a - 1 == b", {"a": 3, "b": 2}, True),
    ("a - -1 == b", {"a": 3, "b": 4}, True),
    ("a == 'Grizzly Bears' or b == 'x y'", {"a": "q", "b": "x y"}, True),
    ('a == "Hall, of Gemstone" and not (b == 1 or b == 2)', {"a": "Hall, of Gemstone", "b": 3}, True),
    ("found", {"found": True}, True),
    ("found and a < 2", {"found": True, "a": 2}, False),
    ("not found", {"found": True}, False),
    ("a < b", {"a": "x", "b": 2}, False),
]


@pytest.mark.parametrize(("text", "values", "holds"), CONDITIONS)
def test_conditions(text: str, values: dict, holds: bool | None):
    names = ("a", "b", "c", "outcomes", "chooser", "choosers", "found")
    if holds is None:
        with pytest.raises(MalformedError, match="expected a comparison"):
            condition(text, names)
    else:
        assert condition(text, names).holds(values) is holds


WRONG = [
    ("outcmes > 1", UnknownNameError, r"where: unknown name 'outcmes'; did you mean 'outcomes'\?"),
    ("outcomes >", MalformedError, "a name, a number or a word at the end in 'outcomes >'"),
    ("outcomes > 1 1", MalformedError, "nothing more after a whole condition, found '1'"),
    ("(outcomes > 1", MalformedError, "a closing parenthesis"),
    ("outcomes = 1", MalformedError, "found '= 1'"),
    ("1 == 1", MalformedError, "the name of an axis"),
    ("differs_", UnknownNameError, "unknown name 'differs_'"),
    ("outcomes > 1 and odd", UnknownNameError, "unknown name 'odd'"),
    ("a in [1, 2", MalformedError, "',' or ']' in a list"),
    ("a not [1]", MalformedError, "'in' after 'not'"),
    ("", MalformedError, "at the end"),
    ("and", MalformedError, "found 'and'"),
    (3, MalformedError, "expected a condition such as 'outcomes > 1', found the number 3"),
    ("__import__('os').system('true') == 1", MalformedError, "expected"),
]


@pytest.mark.parametrize(("text", "kind", "message"), WRONG)
def test_wrong_conditions(text: object, kind: type[MalformedError], message: str):
    with pytest.raises(kind, match=message) as caught:
        condition(text, ("a", "outcomes", "differs"), "where")
    assert caught.value.path == "where"
