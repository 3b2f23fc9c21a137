"""Decisions: who chooses, between what, under which rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ChoiceKind(Enum):
    """What is decided."""

    APPLY = "apply"  #: which replacement or prevention effect to apply next (616.1)
    MAY = "may"  #: whether to do what an effect allows
    VALUE = "value"  #: a value, an object, a split of damage


@dataclass(frozen=True, slots=True)
class Option:
    """One way to decide. ``effect`` is the id of an effect, ``event`` the place of an event in its group.

    ``value`` is what is chosen where it is not an effect. Options are ordered by how they are listed.
    """

    kind: ChoiceKind
    chooser: str
    effect: str = ""
    event: int = 0
    value: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as taken on a path, with how many identical options it stands for."""

    option: Option
    copies: int = 1
