"""Which faces of which cards a player may play or cast now, at what cost, and why not (601.3, 305.1, 118.6, 712.11).

When it may be done (priority, the step, lands already played) is left to who asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from model.abilities import Ability, Keyword
from model.attempts import Casting, Playing
from model.cards import SPLIT, Card, Layout
from model.characteristics import Characteristics
from model.objects import GameObject
from model.permissions import FREE, ITS_MANA_COST, Permission
from model.rules import Citation
from model.situation import Situation
from model.zones import CONTROLLED, Zone
from solver import casting_keywords
from solver.affording import affordable
from solver.amounts import holds
from solver.environment import Env
from solver.faces import FUSED
from solver.matching import CAST_FROM, fits, traits_of
from solver.permitting import is_for, permissions
from solver.prohibiting import may_cast, may_play
from solver.timing import against_timing
from solver.total_costs import total_cost

#: The fact that a card was exiled as an Adventure resolved (715.3d).
ON_AN_ADVENTURE = "on an adventure"
#: The fact that a spell is cast face down, and what that costs by a morph ability (702.37a).
FACE_DOWN, _FOR_MORPH = "face-down", "{3}"


@dataclass(frozen=True, slots=True)
class Playable:
    """One face, half or inset of a card: the ways to play it (costs as texts, or ``land``), and the rule.

    Without ways, the rule says why not.
    """

    card: str
    face: str
    ways: tuple[str, ...]
    citation: Citation


@dataclass(frozen=True, slots=True)
class _Option:
    """A way to put a card onto the stack or battlefield: which face, with which facts.

    ``layout`` is that of the side of the card that the face is on, ``place`` its place there. ``becomes`` is another
    card as which it is cast.
    """

    face: int
    name: str
    layout: Layout
    place: int
    side: Card
    flags: tuple[str, ...] = ()
    becomes: Card | None = None


@dataclass(frozen=True, slots=True)
class _Allowed:
    """Something that allows playing: the cost in place of the mana cost, if any, and the rule."""

    cost: str
    citation: Citation
    lands: bool = False
    any_mana: bool = False
    mark: str = ""


def can_play(player: str, situation: Situation, cards: tuple[str, ...] = (), now: bool = False) -> tuple[Playable, ...]:
    """Every face of these cards (or of every card in a zone but the stack and battlefield), and how it may be played.

    ``now``: whose turn it is, which step, and what is on the stack count, too. Raises KeyError for a card that is not
    there.
    """
    things = [situation.object(ref) for ref in cards] or [
        thing for thing in situation.objects if thing.zone not in CONTROLLED and thing.zone is not Zone.NOWHERE
    ]
    return tuple(
        _playable(player, thing, option, situation, now)
        for thing in things
        for option in (*_options(thing.card), *_as_other_cards(player, thing, situation))
    )


def _as_other_cards(player: str, thing: GameObject, situation: Situation) -> Iterator[_Option]:
    """The cards as which effects allow a card to be cast where it is."""
    for permission, env in permissions(situation):
        other = permission.as_card
        allowed = other is not None and is_for(permission, env, player, situation)
        if other is not None and allowed and fits(thing.id, permission.cards, env, situation):
            yield _Option(0, other.name, Layout.NORMAL, 0, other, becomes=other)


def _options(card: Card) -> Iterator[_Option]:
    """The faces, halves and insets of a card, whether or not they may ever be played."""
    offset = 0
    for side in card.sides or (card,):
        layout = side.layout if not card.sides or len(side.faces) > 1 else Layout.MODAL_DFC
        for place, face in enumerate(side.faces):
            name = f"{face.name} (prototyped)" if layout is Layout.PROTOTYPE and place else face.name
            yield _Option(offset + place, name, layout, place, side)
        if layout in SPLIT and any(_has_keyword(face.abilities, "fuse") for face in side.faces):
            yield _Option(offset, " // ".join(face.name for face in side.faces), layout, 0, side, (FUSED,))
        if any(_has_keyword(side.faces[0].abilities, word) for word in casting_keywords.FACE_DOWN):
            yield _Option(offset, "face down", layout, 0, side, (FACE_DOWN,))
        offset += len(side.faces)


def _playable(player: str, thing: GameObject, option: _Option, situation: Situation, now: bool) -> Playable:
    def no(why: Citation) -> Playable:
        return Playable(thing.id, option.name, (), why)

    spell = _as_spell(thing, option, player, situation)
    has = traits_of(spell, spell.object(thing.id))
    land = "land" in has.type_line.types
    if (never := _never(option)) is not None and not land:
        return no(never)
    allowed, other = [], None
    for one in _allowing(player, thing, option, situation, spell):
        if isinstance(one, Citation):
            other = other or one
        elif land and not one.lands:
            other = _no_spell(has)
        else:
            allowed.append(one)
    if not allowed:
        return no(other or _not_allowed(thing, option, land))
    verdict = (
        may_play(thing.id, player, situation, option.face) if land
        else may_cast(thing.id, player, spell if option.becomes else situation, option.face, option.flags)
    )  # fmt: skip
    if not verdict.value:
        return no(verdict.citation)
    if (late := against_timing(player, has, land, situation, spell, now)) is not None:
        return no(late)
    if land:
        there = situation.with_object(thing.id, zone=Zone.BATTLEFIELD, controller=player, face=option.face)
        cost = total_cost("", Playing(thing.id, player), there)
        ways = {f"land for {cost}" if cost else "land": ("", cost)}
        rule = "712.12" if thing.card.layout is Layout.MODAL_DFC else "305.1"
        why = Citation(rule, "a land is put onto the battlefield, face up")
    else:
        ways = {way: (one.mark, way) for one in allowed for way in _costs(one, player, thing, has, spell)}
        why = allowed[0].citation
    if not ways:
        return no(Citation("118.6", "it has no mana cost, which can't be paid, and no alternative cost applies"))
    paid = [way for way, (mark, cost) in ways.items() if affordable(cost, player, situation, mark)]
    if not paid:
        return no(Citation("118.3", "what there is to pay with does not pay for it"))
    return Playable(thing.id, option.name, tuple(paid), why)


def _as_spell(thing: GameObject, option: _Option, player: str, situation: Situation) -> Situation:
    """The situation with the card as the spell, or land, that it would be (601.3e, 712.11c)."""
    flags = (*thing.flags, *option.flags, *((CAST_FROM[thing.zone],) if thing.zone in CAST_FROM else ()))
    spell = situation.with_object(thing.id, zone=Zone.STACK, controller=player, face=option.face, flags=flags)
    return spell if option.becomes is None else spell.with_object(thing.id, copied=option.becomes)


def _never(option: _Option) -> Citation | None:
    """Why a face or part is never cast, wherever the card is."""
    layout = option.layout
    if not option.place:
        return None
    if layout is Layout.FLIP:
        return Citation("710.2", "the flipped characteristics are used on the battlefield only")
    if layout is Layout.PREPARE:
        return Citation("722.3", "a preparation card can't be cast as its prepare spell; copies of that can")
    if layout is Layout.TOKEN:
        return Citation("111.7", "tokens are not cast")
    return None


def _no_spell(has: Characteristics) -> Citation:
    if has.type_line.types == ("land",):
        return Citation("305.1", "a land is never a spell, and what allows casting does not allow playing it")
    return Citation("305.9", "what is a land and another type can be played only as a land, and never cast")


def _not_allowed(thing: GameObject, option: _Option, land: bool) -> Citation:
    layout = option.layout
    if layout is Layout.TRANSFORM and option.place:
        return Citation("712.11", "a nonmodal double-faced card is cast with its front face up by default")
    if layout is Layout.AFTERMATH and option.place and thing.zone is not Zone.GRAVEYARD:
        return Citation("702.127a", "the half with aftermath can be cast from a graveyard only")
    if FUSED in option.flags:
        return Citation("702.102a", "fuse works in the hand only")
    where = thing.zone.value
    if land:
        return Citation("305.1", f"lands are played from the hand, and nothing allows it from this zone ({where})")
    return Citation("601.3", f"no rule or effect allows casting it from this zone ({where})")


# --- what allows it --------------------------------------------------------------------------------------------------


def _allowing(
    player: str, thing: GameObject, option: _Option, situation: Situation, spell: Situation
) -> Iterator[_Allowed | Citation]:
    """The rules and effects that allow playing this face; the rule in place of one that asks for another spell."""
    yield from _by_rules(player, thing, option, situation, spell)
    for permission, env in permissions(situation):
        if permission.verb not in ("cast", "play") or not is_for(permission, env, player, situation):
            continue
        if permission.as_card is not option.becomes:
            continue
        if not fits(thing.id, permission.cards, env, situation):
            continue
        if option.layout is Layout.TRANSFORM and bool(option.place) is not permission.transformed:
            continue
        if permission.transformed and not thing.card.is_double_faced:
            continue
        if FACE_DOWN in option.flags and permission.cost not in ("", ITS_MANA_COST):
            continue  # 118.9a: morph is an alternative cost already
        if not _wanted(permission, env, thing.id, spell):
            yield Citation("601.3", "what allows playing the card asks for another spell than this")
        else:
            why = Citation("601.3", f"an effect of {env.this or 'something that resolved'} allows it")
            cost = _FOR_MORPH if FACE_DOWN in option.flags else permission.cost
            yield _Allowed(cost, why, permission.verb == "play", permission.any_mana, permission.mark)


def _by_rules(
    player: str, thing: GameObject, option: _Option, situation: Situation, spell: Situation
) -> Iterator[_Allowed]:
    """What the rules and the card's own abilities allow."""
    if thing.owner != player or option.becomes is not None:
        return
    place, layout = option.place, option.layout
    if FACE_DOWN in option.flags:
        if thing.zone is Zone.HAND:
            names = [one.name for one in option.side.faces[0].abilities if isinstance(one, Keyword)]
            rule = next(casting_keywords.FACE_DOWN[name] for name in names if name in casting_keywords.FACE_DOWN)
            yield _Allowed(_FOR_MORPH, Citation(rule, "cast face down, with no name, for {3}"))
        return
    transformed = layout is Layout.TRANSFORM and place > 0
    if thing.zone is Zone.HAND and not transformed and not (layout is Layout.AFTERMATH and place):
        rule, gist = _FROM_HAND.get(layout, ("601.3", "cards are cast from the hand"))
        yield _Allowed("", Citation(rule, gist), lands=True)
    if thing.zone is Zone.EXILE and ON_AN_ADVENTURE in thing.flags and not place:
        yield _Allowed("", Citation("715.3d", "the card of an Adventure in exile may be played"), lands=True)
    # Of double-faced cards only the front face has any abilities there (712.8a); a half of a split card has its own.
    there = traits_of(situation, thing)
    if layout in SPLIT:
        there = replace(there, abilities=option.side.faces[place].abilities)
    for name, (rule, zone) in casting_keywords.TRANSFORMED.items():
        for keyword in _keywords(there.abilities, (name,)) if transformed and thing.zone is zone else ():
            yield _Allowed(keyword.cost, Citation(rule, f"{name}: cast with the back face up"))
    if not transformed:
        has = traits_of(spell, spell.object(thing.id))
        for cost, why in casting_keywords.from_zone(there, has, thing, player, situation):
            yield _Allowed(cost, why)
    if thing.zone is Zone.GRAVEYARD:
        lands = Keyword("mayhem") in there.abilities
        if lands and "discarded this turn" in thing.flags:
            yield _Allowed("", Citation("702.187c", "mayhem: a land that was discarded may be played"), lands=True)
        in_front = not thing.card.sides or option.side is thing.card.sides[0]
        if layout is Layout.AFTERMATH and place and in_front:
            yield _Allowed("", Citation("702.127a", "the half with aftermath is cast from the graveyard"))


