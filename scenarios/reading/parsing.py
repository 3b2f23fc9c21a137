"""Reads a sentence with the templates: lark's Earley parser finds how it is built, the templates say what it means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Any

from scenarios.reading import (
    all_meanings,  # noqa: F401 (makes the functions of templates known)
    meanings,
)
from scenarios.reading.meanings import NotSayableError
from scenarios.reading.templates import Slot, Template, templates
from scenarios.reading.wording import CLASSES, Word, cut


class NotReadError(Exception):
    """A text that the templates don't know; ``place`` is how many of its words were read."""

    def __init__(self, words: tuple[Word, ...], place: int) -> None:
        """Keep the words and the place for the message."""
        super().__init__(" ".join(word.text for word in words[place : place + 6]) or "the end")
        self.words = words
        self.place = place

    @property
    def stopped_at(self) -> str:
        """The words where reading stopped."""
        return str(self)


class _Kinds(str):
    """The name of a terminal that a word may be, which equals all the terminals that it may be."""

    __slots__ = ("all",)
    all: frozenset[str]

    def __eq__(self, other: object) -> bool:
        return other in self.all

    def __ne__(self, other: object) -> bool:
        return other not in self.all

    __hash__ = str.__hash__


@dataclass(frozen=True)
class _Grammar:
    """The parser, the templates by the names of their rules, and the terminals of the words in templates."""

    lark: Any
    rules: dict[str, Template]
    literals: dict[str, str]


def grammar_text() -> tuple[str, dict[str, Template], dict[str, str]]:
    """The grammar in lark's language, the template of each rule, and the terminal of each literal word."""
    found = templates()
    categories = {template.category for template in found}
    literals: dict[str, str] = {}
    rules: dict[str, Template] = {}
    lines: dict[str, list[str]] = {category: [] for category in sorted(categories)}
    known: dict[tuple[str, ...], Template] = {}
    for index, template in enumerate(found):
        if any(slot.category not in categories and slot.category not in CLASSES for slot in template.slots):
            continue  # told by problems()
        parts = []
        for item in template.items:
            if isinstance(item, Slot):
                parts.append(item.category)
            else:
                parts.append(literals.setdefault(item, f"_L{len(literals)}"))
        if (way := (template.category, *parts)) in known:
            continue  # the same words again: problems() tells where they mean something else
        known[way] = template
        rules[f"t{index}"] = template
        lines[template.category].append(f"{' '.join(parts)} -> t{index}")
    lines = {category: ways for category, ways in lines.items() if ways}
    text = "\n".join(f"{category}: " + "\n | ".join(ways) for category, ways in lines.items())
    declared = " ".join([*literals.values(), *CLASSES])
    return f"{text}\n%declare {declared}\n", rules, literals


def problems() -> list[str]:
    """Templates that can't be used, with file and line: a part of a category that is not there, an unknown function."""
    found = templates()
    categories = {template.category for template in found}
    told = []
    first: dict[object, Template] = {}
    for template in found:
        shape = template.category, tuple(one.category if isinstance(one, Slot) else f"'{one}" for one in template.items)
        if first.setdefault(shape, template).meaning != template.meaning:
            told.append(f"{template.place}: the same words as in {first[shape].place}")
        for slot in template.slots:
            if slot.category not in categories and slot.category not in CLASSES:
                told.append(f"{template.place}: there is no category {slot.category!r}")
        function = template.meaning[1:] if str(template.meaning).startswith("@") else None
        if function is not None and function not in meanings.FUNCTIONS:
            told.append(f"{template.place}: there is no function {template.meaning!r}")
    return list(dict.fromkeys(told))


