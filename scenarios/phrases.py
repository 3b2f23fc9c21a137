"""Reads phrases ("another creature you control") and amounts ("2 * amount + 1") into values of the model.

The grammar is ``phrases.lark``; every phrase is read once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from model.amounts import Amount, Binary, Call, Name, Not, Number
from model.effects import Comparison
from model.errors import MalformedError
from model.selectors import Aspect, Predicate, Quantifier, Selector
from scenarios.grammar import END, UnexpectedTokenError, parse
from scenarios.lexing import tokens
from scenarios.vocabulary import (
    ADJECTIVES,
    BLOCKING,
    COULD_PRODUCE,
    DAMAGED,
    DETERMINERS,
    EXPECTED,
    FACTS,
    FUNCTIONS_OF_NUMBERS,
    NOUNS,
    REFERENCES,
    SAME_NAME,
    STATS,
    TARGETING,
    singular,
)

_Words = list[tuple[str, str]]


def _quantifier(element: _Element) -> str:
    """How many things are meant: "another creature" is one other creature, as "a creature" is one."""
    another = not element.determiner and element.words[0] == ("ADJECTIVE", "another")
    return "one" if another else DETERMINERS.get(element.determiner, "the")


class _Element:
    """One noun phrase as parsed: its article, its words with their terminals, its qualifiers, and a holder."""

    def __init__(self, determiner: str, words: _Words, tests: tuple[Predicate, ...] = (), holder: str = "") -> None:
        self.determiner = determiner
        self.words = words
        self.tests = tests
        self.holder = holder

    @property
    def nouns(self) -> _Words:
        """The words at the end that can be the noun."""
        found: _Words = []
        for word in reversed(self.words):
            if word[0] == "ADJECTIVE":
                break
            found.insert(0, word)
        return found

    @property
    def is_bound(self) -> bool:
        """Whether this names one bound thing, or a set of players, rather than describing things."""
        kind, first = self.words[0]
        if self.holder or kind in {"REFERENCE", "ON"}:
            return True
        if self.determiner or self.tests:
            return False
        return self.words == [("NOUN", "source")] or (first in _HOSTS and len(self.words) > 1 and bool(self.nouns))


def parse_phrase(text: str) -> Selector:
    """The selector that a phrase means. Raises MalformedError saying what was found, where, and what was expected."""
    return _phrase(" ".join(text.split()))


#: How a phrase says that one of the things is chosen by that word.
_BY_CHOICE = re.compile(r" of (?:your|their|that player's) choice$")


@lru_cache(maxsize=8192)
def _phrase(text: str) -> Selector:
    rest = _BY_CHOICE.sub("", text)
    selector: Selector = _parse(rest, "phrase")
    return Selector(selector.any_of, selector.quantifier, text, worded=rest != text)


@lru_cache(maxsize=8192)
def parse_amount(text: str) -> Amount:
    """The amount or condition that a text means. Raises MalformedError as for phrases."""
    if text.isascii() and text.isdigit():
        return Number(int(text))
    amount: Amount = _parse(text, "amount")
    return amount


_COMPARISON = re.compile(r"\s*(<=|>=|==|!=|<|>)\s*(.+)", re.DOTALL)


def parse_comparison(text: str) -> Comparison:
    """A condition on a number, ``">= 4"``; a bare amount means equality. Raises MalformedError as for amounts."""
    match = _COMPARISON.fullmatch(text)
    return Comparison(match[1], parse_amount(match[2])) if match else Comparison("==", parse_amount(text))


def _parse(text: str, start: str) -> Any:
    if not text.strip():
        raise MalformedError(f"expected {'a phrase' if start == 'phrase' else 'an amount'}, found an empty text")
    if len(text) > 2000:
        raise MalformedError(f"a phrase of {len(text)} characters is too long; 2000 is the limit")
    try:
        return parse(tokens(text), start, _Reader(text).read)
    except UnexpectedTokenError as error:
        raise MalformedError(_message(text, error)) from None
    except RecursionError:
        raise MalformedError(f"{text[:40]!r}... is nested too deeply") from None


def _message(text: str, error: UnexpectedTokenError) -> str:
    """What was found, where, and what was expected instead."""
    expected = sorted({EXPECTED.get(name, name) for name in error.expected})
    wanted = f"; expected {', '.join(expected[:-1])}{' or ' if expected[:-1] else ''}{expected[-1]}" if expected else ""
    if error.token.type == END:
        return f"{text!r} ends too early{wanted}"
    return f"{text!r}: did not expect {str(error.token)!r} at {error.token.place + 1}{wanted}"


class _Reader:
    """Makes the values of rules; each method is named by the rule, or by its name behind the arrow."""

    def __init__(self, text: str) -> None:
        self.text = text

    def read(self, rule: str, parts: list[Any]) -> Any:
        """The value of a rule from the values of its parts."""
        method: Callable[[list[Any]], Any] = getattr(self, "_" + rule)
        return method(parts)

    # --- amounts -------------------------------------------------------------------------------------------------

    def _amount(self, parts: list[Any]) -> Amount:
        return parts[0]  # type: ignore[no-any-return]

    def _binary(self, parts: list[Any]) -> Amount:
        left, operator, right = parts
        return Binary(str(operator), left, right)

    _either = _both = _comparison = _sum = _product = _binary

    def _negation(self, parts: list[Any]) -> Amount:
        return Not(parts[1])

    def _number(self, parts: list[Any]) -> Amount:
        return Number(int(parts[0]))

    def _negative(self, parts: list[Any]) -> Amount:
        return Number(-int(parts[1]))

    def _name(self, parts: list[Any]) -> Amount:
        return Name(str(parts[0]))

    def _atom(self, parts: list[Any]) -> Amount:
        return parts[1]  # type: ignore[no-any-return]

    def _of_phrase(self, parts: list[Any]) -> Amount:
        return Call(str(parts[0]), self._arguments(parts))

    def _arguments(self, parts: list[Any]) -> tuple[Selector, ...]:
        """The phrases among the parts of a function, each with how it was written."""
        found = []
        for before, part, after in zip(parts, parts[1:], parts[2:], strict=False):
            if isinstance(part, Selector):
                written = self.text[before.place + 1 : after.place].strip()
                found.append(Selector(part.any_of, part.quantifier, written))
        return tuple(found)

    def _of_word(self, parts: list[Any]) -> Amount:
        return Call(str(parts[0]), (self._raw(parts[2]),))

    def _of_counters(self, parts: list[Any]) -> Amount:
        return Call(str(parts[0]), (self._raw(parts[2]), *self._arguments(parts)))

    def _of_numbers(self, parts: list[Any]) -> Amount:
        name = str(parts[0])
        arguments = tuple(part for part in parts[1:] if isinstance(part, Number | Name | Binary | Not | Call))
        least = FUNCTIONS_OF_NUMBERS[name]
        if len(arguments) < least or (least == 1 and len(arguments) > 1):
            raise MalformedError(f"{self.text!r}: {name} takes {'one amount' if least == 1 else 'two amounts or more'}")
        return Call(name, arguments)

    def _raw(self, token: Any) -> str:
        if not str(token):
            raise MalformedError(f"{self.text!r}: expected a word between the parentheses")
        return str(token)

    # --- phrases -------------------------------------------------------------------------------------------------

    def _word(self, parts: list[Any]) -> Any:
        return parts[0]

    def _described(self, parts: list[Any]) -> _Element:
        determiner, words = _split(parts[:-1])
        return _Element(determiner, words, parts[-1])

    def _possessed(self, parts: list[Any]) -> _Element:
        determiner, words = _split(parts[:-2])
        return _Element(determiner, words, (), str(parts[-1]))

    def _held(self, parts: list[Any]) -> _Element:
        return _Element("", [("REFERENCE", "it")], (), str(parts[1]))

    def _qualifiers(self, parts: list[Any]) -> tuple[Predicate, ...]:
        found: list[Predicate] = []
        for part in parts:
            if isinstance(part, tuple):
                found.extend(part)
            elif part.type == "NAMED":
                found.append(Predicate(Aspect.NAME, str(part)[6:].strip('"')))
            elif part.type == "NAME_PART":
                found.append(Predicate(Aspect.NAME_PART, str(part).split('"')[1]))
            elif part.type == "CHOSEN_QUALITY" and str(part) in FACTS:
                found.append(Predicate(Aspect.STATUS, str(part)))
            elif part.type == "CHOSEN_QUALITY" and part.endswith("battlefield"):
                found.append(Predicate(Aspect.ZONE, "battlefield", True))
            elif part.type == "CHOSEN_QUALITY" and part.startswith("exiled with"):
                found += [Predicate(Aspect.ZONE, "exile"), Predicate(Aspect.EXILED_WITH, "this")]
            elif part.type == "CHOSEN_QUALITY" and str(part) in COULD_PRODUCE:
                found.append(Predicate(Aspect.COULD_PRODUCE, COULD_PRODUCE[str(part)]))
            elif part.type == "CHOSEN_QUALITY" and str(part) in SAME_NAME:
                found.append(Predicate(Aspect.SHARES_NAME, SAME_NAME[str(part)]))
            elif part.type == "CHOSEN_QUALITY" and str(part) in TARGETING:
                found.append(Predicate(Aspect.TARGETS, TARGETING[str(part)]))
            elif part.type == "CHOSEN_QUALITY" and str(part) in BLOCKING:
                found.append(Predicate(*BLOCKING[str(part)]))
            elif part.type == "CHOSEN_QUALITY" and str(part) in DAMAGED:
                found.append(Predicate(Aspect.DAMAGED, DAMAGED[str(part)]))
            elif part.type == "CHOSEN_QUALITY" and part.endswith("target"):
                found.append(Predicate(Aspect.SHARES_COLOR, "target"))
            elif part.type == "CHOSEN_QUALITY":
                found.append(Predicate(Aspect.COLOR if part.endswith("color") else Aspect.SUBTYPE, "chosen"))
        return tuple(found)

    def _controlled(self, parts: list[Any]) -> tuple[Predicate, ...]:
        return (Predicate(Aspect.CONTROLLER, _player(parts[:-1]), parts[-1].type == "NOT_CONTROLS"),)

    def _owned(self, parts: list[Any]) -> tuple[Predicate, ...]:
        return (Predicate(Aspect.OWNER, _player(parts[:-1]), parts[-1].type == "NOT_OWNS"),)

    def _keyword(self, parts: list[Any]) -> tuple[Predicate, ...]:
        return (Predicate(Aspect.KEYWORD, str(parts[1]), parts[0].type == "WITHOUT"),)

    def _counter(self, parts: list[Any]) -> tuple[Predicate, ...]:
        kind = next((str(part) for part in parts if part.type == "COUNTER_KIND"), "any")
        return (
            Predicate(Aspect.COUNTER, kind, parts[0].type == "WITHOUT" or any(part.type == "NO" for part in parts)),
        )

    _no_counter = _counter

    def _stat(self, parts: list[Any]) -> tuple[Predicate, ...]:
        operator = str(parts[2]) if parts[2].type == "COMPARE" else "=="
        return (Predicate(STATS[str(parts[1])], operator + str(parts[-1])),)

    def _parity(self, parts: list[Any]) -> tuple[Predicate, ...]:
        return (Predicate(STATS[str(parts[2])], str(parts[1])),)

    def _place(self, parts: list[Any]) -> tuple[Predicate, ...]:
        zone = Predicate(Aspect.ZONE, str(parts[-1]))
        if any(part.type == "YOUR" for part in parts):
            return (zone, Predicate(Aspect.OWNER, "you"))
        if any(part.type == "POSSESSIVE" for part in parts):
            return (zone, Predicate(Aspect.OWNER, _player([part for part in parts[1:-1] if part.type != "POSSESSIVE"])))
        return (zone,)

    def _phrase(self, parts: list[Any]) -> Selector:
        elements = [part for part in parts if isinstance(part, _Element)]
        self._share(elements)
        quantifiers = {_quantifier(element) for element in elements}
        if "each" in quantifiers:
            quantifier = Quantifier.EACH
        elif _quantifier(elements[0]) == "one":
            quantifier = Quantifier.ONE
        else:
            quantifier = Quantifier.THE
        return Selector(tuple(self._conjunction(element) for element in elements), quantifier)

    def _share(self, elements: list[_Element]) -> None:
        """Give descriptions without a noun the noun of the next one, and those without qualifiers its qualifiers.

        So "red or white source" are two kinds of sources, and in "creature or land you control" both are yours. In
        "instant or sorcery spell" both are spells.
        """
        nouns: _Words = []
        tests: tuple[Predicate, ...] = ()
        kind: tuple[str, str] | None = None
        for element in reversed([element for element in elements if not element.is_bound]):
            element.words = element.words if element.nouns else element.words + nouns
            if kind and not element.tests and _is_type(element.nouns):
                element.words = [*element.words, kind]
            element.tests = element.tests or tests
            nouns, tests = element.nouns, element.tests
            last = nouns[-1:]
            kind = last[0] if _is_type(nouns[:-1]) and last[0][1] in _OF_TYPES and not element.determiner else None

    def _conjunction(self, element: _Element) -> tuple[Predicate, ...]:
        kind, first = element.words[0]
        if element.holder:
            return (Predicate(_HOLDERS[element.holder], self._bound(element)),)
        if not element.nouns:
            found = " ".join(word for _, word in element.words)
            raise MalformedError(f"{self.text!r}: expected a noun such as 'creature' or 'permanent' after {found!r}")
        if first == "enchanted player":
            return (Predicate(Aspect.ROLE, "enchanted"), Predicate(Aspect.KIND, "player"), *element.tests)
        if kind in {"REFERENCE", "ON"}:
            return (
                Predicate(Aspect.ROLE, REFERENCES.get(first, first)),
                *map(_predicate, element.words[1:]),
                *element.tests,
            )
        if element.is_bound:
            further = element.words[1:] if first in _HOSTS else []
            return (Predicate(Aspect.ROLE, self._bound(element)), *map(_predicate, further))
        return (*_of_cards(tuple(map(_predicate, element.words))), *element.tests)

    def _bound(self, element: _Element) -> str:
        """The role of an element that names one bound thing."""
        kind, first = element.words[0]
        if kind in {"REFERENCE", "ON"} and len(element.words) == 1:
            return REFERENCES.get(first, first)
        if first in _HOSTS:
            return "enchanted"
        if element.words == [("NOUN", "source")]:
            return "source"
        found = " ".join(word for _, word in element.words)
        raise MalformedError(f"{self.text!r}: {found!r} can't have a controller or owner here; write 'it' or 'source'")


def _of_cards(tests: tuple[Predicate, ...]) -> tuple[Predicate, ...]:
    """A permanent card or spell is one that could be a permanent: no instant and no sorcery (110.4a)."""
    permanent = Predicate(Aspect.KIND, "permanent")
    others = {Predicate(Aspect.KIND, "card"), Predicate(Aspect.KIND, "spell")}
    if permanent not in tests or not others.intersection(tests):
        return tests
    kept = tuple(test for test in tests if test != permanent)
    return (Predicate(Aspect.TYPE, "instant", True), Predicate(Aspect.TYPE, "sorcery", True), *kept)


#: Kinds of things that a card type may stand before: "instant or sorcery spell".
_OF_TYPES = frozenset({"spell", "card", "source", "token", "spells", "cards", "sources", "tokens"})


def _is_type(nouns: _Words) -> bool:
    """Whether these nouns are types alone: "instant", "artifact creature", "Aura"."""
    types = (kind == "SUBTYPE" or (kind == "NOUN" and NOUNS[word].aspect is Aspect.TYPE) for kind, word in nouns)
    return bool(nouns) and all(types)


#: What an Aura or Equipment is attached to, by the first word for it.
_HOSTS = frozenset({"enchanted", "equipped"})
_HOLDERS = {"controller": Aspect.CONTROLLER_OF, "owner": Aspect.OWNER_OF}


def _split(parts: list[Any]) -> tuple[str, _Words]:
    if parts and parts[0].type == "DETERMINER":
        return str(parts[0]), [(part.type, str(part)) for part in parts[1:]]
    return "", [(part.type, str(part)) for part in parts]


def _player(parts: list[Any]) -> str:
    """The role of "you", "an opponent", "its controller" as the value of a predicate."""
    if parts[0].type == "ITS":
        return f"{parts[1]} of it"
    name = str(parts[-1])
    return REFERENCES.get(name, name)


def _predicate(word: tuple[str, str]) -> Predicate:
    kind, text = word
    if kind == "SUBTYPE":
        return Predicate(Aspect.SUBTYPE, singular(text))
    if kind == "NOUN":
        return NOUNS[text]
    if text in ADJECTIVES:
        return ADJECTIVES[text]
    return Predicate(Aspect.SUBTYPE, text.removeprefix("non").removeprefix("-"), True)
