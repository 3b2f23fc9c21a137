"""The store of imported cards: one SQLite file in the user's data directory.

Each card is there with the facts of its file and what they were compiled to, and with a mark of the compiler that
did so. A card that an older compiler compiled is compiled anew when it is asked for, or at the next import.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from model.errors import MalformedError
from scenarios.bringing import place
from scenarios.reading.records import OracleCard, OracleFace

#: What this module makes of the file; another number is another form of it.
_VERSION = 1
_TABLES = """
CREATE TABLE cards (name TEXT PRIMARY KEY, mark TEXT NOT NULL, compiler TEXT NOT NULL, facts TEXT NOT NULL,
                    entry TEXT NOT NULL, stops TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE faces (face TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (face, name)) WITHOUT ROWID;
CREATE INDEX by_name ON faces (name);
"""


class Kept(NamedTuple):
    """A card of the store: what is written for it, where reading stopped on it, and the facts it was compiled from."""

    name: str
    entry: dict[str, Any]
    stops: tuple[str, ...]
    facts: OracleCard


@cache
def compiler() -> str:
    """A mark of the compiler: another one as soon as a file of the reader of rules text changes."""
    digest = hashlib.sha256()
    pending = [files("scenarios").joinpath("reading"), files("scenarios").joinpath("bringing", "entries.py")]
    found: list[tuple[str, bytes]] = []
    while pending:
        one = pending.pop()
        if one.is_dir():
            pending += [part for part in one.iterdir() if part.name != "__pycache__"]
        elif one.name.endswith((".py", ".lark", ".txt", ".json")):
            found.append((one.name, one.read_bytes()))
    for name, content in sorted(found):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def facts_of(card: OracleCard) -> str:
    """The facts of a card as one text, always the same for the same facts."""
    faces = [
        [
            face.name, face.mana_cost, face.type_line, face.text, face.power, face.toughness, face.loyalty,
            face.defense, face.colors, face.color_indicator,
        ]
        for face in card.faces
    ]  # fmt: skip
    whole = [card.name, card.layout, faces, card.melds_into, card.melded_from]
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def card_of(facts: str) -> OracleCard:
    """The card of a text of facts."""
    name, layout, faces, into, melded = json.loads(facts)
    made = (OracleFace(*face[:8], *(None if part is None else tuple(part) for part in face[8:])) for face in faces)
    return OracleCard(name, layout, tuple(made), into, tuple(melded))


def mark_of(facts: str) -> str:
    """A short mark of facts, by which a change is seen."""
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


class Store:
    """An open store. Raises MalformedError when the file can't be used."""

    def __init__(self, connection: sqlite3.Connection, where: Path) -> None:
        """Keep the connection."""
        self._connection = connection
        self.where = where

    def marks(self) -> Mapping[str, tuple[str, str]]:
        """The mark and the compiler of every card, by its name."""
        rows = self._run("SELECT name, mark, compiler FROM cards")
        return {name: (mark, by) for name, mark, by in rows}

    def put(self, cards: Iterable[tuple[str, str, str, str, str, tuple[str, ...]]]) -> None:
        """Keep cards, all or none: name, mark of the facts, facts, entry and stops as JSON, names of the faces."""
        by = compiler()
        try:
            with self._connection as connection:
                for name, mark, facts, entry, stops, faces in cards:
                    connection.execute("DELETE FROM faces WHERE name = ?", (name,))
                    connection.execute(
                        "INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?)", (name, mark, by, facts, entry, stops)
                    )
                    connection.executemany(
                        "INSERT OR IGNORE INTO faces VALUES (?, ?)", [(face, name) for face in {name, *faces}]
                    )
        except sqlite3.Error as error:
            raise MalformedError(f"can't write to the store {str(self.where)!r}: {error}") from None

    def find(self, name: str) -> Kept | None:
        """The card of this name or with a face of this name, compiled by today's compiler."""
        rows = list(self._run(
            "SELECT c.name, c.compiler, c.facts, c.entry, c.stops FROM faces f JOIN cards c ON c.name = f.name "
            "WHERE f.face = ? ORDER BY c.name = ? DESC, c.name LIMIT 1",
            (name, name),
        ))  # fmt: skip
        if not rows:
            return None
        whole, by, facts, entry, stops = rows[0]
        card = card_of(facts)
        if by == compiler():
            return Kept(whole, json.loads(entry), tuple(json.loads(stops)), card)
        from scenarios.bringing.entries import compiled

        found = compiled(card)
        return Kept(whole, found.entry, found.stops, card)

    def names(self) -> tuple[str, ...]:
        """The names of all cards and faces."""
        return tuple(name for (name,) in self._run("SELECT DISTINCT face FROM faces ORDER BY face"))

    def size(self) -> tuple[int, int]:
        """How many cards there are, and how many of them were understood whole."""
        ((cards, whole),) = self._run("SELECT COUNT(*), COALESCE(SUM(stops = '[]'), 0) FROM cards")
        return cards, whole

    def _run(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            return iter(self._connection.execute(query, values).fetchall())
        except sqlite3.Error as error:
            raise MalformedError(f"can't read the store {str(self.where)!r}: {error}") from None


@contextmanager
def writing(fresh: bool = False) -> Iterator[Store]:
    """The store for writing, made where there is none; ``fresh`` empties it first.

    Raises MalformedError where the directory or the file can't be written, or something else stands there.
    """
    where = place.path()
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"can't make the folder {str(where.parent)!r} for the cards: {error.strerror or error}"
        raise MalformedError(f"{message} (ANYORDER_DATA names another one)") from None
    if not os.access(where.parent, os.W_OK):
        raise MalformedError(f"can't write to {str(where.parent)!r} (ANYORDER_DATA names another folder)")
    try:
        connection = sqlite3.connect(where, timeout=10)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if fresh or version != _VERSION:
                with connection:
                    connection.executescript("DROP TABLE IF EXISTS cards; DROP TABLE IF EXISTS faces;" + _TABLES)
                    connection.execute(f"PRAGMA user_version = {_VERSION}")
            yield Store(connection, where)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise MalformedError(f"can't use the store of cards {str(where)!r}: {error}") from None


@cache
def reading() -> Store | None:
    """The store for looking up cards, or None where nothing was imported. Raises MalformedError for a broken file."""
    where = place.path()
    if not where.is_file():
        return None
    try:
        # What an import that was killed left half done is undone at the next opening, which takes the right to write.
        mode = "rw" if os.access(where.parent, os.W_OK) and os.access(where, os.W_OK) else "ro"
        connection = sqlite3.connect(f"{where.absolute().as_uri()}?mode={mode}", uri=True, check_same_thread=False)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        message = f"can't use the store of cards {str(where)!r}: {error}"
        raise MalformedError(f"{message}; delete it and import the cards again") from None
    return Store(connection, where) if version == _VERSION else None
