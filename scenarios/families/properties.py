"""Cards and effects by property: every card whose effects replace an event, every effect of a sort, by type line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from model.abilities import Ability, Activated, SpellAbility, Static, Triggered
from model.cards import Card, Layout
from model.effects import Change, Effect, Prohibition, Replacement, Unpreventable
from model.events import KINDS
from model.instructions import ChooseOne, CreateEffect, Each, If, Instruction, May
from model.production import CouldProduce
from model.selectors import Aspect, Selector
from model.zones import Zone
from scenarios import box, catalogue
from scenarios.checking import at, flag, known, mapping, within, words
from scenarios.floating import numbered_abilities
from solver.mana_abilities import is_mana_ability

#: What makes an effect: a static ability, or the resolving of a spell or an ability.
MAKERS = ("static", "spell", "activated", "triggered")
#: The sorts of effects and abilities that can be asked for.
EFFECT_SORTS = ("replacement", "prevention", "prohibition", "unpreventable")
ABILITY_SORTS = ("mana ability", "could produce")
POOLS = ("catalogue", "box")
KEYS = (
    "among",
    "replaces",
    "prohibits",
    "sort",
    "made_by",
    "changes",
    "own",
    "type",
    "not_type",
    "layout",
    "whole",
    "except",
)
#: Words for events that are moves.
_MOVES = {"dies": "move", "exile": "move"}


@dataclass(frozen=True)
class CardEffect:
    """An effect of a card: what makes it, its sort, the kinds of events that it watches, and what it needs.

    ``ability`` is its number among the activated and triggered abilities, from 1, for what they make. ``own``: it is
    about the entering of its own source alone. ``targets`` are as many as its words speak of.
    """

    card: Card
    made_by: str
    sort: str
    kinds: frozenset[str]
    effect: Effect
    ability: int = 0
    zones: tuple[Zone, ...] = ()
    own: bool = False
    targets: int = 0
    needs_source: bool = False

    @property
    def changes(self) -> frozenset[str]:
        """The roles of the event that the effect changes."""
        rewrite = self.effect.rewrite if isinstance(self.effect, Replacement) else None
        return frozenset(role for role, _ in rewrite.roles) if isinstance(rewrite, Change) else frozenset()


@cache
def effects_of(name: str) -> tuple[CardEffect, ...]:
    """The effects of a card of the catalogue that replace, prevent or prohibit. Raises UnknownNameError."""
    card = catalogue.find(name)
    numbers = {id(ability): place for place, ability in enumerate(numbered_abilities(card), 1)}
    return tuple(
        found
        for face in card.faces
        for ability in face.abilities
        for found in _effects_of(card, ability, numbers.get(id(ability), 0))
    )


def _effects_of(card: Card, ability: Ability, number: int) -> Iterator[CardEffect]:
    match ability:
        case Static(effect, zones):
            if (sort := sort_of(effect)) is not None:
                yield CardEffect(card, "static", sort, _kinds(effect), effect, 0, zones, _own(effect))
        case SpellAbility(instructions) | Activated(_, _, instructions) | Triggered(_, instructions):
            maker = {SpellAbility: "spell", Activated: "activated", Triggered: "triggered"}[type(ability)]
            found = tuple(words_in(instructions))
            targets = max((int(m[1] or 1) for word in found if (m := _TARGET.fullmatch(word))), default=0)
            for made in _made(instructions):
                lasting = made.effect
                if isinstance(lasting, Replacement | Prohibition | Unpreventable):
                    sort = sort_of(lasting) or ""
                    yield CardEffect(
                        card, maker, sort, _kinds(lasting), lasting, number,
                        targets=targets, needs_source="source chosen" in found,
                    )  # fmt: skip


_TARGET = re.compile(r"target(?: (\d+))?")


def sort_of(effect: object) -> str | None:
    """The sort of a replacement, prevention or "can't" effect; None for effects of other sorts."""
    if isinstance(effect, Replacement):
        return "prevention" if effect.prevents else "replacement"
    if isinstance(effect, Prohibition):
        return "prohibition"
    return "unpreventable" if isinstance(effect, Unpreventable) else None


def _kinds(effect: Effect) -> frozenset[str]:
    watches = effect.watches if isinstance(effect, Replacement | Prohibition | Unpreventable) else ()
    return frozenset(watch.kind for watch in watches)


def _own(effect: Effect) -> bool:
    """Whether every watch is for the entering of the effect's own source."""

    def itself(selector: object) -> bool:
        return isinstance(selector, Selector) and any(
            test.aspect is Aspect.ROLE and test.value == "this" and not test.negated
            for tests in selector.any_of
            for test in tests
        )

    watches = effect.watches if isinstance(effect, Replacement) else ()
    return bool(watches) and all(watch.kind == "enter" and itself(watch.get("object")) for watch in watches)


