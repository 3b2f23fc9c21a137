"""The outcome graph and the interaction graph, against the answers that they are of."""

from __future__ import annotations

from pathlib import Path

import networkx
import pytest

import anyorder
from anyorder.asking import AskedOutcomes, ask, documents
from anyorder.rendering import pictures
from model.events import Event, PutCounters
from solver.answers import Answer, outcomes
from solver.graphs import first_moments, interaction_graph, outcome_graph
from solver.interaction import Interactions, Relation, interactions, interactions_in

LIBRARY = Path(__file__).resolve().parents[1] / "scenarios" / "library"
LISTED = [
    (file, number)
    for file in sorted(LIBRARY.rglob("*.yaml"))
    for number, document in enumerate(documents(file))
    if document.question == "outcomes"
]


def asked(text: str) -> AskedOutcomes:
    found = anyorder.ask(text)
    assert isinstance(found, AskedOutcomes)
    return found


def between(text: str) -> Interactions:
    return interactions_in(asked(text).answer)


def edges(found: Interactions) -> set[tuple[str, str, str]]:
    return {(edge.relation.value, edge.first.partition("#")[0], edge.second.partition("#")[0]) for edge in found.edges}


def every_moment(of: AskedOutcomes) -> Answer:
    return outcomes(of.scenario.situation, *of.scenario.steps, every_moment=True)


COUNTERS = """
battlefield: {you: [{card: Grizzly Bears, id: bear}, Hardened Scales, Doubling Season]}
event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
"""


def test_the_outcome_graph_of_a_small_question():
    answer = asked(COUNTERS).answer
    graph = outcome_graph(answer)
    assert list(graph) == [0, 1, 2]
    assert graph.nodes[0]["pending"] == (PutCounters("bear", (("+1/+1", 1),), "you"),)
    assert [graph.nodes[n]["outcome"] for n in graph] == [None, 2, 1]
    assert graph.edges[0, 1]["chooser"] == "you"
    assert graph.edges[0, 1]["rule"] == "616.1e"
    assert [way.effect for way in graph.edges[0, 1]["options"][0]] == ["Hardened Scales#0"]


@pytest.mark.parametrize(
    ("file", "number"), LISTED, ids=lambda value: value.stem if isinstance(value, Path) else str(value)
)
def test_graphs_agree_with_the_answer(file: Path, number: int):
    found = ask(documents(file)[number])
    if not isinstance(found, AskedOutcomes) or found.answer.stats.states > 2000:
        pytest.skip("not a question for outcomes, or one with many states")
    answer = every_moment(found)
    assert [outcome.events for outcome in answer.outcomes] == [outcome.events for outcome in found.outcomes]
    for graph in (outcome_graph(answer), outcome_graph(found.answer)):
        assert networkx.is_directed_acyclic_graph(graph)
        assert list(graph) == list(range(len(graph)))
        totals = dict.fromkeys(range(1, len(found.outcomes) + 1), 0)
        for node, data in graph.nodes(data=True):
            assert (data["outcome"] is None) == bool(graph.out_degree(node))
            if data["outcome"]:
                totals[data["outcome"]] += data["orderings"]
                assert data["log"] == found.outcomes[data["outcome"] - 1].events
        assert list(totals.values()) == [outcome.orderings for outcome in found.outcomes]
    whole, beginning = outcome_graph(answer), first_moments(found.answer, 10, 5000)
    assert beginning.graph["states"] == len(whole)
    assert list(beginning) == list(whole)[:10]
    assert set(beginning.edges) == {(a, b) for a, b in whole.edges if a < 10 and b < 10}


def test_what_is_left_out_of_a_picture_is_said():
    text = COUNTERS.replace(
        "Doubling Season]", "Doubling Season, Winding Constrictor, Doubling Season, Hardened Scales]"
    )
    found = asked(text)
    graph = first_moments(found.answer, 5, 2000)
    assert len(graph) == 5
    assert graph.graph["counted"]
    drawing = pictures.outcomes(graph, found.names(), "", found.players)
    assert drawing.notes == (f"showing the first 5 of {graph.graph['states']} states",)
    graph = first_moments(found.answer, 5, 8)
    drawing = pictures.outcomes(graph, found.names(), "", found.players)
    assert drawing.notes == ("showing the first 5 of more than 8 states",)


def test_a_limit_shows_in_the_graph():
    of = asked(COUNTERS)
    cut = outcomes(of.scenario.situation, *of.scenario.steps, limit=1, every_moment=True)
    assert not cut.complete
    graph = outcome_graph(cut)
    assert not graph.graph["complete"]
    assert any(data["cut"] or data["outcome"] is None for _, data in graph.nodes(data=True))


