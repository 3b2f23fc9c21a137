"""Things to do that are more than one event: resolve a spell or ability, state-based actions, combat damage."""

from __future__ import annotations

from dataclasses import dataclass

from model.zones import Zone


@dataclass(frozen=True, slots=True)
class Resolve:
    """A spell on the stack, or an ability of an object, resolves (608.2).

    ``ability`` is the place of the ability among the object's activated abilities followed by its triggered ones,
    counted from 1; it is None for a spell. ``targets`` are those of the ability; a spell has its own. ``since`` are the
    targets with their zones and timestamps as they were chosen, where that is known: what has left is none (608.2b).
    """

    object: str
    ability: int | None = None
    targets: tuple[str, ...] = ()
    x: int = 0
    source_chosen: str | None = None
    controller: str | None = None
    since: tuple[tuple[str, Zone, int], ...] = ()


@dataclass(frozen=True, slots=True)
class StateBasedActions:
    """State-based actions are checked and performed (704)."""


@dataclass(frozen=True, slots=True)
class CombatDamage:
    """The attacking and blocking creatures deal combat damage (510).

    Where some have first or double strike it takes two steps (510.4), with state-based actions in between. ``step`` is
    one of the two, 0 for all of it; ``struck`` are the creatures that deal damage in the first.
    """

    step: int = 0
    struck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Activate:
    """An ability of an object is activated: its costs are paid, then it resolves (602)."""

    ability_of: str
    ability: int = 1
    targets: tuple[str, ...] = ()
    x: int = 0


@dataclass(frozen=True, slots=True)
class ResolveTriggers:
    """The abilities that have triggered are put on the stack and resolve (603.3).

    ``targets``: what the abilities of these objects target, where that is not left open.
    """

    targets: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class ResolveStack:
    """The spells on the stack resolve, the topmost first, those put there meanwhile included (608.1).

    ``done`` are those that have resolved; ``since`` as of ``Resolve``.
    """

    done: tuple[str, ...] = ()
    since: tuple[tuple[str, Zone, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TapForMana:
    """A permanent is tapped for mana (106.12): an activated mana ability with {T} in its cost is activated.

    ``ability`` is its place among the activated abilities, from 1; None leaves the choice to the player. Costs are
    taken as paid.
    """

    permanent: str
    ability: int | None = None
    x: int = 0


Action = Resolve | StateBasedActions | CombatDamage | Activate | ResolveTriggers | ResolveStack | TapForMana
SpecialAction = Action
