"""What ``anyorder cards read``, ``anyorder cards say`` and ``anyorder cards coverage`` do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyorder.output import complain, show, write
from model.errors import MalformedError

if TYPE_CHECKING:
    from scenarios.bringing.files import Source
    from scenarios.reading.records import Clause, OracleCard


def read(text: str, name: str, type_line: str, *, as_json: bool = False) -> int:
    """Print the notation of a rules text clause by clause, or where reading stopped; 1 where it did."""
    from anyorder.rendering import coverage, data
    from scenarios.reading import read_text

    text = text.replace("\\n", "\n").strip()
    if not text:
        raise MalformedError("expected a rules text, found nothing")
    clauses = read_text(text, name=name, type_line=type_line)
    if as_json:
        write(data.json_text([_as_data(clause) for clause in clauses]) + "\n")
    else:
        show(coverage.clauses(tuple((clause, _notation(clause)) for clause in clauses)))
    return 0 if all(clause.understood for clause in clauses) else 1


def say(name: str, *, as_json: bool = False, markdown: bool = False) -> int:
    """Print a card's abilities as rules text; 1 where there are no words for one of them.

    Raises UnknownNameError with the nearest spelling.
    """
    from anyorder.browsing import exact
    from anyorder.rendering import data, saying
    from scenarios import catalogue, partly
    from scenarios.reading.saying_cards import say_entry

    entry = catalogue.entry(exact(name))
    said = say_entry(entry)
    left_out = tuple(one.words for one in partly.without(entry.get("left_out", []), "left_out"))
    if as_json:
        write(data.json_text(saying.data(entry["name"], said, left_out)) + "\n")
    else:
        show(saying.page(entry["name"], said, left_out), markdown)
    return 0 if all(one.text is not None for one in said) and not left_out else 1


def _as_data(clause: Clause) -> dict[str, Any]:
    result: dict[str, Any] = {"text": clause.text, "family": clause.family, "understood": clause.understood}
    if clause.understood:
        return {**result, "abilities": list(clause.abilities or ())}
    return {**result, "stopped_at": clause.stopped_at}


def _notation(clause: Clause) -> str:
    if not clause.abilities:
        return ""
    from scenarios.bringing.yaml_text import as_yaml

    return as_yaml(list(clause.abilities))


def coverage(
    path: str, *, as_json: bool, missing: str | None, most: int, to: str | None, only: str | None, processes: int | None
) -> int:
    """Count what is understood in a file of cards; print it, or where reading stopped in one family."""
    from anyorder.rendering import coverage as pages
    from anyorder.rendering import data
    from scenarios.bringing.coverage import EVERYTHING, OTHER, Coverage
    from scenarios.bringing.coverage import coverage as counted
    from scenarios.bringing.families import FAMILIES
    from scenarios.bringing.files import Source
    from scenarios.checking import known

    if missing is not None:
        missing = {"all": EVERYTHING, "other": OTHER}.get(missing, missing)
        known([missing], (EVERYTHING, OTHER, *FAMILIES), "--missing", "family")
    source = Source(path)
    found = Coverage()
    try:
        for part in counted(_cards(source, only), processes):
            found.add(part)
    finally:
        source.close()
    if not found.cards:
        raise MalformedError("there is no card in it", path)
    if to is not None:
        _save(to, pages.markdown(found, source.path.name))
    if missing is not None:
        if as_json:
            write(data.json_text(pages.missing_data(found, missing)) + "\n")
        else:
            show(pages.missing(found, missing, most))
    elif as_json:
        write(data.json_text(pages.data(found)) + "\n")
    else:
        show(pages.coverage(found))
    for name in found.failed[:5]:
        complain(f"the reader failed: {name}")
    return 1 if found.failed else 0


def _cards(source: Source, only: str | None) -> Iterator[OracleCard]:
    from scenarios.bringing.files import LeftOut

    for card in source.cards():
        if not isinstance(card, LeftOut) and (only is None or only.casefold() in card.name.casefold()):
            yield card


def _save(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise MalformedError(f"can't write {path!r}: {error.strerror or error}") from None
