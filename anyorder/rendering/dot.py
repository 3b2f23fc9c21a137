"""Drawings in the DOT language of Graphviz."""

from __future__ import annotations

from anyorder.rendering.drawing import Arrow, Box, Drawing, Shape, Stroke, arrow_color, box_colors


def render(drawing: Drawing) -> str:
    """The drawing as a DOT graph that ends with a line break."""
    title = "\n".join((drawing.title, *drawing.notes))
    lines = [
        f"digraph {_quoted(drawing.title)} {{",
        f"  graph [rankdir=LR, label={_quoted(title)}, labelloc=t, fontname=Helvetica, nodesep=0.3, ranksep=0.9];",
        "  node [shape=box, style=filled, fontname=Helvetica, fontsize=11];",
        "  edge [fontname=Helvetica, fontsize=10];",
        *(_box(box) for box in drawing.boxes),
        *(_arrow(arrow) for arrow in drawing.arrows),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _box(box: Box) -> str:
    stroke, area = box_colors(box)
    style = {Shape.OUTCOME: "filled,rounded", Shape.LATER: "filled,dashed"}.get(box.shape, "filled")
    looks = f"color={_quoted(stroke)}, fillcolor={_quoted(area)}, style={_quoted(style)}"
    return f"  {box.id} [label={_quoted(*box.lines)}, {looks}];"


def _arrow(arrow: Arrow) -> str:
    color = _quoted(arrow_color(arrow))
    label = _quoted(*arrow.label)
    more = ", dir=none, constraint=false" if arrow.stroke is Stroke.ORDER else ""
    if arrow.stroke is Stroke.DISABLES:
        more = ", arrowhead=tee"
    if arrow.told:
        more += f", tooltip={_quoted(*arrow.told)}"
    return f"  {arrow.start} -> {arrow.end} [label={label}, color={color}, fontcolor={color}{more}];"


def _quoted(*lines: str) -> str:
    """A quoted string; several lines with line breaks between them."""
    text = "\n".join(lines).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'
