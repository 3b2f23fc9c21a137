"""Entering the battlefield and other changes of zones, read by the letter of 400, 614.12, 707.5 and 122.6."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Keyword, Static
from model.cards import Card, Face
from model.effects import ANY, AsEnters, EnterAsCopy, Replacement
from model.errors import OutOfScopeError
from model.events import Destroy, Discard, Enter, Event, How, Move, PutCounters, Sacrifice
from model.objects import GameObject
from model.selectors import Aspect, Selector, role
from model.situation import Situation
from model.type_line import TypeLine
from model.zones import CONTROLLED, Zone
from solver.attaching import enters_as_aura
from solver.twin.fitting import Environment, meant
from solver.twin.things import color_named, face_of

#: Keywords that have effects of their own on entering or leaving, which the twin does not read.
_KEYWORDS = frozenset({
    "fading", "vanishing", "modular", "graft", "devour", "bloodthirst", "ravenous", "riot", "sunburst", "tribute",
    "unleash", "daybound", "nightbound", "compleated", "flashback", "buyback", "rebound", "jump-start", "aftermath",
    "harmonize", "madness", "umbra armor", "amplify", "read ahead",
})  # fmt: skip
_WITH_COUNTERS = frozenset({"planeswalker", "battle"})
_COUNTERS = frozenset({"finality", "shield", "stun"})
ZONE_CHANGES = (Enter, Move, Destroy, Sacrifice, Discard)


def refuse(situation: Situation, event: Event) -> None:
    """Raise OutOfScopeError where a zone change meets something that the twin does not read."""
    if not isinstance(event, ZONE_CHANGES):
        return
    there = [each for each in situation.objects if each.id == event.affected]
    if isinstance(event, Discard):
        if event.card is None:
            raise OutOfScopeError("discarding a card that is not known")
        there = [each for each in situation.objects if each.id == event.card]
    if isinstance(event, Move) and event.origin is not there[0].zone:
        raise OutOfScopeError("a move from where the object is not")
    if isinstance(event, Enter) and enters_as_aura(event, situation):
        raise OutOfScopeError("an Aura that enters the battlefield")
    if isinstance(event, Enter) and (event.face or event.attached_to is not None or there[0].zone is Zone.BATTLEFIELD):
        raise OutOfScopeError("entering in this way")
    for each in (*there, *(other for other in situation.objects if other.attached_to in {one.id for one in there})):
        _refuse_object(each, event)


def _refuse_object(thing: GameObject, event: Event) -> None:
    faces = [*thing.card.faces, *((event.copied.faces) if isinstance(event, Enter) and event.copied else ())]
    if len(thing.card.faces) > 1 or thing.card.melded or thing.flags:
        raise OutOfScopeError("an object with several faces, or with facts about it")
    for face in faces:
        names = {each.name.partition(" ")[0] for each in face.abilities if isinstance(each, Keyword)}
        whole = {each.name for each in face.abilities if isinstance(each, Keyword)}
        if (
            (names | whole) & _KEYWORDS
            or set(face.type_line.types) & _WITH_COUNTERS
            or "Saga" in face.type_line.subtypes
        ):
            raise OutOfScopeError("keywords and types that have effects on zone changes")
    if {kind for kind, _ in thing.counters} & _COUNTERS:
        raise OutOfScopeError("counters that have effects")


# --- the permanent as it would be (614.12) ---------------------------------------------------------------------------


def as_it_would_be(situation: Situation, event: Event) -> Situation:
    """The situation in which what enters is on the battlefield, with all that is settled about it so far (614.12)."""
    if not isinstance(event, Enter):
        return situation
    return _changed(
        situation, event.object, zone=Zone.BATTLEFIELD, controller=event.under, tapped=event.tapped,
        counters=event.counters, copied=event.copied, chosen=event.chosen,
    )  # fmt: skip


def is_only_about_itself(effect: object) -> bool:
    """614.12: effects of what enters apply to its entering only if they affect that permanent alone."""
    if not isinstance(effect, Replacement):
        return False
    for watch in effect.watches:
        condition = watch.get("object")
        if watch.kind != "enter" or not isinstance(condition, Selector) or len(condition.any_of) != 1:
            return False
        if not any(p.aspect is Aspect.ROLE and p.value == "this" and not p.negated for p in condition.any_of[0]):
            return False
    return True


def has_own_effects(face: Face) -> bool:
    """Whether a permanent with this face has such an effect."""
    return any(isinstance(each, Static) and is_only_about_itself(each.effect) for each in face.abilities)


# --- what is chosen (614.12a, 707.5) ---------------------------------------------------------------------------------


def to_choose_from(
    situation: Situation, rewrite: EnterAsCopy | AsEnters, env: Environment, entering: frozenset[str]
) -> tuple[str, ...]:
    """The options of a choice as something enters; nothing that enters at the same time can be copied (614.13a)."""
    if isinstance(rewrite, EnterAsCopy):
        if env.roles.get("this") in entering and rewrite.of == role("this"):
            raise OutOfScopeError("entering with other values of its own")
        return tuple(ref for ref in meant(situation, rewrite.of, env) if ref not in entering)
    if isinstance(rewrite.among, Selector):
        return meant(situation, rewrite.among, env)
    if len(rewrite.among) == 1 and rewrite.among[0] in ANY:
        raise OutOfScopeError("a choice among words without end")
    return rewrite.among


def as_copy(situation: Situation, event: Enter, rewrite: EnterAsCopy, ref: str) -> Enter:
    """707.2, 707.9: the values of what is copied, with the exceptions of the effect, in place of an earlier copy's."""
    if rewrite.condition is not None or rewrite.counters or rewrite.set_types is not None or rewrite.own_abilities:
        raise OutOfScopeError("a copy with exceptions that depend on it")
    if isinstance(rewrite.power, str) or isinstance(rewrite.toughness, str):
        raise OutOfScopeError("a copy with its own power and toughness")
    thing = next(each for each in situation.objects if each.id == ref)
    if len(thing.printed.faces) > 1:
        raise OutOfScopeError("a copy of something with several faces")
    face = face_of(thing)
    line = face.type_line
    supertypes = [word for word in line.supertypes if word not in rewrite.without_supertypes]
    supertypes += [word for word in rewrite.add_supertypes if word not in supertypes]
    types = [*line.types, *(word for word in rewrite.add_types if word not in line.types)]
    subtypes = [*line.subtypes, *(word for word in rewrite.add_subtypes if word not in line.subtypes)]
    if rewrite.power is not None or rewrite.toughness is not None or rewrite.colors is not None:
        face = replace(face, abilities=tuple(each for each in face.abilities if not isinstance(each, Static)))
        if len(face.abilities) != len(face_of(thing).abilities):
            raise OutOfScopeError("a copy that may not copy an ability that defines a characteristic (707.9d)")
    colors = face.colors
    if rewrite.colors == ("own",):
        colors = next(each for each in situation.objects if each.id == event.object).card.faces[0].colors
    elif rewrite.colors is not None:
        colors = tuple(color for word in rewrite.colors if (color := color_named(word)) is not None)
    keywords = tuple(Keyword(word) for word in rewrite.add_keywords)
    new = replace(
        face,
        name=face.name if rewrite.name is None else rewrite.name,
        type_line=TypeLine(tuple(supertypes), tuple(types), tuple(subtypes)),
        colors=colors,
        power=face.power if rewrite.power is None else rewrite.power,
        toughness=face.toughness if rewrite.toughness is None else rewrite.toughness,
        abilities=(*face.abilities, *keywords, *rewrite.abilities),  # type: ignore[arg-type]
    )
    return replace(event, copied=Card((new,)), copy_counters=(), copy_tapped=rewrite.tapped)


