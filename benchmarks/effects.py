"""The problem that every method is given: effects on one event's amount, each applied once, in any order.

An amount goes in, each effect rewrites it, and the outcomes are the different amounts that come out over all
orders. A mix names the effects to use: D doubles the amount, A adds one, and S sets it, each S to an odd number of
its own (3, 5, 7, ...) so that which S came last can be told from the outcome.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

MIXES = ("DS", "DA", "DSA")
START = 1


@dataclass(frozen=True, slots=True, order=True)
class Effect:
    """One rewrite of an amount; ``by`` is what is added or set, and 0 for doubling."""

    verb: Literal["double", "add", "set"]
    by: int = 0

    def __call__(self, amount: int) -> int:
        """Return the amount after this effect."""
        match self.verb:
            case "double":
                return 2 * amount
            case "add":
                return amount + self.by
            case "set":
                return self.by


def mix(letters: str, n: int) -> tuple[Effect, ...]:
    """Return n effects that take the letters in turn: ``mix("DS", 3)`` doubles, sets to 3 and doubles."""
    effects = []
    for i in range(n):
        turn, which = divmod(i, len(letters))
        match letters[which]:
            case "D":
                effects.append(Effect("double"))
            case "A":
                effects.append(Effect("add", 1))
            case "S":
                effects.append(Effect("set", 3 + 2 * turn))
            case letter:
                raise ValueError(f"{letter!r} names no effect; D, A and S do")
    return tuple(effects)


def replay(order: Iterable[Effect], start: int) -> int:
    """Return the amount after the effects in this order."""
    amount = start
    for effect in order:
        amount = effect(amount)
    return amount


def ceiling(effects: Sequence[Effect], start: int) -> int:
    """Return a bound that no amount passes in any order, for the solvers whose integers need one."""
    base = max([start, *(effect.by for effect in effects if effect.verb == "set")])
    added = sum(effect.by for effect in effects if effect.verb == "add")
    doubled = sum(effect.verb == "double" for effect in effects)
    return (base + added) << doubled


def merged(effects: Iterable[Effect]) -> list[tuple[Effect, int]]:
    """Return the different effects, each with how many there are of it."""
    return sorted(Counter(effects).items())
