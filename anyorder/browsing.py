"""What the command ``cards`` does: list the catalogue, search it, show one card."""

from __future__ import annotations

import re

from anyorder.output import show
from anyorder.rendering.page import Code, Table
from anyorder.rendering.words import Line, Role, Span, line
from model.errors import UnknownNameError
from scenarios import catalogue
from scenarios.spelling import hint

_COST = re.compile(r'^ +cost: *"?([^"\n]*)"?', re.MULTILINE)
_TYPE = re.compile(r"^ +type: *(.*)$", re.MULTILINE)


def search(query: str) -> tuple[str, ...]:
    """The cards and tokens whose names have the query in them, or else those that have each of its words anywhere.

    Raises UnknownNameError with the nearest spelling when there are none.
    """
    everything = sorted({*catalogue.names(), *catalogue.names(tokens=True)})
    wanted = query.casefold()
    by_name = tuple(name for name in everything if wanted in name.casefold())
    found = by_name or catalogue.search(query)
    if not found:
        raise UnknownNameError(f"there is no card like {query!r} in the catalogue{hint(query, everything)}")
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
    """The name as the catalogue spells it, whatever the case."""
    everything = {one.casefold(): one for one in (*catalogue.names(tokens=True), *catalogue.names())}
    return everything.get(name.casefold(), name)


def _row(name: str) -> tuple[Line, ...]:
    source = catalogue.source(name)
    cost, kind = _COST.search(source), _TYPE.search(source)
    return (
        line(Span(name, Role.STRONG)),
        line(Span(cost[1], Role.MANA)) if cost else (),
        line(Span(kind[1].strip('"'), Role.FAINT)) if kind else (),
    )