@cache
def _grammar(ambiguity: str = "resolve") -> _Grammar:
    from lark import Lark
    from lark.lexer import Lexer

    class Given(Lexer):
        """Takes the words as they come."""

        def __init__(self, lexer_conf: object) -> None:
            del lexer_conf

        def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Any]:
            predictions = lark.parser.parser.predictions
            tokens = _TOKENS[-1]
            for place, token in enumerate(tokens):
                predictions.look(tokens, place)
                yield token
            predictions.look(tokens, len(tokens))

    text, rules, literals = grammar_text()
    starts = sorted({template.category for template in rules.values()})
    lark: Any = Lark(text, parser="earley", lexer=Given, start=starts, ambiguity=ambiguity, maybe_placeholders=False)
    parser = lark.parser.parser
    parser.predictions = _Predictions(parser.predictions)
    return _Grammar(lark, rules, literals)


_END: frozenset[str] = frozenset()


class _Predictions(dict[Any, Any]):
    """What an Earley parser predicts for a symbol, without the rules that can't come to their end in this text.

    Those are the ones that can't begin with the next two words, and those that need a word which comes no more.
    lark asks for ``predictions[symbol]`` after it has taken the next word from the lexer, which tells it here. Without
    this it would set up every template at every place.
    """

    def __init__(self, predictions: dict[Any, list[Any]]) -> None:
        super().__init__(predictions)
        self.next = self.second = _END
        self.known: dict[tuple[Any, frozenset[str]], tuple[list[Any], list[tuple[Any, frozenset[str]]]]] = {}
        self.rules = {symbol: list(rules) for symbol, rules in predictions.items()}
        self.nullable = self._nullable()
        self.firsts = self._firsts()
        self.needs = self._needs()
        self.tokens: list[Any] | None = None
        self.rest: list[frozenset[str]] = [_END]
        self.coming = _END
        self.here: dict[Any, list[Any]] = {}

    def look(self, tokens: list[Any], place: int) -> None:
        """Know the words from this place on."""
        self.next = tokens[place].type.all if place < len(tokens) else _END
        self.second = tokens[place + 1].type.all if place + 1 < len(tokens) else _END
        if tokens is not self.tokens:
            self.tokens, self.rest = tokens, [_END]
            for token in reversed(tokens):
                self.rest.append(self.rest[-1] | token.type.all)
        self.coming = self.rest[len(tokens) - place]
        self.here = {}

    def __getitem__(self, symbol: Any) -> list[Any]:
        if symbol in self.here:
            return self.here[symbol]
        key = (symbol, self.next)
        if key not in self.known:
            self.known[key] = self._beginning(symbol)
        found, by_second = self.known[key]
        second, coming, needs = self.second, self.coming, self.needs
        rules = found + [rule for rule, follows in by_second if not follows.isdisjoint(second)]
        self.here[symbol] = rules = [rule for rule in rules if needs[rule] <= coming]
        return rules

    def _beginning(self, symbol: Any) -> tuple[list[Any], list[tuple[Any, frozenset[str]]]]:
        """The rules that may begin with the next word; apart, those where it says what the second word may be."""
        found: list[Any] = []
        by_second: list[tuple[Any, frozenset[str]]] = []
        for rule in self.rules[symbol]:
            first, empty, follows = self.firsts[rule]
            if empty or not first.isdisjoint(self.next):
                if follows is None:
                    found.append(rule)
                else:
                    by_second.append((rule, follows))
        return found, by_second

    def _own(self) -> list[Any]:
        return [rule for symbol, rules in self.rules.items() for rule in rules if rule.origin == symbol]

    def _needs(self) -> dict[Any, frozenset[str]]:
        """The words without which a rule can't come to its end: its own, and those that all ways of its parts need."""
        ways_of: dict[Any, list[Any]] = {}
        for rule in self._own():
            ways_of.setdefault(rule.origin, []).append(rule)
        known: dict[Any, frozenset[str]] = {}

        def of(rule: Any) -> frozenset[str] | None:
            found: set[str] = set()
            for part in rule.expansion:
                if part.is_term:
                    found.add(part.name)
                elif part in known:
                    found |= known[part]
                else:
                    return None  # nothing is known of a part yet: it may need anything
            return frozenset(found)

        grown = True
        while grown:
            grown = False
            for origin, rules in ways_of.items():
                ways = [needed for rule in rules if (needed := of(rule)) is not None]
                if ways and known.get(origin) != (new := frozenset.intersection(*ways)):
                    known[origin] = new
                    grown = True
        return {rule: of(rule) or _END for rules in self.rules.values() for rule in rules}

    def _nullable(self) -> frozenset[Any]:
        found: set[Any] = set()
        grown = True
        while grown:
            grown = False
            for rule in self._own():
                if rule.origin not in found and all(part in found for part in rule.expansion):
                    found.add(rule.origin)
                    grown = True
        return frozenset(found)

    def _firsts(self) -> dict[Any, tuple[frozenset[str], bool, frozenset[str] | None]]:
        """Of each rule: which words it may begin with, whether it may be empty, and what may be its second word.

        The last is None where the rule does not tell (its first part is no single word, or it has no more).
        """
        of_symbol: dict[Any, set[str]] = {symbol: set() for symbol in self.rules}

        def first(expansion: Any) -> set[str]:
            found: set[str] = set()
            for part in expansion:
                found |= {part.name} if part.is_term else of_symbol[part]
                if part not in self.nullable:
                    break
            return found

        grown = True
        while grown:
            grown = False
            for rule in self._own():
                more = first(rule.expansion) - of_symbol[rule.origin]
                if more:
                    of_symbol[rule.origin] |= more
                    grown = True
        found = {}
        for rule in {rule for rules in self.rules.values() for rule in rules}:
            parts = rule.expansion
            empty = all(part in self.nullable for part in parts)
            told = len(parts) > 1 and parts[0].is_term and not all(part in self.nullable for part in parts[1:])
            found[rule] = (frozenset(first(parts)), empty, frozenset(first(parts[1:])) if told else None)
        return found


