"""The graphs of ``solver.graphs`` as drawings: their nodes and edges in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from anyorder.rendering import wording
from anyorder.rendering.drawing import Arrow, Box, Drawing, Shape, Stroke
from anyorder.rendering.phrases import ANSWERS, EDGES
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Line, fill, line, plain, wrapped
from model.decisions import Option
from scenarios.writing import is_ordinary
from solver.interaction import Interaction, Relation

if TYPE_CHECKING:
    from networkx import DiGraph, MultiDiGraph

#: How many states or effects a picture shows at most.
MOST = 200
#: How many states are counted in order to say how many are not shown.
COUNTED = 2000
_COLUMNS = 38
_STROKES = {
    Relation.ENABLES: Stroke.ENABLES, Relation.DISABLES: Stroke.DISABLES, Relation.DOES_NOT_COMMUTE: Stroke.ORDER,
}  # fmt: skip


def outcomes(graph: DiGraph[int], names: Names, title: str, players: tuple[str, ...]) -> Drawing:
    """The beginning of an outcome graph (``solver.graphs.first_moments``): a box for each state and each outcome.

    States that end in one outcome share its box. Where states were left out, a note says so.
    """
    boxes: dict[str, Box] = {}
    ids = {node: _box_id(node, graph.nodes[node]["outcome"]) for node in graph}
    for node in graph:
        chooser = next((data["chooser"] for _, _, data in graph.out_edges(node, data=True)), "")
        player = players.index(chooser) if chooser in players else -1
        boxes.setdefault(ids[node], _state(ids[node], graph.nodes[node], names, player))
    arrows: dict[tuple[str, str], Arrow] = {}
    for start, end, data in graph.edges(data=True):
        arrow = _choice(ids[start], ids[end], data, names, players)
        before = arrows.get((ids[start], ids[end]))
        if before is not None:
            arrow = Arrow(arrow.start, arrow.end, before.label + arrow.label, arrow.stroke, arrow.player)
        arrows[ids[start], ids[end]] = arrow
    notes = []
    states, counted = graph.graph["states"], graph.graph["counted"]
    if len(graph) < states:
        key = "shown" if counted else "shown.first"
        notes.append(plain(fill(ANSWERS[key], shown=len(graph), total=states)))
    if not graph.graph["complete"]:
        notes.append(plain(fill(ANSWERS["limit.short"], limit=graph.graph["limit"])))
    deciding = tuple(player for player in players if any(box.player == players.index(player) for box in boxes.values()))
    told = tuple(notes)
    return Drawing(title, tuple(boxes.values()), tuple(arrows.values()), _in_order(players, deciding), notes=told)


def _in_order(players: tuple[str, ...], deciding: tuple[str, ...]) -> tuple[str, ...]:
    """The players up to the last one who decides anything, so that places stay those of the turn order."""
    last = max((players.index(player) for player in deciding), default=-1)
    return players[: last + 1]


def _box_id(node: int, outcome: int | None) -> str:
    return f"s{node}" if outcome is None else f"o{outcome}"


def _state(name: str, data: dict[str, object], names: Names, player: int) -> Box:
    log = [event for event in data["log"] if not is_ordinary(event)]  # type: ignore[attr-defined]
    outcome = data["outcome"]
    if isinstance(outcome, int):
        lines = _folded(wording.happenings(log, names))
        count = plain(fill(ANSWERS["orderings"], orderings=int(str(data["orderings"]))))
        return Box(name, (wording.outcome(outcome), *lines, count), Shape.OUTCOME)
    lines = _folded([line(ANSWERS["so far"], wording.event(event, names)) for event in log[-2:]])
    asks = data["asks"]
    if asks:
        lines += _folded([fill(ANSWERS["asks"], effect=names.effect(str(asks)))])
    else:
        lines += _folded(wording.event(event, names) for event in list(data["pending"])[:4])  # type: ignore[call-overload]
    if data["cut"]:
        return Box(name, (*lines, ANSWERS["cut"]), Shape.CUT, player)
    return Box(name, tuple(lines) or (ANSWERS["asks.nothing"],), Shape.STATE, player)


def _folded(lines: Iterable[Line]) -> list[str]:
    return [plain(part) for words in lines for part in wrapped(words, _COLUMNS)]


def _choice(start: str, end: str, data: dict[str, object], names: Names, players: tuple[str, ...]) -> Arrow:
    labels: list[str] = []
    for way in data["options"]:  # type: ignore[attr-defined]
        labels.append(", then ".join(_option(one, names) for one in way))
    if isinstance(data["copies"], int) and data["copies"] > len(labels):
        labels[-1] += f" \N{MULTIPLICATION SIGN}{data['copies']}"
    chooser = data["chooser"]
    return Arrow(start, end, tuple(labels), player=players.index(str(chooser)) if chooser in players else -1)


def _option(option: Option, names: Names) -> str:
    """What is chosen, in short."""
    if not option.effect or (option.value and option.kind.value == "value"):
        return option.value
    effect = plain(names.effect(option.effect))
    return f"{effect}: {option.value}" if option.value else effect


def interactions(graph: MultiDiGraph[str], names: Names, title: str, most: int = MOST) -> Drawing:
    """The interaction graph: a box for each effect, an arrow for what it does to another, and the witness at length."""
    shown = list(graph)[:most]
    boxes = []
    for node in shown:
        data = graph.nodes[node]
        lines = _folded([names.effect(node)])
        if len(data["effects"]) > 1:
            lines.append(plain(fill(ANSWERS["copies"], copies=len(data["effects"]))))
        if not data["at_first"]:
            lines.append(ANSWERS["later"])
        boxes.append(Box(_effect_id(shown, node), tuple(lines), Shape.EFFECT if data["at_first"] else Shape.LATER))
    arrows = []
    for first, second, key, data in graph.edges(keys=True, data=True):
        if first in shown and second in shown:
            relation = Relation(key)
            edge = Interaction(relation, first, second, data["event"], data["witness"])
            mutual = relation is Relation.DISABLES and first != second and graph.has_edge(second, first, key)
            told = wording.witness(edge, names, copies=first == second, mutual=mutual)
            if mutual and shown.index(first) > shown.index(second):
                told = []  # said at the other arrow
            arrows.append(
                Arrow(
                    _effect_id(shown, first), _effect_id(shown, second), (EDGES[relation.value],), _STROKES[relation],
                    told=tuple(plain(words) for words in told),
                )
            )  # fmt: skip
    notes = []
    if len(shown) < len(graph):
        notes.append(plain(fill(ANSWERS["shown.effects"], shown=len(shown), total=len(graph))))
    if not graph.graph["complete"]:
        notes.append(ANSWERS["interactions.cut"])
    strokes = tuple(stroke for stroke in Stroke if any(arrow.stroke is stroke for arrow in arrows))
    return Drawing(title, tuple(boxes), tuple(arrows), strokes=strokes, notes=tuple(notes))


def _effect_id(shown: list[str], node: str) -> str:
    return f"e{shown.index(node)}"
