"""Drawings as SVG, laid out here, so that no other program is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from xml.sax.saxutils import escape

from anyorder.rendering.drawing import (
    PLAYER_COLORS,
    SHAPE_COLORS,
    STROKE_COLORS,
    Arrow,
    Box,
    Drawing,
    Shape,
    Stroke,
    arrow_color,
    box_colors,
)
from anyorder.rendering.layout import Placed, Point, Rectangle, Size, border, circle, free_place, layered, rectangle
from anyorder.rendering.phrases import ANSWERS
from anyorder.rendering.words import fill, plain

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_SIZE, _SMALL, _LARGE = 13.0, 11.0, 18.0
_LEADING = 17.0
_MARGIN, _PAD_X, _PAD_Y = 28.0, 12.0, 9.0
_INK, _FAINT, _WARNING = "#1f2328", "#57606a", "#9a6700"
_NARROW, _WIDE = frozenset("fijlrtI.,:;'|!()[] "), frozenset("mwMWABCDGHNOQRUVXY@%&")
#: How many findings about pairs are written out below a picture.
_MOST_TOLD = 40

Curve = Callable[[float], Point]


def render(drawing: Drawing) -> str:
    """The drawing as an SVG document that ends with a line break."""
    sizes = {box.id: _box_size(box) for box in drawing.boxes}
    flows = all(box.shape not in (Shape.EFFECT, Shape.LATER) for box in drawing.boxes)
    placed = _placed(drawing, sizes, flows)
    told = list(_told(drawing))
    legend = list(_legend(drawing))
    texts = [(drawing.title, _LARGE), *((text, _SIZE) for text in drawing.notes), *((text, _SIZE) for text, _ in told)]
    wide = max(placed.size[0], _legend_width(legend), *(_width(text, size) + 20 for text, size in texts))
    loops = 40 if any(arrow.start == arrow.end for arrow in drawing.arrows) else 0
    top = _MARGIN + 40 + (34 if legend else 0) + 20 * len(drawing.notes) + loops
    below = top + placed.size[1] + 34
    high = below + (_LEADING * len(told) if told else -20) + _MARGIN
    left = _MARGIN if flows else _MARGIN + (wide - placed.size[0]) / 2
    width, height = wide + 2 * _MARGIN, high
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{_FONT}" font-size="{_SIZE:g}">',
        f"<title>{escape(drawing.title)}</title>",
        "<defs>",
        *_markers(drawing),
        "</defs>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        _text(drawing.title, _MARGIN, _MARGIN + 14, _LARGE, bold=True),
        *_draw_legend(legend, _MARGIN + 42),
        *(
            _text(note, _MARGIN, top - 20 * (len(drawing.notes) - place) + 4, color=_WARNING)
            for place, note in enumerate(drawing.notes)
        ),
        f'<g transform="translate({left:.1f} {top:.1f})">',
        *_graph(drawing, placed, sizes, flows),
        "</g>",
        *(
            _text(text, _MARGIN + (0 if strong else 18), below + 10 + _LEADING * place, bold=strong)
            for place, (text, strong) in enumerate(told)
        ),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _placed(drawing: Drawing, sizes: dict[str, Size], flows: bool) -> Placed:
    if not flows:
        return circle(sizes)
    labels = [_width(text, _SMALL) for arrow in drawing.arrows for text in arrow.label]
    lines = max((len(arrow.label) for arrow in drawing.arrows), default=1)
    edges = list(dict.fromkeys((arrow.start, arrow.end) for arrow in drawing.arrows))
    return layered(sizes, edges, min(280.0, max(labels, default=20.0)) + 80, 10 + 12 * lines)


# --- text ------------------------------------------------------------------------------------------------------------


def _width(text: str, size: float = _SIZE) -> float:
    """About how wide the text is; a little too much rather than too little."""
    return sum(0.32 if char in _NARROW else 0.78 if char in _WIDE else 0.58 for char in text) * size


def _text(
    text: str,
    x: float,
    y: float,
    size: float = _SIZE,
    *,
    bold: bool = False,
    color: str = _INK,
    anchor: str = "",
    halo: bool = False,
) -> str:
    extra = ' font-weight="bold"' if bold else ""
    extra += f' font-size="{size:g}"' if size != _SIZE else ""
    extra += f' text-anchor="{anchor}"' if anchor else ""
    extra += ' paint-order="stroke" stroke="#ffffff" stroke-width="4" stroke-linejoin="round"' if halo else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}"{extra}>{escape(text)}</text>'


def _told(drawing: Drawing) -> Iterator[tuple[str, bool]]:
    """What is said about the arrows below the picture, and whether it is a heading."""
    arrows = [arrow for arrow in drawing.arrows if arrow.told]
    for place, arrow in enumerate(arrows[:_MOST_TOLD]):
        if place:
            yield "", False
        heading, *lines = arrow.told
        yield heading, True
        yield from ((text, False) for text in lines)
    if len(arrows) > _MOST_TOLD:
        yield "", False
        yield plain(fill(ANSWERS["shown.pairs"], shown=_MOST_TOLD, total=len(arrows))), False


# --- legend ----------------------------------------------------------------------------------------------------------

Key = tuple[str, tuple[str, str], Stroke | None]


def _legend(drawing: Drawing) -> Iterator[Key]:
    """The text, the colors and the kind of line of each entry."""
    deciding = {box.player for box in drawing.boxes}
    for place, player in enumerate(drawing.players):
        if place in deciding:
            words = fill(ANSWERS["legend.player"], player=player)
            yield plain(words), PLAYER_COLORS[place % len(PLAYER_COLORS)], None
    if any(box.shape is Shape.OUTCOME for box in drawing.boxes):
        producing = {Stroke.READS, Stroke.ACTS} & set(drawing.strokes)
        yield ANSWERS["legend.producer" if producing else "legend.outcome"], SHAPE_COLORS[Shape.OUTCOME], None
    for stroke in drawing.strokes:
        yield stroke.value, (STROKE_COLORS[stroke], ""), stroke


def _legend_width(legend: list[Key]) -> float:
    return sum(_width(text) + 64 for text, _, _ in legend)


def _draw_legend(legend: list[Key], y: float) -> Iterator[str]:
    x = _MARGIN
    for text, (line, area), stroke in legend:
        if stroke is None:
            yield f'<rect x="{x:.1f}" y="{y - 1:.1f}" width="22" height="14" rx="3" fill="{area}" stroke="{line}"/>'
        else:
            end = _ends(stroke)
            yield f'<path d="M {x:.1f} {y + 6:.1f} h 26" fill="none" stroke="{line}" stroke-width="2"{end}/>'
        yield _text(text, x + 36, y + 10.5, color=_FAINT)
        x += _width(text) + 64


# --- the graph -------------------------------------------------------------------------------------------------------


def _box_size(box: Box) -> Size:
    return max(_width(line) for line in box.lines) * 1.04 + 2 * _PAD_X, _LEADING * len(box.lines) + 2 * _PAD_Y - 3


def _graph(drawing: Drawing, placed: Placed, sizes: dict[str, Size], flows: bool) -> Iterator[str]:
    taken: list[Rectangle] = [rectangle(placed.centers[name], sizes[name]) for name in sizes]
    leaving = Counter(arrow.start for arrow in drawing.arrows)
    entering = Counter(arrow.end for arrow in drawing.arrows)
    labels: list[str] = []
    for arrow in drawing.arrows:
        path, curve = _flow(arrow, placed, sizes) if flows else _straight(arrow, placed, sizes)
        color = arrow_color(arrow)
        dashes = ' stroke-dasharray="6 4"' if arrow.stroke is Stroke.DISABLES else ""
        told = f"<title>{escape(chr(10).join(arrow.told))}</title>" if arrow.told else ""
        yield (
            f'<path d="{path}" fill="none" stroke="{color}" stroke-width="1.6"{dashes}'
            f"{_ends(arrow.stroke, color)}>{told}</path>"
        )
        if flows or len(drawing.arrows) <= len(drawing.boxes) * 2:
            apart = (leaving[arrow.start] > 1) - (entering[arrow.end] > 1)
            labels += _label(arrow, curve, color, taken, 0.5 + 0.14 * apart if flows else 0.5)
    for box in drawing.boxes:
        yield from _draw_box(box, placed.centers[box.id], sizes[box.id])
    yield from labels


def _label(arrow: Arrow, curve: Curve, color: str, taken: list[Rectangle], wish: float) -> Iterator[str]:
    if not any(arrow.label):
        return
    size = max(_width(text, _SMALL) for text in arrow.label), 13.0 * len(arrow.label)
    x, y = free_place(curve, size, taken, wish)
    if len(arrow.label) > 1:
        left, upper, _, _ = rectangle((x, y), size)
        place_and_size = f'x="{left:.1f}" y="{upper:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}"'
        yield f'<rect {place_and_size} fill="#ffffff" opacity="0.85"/>'
    for place, text in enumerate(arrow.label):
        yield _text(text, x, y - size[1] / 2 + 10 + 13 * place, _SMALL, color=color, anchor="middle", halo=True)


def _draw_box(box: Box, center: Point, size: Size) -> Iterator[str]:
    line, area = box_colors(box)
    x, y = center[0] - size[0] / 2, center[1] - size[1] / 2
    radius = 12 if box.shape is Shape.OUTCOME else 5
    dashes = ' stroke-dasharray="5 3"' if box.shape in (Shape.LATER, Shape.CUT) else ""
    yield (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" rx="{radius}" '
        f'fill="{area}" stroke="{line}" stroke-width="1.4"{dashes}/>'
    )
    last = len(box.lines) - 1
    for place, text in enumerate(box.lines):
        outcome = box.shape is Shape.OUTCOME
        bold = (outcome and place == 0) or (place == 0 and box.shape in (Shape.EFFECT, Shape.LATER))
        faint = (outcome and place == last) or (place > 0 and box.shape is Shape.LATER)
        y_text = y + _PAD_Y + 11.5 + _LEADING * place
        yield _text(text, center[0], y_text, bold=bold, color=_FAINT if faint else _INK, anchor="middle")


def _flow(arrow: Arrow, placed: Placed, sizes: dict[str, Size]) -> tuple[str, Curve]:
    """A curve from the right side of a box, past its bends, to the left side of another."""
    (x1, y1), (x2, y2) = placed.centers[arrow.start], placed.centers[arrow.end]
    points = [
        (x1 + sizes[arrow.start][0] / 2, y1),
        *placed.bends.get((arrow.start, arrow.end), ()),
        (x2 - sizes[arrow.end][0] / 2 - 2, y2),
    ]
    path = [f"M {points[0][0]:.1f} {points[0][1]:.1f}"]
    for (ax, ay), (bx, by) in pairwise(points):
        middle = (ax + bx) / 2
        path.append(f"C {middle:.1f} {ay:.1f} {middle:.1f} {by:.1f} {bx:.1f} {by:.1f}")
    (ax, ay), (bx, by) = points[0], points[1]

    def curve(share: float) -> Point:
        rest = 1 - share
        return (
            rest**3 * ax + 3 * rest * share * (ax + bx) / 2 + share**3 * bx,
            (rest**3 + 3 * rest**2 * share) * ay + (3 * rest * share**2 + share**3) * by,
        )

    return " ".join(path), curve


def _straight(arrow: Arrow, placed: Placed, sizes: dict[str, Size]) -> tuple[str, Curve]:
    """A line between the borders of two boxes, bent a little where one leads back; a loop for a box and itself."""
    start, end = placed.centers[arrow.start], placed.centers[arrow.end]
    if arrow.start == arrow.end:
        x, y = start[0], start[1] - sizes[arrow.start][1] / 2
        path = f"M {x + 14:.1f} {y:.1f} C {x + 44:.1f} {y - 44:.1f} {x - 44:.1f} {y - 44:.1f} {x - 14:.1f} {y - 2:.1f}"
        return path, lambda share: (x, y - 40)
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = 0.0 if arrow.stroke is Stroke.ORDER else 0.12
    control = ((start[0] + end[0]) / 2 - dy * bend, (start[1] + end[1]) / 2 + dx * bend)
    first = border(start, sizes[arrow.start], control)
    last = border(end, sizes[arrow.end], control, 0.0 if arrow.stroke is Stroke.ORDER else 4.0)

    def curve(share: float) -> Point:
        rest = 1 - share
        return (
            rest**2 * first[0] + 2 * rest * share * control[0] + share**2 * last[0],
            rest**2 * first[1] + 2 * rest * share * control[1] + share**2 * last[1],
        )

    path = f"M {first[0]:.1f} {first[1]:.1f} Q {control[0]:.1f} {control[1]:.1f} {last[0]:.1f} {last[1]:.1f}"
    return path, curve


def _ends(stroke: Stroke, color: str = "") -> str:
    if stroke is Stroke.ORDER:
        return ""
    return f' marker-end="url(#{_marker(stroke, color or STROKE_COLORS[stroke])})"'


def _marker(stroke: Stroke, color: str) -> str:
    return f"{'bar' if stroke is Stroke.DISABLES else 'tip'}-{color.lstrip('#')}"


def _markers(drawing: Drawing) -> Iterator[str]:
    used = {(arrow.stroke is Stroke.DISABLES, arrow_color(arrow)) for arrow in drawing.arrows}
    used |= {(stroke is Stroke.DISABLES, STROKE_COLORS[stroke]) for stroke in drawing.strokes}
    for bar, color in sorted(used):
        name = _marker(Stroke.DISABLES if bar else Stroke.CHOICE, color)
        shape = "M 8 0 V 10" if bar else "M 0 0 L 10 5 L 0 10 z"
        look = f'stroke="{color}" stroke-width="2.5"' if bar else f'fill="{color}"'
        yield (
            f'<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
            f'markerUnits="userSpaceOnUse" orient="auto"><path d="{shape}" {look}/></marker>'
        )
