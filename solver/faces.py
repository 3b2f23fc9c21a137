"""The faces and parts of cards: which characteristics an object has where it is (709-712, 715, 718, 720, 722, 202.3).

``face_for`` is the one place that knows every layout. ``face`` is the place of the face, half or inset that is up, or
as which a spell was cast; it means something on the stack and on the battlefield only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.cards import DOUBLE_FACED, INSET, SPLIT, Card, Face, Layout
from model.characteristics import Characteristics
from model.mana import Color, ManaCost
from model.objects import GameObject
from model.rules import Citation
from model.type_line import TypeLine
from model.zones import CONTROLLED, Zone

#: The fact that an object on the stack is a copy of a spell, which no card represents (707.10).
SPELL_COPY = "copy of a spell"
#: The flag of an object that is looked at as it would exist on the battlefield, which it is about to enter (614.12).
NOT_YET_THERE = "about to enter"
#: Facts about how a split card was cast, and designations of Rooms (702.102, 709.5c).
FUSED, LEFT, RIGHT = "fused", "left half unlocked", "right half unlocked"


def face_for(card: Card, zone: Zone, face: int = 0, flags: tuple[str, ...] = ()) -> Face:
    """The characteristics that a card has in a zone (109.3), as one face.

    Double-faced cards: the face that is up on the stack and the battlefield, else the front (712.8a-f). Split cards:
    the half cast on the stack, else both (709.4); Rooms on the battlefield: their unlocked halves (709.5). Insets: on
    the stack if cast so (715.4, 720.4). Flip cards: flipped on the battlefield only (710.2). Prototype: 718.4.
    """
    up = min(face, len(card.faces) - 1)
    if len(card.faces) == 1:
        return card.faces[0]
    if card.sides:
        side, place = side_of(card, up if zone in CONTROLLED else 0)
        return face_for(side, zone, place, flags)
    if card.layout is Layout.ROOM and zone is Zone.BATTLEFIELD:
        return _room(card, flags)
    if card.layout in SPLIT:
        return card.faces[up] if zone is Zone.STACK and FUSED not in flags else combined(card)
    if zone not in CONTROLLED or not up:
        return card.faces[0]
    if card.layout in INSET:
        return card.faces[up] if zone is Zone.STACK else card.faces[0]
    if card.layout is Layout.FLIP:
        return _flipped(card) if zone is Zone.BATTLEFIELD else card.faces[0]
    return _prototyped(card) if card.layout is Layout.PROTOTYPE else card.faces[up]


def side_of(card: Card, face: int) -> tuple[Card, int]:
    """The side of a card put together from two on which this face is, and the place of the face there."""
    for side in card.sides:
        if face < len(side.faces):
            return side, face
        face -= len(side.faces)
    raise ValueError(f"{card.full_name} has no such face")


def other_face(card: Card, face: int) -> int:
    """The face that is up once a double-faced permanent has turned over (701.27a)."""
    if not card.sides:
        return 1 - face
    first = len(card.sides[0].faces)
    return first if face < first else 0


def combined(card: Card) -> Face:
    """The halves of a split card together: both names, both costs, all types and abilities (709.4a-c)."""
    left, *others = card.faces
    whole = left
    for right in others:
        line = whole.type_line.adding(right.type_line.types, right.type_line.subtypes)
        supertypes = tuple(dict.fromkeys((*whole.type_line.supertypes, *right.type_line.supertypes)))
        whole = replace(
            whole, name=f"{whole.name} // {right.name}", type_line=replace(line, supertypes=supertypes),
            mana_cost=_added(whole.mana_cost, right.mana_cost),
            colors=tuple(color for color in Color if color in {*whole.colors, *right.colors}),
            abilities=whole.abilities + right.abilities,
        )  # fmt: skip
    return whole


def _added(one: ManaCost | None, other: ManaCost | None) -> ManaCost | None:
    if one is None or other is None:
        return one or other
    return ManaCost(one.symbols + other.symbols)


def _room(card: Card, flags: tuple[str, ...]) -> Face:
    """A Room on the battlefield lacks the name, mana cost and rules text of its locked halves (709.5)."""
    open_halves = tuple(half for half, flag in zip(card.faces, (LEFT, RIGHT), strict=True) if flag in flags)
    if not open_halves:
        return Face("", card.faces[0].type_line)
    return combined(replace(card, faces=open_halves))


def _flipped(card: Card) -> Face:
    """A flipped permanent keeps the card's mana cost and color (710.1c)."""
    return replace(card.faces[1], mana_cost=card.faces[0].mana_cost, colors=card.faces[0].colors)


