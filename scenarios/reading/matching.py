"""Meanings of templates against values: every way in which the parts of a template could mean a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from scenarios.reading.meanings import DOER

_NAME = re.compile(r"\$([a-z_0-9]+|[A-Z]+)(\.\.)?")
#: Keys that are said together: +1/+1 is one change.
_TOGETHER = ({"power_plus", "toughness_plus"}, {"power", "toughness"})
#: Mappings with more keys are not taken apart.
_MOST_KEYS = 7


def match(meaning: Any, value: Any, names: frozenset[str]) -> Iterator[dict[str, Any]]:
    """Every binding of the parts with these names under which the meaning is the value."""
    yield from _match(meaning, value, {}, names)


def named(meaning: Any) -> frozenset[str]:
    """The parts that a meaning speaks of."""
    return frozenset(one[0] for one in _NAME.findall(repr(meaning)))


def _match(meaning: Any, value: Any, bound: dict[str, Any], names: frozenset[str]) -> Iterator[dict[str, Any]]:
    if isinstance(meaning, str) and "$" in meaning:
        whole = _NAME.fullmatch(meaning)
        if whole:
            yield from _bind(whole[1], value, bound)
        elif isinstance(value, str):
            yield from _match_text(re.split(r"\$([a-z_0-9]+|[A-Z]+)", meaning), value, bound)
    elif isinstance(meaning, dict):
        if isinstance(value, dict):
            yield from _match_mapping(meaning, value, bound, names)
    elif isinstance(meaning, list):
        if isinstance(value, list):
            yield from _match_list(meaning, value, bound, names)
    elif meaning == value and isinstance(meaning, bool) == isinstance(value, bool):
        yield bound


def _bind(name: str, value: Any, bound: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if name not in bound:
        yield {**bound, name: value}
    elif bound[name] == value:
        yield bound


def _match_mapping(
    meaning: dict[str, Any], value: dict[str, Any], bound: dict[str, Any], names: frozenset[str]
) -> Iterator[dict[str, Any]]:
    wanted = {}
    for key, part in meaning.items():
        whole = _NAME.fullmatch(part) if isinstance(part, str) else None
        if whole and whole[1] not in names:
            continue  # the part is absent, and so is its key
        if key.startswith(DOER) and key not in value:
            continue  # a mark for resolving.py
        wanted[key] = part
    rest = wanted.pop("<<", None)
    parts = [(key, part) for key, part in wanted.items() if "$" in key]
    plain = {key: part for key, part in wanted.items() if "$" not in key}
    if not plain.keys() <= value.keys():
        return
    left = {key: part for key, part in value.items() if key not in plain}
    for found, steps, others in _match_keys(parts, left, bound, names):
        if others and rest is None:
            continue
        steps = [*((part, value[key]) for key, part in plain.items()), *steps]
        for one in _match_all(steps, found, names):
            if rest is None:
                yield one
            else:
                yield from _match_merged(rest if isinstance(rest, list) else [rest], others, one, names)


def _match_merged(
    parts: list[Any], value: dict[str, Any], bound: dict[str, Any], names: frozenset[str]
) -> Iterator[dict[str, Any]]:
    """Several mappings whose keys were put together: every way to share them out."""
    first, rest = parts[0], parts[1:]
    if not rest:
        yield from _match(first, value, bound, names)
        return
    for some in _shares(value):
        inner = {key: part for key, part in value.items() if key in some}
        others = {key: part for key, part in value.items() if key not in some}
        for found in _match(first, inner, bound, names):
            yield from _match_merged(rest, others, found, names)


def _shares(value: dict[str, Any]) -> Iterator[frozenset[str]]:
    """Sets of keys: +1/+1 first, as cards have it, then the others in their order."""
    units: list[frozenset[str]] = []
    for key in value:
        pair = next((both for both in _TOGETHER if key in both and both <= value.keys()), {key})
        if frozenset(pair) not in units:
            units.append(frozenset(pair))
    if len(units) > _MOST_KEYS:
        return
    units.sort(key=lambda unit: not unit & _TOGETHER[0])
    for size in [*range(1, len(units) + 1), 0]:
        for some in combinations(units, size):
            yield frozenset().union(*some)


def _match_keys(
    parts: list[tuple[str, Any]], left: dict[str, Any], bound: dict[str, Any], names: frozenset[str]
) -> Iterator[tuple[dict[str, Any], list[tuple[Any, Any]], dict[str, Any]]]:
    """Keys that hold a part ("$k: $n"), each as one of those left: what is bound, what is to match, the rest."""
    if not parts:
        yield bound, [], left
        return
    (key, part), rest = parts[0], parts[1:]
    for one, inner in left.items():
        others = {other: value for other, value in left.items() if other != one}
        for found in _match(key, one, bound, names):
            for last, steps, remaining in _match_keys(rest, others, found, names):
                yield last, [(part, inner), *steps], remaining


def _match_all(steps: list[tuple[Any, Any]], bound: dict[str, Any], names: frozenset[str]) -> Iterator[dict[str, Any]]:
    if not steps:
        yield bound
        return
    (meaning, value), rest = steps[0], steps[1:]
    for found in _match(meaning, value, bound, names):
        yield from _match_all(rest, found, names)


def _match_list(
    meaning: list[Any], value: list[Any], bound: dict[str, Any], names: frozenset[str]
) -> Iterator[dict[str, Any]]:
    if not meaning:
        if not value:
            yield bound
        return
    first, rest = meaning[0], meaning[1:]
    whole = _NAME.fullmatch(first) if isinstance(first, str) else None
    if whole and whole[1] not in names:
        yield from _match_list(rest, value, bound, names)
    elif whole and whole[2]:
        for size in range(1, len(value) + 1 - sum(1 for _ in rest)):
            for found in _bind(whole[1], value[:size], bound):
                yield from _match_list(rest, value[size:], found, names)
    elif value:
        for found in _match(first, value[0], bound, names):
            yield from _match_list(rest, value[1:], found, names)


def _match_text(pieces: list[str], value: str, bound: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """``pieces`` are literal texts and, in between, the names of parts."""
    literal, rest = pieces[0], pieces[1:]
    if not value.startswith(literal):
        return
    value = value[len(literal) :]
    if not rest:
        if not value:
            yield bound
        return
    name, after = rest[0], rest[1:]
    if len(after) == 1 and not after[0]:
        if value:
            yield from _bind(name, value, bound)
        return
    for place in range(1, len(value) + 1):
        if after[0] and not value.startswith(after[0], place):
            continue
        for found in _bind(name, value[:place], bound):
            yield from _match_text(after, value[place:], found)
