"""The graphs of an answer for networkx: the outcome graph, and the interaction graph of the effects.

The one module here that uses networkx, and only inside functions, so that answering a question does not load it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from model.events import Event
from solver.agenda import Choose, Group, Repeat, State
from solver.answers import Answer
from solver.explorer import orderings
from solver.interaction import Interactions
from solver.process import Move, single_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from networkx import DiGraph, MultiDiGraph

    from model.situation import Situation


def outcome_graph(answer: Answer) -> DiGraph[int]:
    """The outcome graph: states numbered from 0 in the order found, breadth first.

    Nodes have ``pending`` (the events considered next), ``log`` (the events that happened), ``asks`` (the id of the
    effect that leaves a choice open, where that is what is decided), ``orderings`` (sequences of decisions that lead
    there), ``outcome`` (its number in the answer from 1, or None) and ``cut`` (a limit kept what follows from being
    explored). Edges have ``options`` (each a tuple of decisions that are made one after the other), ``chooser``,
    ``rule`` and ``copies`` (how many orderings it stands for).
    """
    exploration = answer.exploration
    graph = _graph(answer, exploration.ways.__getitem__, len(exploration.ways))
    counts = orderings(exploration)
    for state, number in graph.graph.pop("states").items():
        graph.nodes[number]["orderings"] = counts[state]
    return graph


def first_moments(answer: Answer, most: int, counted: int) -> DiGraph[int]:
    """The beginning of the outcome graph, breadth first, with every single decision a move of its own, for pictures.

    It has the first ``most`` states, with attributes as in ``outcome_graph`` except ``orderings``, which only leaves
    have, for their outcome as a whole. The graph's ``states`` says how many states there are, as far as ``counted``,
    and its ``counted`` whether that is all of them.
    """
    graph = _graph(answer, single_moves, counted)
    names = graph.graph.pop("states")
    graph.graph["states"], graph.graph["counted"] = len(names), not any(graph.nodes[n]["cut"] for n in graph)
    for node in list(graph)[most:]:
        graph.remove_node(node)
    for node, data in graph.nodes(data=True):
        number = data["outcome"]
        if number is not None:
            graph.nodes[node]["orderings"] = answer.outcomes[number - 1].orderings
    return graph


def _graph(answer: Answer, ways_of: Callable[[State], Iterable[Move]], limit: int) -> DiGraph[int]:
    """The graph of at most so many states, breadth first; ``states`` of the graph are their numbers."""
    from networkx import DiGraph

    numbers = {o.final.outcome: number for number, o in enumerate(answer.outcomes, 1)}
    graph: DiGraph[int] = DiGraph(complete=answer.complete, limit=answer.limit)
    names: dict[State, int] = {answer.exploration.start: 0}
    line = deque(names)
    while line:
        state = line.popleft()
        ways = tuple(ways_of(state))
        outcome = None if state.agenda else numbers.get(state.outcome)
        cut = bool(state.agenda) and not ways
        for way in ways:
            if way.state not in names:
                if len(names) >= limit:
                    cut = True
                    continue
                names[way.state] = len(names)
                line.append(way.state)
            _connect(graph, names[state], names[way.state], way)
        graph.add_node(
            names[state], pending=_pending(state), log=state.log, asks=_asks(state), outcome=outcome, cut=cut
        )  # fmt: skip
    ordered: DiGraph[int] = DiGraph(**graph.graph, states=names)
    ordered.add_nodes_from((number, graph.nodes[number]) for number in range(len(names)))
    ordered.add_edges_from(graph.edges(data=True))
    return ordered


def _connect(graph: DiGraph[int], start: int, end: int, way: Move) -> None:
    """Add an edge, or a further option to one that is there."""
    if graph.has_edge(start, end):
        edge = graph.edges[start, end]
        edge["options"] += (way.options,)
        edge["copies"] += way.copies
    else:
        option = way.option
        graph.add_edge(start, end, options=(way.options,), chooser=option.chooser, rule=option.rule, copies=way.copies)


def _pending(state: State) -> tuple[Event, ...]:
    """The events that are considered next."""
    for item in state.agenda:
        if isinstance(item, Group):
            return tuple(pending.event for pending in item.pendings)
        if isinstance(item, Repeat):
            return (item.pending.event,)
    return ()


def _asks(state: State) -> str:
    """The id of the effect that leaves a choice to a player, where the next decision is not which effect to apply."""
    item = state.agenda[0] if state.agenda else None
    return item.effect if isinstance(item, Choose) else ""


def interaction_graph(found: Interactions) -> MultiDiGraph[str]:
    """The interaction graph: effects by id, with an edge for each interaction, keyed by what it is.

    Nodes have ``effects`` (the ids that act alike) and ``at_first``; edges have ``event`` and ``witness``. An edge that
    says "does not commute" stands once, for both directions.
    """
    from networkx import MultiDiGraph

    graph: MultiDiGraph[str] = MultiDiGraph(complete=found.complete)
    for node in found.nodes:
        graph.add_node(node.id, effects=node.effects, at_first=node.at_first)
    by_member = {effect: node.id for node in found.nodes for effect in node.effects}
    for edge in found.edges:
        graph.add_edge(
            by_member[edge.first],
            by_member[edge.second],
            key=edge.relation.value,
            event=edge.event,
            witness=edge.witness,
        )
    return graph


def components(reads: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The strongly connected components of "reads", those that are read before those that read them.

    Members of a component, and components where the graph leaves it open, stand in the order of the mapping.
    """
    import networkx

    graph: DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(reads)
    graph.add_edges_from((reader, other) for reader, others in reads.items() for other in others if other in reads)
    place = {ref: number for number, ref in enumerate(reads)}
    condensed = networkx.condensation(graph.reverse())
    members = {node: tuple(sorted(condensed.nodes[node]["members"], key=place.__getitem__)) for node in condensed}
    order = networkx.lexicographical_topological_sort(condensed, key=lambda node: place[members[node][0]])
    return [members[node] for node in order]


