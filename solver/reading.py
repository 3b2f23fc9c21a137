"""What things could produce, for whoever reads it while mana is added (106.7)."""

from __future__ import annotations

from model.production import CouldProduce
from model.situation import Situation
from solver.environment import Env
from solver.matching import found
from solver.production import Reading

#: The role that remembers what things could produce that a cost takes away.
TYPES_OF_THEM = "types of them"


def reading_of(situation: Situation) -> Reading:
    """A function from a set of things to the types, or colors, that they could produce in this situation."""

    def read(things: CouldProduce, env: Env) -> frozenset[str]:
        from solver.could_produce import types_of  # it explores what replaces mana, which may read in its turn

        remembered = env.role(TYPES_OF_THEM)
        if remembered is not None and things.things.mentions("them"):
            kept = frozenset(remembered.split())
            return kept - {"C"} if things.colors else kept
        types = types_of(situation)
        letters = frozenset().union(*(types.of(ref) for ref in found(things.things, env, situation)))
        return letters - {"C"} if things.colors else letters

    return read
