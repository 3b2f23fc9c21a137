"""What could produce what: the picture of who reads whom, and why a type can't be produced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anyorder.rendering.drawing import Arrow, Box, Drawing, Shape, Stroke
from anyorder.rendering.page import Entries, Entry, Page, Paragraph
from anyorder.rendering.phrases import ANSWERS, EDGES
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Role, Span, fill, joined, line, plain, sentence
from model.production import TYPE_LETTERS
from solver.producing import why_not as dead_ends
from solver.production import written

if TYPE_CHECKING:
    from networkx import DiGraph

    from anyorder.asking import Asked


def picture(graph: DiGraph[str], names: Names, title: str) -> Drawing:
    """Permanents with the types that they could produce, who reads whom, which effects act on whom, loops marked."""
    nodes = list(graph)
    boxes = tuple(_box(f"n{place}", node, graph.nodes[node], names) for place, node in enumerate(nodes))
    arrows = tuple(
        Arrow(
            f"n{nodes.index(start)}",
            f"n{nodes.index(end)}",
            (EDGES[data["kind"]],),
            Stroke.READS if data["kind"] == "reads" else Stroke.ACTS,
        )
        for start, end, data in graph.edges(data=True)
    )
    strokes = tuple(stroke for stroke in Stroke if any(arrow.stroke is stroke for arrow in arrows))
    return Drawing(title, boxes, arrows, strokes=strokes)


def _box(ref: str, node: str, data: dict[str, Any], names: Names) -> Box:
    if data["kind"] == "effect":
        return Box(ref, (plain(names.effect(node)),), Shape.EFFECT)
    symbols = "".join(f"{{{letter}}}" for letter in TYPE_LETTERS if letter in data["types"])
    lines = [plain(names.thing(node)), symbols or ANSWERS["could_produce.none"]]
    if data["loop"]:
        lines.append(plain(fill(ANSWERS["loop"], number=data["loop"])))
    return Box(ref, tuple(lines), Shape.OUTCOME if data["types"] else Shape.LATER)


def why_not(asked: Asked, ref: str, letter: str) -> Page:
    """What stops a permanent from producing a type: everything that its abilities could add, and what becomes of it."""
    names = asked.names()
    symbol = line(Span(f"{{{letter}}}", Role.MANA))
    ends = dead_ends(ref, letter, asked.scenario.situation)
    if not ends:
        found = {value.about: value.value for value in asked.values}
        key = "why_not.can" if letter in found.get(ref, ()) else "why_not.nothing"
        return (Paragraph(fill(ANSWERS[key], thing=names.thing(ref), letter=symbol)),)
    entries = []
    for number, end in enumerate(ends, 1):
        becomes = joined((line(Span(written(done.mana), Role.MANA)) for done in end.becomes), ", ", " or ")
        words = fill(
            ANSWERS["why_not.end"],
            number=end.source.ability + 1,
            mana=line(Span(written(end.event.mana), Role.MANA)),
            becomes=becomes or line(ANSWERS["why_not.no mana"]),
        )
        entries.append(Entry(number, (words,)))
    heading = sentence(fill(ANSWERS["why_not"], thing=names.thing(ref), letter=symbol))
    return (Paragraph(heading), Entries(tuple(entries)))
