"""Events, steps and interactions in words: fills the catalogue's templates with names and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from anyorder.rendering import verdicts
from anyorder.rendering.copies import as_copy
from anyorder.rendering.phrases import (
    ACTIONS,
    ANSWERS,
    EVENTS,
    HOW,
    INTERACTION_MUTUAL,
    INTERACTION_OF_COPIES,
    INTERACTIONS,
    POSITIONS,
    STEPS,
    TRIALS,
    ZONES,
)
from anyorder.rendering.tokens import created
from anyorder.rendering.words import Line, Role, Span, Value, fill, joined, line, plain, sentence
from model.actions import Action, Activate, Resolve, TapForMana
from model.derivation import Step, StepKind
from model.events import AddMana, DealDamage, Enter, Event, How, Move, PutCounters
from scenarios.writing import is_ordinary
from solver.production import written

if TYPE_CHECKING:
    from solver.interaction import Interaction, Trial


@dataclass(frozen=True)
class Names:
    """What players, objects and effects are called: ids as the document gives them, with the card's name if it differs.

    ``several`` are the objects of which more than one effect plays a part, so that the ability has to be named;
    ``skips`` tells whether an effect puts nothing in the place of the event.
    """

    players: frozenset[str] = frozenset()
    cards: Mapping[str, str] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    several: frozenset[str] = frozenset()
    skips: Callable[[str], bool] = lambda effect: False

    def thing(self, ref: str | None) -> Line:
        """A player or an object."""
        if ref is None:
            return line("nothing")
        return (Span(ref, Role.PLAYER if ref in self.players else Role.OBJECT),)

    def whose(self, ref: str | None) -> Line:
        """The possessive of a player or object."""
        if ref == "you":
            return (Span("your", Role.PLAYER),)
        return line(self.thing(ref), "'" if (ref or "").endswith("s") else "'s")

    def effect(self, ref: str) -> Line:
        """An effect: the object that it is of, with the card's name and the ability where these tell more."""
        name, mark, ability = ref.partition("#")
        card = self.cards.get(name, name)
        shown = line(Span(name, Role.EFFECT), f" ({card})" if not name.startswith(card) else "")
        if not mark:
            return shown
        if ability.isdigit():
            return line(shown, f", ability {int(ability) + 1}") if name in self.several else shown
        if ability.startswith("self "):
            return line(shown, " itself")
        return line("the ", Span(ability, Role.EFFECT), " on " if "counter" in ability else " of ", shown)


def event(happened: Event, names: Names) -> Line:
    """An event in words, as part of a sentence."""
    return fill(EVENTS[happened.kind], **_values(happened, names))


def events(happened: Iterable[Event], names: Names) -> Line:
    """Several events in words; an empty sequence is "nothing happens"."""
    told: list[Line] = []
    for unknown, alike in groupby(happened, _unknown_move):
        moves = list(alike)
        if unknown is None or len(moves) < 2:
            told += [event(one, names) for one in moves]
        else:
            values = _values(moves[0], names) | {"count": len(moves)}
            told.append(fill(EVENTS["move.unknown"], **values))
    return joined(told, ", ", " and ") or line(ANSWERS["nothing"])


def _unknown_move(happened: Event) -> object:
    """What moves of cards whose faces nobody knows have in common; None for anything else."""
    if isinstance(happened, Move) and happened.object.startswith("unknown card "):
        return replace(happened, object=happened.object.rpartition(" of ")[2])
    return None


def steps(asked: Iterable[Iterable[Event | Action]], names: Names) -> Line:
    """What a document asks about: steps one after the other, each of events at the same time or an action."""
    return joined(
        (joined((_happening(part, names) for part in at_once), ", ", " and ") for at_once in asked), ", then "
    )


def _happening(part: Event | Action, names: Names) -> Line:
    if isinstance(part, Event):
        return event(part, names)
    template = ACTIONS[type(part)]
    if isinstance(part, Resolve):
        number = part.ability
        thing = names.thing(part.object)
        return fill(template, object=thing if number is None else line(_ability(number), " of ", thing))
    if isinstance(part, TapForMana):
        return fill(template, permanent=names.thing(part.permanent))
    if isinstance(part, Activate):
        return fill(template, ability=_ability(part.ability), object=names.thing(part.ability_of))
    return fill(template)


