"""Cards as they are everywhere, and what cards become that are put together, as pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from anyorder.rendering.page import Block, Facts, Page, Paragraph, Table, Title
from anyorder.rendering.words import Line, Role, Span, line

_ZONES = {"elsewhere": "any other zone"}


def card(found: Mapping[str, Any]) -> Page:
    """A card of ``scenarios.sheets.card``: its names, and a row for each way in which it can be."""
    rows: list[tuple[str, Line]] = [("Names", line(", ".join(found["names"])))]
    if len(found["names"]) > 1:
        rows.append(("Layout", line(found["layout"].replace("_", " "))))
    ways = tuple(_way(way) for way in found["ways"])
    heading = tuple(line(Span(word, Role.FAINT)) for word in ("zone", "", "name", "cost", "type", "", "value", "rule"))
    below: tuple[Block, ...] = (Table((heading, *ways)),) if ways else (Paragraph(line("It can't be there.")),)
    gists = tuple((way["rule"], line(Span(way["gist"], Role.FAINT))) for way in found["ways"])
    return (Title(line(found["name"])), Facts(tuple(rows)), *below, Facts(tuple(dict.fromkeys(gists))))


def _way(way: Mapping[str, Any]) -> tuple[Line, ...]:
    size = f"{_size(way['power'])}/{_size(way['toughness'])}" if "power" in way else ""
    return (
        line(_ZONES.get(way["zone"], way["zone"])),
        line(way["way"]),
        line(Span(way["name"], Role.STRONG)),
        line(Span(way["cost"], Role.MANA)) if "cost" in way else (),
        line(way["type"]),
        line(size),
        line(Span(str(way["mana_value"]), Role.NUMBER)),
        line(Span(way["rule"], Role.RULE)),
    )


def _size(value: object) -> str:
    return str(value) if isinstance(value, int) else "*"


def faces(found: Mapping[str, Any]) -> Page:
    """What ``scenarios.sheets.faces`` says: each card that can result, and how to get it."""
    results = found["results"]
    one, several = ("different card", "different cards")
    number = line(Span(str(found["number"]), Role.NUMBER), f" {one if found['number'] == 1 else several} can result.")
    listed = tuple(
        (line(Span(result["faces"], Role.STRONG)), line(Span("; ".join(map(_how, result["how"])), Role.FAINT)))
        for result in results
    )
    return (Title(line(" + ".join(found["cards"]))), Paragraph(number), Table(listed))


def _how(way: Mapping[str, str]) -> str:
    return f"{way['first']} and {way['second']} show, {way['front']} in front"
