"""python-constraint behind our own door: each of its traps, and the answers against plain enumeration."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.csp import AllDifferent, AnyConstraint, Constraint, Total, solutions


def test_no_variables_have_one_empty_solution():
    assert solutions({}) == [{}]
    assert solutions({}, [AllDifferent(()), Total((), 0), Constraint((), lambda: True)]) == [{}]
    assert solutions({}, [Total((), 1)]) == []
    assert solutions({}, [Constraint((), lambda: False)]) == []


def test_a_constraint_without_variables_is_not_one_on_all_variables():
    assert solutions({"a": [1, 2]}, [Constraint((), lambda: True)]) == [{"a": 1}, {"a": 2}]
    assert solutions({"a": [1, 2], "b": [1]}, [AllDifferent(())]) == [{"a": 1, "b": 1}, {"a": 2, "b": 1}]


def test_an_empty_domain_has_no_solution():
    assert solutions({"a": [], "b": [1]}) == []


def test_a_domain_that_constraints_empty_has_no_solution():
    assert solutions({"a": [1], "b": [5]}, [Total(("a", "b"), 3), Constraint(("a",), lambda a: a > 1)]) == []


def test_equal_values_count_once():
    assert solutions({"a": ["x", "y", "x"], "b": ["z", "z"]}) == [{"a": "x", "b": "z"}, {"a": "y", "b": "z"}]


def test_solutions_are_sorted_by_the_order_of_the_domains():
    found = solutions({"b": [7, 3], "a": [2, 1]})
    assert found == [{"b": 7, "a": 2}, {"b": 7, "a": 1}, {"b": 3, "a": 2}, {"b": 3, "a": 1}]
    assert [list(each) for each in found] == [["b", "a"]] * 4


def test_the_same_problem_can_be_asked_again():
    domains = {"a": [0, 1, 2], "b": [0, 1, 2]}
    constraints: list[AnyConstraint] = [Constraint(("a",), lambda a: a > 0), Total(("a", "b"), 3)]
    first = solutions(domains, constraints)
    assert solutions(domains, constraints) == first == [{"a": 1, "b": 2}, {"a": 2, "b": 1}]
    assert domains == {"a": [0, 1, 2], "b": [0, 1, 2]}


def test_text_is_never_a_constraint():
    with pytest.raises(TypeError, match="must be a function"):
        Constraint(("a",), "__import__('os')")  # type: ignore[arg-type]


def test_a_constraint_on_something_unknown_is_an_error():
    with pytest.raises(ValueError, match="'c'; the variables are a, b"):
        solutions({"a": [1], "b": [1]}, [AllDifferent(("a", "c"))])


def test_what_is_not_a_number_cannot_be_added():
    with pytest.raises(TypeError, match="whole numbers"):
        solutions({"a": ["one"]}, [Total(("a",), 1)])


def test_permutations():
    places = [0, 1, 2, 3]
    assert len(solutions(dict.fromkeys("abcd", places), [AllDifferent(tuple("abcd"))])) == 24


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.integers(-2, 3), min_size=0, max_size=4), min_size=0, max_size=4),
    st.integers(-2, 5),
    st.booleans(),
)
def test_agrees_with_enumerating_everything(domains, total, different):
    named = {f"v{number}": domain for number, domain in enumerate(domains)}
    names = tuple(named)
    constraints: list[AnyConstraint] = [Total(names, total), *([AllDifferent(names[:2])] if different else [])]
    expected = {
        row for row in product(*domains) if sum(row) == total and (not different or len(set(row[:2])) == len(row[:2]))
    }
    found = [tuple(each.values()) for each in solutions(named, constraints)]
    assert set(found) == expected
    assert len(found) == len(expected)
