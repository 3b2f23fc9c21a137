"""Random boards of permanents with continuous effects, for hypothesis. Strategies are made once, since that is slow."""

from __future__ import annotations

from dataclasses import replace
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

LINES = (
    "Creature — Elf", "Creature — Goblin", "Artifact", "Enchantment", "Land — Forest", "Basic Land — Forest",
    "Land — Mountain", "Land", "Artifact Creature — Elf", "Enchantment Creature — Goblin", "Land Creature — Forest Elf",
)  # fmt: skip
THIS, YOU, IT = role("this"), role("you"), role("it")


def _tests(aspect: Aspect, *values: str) -> list[Predicate]:
    """Each value twice as it is, and once negated."""
    return [Predicate(aspect, value, negated) for value in values for negated in (False, False, True)]


PREDICATES = (
    *_tests(Aspect.TYPE, "creature", "land", "artifact", "enchantment", "creature", "land"),
    *_tests(Aspect.SUBTYPE, "Forest", "Mountain", "Elf", "Goblin", "Swamp"),
    *_tests(Aspect.COLOR, "red", "green"),
    *_tests(Aspect.KEYWORD, "flying"),
    *_tests(Aspect.SUPERTYPE, "basic"),
    *_tests(Aspect.CONTROLLER, "you", "opponent"),
    *_tests(Aspect.POWER, ">=2", ">=3"),
)
CONJUNCTIONS = st.lists(st.sampled_from(PREDICATES), min_size=1, max_size=2).map(tuple)
#: Up to two kinds of things.
PHRASES = st.lists(CONJUNCTIONS, min_size=1, max_size=2).map(lambda found: Selector(tuple(found)))
OTHERS = CONJUNCTIONS.map(lambda tests: Selector(((*tests, Predicate(Aspect.OTHER, "this")),)))
#: What the effect of a permanent applies to.
AFFECTED = st.one_of(PHRASES, PHRASES, OTHERS, st.just(THIS))
NUMBERS: st.SearchStrategy[Amount] = st.sampled_from([Number(each) for each in range(4)])
AMOUNTS: st.SearchStrategy[Amount] = st.one_of(
    NUMBERS, NUMBERS, PHRASES.map(lambda phrase: Call("count", (phrase,))), st.just(Call("power", (IT,)))
)
CONDITIONS: st.SearchStrategy[Amount | None] = st.builds(
    lambda phrase, number: Binary(">=", Call("count", (phrase,)), Number(number)), PHRASES, st.integers(1, 3)
)
SOMETIMES = st.one_of(st.none(), st.none(), st.none(), st.none(), CONDITIONS)

SIMPLE: tuple[dict[str, Any], ...] = (
    *({"set_subtypes": (word,)} for word in ("Forest", "Mountain", "Swamp", "Mountain", "Elf", "Goblin")),
    *({"add_subtypes": (word,)} for word in ("Forest", "Mountain", "Swamp", "Elf", "Goblin")),
    *({name: (word,)} for name in ("add_types", "remove_types") for word in ("creature", "land", "artifact")),
    *({"set_colors": words} for words in ((), ("red",), ("red", "green"))),
    *({"add_colors": (word,)} for word in ("red", "green")),
    {"lose_abilities": True},
    {"lose_abilities": True},
    *({"add_keywords": (word,)} for word in ("flying", "haste")),
    {"lose_keywords": ("flying",)},
    {"switch": True},
    {"control": YOU},
    {"control": YOU},
)
PARTS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.sampled_from(SIMPLE),
    st.sampled_from(SIMPLE),
    st.sampled_from(SIMPLE),
    st.builds(lambda p, t: {"set_power": p, "set_toughness": t}, AMOUNTS, AMOUNTS),
    st.builds(lambda p: {"add_power": p}, AMOUNTS),
    st.builds(lambda p, t: {"add_power": p, "add_toughness": t}, AMOUNTS, AMOUNTS),
)


def _effect(affects: Selector, condition: Amount | None, one: dict[str, Any], other: dict[str, Any]) -> Continuous:
    return Continuous(affects, condition, **(one | other))


NO_PART: st.SearchStrategy[dict[str, Any]] = st.just({})
GRANTED = st.builds(_effect, AFFECTED, SOMETIMES, PARTS, NO_PART).map(
    lambda effect: {"add_abilities": (Static(effect),)}
)
MORE = st.one_of(NO_PART, PARTS, PARTS, GRANTED)
EFFECTS = st.builds(_effect, AFFECTED, SOMETIMES, PARTS, MORE)
#: Effects of what resolved have no source.
FLOATING = st.builds(_effect, st.just(role("affected", Quantifier.EACH)), SOMETIMES, PARTS, MORE)


def _thing(
    place: int, line: str, effects: list[Continuous], flying: bool, colors: tuple[str, ...], power: int, player: str,
    counter: bool,
) -> GameObject:  # fmt: skip
    name, types = f"thing {place}", TypeLine.parse(line)
    abilities = (*(Static(each) for each in effects), *((Keyword("flying"),) if flying else ()))
    printed = (power, 2) if "creature" in types.types else (None, None)
    face = Face(name, types, None, tuple(COLOR_WORDS[word] for word in colors), abilities, *printed)
    counters = (("+1/+1", 1),) if counter else ()
    return GameObject(name, Card((face,)), Zone.BATTLEFIELD, player, player, counters=counters)


def _things(place: int) -> st.SearchStrategy[GameObject]:
    return st.builds(
        _thing,
        st.just(place),
        st.sampled_from(LINES),
        st.lists(EFFECTS, min_size=1 if place < 2 else 0, max_size=2),
        st.booleans(),
        st.sampled_from([(), ("red",), ("green",)]),
        st.integers(0, 3),
        st.sampled_from(["you", "opponent"]),
        st.sampled_from([False, False, False, True]),
    )


MOST = 4
THINGS = tuple(st.tuples(*(_things(place) for place in range(number))) for number in range(2, MOST + 1))
RESOLVED = st.lists(
    st.tuples(FLOATING, st.sampled_from(["you", "opponent"]), st.sets(st.integers(0, 1), min_size=1)), max_size=2
)


def _board(
    things: tuple[GameObject, ...], resolved: list[tuple[Continuous, str, set[int]]], stamps: list[int]
) -> Situation:
    objects = tuple(replace(thing, timestamp=stamp) for thing, stamp in zip(things, stamps, strict=False))
    floating = []
    for place, (effect, player, targets) in enumerate(resolved):
        bound = tuple(("affected", things[target].id) for target in sorted(targets))
        stamp = stamps[MOST + place]
        floating.append(FloatingEffect(f"effect {place}", effect, player, None, bound, timestamp=stamp))
    return Situation((Player("you"), Player("opponent")), "you", objects, tuple(floating))


#: Up to four permanents with effects, and up to two effects of what resolved, in any order of timestamps.
BOARDS = st.builds(_board, st.one_of(THINGS), RESOLVED, st.permutations(range(1, MOST + 3)))


def boards() -> st.SearchStrategy[Situation]:
    """Random boards."""
    return BOARDS
