"""Cards of which a part was not understood: which questions that part could touch, and what is said where it can't.

The rule is in docs/cards.md. It errs on the side of refusing: what is known of such an ability is the form of its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from model.abilities import Ability, NotUnderstood, Sort
from model.actions import ResolveTriggers
from model.cards import Card
from model.errors import MalformedError, OutOfScopeError
from model.objects import GameObject
from model.situation import Situation
from model.zones import CONTROLLED, Zone
from scenarios.checking import at, flag, known, mapping, number, sequence, text, words
from solver.answers import Outcome
from solver.copying import is_face_down
from solver.faces import face_for

#: Questions about what stands on cards, which no ability changes.
_FACTS = frozenset({"format_legal"})
#: Questions that are answered by what happens, for which it is known what each sort of ability could do.
_HAPPENING = frozenset({"outcomes", "mana"})
#: Those about what is so now: what triggers or is activated later does not touch them.
_NOW = frozenset({"characteristics", "mana_value", "could_produce", "transform", "faces"})
#: Those about what may be done with the things that they name.
_ATTEMPTS = frozenset({"can_play", "can_activate", "can_choose", "can_target", "count"})
_TRIGGERS = frozenset({Sort.TRIGGER, Sort.TRIGGER_ON_STEP, Sort.TRIGGER_ON_ITSELF})
#: What a card that goes somewhere has no part in, unless it is activated or cast by the event itself.
_LATER = frozenset({Sort.NOTE, Sort.ACTIVATED, Sort.CASTING, Sort.TRIGGER_ON_STEP})


class Unread(NamedTuple):
    """A part of a card that was not understood: the object, the card's name, and the words where reading stopped."""

    object: str
    card: str
    words: str
    why: str = "not understood"  #: or ``left out``, or ``not followed`` of what can't touch an answer


def not_understood(entry: dict[str, Any], path: str) -> NotUnderstood:
    """An ability that was not understood, as entries write it. Raises MalformedError with the path of what is wrong."""
    known(entry, ("not_understood", "sort", "everywhere", "adds_mana", "colors"), path)
    sorts = {one.value: one for one in Sort}
    sort = text(entry.get("sort", "static"), at(path, "sort"), "a sort of ability")
    known([sort], sorts, at(path, "sort"), "sort of ability")
    return NotUnderstood(
        text(entry["not_understood"], at(path, "not_understood"), "the words where reading stopped"),
        sorts[sort],
        flag(entry.get("everywhere", True), at(path, "everywhere")),
        flag(entry.get("adds_mana", True), at(path, "adds_mana")),
        colors=text(entry.get("colors", ""), at(path, "colors"), "letters of colors"),
    )


def without(value: object, path: str) -> tuple[NotUnderstood, ...]:
    """What an entry goes without: words, or a sort of ability with words. Raises MalformedError with the path."""
    parts = [value] if isinstance(value, str) else sequence(value, path, "a list of what the entry goes without")
    return tuple(_left_out(part, at(path, place)) for place, part in enumerate(parts))


def _left_out(part: object, path: str) -> NotUnderstood:
    if isinstance(part, str):
        return NotUnderstood(part, Sort.STATIC, everywhere=False, left_out=True)
    sorts = {one.value: one for one in Sort}
    entry = mapping(
        part,
        path,
        "a sort of ability with words",
        (*sorts, "about", "adds_mana", "everywhere", "number", "face", "colors"),
    )
    if len(said := [word for word in entry if word in sorts]) != 1:
        raise MalformedError(f"expected one of: {', '.join(sorts)}", path)
    sort = sorts[said[0]]
    return NotUnderstood(
        text(entry[said[0]], at(path, said[0]), "what the ability does, in words"),
        sort,
        flag(entry.get("everywhere", sort is Sort.CASTING), at(path, "everywhere")),
        flag(entry.get("adds_mana", False), at(path, "adds_mana")),
        left_out=True,
        about=words(entry["about"], at(path, "about")) if "about" in entry else (),
        number=number(entry.get("number", 0), at(path, "number")),
        face=text(entry.get("face", ""), at(path, "face"), "the name of a face") if "face" in entry else "",
        colors=text(entry["colors"], at(path, "colors"), "letters of colors") if "colors" in entry else "",
    )


def of_card(card: Card) -> tuple[NotUnderstood, ...]:
    """The abilities of a card that were not understood."""
    return tuple(one for face in card.faces for one in _only(face.abilities))


def _missing(card: Card) -> tuple[NotUnderstood, ...]:
    """The abilities that were not understood, and those that the card's entry goes without."""
    return (*of_card(card), *card.left_out)


