"""The values of an axis, addressed by their places from 0; those that can be worked out are never listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any, Protocol


class Domain(Protocol):
    """The values of an axis. Two domains are equal when they have the same values in the same order."""

    @property
    def size(self) -> int:
        """How many values there are."""

    @property
    def numeric(self) -> bool:
        """Whether all values are whole numbers."""

    def value(self, place: int) -> Any:
        """The value at a place, as it goes into scenarios."""

    def label(self, place: int) -> Any:
        """The value at a place, as results and conditions have it: a number or a text."""


@dataclass(frozen=True)
class Listed:
    """Values that are there one by one, each with its label; labels differ from each other."""

    values: tuple[Any, ...]
    labels: tuple[Any, ...]

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.values)

    @property
    def numeric(self) -> bool:
        """Whether all values are whole numbers."""
        return all(isinstance(label, int) and not isinstance(label, bool) for label in self.labels)

    def value(self, place: int) -> Any:
        """The value at a place."""
        return self.values[place]

    def label(self, place: int) -> Any:
        """Its label."""
        return self.labels[place]


@dataclass(frozen=True)
class Numbers:
    """Whole numbers at equal distances."""

    first: int
    step: int
    size: int
    numeric: bool = True

    def value(self, place: int) -> Any:
        """The number at a place."""
        return self.first + self.step * place

    label = value


@dataclass(frozen=True)
class Orders:
    """Every order of some names: a mapping of each name to its place in the order, from 1."""

    names: tuple[str, ...]
    numeric: bool = False

    @property
    def size(self) -> int:
        """How many orders there are."""
        return factorial(len(self.names))

    def value(self, place: int) -> Any:
        """The order at a place: which number each name has."""
        return {name: number for number, name in enumerate(self._order(place), 1)}

    def label(self, place: int) -> Any:
        """The names in order."""
        return ", ".join(self._order(place))

    def _order(self, place: int) -> list[str]:
        return [self.names[one] for one in arrangement(place, len(self.names), len(self.names))]


def arrangement(place: int, among: int, length: int) -> list[int]:
    """The ordered choice of ``length`` different numbers below ``among`` that stands at this place of all of them."""
    digits = []
    for left in range(among - length + 1, among + 1):
        place, digit = divmod(place, left)
        digits.append(digit)
    left_over = list(range(among))
    return [left_over.pop(digit) for digit in reversed(digits)]


def combination(place: int, among: int, length: int) -> list[int]:
    """The set of ``length`` different numbers below ``among`` that stands at this place of all of them, sorted."""
    from math import comb

    chosen: list[int] = []
    least = 0
    for left in range(length, 0, -1):
        # Of the sets whose smallest number is at least ``least``, so many begin with a number below ``begin``.
        in_all = comb(among - least, left)
        low, high = least, among - left
        while low < high:
            middle = (low + high) // 2
            if in_all - comb(among - middle - 1, left) > place:
                high = middle
            else:
                low = middle + 1
        place -= in_all - comb(among - low, left)
        chosen.append(low)
        least = low + 1
    return chosen


def same(domains: Sequence[Domain]) -> bool:
    """Whether the domains have the same values in the same order."""
    return all(domain == domains[0] for domain in domains)
