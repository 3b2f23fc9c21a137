"""What a picture of a graph shows, as data that the DOT, Mermaid and SVG renderers draw, each in its way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Shape(Enum):
    """What a box stands for."""

    STATE = "state"
    OUTCOME = "outcome"
    CUT = "cut"
    EFFECT = "effect"
    LATER = "later"  #: an effect that is not applicable to the event at first


class Stroke(Enum):
    """What an arrow stands for."""

    CHOICE = "choice"
    ENABLES = "enables"
    DISABLES = "disables"
    ORDER = "order matters"  #: drawn without a direction
    READS = "reads"
    ACTS = "acts on"


@dataclass(frozen=True, slots=True)
class Box:
    """A node: its lines of text, and whose decision it is (-1: nobody's, or the player's place in turn order)."""

    id: str
    lines: tuple[str, ...]
    shape: Shape
    player: int = -1


@dataclass(frozen=True, slots=True)
class Arrow:
    """An edge with its label; ``told`` is what there is to say about it at length."""

    start: str
    end: str
    label: tuple[str, ...]
    stroke: Stroke = Stroke.CHOICE
    player: int = -1
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its title, boxes and arrows, the players by whose decisions it is colored, and what was left out."""

    title: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    players: tuple[str, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    notes: tuple[str, ...] = ()


#: A color for each player in turn order: the line, and the area inside it.
PLAYER_COLORS = (
    ("#1f6feb", "#e8f1ff"), ("#c2410c", "#fff1e6"), ("#6d28d9", "#f3ecff"),
    ("#0f766e", "#e3f7f3"), ("#be185d", "#fdeaf3"), ("#4d7c0f", "#f0f8e0"),
)  # fmt: skip
SHAPE_COLORS = {
    Shape.STATE: ("#57606a", "#f6f8fa"),
    Shape.OUTCOME: ("#1a7f37", "#e6f6ea"),
    Shape.CUT: ("#9a6700", "#fff8e1"),
    Shape.EFFECT: ("#24292f", "#ffffff"),
    Shape.LATER: ("#6e7781", "#f6f8fa"),
}
STROKE_COLORS = {
    Stroke.CHOICE: "#57606a",
    Stroke.ENABLES: "#1a7f37",
    Stroke.DISABLES: "#c2410c",
    Stroke.ORDER: "#8250df",
    Stroke.READS: "#1f6feb",
    Stroke.ACTS: "#c2410c",
}


def box_colors(box: Box) -> tuple[str, str]:
    """The colors of a box: its line, and the area inside it."""
    return PLAYER_COLORS[box.player % len(PLAYER_COLORS)] if box.player >= 0 else SHAPE_COLORS[box.shape]


def arrow_color(arrow: Arrow) -> str:
    """The color of an arrow."""
    return PLAYER_COLORS[arrow.player % len(PLAYER_COLORS)][0] if arrow.player >= 0 else STROKE_COLORS[arrow.stroke]
