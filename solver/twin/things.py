"""What an object or player is, as the twin sees it: printed values and counters, no continuous effects (109.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from model.abilities import Keyword
from model.cards import Face
from model.events import Tokens
from model.mana import COLOR_WORDS, Color
from model.objects import GameObject
from model.situation import Situation
from model.zones import CONTROLLED, Zone

_POWER_COUNTER = re.compile(r"([+-]\d+)/([+-]\d+)")
_KEYWORD_COUNTERS = frozenset({
    "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
    "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Thing:
    """A player, an object, or a token that would be created, with all that a selector may ask."""

    ref: str
    player: bool = False
    name: str = ""
    zone: Zone | None = None
    owner: str = ""
    controller: str = ""
    token: bool = False
    to_be_created: bool = False
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: frozenset[Color] = frozenset()
    keywords: tuple[tuple[str, int], ...] = ()
    power: int = 0
    toughness: int = 0
    mana_value: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    statuses: frozenset[str] = field(default_factory=frozenset)

    def has(self, keyword: str) -> bool:
        """Whether it has this keyword."""
        return any(name == keyword for name, _ in self.keywords)

    def total(self, keyword: str) -> int:
        """The sum of this keyword's numbers (702.164b)."""
        return sum(number for name, number in self.keywords if name == keyword)


def face_of(thing: GameObject) -> Face:
    """The face whose printed values an object has: what it copies or its own card, the face that is up."""
    faces = thing.printed.faces
    return faces[thing.face] if thing.face < len(faces) else faces[0]


def controller_of(situation: Situation, ref: str) -> str:
    """The player themselves, the object's controller, or its owner if it has no controller (616.1)."""
    if any(player.name == ref for player in situation.players):
        return ref
    thing = next(each for each in situation.objects if each.id == ref)
    return thing.controller if thing.zone in CONTROLLED and thing.controller is not None else thing.owner


def thing_of(situation: Situation, ref: str | None) -> Thing | None:
    """The player or object of this name as a thing; None when there is none."""
    for player in situation.players:
        if player.name == ref:
            return Thing(ref, player=True, name=ref, owner=ref, controller=ref, counters=player.counters)
    for each in situation.objects:
        if each.id == ref:
            return _object(situation, each)
    return None


def token_thing(tokens: Tokens, player: str) -> Thing:
    """One of the tokens that would be created under a player's control, as it would be (701.7b)."""
    statuses = {"tapped" if tokens.tapped else "untapped", *(["attacking"] if tokens.attacking else [])}
    return _from_face(
        tokens.card.faces[0],
        ref="",
        zone=None,
        owner=player,
        controller=player,
        token=True,
        to_be_created=True,
        counters=(),
        statuses=frozenset(statuses),
    )


def _object(situation: Situation, each: GameObject) -> Thing:
    statuses = {"tapped" if each.tapped else "untapped", "blocked" if each.blocked else "unblocked"}
    if each.attacking is not None:
        statuses.add("attacking")
    else:
        statuses.discard("unblocked")
    if each.blocking:
        statuses.add("blocking")
    for other in situation.objects:
        if other.attached_to == each.id:
            subtypes = face_of(other).type_line.subtypes
            statuses |= {
                word for word, subtype in (("enchanted", "Aura"), ("equipped", "Equipment")) if subtype in subtypes
            }
    return _from_face(
        face_of(each),
        ref=each.id,
        zone=each.zone,
        owner=each.owner,
        controller=controller_of(situation, each.id),
        token=each.token,
        to_be_created=False,
        counters=each.counters,
        statuses=frozenset(statuses),
    )


def _from_face(
    face: Face,
    *,
    ref: str,
    zone: Zone | None,
    owner: str,
    controller: str,
    token: bool,
    to_be_created: bool,
    counters: tuple[tuple[str, int], ...],
    statuses: frozenset[str],
) -> Thing:
    power, toughness = face.power or 0, face.toughness or 0
    keywords = [(each.name, each.number or 0) for each in face.abilities if isinstance(each, Keyword)]
    for kind, number in counters:
        match = _POWER_COUNTER.fullmatch(kind)
        if match:
            power, toughness = power + number * int(match[1]), toughness + number * int(match[2])
        elif kind in _KEYWORD_COUNTERS:
            keywords.append((kind, 0))
    colors = frozenset(face.colors) or (face.mana_cost.colors if face.mana_cost else frozenset())
    return Thing(
        ref,
        name=face.name,
        zone=zone,
        owner=owner,
        controller=controller,
        token=token,
        to_be_created=to_be_created,
        supertypes=face.type_line.supertypes,
        types=face.type_line.types,
        subtypes=face.type_line.subtypes,
        colors=colors,
        keywords=tuple(keywords),
        power=power,
        toughness=toughness,
        mana_value=face.mana_cost.mana_value if face.mana_cost else 0,
        counters=counters,
        statuses=statuses,
    )


def color_named(word: str) -> Color | None:
    """The color of this word or letter."""
    if word in COLOR_WORDS:
        return COLOR_WORDS[word]
    return next((color for color in Color if color.value == word), None)