def unread(situation: Situation) -> tuple[Unread, ...]:
    """Everything that was not understood of the objects of a situation."""
    return tuple(
        Unread(thing.id, thing.printed.name, one.words, _why(one))
        for thing in situation.objects
        for one in _missing(thing.printed)
    )


def _why(one: NotUnderstood) -> str:
    if one.sort is Sort.NOTE:
        return "not followed"
    return "left out" if one.left_out else "not understood"


def refuse(situation: Situation, kind: str, arguments: Any, event: Any) -> None:
    """Raise OutOfScopeError where a part that was not understood could touch the question as it is asked."""
    for thing in situation.objects:
        for one in _missing(thing.printed):
            if kind not in _FACTS and _touches(one, thing, kind, arguments, event):
                raise _refusal(thing, one)


def refuse_what_happened(before: Situation, after: Iterable[Outcome], steps: Iterable[Iterable[object]]) -> None:
    """Raise OutOfScopeError where an object whose text was not understood whole changed its zone or face on the way.

    What would trigger on that matters only if triggered abilities are resolved in one of the ``steps``. A static
    ability that is known to be about certain events matters where one of them happens.
    """
    if not unread(before):
        return
    after = tuple(after)
    kinds = frozenset(event.kind for outcome in after for event in outcome.events)
    for thing in before.objects:
        for one in _missing(thing.printed):
            if one.about and kinds & set(one.about) and thing.zone is Zone.BATTLEFIELD and _is_up(one, thing):
                raise _refusal(thing, one)
    triggers = any(isinstance(one, ResolveTriggers) for step in steps for one in step)
    out_of_it = _LATER if triggers else _LATER | _TRIGGERS
    for situation in (outcome.final.situation for outcome in after):
        for thing in situation.objects:
            old = before.find(thing.id)
            if old is not None and (old.zone, old.face, old.copied) == (thing.zone, thing.face, thing.copied):
                continue
            for one in _missing(thing.printed):
                if one.sort not in out_of_it and not one.about and _did(one, old):
                    raise _refusal(thing, one)
        gone = {thing.id for thing in before.objects} - {thing.id for thing in situation.objects}
        for ref in gone:
            for one in _missing(before.object(ref).printed):
                if one.sort not in out_of_it and not one.about and _did(one, before.object(ref)):
                    raise _refusal(before.object(ref), one)


def _touches(one: NotUnderstood, thing: GameObject, kind: str, arguments: Any, event: Any) -> bool:
    """Whether an ability that was not understood could touch the question before anything has happened."""
    works = one.everywhere or thing.zone is Zone.BATTLEFIELD
    if one.sort is Sort.NOTE or (one.face and not _shows(one.face, thing)):
        return False
    if one.sort is Sort.STATIC:
        return works and _is_up(one, thing) and (not one.about or _is_about(one, kind, arguments, event))
    if one.left_out and kind not in _NOW | _ATTEMPTS:
        kind = "outcomes"  # the reasons of outcomes
    if kind in _NOW:
        return kind == "could_produce" and one.adds_mana and one.sort is not Sort.SPELL and works
    if kind in _ATTEMPTS:
        return _touches_attempt(one, thing, kind, arguments, works)
    if kind not in _HAPPENING:
        return True
    match one.sort:
        case Sort.SPELL | Sort.CASTING:
            return _speaks_of(_part(event, {"resolve", "cast", "play"}), thing)
        case Sort.ACTIVATED:
            taps = _part(event, {"tap_for_mana"})
            numbered = any(isinstance(tap, dict) and "ability" in tap for tap in taps)  # the numbers are not sure
            tapped = _speaks_of([*taps, arguments], thing)
            return _activates(one, thing, event) or (tapped and (one.adds_mana or (numbered and not one.number)))
        case _:
            return _touches_as_trigger(one, thing, event, works)


def _activates(one: NotUnderstood, thing: GameObject, event: Any) -> bool:
    """Whether an event is about an activated ability of the object that may be this one, or one of another number."""
    if isinstance(event, list):
        return any(_activates(one, thing, part) for part in event)
    if not isinstance(event, dict):
        return False
    if _speaks_of(event.get("ability_of"), thing):
        if one.left_out and "cost" in event and "ability" not in event:
            return False
        return not one.number or event.get("ability", one.number) == one.number
    return any(_activates(one, thing, part) for part in event.values())


