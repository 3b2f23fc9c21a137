"""Abilities (113.3): spell, static, activated and triggered abilities, and keywords."""

from __future__ import annotations

from dataclasses import dataclass

from model.amounts import Amount
from model.effects import Effect, Watch
from model.instructions import Instruction
from model.zones import Zone


@dataclass(frozen=True, slots=True)
class Static:
    """A static ability: one effect, and the zones in which it works (113.6)."""

    effect: Effect
    zones: tuple[Zone, ...] = (Zone.BATTLEFIELD,)


@dataclass(frozen=True, slots=True)
class SpellAbility:
    """What a spell does as it resolves; ``self_replacements`` are the parts of 614.15."""

    instructions: tuple[Instruction, ...]
    replacements: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Activated:
    """An activated ability: mana and tap symbols as written, further costs as instructions, and its effect (602).

    ``zones`` are those in which it works (113.6); ``once`` is a restriction to once each turn (602.5b).
    """

    symbols: str
    costs: tuple[Instruction, ...]
    instructions: tuple[Instruction, ...]
    replacements: tuple[Effect, ...] = ()
    zones: tuple[Zone, ...] = (Zone.BATTLEFIELD,)
    once: bool = False


@dataclass(frozen=True, slots=True)
class Triggered:
    """A triggered ability: what it watches for, its intervening "if", and its effect (603)."""

    watches: tuple[Watch, ...]
    instructions: tuple[Instruction, ...]
    condition: Amount | None = None
    once_each_event: bool = False
    replacements: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability, with its number where it has one (dredge 5, toxic 2), and the cost of a way to cast it."""

    name: str
    number: int | None = None
    cost: str = ""


Ability = Static | SpellAbility | Activated | Triggered | Keyword
