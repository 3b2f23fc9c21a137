"""Selectors: which players and objects a phrase such as "another creature you control" means, as pure data.

A selector is a disjunction of conjunctions of predicates. It is read relative to an effect: "you" is the effect's
controller, "this" its source, and further roles ("it", "source", "target") are bound by the event or the effect.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Aspect(Enum):
    """What a predicate looks at."""

    ROLE = "role"  #: one bound thing: you, this, it, source, target, enchanted, chosen player ...
    CONTROLLER_OF = "controller of"  #: the player who controls (or else owns) the bound thing
    OWNER_OF = "owner of"  #: the player who owns the bound thing
    KIND = "kind"  #: player, permanent, spell, card, source, token, object
    TYPE = "type"
    SUPERTYPE = "supertype"
    SUBTYPE = "subtype"
    COLOR = "color"  #: a color, or colorless, multicolored, monocolored, "chosen" (the chosen color)
    KEYWORD = "keyword"
    NAME = "name"
    NAME_PART = "part of its name"
    CONTROLLER = "controller"  #: you, opponent, or a role that is a player
    OWNER = "owner"
    ZONE = "zone"
    STATUS = "status"  #: tapped, untapped, attacking, blocking, unblocked, blocked, enchanted, equipped ...
    COUNTER = "counter"  #: a kind of counter that is on it, or "any"
    OTHER = "other"  #: not this object
    POWER = "power"  #: compared: ">=4"
    TOUGHNESS = "toughness"
    MANA_VALUE = "mana value"  #: compared, or "odd" / "even"
    COULD_PRODUCE = "could produce"  #: a letter, "colors" (two or more), "like it" (as the bound one)
    SHARES_COLOR = "shares a color with"  #: the bound thing
    SHARES_NAME = "has the same name as"  #: the bound thing
    DAMAGED = "dealt damage this turn by"  #: the bound thing, or "any"
    BLOCKS = "blocks"  #: an object that blocks the bound thing
    BLOCKED_BY = "blocked by"  #: an object that the bound thing blocks
    TARGETS = "targets"  #: a spell or ability that targets the bound thing
    EXILED_WITH = "exiled with"  #: the bound thing, by a linked ability of it


class Quantifier(Enum):
    """How many of the things that fit are meant when an instruction acts on them."""

    THE = "the"  #: the one thing meant
    EACH = "each"  #: all that fit, at the same time
    ONE = "one"  #: one that fits, chosen by whoever carries out the instruction


@dataclass(frozen=True, slots=True)
class Predicate:
    """One test: an aspect, the value it must have, and whether it must not have it."""

    aspect: Aspect
    value: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Selector:
    """Things that fit at least one of the conjunctions in ``any_of``. ``phrase`` is how it was written.

    ``worded``: the text that has a player choose one of them says "choose" or "choice" (608.2d).
    """

    any_of: tuple[tuple[Predicate, ...], ...]
    quantifier: Quantifier = Quantifier.THE
    phrase: str = field(default="", compare=False)
    worded: bool = False

    def __str__(self) -> str:
        """The phrase it was written as."""
        return self.phrase or repr(self.any_of)

    def mentions(self, role: str) -> bool:
        """Whether any predicate refers to this role."""
        return any(
            (predicate.value == role and predicate.aspect in _REFERRING)
            or (role == "this" and predicate.aspect is Aspect.OTHER)
            for conjunction in self.any_of
            for predicate in conjunction
        )


_REFERRING = frozenset(
    {
        Aspect.ROLE,
        Aspect.CONTROLLER_OF,
        Aspect.OWNER_OF,
        Aspect.CONTROLLER,
        Aspect.OWNER,
        Aspect.SHARES_COLOR,
        Aspect.SHARES_NAME,
        Aspect.DAMAGED,
        Aspect.BLOCKS,
        Aspect.BLOCKED_BY,
        Aspect.TARGETS,
        Aspect.EXILED_WITH,
    }
)


def role(name: str, quantifier: Quantifier = Quantifier.THE) -> Selector:
    """The selector that means one bound thing: ``role("you")``."""
    return Selector(((Predicate(Aspect.ROLE, name),),), quantifier, name)
