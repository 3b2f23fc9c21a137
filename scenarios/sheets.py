"""Cards as they are everywhere, and what cards become when they are put together, as plain values for people."""

from __future__ import annotations

from typing import Any

from model.cards import Card
from model.errors import UnknownNameError
from scenarios import catalogue
from solver.faces import Appearance, appearances, names_of
from solver.merging import Reached, number_of_results, repeated

#: The zones in which a card has no other characteristics than in a hand.
_ELSEWHERE = ("hand", "library", "graveyard", "exile", "command")
ZONES = ("stack", "battlefield", *_ELSEWHERE)


def card(name: str, zone: str | None = None) -> dict[str, Any]:
    """A card with every way in which it can be, in a zone or everywhere (202.3, 709.4, 712.8, 715.4).

    Raises UnknownNameError for a card or zone that is not there.
    """
    if zone is not None and zone not in ZONES:
        raise UnknownNameError(f"unknown zone {zone!r} (expected one of: {', '.join(ZONES)})")
    found = catalogue.find_partly(name)  # the facts of a card, whatever its text says
    wanted = "elsewhere" if zone in _ELSEWHERE else zone
    ways = [{**_way(one), "zone": zone or one.zone} for one in appearances(found) if wanted in (None, one.zone)]
    return {"name": found.full_name, "layout": found.layout.value, "names": list(names_of(found)), "ways": ways}


def _way(one: Appearance) -> dict[str, Any]:
    face = one.face
    result: dict[str, Any] = {"zone": one.zone, "way": one.way, "name": face.name, "type": str(face.type_line)}
    if face.mana_cost is not None:
        result["cost"] = str(face.mana_cost)
    if face.power is not None and face.toughness is not None:
        result |= {"power": face.power, "toughness": face.toughness}
    return {**result, "mana_value": one.mana_value, "rule": one.citation.rule, "gist": one.citation.gist}


def faces(names: tuple[str, ...]) -> dict[str, Any]:
    """What cards can become that are put together two at a time, the result each time with the next card.

    For one card, what it is everywhere. Raises UnknownNameError for a card that is not there.
    """
    cards = tuple(catalogue.find_partly(name) for name in names)
    reached = repeated(cards, max(1, len(cards) - 1))
    listed = [{"faces": one.card.full_name, "how": _how(one)} for one in sorted(reached, key=_name)]
    number = number_of_results(cards, max(1, len(cards) - 1))
    return {"cards": [one.full_name for one in cards], "number": number, "results": listed}


def _name(one: Reached) -> str:
    return one.card.full_name


def _how(one: Reached) -> list[dict[str, str]]:
    """For each time: what each of the two cards shows, and which is in front."""
    return [
        {
            "first": merging.first.full_name,
            "second": merging.second.full_name,
            "front": _front(merging.first if merging.first_in_front else merging.second),
        }
        for merging in one.way
    ]


def _front(side: Card) -> str:
    return side.full_name