# --- what happens ----------------------------------------------------------------------------------------------------


def contained(event: Event) -> Move | None:
    """616.1g, 701.8a, 701.9a, 701.21a: the move that destroying, sacrificing and discarding are."""
    match event:
        case Destroy(permanent, source, cause):
            return Move(permanent, Zone.GRAVEYARD, Zone.BATTLEFIELD, How.DESTROY, source=source, cause=cause)
        case Sacrifice(permanent, source, cause):
            return Move(permanent, Zone.GRAVEYARD, Zone.BATTLEFIELD, How.SACRIFICE, source=source, cause=cause)
        case Discard(_, str() as card, source, cause):
            return Move(card, Zone.GRAVEYARD, Zone.HAND, How.DISCARD, source=source, cause=cause)
        case _:
            return None


def entered(situation: Situation, event: Enter) -> tuple[Situation, PutCounters | None]:
    """The object on the battlefield, a new object (400.7), and the counters that it enters with (122.6)."""
    situation = _out_of_library(situation, event.object)
    tapped = event.tapped or event.copy_tapped
    situation = _changed(
        situation, event.object, zone=Zone.BATTLEFIELD, controller=event.under, tapped=tapped, counters=(), x=0,
        copied=event.copied, chosen=event.chosen, attacking=event.attacking, damage=0, targets=(),
    )  # fmt: skip
    numbers: dict[str, int] = {}
    for kind, number in (*event.counters, *event.copy_counters):
        numbers[kind] = numbers.get(kind, 0) + number
    counters = tuple(sorted((kind, number) for kind, number in numbers.items() if number > 0))
    put = PutCounters(event.object, counters, event.under, event.object, entering=True)
    return situation, put if counters else None


def moved(situation: Situation, event: Move) -> Situation:
    """400.3, 400.7: the object in its owner's zone, as a new object."""
    situation = _out_of_library(situation, event.object)
    thing = next(each for each in situation.objects if each.id == event.object)
    situation = _changed(
        situation, event.object, zone=event.to, controller=thing.controller if event.to in CONTROLLED else None,
        tapped=False, counters=event.counters, damage=0, deathtouched=False, attached_to=None, attacking=None, x=0,
        blocked=False, blocking=(), copied=None, chosen=(), targets=(),
    )  # fmt: skip
    for other in situation.objects:
        if other.attached_to == event.object:
            situation = _changed(situation, other.id, attached_to=None)
    if event.to is not Zone.LIBRARY or event.position not in (None, "top"):
        return situation
    players = tuple(
        replace(player, library=(event.object, *player.library)) if player.name == thing.owner else player
        for player in situation.players
    )
    return replace(situation, players=players)


def as_logged(event: Enter) -> Enter:
    """An entering as it is listed: its counters are added to it when they are put on it (122.6)."""
    return replace(event, counters=(), copy_counters=(), tapped=event.tapped or event.copy_tapped, copy_tapped=False)


def _changed(situation: Situation, ref: str, **changes: object) -> Situation:
    things = tuple(
        replace(each, **changes) if each.id == ref else each  # type: ignore[arg-type]
        for each in situation.objects
    )
    return replace(situation, objects=things)


def _out_of_library(situation: Situation, ref: str) -> Situation:
    players = tuple(
        replace(player, library=tuple(card for card in player.library if card != ref)) for player in situation.players
    )
    return replace(situation, players=players)
