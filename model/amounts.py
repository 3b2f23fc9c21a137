"""Amounts and conditions: expressions such as ``2 * amount``, ``count(creature you control)``, ``life(you) <= 5``.

Numbers are integers; a condition is an amount that is 0 (false) or not (true). Names are read from the effect's
environment: ``amount`` (the event's amount), ``prevented`` (the damage prevented this way), ``x``.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.selectors import Selector


@dataclass(frozen=True, slots=True)
class Number:
    """A fixed integer."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A value from the environment: ``amount``, ``prevented``, ``x``."""

    name: str


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``; the operator is one of + - * == != < <= > >= and or."""

    operator: str
    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Not:
    """1 where the operand is 0, and 0 elsewhere."""

    operand: Amount


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the situation (``count``, ``power``, ``counters`` ...) or of numbers (``half_up``, ``max`` ...).

    Arguments are selectors, words or amounts, as the function asks.
    """

    function: str
    arguments: tuple[Amount | Selector | str, ...]


Amount = Number | Name | Binary | Not | Call

AMOUNT = Name("amount")
ZERO = Number(0)
ONE = Number(1)


def names_in(amount: Amount) -> frozenset[str]:
    """The names that the expression reads from the environment."""
    match amount:
        case Name(name):
            return frozenset({name})
        case Binary(_, left, right):
            return names_in(left) | names_in(right)
        case Not(operand):
            return names_in(operand)
        case Call(_, arguments):
            return frozenset().union(*(names_in(a) for a in arguments if not isinstance(a, str | Selector)))
        case _:
            return frozenset()


def selectors_in(amount: Amount) -> tuple[Selector, ...]:
    """The selectors that the expression looks at."""
    match amount:
        case Binary(_, left, right):
            return selectors_in(left) + selectors_in(right)
        case Not(operand):
            return selectors_in(operand)
        case Call(_, arguments):
            found: tuple[Selector, ...] = ()
            for argument in arguments:
                if isinstance(argument, Selector):
                    found += (argument,)
                elif not isinstance(argument, str):
                    found += selectors_in(argument)
            return found
        case _:
            return ()