def _prototyped(card: Card) -> Face:
    """A prototyped spell, and the permanent it becomes: other mana cost, power and toughness, and color (718.3b)."""
    front, inset = card.faces
    return replace(front, mana_cost=inset.mana_cost, colors=inset.colors, power=inset.power, toughness=inset.toughness)


def borrowed_value(card: Card, zone: Zone, face: int, copied: bool) -> int | None:
    """The mana value of what does not have it from its own mana cost: back faces and melded permanents (202.3b-c).

    None for all else, and for copies, whose value is 0 then since they have no mana cost.
    """
    if copied or zone not in CONTROLLED:
        return None
    if card.melded:
        return sum(value_of(part.faces[0].mana_cost) for part in card.melded)
    nonmodal = card.is_double_faced and card.layout is not Layout.MODAL_DFC
    return value_of(card.faces[0].mana_cost) if nonmodal and face else None


def value_of(cost: ManaCost | None, x: int = 0) -> int:
    """The mana value of a cost with this X; no mana cost is 0 (202.3a, 202.3e)."""
    return 0 if cost is None else cost.mana_value + x * cost.symbols.count("X")


def mana_value(has: Characteristics, thing: GameObject) -> int:
    """The mana value of an object with these characteristics: X is what was chosen on the stack, else 0 (202.3e)."""
    if has.value is not None or has.mana_cost is None or thing.zone is not Zone.STACK:
        return has.mana_value
    return value_of(has.mana_cost, thing.x)


def why_value(has: Characteristics, thing: GameObject) -> Citation:
    """The rule that a mana value follows from (202.3)."""
    card = thing.card
    if has.value is not None:
        if card.melded:
            return Citation("202.3c", "a melded permanent has the mana values of both front faces together")
        return Citation("202.3b", "a nonmodal back face has the mana value of its front face")
    if has.mana_cost is None:
        if thing.copied is not None:
            return Citation("202.3b", "a copy of a face without a mana cost has mana value 0")
        return Citation("202.3a", "an object with no mana cost has mana value 0")
    if card.layout in SPLIT and thing.copied is None:
        return Citation("202.3d", "both halves count, except on the stack, where the half that was cast does")
    if card.is_double_faced and thing.copied is None:
        if thing.zone not in CONTROLLED:
            return Citation("712.8a", "off the stack and the battlefield only the front face exists")
        nonmodal = "712.8c" if thing.zone is Zone.STACK else "712.8d"
        return Citation("712.8f" if card.layout is Layout.MODAL_DFC else nonmodal, "only the face that is up exists")
    if "X" in has.mana_cost.symbols:
        return Citation("202.3e", "X is what was chosen for it on the stack, and 0 elsewhere")
    return Citation("202.3", "the total amount of mana in the mana cost")


# --- names and copies ------------------------------------------------------------------------------------------------


def names_of(card: Card) -> tuple[str, ...]:
    """The names of a card that a player may choose, one of them at a time (201.4b-f, 709.4a, 712.19)."""
    return tuple(dict.fromkeys((*(face.name for face in card.faces if face.name), *filter(None, (card.melds_into,)))))


def copied_card(thing: GameObject) -> Card:
    """What an object that becomes a copy of another gets: of a double-faced one the face that is up (707.8).

    The parts of split, adventure and other cards of one side are copied with it (709.5, 715.2b, 718.2a); of what was
    cast prototyped, the alternative characteristics are (718.3d).
    """
    card = thing.printed
    if not card.is_double_faced and not is_prototyped(thing):
        return replace(card, melded=())
    return Card((face_for(card, thing.zone, thing.face, thing.flags),))


def token_of(card: Card) -> Card:
    """The card of a token that is a copy of a card or permanent: a double-faced one keeps both faces (707.8a)."""
    if card.is_double_faced or card.layout in INSET or card.layout in SPLIT or card.layout is Layout.PROTOTYPE:
        return card
    return Card(card.faces, Layout.TOKEN)


def face_of_copy(thing: GameObject) -> int:
    """The face with which a token that is a copy of this enters (707.8a, 718.3d)."""
    shows = thing.printed.is_double_faced or is_prototyped(thing)
    return thing.face if shows and thing.zone is Zone.BATTLEFIELD else 0


def is_prototyped(thing: GameObject) -> bool:
    """Whether this is a prototyped spell, or the permanent that it became (718.3b)."""
    return thing.printed.layout is Layout.PROTOTYPE and thing.zone in CONTROLLED and thing.face > 0


# --- every way a card can be -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Appearance:
    """One way in which a card can be somewhere: where, how, as which characteristics, with which mana value."""

    zone: str
    way: str
    face: Face
    mana_value: int
    citation: Citation


