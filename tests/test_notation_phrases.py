"""Phrases and amounts: what they mean, that every combination is read, and what is said about those that are wrong."""

from __future__ import annotations

import contextlib
import json
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.amounts import AMOUNT, Amount, Binary, Call, Name, Not, Number
from model.effects import Comparison
from model.errors import MalformedError, UnknownNameError
from model.selectors import Aspect, Predicate, Quantifier, Selector, role
from scenarios import grammar
from scenarios.phrases import parse_amount, parse_comparison, parse_phrase
from scenarios.vocabulary import ADJECTIVES, KEYWORDS, NOUNS


def _p(aspect: Aspect, value: str, negated: bool = False) -> Predicate:
    return Predicate(aspect, value, negated)


YOURS = _p(Aspect.CONTROLLER, "you")
CREATURE = _p(Aspect.TYPE, "creature")
ENCHANTED = _p(Aspect.ROLE, "enchanted")


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("you", [[_p(Aspect.ROLE, "you")]]),
        ("target 2", [[_p(Aspect.ROLE, "target 2")]]),
        ("source", [[_p(Aspect.ROLE, "source")]]),
        ("source you control", [[_p(Aspect.KIND, "source"), YOURS]]),
        ("a source", [[_p(Aspect.KIND, "source")]]),
        ("source chosen", [[_p(Aspect.ROLE, "source chosen")]]),
        ("source's controller", [[_p(Aspect.CONTROLLER_OF, "source")]]),
        ("its owner", [[_p(Aspect.OWNER_OF, "it")]]),
        ("target's controller", [[_p(Aspect.CONTROLLER_OF, "target")]]),
        ("enchanted creature", [[ENCHANTED, CREATURE]]),
        ("equipped creature", [[ENCHANTED, CREATURE]]),
        ("enchanted creature's controller", [[_p(Aspect.CONTROLLER_OF, "enchanted")]]),
        ("enchanted creature you control", [[_p(Aspect.STATUS, "enchanted"), CREATURE, YOURS]]),
        ("an enchanted creature", [[_p(Aspect.STATUS, "enchanted"), CREATURE]]),
        ("enchanted player", [[ENCHANTED, _p(Aspect.KIND, "player")]]),
        ("another creature you control", [[_p(Aspect.OTHER, "this"), CREATURE, YOURS]]),
        ("creature or land you control", [[CREATURE, YOURS], [_p(Aspect.TYPE, "land"), YOURS]]),
        ("creature you control or land", [[CREATURE, YOURS], [_p(Aspect.TYPE, "land")]]),
        ("you or a permanent you control", [[_p(Aspect.ROLE, "you")], [_p(Aspect.KIND, "permanent"), YOURS]]),
        (
            "red or white source you control",
            [
                [_p(Aspect.COLOR, "red"), _p(Aspect.KIND, "source"), YOURS],
                [_p(Aspect.COLOR, "white"), _p(Aspect.KIND, "source"), YOURS],
            ],
        ),
        (
            "creature, player or planeswalker an opponent controls",
            [
                [CREATURE, _p(Aspect.CONTROLLER, "opponent")],
                [_p(Aspect.ROLE, "player")],
                [_p(Aspect.TYPE, "planeswalker"), _p(Aspect.CONTROLLER, "opponent")],
            ],
        ),
        ("permanent you don't control", [[_p(Aspect.KIND, "permanent"), _p(Aspect.CONTROLLER, "you", True)]]),
        ("creature its controller controls", [[CREATURE, _p(Aspect.CONTROLLER, "controller of it")]]),
        ("Goblins", [[_p(Aspect.SUBTYPE, "Goblin")]]),
        ("Elves", [[_p(Aspect.SUBTYPE, "Elf")]]),
        ("Plains", [[_p(Aspect.SUBTYPE, "Plains")]]),
        ("non-Wall creature", [[_p(Aspect.SUBTYPE, "Wall", True), CREATURE]]),
        ("creature with first strike", [[CREATURE, _p(Aspect.KEYWORD, "first strike")]]),
        ("creature without flying", [[CREATURE, _p(Aspect.KEYWORD, "flying", True)]]),
        ("creature with a +1/+1 counter on it", [[CREATURE, _p(Aspect.COUNTER, "+1/+1")]]),
        ("creature with no charge counters", [[CREATURE, _p(Aspect.COUNTER, "charge", True)]]),
        ("creature with a counter", [[CREATURE, _p(Aspect.COUNTER, "any")]]),
        ("creature with power >= 4", [[CREATURE, _p(Aspect.POWER, ">=4")]]),
        ("spell with mana value 3", [[_p(Aspect.KIND, "spell"), _p(Aspect.MANA_VALUE, "==3")]]),
        ("permanent with odd mana value", [[_p(Aspect.KIND, "permanent"), _p(Aspect.MANA_VALUE, "odd")]]),
        ("card in your graveyard", [[_p(Aspect.KIND, "card"), _p(Aspect.ZONE, "graveyard"), _p(Aspect.OWNER, "you")]]),
        ("card in hand", [[_p(Aspect.KIND, "card"), _p(Aspect.ZONE, "hand")]]),
        ("source of the chosen color", [[_p(Aspect.KIND, "source"), _p(Aspect.COLOR, "chosen")]]),
        (
            'creature named "Chatterfang, Squirrel General" you control',
            [[CREATURE, _p(Aspect.NAME, "Chatterfang, Squirrel General"), YOURS]],
        ),
        (
            "card named Forest or land",
            [[_p(Aspect.KIND, "card"), _p(Aspect.NAME, "Forest")], [_p(Aspect.TYPE, "land")]],
        ),
    ],
)
def test_a_phrase_means(phrase: str, expected: list[list[Predicate]]) -> None:
    assert parse_phrase(phrase).any_of == tuple(map(tuple, expected))


