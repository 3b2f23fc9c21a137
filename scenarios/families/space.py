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


@dataclass(frozen=True)
class Component:
    """Axes that belong together: how many combinations of their places there are, and the one at a number.

    ``listed``: they had to be listed to be counted.
    """

    axes: tuple[str, ...]
    size: int
    at: Callable[[int], Sequence[int]]
    listed: bool = False


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
        return tuple(axis for component in self.components if component.listed for axis in component.axes)

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
    among = next(iter(domains.values())).size
    if not rules and not groups:
        return Component(axes, among, lambda number: (number,))
    different = rules != [] and _all_different(axes, rules)
    alone = len(groups) == 1 and len(groups[0]) == len(axes)  # one symmetry, of single axes, and nothing else
    if alone and (different or not rules):
        number, order = len(axes), [axes.index(block[0]) for block in groups[0]]
        spread = 0 if different else 1

        def unordered(place: int) -> Sequence[int]:
            chosen = combination(place, among + spread * (number - 1), number)
            found = [0] * number
            for rank, (axis, one) in enumerate(zip(order, chosen, strict=True)):
                found[axis] = one - spread * rank
            return found

        return Component(axes, comb(among + spread * (number - 1), number), unordered)
    if different and not groups and same(tuple(domains.values())):
        number = len(axes)
        return Component(axes, perm(among, number), lambda place: arrangement(place, among, number))
    if not rules and len(groups) == 1:
        return _blocks(domains, groups[0])
    return _listed(domains, rules, groups)


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
    return len(pairs) == comb(len(axes), 2)


def _blocks(domains: dict[str, Domain], group: tuple[Block, ...]) -> Component:
    """Interchangeable blocks of several axes each: unordered selections of what a block can be."""
    axes = tuple(domains)
    sizes = [domains[axis].size for axis in group[0]]
    among, number = prod(sizes), len(group)

    def at(place: int) -> Sequence[int]:
        chosen = combination(place, among + number - 1, number)
        found: dict[str, int] = {}
        for rank, (block, one) in enumerate(zip(group, chosen, strict=True)):
            rest = one - rank
            for axis, size in zip(reversed(block), reversed(sizes), strict=True):
                rest, found[axis] = divmod(rest, size)
        return [found[axis] for axis in axes]

    return Component(axes, comb(among + number - 1, number), at)


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
    sizes = [domains[axis].size for axis in axes]
    found = array("q", _solutions(domains, allowed, rules))
    if groups:
        found = array("q", _without_symmetries(found, axes, sizes, groups))
    return Component(axes, len(found), lambda place: _digits(found[place], sizes), listed=True)


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