def value(kind: str, subject: Any, found: Any, names: Names) -> list[Line]:
    """The answer to a question that is answered by values, for one thing asked about."""
    if kind == "can_activate":
        return [activation(subject, found, names)]
    if kind == "format_legal":
        return [verdicts.legal(subject, found)]
    if kind == "count":
        return [verdicts.counted(subject, found, names)]
    if kind in ("can_choose", "can_target"):
        return [verdicts.chosen(kind, subject, found)]
    if kind in ("faces", "can_play", "transform"):
        about = line(Span(subject, Role.OBJECT))
        return [fill(ANSWERS["about"], about=about, value=_told(found))]
    thing = names.thing(subject)
    if kind == "mana_value":
        return [fill(ANSWERS["mana_value"], object=thing, value=line(Span(str(found), Role.NUMBER)))]
    if kind == "could_produce":
        symbols = [line(Span(f"{{{letter}}}", Role.MANA)) for letter in found]
        return [fill(ANSWERS["could_produce"], object=thing, mana=joined(symbols, ", ", " or ") or "no mana")]
    return [
        fill(ANSWERS["characteristics"], object=thing, key=key.replace("_", " "), value=_listed(part))
        for key, part in found.items()
    ]


def _told(found: Any) -> Line:
    """What can be done, or the rule by which nothing can."""
    if isinstance(found, dict):
        parts = (f"{key.replace('_', ' ')} {plain(_told(part))}" for key, part in found.items())
        return line(Span("; ".join(parts), Role.VALUE))
    return _listed(found)


def _listed(found: Any) -> Line:
    if isinstance(found, list):
        found = ", ".join(map(str, found)) or None
    return line(Span("none" if found is None else str(found), Role.VALUE))


def activation(action: Activate, possible: bool, names: Names) -> Line:
    """Whether an ability can be activated."""
    template = ANSWERS["can" if possible else "can.not"]
    return fill(template, ability=_ability(action.ability), object=names.thing(action.ability_of))


def _ability(number: int) -> Line:
    return line("ability ", Span(str(number), Role.NUMBER))


def happenings(happened: Sequence[Event], names: Names) -> list[Line]:
    """The events of an outcome, each on a line of its own with a word that links it to the one before."""
    runs = [(one, len(list(same))) for one, same in groupby(happened)]
    lines = [event(one, names) for one, _ in runs] or [line(ANSWERS["nothing"])]
    for place, (_, number) in enumerate(runs):
        if number > 1:
            lines[place] = fill(ANSWERS["times"], what=lines[place], number=number)
    links = [ANSWERS["and" if _together(one, other) else "then"] for (one, _), (other, _) in pairwise(runs)]
    return [lines[0], *(line(link, words) for link, words in zip(links, lines[1:], strict=True))]


def _together(one: Event, other: Event) -> bool:
    """Whether two events in a row look as if they had happened at the same time, such as combat damage.

    So does what one source deals to several: a spell that damages each creature, or damage redirected in part.
    """
    if isinstance(one, DealDamage) and isinstance(other, DealDamage):
        return (one.combat and other.combat) or (one.source == other.source and one.to != other.to)
    return isinstance(one, Move) and isinstance(other, Move) and one.how is other.how and one.how in _AT_ONCE


_AT_ONCE = (How.DESTROY, How.MILL, How.EXILE, How.DISCARD, How.SACRIFICE)


def _values(happened: Event, names: Names) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name in ("source", "to", "permanent", "player", "on", "object", "ability_of", "attacker", "card"):
        ref = getattr(happened, name, None)
        if isinstance(ref, str):
            values[name] = names.thing(ref)
    for name in ("amount", "total", "count"):
        number = getattr(happened, name, None)
        if isinstance(number, int):
            values[name] = number
    if "player" in values:
        values["player's"] = names.whose(happened.player)  # type: ignore[attr-defined]
    return values | _EXTRA.get(happened.kind, _nothing_more)(happened, names)


def _nothing_more(_happened: Event, _names: Names) -> dict[str, Value]:
    return {}


def _damage(happened: Event, _names: Names) -> dict[str, Value]:
    return {
        "sort": "combat " if happened.combat else "",  # type: ignore[attr-defined]
        "unpreventable": "" if happened.preventable else " that can't be prevented",  # type: ignore[attr-defined]
    }


def counters(numbers: Iterable[tuple[str, int]]) -> Line:
    """Counters by kind: ``3 +1/+1 counters and 1 charge counter``."""
    return joined((_counters_of(kind, number) for kind, number in numbers), ", ", " and ")


def _counters_of(kind: str, number: int) -> Line:
    noun = " counter" if number == 1 else " counters"
    return line(Span(f"{number:,}", Role.NUMBER), " ", Span(kind, Role.VALUE), noun)


def _mana(happened: Event, _names: Names) -> dict[str, Value]:
    assert isinstance(happened, AddMana)
    note = line(f" ({happened.note})") if happened.note else ()
    return {"mana": (Span(written(happened.mana) or "no mana", Role.MANA), *note)}


