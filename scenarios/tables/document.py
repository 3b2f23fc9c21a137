"""The form of table documents (docs/tables.md): parts, each with what is answered in it and its columns."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from model.errors import MalformedError, UnknownNameError
from scenarios.checking import at, flag, known, mapping, sequence, text, within, words
from scenarios.commuting.stages import events
from scenarios.families import family as families
from scenarios.families.document import values_of
from scenarios.families.family import Family
from scenarios.families.properties import POOLS
from scenarios.loading import read_file
from scenarios.spelling import choices, hint

KEYS = ("title", "note", "rules", "parts")
PART_KEYS = ("title", "note", "columns", "question", *(SOURCES := ("family", "documents", "commuting")))
#: What a column can show of a card that is the value of an axis, besides its name.
SHOWN = ("layout",)


@dataclass(frozen=True)
class Column:
    """A column: its heading, the axis that it is of, and what it shows of the value (its name if nothing is said)."""

    heading: str
    axis: str
    shows: str = ""


@dataclass(frozen=True)
class FamilyPart:
    """Every scenario of a family, a row each. ``question`` stands for the question in words where it is given."""

    title: str
    note: str
    family: Family
    columns: tuple[Column, ...]
    question: str = ""


@dataclass(frozen=True)
class DocumentsPart:
    """Every document of a folder of the library, a row each; the one column is the card that its file is named by."""

    title: str
    note: str
    folder: str
    columns: tuple[Column, ...] = (Column("Card", "file"),)


@dataclass(frozen=True)
class CommutingPart:
    """Pairs of effects on an event that both watch, a row each; or the triples that show what no pair does."""

    title: str
    note: str
    event: str
    pool: str
    triples: bool = False

    @property
    def columns(self) -> tuple[Column, ...]:
        """A column for each effect, and one for whether they commute."""
        effects = ("One effect", "Another", "A third") if self.triples else ("One effect", "The other")
        return (*(Column(heading, "") for heading in effects), Column("Commute", ""))


Part = FamilyPart | DocumentsPart | CommutingPart


@dataclass(frozen=True)
class TableDocument:
    """A table: its name, title and note, the rules that it is about, and its parts."""

    name: str
    title: str
    note: str
    rules: tuple[str, ...]
    parts: tuple[Part, ...]


def load(source: str | Path) -> TableDocument:
    """The table of a file, or a built-in one by its name; a family, by its name or file, is a table of one part.

    Raises MalformedError or UnknownNameError with the path of what is wrong.
    """
    name, path = str(source), Path(source)
    if not path.suffix and not os.path.exists(path):
        if name in built_in():
            content = files("scenarios").joinpath("tables", f"{name}.yaml").read_text(encoding="utf-8")
            return read(values_of(content), name)
        if name in families.built_in():
            return of_family(families.load(name))
        there = (*built_in(), *families.built_in())
        message = f"there is no file, and no built-in table or family, {name!r}{hint(name, there)}"
        raise MalformedError(f"{message} (built in: {choices(there, 30)})")
    with within(name):
        values = values_of(read_file(path))
        return read(values, path.stem) if "parts" in values else of_family(Family(values, path.stem))


def built_in() -> tuple[str, ...]:
    """The names of the built-in tables."""
    folder = files("scenarios").joinpath("tables")
    return tuple(sorted(file.name.removesuffix(".yaml") for file in folder.iterdir() if file.name.endswith(".yaml")))


def of_family(family: Family) -> TableDocument:
    """A family as a table of one part, with a column for each axis."""
    note = str(family.values.get("note", ""))
    rules = words(family.values["rules"], "rules") if "rules" in family.values else ()
    return TableDocument(family.name, family.title, note, rules, (FamilyPart("", "", family, _all_columns(family)),))


def read(values: dict[str, Any], name: str) -> TableDocument:
    """A table document from plain values. Raises MalformedError or UnknownNameError with the path of what is wrong."""
    known(values, KEYS, "")
    if "parts" not in values:
        raise MalformedError("expected 'parts', which every table has")
    listed = sequence(values["parts"], "parts", "a list of parts")
    return TableDocument(
        name,
        text(values.get("title", name), "title"),
        text(values.get("note", ""), "note"),
        words(values["rules"], "rules") if "rules" in values else (),
        tuple(_part(one, at("parts", place)) for place, one in enumerate(listed)),
    )


def _part(value: object, path: str) -> Part:
    entry = mapping(value, path, "a part of a table: a mapping with 'family', 'documents' or 'commuting'", PART_KEYS)
    found = [key for key in SOURCES if key in entry]
    if len(found) != 1:
        raise MalformedError(f"expected one of {choices(SOURCES)}, found {choices(found) or 'none'}", path)
    title, note = text(entry.get("title", ""), at(path, "title")), text(entry.get("note", ""), at(path, "note"))
    makers: dict[str, Callable[[dict[str, Any], str, str, str], Part]]
    makers = {"family": _family, "documents": _documents, "commuting": _commuting}
    return makers[found[0]](entry, path, title, note)


def _family(entry: dict[str, Any], path: str, title: str, note: str) -> FamilyPart:
    where = at(path, "family")
    with within(where):
        wanted = entry["family"]
        family = Family(wanted) if isinstance(wanted, dict) else families.load(text(wanted, ""))
    columns = _columns(entry["columns"], at(path, "columns"), family) if "columns" in entry else _all_columns(family)
    return FamilyPart(title, note, family, columns, text(entry.get("question", ""), at(path, "question")))


def _all_columns(family: Family) -> tuple[Column, ...]:
    return tuple(Column(axis.replace("_", " ").capitalize(), axis) for axis in family.axes)


def _columns(value: object, path: str, family: Family) -> tuple[Column, ...]:
    found = []
    for heading, what in mapping(value, path, "a mapping of headings to axes").items():
        words_of = text(what, at(path, heading)).split(" of ")
        axis, shows = words_of[-1], " of ".join(words_of[:-1])
        known([axis], family.axes, at(path, heading), "axis")
        if shows:
            known([shows], SHOWN, at(path, heading), "thing to show")
        found.append(Column(heading, axis, shows))
    return tuple(found)


def _documents(entry: dict[str, Any], path: str, title: str, note: str) -> DocumentsPart:
    known(entry, ("title", "note", "documents"), path)
    folder = text(entry["documents"], at(path, "documents"))
    library = files("scenarios").joinpath("library")
    if not library.joinpath(folder).is_dir():
        there = tuple(sorted(one.name for one in library.iterdir() if one.is_dir()))
        message = f"there is no folder {folder!r} in the library{hint(folder, there)} (there are: {choices(there)})"
        raise UnknownNameError(message, at(path, "documents"))
    return DocumentsPart(title, note, folder)


def _commuting(entry: dict[str, Any], path: str, title: str, note: str) -> CommutingPart:
    known(entry, ("title", "note", "commuting"), path)
    where = at(path, "commuting")
    keys = ("event", "among", "triples")
    inner = mapping(entry["commuting"], where, "a mapping such as {event: draw}", keys)
    event = text(inner.get("event", ""), at(where, "event"))
    known([event], events(), at(where, "event"), "event")
    pool = text(inner.get("among", "catalogue"), at(where, "among"))
    known([pool], POOLS, at(where, "among"), "pool of cards")
    return CommutingPart(title, note, event, pool, flag(inner.get("triples", False), at(where, "triples")))
