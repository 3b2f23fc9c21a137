"""A situation: everything about a game that the solver may look at, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from model.characteristics import Traits
from model.effects import FloatingEffect
from model.objects import GameObject
from model.players import Player
from model.values import Hashed, replace
from model.zones import CONTROLLED, Zone


@dataclass(frozen=True, slots=True, eq=False)
class Situation(Hashed):
    """Players in turn order, the active player's name, the step, all objects, and effects made by what has resolved.

    ``next_timestamp`` numbers what enters next. ``history`` holds facts about this turn that effects may ask for.
    ``edition`` is the edition of the rules asked about where it is not today's.
    ``traits`` holds the characteristics that objects have so far, while continuous effects are being applied (613).
    """

    players: tuple[Player, ...]
    active: str
    objects: tuple[GameObject, ...] = ()
    effects: tuple[FloatingEffect, ...] = ()
    step: str = "main"
    next_timestamp: int = 1
    history: tuple[str, ...] = ()
    traits: Traits | None = None
    edition: str = ""
    _places: dict[str, int] = field(init=False, repr=False, compare=False)
    _by_name: dict[str, Player] = field(init=False, repr=False, compare=False)
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__

    def _place(self, ref: str | None) -> int | None:
        """The place of an object among the objects; the index is made when it is first asked for."""
        try:
            places = self._places
        except AttributeError:
            places = {thing.id: place for place, thing in enumerate(self.objects)}
            object.__setattr__(self, "_places", places)
        return places.get(ref)  # type: ignore[arg-type]

    def place(self, ref: str) -> int | None:
        """The place of this object among the objects, from 0, or None."""
        return self._place(ref)

    def _named(self) -> dict[str, Player]:
        try:
            return self._by_name
        except AttributeError:
            named = {player.name: player for player in self.players}
            object.__setattr__(self, "_by_name", named)
            return named

    def is_player(self, ref: str | None) -> bool:
        """Whether this reference is a player."""
        return ref in self._named()

    def player(self, name: str) -> Player:
        """The player of this name. Raises KeyError when there is none."""
        return self._named()[name]

    def find(self, ref: str | None) -> GameObject | None:
        """The object of this id, or None."""
        place = self._place(ref)
        return None if place is None else self.objects[place]

    def object(self, ref: str) -> GameObject:
        """The object of this id. Raises KeyError when there is none."""
        place = self._place(ref)
        if place is None:
            raise KeyError(ref)
        return self.objects[place]

    def controller(self, ref: str) -> str:
        """Who chooses for this player or object (616.1): itself, its controller, or its owner if it has none."""
        if self.is_player(ref):
            return ref
        thing = self.object(ref)
        return thing.controller if thing.controller and thing.zone in CONTROLLED else thing.owner

    def opponents(self, name: str) -> tuple[str, ...]:
        """The opponents of this player, in turn order."""
        return tuple(player.name for player in self.players if player.name != name)

    def apnap(self) -> tuple[str, ...]:
        """All players' names, the active player first, then in turn order (101.4)."""
        names = [player.name for player in self.players]
        start = names.index(self.active)
        return tuple(names[start:] + names[:start])

    def battlefield(self) -> tuple[GameObject, ...]:
        """The permanents."""
        return tuple(thing for thing in self.objects if thing.zone is Zone.BATTLEFIELD)

    def with_player(self, name: str, **changes: Any) -> Situation:
        """This situation with one player changed."""
        return replace(self, players=tuple(replace(p, **changes) if p.name == name else p for p in self.players))

    def with_traits(self, traits: Traits) -> Situation:
        """This situation with the characteristics that objects have so far."""
        new = replace(self, traits=traits)
        self._place(None)
        object.__setattr__(new, "_places", self._places)
        return new

    def with_object(self, ref: str, **changes: Any) -> Situation:
        """This situation with one object changed. Raises KeyError when there is none."""
        place = self._place(ref)
        if place is None:
            raise KeyError(ref)
        new = replace(self.objects[place], **changes)
        return replace(self, objects=(*self.objects[:place], new, *self.objects[place + 1 :]))

    def with_new(self, *things: GameObject) -> Situation:
        """This situation with further objects."""
        return replace(self, objects=self.objects + things)

    def without_object(self, ref: str) -> Situation:
        """This situation without one object."""
        return replace(self, objects=tuple(o for o in self.objects if o.id != ref))
