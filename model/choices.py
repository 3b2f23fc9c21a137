"""What a card has players choose, as data: targets, other choices, card names, and what costs are paid with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from model.selectors import Selector


class Manner(Enum):
    """How something is chosen; each manner has prohibitions of its own."""

    TARGET = "target"  #: as a target (115.1)
    CHOOSE = "choose"  #: as a spell or ability says "choose", without targeting (608.2d)
    NAME = "name"  #: a card name (201.4)
    CALL = "call"  #: any name that a player likes to give something
    COST = "cost"  #: what a cost is paid with (601.2b)


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: how, among what, by whom (the controller where nothing is said), and how many.

    ``least`` is fewer than ``count`` for "up to". ``unlike`` and ``like`` say what the chosen things must differ in or
    share: controller, name, mana value. ``mode``: it is made only where this mode is chosen (700.2c). ``another``: not
    what was chosen before ("another target creature").
    """

    manner: Manner
    among: Selector
    by: Selector | None = None
    count: int = 1
    least: int = 1
    unlike: str | None = None
    like: str | None = None
    mode: str = ""
    another: bool = False
