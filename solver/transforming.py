"""Transforming and converting: what happens, or nothing and by which rule (701.27, 701.28, 712.9, 702.145)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.cards import Card, Face, Layout
from model.events import Enter, Transform
from model.objects import GameObject
from model.rules import EDITION, Citation
from model.situation import Situation
from model.zones import Zone
from solver.copying import is_face_down
from solver.faces import face_for, other_face
from solver.matching import traits_of

#: The edition of the ruling that modal double-faced cards can't transform, and today's (712.3, 712.9).
OLD_EDITION = "2024-11-08"
#: What a document may call them.
EDITIONS = {"2024": OLD_EDITION, OLD_EDITION: OLD_EDITION, "today": EDITION, EDITION: EDITION, "2026": EDITION}
#: The fact that a permanent has transformed or converted since the ability was put onto the stack (701.27f).
SINCE = "transformed since then"
_ONCE = frozenset({"instant", "sorcery"})
#: Where a token is that has left the battlefield.
_LEFT = frozenset({Zone.GRAVEYARD, Zone.EXILE, Zone.HAND, Zone.LIBRARY})


@dataclass(frozen=True, slots=True)
class Transformation:
    """What an instruction to transform comes to: the face that will be up, or nothing, and the rule."""

    into: Face | None
    citation: Citation


def transformation(event: Transform, situation: Situation, edition: str = "") -> Transformation:
    """What transforming or converting a permanent does now, "can't" effects left aside (701.27a-f, 701.28a).

    Whether a permanent is double-faced is a matter of the card or token that represents it, not of what it copies
    (712.9). Copies of other objects turn over too and stay what they are.
    """
    against = _against(event, situation, EDITIONS.get(edition or situation.edition, EDITION))
    if against is not None:
        return Transformation(None, against)
    thing = situation.object(event.permanent)
    turned = replace(thing, face=other_face(thing.card, thing.face))
    up = turned.printed
    face = face_for(up, Zone.BATTLEFIELD, turned.face, turned.flags)
    return Transformation(face, Citation("701.27a", "it is turned over so that its other face is up"))


def _against(event: Transform, situation: Situation, edition: str) -> Citation | None:
    """The rule by which nothing happens, if there is one."""
    thing = situation.find(event.permanent)
    if thing is None or thing.zone is not Zone.BATTLEFIELD:
        return Citation("701.27a", "only permanents transform")
    if is_face_down(thing):
        return Citation("712.15a", "a face-down permanent can't transform")
    card = thing.card
    if card.melded or card.layout is Layout.MELD:
        return Citation("712.4c", "meld cards can't be transformed")
    if not card.is_double_faced:
        return Citation("701.27c", "what represents it is no double-faced card or token")
    if card.layout is Layout.MODAL_DFC and edition == OLD_EDITION:
        return Citation("712.3", "by the ruling of 2024, modal double-faced cards can't be transformed")
    if (own := bound_by(thing, situation)) is not None and own[0] != event.own:
        return Citation(own[1], f"a permanent with {own[0]} transforms only by that ability")
    if not _ONCE.isdisjoint(back_of(thing).type_line.types):
        return Citation("701.27d", "the face that it would turn to is an instant or sorcery")
    if event.source == thing.id and SINCE in thing.flags:
        return Citation("701.27f", "it has transformed since its ability was put onto the stack")
    return None


def bound_by(thing: GameObject, situation: Situation) -> tuple[str, str] | None:
    """Daybound or nightbound, by which alone such a permanent transforms, with its rule (702.145b, 702.145e)."""
    has = traits_of(situation, thing)
    for keyword, rule in (("daybound", "702.145b"), ("nightbound", "702.145e")):
        if has.has_keyword(keyword):
            return keyword, rule
    return None


def back_of(thing: GameObject) -> Face:
    """The face of the card or token that a permanent does not show: what it would turn to (712.10)."""
    return face_for(thing.card, Zone.BATTLEFIELD, other_face(thing.card, thing.face))


def becomes(now: str, situation: Situation) -> tuple[Transform, ...]:
    """The permanents that transform immediately as it is day, or night (702.145c, 702.145f)."""
    keyword, face = ("daybound", 0) if now == "night" else ("nightbound", 1)
    return tuple(
        Transform(thing.id, own=keyword)
        for thing in situation.battlefield()
        if thing.face == face and thing.card.is_double_faced and traits_of(situation, thing).has_keyword(keyword)
    )


def against_entering(event: Enter, situation: Situation) -> Citation | None:
    """The rule by which an object stays where it is instead of entering the battlefield, if there is one."""
    thing = situation.find(event.object)
    if thing is None:
        return None
    if thing.token and thing.zone in _LEFT:
        return Citation("111.8", "a token that has left the battlefield can't come back")
    if turned_to_spell(event, situation):
        return None
    face = face_for(event.copied or thing.card, Zone.BATTLEFIELD, event.face)
    if face.type_line.is_permanent or _ONCE.isdisjoint(face.type_line.types):
        return None
    if thing.card.layout is Layout.MODAL_DFC and not event.face:
        return Citation("712.14b", "the front face of the modal double-faced card is no permanent card")
    return Citation("400.4a", "an instant or sorcery card stays in its zone")


def turned_to_spell(event: Enter, situation: Situation) -> bool:
    """Whether a double-faced spell with its front face up would enter with an instant or sorcery face up (712.13a).

    It is the card that represents the spell that counts, whatever it enters as a copy of.
    """
    thing = situation.find(event.object)
    if thing is None or thing.zone is not Zone.STACK or not event.face or thing.face:
        return False
    return thing.card.is_double_faced and not _ONCE.isdisjoint(back_of(thing).type_line.types)


@dataclass(frozen=True, slots=True)
class Entering:
    """How a card enters the battlefield: with the face that is up, or not at all, and the rule."""

    face: int | None
    citation: Citation


def put_onto_battlefield(card: Card, *, transformed: bool = False, edition: str = "") -> Entering:
    """A card put onto the battlefield by an effect that does not have it played or cast (712.14, 712.14a-b)."""
    now = EDITIONS.get(edition, EDITION)
    if card.layout is Layout.MODAL_DFC and now == OLD_EDITION:
        transformed = False  # the ruling of 2024 has the instruction ignored
    if transformed and not card.is_double_faced:
        return Entering(None, Citation("712.14a", "a card that is not double-faced stays where it is"))
    face = int(transformed)
    if not face_for(card, Zone.BATTLEFIELD, face).type_line.is_permanent:
        rule = "712.14b" if card.layout is Layout.MODAL_DFC and not transformed else "400.4a"
        return Entering(None, Citation(rule, "an instant or sorcery face doesn't enter; the card stays where it is"))
    if transformed:
        return Entering(1, Citation("712.14a", "put onto the battlefield transformed: its back face is up"))
    return Entering(0, Citation("712.14", "its front face is up"))


def cast_and_entering(card: Card, face: int, *, night: bool = False) -> Entering:
    """How a double-faced spell that resolves enters: as it was on the stack, or by an effect transformed (712.13).

    By daybound it enters transformed at night (702.145b); an instant or sorcery back face is put into the graveyard
    instead (712.13a).
    """
    daybound = any(getattr(ability, "name", "") == "daybound" for ability in card.faces[face].abilities)
    if not (night and daybound and card.is_double_faced and face == 0):
        return Entering(face, Citation("712.13", "the face that was up on the stack is up"))
    if not _ONCE.isdisjoint(card.faces[1].type_line.types):
        return Entering(None, Citation("712.13a", "its back face is an instant or sorcery: it goes to the graveyard"))
    return Entering(1, Citation("702.145b", "it is night, so it enters transformed"))


def can_be_turned_up(ref: str, situation: Situation) -> bool:
    """Whether a permanent is face down, and no instant or sorcery card, which would stay so (701.40g, 701.58g)."""
    thing = situation.find(ref)
    if thing is None or not is_face_down(thing):
        return False
    return not {"instant", "sorcery"} & set(thing.card.faces[0].type_line.types)
