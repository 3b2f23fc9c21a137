"""Reads the axes of a family: which values each has, as lists, numbers, cards, effects, players, zones or orders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from model.errors import MalformedError
from model.mana import COLOR_WORDS
from model.production import TYPE_LETTERS
from model.zones import ZONES
from scenarios import catalogue
from scenarios.checking import at, known, mapping, number, sequence, text, within, words
from scenarios.families import properties
from scenarios.families.domains import Domain, Listed, Numbers, Orders
from scenarios.families.templates import PLACE, RESOLVED, written
from scenarios.spelling import choices

#: The ways to say which values an axis has.
SORTS = ("values", "numbers", "cards", "effects", "players", "zones", "colors", "mana", "orders", "like")
_ATTACHED = {"aura", "equipment", "fortification"}
#: What the entries of an axis of effects may be told besides, by where they stand.
_TOLD = ("targets", "source", "chosen", "attached_to", "with")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def read(value: object, path: str, players: tuple[str, ...]) -> dict[str, Domain]:
    """The axes by name. Raises MalformedError or UnknownNameError with the path of what is wrong."""
    found: dict[str, Domain] = {}
    for name, entry in mapping(value, path, "a mapping of axes to their values").items():
        where = at(path, name)
        if not _NAME.fullmatch(name):
            raise MalformedError(f"expected a name of small letters, digits and '_', found {name!r}", where)
        found[name] = _domain(entry, where, players, found)
        if not found[name].size:
            raise MalformedError("there is no value for this axis: nothing is as its properties ask", where)
    if not found:
        raise MalformedError("expected at least one axis", path)
    return found


def _domain(value: object, path: str, players: tuple[str, ...], before: Mapping[str, Domain]) -> Domain:
    if isinstance(value, list):
        return _listed(value, path)
    entry = mapping(value, path, "a list of values, or a mapping such as {numbers: {from: 1, to: 6}}")
    sorts = [key for key in entry if key in SORTS]
    if len(sorts) != 1:
        known(entry, (*SORTS, *_TOLD), path)
        raise MalformedError(f"expected one of {choices(SORTS)}, found {choices(sorts) or 'none'}", path)
    sort = sorts[0]
    known(entry, (sort, *(_TOLD if sort in {"cards", "effects"} else ())), path)
    inner, where = entry[sort], at(path, sort)
    match sort:
        case "values":
            return _listed(sequence(inner, where, "a list of values"), where)
        case "numbers":
            return _numbers(inner, where)
        case "cards":
            return _cards(inner, where, entry, path)
        case "effects":
            return _effects(inner, where, entry, path)
        case "orders":
            names = words(inner, where)
            _once(names, where)
            return Orders(names)
        case "like":
            name = text(inner, where, "the name of an axis before this one")
            known([name], before, where, "axis")
            return before[name]
    return _words(sort, inner, where, players)


def _words(sort: str, value: object, path: str, players: tuple[str, ...]) -> Domain:
    """Some or ``any`` of the words that there are of a sort."""
    allowed = {"players": players, "zones": ZONES, "colors": COLOR_WORDS, "mana": TYPE_LETTERS}[sort]
    every = tuple(word for word in allowed if word != "nowhere")
    found = every if value == "any" else words(value, path)
    known(found, every, path, sort.removesuffix("s"))
    return _listed(list(found), path)


def _listed(values: list[Any], path: str) -> Domain:
    labels = tuple(label(value) for value in values)
    _once(labels, path)
    return Listed(tuple(values), labels)


def label(value: Any) -> Any:
    """A value as results have it: a number, or a text."""
    return value if isinstance(value, int) and not isinstance(value, bool) else written(value)


def _once(labels: tuple[Any, ...], path: str) -> None:
    if not labels:
        raise MalformedError("expected at least one value", path)
    seen: set[Any] = set()
    for place, one in enumerate(labels):
        if one in seen:
            raise MalformedError(f"the value {one!r} stands here twice", at(path, place))
        seen.add(one)


def _numbers(value: object, path: str) -> Domain:
    entry = mapping(value, path, "a mapping such as {from: 1, to: 6}", ("from", "to", "step"))
    for key in ("from", "to"):
        if key not in entry:
            raise MalformedError(f"expected {key!r}, found {choices(entry) or 'nothing'}", path)
    first, last = number(entry["from"], at(path, "from")), number(entry["to"], at(path, "to"))
    step = number(entry.get("step", 1), at(path, "step"), least=1)
    if last < first:
        raise MalformedError(f"expected a number of at least {first}, found {last}", at(path, "to"))
    return Numbers(first, step, (last - first) // step + 1)


def _cards(value: object, path: str, entry: Mapping[str, Any], whole: str) -> Domain:
    if isinstance(value, list):
        names = tuple(text(name, at(path, place), "the name of a card") for place, name in enumerate(value))
        for place, name in enumerate(names):
            with within(at(path, place)):
                if not catalogue.is_token(name) and not catalogue.is_card(name):
                    catalogue.find(name)  # which says what is wrong
    else:
        names = properties.cards(properties.read(value, path))
    for key in ("targets", "source"):
        if key in entry:
            raise MalformedError("what spells and abilities need goes with 'effects'", at(whole, key))
    _once(names, path) if names else None
    return Listed(tuple(_with(name, {"card": name}, entry, whole) for name in names), names)


def _with(name: str, value: dict[str, Any], entry: Mapping[str, Any], path: str) -> Any:
    """The entry of a card with what the axis says besides, as far as it is for this card."""
    found = {**value, **mapping(entry.get("with", {}), at(path, "with"), "keys of an object")}
    if not {"attached_to", "chosen"} & set(entry):
        return found["card"] if set(found) == {"card"} else found
    card = catalogue.token(name) if not catalogue.is_card(name) else catalogue.find(name)
    subtypes = {word.casefold() for word in card.faces[0].type_line.subtypes}
    if "attached_to" in entry and subtypes & _ATTACHED and PLACE not in value:
        found["attached_to"] = text(entry["attached_to"], at(path, "attached_to"), "an id or a player")
    if "chosen" in entry and properties.needs_chosen(card):
        found["chosen"] = mapping(entry["chosen"], at(path, "chosen"), "what is chosen, such as {color: red}")
    return found["card"] if set(found) == {"card"} else found


def _effects(value: object, path: str, entry: Mapping[str, Any], whole: str) -> Domain:
    found = properties.effects(properties.read(value, path, ("cards",)))
    if isinstance(value, dict) and "cards" in value:
        names = words(value["cards"], at(path, "cards"))
        found = tuple(one for name in names for one in found if name in (one.card.name, one.card.full_name))
    values, labels = [], []
    short: list[str] = []
    for one in found:
        placed = properties.placed(one)
        name = str(placed.get("card", placed.get("ability_of")))
        if placed.get(PLACE) == RESOLVED:
            if not _complete(placed, one, entry, whole):
                short.append(name)
            number_of = f" (ability {one.ability})" if one.ability else " (spell)"
            labels.append(name + number_of)
            values.append(placed)
        else:
            labels.append(name)
            values.append(_with(name, placed, entry, whole))
    if short:
        raise MalformedError(
            f"{len(short)} of these effects have targets or choose a source ({choices(short, 3)}): say 'targets: "
            "[id, ...]' and 'source: id', or leave them out with 'made_by: static'", whole
        )  # fmt: skip
    places = dict(zip(labels, range(len(labels)), strict=True))  # a card with several static effects is there once
    return Listed(tuple(values[place] for place in places.values()), tuple(places))


def _complete(placed: dict[str, Any], one: properties.CardEffect, entry: Mapping[str, Any], path: str) -> bool:
    """Give an effect of a spell or ability the targets and the source that it needs; whether there are enough."""
    targets = sequence(entry.get("targets", []), at(path, "targets"), "a list of ids and players")
    if one.targets:
        placed["targets"] = targets[: one.targets]
    if one.needs_source and "source" in entry:
        placed["source"] = text(entry["source"], at(path, "source"), "the id of an object")
    if "chosen" in entry and any(word.startswith("chosen") for word in properties.words_in(one.effect)):
        placed["chosen"] = mapping(entry["chosen"], at(path, "chosen"), "what is chosen, such as {color: red}")
    return len(targets) >= one.targets and (not one.needs_source or "source" in entry)