def _shows(face: str, thing: GameObject) -> bool:
    """Whether a permanent or spell has the face of this name up; of anything else the front face counts."""
    faces = thing.printed.faces
    return faces[min(thing.face, len(faces) - 1) if thing.zone in CONTROLLED else 0].name == face


def _did(one: NotUnderstood, before: GameObject | None) -> bool:
    """Whether what a spell does could have been a part of how an object came where it is: if it was on the stack."""
    if one.face and before is not None and not _shows(one.face, before):
        return False
    return one.sort is not Sort.SPELL or (not one.left_out if before is None else before.zone is Zone.STACK)


def _is_about(one: NotUnderstood, kind: str, arguments: Any, event: Any) -> bool:
    """Whether a question, or the event that it is about, is of what a static ability is about."""
    about = set(one.about)
    return kind in about or bool(_part(event, about)) or bool(_part(arguments, about))


def _touches_as_trigger(one: NotUnderstood, thing: GameObject, event: Any, works: bool) -> bool:
    """Whether a triggered ability could touch what happens: if it resolves, which only ``resolve_triggers`` has it do.

    One that adds mana may be a mana ability, which resolves at once (605.4a).
    """
    resolved = bool(_part(event, {"resolve_triggers"}))
    if _speaks_of(_part(event, {"ability_of"}), thing) and not one.left_out:  # the numbers of abilities are not sure
        return True
    match one.sort:
        case Sort.TRIGGER_ON_STEP:
            return resolved and works and bool(_part(event, {"begin"}))
        case Sort.TRIGGER_ON_ITSELF:
            return resolved and _speaks_of(_part(event, {"enter", "dies", "destroy", "sacrifice", "move"}), thing)
        case _:
            return works and (resolved or one.adds_mana)


def _touches_attempt(one: NotUnderstood, thing: GameObject, kind: str, arguments: Any, works: bool) -> bool:
    """Whether an ability that is not static could matter to what may be played, activated, chosen or targeted.

    What triggers, and what happens once something is activated, decides neither whether a card can be played nor
    whether a permanent may be chosen; it may itself have players choose.
    """
    match kind:
        case "can_play":
            named = works or _speaks_of(arguments, thing)
            return named if one.sort is Sort.CASTING else one.sort is Sort.SPELL and one.everywhere
        case "can_activate":
            return one.sort is Sort.ACTIVATED and _activates(one, thing, arguments)
        case "can_choose" | "can_target":
            return not one.left_out and _speaks_of(_part(arguments, {"for"}), thing)
        case _:
            return works or _speaks_of(arguments, thing)


def _is_up(one: NotUnderstood, thing: GameObject) -> bool:
    """Whether a permanent has the ability now: not face down (708.2), nor of a face or half that is not up."""
    if thing.zone is not Zone.BATTLEFIELD or thing.copied is not None:
        return True
    return not is_face_down(thing) and (
        one.left_out or one in face_for(thing.printed, thing.zone, thing.face, thing.flags).abilities
    )


def _only(abilities: Iterable[Ability]) -> Iterator[NotUnderstood]:
    return (one for one in abilities if isinstance(one, NotUnderstood))


def _part(event: Any, keys: set[str]) -> list[Any]:
    """What stands under these keys anywhere in an event."""
    if isinstance(event, dict):
        found = [value for key, value in event.items() if key in keys]
        return found + [part for key, value in event.items() if key not in keys for part in _part(value, keys)]
    if isinstance(event, list):
        return [part for value in event for part in _part(value, keys)]
    return []


def _speaks_of(value: Any, thing: GameObject) -> bool:
    """Whether a part of a document names the object or its card."""
    if isinstance(value, dict):
        return any(_speaks_of(part, thing) for part in value.values())
    if isinstance(value, list):
        return any(_speaks_of(part, thing) for part in value)
    return isinstance(value, str) and value in {thing.id, thing.printed.name, thing.printed.full_name}


def _refusal(thing: GameObject, one: NotUnderstood) -> OutOfScopeError:
    if one.left_out:
        return OutOfScopeError(f"{thing.printed.name} is built in without {one.words!r}, which could matter here")
    return refusal(thing.printed.name, one.words)


def as_in_a_text(words: str) -> str:
    """The words at which reading stopped, which stand apart, with their punctuation as in a text."""
    return re.sub(r" (?=[.,;:]|'s\b)", "", words)


def refusal(name: str, words: str) -> OutOfScopeError:
    """The error for a card whose text could touch the question and was not understood from these words on."""
    return OutOfScopeError(
        f"the text of {name} is not understood whole, and the rest could matter here: reading stopped at "
        f"{as_in_a_text(words)!r}"
    )