@pytest.mark.parametrize(
    ("phrase", "quantifier", "means"),
    [
        ("each other player", Quantifier.EACH, "another player"),
        ("all opponents", Quantifier.EACH, "opponent"),
        ("an opponent", Quantifier.ONE, "opponent"),
        ("you", Quantifier.THE, "you"),
    ],
)
def test_quantifiers(phrase: str, quantifier: Quantifier, means: str) -> None:
    assert parse_phrase(phrase) == role(means, quantifier)
    assert str(parse_phrase(f"  {phrase}  ")) == phrase


_QUALIFIERS = {
    "you control": YOURS,
    "an opponent controls": _p(Aspect.CONTROLLER, "opponent"),
    "that player controls": _p(Aspect.CONTROLLER, "that player"),
    "you own": _p(Aspect.OWNER, "you"),
    "you don't control": _p(Aspect.CONTROLLER, "you", True),
    "of the chosen type": _p(Aspect.SUBTYPE, "chosen"),
    "with even mana value": _p(Aspect.MANA_VALUE, "even"),
    "with toughness < 3": _p(Aspect.TOUGHNESS, "<3"),
    "without a +1/+1 counter": _p(Aspect.COUNTER, "+1/+1", True),
    "named Grizzly Bears": _p(Aspect.NAME, "Grizzly Bears"),
    "in exile": _p(Aspect.ZONE, "exile"),
    **{f"with {word}": _p(Aspect.KEYWORD, word) for word in KEYWORDS},
}
_BEFORE_NOUNS = sorted(set(ADJECTIVES) - {"enchanted", "equipped"})


@st.composite
def _noun_phrases(draw: st.DrawFn) -> tuple[str, tuple[Predicate, ...]]:
    adjectives = draw(st.lists(st.sampled_from(_BEFORE_NOUNS), max_size=3))
    noun = draw(st.sampled_from(sorted(NOUNS)))
    qualifiers = draw(st.lists(st.sampled_from(sorted(_QUALIFIERS)), min_size=1, max_size=2))
    words = " ".join([*adjectives, noun, *qualifiers])
    return words, (*(ADJECTIVES[a] for a in adjectives), NOUNS[noun], *(_QUALIFIERS[q] for q in qualifiers))


@given(st.lists(_noun_phrases(), min_size=1, max_size=4), st.sampled_from([" or ", ", "]))
def test_every_combination_of_words_is_read(parts: list[tuple[str, tuple[Predicate, ...]]], between: str) -> None:
    phrase = between.join(words for words, _ in parts)
    assert parse_phrase(phrase).any_of == tuple(predicates for _, predicates in parts)


