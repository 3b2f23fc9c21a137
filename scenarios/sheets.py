"""Cards as they are everywhere, and what cards become when they are put together, as plain values for people."""

from __future__ import annotations

from typing import Any

from model.abilities import Keyword
from model.cards import Card, Layout
from model.errors import UnknownNameError
from model.objects import GameObject
from model.players import Player
from model.situation import Situation
from model.zones import Zone
from scenarios import catalogue
from solver.casting_keywords import FACE_DOWN as FACE_DOWN_KEYWORDS
from solver.copying import FACE_DOWN
from solver.faces import Appearance, appearances, names_of
from solver.layers import characteristics
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
    listed = [way for one in appearances(found) for way in _ways(one, found)] + _face_down(found)
    ways = [{**way, "zone": zone or way["zone"]} for way in listed if wanted in (None, way["zone"])]
    return {"name": found.full_name, "layout": found.layout.value, "names": list(names_of(found)), "ways": ways}


def _ways(one: Appearance, card: Card) -> list[dict[str, Any]]:
    """One way, or for a leveler on the battlefield one for each range of level counters with its own size (711.2)."""
    way = _way(one)
    if card.layout is not Layout.LEVELER or one.zone != "battlefield":
        return [way]
    ranges: list[tuple[int, int, tuple[int | None, int | None]]] = []
    for level in range(_MOST_LEVELS):
        thing = GameObject("card", card, Zone.BATTLEFIELD, "you", counters=(("level", level),) if level else ())
        has = characteristics(Situation((Player("you"),), "you", (thing,)), "card")
        size = (has.power, has.toughness)
        if ranges and ranges[-1][2] == size:
            ranges[-1] = (ranges[-1][0], level, size)
        else:
            ranges.append((level, level, size))
    return [{**way, "way": _levels(low, high), "power": size[0], "toughness": size[1]} for low, high, size in ranges]


#: As many levels as any card counts.
_MOST_LEVELS = 21


def _levels(low: int, high: int) -> str:
    more = "+" if high == _MOST_LEVELS - 1 else "" if high == low else f"-{high}"
    return f"level {low}{more}"


def _face_down(card: Card) -> list[dict[str, Any]]:
    """As what a card with morph, megamorph or disguise can be cast, and be on the battlefield, face down (708.2a)."""
    keywords = {one.name for one in card.faces[0].abilities if isinstance(one, Keyword)}
    if not keywords & set(FACE_DOWN_KEYWORDS):
        return []
    values = {
        "name": "", "type": str(FACE_DOWN.type_line), "power": FACE_DOWN.power, "toughness": FACE_DOWN.toughness,
        "mana_value": 0, "rule": "708.2a", "gist": "face down it has no name and no mana cost, and is a 2/2 creature",
    }  # fmt: skip
    ways = (("stack", "cast face down"), ("battlefield", "face down"))
    return [{"zone": zone, "way": way, **values} for zone, way in ways]


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
