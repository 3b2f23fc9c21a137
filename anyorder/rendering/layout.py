"""Places for the boxes of a drawing: in layers from left to right, or on a circle. Sizes and places are in pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin

Size = tuple[float, float]
Point = tuple[float, float]
Edge = tuple[str, str]
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Placed:
    """The middle of each box, the points that each edge passes between its ends, and the size of everything."""

    centers: dict[str, Point]
    bends: dict[Edge, tuple[Point, ...]]
    size: Size


def layered(sizes: Mapping[str, Size], edges: Sequence[Edge], across: float, between: float) -> Placed:
    """An acyclic graph in layers: each box to the right of all that lead to it.

    ``across`` is the distance of two layers, ``between`` that of two boxes of one layer. Within a layer, boxes are
    ordered by those they are connected to, which keeps crossings few.
    """
    depth = _depths(sizes, edges)
    layers: list[list[str]] = [[] for _ in range(max(depth.values(), default=0) + 1)]
    for name in sizes:
        layers[depth[name]].append(name)
    height = {name: size[1] for name, size in sizes.items()}
    chains: dict[Edge, list[str]] = {}
    links: list[Edge] = []
    for number, (start, end) in enumerate(edges):
        chain = [start]
        for passed in range(depth[start] + 1, depth[end]):
            bend = f"bend {number} {passed}"
            layers[passed].append(bend)
            height[bend] = 6.0
            chain.append(bend)
        chain.append(end)
        chains[start, end] = chain[1:-1]
        links += pairwise(chain)
    before: dict[str, list[str]] = {name: [] for name in height}
    after: dict[str, list[str]] = {name: [] for name in height}
    for start, end in links:
        after[start].append(end)
        before[end].append(start)
    _order(layers, before, after)
    y = _heights(layers, height, before, after, between)
    x: dict[str, float] = {}
    left = 0.0
    for layer in layers:
        widest = max((sizes[name][0] for name in layer if name in sizes), default=0.0)
        for name in layer:
            x[name] = left + (sizes[name][0] / 2 if name in sizes else widest / 2)
        left += widest + across
    top = min((y[name] - height[name] / 2 for name in y), default=0.0)
    bottom = max((y[name] + height[name] / 2 for name in y), default=0.0)
    places = {name: (x[name], y[name] - top) for name in y}
    bends = {edge: tuple(places[bend] for bend in chain) for edge, chain in chains.items()}
    return Placed({name: places[name] for name in sizes}, bends, (max(0.0, left - across), bottom - top))


def _depths(sizes: Mapping[str, Size], edges: Sequence[Edge]) -> dict[str, int]:
    """The length of the longest path to each box."""
    waiting = dict.fromkeys(sizes, 0)
    after: dict[str, list[str]] = {name: [] for name in sizes}
    for start, end in edges:
        waiting[end] += 1
        after[start].append(end)
    depth = dict.fromkeys(sizes, 0)
    ready = [name for name, number in waiting.items() if not number]
    while ready:
        name = ready.pop(0)
        for end in after[name]:
            depth[end] = max(depth[end], depth[name] + 1)
            waiting[end] -= 1
            if not waiting[end]:
                ready.append(end)
    return depth


def _order(layers: list[list[str]], before: dict[str, list[str]], after: dict[str, list[str]]) -> None:
    """Sort each layer by the mean place of its neighbors in the layer before, then in the one after, a few times."""
    for sweep in range(8):
        forward = sweep % 2 == 0
        neighbors = before if forward else after
        place: dict[str, float] = {}
        for layer in layers if forward else reversed(layers):
            now = {name: float(number) for number, name in enumerate(layer)}

            def mean(name: str, now: dict[str, float] = now, place: dict[str, float] = place) -> float:
                near = [place[other] for other in neighbors[name] if other in place]  # noqa: B023
                return sum(near) / len(near) if near else now[name]

            layer.sort(key=mean)
            place |= {name: float(number) for number, name in enumerate(layer)}


def _heights(
    layers: list[list[str]],
    height: dict[str, float],
    before: dict[str, list[str]],
    after: dict[str, list[str]],
    between: float,
) -> dict[str, float]:
    """The vertical middle of each box: near its neighbors, no two boxes of a layer closer than ``between``."""
    y: dict[str, float] = {}
    for layer in layers:
        total = sum(height[name] for name in layer) + between * (len(layer) - 1)
        at = -total / 2
        for name in layer:
            y[name] = at + height[name] / 2
            at += height[name] + between
    for sweep in range(10):
        neighbors = before if sweep % 2 == 0 else after
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wanted = [_mean([y[other] for other in neighbors[name]], y[name]) for name in layer]
            gaps = [(height[one] + height[other]) / 2 + between for one, other in pairwise(layer)]
            y |= dict(zip(layer, _apart(wanted, gaps), strict=True))
    return y


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _apart(wanted: list[float], gaps: list[float]) -> list[float]:
    """The values nearest to those wanted that keep these gaps (isotonic regression by pooling neighbors)."""
    shifts = [0.0]
    for gap in gaps:
        shifts.append(shifts[-1] + gap)
    blocks: list[tuple[float, int]] = []
    for value, shift in zip(wanted, shifts, strict=False):
        mean, number = value - shift, 1
        while blocks and blocks[-1][0] > mean:
            other, count = blocks.pop()
            mean = (mean * number + other * count) / (number + count)
            number += count
        blocks.append((mean, number))
    flat = [mean for mean, number in blocks for _ in range(number)]
    return [mean + shift for mean, shift in zip(flat, shifts, strict=False)]


def circle(sizes: Mapping[str, Size], least: float = 90.0) -> Placed:
    """Boxes on an ellipse, in order, the first on top."""
    names = list(sizes)
    widest = max((size[0] for size in sizes.values()), default=0.0)
    highest = max((size[1] for size in sizes.values()), default=0.0)
    around = max(1, len(names))
    radius_y = max(least, around * (highest + 26) / pi) if around > 1 else 0.0
    radius_x = max(least + widest * 0.6, radius_y * 1.15) if around > 1 else 0.0
    centers = {}
    for number, name in enumerate(names):
        angle = 2 * pi * number / around - pi / 2
        if around == 2:
            angle = pi * (1 - number)
        centers[name] = (cos(angle) * radius_x, sin(angle) * radius_y)
    left = min((centers[name][0] - sizes[name][0] / 2 for name in names), default=0.0)
    top = min((centers[name][1] - sizes[name][1] / 2 for name in names), default=0.0)
    right = max((centers[name][0] + sizes[name][0] / 2 for name in names), default=0.0)
    bottom = max((centers[name][1] + sizes[name][1] / 2 for name in names), default=0.0)
    moved = {name: (x - left, y - top) for name, (x, y) in centers.items()}
    return Placed(moved, {}, (right - left, bottom - top))


def border(center: Point, size: Size, towards: Point, margin: float = 0.0) -> Point:
    """The point on the border of a box in the direction of another point, ``margin`` outside of it."""
    dx, dy = towards[0] - center[0], towards[1] - center[1]
    if not dx and not dy:
        return center
    scale = min(
        (size[0] / 2) / abs(dx) if dx else float("inf"),
        (size[1] / 2) / abs(dy) if dy else float("inf"),
    )
    length = hypot(dx, dy)
    return (center[0] + dx * scale + dx / length * margin, center[1] + dy * scale + dy / length * margin)


def free_place(at: Callable[[float], Point], size: Size, taken: list[Rectangle], wish: float = 0.5) -> Point:
    """A place along a curve for a label where it covers as little as possible, near the share wished for.

    The place becomes taken.
    """
    shares = sorted((share / 100 for share in range(14, 90, 6)), key=lambda share: abs(share - wish))
    places = [at(share) for share in shares]
    borders = list(zip(*(rectangle(place, size) for place in places), strict=True))
    around = min(borders[0]), min(borders[1]), max(borders[2]), max(borders[3])
    near = [other for other in taken if _overlap(around, other)]
    best = min(places, key=lambda place: sum(_overlap(rectangle(place, size), other) for other in near))
    taken.append(rectangle(best, size))
    return best


def rectangle(center: Point, size: Size) -> Rectangle:
    """The left, upper, right and lower border of a box."""
    (x, y), (wide, high) = center, size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _overlap(one: Rectangle, other: Rectangle) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
