"""The space that axes span: how many combinations of values there are, and which one stands at a number.

Axes that a constraint or a symmetry joins form a component; components are independent of each other, so that the size
of the space is the product of theirs, and a number says which combination of each. Sets and orders of values are
worked out from the number; only the combinations of a component whose constraints leave no other way are listed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, perm, prod
from typing import Protocol

from model.errors import LimitError
from scenarios.families.conditions import Condition
from scenarios.families.domains import Domain, arrangement, combination, same

#: So many combinations of one component may be tried where constraints can only be counted by listing.
MOST_TRIED = 5_000_000

#: The axes that are one of the interchangeable parts of a symmetry: often one, sometimes a card with its controller.
Block = tuple[str, ...]


@dataclass(frozen=True)
class Different:
    """No two of these axes have the same value."""

    axes: tuple[str, ...]


@dataclass(frozen=True)
class Total:
    """The numbers of these axes add up to ``total``."""

    axes: tuple[str, ...]
    total: int


@dataclass(frozen=True)
class Fits:
    """A condition on the labels of some axes holds."""

    condition: Condition

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes that it speaks of."""
        return self.condition.names


Rule = Different | Total | Fits


class Component(Protocol):
    """Axes that belong together: how many combinations of their places there are, and the one at a number."""

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes, in the order in which ``at`` gives their places."""

    @property
    def size(self) -> int:
        """How many combinations there are."""

    def at(self, number: int) -> Sequence[int]:
        """The places of the values of all axes, for a number below ``size``."""


@dataclass(frozen=True)
class Free:
    """An axis that nothing joins to others."""

    axes: tuple[str]
    size: int

    def at(self, number: int) -> Sequence[int]:
        """The place itself."""
        return (number,)


@dataclass(frozen=True)
class Arranged:
    """Axes of the same values, no two of which have the same one."""

    axes: tuple[str, ...]
    among: int

    @property
    def size(self) -> int:
        """How many ordered choices there are."""
        return perm(self.among, len(self.axes))

    def at(self, number: int) -> Sequence[int]:
        """The ordered choice of that number."""
        return arrangement(number, self.among, len(self.axes))


@dataclass(frozen=True)
class Unordered:
    """Interchangeable blocks of axes: unordered selections, with repetition, of what a block can be.

    ``sizes`` are those of the axes of one block.
    """

    blocks: tuple[Block, ...]
    sizes: tuple[int, ...]

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes, block by block."""
        return tuple(axis for block in self.blocks for axis in block)

    @property
    def _among(self) -> int:
        return prod(self.sizes) + len(self.blocks) - 1

    @property
    def size(self) -> int:
        """How many unordered selections there are."""
        return comb(self._among, len(self.blocks))

    def at(self, number: int) -> Sequence[int]:
        """The selection of that number, in the order of the values."""
        chosen = combination(number, self._among, len(self.blocks))
        found: list[int] = []
        for rank, one in enumerate(chosen):
            found += _digits(one - rank, self.sizes)
        return found


@dataclass(frozen=True)
class Led:
    """Interchangeable blocks that differ in one of their axes each (the leading one): the others are free.

    ``blocks`` have the leading axis first.
    """

    blocks: tuple[Block, ...]
    sizes: tuple[int, ...]

    @property
    def axes(self) -> tuple[str, ...]:
        """The leading axes, then the others block by block."""
        return tuple(block[0] for block in self.blocks) + tuple(axis for block in self.blocks for axis in block[1:])

    @property
    def _others(self) -> tuple[int, ...]:
        return self.sizes[1:] * len(self.blocks)

    @property
    def size(self) -> int:
        """How many sets of leading values there are, times what the others can be."""
        return comb(self.sizes[0], len(self.blocks)) * prod(self._others)

    def at(self, number: int) -> Sequence[int]:
        """The combination of that number; the leading values change slowest."""
        number, rest = divmod(number, prod(self._others))
        return [*combination(number, self.sizes[0], len(self.blocks)), *_digits(rest, self._others)]


