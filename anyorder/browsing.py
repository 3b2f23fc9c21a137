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
    """The cards and tokens of the catalogue that fit a query, or where there are none, all other cards that do.

    A card fits with the query in its name; if none has, with each of its words anywhere in its entry. Raises
    UnknownNameError with the nearest spelling when there are none at all.
    """
    everything = sorted({*catalogue.names(), *catalogue.names(tokens=True)})
    wanted = query.casefold()
    by_name = tuple(name for name in everything if wanted in name.casefold())
    found = by_name or catalogue.search(query) or tuple(n for n in catalogue.spellings() if wanted in n.casefold())
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
    show((Code(catalogue.source(_exact(name))),))
    return 0


def _exact(name: str) -> str:
    """The name as the catalogue, the box or the imported cards spell it, whatever the case."""
    everything = {one.casefold(): one for one in (*catalogue.names(tokens=True), *catalogue.names())}
    if name.casefold() in everything or catalogue.is_card_name(name):
        return everything.get(name.casefold(), name)
    return next((one for one in catalogue.spellings() if one.casefold() == name.casefold()), name)


def _row(name: str) -> tuple[Line, ...]:
    try:
        source = catalogue.source(name)
    except OutOfScopeError:  # nothing but its name is known
        return line(Span(name, Role.STRONG)), (), line(Span(READING["known by name"], Role.FAINT))
    cost, kind = _COST.search(source), _TYPE.search(source)
    return (
        line(Span(name, Role.STRONG)),
        line(Span(cost[1], Role.MANA)) if cost else (),
        line(Span(kind[1].strip('"'), Role.FAINT)) if kind else (),
    )
