"""The targets that a document says of what resolves, and when they got where they are (608.2b)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from model.abilities import SpellAbility
from model.actions import CombatDamage, Resolve, ResolveStack, StateBasedActions
from model.cards import Card, Face
from model.choices import Manner
from model.errors import MalformedError
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone
from scenarios import box, chosen
from scenarios.targeting import slots
from solver.actions import activated_abilities
from solver.copying import face_of


def told(action: Resolve, said: bool, path: str, situation: Situation) -> Resolve:
    """The action with when its targets got where they are, so that what leaves is no target (608.2b).

    ``said`` is whether the document says its targets, be it none. Raises MalformedError where it has to and doesn't.
    """
    thing = situation.object(action.object)
    targets = action.targets or thing.targets
    if not targets and not said and _needs_targets(thing, action.ability, situation):
        what = f"ability {action.ability} of {thing.id}" if action.ability else thing.id
        raise MalformedError(
            f"expected 'targets': {what} speaks of a target (targets: [ids], or [] where none was chosen)", path
        )
    return replace(action, since=_since(targets, situation))


def plain(verb: str, situation: Situation) -> StateBasedActions | CombatDamage | ResolveStack | None:
    """What a verb without roles has happen; None for all others. The spells on the stack have the targets they say."""
    match verb:
        case "state_based_actions":
            return StateBasedActions()
        case "combat_damage":
            return CombatDamage()
        case "resolve_stack":
            refs = {ref for thing in situation.objects if thing.zone is Zone.STACK for ref in thing.targets}
            return ResolveStack(since=_since(sorted(refs), situation))
        case _:
            return None


def _since(refs: Iterable[str], situation: Situation) -> tuple[tuple[str, Zone, int], ...]:
    things = [situation.object(ref) for ref in dict.fromkeys(refs) if not situation.is_player(ref)]
    return tuple((thing.id, thing.zone, thing.timestamp) for thing in things)


def _needs_targets(thing: GameObject, number: int | None, situation: Situation) -> bool:
    if number is not None:
        listed = activated_abilities(thing, situation)
        return number <= len(listed) and bool(slots(listed[number - 1].instructions))
    return any(bool(slots(one.instructions)) for one in face_of(thing).abilities if isinstance(one, SpellAbility))


@lru_cache(maxsize=1024)
def as_read(card: Card) -> Card:
    """The card with what its spell may target as the reader found it, where its entry says nothing of that."""
    return replace(card, faces=tuple(map(_as_read, card.faces)))


def _as_read(face: Face) -> Face:
    spells = [one for one in face.abilities if isinstance(one, SpellAbility)]
    needed = max((slots(one.instructions) for one in spells), default=0)
    found = box.find(face.name) if needed and not face.choices else None
    entry = (found.entry if found is not None else None) or {}
    for part in entry.get("faces") or [entry]:
        choices = chosen.choices(part.get("chooses", []), "chooses") if part.get("name") == face.name else ()
        targets = [one for one in choices if one.manner is Manner.TARGET]
        if targets and sum(one.count for one in targets) == needed and not any(one.mode for one in choices):
            return replace(face, choices=choices)
    return face