def _made(instructions: Iterable[Instruction]) -> Iterator[CreateEffect]:
    """The effects that instructions may make, whatever is chosen."""
    for one in instructions:
        match one:
            case CreateEffect():
                yield one
            case If(_, then, otherwise):
                yield from _made((*then, *otherwise))
            case May() | Each():
                yield from _made(one.instructions)
            case ChooseOne(options):
                for _, inner in options:
                    yield from _made(inner)


def words_in(value: object) -> Iterator[str]:
    """Every text within a value of the model, except in cards: roles, kinds, zones."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from words_in(part)
    elif is_dataclass(value) and not isinstance(value, Card | type):
        for field in fields(value):
            if field.compare:
                yield from words_in(getattr(value, field.name))


def _has(value: object, sort: type) -> bool:
    if isinstance(value, sort):
        return True
    if isinstance(value, tuple):
        return any(_has(part, sort) for part in value)
    if is_dataclass(value) and not isinstance(value, Card | type):
        return any(_has(getattr(value, field.name), sort) for field in fields(value) if field.compare)
    return False


def needs_chosen(card: Card) -> bool:
    """Whether abilities of the card speak of something chosen for it."""
    return any(word.startswith("chosen") for face in card.faces for word in words_in(face.abilities))


def ability_sorts(card: Card) -> frozenset[str]:
    """Which sorts of abilities a card has: mana abilities, those that read what others could produce."""
    found = set()
    for face in card.faces:
        if _BASIC & set(face.type_line.subtypes):
            found.add("mana ability")
        for ability in face.abilities:
            if isinstance(ability, Activated) and is_mana_ability(ability):
                found.add("mana ability")
            if not isinstance(ability, Static) and _has(ability, CouldProduce):
                found.add("could produce")
    return frozenset(found)


_BASIC = {"Plains", "Island", "Swamp", "Mountain", "Forest"}


@dataclass(frozen=True)
class Wanted:
    """What is asked of cards and their effects; what is not asked is None or empty.

    ``box``: among all cards of the box that were understood whole as well, not the catalogue alone.
    """

    kinds: frozenset[str] = frozenset()
    sorts: frozenset[str] = frozenset()
    made_by: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    own: bool = False
    types: frozenset[str] = frozenset()
    not_types: frozenset[str] = frozenset()
    layouts: frozenset[str] = frozenset()
    whole: bool = False
    excepted: frozenset[str] = frozenset()
    box: bool = False

    @property
    def about_effects(self) -> bool:
        """Whether anything is asked of effects."""
        return bool(self.kinds or self.made_by or self.changes or self.sorts & set(EFFECT_SORTS))


def read(value: object, path: str, extra: tuple[str, ...] = ()) -> Wanted:
    """The properties asked for. Raises MalformedError or UnknownNameError with the path of what is wrong."""
    entry = mapping(value, path, "properties of cards such as {replaces: draw}", (*KEYS, *extra))

    def listed(key: str, allowed: Iterable[str] | None, what: str) -> frozenset[str]:
        if key not in entry:
            return frozenset()
        found = words(entry[key], at(path, key))
        if allowed is not None:
            known(found, allowed, at(path, key), what)
        return frozenset(found)

    listed("among", POOLS, "pool of cards")
    kinds, sorts = set(), set(listed("sort", (*EFFECT_SORTS, *ABILITY_SORTS), "sort of effect"))
    for key, default in (("replaces", ("replacement", "prevention")), ("prohibits", ("prohibition",))):
        if found := listed(key, (*KINDS, *_MOVES), "event"):
            kinds |= {_MOVES.get(kind, kind) for kind in found}
            sorts |= set(default) if not sorts & set(EFFECT_SORTS) else set()
    with within(at(path, "except")):
        for name in (excepted := listed("except", None, "card")):
            catalogue.find(name)
    return Wanted(
        frozenset(kinds),
        frozenset(sorts),
        listed("made_by", MAKERS, "maker of effects"),
        listed("changes", None, "role"),
        flag(entry.get("own", False), at(path, "own")),
        listed("type", None, "type"),
        listed("not_type", None, "type"),
        listed("layout", [layout.value for layout in Layout], "layout"),
        flag(entry.get("whole", False), at(path, "whole")),
        excepted,
        entry.get("among") == "box",
    )


def cards(wanted: Wanted) -> tuple[str, ...]:
    """The names of the cards of the catalogue that are as wanted, sorted; effects asked for are static abilities'."""
    return tuple(
        name
        for name in _names(wanted)
        if (not wanted.about_effects or any(map(_fits(wanted, frozenset({"static"})), effects_of(name))))
        and (wanted.sorts & set(ABILITY_SORTS)) <= ability_sorts(catalogue.find(name))
    )


