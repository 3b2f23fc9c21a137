"""Bare ``itertools.permutations``: every order, each replayed from the start."""

from collections.abc import Sequence
from itertools import permutations

from benchmarks.effects import Effect, replay


def outcomes(effects: Sequence[Effect], start: int) -> set[int]:
    """Return the different amounts over all orders."""
    return {replay(order, start) for order in permutations(effects)}
