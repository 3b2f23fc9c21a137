"""Which cards of the catalogue could make a difference if they were there: those that watch what happens, first.

A permanent of one face makes a difference to events if it replaces, prevents or forbids one of the kinds that come up,
or changes characteristics; to mana, if it can be tapped for it; to what can be done, if it changes characteristics or
allows something. Auras and Equipment, which would have to be attached, are left out, and so are battles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from model.abilities import Activated, Static, Triggered
from model.cards import Card, Layout
from model.effects import AsEnters, Continuous, Replacement
from model.instructions import Do
from model.permissions import Permission
from scenarios import catalogue


@dataclass(frozen=True)
class Candidate:
    """A card by name.

    ``chooses`` is what is chosen as it enters (empty: nothing), ``watches`` and ``triggers`` the kinds of events that
    it watches, ``changes`` whether it changes characteristics or allows something, ``mana`` whether it can be tapped
    for mana, ``basic`` whether as a basic land. ``words`` are those of its entry.
    """

    name: str
    chooses: str
    watches: frozenset[str]
    triggers: frozenset[str]
    changes: bool
    mana: bool
    basic: bool
    loyalty: int
    words: frozenset[str]


_WORD = re.compile(r"[\w+/'-]+")
#: What is known of a card's choices that are not made as it enters, such as at the beginning of each upkeep.
_CHOSEN = re.compile(r"\bchosen[ -](\w+)")


@cache
def _all() -> tuple[Candidate, ...]:
    return tuple(found for name in catalogue.names() if (found := _candidate(name, catalogue.find(name))) is not None)


def _candidate(name: str, card: Card) -> Candidate | None:
    face = card.faces[0]
    line = face.type_line
    if card.layout is not Layout.NORMAL or not line.is_permanent or {"Aura", "Equipment"} & set(line.subtypes):
        return None
    if face.defense is not None:
        return None
    basic = "basic" in line.supertypes
    chooses, changes, mana = "", False, basic
    watches: set[str] = set()
    triggers: set[str] = set()
    for ability in face.abilities:
        if isinstance(ability, Static):
            effect = ability.effect
            if isinstance(effect, Continuous | Permission):
                changes = True
                continue
            if isinstance(effect, Replacement) and isinstance(effect.rewrite, AsEnters):
                chooses = effect.rewrite.what
            watches |= {watch.kind for watch in effect.watches}
        elif isinstance(ability, Triggered):
            triggers |= {watch.kind for watch in ability.watches}
        elif isinstance(ability, Activated):
            mana = mana or any(isinstance(one, Do) and one.verb == "add_mana" for one in ability.instructions)
    if not (watches or triggers or changes or mana):
        return None
    text = catalogue.source(name)
    if not chooses and (chosen := _CHOSEN.search(text)) is not None:
        chooses = chosen[1]
    words = frozenset(word.casefold() for word in _WORD.findall(text))
    return Candidate(
        name, chooses, frozenset(watches), frozenset(triggers), changes, mana, basic, face.loyalty or 0, words
    )


def candidates(
    kinds: Iterable[str], wanted: Iterable[str], *, triggers: bool = False, mana: bool = False
) -> tuple[Candidate, ...]:
    """The cards that could make a difference: those that watch these kinds of events, then those that change what
    things are; among each those first that have most of the wanted words.

    ``triggers``: also those that trigger on these kinds; ``mana``: also those that can be tapped for mana.
    """
    looked_for, words = frozenset(kinds), frozenset(word.casefold() for word in wanted)
    ranked = []
    for one in _all():
        if one.watches & looked_for or (triggers and one.triggers & looked_for):
            rank = 1
        elif mana and one.mana:
            rank = 0 if one.basic else 3
        elif one.changes:
            rank = 2
        else:
            continue
        ranked.append((rank, -len(one.words & words), one.name, one))
    return tuple(one for *_, one in sorted(ranked, key=lambda entry: entry[:3]))
