"""Exact counts over forty fixed families: scenarios, outcomes and orderings, and on a difference where it begins."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.families.counts import Branch
from scenarios.families.family import Family
from tools import exact_counts

ENTRIES = exact_counts.read()


def parting(name: str, expected: list[str], found: list[Branch]) -> str:
    """The first branch that is another than expected, and within it the first decision or outcome that is."""
    for place, one in enumerate(found):
        wanted = expected[place] if place < len(expected) else "(no such scenario)"
        if str(one) != wanted:
            lines = [f"{name}: scenarios part at number {one.number}", f"  expected {wanted}", f"  found    {one}"]
            for what, before, now in zip(("decision", "outcome"), _parts(wanted), _parts(str(one)), strict=True):
                for part in dict.fromkeys((*before, *now)):
                    if (part in before) != (part in now):
                        where = "only expected" if part in before else "only found"
                        return "\n".join([*lines, f"  the first {what} where they part ({where}): {part}"])
            return "\n".join(lines)
    return f"{name}: expected {len(expected)} scenarios, found {len(found)}"


def _parts(line: str) -> tuple[list[str], list[str]]:
    """The first decisions and the outcomes of a branch, each with its number of orderings."""
    first, _, ends = line.partition(" | ")[2].partition(" | ")
    return first.split("; "), ends.split("; ")


@pytest.mark.parametrize("name", ENTRIES)
def test_counts(name: str):
    entry = ENTRIES[name]
    family, found = exact_counts.counted(name, entry["family"])
    lines = [str(one) for one in found]
    assert lines == entry["branches"], "\n" + parting(name, entry["branches"], found)
    numbers = (family.size, sum(one.outcomes for one in found), sum(one.orderings for one in found))
    assert numbers == (entry["scenarios"], entry["outcomes"], entry["orderings"])


def test_forty_families_with_something_in_them():
    assert len(ENTRIES) == 40
    assert sum(entry["scenarios"] for entry in ENTRIES.values()) > 1_000
    several = [name for name, entry in ENTRIES.items() if entry["outcomes"] > entry["scenarios"]]
    assert len(several) > 20


def test_orderings_are_the_same_by_first_decisions_and_by_ends():
    """Two ways to count on the graph: forward from the start, and backward from the outcomes."""
    for name, entry in ENTRIES.items():
        for one in exact_counts.counted(name, entry["family"])[1]:
            if one.first:
                assert sum(one.first.values()) == sum(one.ends.values()), one


def test_the_file_is_written_as_it_is():
    some = dict(list(ENTRIES.items())[:2])
    text = exact_counts.written(some)
    assert exact_counts.FILE.read_text(encoding="utf-8").startswith(text)


def a_pair(**changes: Any) -> dict[str, Any]:
    values = ENTRIES["counters by pairs"]["family"]
    return {**values, **changes}


def test_a_difference_is_told_by_its_first_branch():
    entry = ENTRIES["counters by pairs"]
    _, found = exact_counts.counted("pairs", entry["family"])
    place = next(place for place, one in enumerate(found) if one.outcomes > 1)
    line = entry["branches"][place]
    ended = line.replace("put_counters bear +1/+1 3", "put_counters bear +1/+1 7")
    assert ended != line
    told = parting("pairs", [*entry["branches"][:place], ended, *entry["branches"][place + 1 :]], found)
    assert f"pairs: scenarios part at number {place}" in told
    assert "the first outcome where they part (only expected): 1 put_counters bear +1/+1 7" in told
    begun = line.replace("1 you: Doubling Season", "2 you: Doubling Season")
    assert begun != line
    told = parting("pairs", [*entry["branches"][:place], begun, *entry["branches"][place + 1 :]], found)
    assert "the first decision where they part (only expected): 2 you: Doubling Season" in told
    assert "(no such scenario)" in parting("pairs", entry["branches"][:29], found)
    assert parting("pairs", entry["branches"], found[:29]) == "pairs: expected 30 scenarios, found 29"


def test_a_family_that_grew_is_told():
    entry = ENTRIES["counters by pairs"]
    axes = {**entry["family"]["axes"], "count": [1, 2, 3]}
    family, found = exact_counts.counted("pairs", a_pair(axes=axes))
    assert family.size == 45
    assert "part at number 2" in parting("pairs", entry["branches"], found)


def test_a_family_without_an_answer_is_refused():
    with pytest.raises(ValueError, match=r"pairs: 0\. .*MalformedError"):
        exact_counts.counted("pairs", a_pair(axes={**ENTRIES["counters by pairs"]["family"]["axes"], "count": ["x"]}))
    assert Family(a_pair()).size == 30