#: The words of the text that is being read: lark hands a custom lexer a text only.
_TOKENS: list[list[Any]] = []


def _tokens(words: Iterable[Word], literals: dict[str, str]) -> list[Any]:
    from lark import Token

    found = []
    for place, word in enumerate(words):
        kinds = [literals[form] for form in word.forms if form in literals] + list(word.classes)
        name = _Kinds(kinds[0] if kinds else "OTHER")
        name.all = frozenset(kinds)
        token = Token(name, word.text, start_pos=place)
        token.type = name
        token.value = word
        found.append(token)
    return found


def read(text: str, start: str) -> Any:
    """The meaning of a text as this category. Raises NotReadError with the words where reading stopped."""
    return read_words(cut(text), start)


def read_words(words: tuple[Word, ...], start: str) -> Any:
    """The meaning of words as this category. Raises NotReadError with the words where reading stopped."""
    grammar = _grammar()
    try:
        return _meaning(_tree(words, start, grammar), grammar.rules)
    except NotSayableError:
        raise NotReadError(words, 0) from None


def readings(text: str, start: str, limit: int = 64) -> list[Any]:
    """Every meaning that the templates give a text, each once: more than one shows templates that disagree.

    Looks at no more than ``limit`` ways to build the text. Raises NotReadError as ``read`` does.
    """
    return _readings(cut(text), start, limit)


def _readings(words: tuple[Word, ...], start: str, limit: int) -> list[Any]:
    grammar = _grammar("explicit")
    found: list[Any] = []
    for tree in islice(_unambiguous(_tree(words, start, grammar)), limit):
        try:
            meant = _meaning(tree, grammar.rules)
        except NotSayableError:
            continue
        if meant not in found:
            found.append(meant)
    return found