def effects(wanted: Wanted) -> tuple[CardEffect, ...]:
    """The effects of cards of the catalogue that are as wanted, by name of the card; alike ones of one maker once."""
    fits = _fits(wanted, wanted.made_by or frozenset(MAKERS))
    found: dict[tuple[str, str, int], CardEffect] = {}
    for name in _names(wanted):
        for effect in filter(fits, effects_of(name)):
            found.setdefault((name, effect.made_by, effect.ability), effect)
    return tuple(found.values())


def _names(wanted: Wanted) -> Iterator[str]:
    """The names of cards whose type line, layout and entry are as wanted."""
    for name in sorted(_pool(wanted)):
        card = catalogue.find(name)
        line = card.faces[0].type_line
        types = {*line.supertypes, *line.types, *line.subtypes}
        folded = {word.casefold() for word in types}
        if (
            name not in wanted.excepted
            and {word.casefold() for word in wanted.types} <= folded
            and not {word.casefold() for word in wanted.not_types} & folded
            and (not wanted.layouts or card.layout.value in wanted.layouts)
            and not (wanted.whole and "left_out:" in catalogue.source(name))
        ):
            yield name


def _pool(wanted: Wanted) -> Iterator[str]:
    """The names of the cards to look among, without those whose entries can't have the effects asked for."""
    names = catalogue.names()
    yield from (name for name in names if _may_watch(catalogue.source(name), wanted.kinds))
    if not wanted.box:
        return
    written = set(names)
    for name in box.names():
        found = None if name in written else box.find(name)
        if found is None or found.entry is None or found.name != name:  # known already, not whole, or a face's name
            continue
        if _may_watch(json.dumps(found.entry, ensure_ascii=False), wanted.kinds):
            yield name


#: Words of the notation that stand for watching an event of another name.
_STAND_FOR = {
    "move": ("dies", "exile", "discard", "sacrifice", "mill", "destroy"), "destroy": ("regenerate",),
    "draw_cards": ("draw",), "draw": ("draw_cards",),
}  # fmt: skip


def _may_watch(entry: str, kinds: frozenset[str]) -> bool:
    """Whether the text of an entry could have an effect that watches one of these events; others need no reading."""
    return not kinds or any(word in entry for kind in kinds for word in (kind, *_STAND_FOR.get(kind, ())))


def _fits(wanted: Wanted, makers: frozenset[str]) -> Callable[[CardEffect], bool]:
    sorts = wanted.sorts & set(EFFECT_SORTS)

    def fits(one: CardEffect) -> bool:
        return (
            one.made_by in (wanted.made_by or makers)
            and (not wanted.kinds or bool(one.kinds & wanted.kinds))
            and (not sorts or one.sort in sorts)
            and wanted.changes <= one.changes
            and one.own == wanted.own
        )

    return fits


def placed(one: CardEffect) -> dict[str, Any]:
    """Where an effect stands in a document: its card in a zone, or what has resolved (``in``)."""
    name = one.card.full_name
    name = name if catalogue.is_card(name) else one.card.name
    if one.made_by == "static":
        if Zone.BATTLEFIELD in one.zones:
            return {"card": name}
        return {"card": name, "in": one.zones[0].value}
    if one.made_by == "spell":
        return {"in": "resolved", "card": name}
    return {"in": "resolved", "ability_of": name, "ability": one.ability}