@dataclass(frozen=True)
class Counted:
    """Axes whose combinations had to be listed to be counted, each as one number."""

    axes: tuple[str, ...]
    sizes: tuple[int, ...]
    numbers: array[int]

    @property
    def size(self) -> int:
        """How many combinations there are."""
        return len(self.numbers)

    def at(self, number: int) -> Sequence[int]:
        """The combination of that number."""
        return _digits(self.numbers[number], self.sizes)


class Space:
    """All combinations of values that keep to the rules, those that differ by a symmetry alone counted once."""

    def __init__(
        self, domains: Mapping[str, Domain], rules: Iterable[Rule] = (), symmetric: Iterable[Sequence[Block]] = ()
    ) -> None:
        """Raises LimitError where a component can only be counted by listing, and is too large for that."""
        self.domains = dict(domains)
        self.components = tuple(_components(self.domains, list(rules), [tuple(group) for group in symmetric]))
        self.size = prod(component.size for component in self.components)

    @property
    def listed(self) -> tuple[str, ...]:
        """The axes whose combinations had to be listed to be counted."""
        return tuple(axis for one in self.components if isinstance(one, Counted) for axis in one.axes)

    def at(self, number: int) -> dict[str, int]:
        """The places of the values of all axes at a number from 0; the first component changes slowest.

        Raises IndexError for a number that is not in the space.
        """
        if not 0 <= number < self.size:
            raise IndexError(number)
        found: dict[str, int] = {}
        for component in reversed(self.components):
            number, rest = divmod(number, component.size)
            found.update(zip(component.axes, component.at(rest), strict=True))
        return {axis: found[axis] for axis in self.domains}


def _components(domains: dict[str, Domain], rules: list[Rule], groups: list[tuple[Block, ...]]) -> Iterator[Component]:
    """The connected components of axes, in the order of their first axes."""
    joined = [set(rule.axes) for rule in rules] + [{axis for block in group for axis in block} for group in groups]
    left = list(domains)
    while left:
        axes = {left[0]}
        while any(axes & other and not other <= axes for other in joined):
            axes |= {axis for other in joined if axes & other for axis in other}
        inside = tuple(axis for axis in domains if axis in axes)
        yield _component(
            {axis: domains[axis] for axis in inside},
            [rule for rule in rules if rule.axes and set(rule.axes) <= axes],
            [group for group in groups if set(group[0]) <= axes],
        )
        left = [axis for axis in left if axis not in axes]


def _component(domains: dict[str, Domain], rules: list[Rule], groups: list[tuple[Block, ...]]) -> Component:
    axes = tuple(domains)
    sizes = tuple(domain.size for domain in domains.values())
    if not rules and not groups:
        return Free((axes[0],), sizes[0])
    different = bool(rules) and _all_different(axes, rules)
    if len(groups) == 1 and sum(map(len, groups[0])) == len(axes):  # one symmetry, and nothing else
        if not rules:
            return Unordered(groups[0], tuple(domains[axis].size for axis in groups[0][0]))
        leading = _leading(groups[0], rules)
        if leading is not None:
            blocks = tuple((block[leading], *block[:leading], *block[leading + 1 :]) for block in groups[0])
            return Led(blocks, tuple(domains[axis].size for axis in blocks[0]))
    if different and not groups and same(tuple(domains.values())):
        return Arranged(axes, sizes[0])
    return _listed(domains, rules, groups)


def _leading(group: tuple[Block, ...], rules: list[Rule]) -> int | None:
    """The place in the blocks of the axes that must all differ, where the rules say no more than that."""
    for place in range(len(group[0])):
        if _all_different(tuple(block[place] for block in group), rules):
            return place
    return None


def _all_different(axes: tuple[str, ...], rules: list[Rule]) -> bool:
    """Whether the rules say that all of these axes differ from each other, and no more."""
    pairs: set[frozenset[str]] = set()
    for rule in rules:
        if isinstance(rule, Fits) and rule.condition.different is not None:
            pairs.add(frozenset(rule.condition.different))
        elif isinstance(rule, Different):
            pairs |= {frozenset((a, b)) for a in rule.axes for b in rule.axes if a != b}
        else:
            return False
    return pairs == {frozenset((a, b)) for a in axes for b in axes if a != b}


