"""Random boards of permanents with continuous effects, for hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from model.abilities import Keyword, Static
from model.amounts import Amount, Binary, Call, Number
from model.cards import Card, Face
from model.effects import Continuous, FloatingEffect
from model.mana import COLOR_WORDS
from model.objects import GameObject
from model.players import Player
from model.selectors import Aspect, Predicate, Quantifier, Selector, role
from model.situation import Situation
from model.type_line import TypeLine
from model.zones import Zone

WHOSE = st.sampled_from(["you", "opponent"])
LINES = (
    "Creature — Elf", "Creature — Goblin", "Artifact", "Enchantment", "Land — Forest", "Basic Land — Forest",
    "Land — Mountain", "Land", "Artifact Creature — Elf", "Enchantment Creature — Goblin", "Land Creature — Forest Elf",
)  # fmt: skip


@st.composite
def predicates(draw: st.DrawFn, floating: bool) -> Predicate:
    aspect, values = draw(
        st.sampled_from(
            [
                (Aspect.TYPE, ("creature", "land", "artifact")),
                (Aspect.TYPE, ("creature", "land", "artifact", "enchantment")),
                (Aspect.SUBTYPE, ("Forest", "Mountain", "Elf", "Goblin", "Swamp")),
                (Aspect.COLOR, ("red", "green")),
                (Aspect.KEYWORD, ("flying",)),
                (Aspect.SUPERTYPE, ("basic",)),
                (Aspect.CONTROLLER, ("you", "opponent")),
                (Aspect.POWER, (">=2", ">=3")),
                (Aspect.OTHER, ("this",)),
            ]
        )
    )
    negated = aspect is not Aspect.OTHER and draw(st.integers(0, 3)) == 0
    return Predicate(aspect, draw(st.sampled_from(values)), negated)


@st.composite
def selectors(draw: st.DrawFn, floating: bool = False) -> Selector:
    """What an effect applies to or counts: up to two kinds of things, or (not of floating effects) its own source."""
    if not floating and draw(st.integers(0, 4)) == 0:
        return role("this")
    conjunctions = st.lists(predicates(floating), min_size=1, max_size=2).map(tuple)
    return Selector(tuple(draw(st.lists(conjunctions, min_size=1, max_size=2))))


@st.composite
def amounts(draw: st.DrawFn) -> Amount:
    match draw(st.integers(0, 4)):
        case 0:
            return Call("count", (draw(selectors()),))
        case 1:
            return Call("power", (role("it"),))
        case _:
            return Number(draw(st.integers(0, 3)))


@st.composite
def parts(draw: st.DrawFn, deep: bool) -> dict[str, Any]:
    """One part of an effect."""
    lands, creatures = st.sampled_from(["Forest", "Mountain", "Swamp"]), st.sampled_from(["Elf", "Goblin"])
    choices: list[st.SearchStrategy[dict[str, Any]]] = [
        st.builds(lambda s: {"set_subtypes": (s,)}, st.one_of(lands, lands, creatures)),
        st.builds(lambda s: {"add_subtypes": (s,)}, st.one_of(lands, creatures)),
        st.builds(lambda t: {"add_types": (t,)}, st.sampled_from(["creature", "land", "artifact"])),
        st.builds(lambda t: {"remove_types": (t,)}, st.sampled_from(["creature", "artifact", "land"])),
        st.builds(lambda c: {"set_colors": c}, st.sampled_from([(), ("red",), ("green",), ("red", "green")])),
        st.builds(lambda c: {"add_colors": (c,)}, st.sampled_from(["red", "green"])),
        st.just({"lose_abilities": True}),
        st.builds(lambda k: {"add_keywords": (k,)}, st.sampled_from(["flying", "haste"])),
        st.just({"lose_keywords": ("flying",)}),
        st.builds(lambda p, t: {"set_power": p, "set_toughness": t}, amounts(), amounts()),
        st.builds(lambda p: {"add_power": p}, amounts()),
        st.builds(lambda p, t: {"add_power": p, "add_toughness": t}, amounts(), amounts()),
        st.just({"switch": True}),
        st.just({"control": role("you")}),
    ]
    if deep:
        choices.append(st.builds(lambda e: {"add_abilities": (Static(e),)}, effects(deep=False)))
    return draw(st.one_of(choices))


@st.composite
def effects(draw: st.DrawFn, deep: bool = True, floating: bool = False) -> Continuous:
    made: dict[str, Any] = {}
    for part in draw(st.lists(parts(deep), min_size=1, max_size=2)):
        made |= part
    condition = None
    if draw(st.integers(0, 5)) == 0:
        condition = Binary(">=", Call("count", (draw(selectors(floating)),)), Number(draw(st.integers(1, 3))))
    return Continuous(draw(selectors(floating)), condition, **made)


@st.composite
def boards(draw: st.DrawFn, most: int = 4) -> Situation:
    """Up to ``most`` permanents with effects, and up to two floating effects, in any order of timestamps."""
    number = draw(st.integers(2, most))
    stamps = draw(st.permutations(range(1, number + 3)))
    things = []
    for place in range(number):
        line = TypeLine.parse(draw(st.sampled_from(LINES)))
        own: list[Any] = [Static(each) for each in draw(st.lists(effects(), max_size=2))]
        if draw(st.integers(0, 3)) == 0:
            own.append(Keyword("flying"))
        colors = tuple(COLOR_WORDS[word] for word in draw(st.sampled_from([(), ("red",), ("green",)])))
        power, toughness = (draw(st.integers(0, 3)), 2) if "creature" in line.types else (None, None)
        name = f"thing {place}"
        face = Face(name, line, None, colors, tuple(own), power, toughness)
        player = draw(WHOSE)
        counters = (("+1/+1", 1),) if draw(st.integers(0, 5)) == 0 else ()
        things.append(
            GameObject(
                name, Card((face,)), Zone.BATTLEFIELD, player, player, timestamp=stamps[place], counters=counters
            )
        )
    floating = []
    for place in range(draw(st.integers(0, 2))):
        effect = draw(effects(floating=True))
        targets = draw(st.lists(st.sampled_from([thing.id for thing in things]), min_size=1, max_size=2, unique=True))
        bound = tuple(("affected", ref) for ref in targets)
        fixed = Continuous(
            role("affected", Quantifier.EACH),
            effect.condition,
            **{
                name: getattr(effect, name)
                for name in Continuous.__match_args__
                if name not in ("affects", "condition", "text")
            },
        )
        stamp = stamps[number + place]
        floating.append(FloatingEffect(f"effect {place}", fixed, draw(WHOSE), None, bound, timestamp=stamp))
    return Situation((Player("you"), Player("opponent")), "you", tuple(things), tuple(floating))
