"""Makes the box of built-in cards, ``scenarios/box.bin``: ``python -m tools.make_box FILE``.

FILE is a file of cards as ``anyorder cards import`` takes it. A card that is understood whole comes to the box as an
entry in the notation; any other with the few words where reading stopped, and what was understood of it. The same file
and the same reader give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from model.errors import AnyorderError
from scenarios import box
from scenarios.bringing.compiling import in_chunks
from scenarios.bringing.entries import NO_PARTS, compiled
from scenarios.bringing.files import LeftOut, Source
from scenarios.reading.records import OracleCard

TARGET = Path(__file__).parents[1] / "scenarios" / "box.bin"

#: A card's name, the names of its faces, its entry if its facts could be said, and where reading stopped.
Row = tuple[str, tuple[str, ...], dict[str, Any] | None, str]


def work(cards: tuple[OracleCard, ...]) -> list[Row]:
    """What the box is to have of these cards."""
    rows: list[Row] = []
    for card in cards:
        try:
            found = compiled(card)
        except AnyorderError as error:
            rows.append((card.name, tuple(face.name for face in card.faces), None, _few(str(error))))
            continue
        except Exception as error:  # a mistake in the reader: told, and no reason to go without the other cards
            print(f"the reader failed on {card.name}: {type(error).__name__}: {error}", file=sys.stderr)
            rows.append((card.name, tuple(face.name for face in card.faces), None, "the reader failed"))
            continue
        rows.append((found.name, found.faces, found.entry, "" if found.understood else _few(found.stops[0])))
    return rows


def make(file: str) -> tuple[bytes, int, int]:
    """The content of the box, how many cards are in it, and how many of them were understood whole."""
    entries: dict[str, dict[str, Any]] = {}
    stops: dict[str, tuple[str, dict[str, Any] | None]] = {}
    faces: dict[str, str] = {}
    for rows in in_chunks(_cards(Source(file)), work):
        for name, parts, entry, stopped in rows:
            if name in entries or name in stops:
                continue
            if entry is not None and not stopped:
                entries[name] = entry
            else:
                stops[name] = stopped, entry
            for part in parts:
                if part != name:
                    faces.setdefault(part, name)
    found = {**entries, **{name: entry for name, (_, entry) in stops.items() if entry is not None}}
    for name in [name for name, entry in found.items() if not all(map(found.get, entry.get("melded", ())))]:
        entries.pop(name, None)
        stops[name] = NO_PARTS, None
    for name in (*entries, *stops):
        faces.pop(name, None)
    return box.packed(entries, stops, faces), len(entries) + len(stops), len(entries)


def _few(words: str) -> str:
    return " ".join(words.split()[:6])


def _cards(source: Source) -> Iterator[OracleCard]:
    return (card for card in source.cards() if not isinstance(card, LeftOut))


def main() -> None:
    """Make the box from the file that the command line names."""
    parser = argparse.ArgumentParser(description="Make the box of built-in cards from a file of cards.")
    parser.add_argument("file")
    parser.add_argument("--to", default=TARGET, type=Path, help="where to write it")
    arguments = parser.parse_args()
    content, cards, whole = make(arguments.file)
    arguments.to.write_bytes(content)
    print(f"{arguments.to}: {cards:,} cards, {whole:,} of them understood whole, {len(content):,} bytes")


if __name__ == "__main__":
    main()