def _listed(domains: dict[str, Domain], rules: list[Rule], groups: list[tuple[Block, ...]]) -> Component:
    """The combinations that python-constraint finds, each as one number; slice by slice, so that few are held at once.

    Of combinations that differ by a symmetry alone the first stays.
    """
    axes = tuple(domains)
    allowed = {axis: _alone(axis, domain, rules) for axis, domain in domains.items()}
    tried = prod(len(places) for places in allowed.values())
    if tried > MOST_TRIED:
        raise LimitError(
            f"constraints: the combinations of {', '.join(axes)} can only be counted by listing them, and there are "
            f"{tried:,} to try, more than {MOST_TRIED:,}; name fewer values, or join fewer axes by constraints"
        )
    sizes = tuple(domains[axis].size for axis in axes)
    found = array("q", _solutions(domains, allowed, rules))
    if groups:
        found = array("q", _without_symmetries(found, axes, sizes, groups))
    return Counted(axes, sizes, found)


def _alone(axis: str, domain: Domain, rules: list[Rule]) -> list[int]:
    """The places of an axis that keep to the rules about it alone."""
    own = [rule.condition.holds for rule in rules if isinstance(rule, Fits) and rule.axes == (axis,)]
    if not own and domain.size > MOST_TRIED:
        raise LimitError(f"constraints: {axis} has {domain.size:,} values, too many for a constraint with others")
    return [place for place in range(domain.size) if all(holds({axis: domain.label(place)}) for holds in own)]


def _solutions(domains: dict[str, Domain], allowed: dict[str, list[int]], rules: list[Rule]) -> Iterator[int]:
    from solver import csp

    axes = tuple(domains)
    constraints: list[csp.AnyConstraint] = []
    for rule in rules:
        if len(rule.axes) > 1 or not isinstance(rule, Fits):
            test = _test(rule, [domains[axis] for axis in rule.axes])
            constraints.append(csp.Constraint(tuple(rule.axes), test))
    first = axes[0]
    for place in allowed[first]:
        for solution in csp.solutions({**allowed, first: [place]}, constraints):
            number = 0
            for axis in axes:
                number = number * domains[axis].size + solution[axis]
            yield number


def _test(rule: Rule, domains: list[Domain]) -> Callable[..., bool]:
    """The rule as a test on the places of its axes."""
    axes = rule.axes

    def labels(places: tuple[int, ...]) -> list[object]:
        return [domain.label(place) for domain, place in zip(domains, places, strict=True)]

    match rule:
        case Different():
            return lambda *places: len(set(labels(places))) == len(places)
        case Total(_, total):
            return lambda *places: sum(int(str(one)) for one in labels(places)) == total
        case Fits(condition):
            holds = condition.holds
            return lambda *places: holds(dict(zip(axes, labels(places), strict=True)))


def _digits(number: int, sizes: Sequence[int]) -> list[int]:
    """The places of all axes that a number stands for."""
    found = []
    for size in reversed(sizes):
        number, digit = divmod(number, size)
        found.append(digit)
    found.reverse()
    return found


def _without_symmetries(
    numbers: Iterable[int], axes: tuple[str, ...], sizes: Sequence[int], groups: list[tuple[Block, ...]]
) -> Iterator[int]:
    """The first of those that are the same when interchangeable blocks are sorted."""
    seen: set[tuple[int, ...]] = set()
    blocks = [[[axes.index(axis) for axis in block] for block in group] for group in groups]
    for number in numbers:
        digits = _digits(number, sizes)
        for group in blocks:
            ordered = sorted([digits[place] for place in block] for block in group)
            for block, values in zip(group, ordered, strict=True):
                for place, value in zip(block, values, strict=True):
                    digits[place] = value
        if (key := tuple(digits)) not in seen:
            seen.add(key)
            yield number