def _paid(happened: Event, _names: Names) -> dict[str, Value]:
    return {"mana": line(Span(happened.mana, Role.MANA))}  # type: ignore[attr-defined]


def _begun(happened: Event, _names: Names) -> dict[str, Value]:
    return {"step": line(Span(happened.step, Role.VALUE), " step")}  # type: ignore[attr-defined]


def _put(happened: Event, _names: Names) -> dict[str, Value]:
    assert isinstance(happened, PutCounters)
    return {"counters": counters(happened.counters) or line("no counters")}


def _removed(happened: Event, _names: Names) -> dict[str, Value]:
    count = happened.count  # type: ignore[attr-defined]
    kind = Span(happened.counter, Role.VALUE)  # type: ignore[attr-defined]
    return {"counter": (kind,), "noun": "counter" if count == 1 else "counters"}


def _entered(happened: Event, names: Names) -> dict[str, Value]:
    assert isinstance(happened, Enter)
    how = [line(" tapped")] if happened.tapped else []
    if names.owners.get(happened.object, happened.under) != happened.under:
        how.append(line(" under ", names.whose(happened.under), " control"))
    if happened.counters:
        how.append(line(" with ", counters(happened.counters)))
    if happened.attacking:
        how.append(line(" attacking ", names.thing(happened.attacking)))
    how += [line(" with its back face up")] if happened.face else []
    how += [line(" attached to ", names.thing(happened.attached_to))] if happened.attached_to else []
    how.append(as_copy(happened, names.cards))
    how += [line(f", {what}: ", Span(value, Role.VALUE)) for what, value in happened.chosen]
    return {"how": line(*how)}


def _moved(happened: Event, names: Names) -> dict[str, Value]:
    assert isinstance(happened, Move)
    how = HOW.get(happened.how.value)
    extra: list[str | Line] = []
    if happened.counters:
        extra += [" with ", counters(happened.counters)]
    if happened.face_down:
        extra.append(" face down")
    if happened.position == "shuffled":
        extra.append(", which is shuffled")
    if how:
        extra.append(f" ({how})")
    owner = names.owners.get(happened.object)
    to = happened.to.value
    target: Line = line(ZONES[to])
    if to in ("hand", "library", "graveyard"):
        target = line(names.whose(owner) if owner else "its owner's", " ", ZONES[to])
    position = POSITIONS.get(happened.position or "", "") if to == "library" else ""
    origin = happened.origin.value
    start = line(ZONES[origin])
    if origin in ("hand", "library", "graveyard"):
        start = line(names.whose(owner) if owner else "its owner's", " ", ZONES[origin])
    return {"from": line("from ", start, " "), "to": line("to ", position, target), "how": line(*extra)}


def _one(_happened: Event, _names: Names) -> dict[str, Value]:
    return {"one": 1}


def _destroyed(happened: Event, _names: Names) -> dict[str, Value]:
    return {"unregenerated": "" if happened.can_regenerate else " and can't be regenerated"}  # type: ignore[attr-defined]


def _discarded(happened: Event, names: Names) -> dict[str, Value]:
    card = happened.card  # type: ignore[attr-defined]
    return {"card": names.thing(card) if card else "a card"}


def _face_down(happened: Event, _names: Names) -> dict[str, Value]:
    return {
        "top": _top(happened.count),  # type: ignore[attr-defined]
        "face_down": " face down" if happened.face_down else "",  # type: ignore[attr-defined]
    }


def _revealed(happened: Event, names: Names) -> dict[str, Value]:
    card, count = happened.card, happened.count  # type: ignore[attr-defined]
    return {"revealed": names.thing(card) if card else _top(count)}


def _top(count: int) -> Line:
    return fill(ANSWERS["top" if count == 1 else "top.several"], count=count)


def _acted(happened: Event, names: Names) -> dict[str, Value]:
    count, about = happened.count, happened.about  # type: ignore[attr-defined]
    return {
        "what": (Span(happened.what, Role.VALUE),),  # type: ignore[attr-defined]
        "count": line(" ", Span(f"{count:,}", Role.NUMBER)) if count != 1 else "",
        "about": line(" ", names.thing(about)) if about else "",
    }


def _rolled(happened: Event, _names: Names) -> dict[str, Value]:
    return {"sides": line(Span(str(happened.sides), Role.NUMBER))}  # type: ignore[attr-defined]


def _merged(happened: Event, _names: Names) -> dict[str, Value]:
    into = happened.into  # type: ignore[attr-defined]
    return {"into": into.full_name if into else "one"}


