"""Objects: cards, tokens and spells where they are, with their status (109.1, 110.5)."""

from __future__ import annotations

from dataclasses import dataclass

from model.cards import Card
from model.values import Hashed
from model.zones import Zone


@dataclass(frozen=True, slots=True, eq=False)
class GameObject(Hashed):
    """One object. ``controller`` is None where objects have none (108.4).

    ``counters`` pairs kinds with numbers, sorted by kind. ``chosen`` pairs what was chosen for it (color, name, type,
    player) with the value. ``flags`` holds facts about how it was cast (kicked ...). ``targets`` are its targets.
    ``exiled_with`` is the object whose linked ability exiled it, with that object's timestamp then (607.2a).
    ``counter_times`` pairs kinds of counters with their timestamps (613.7c), where they are not that of the object.
    """

    id: str
    card: Card
    zone: Zone
    owner: str
    controller: str | None = None
    face: int = 0
    token: bool = False
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    damage: int = 0
    deathtouched: bool = False
    attached_to: str | None = None
    chosen: tuple[tuple[str, str], ...] = ()
    timestamp: int = 0
    attacking: str | None = None
    blocked: bool = False
    blocking: tuple[str, ...] = ()
    controlled_since_turn_began: bool = True
    x: int = 0
    flags: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    copied: Card | None = None
    counter_times: tuple[tuple[str, int], ...] = ()
    exiled_with: tuple[str, int] | None = None
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__

    def counter(self, kind: str) -> int:
        """How many counters of this kind are on it."""
        return next((number for name, number in self.counters if name == kind), 0)

    @property
    def printed(self) -> Card:
        """The card whose values it has before other continuous effects: a copied one, or its own (707.2)."""
        return self.copied or self.card


def with_counters(counters: tuple[tuple[str, int], ...], kind: str, change: int) -> tuple[tuple[str, int], ...]:
    """The counters after adding ``change`` (which may be negative; never below 0), sorted by kind."""
    numbers = dict(counters)
    numbers[kind] = max(0, numbers.get(kind, 0) + change)
    return tuple(sorted((name, number) for name, number in numbers.items() if number))
