"""Which cards meld into which, where a file does not say so apart from their texts (712.4, 701.42).

One card of a pair names the other and what they become; the other one names the first in reminder text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from scenarios.reading.records import OracleCard

Other = TypeVar("Other")
_INTO = re.compile(r"\bnamed ([^.]+?),? [^.]*?exile them, then meld them into ([^.\n]+)\.")
_WITH = re.compile(r"\(Melds with ([^.()]+)\.\)")


def linked(cards: Iterable[OracleCard | Other]) -> Iterator[OracleCard | Other]:
    """The same cards; those with the layout of meld cards come last, with the other cards of their pair."""
    held: list[OracleCard] = []
    for card in cards:
        if isinstance(card, OracleCard) and card.layout == "meld":
            held.append(card)
        else:
            yield card
    pairs = [pair for card in held if (pair := _pair(card, {one.name for one in held})) is not None]
    results = {part: into for one, other, into in pairs for part in (one, other)}
    parts = {into: (one, other) for one, other, into in pairs}
    for card in held:
        if card.melds_into is None and not card.melded_from:
            card = replace(card, melds_into=results.get(card.name), melded_from=parts.get(card.name, ()))
        yield card


def _pair(card: OracleCard, names: set[str]) -> tuple[str, str, str] | None:
    """The card, its other half and what they become, from the text of the half that says it."""
    found = _INTO.search(card.faces[0].text)
    if found is None:
        return None
    named = found.string[found.start(1) :]
    partner = next((name for name in sorted(names, key=len, reverse=True) if named.startswith(name)), found[1])
    return card.name, partner, found[2]


def is_result(card: OracleCard) -> bool:
    """Whether a meld card is what two others become: it has no mana cost, and its text does not speak of melding."""
    face = card.faces[0]
    return card.layout == "meld" and not face.mana_cost and not (_INTO.search(face.text) or _WITH.search(face.text))