def _shuffled(happened: Event, _names: Names) -> dict[str, Value]:
    return {"card": line(Span(happened.card.name, Role.VALUE))}  # type: ignore[attr-defined]


def _copied(happened: Event, _names: Names) -> dict[str, Value]:
    count = happened.count  # type: ignore[attr-defined]
    return {"times": fill(ANSWERS["copied"], number=count) if count != 1 else ""}


def _transformed(happened: Event, _names: Names) -> dict[str, Value]:
    return {"verb": "converts" if happened.converted else "transforms"}  # type: ignore[attr-defined]


_EXTRA = {
    "merge_top": _merged, "copy_spell": _copied, "shuffle_in": _shuffled, "transform": _transformed,
    "deal_damage": _damage, "put_counters": _put, "remove_counters": _removed, "create_tokens": created,
    "enter": _entered, "move": _moved, "draw": _one, "destroy": _destroyed, "discard": _discarded,
    "exile_top": _face_down, "reveal": _revealed, "act": _acted, "add_mana": _mana, "begin": _begun,
    "roll_die": _rolled, "pay": _paid, "lose_mana": _paid, "keep_mana": _paid,
}  # fmt: skip


def step(taken: Step, names: Names) -> Line:
    """A step of a derivation as a sentence, without its rule."""
    before, after = events(taken.before, names), events(taken.after, names)
    actor, effect = names.thing(taken.actor), names.effect(taken.effect)
    detail = line(Span(taken.detail, Role.VALUE))
    key = taken.kind.value
    if taken.kind in (StepKind.ADD, StepKind.READ):
        detail = line(Span(taken.detail if taken.kind is StepKind.ADD else f"{{{taken.detail}}}", Role.MANA))
    elif taken.kind is StepKind.APPLY:
        key += ".chosen" if taken.choices > 1 else ".alone"
        after = _made_of_it(taken, names)
    elif taken.kind is StepKind.CHOOSE:
        if not taken.detail:
            key += ".effect"
        elif taken.detail == "yes":
            key += ".yes" if taken.effect else ".agree"
        elif taken.effect:
            key += ".for"
    elif taken.kind is StepKind.DECLINE and not taken.effect:
        key += ".refuse"
    elif taken.kind is StepKind.CANNOT and not taken.effect:
        key += ".rule"
    elif taken.kind is StepKind.START:
        key += ".sentence"
    elif taken.kind is StepKind.CONTAIN and not taken.after:
        key += ".nothing"
    values = {
        "before": before,
        "after": after,
        "actor": actor,
        "effect": effect,
        "detail": detail,
        "actor's": names.whose(taken.actor),
    }
    values["actor's"] = names.whose(taken.actor)
    return sentence(fill(STEPS[key], choices=taken.choices, **values))


def _made_of_it(taken: Step, names: Names) -> Line:
    """What an applied effect makes of the event."""
    if not taken.after:
        key = "apply.nothing" if names.skips(taken.effect) else "apply.instead"
        return fill(STEPS[key], before=events(taken.before, names))
    if taken.after == taken.before:
        return line(STEPS["apply.same"])
    if all(one.kind == "deal_damage" and one.amount_now == 0 for one in taken.after):
        return line(STEPS["apply.prevented"])
    return events(taken.after, names)


def choosers(players: Iterable[str], names: Names) -> Line:
    """Who chooses."""
    listed = [names.thing(player) for player in players]
    if len(listed) == 1:
        return fill(ANSWERS["choices"], chooser=listed[0])
    return fill(ANSWERS["choices.several"], choosers=joined(listed, ", ", " and "))


def witness(edge: Interaction, names: Names, copies: bool = False, mutual: bool = False) -> list[Line]:
    """What one effect does to another, as a sentence, and the two trials that show it."""
    template = INTERACTION_OF_COPIES if copies else INTERACTION_MUTUAL if mutual else INTERACTIONS[edge.relation.value]
    said = sentence(fill(template, first=names.effect(edge.first), second=names.effect(edge.second)))
    return [said, *(trial(tried, names) for tried in edge.witness)]


def trial(tried: Trial, names: Names) -> Line:
    """One line of a witness: the effects in their order, and what happens then."""
    order = joined((names.effect(effect) for effect in tried.order), ", then ")
    key = "order" if len(tried.order) > 1 else "only" if tried.order else "none"
    happens = events((one for one in tried.happens if not is_ordinary(one)), names)
    return fill(TRIALS[key], order=order, happens=happens)


def outcome(number: int) -> str:
    """The name of an outcome in pictures."""
    return plain(fill(ANSWERS["outcome.number"], number=number))