def producers_graph(situation: Situation, subjects: tuple[str, ...] = ()) -> DiGraph[str]:
    """The picture of a could-produce answer: who reads whom, which effects act on whom, loops marked.

    Nodes are permanents that could produce mana or are read (``kind`` permanent, ``types``, ``loop`` a number or 0) and
    effects (``kind`` effect); edges have ``kind`` reads or acts on. With ``subjects`` only what these depend on.
    """
    import networkx

    from solver.could_produce import solve
    from solver.producing import acting_on

    answer = solve(situation)
    graph: DiGraph[str] = networkx.DiGraph()
    loop_of = {ref: number for number, members in enumerate(answer.loops, start=1) for ref in members}
    wanted = list(subjects) or [ref for ref, types in answer.types.items() if types or answer.reads[ref]]
    for ref in wanted:  # grows while it is walked
        wanted += [other for other in answer.reads.get(ref, ()) if other not in wanted]
    for ref in wanted:
        graph.add_node(ref, kind="permanent", types=tuple(sorted(answer.types.get(ref, ()))), loop=loop_of.get(ref, 0))
    for ref in wanted:
        for other in answer.reads[ref]:
            graph.add_edge(ref, other, kind="reads")
        for effect in acting_on(ref, situation):
            graph.add_node(effect, kind="effect", types=(), loop=0)
            graph.add_edge(effect, ref, kind="acts on")
    return graph


def dependency_graph(situation: Situation) -> MultiDiGraph[str]:
    """The dependencies between the continuous effects of a situation (613.8), with an edge for each layer.

    Nodes are effects by id, in the order in which they first apply: ``source`` (the object that has the ability, or
    None), ``layers`` (where it applies, as numbers such as 7b; none if it lost its ability first) and ``affected``.
    Edges go from the effect that depends to the one that it depends on, keyed by the layer: ``clause`` (the one of
    613.8a), ``objects`` (what changes) and ``in_loop`` (it is part of a loop, and without force).
    """
    from networkx import MultiDiGraph

    from solver.layers import explain

    steps = explain(situation)
    graph: MultiDiGraph[str] = MultiDiGraph()
    for step in steps:
        if step.effect not in graph:
            graph.add_node(step.effect, source=step.source, layers=(), affected=step.affected)
        graph.nodes[step.effect]["layers"] += (step.layer.number,)
    for step in steps:
        for edge in step.dependencies:
            for effect in (edge.effect, edge.on):
                if effect not in graph:
                    graph.add_node(effect, source=effect.rpartition("#")[0] or None, layers=(), affected=())
            if not graph.has_edge(edge.effect, edge.on, key=step.layer.number):
                graph.add_edge(
                    edge.effect,
                    edge.on,
                    key=step.layer.number,
                    clause=edge.clause.value,
                    objects=edge.objects,
                    in_loop=edge.in_loop,
                )
    return graph