def _unambiguous(tree: Any) -> Iterator[Any]:
    """The trees without choices that a tree with choices stands for."""
    if not hasattr(tree, "data"):
        yield tree
    elif tree.data == "_ambig":
        for one in tree.children:
            yield from _unambiguous(one)
    else:
        for children in product(*(list(islice(_unambiguous(child), 64)) for child in tree.children)):
            yield type(tree)(tree.data, list(children))


def _tree(words: tuple[Word, ...], start: str, grammar: _Grammar) -> Any:
    from lark.exceptions import UnexpectedEOF, UnexpectedToken

    _TOKENS.append(_tokens(words, grammar.literals))
    grammar.lark.parser.parser.predictions.look(_TOKENS[-1], 0)
    try:
        return grammar.lark.parse("", start=start)
    except UnexpectedToken as error:
        raise NotReadError(words, getattr(error.token, "start_pos", 0) or 0) from None
    except UnexpectedEOF:
        raise NotReadError(words, len(words)) from None
    finally:
        _TOKENS.pop()


def _meaning(tree: Any, rules: dict[str, Template]) -> Any:
    """What a tree means, from the leaves up."""
    template = rules[tree.data]
    bound: dict[str, Any] = {}
    for slot, child in zip(template.slots, tree.children, strict=True):
        if hasattr(child, "data"):
            bound[slot.name] = _meaning(child, rules)
        else:
            bound[slot.name] = child.value.classes[slot.category]
    return filled(template.meaning, bound)


_NAME = re.compile(r"\$([a-z_0-9]+|[A-Z]+)(\.\.)?")
_ABSENT = object()


def filled(meaning: Any, bound: dict[str, Any]) -> Any:
    """A meaning with the parts put in. Raises NotSayableError from functions that refuse their parts."""
    if isinstance(meaning, str) and meaning.startswith("@"):
        if meaning[1:] not in meanings.FUNCTIONS:
            raise NotSayableError(f"there is no function {meaning!r}")
        return meanings.FUNCTIONS[meaning[1:]](**bound)
    value = _filled(meaning, bound)
    return None if value is _ABSENT else value


def _filled(meaning: Any, bound: dict[str, Any]) -> Any:
    if isinstance(meaning, dict):
        found: dict[str, Any] = {}
        for key, part in meaning.items():
            value = _filled(part, bound)
            if value is _ABSENT:
                continue
            if key == "<<":
                for one in value if isinstance(value, list) else [value]:
                    for name, inner in one.items():
                        _put(found, name, inner)
            else:
                _put(found, _text(key, bound) if "$" in key else key, value)
        return found
    if isinstance(meaning, list):
        items: list[Any] = []
        for part in meaning:
            name = _NAME.fullmatch(part) if isinstance(part, str) else None
            value = _filled(name[0].removesuffix(".."), bound) if name else _filled(part, bound)
            if value is _ABSENT:
                continue
            if name and name[2]:
                items.extend(value if isinstance(value, list) else [value])
            else:
                items.append(value)
        return items
    if not isinstance(meaning, str) or "$" not in meaning:
        return meaning
    name = _NAME.fullmatch(meaning)
    if name:
        return bound.get(name[1], _ABSENT)
    return _text(meaning, bound)


def _put(found: dict[str, Any], key: str, value: Any) -> None:
    """Put in a key; one that is there already gets both lists or mappings. Raises NotSayableError for anything else."""
    old = found.get(key)
    if key not in found:
        found[key] = value
    elif isinstance(old, list) and isinstance(value, list):
        found[key] = [*old, *value]
    elif isinstance(old, dict) and isinstance(value, dict):
        found[key] = dict(old)
        for name, inner in value.items():
            _put(found[key], name, inner)
    else:
        raise NotSayableError(f"{key!r} twice")


def _text(meaning: str, bound: dict[str, Any]) -> str:
    return re.sub(
        r" {2,}", " ", re.sub(r"\$([a-z_0-9]+|[A-Z]+)", lambda match: str(bound.get(match[1], "")), meaning)
    ).strip()
