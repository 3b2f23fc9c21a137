"""Constraint problems: the one module that imports python-constraint, with its traps fixed.

Every call states a fresh problem, since solving prunes the domains that the library keeps. No variables have one
solution, the empty one. A value that stands twice in a domain counts once. Solutions are unique and sorted by the
places of their values in the domains, the first variable first. A constraint is a function: text is never evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Value = TypeVar("Value", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A test on the values of some variables, which are given to it in this order."""

    variables: tuple[str, ...]
    test: Callable[..., bool]

    def __post_init__(self) -> None:
        """Refuse text in place of the function: the library would evaluate it as Python."""
        if not callable(self.test):
            raise TypeError(f"the test of a constraint must be a function, not {self.test!r}")


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two of these variables have the same value."""

    variables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """The values of these variables are numbers that add up to ``total``."""

    variables: tuple[str, ...]
    total: int


AnyConstraint = Constraint | AllDifferent | Total


def solutions(
    domains: Mapping[str, Sequence[Value]], constraints: Iterable[AnyConstraint] = ()
) -> list[dict[str, Value]]:
    """All solutions, unique and sorted, each with its variables in the order of ``domains``.

    Raises ValueError when a constraint names something that is none of the variables.
    """
    from constraint import AllDifferentConstraint, FunctionConstraint, Problem

    values = {variable: list(dict.fromkeys(domain)) for variable, domain in domains.items()}
    problem = Problem()
    for variable, domain in values.items():
        if domain:  # the library refuses an empty domain, which only means that there is no solution
            problem.addVariable(variable, domain)
    for each in constraints:
        unknown = [variable for variable in each.variables if variable not in values]
        if unknown:
            raise ValueError(f"a constraint names {unknown[0]!r}; the variables are {', '.join(values) or 'none'}")
        if not each.variables:  # the library would take this for "all variables"
            if not _holds_of_nothing(each):
                return []
            continue
        match each:
            case Constraint(variables, test):
                problem.addConstraint(FunctionConstraint(test), list(variables))
            case AllDifferent(variables):
                problem.addConstraint(AllDifferentConstraint(), list(variables))
            case Total(variables, total):
                test = _reaching(total, [values[variable] for variable in variables])
                problem.addConstraint(FunctionConstraint(test, assigned=False), list(variables))
    if not values:
        return [{}]
    if not all(values.values()):
        return []
    places = {variable: {value: place for place, value in enumerate(domain)} for variable, domain in values.items()}
    rows = {tuple(places[variable][solution[variable]] for variable in values) for solution in problem.getSolutions()}
    return [
        {variable: values[variable][place] for variable, place in zip(values, row, strict=True)} for row in sorted(rows)
    ]


def _holds_of_nothing(constraint: AnyConstraint) -> bool:
    match constraint:
        case Constraint(_, test):
            return bool(test())
        case Total(_, total):
            return total == 0
        case _:
            return True


def _reaching(total: int, domains: Sequence[Sequence[object]]) -> Callable[..., bool]:
    """Whether some values, and those that the others could still have, can add up to the total.

    The library's own sum fails on domains that another constraint has emptied.
    """
    from constraint import Unassigned

    lowest = [min((value for value in domain if isinstance(value, int)), default=0) for domain in domains]
    highest = [max((value for value in domain if isinstance(value, int)), default=0) for domain in domains]

    def test(*assigned: object) -> bool:
        least = most = 0
        for value, low, high in zip(assigned, lowest, highest, strict=True):
            if value is Unassigned:
                least, most = least + low, most + high
            elif isinstance(value, int):
                least, most = least + value, most + value
            else:
                raise TypeError(f"only whole numbers can be added up, not {value!r}")
        return least <= total <= most

    return test
