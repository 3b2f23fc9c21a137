"""Takes the cards of a file into the store: what is there unchanged is left as it is, the rest is compiled."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from model.errors import AnyorderError
from scenarios.bringing import store
from scenarios.bringing.compiling import in_chunks
from scenarios.bringing.entries import compiled
from scenarios.bringing.files import LeftOut, Source
from scenarios.reading.records import OracleCard

#: One card as the store takes it, or the name of one that can't be kept and why.
Row = tuple[str, str, str, str, str, tuple[str, ...]]


@dataclass
class Imported:
    """What came of an import: cards in the file, those compiled, those unchanged, and those left out."""

    form: str = ""
    cards: int = 0
    compiled: int = 0
    whole: int = 0
    unchanged: int = 0
    again: int = 0
    translated: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    refused: list[tuple[str, str]] = field(default_factory=list)


def bring(
    path: str | Path,
    *,
    fresh: bool = False,
    processes: int | None = None,
    progress: Callable[[int, int, Imported], None] | None = None,
) -> Imported:
    """Import a file of cards. ``progress`` is told the bytes read, the size of the file, and what came of it so far.

    What was compiled is kept as it comes, so that an import which is interrupted goes on where it was. Raises
    MalformedError for a file that is none of those that are known, or that is broken; what came before is kept.
    """
    source = Source(path)
    done = Imported(source.form)
    try:
        with store.writing(fresh) as kept:
            marks, by = dict(kept.marks()), store.compiler()
            for rows, refused in in_chunks(_changed(source, marks, by, done), compile_chunk, processes):
                kept.put(rows)
                done.compiled += len(rows)
                done.whole += sum(row[4] == "[]" for row in rows)
                done.refused += refused
                if progress is not None:
                    progress(source.position(), source.size, done)
    finally:
        source.close()
        done.form, done.translated = source.form, source.translated
        store.reading.cache_clear()
    return done


def _changed(source: Source, marks: dict[str, tuple[str, str]], by: str, done: Imported) -> Iterator[OracleCard]:
    """The cards of a file that are to be compiled: new ones, changed ones, and those of another compiler."""
    seen: set[str] = set()
    for card in source.cards():
        if isinstance(card, LeftOut):
            done.left_out[card.why] += 1
            continue
        if card.name in seen:  # a further printing, or a variant of it
            done.again += 1
            continue
        seen.add(card.name)
        done.cards += 1
        mark = store.mark_of(store.facts_of(card))
        if marks.get(card.name) == (mark, by):
            done.unchanged += 1
            continue
        yield card


def compile_chunk(cards: tuple[OracleCard, ...]) -> tuple[list[Row], list[tuple[str, str]]]:
    """What the store is to keep of these cards, and those that can't be kept with the reason."""
    rows: list[Row] = []
    refused: list[tuple[str, str]] = []
    for card in cards:
        try:
            found = compiled(card)
        except AnyorderError as error:
            refused.append((card.name, str(error)))
            continue
        except Exception as error:  # a mistake in the reader costs one card, and is told
            refused.append((card.name, f"{type(error).__name__}: {error}"))
            continue
        facts = store.facts_of(card)
        entry = json.dumps(found.entry, ensure_ascii=False, separators=(",", ":"))
        stops = json.dumps(found.stops, ensure_ascii=False, separators=(",", ":"))
        rows.append((card.name, store.mark_of(facts), facts, entry, stops, found.faces))
    return rows, refused
