"""What the command ``cards`` does: list the cards that are known, search them, show one card."""

from __future__ import annotations

import re

from anyorder.output import show
from anyorder.rendering.page import Code, Table
from anyorder.rendering.phrases import READING
from anyorder.rendering.words import Line, Role, Span, line
from model.errors import OutOfScopeError, UnknownNameError
from scenarios import catalogue
from scenarios.spelling import nearest_of_many

_COST = re.compile(r'^ +cost: *"?([^"\n]*)"?', re.MULTILINE)
_TYPE = re.compile(r"^ +type: *(.*)$", re.MULTILINE)


def search(query: str) -> tuple[str, ...]:
    """The cards and tokens whose names have the query in them, those of the catalogue first.

    If there are none, those of the catalogue with each of its words anywhere in their entries; without a query, the
    whole catalogue. Raises UnknownNameError with the nearest spelling when there are none at all.
    """
    everything = sorted({*catalogue.names(), *catalogue.names(tokens=True)})
    if not query:
        return tuple(everything)
    wanted = query.casefold()
    by_name = [name for name in everything if wanted in name.casefold()]
    others = [catalogue.whole_name(name) for name in catalogue.spellings() if wanted in name.casefold()]
    found = tuple(dict.fromkeys((*by_name, *others))) or catalogue.search(query)
    if not found:
        close = nearest_of_many(query, catalogue.spellings())
        hint = f"; did you mean {close!r}?" if close is not None else ""
        raise UnknownNameError(f"there is no card like {query!r}{hint}")
    return found


def listing(query: str) -> int:
    """Print the cards that fit a query, each with its cost and type line."""
    show((Table(tuple(_row(name) for name in search(query))),))
    return 0


def card(name: str) -> int:
    """Print the facts of one card. Raises UnknownNameError with the nearest spelling."""
    show((Code(catalogue.source(exact(name))),))
    return 0


def exact(name: str) -> str:
    """The name as the catalogue, the box or the imported cards spell it, whatever the case."""
    everything = {one.casefold(): one for one in (*catalogue.names(tokens=True), *catalogue.names())}
    if name.casefold() in everything or catalogue.is_card_name(name):
        return everything.get(name.casefold(), name)
    return next((one for one in catalogue.spellings() if one.casefold() == name.casefold()), name)


def _row(name: str) -> tuple[Line, ...]:
    if catalogue.is_written(name):
        source = catalogue.source(name).partition("abilities:")[0]  # abilities have costs and types, too
        found = _COST.search(source), _TYPE.search(source)
        cost, kind = (one[1].strip('"') if one else "" for one in found)
    else:
        try:
            entry = catalogue.entry(name)
        except OutOfScopeError:  # nothing but its name is known
            entry = {"type": READING["known by name"]}
        face = next((one for one in entry.get("faces", ()) if one["name"] == name), entry.get("faces", [entry])[0])
        cost, kind = str(face.get("cost", "")), str(face.get("type", ""))
    return line(Span(name, Role.STRONG)), line(Span(cost, Role.MANA)), line(Span(kind, Role.FAINT))