def appearances(card: Card) -> tuple[Appearance, ...]:
    """Every way in which a card can be: elsewhere, on the stack, on the battlefield (202.3, 709.4, 712.8, 715.4)."""
    found: list[Appearance] = []
    for zone in (Zone.HAND, Zone.STACK, Zone.BATTLEFIELD):
        for way, face, flags in _ways(card, zone):
            up = face_for(card, zone, face, flags)
            thing = GameObject(card.name, card, zone, "", face=face, flags=flags)
            value = borrowed_value(card, zone, face, copied=False)
            has = Characteristics(up.name, up.type_line, up.mana_cost, up.colors, (), None, None, value=value)
            where = "elsewhere" if zone is Zone.HAND else zone.value
            found.append(Appearance(where, way, up, has.mana_value, why_value(has, thing)))
    return tuple(found)


def _ways(card: Card, zone: Zone) -> list[tuple[str, int, tuple[str, ...]]]:
    """The ways to be in a zone: a label, the face that is up, and facts about it."""
    if zone is Zone.HAND:
        return [("", 0, ())]
    if card.sides:
        offset, found = 0, []
        for which, side in zip(("front", "back"), card.sides, strict=True):
            for way, face, flags in _ways(side, zone):
                label = way or f"{which} face up" if zone is Zone.BATTLEFIELD or len(side.faces) > 1 else ""
                found.append((label or f"cast as {side.full_name}", face + offset, flags))
            offset += len(side.faces)
        return found
    if card.melded:
        return [("melded", 0, ())] if zone is Zone.BATTLEFIELD else []
    if zone is Zone.STACK:
        return _on_stack(card)
    if card.layout is Layout.ROOM:
        return [("locked", 0, ()), (LEFT, 0, (LEFT,)), (RIGHT, 0, (RIGHT,)), ("fully unlocked", 0, (LEFT, RIGHT))]
    labels = {Layout.FLIP: ("unflipped", "flipped"), Layout.PROTOTYPE: ("cast normally", "prototyped")}
    two_sided = card.is_double_faced
    names = ("front face up", "back face up") if two_sided else labels.get(card.layout, ("",))
    return [
        (name, place, ()) for place, name in enumerate(names) if face_for(card, zone, place).type_line.is_permanent
    ]  # fmt: skip


def _on_stack(card: Card) -> list[tuple[str, int, tuple[str, ...]]]:
    faces = [(place, face) for place, face in enumerate(card.faces) if "land" not in face.type_line.types]
    match card.layout:
        case Layout.MODAL_DFC:
            return [(f"cast as {face.name}", place, ()) for place, face in faces]
        case Layout.TRANSFORM:
            return [("cast" if not place else "cast transformed", place, ()) for place, face in faces if place < 2]
        case Layout.SPLIT | Layout.AFTERMATH | Layout.ROOM:
            halves: list[tuple[str, int, tuple[str, ...]]] = [(f"cast as {f.name}", place, ()) for place, f in faces]
            fuses = any(getattr(ability, "name", "") == "fuse" for face in card.faces for ability in face.abilities)
            return [*halves, ("fused", 0, (FUSED,))] if fuses else halves
        case Layout.ADVENTURE | Layout.OMEN:
            what = "an Adventure" if card.layout is Layout.ADVENTURE else "an Omen"
            return [("cast normally" if not place else f"cast as {what}", place, ()) for place, _ in faces]
        case Layout.PREPARE:
            return [("cast normally" if not place else "copy of its prepare spell", place, ()) for place, _ in faces]
        case Layout.PROTOTYPE:
            return [("cast normally", 0, ()), ("cast prototyped", 1, ())]
        case _:
            return [("cast", 0, ())] if faces and faces[0][0] == 0 else []


def sides_of(card: Card) -> tuple[Card, ...]:
    """The sides of a card that can face outward, each as a card of one side.

    A double-faced card shows either face; the back of a meld card is half of an oversized face, without characteristics
    of its own (712.4b); the parts of any other card are on one side and stay together (709.2, 710.1, 715.2c).
    """
    if card.sides:
        return card.sides
    if card.layout in DOUBLE_FACED or (card.layout is Layout.TOKEN and len(card.faces) == 2):
        return tuple(Card((face,)) for face in card.faces)
    if card.layout is Layout.MELD and card.melds_into:
        return (Card(card.faces), Card((Face(f"half of {card.melds_into}", TypeLine()),)))
    return (card,) if len(card.faces) > 1 else (Card(card.faces),)
