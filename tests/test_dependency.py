"""Dependency between continuous effects (613.8): the reasons, loops, and agreement with a second implementation."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

from hypothesis import HealthCheck, given, settings

from model.abilities import Keyword, Static
from model.amounts import Number
from model.effects import Continuous
from model.objects import GameObject
from model.selectors import role
from model.situation import Situation
from scenarios import catalogue
from scenarios.phrases import parse_amount, parse_phrase
from solver.dependency import components
from solver.graphs import dependency_graph
from solver.layers import characteristics, controller_of, explain
from solver.parts import Layer
from tests.layer_boards import boards
from tests.layers_twin import Twin
from tests.strategies import creature, enchantment, permanent, situation


def card(name: str) -> GameObject:
    return permanent(catalogue.find(name))


def _found(situation: Situation, ref: str) -> tuple[object, ...]:
    has = characteristics(situation, ref)
    return (
        controller_of(situation, ref),
        set(has.type_line.types),
        set(has.type_line.subtypes),
        {color.word for color in has.colors},
        sorted(one.name for one in has.abilities if isinstance(one, Keyword)),
        has.power,
        has.toughness,
    )


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(boards())
def test_the_layers_agree_with_every_order_tried_by_definition(situation: Situation):
    twin = Twin(situation)
    for ref, thing in twin.things.items():
        expected = (
            thing.controller, thing.types, thing.subtypes, thing.colors, thing.keywords(), thing.power, thing.toughness,
        )  # fmt: skip
        assert _found(situation, ref) == expected, ref
    edges = [
        {(_owner(edge.effect), _owner(edge.on), edge.clause.value) for edge in step.dependencies}
        for step in explain(situation)
    ]
    # Two effects of one object have the same timestamp: which of them applies first decides how often an edge is seen.
    assert [found for found, _ in groupby(edges) if found] == [found for found, _ in groupby(twin.edges) if found]


def _owner(effect: str) -> str:
    return effect.partition("#")[0]


def _edges(now: Situation) -> list[tuple[str, str, str, bool]]:
    """Every dependency that is found somewhere on the way, each once, in the order found."""
    found = [
        (_owner(edge.effect), _owner(edge.on), edge.clause.value, edge.in_loop)
        for step in explain(now)
        for edge in step.dependencies
    ]
    return list(dict.fromkeys(found))


def _order(now: Situation, layer: Layer) -> list[str]:
    return [_owner(step.effect) for step in explain(now) if step.layer is layer]


def _makes(ref: str, affects: str, condition: str | None = None, **parts: Any) -> GameObject:
    """An enchantment with one continuous effect."""
    chosen = parse_amount(condition) if condition else None
    return enchantment(ref, Continuous(parse_phrase(affects), chosen, **parts))


def _board(*things: GameObject) -> Situation:
    return situation(*(replace(thing, timestamp=place) for place, thing in enumerate(things, start=1)))


# --- the clauses of 613.8a -------------------------------------------------------------------------------------------


def test_existence():
    now = _board(card("Urborg, Tomb of Yawgmoth"), card("Blood Moon"), card("Forest"))
    assert _edges(now) == [("Urborg, Tomb of Yawgmoth", "Blood Moon", "existence", False)]
    assert _order(now, Layer.TYPE) == ["Blood Moon"]


def test_what_it_applies_to():
    now = _board(
        _makes("animate", "artifact", add_types=("creature",)),
        _makes("forge", "land", add_types=("artifact",)),
        card("Forest"),
    )
    assert _edges(now) == [("animate", "forge", "applies to", False)]
    assert _order(now, Layer.TYPE) == ["forge", "animate"]


def test_what_it_applies_to_by_its_condition():
    swamps = _makes("dark", "creature", "count(Swamp) > 1", add_subtypes=("Zombie",))
    now = _board(swamps, _makes("flood", "land", add_subtypes=("Swamp",)), card("Forest"), card("Swamp"), creature())
    assert _edges(now) == [("dark", "flood", "applies to", False)]
    assert "Zombie" in characteristics(now, "bear").type_line.subtypes


def test_what_it_does():
    counting = _makes("counting", "creature", add_power=parse_amount("count(creature with power >= 4)"))
    now = _board(counting, _makes("boost", "creature", add_power=Number(2)), creature())
    assert _edges(now) == [("counting", "boost", "does", False)]
    assert characteristics(now, "bear").power == 5


def test_text():
    hack = _makes("hack", "other enchantment", words=(("Swamp", "Island"),))
    other = _makes("other", "land", words=(("Swamp", "Forest"),))
    now = _board(other, hack, card("Swamp"))
    assert _edges(now) == [("other", "hack", "text", False)]
    assert characteristics(now, "Swamp").type_line.subtypes == ("Swamp",)


def test_effects_of_characteristic_defining_abilities_depend_only_on_each_other():
    now = _board(
        card("Mutavault"),
        card("Mistform Ultimus"),
        _makes("mute", "creature", lose_abilities=True, set_subtypes=("Elf",)),
    )
    assert _edges(now) == []
    assert characteristics(now, "Mistform Ultimus").type_line.subtypes == ("Elf",)
    one = creature("one", "you", Static(_power("count(creature with power >= 3)")))
    two = creature("two", "you", Static(_power("3")))
    both = _board(one, two)
    assert _edges(both) == [("one", "two", "does", False)]
    assert (characteristics(both, "one").power, _order(both, Layer.DEFINED)) == (1, ["two", "one"])


def _power(amount: str) -> Continuous:
    return Continuous(role("this"), set_power=parse_amount(amount))


def test_an_effect_that_started_does_not_depend_on_what_takes_its_ability():
    starting = _makes("starting", "enchantment", add_types=("creature",), add_keywords=("flying",))
    now = _board(starting, _makes("mute", "enchantment", lose_abilities=True))
    assert _edges(now) == []
    assert _order(now, Layer.ABILITY) == ["starting", "mute"]


def test_giving_and_taking_the_same_is_no_dependency():
    now = _board(
        _makes("give", "creature", add_types=("artifact",)),
        _makes("again", "creature", add_types=("artifact",)),
        creature(),
    )
    assert _edges(now) == []


# --- order and loops (613.8b, 613.8c) --------------------------------------------------------------------------------

LOOP = (
    _makes("a", "Elf creature", set_subtypes=("Goblin",)),
    _makes("b", "Goblin creature", set_subtypes=("Human",)),
    _makes("c", "Human creature", set_subtypes=("Elf",)),
)


def test_a_loop_is_applied_by_timestamps():
    kinds = zip("xyz", ("Elf", "Human", "Goblin"), strict=True)
    now = _board(*LOOP, *(creature(ref, type=f"Creature — {kind}") for ref, kind in kinds))
    assert _order(now, Layer.TYPE) == ["a", "b", "c"]
    assert [len(step.dependencies) for step in explain(now)] == [3, 1, 0]
    assert characteristics(now, "x").type_line.subtypes == ("Elf",)
    assert any(in_loop for *_, in_loop in _edges(now))


def test_life_and_limb_and_blood_moon():
    saproling = creature("s", type="Creature — Saproling")
    now = _board(card("Life and Limb"), saproling, card("Stomping Ground"), card("Blood Moon"))
    assert sorted(_edges(now)) == [
        ("Blood Moon", "Life and Limb", "applies to", True),
        ("Life and Limb", "Blood Moon", "applies to", True),
    ]
    assert _order(now, Layer.TYPE) == ["Life and Limb", "Blood Moon"]


def test_only_effects_of_the_loop_ignore_their_dependencies():
    """Two effects form a loop; a third waits for one of them, and one of them for a fourth."""
    things = (
        _makes("waits", "Goblin artifact", add_types=("land",)),
        _makes("a", "Elf artifact", set_subtypes=("Goblin",)),
        _makes("b", "Goblin artifact", set_subtypes=("Elf",)),
        _makes("last", "creature", add_types=("artifact",)),
        creature("x", type="Creature — Elf"),
        creature("y", type="Artifact Creature — Elf"),
        creature("z", type="Artifact Creature — Goblin"),
    )
    now = _board(*things)
    loops = {(edge[:2], edge[3]) for edge in _edges(now)}
    assert (("a", "b"), True) in loops
    assert (("b", "a"), True) in loops
    assert (("waits", "a"), False) in loops
    assert (("a", "last"), False) in loops
    assert _order(now, Layer.TYPE) == ["b", "last", "a", "waits"]


def test_what_is_left_is_looked_at_anew():
    """Once the first effect has applied, the second no longer depends on the third (613.8c)."""
    things = (
        _makes("second", "Elf creature", add_types=("artifact",)),
        _makes("third", "Goblin creature", set_subtypes=("Elf",)),
        _makes("first", "green permanent", remove_types=("creature",)),
        creature("x", type="Creature — Goblin"),
    )
    now = _board(*things)
    steps = [step for step in explain(now) if step.layer is Layer.TYPE]
    assert [_owner(step.effect) for step in steps] == ["first", "second", "third"]
    assert [len(step.dependencies) for step in steps] == [2, 0, 0]
    assert (steps[0].citation.rule, steps[1].citation.rule) == ("613.8b", "613.1d")


def test_components_of_many():
    ring = [object() for _ in range(5)]
    waits: Any = {one: [ring[(place + 1) % 4]] if place < 4 else [ring[0]] for place, one in enumerate(ring)}
    found = components(waits)
    assert len({found[one] for one in ring[:4]}) == 1
    assert found[ring[4]] != found[ring[0]]


# --- the graph -------------------------------------------------------------------------------------------------------


def test_the_graph_of_dependencies():
    now = _board(
        card("March of the Machines"), card("Mycosynth Lattice"), card("Urborg, Tomb of Yawgmoth"), card("Blood Moon")
    )
    graph = dependency_graph(now)
    march, lattice = "March of the Machines#0", "Mycosynth Lattice#0"
    assert graph.edges[march, lattice, "4"]["clause"] == "applies to"
    assert graph.nodes[march]["layers"] == ("4", "7b")
    assert graph.nodes["Urborg, Tomb of Yawgmoth#0"] == {
        "source": "Urborg, Tomb of Yawgmoth",
        "layers": (),
        "affected": (),
    }
    assert graph.edges["Urborg, Tomb of Yawgmoth#0", "Blood Moon#0", "4"]["objects"] == ("Urborg, Tomb of Yawgmoth",)
    assert not any(data["in_loop"] for *_, data in graph.edges(data=True))
    assert list(dependency_graph(_board(card("Forest"))).nodes) == []
