"""Reads rewrites of entering: as a copy, with something chosen, with a cost that may be paid."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from model.effects import AsEnters, EnterAsCopy, Paying, Rewrite, Watch
from model.mana import COLOR_WORDS
from model.type_line import CARD_TYPES, SUPERTYPES
from scenarios import checking
from scenarios.checking import at, known, mapping, text
from scenarios.effects import REWRITES, rewrite
from scenarios.instructions import counters, instructions
from solver.copying import BASIC_LAND_MANA

_COPY = (
    "of", "choose", "add_types", "add_subtypes", "add_supertypes", "without", "keywords", "abilities", "name", "power",
    "toughness", "counters", "tapped", "colors", "while", "types",
    "own_abilities",
)  # fmt: skip


def entering(key: str, value: object, path: str, seen: tuple[Watch, ...]) -> Rewrite:
    """The rewrite of ``copy``, ``chooses`` or ``pays``. Raises MalformedError with the path of what is wrong."""
    if key == "copy":
        return _copy(value, path)
    if key == "chooses":
        return _chooses(value, path)
    entry = mapping(value, path, "a mapping such as {cost: [...], unpaid: {...}}", ("cost", "paid", "unpaid"))

    def part(name: str) -> Rewrite | None:
        if name not in entry:
            return None
        return rewrite(
            mapping(entry[name], at(path, name), "a mapping with one rewrite", REWRITES), at(path, name), seen
        )

    return Paying(instructions(entry.get("cost", []), at(path, "cost")), part("paid"), part("unpaid"))


def exceptions(value: object, path: str) -> EnterAsCopy:
    """The exceptions of a copy that is a token: the keys of ``copy`` that change what is copied."""
    entry = mapping(value, path, "a mapping such as {colors: [black]}")
    known(entry, [key for key in _COPY if key not in ("of", "choose", "counters", "tapped", "while")], path)
    return _copy({**entry, "of": "it"}, path)


def _copy(value: object, path: str) -> EnterAsCopy:
    entry = mapping(value, path, "a mapping such as {of: creature}", _COPY)
    types = checking.words(entry["add_types"], at(path, "add_types")) if "add_types" in entry else ()
    known(types, CARD_TYPES, at(path, "add_types"), "card type")
    kinds = checking.words(entry["types"], at(path, "types")) if "types" in entry else None
    known(kinds or (), CARD_TYPES, at(path, "types"), "card type")
    added = checking.words(entry["add_supertypes"], at(path, "add_supertypes")) if "add_supertypes" in entry else ()
    without = checking.words(entry["without"], at(path, "without")) if "without" in entry else ()
    known((*added, *without), SUPERTYPES, path, "supertype")
    from scenarios.notation import ability

    further = checking.sequence(entry.get("abilities", []), at(path, "abilities"), "a list of abilities")
    key = "choose" if "choose" in entry and "of" not in entry else "of"
    known(entry, [other for other in _COPY if other in (key, *_COPY[2:])], path)
    of = checking.phrase(entry.get(key), at(path, key))
    return EnterAsCopy(
        replace(of, worded=of.worded or key == "choose"),
        types,
        checking.words(entry["add_subtypes"], at(path, "add_subtypes")) if "add_subtypes" in entry else (),
        added,
        without,
        checking.words(entry["keywords"], at(path, "keywords")) if "keywords" in entry else (),
        tuple(ability(part, at(at(path, "abilities"), place)) for place, part in enumerate(further)),
        text(entry["name"], at(path, "name")) if "name" in entry else None,
        _size(entry["power"], at(path, "power")) if "power" in entry else None,
        _size(entry["toughness"], at(path, "toughness")) if "toughness" in entry else None,
        counters(entry["counters"], at(path, "counters")) if "counters" in entry else (),
        checking.flag(entry.get("tapped", False), at(path, "tapped")),
        _colors(entry["colors"], at(path, "colors")) if "colors" in entry else None,
        checking.condition(entry["while"], at(path, "while")) if "while" in entry else None,
        kinds,
        checking.flag(entry.get("own_abilities", False), at(path, "own_abilities")),
    )


def _size(value: object, path: str) -> int | str:
    """``own`` (what it would have if it were no copy), or a number."""
    return "own" if value == "own" else checking.number(value, path)


def _colors(value: object, path: str) -> tuple[str, ...]:
    """``own`` (its original colors), or a list of colors, which may be empty."""
    if value == "own":
        return ("own",)
    found = checking.words(value, path) if value else ()
    known(found, COLOR_WORDS, path, "color")
    return found


def _chooses(value: object, path: str) -> AsEnters:
    """``{color: any}``, ``{color: [red, green]}``, ``{player: opponent}``, ``{name: nonland}``, ``{mode: [...]}``.

    ``by`` is the player who chooses; ``secretly: true`` says that others don't see it.
    """
    entry: dict[str, Any] = mapping(value, path, "a mapping such as {color: any}")
    player = checking.phrase(entry["by"], at(path, "by")) if "by" in entry else None
    if "secretly" in entry:  # nothing here hides anything
        checking.flag(entry["secretly"], at(path, "secretly"))
    chosen = {key: part for key, part in entry.items() if key not in ("by", "secretly")}
    if len(chosen) != 1:
        raise checking.wrong(value, "one thing that is chosen", path)
    ((what, among),) = chosen.items()
    where = at(path, what)
    if what in ("player", "opponent", "permanent", "creature"):
        kind = "player" if what == "opponent" else what
        return AsEnters(kind, replace(checking.phrase(among, where), worded=True), player)
    if what == "name" and isinstance(among, str) and among != "any" and _QUALITY.fullmatch(among):
        return AsEnters(what, (f"any {among} name",), player)
    if among == "any":
        known([what], _ANY, where, "thing to choose")
        return AsEnters(what, _ANY[what], player)
    return AsEnters(what, checking.words(among, where), player)


#: What a card has to be whose name is chosen: "nonland", "noncreature nonland", "nonbasic land".
_QUALITY = re.compile(rf"(?:(?:non)?(?:{'|'.join((*CARD_TYPES, *SUPERTYPES))}) ?)+")
#: What ``any`` stands for.
_ANY = {
    "color": tuple(COLOR_WORDS), "type": ("any creature type",), "name": ("any name",),
    "land type": tuple(BASIC_LAND_MANA), "card type": CARD_TYPES, "number": ("any number",), "word": ("any word",),
    "letter": ("any letter",), "artist": ("any artist",), "watermark": ("any watermark",),
}  # fmt: skip

#: What may have been chosen, as documents say it of an object.
_CHOICES = (*_ANY, "player", "mode", "mana", "creature type", "basic land type")


def choices_made(chosen: dict[str, str], path: str) -> tuple[tuple[str, str], ...]:
    """What was chosen for an object, sorted. Raises MalformedError for what nothing looks at and for unknown colors."""
    known([key.removesuffix(" chosen for") for key in chosen], _CHOICES, path, "thing to choose")
    if "color" in chosen:
        known([chosen["color"]], COLOR_WORDS, at(path, "color"), "color")
    return tuple(sorted(chosen.items()))
