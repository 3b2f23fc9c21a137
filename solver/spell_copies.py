"""Copies of spells on the stack (707.10)."""

from __future__ import annotations

from dataclasses import replace

from model.cards import Card
from model.events import CopySpell
from model.objects import GameObject
from model.situation import Situation
from solver.copying import as_card, of_face
from solver.environment import Env
from solver.faces import SPELL_COPY

#: The fact that an object is a commander (903.3), which no copy is.
COMMANDER = "commander"


def with_copies(event: CopySpell, situation: Situation) -> Situation:
    """Copies on the stack, with all decisions made for the spell: X, modes, targets, how it was cast (707.10).

    Its controller owns a copy; one of a double-faced spell has both faces (707.10g).
    """
    spell = situation.object(event.object)
    flags = tuple(flag for flag in spell.flags if flag not in (COMMANDER, SPELL_COPY))
    for _ in range(event.count):
        base = f"copy of {spell.id}"
        name, number = base, 1
        while situation.find(name) is not None:
            number += 1
            name = f"{base} {number}"
        copy = replace(
            spell, id=name, card=_copied(event, spell, situation), copied=None,
            owner=event.player, controller=event.player,
            targets=event.targets or spell.targets, flags=(*flags, SPELL_COPY), timestamp=situation.next_timestamp,
        )  # fmt: skip
        situation = replace(situation.with_new(copy), next_timestamp=situation.next_timestamp + 1)
    return situation


def _copied(event: CopySpell, spell: GameObject, situation: Situation) -> Card:
    """What a copy of a spell is: as the spell, but for exceptions, which are part of it (707.9, 707.10)."""
    card = spell.printed
    if event.exceptions is None:
        return card
    from solver.parts import being_of, excepted  # the layers are loaded when something needs them

    up = min(spell.face, len(card.faces) - 1)
    env = Env(event.player, event.source)
    has = excepted(being_of(of_face(card.faces[up])), event.exceptions, env, situation).has
    return replace(card, faces=(*card.faces[:up], as_card(has).faces[0], *card.faces[up + 1 :]))