_FROM_HAND: dict[Layout, tuple[str, str]] = {
    Layout.MODAL_DFC: ("712.11b", "the player chooses which face to cast, and only that face counts"),
    Layout.SPLIT: ("709.3", "the player chooses which half to cast"),
    Layout.AFTERMATH: ("709.3", "the player chooses which half to cast"),
    Layout.ROOM: ("709.3", "the player chooses which half to cast"),
    Layout.ADVENTURE: ("715.3", "the player chooses whether to cast it as an Adventure"),
    Layout.OMEN: ("720.3", "the player chooses whether to cast it as an Omen"),
    Layout.PROTOTYPE: ("718.3", "the player chooses whether to cast it prototyped"),
}


def _wanted(permission: Permission, env: Env, ref: str, spell: Situation) -> bool:
    """Whether the spell or land that it would be is one that the effect asks for."""
    if permission.spell is not None and not fits(ref, permission.spell, env, spell):
        return False
    return holds(permission.condition, env.with_roles(it=ref), spell)


# --- what it costs ---------------------------------------------------------------------------------------------------


def _costs(allowed: _Allowed, player: str, thing: GameObject, has: Characteristics, spell: Situation) -> Iterator[str]:
    """The costs for which it may be cast, with what effects add or take; none where the only cost can't be paid
    (118.6, 118.6a)."""
    rider = " with mana of any type" if allowed.any_mana else ""
    own = str(has.mana_cost) if has.mana_cost is not None else ""
    attempt = Casting(thing.id, player)

    def total(cost: str) -> str:
        return total_cost(cost, attempt, spell)

    cost = allowed.cost
    if cost == FREE:
        whole = total("{0}")
        yield FREE if whole == "{0}" else whole
    elif cost and cost != ITS_MANA_COST:
        yield total(cost) + rider
    elif own:
        yield total(own) + rider
    if cost or FACE_DOWN in spell.object(thing.id).flags:
        return  # 118.9a: only one alternative cost applies to a spell
    for other in casting_keywords.other_costs(has, thing, player, spell):
        yield total(other) + rider
    for permission, env in permissions(spell):
        pays = permission.verb == "pay" and is_for(permission, env, player, spell)
        if pays and fits(thing.id, permission.cards, env, spell) and _wanted(permission, env, thing.id, spell):
            yield total(permission.cost)


def _keywords(abilities: tuple[Ability, ...], names: tuple[str, ...]) -> Iterator[Keyword]:
    return (one for one in abilities if isinstance(one, Keyword) and one.name in names and one.cost)


def _has_keyword(abilities: tuple[Ability, ...], name: str) -> bool:
    return any(isinstance(one, Keyword) and one.name == name for one in abilities)