# --- interactions ----------------------------------------------------------------------------------------------------


def test_effects_whose_order_matters():
    found = between(COUNTERS)
    assert edges(found) == {("does not commute", "Hardened Scales", "Doubling Season")}
    ((first, second),) = [edge.witness for edge in found.edges]
    assert first.order == tuple(reversed(second.order))
    assert [event.counters for event in _counters(first.happens)] == [(("+1/+1", 4),)]
    assert [event.counters for event in _counters(second.happens)] == [(("+1/+1", 3),)]
    assert [[event.counters[0][1] for event in _counters(stage)] for stage in first.stages] == [[2], [4]]


def _counters(events: tuple[Event, ...]) -> list[PutCounters]:
    return [event for event in events if isinstance(event, PutCounters)]


def test_effects_that_commute_have_no_edge():
    found = between(COUNTERS.replace("Hardened Scales", "Doubling Season"))
    assert [len(node.effects) for node in found.nodes] == [2]
    assert found.edges == ()


def test_effects_that_disable_each_other():
    found = between(
        """
battlefield: {you: [{card: Grizzly Bears, id: bear}, Rest in Peace], opponent: ["Kalitas, Traitor of Ghet"]}
event: {destroy: {permanent: bear}}
"""
    )
    assert edges(found) == {
        ("disables", "Rest in Peace", "Kalitas, Traitor of Ghet"),
        ("disables", "Kalitas, Traitor of Ghet", "Rest in Peace"),
    }


def test_an_effect_that_enables_another():
    """Twice the damage is 4 or more, to which the other effect applies; 2 damage is not."""
    found = between(
        """
battlefield: {you: [{card: Grizzly Bears, id: bear}]}
effects:
  - {id: doubling, lasts: forever, when: {deal_damage: {}}, instead: {amount: 2 * amount}}
  - {id: capping, lasts: forever, when: {deal_damage: {amount: ">= 4"}}, instead: {amount: 3}}
event: {deal_damage: {source: bear, to: opponent, amount: 2}}
"""
    )
    assert {node.id: node.at_first for node in found.nodes} == {"doubling": True, "capping": False}
    assert edges(found) == {("enables", "doubling", "capping")}
    without, with_it = found.edges[0].witness
    assert without.order == ()
    assert with_it.order == ("doubling", "capping")


def test_copies_of_a_one_shot_effect_disable_each_other():
    found = between(
        """
effects:
  - {id: bear one, next: time, when: {draw: {player: you}}, instead: [{create_tokens: {player: you, token: Bear}}]}
  - {id: bear two, next: time, when: {draw: {player: you}}, instead: [{create_tokens: {player: you, token: Bear}}]}
event: {draw: {player: you}}
"""
    )
    assert [node.effects for node in found.nodes] == [("bear one", "bear two")]
    assert edges(found) == {("disables", "bear one", "bear two")}
    graph = interaction_graph(found)
    assert list(graph.edges) == [("bear one", "bear one", "disables")]


def test_no_effects_no_graph():
    found = between("event: {draw: {player: you}}\n")
    assert found == Interactions((), (), True)
    assert len(interaction_graph(found)) == 0


@pytest.mark.parametrize(
    ("file", "number"), LISTED, ids=lambda value: value.stem if isinstance(value, Path) else str(value)
)
def test_interactions_of_the_library(file: Path, number: int):
    """Every effect of a derivation is a node; every witness shows what its edge says."""
    found = ask(documents(file)[number])
    if not isinstance(found, AskedOutcomes) or found.answer.stats.states > 500:
        pytest.skip("not a question for outcomes, or one with many states")
    between_them = interactions(found.scenario.situation, *found.scenario.steps)
    members = {effect for node in between_them.nodes for effect in node.effects}
    for outcome in found.outcomes:
        assert {step.effect for step in outcome.derivation if step.kind.value == "apply"} <= members
    for edge in between_them.edges:
        first, second = edge.witness
        assert {edge.first, edge.second} <= members
        match edge.relation:
            case Relation.ENABLES:
                assert edge.second not in first.order
                assert second.order.index(edge.first) < second.order.index(edge.second)
            case Relation.DISABLES:
                assert first.order[0] == edge.first
                assert edge.second not in first.order
                assert edge.second in second.order
            case Relation.DOES_NOT_COMMUTE:
                assert first.order == (edge.first, edge.second)
                assert second.order == (edge.second, edge.first)
                assert first.happens != second.happens
    graph = interaction_graph(between_them)
    assert list(graph) == [node.id for node in between_them.nodes]
    assert graph.number_of_edges() == len(between_them.edges)
