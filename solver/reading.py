"""What things could produce, for whoever reads it while mana is added (106.7)."""

from __future__ import annotations

from model.situation import Situation
from solver.production import Reading


def reading_of(situation: Situation) -> Reading:
    """A function from objects to the types that they could produce in this situation."""

    def read(ref: str) -> frozenset[str]:
        from solver.could_produce import types_of  # it explores what replaces mana, which may read in its turn

        return types_of(situation).get(ref, frozenset())

    return read