_numbers = st.integers(0, 99).map(Number)
_things = st.sampled_from(["you", "this", "creature you control"]).map(parse_phrase)
_leaves = st.one_of(
    _numbers,
    st.sampled_from(["amount", "prevented", "x"]).map(Name),
    _things.map(lambda thing: Call("count", (thing,))),
    _things.map(lambda thing: Call("counters", ("+1/+1", thing))),
    st.sampled_from(["draw", "end"]).map(lambda step: Call("step", (step,))),
    st.tuples(_things, _things).map(lambda pair: Call("matches", pair)),
)


def _larger(inner: st.SearchStrategy[Amount]) -> st.SearchStrategy[Amount]:
    operators = st.sampled_from(["+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "and", "or"])
    return st.one_of(
        st.builds(Binary, operators, inner, inner),
        st.builds(Not, inner),
        st.builds(lambda one: Call("half_up", (one,)), inner),
        st.builds(lambda one, other: Call("max", (one, other)), inner, inner),
    )


def _written(amount: Amount) -> str:
    match amount:
        case Number(value):
            return str(value)
        case Name(name):
            return name
        case Binary(operator, left, right):
            return f"({_written(left)} {operator} {_written(right)})"
        case Not(operand):
            return f"(not {_written(operand)})"
        case Call(function, arguments):
            parts = [str(a) if isinstance(a, str | Selector) else _written(a) for a in arguments]
            return f"{function}({', '.join(parts)})"


@given(st.recursive(_leaves, _larger, max_leaves=8))
def test_amounts_survive_writing_and_reading(amount: Amount) -> None:
    assert parse_amount(_written(amount)) == amount


def test_operators_bind_as_usual() -> None:
    assert parse_amount("2 * amount + 1") == Binary("+", Binary("*", Number(2), AMOUNT), Number(1))
    assert parse_amount("x - 1 - 1") == Binary("-", Binary("-", Name("x"), Number(1)), Number(1))
    assert parse_amount("not x == 1 and x or 1") == Binary(
        "or", Binary("and", Not(Binary("==", Name("x"), Number(1))), Name("x")), Number(1)
    )
    assert parse_amount("-2") == Number(-2)


def test_comparisons() -> None:
    assert parse_comparison(">= 4") == Comparison(">=", Number(4))
    assert parse_comparison("x") == Comparison("==", Name("x"))


@pytest.mark.parametrize(
    ("phrase", "message"),
    [
        ("creatur you control", "'creatur' at 1 is not a word of phrases and amounts; did you mean 'creature'?"),
        ("creature you contrl", "'contrl' at 14 is not a word"),
        ("creature you", "ends too early; expected"),
        ("red", "expected a noun such as 'creature' or 'permanent' after 'red'"),
        ("", "expected a phrase, found an empty text"),
        ("creature )", "did not expect ')' at 10; expected ',', 'or' or the end"),
        ("creature & land", "'&' at 10 is no part of a phrase"),
        ("creature's controller", "'creature' can't have a controller or owner here"),
        ("x" * 3000, "is too long"),
        ("(" * 10, "did not expect '(' at 1"),
    ],
)
def test_wrong_phrases_say_what_and_where(phrase: str, message: str) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_phrase(phrase)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("amount", "message"),
    [
        ("half_upp(amount)", "there is no function 'half_upp'; did you mean 'half_up'?"),
        ("amout + 1", "did you mean 'amount'?"),
        ("2 *", "ends too early; expected"),
        ("max(1)", "max takes two amounts or more"),
        ("half_up(1, 2)", "half_up takes one amount"),
        ("step()", "expected a word"),
        ("count(creature you control", "ends too early; expected ')' or 'or'"),
        ("", "expected an amount, found an empty text"),
        ("1 2", "did not expect '2' at 3"),
    ],
)
def test_wrong_amounts_say_what_and_where(amount: str, message: str) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_amount(amount)
    assert message in str(caught.value)


def test_unknown_words_are_unknown_names() -> None:
    with pytest.raises(UnknownNameError):
        parse_phrase("wombat")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for reading in (parse_phrase, parse_amount):
        with contextlib.suppress(MalformedError):
            reading(text)


@pytest.mark.parametrize("depth", [100, 900])
def test_deep_amounts_do_not_break(depth: int) -> None:
    text = "(" * depth + "1" + ")" * depth
    assert parse_amount(text) == Number(1)


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    shipped = json.loads(files("scenarios").joinpath("phrases.json").read_text(encoding="utf-8"))
    assert shipped == grammar.compiled(), "the grammar has changed; run python -m scenarios.grammar"
