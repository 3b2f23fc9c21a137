"""What the commands ``card`` and ``faces`` do: a card in every zone, and what cards become that are put together."""

from __future__ import annotations

from collections.abc import Sequence

from anyorder.browsing import exact
from anyorder.output import show, write
from model.errors import MalformedError
from scenarios import sheets


def card(name: str, zone: str | None, *, as_json: bool = False) -> int:
    """Print a card as it is in a zone, or everywhere.

    Raises UnknownNameError with the nearest spelling for a card or zone that is not there.
    """
    from anyorder.rendering import data
    from anyorder.rendering import sheets as pages

    found = sheets.card(exact(name), zone)
    if as_json:
        write(data.json_text(found) + "\n")
    else:
        show(pages.card(found))
    return 0


def faces(names: Sequence[str], *, as_json: bool = False) -> int:
    """Print what cards can become that are put together, each result with the next card (712.3).

    Raises UnknownNameError with the nearest spelling for a card that is not there, MalformedError for fewer than two.
    """
    from anyorder.rendering import data
    from anyorder.rendering import sheets as pages

    if len(names) < 2:
        raise MalformedError("expected two cards or more to put together (anyorder card NAME shows one)")
    found = sheets.faces(tuple(map(exact, names)))
    if as_json:
        write(data.json_text(found) + "\n")
    else:
        show(pages.faces(found))
    return 0
