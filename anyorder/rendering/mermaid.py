"""Drawings as Mermaid flowcharts, which many sites show within Markdown."""

from __future__ import annotations

from anyorder.rendering.drawing import (
    PLAYER_COLORS,
    SHAPE_COLORS,
    Arrow,
    Box,
    Drawing,
    Shape,
    Stroke,
    arrow_color,
)

_LINES = {Stroke.CHOICE: "-->", Stroke.ENABLES: "-->", Stroke.DISABLES: "--x", Stroke.ORDER: "---",
    Stroke.READS: "-->", Stroke.ACTS: "-.->",
}  # fmt: skip


def render(drawing: Drawing) -> str:
    """The drawing as a Mermaid flowchart that ends with a line break."""
    title = _comment(drawing.title)
    lines = [
        f"%% {title}",
        *(f"%% {_comment(note)}" for note in drawing.notes),
        "flowchart LR",
        *(f"  {_box(box)}" for box in drawing.boxes),
        *(f"  {_arrow(arrow)}" for arrow in drawing.arrows),
        *(f"  linkStyle {place} stroke:{arrow_color(arrow)}" for place, arrow in enumerate(drawing.arrows)),
        *(f"  {style}" for style in _styles(drawing)),
    ]
    if drawing.notes:
        lines.insert(-1, f"  note[{_quoted(*drawing.notes)}]")
    return "\n".join(lines) + "\n"


def _box(box: Box) -> str:
    start, end = ("([", "])") if box.shape is Shape.OUTCOME else ("[", "]")
    return f"{box.id}{start}{_quoted(*box.lines)}{end}:::{_class(box)}"


def _arrow(arrow: Arrow) -> str:
    return f"{arrow.start} {_LINES[arrow.stroke]}|{_quoted(*arrow.label)}| {arrow.end}"


def _class(box: Box) -> str:
    return f"player{box.player % len(PLAYER_COLORS)}" if box.player >= 0 else box.shape.value


def _styles(drawing: Drawing) -> list[str]:
    used = dict.fromkeys(_class(box) for box in drawing.boxes)
    colors = {shape.value: pair for shape, pair in SHAPE_COLORS.items()}
    colors |= {f"player{place}": pair for place, pair in enumerate(PLAYER_COLORS)}
    dashed = {Shape.LATER.value: ",stroke-dasharray:4 3"}
    return [
        f"classDef {name} fill:{colors[name][1]},stroke:{colors[name][0]},color:#1f2328{dashed.get(name, '')}"
        for name in used
    ]


def _quoted(*lines: str) -> str:
    """A quoted label: what Mermaid would read as its own is written as a character entity."""
    text = "\n".join(lines).replace("#", "#35;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
    text = text.replace("`", "#96;").replace("\n", "<br/>")
    return f'"{text}"'


def _comment(text: str) -> str:
    return " ".join(text.split()).replace("{", "(").replace("}", ")")
