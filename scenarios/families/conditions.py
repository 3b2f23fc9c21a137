"""Conditions in families: ``outcomes > 1 and chooser == opponent``, ``first != second``, ``amount + more <= 6``.

A small language of comparisons: names (axes, and facts about an answer), numbers, words, ``+ - *``,
``== != < <= > >=``, ``in``, ``not in``, ``and``, ``or``, ``not`` and parentheses. Text is read into functions; nothing
is evaluated as Python.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from model.errors import MalformedError, UnknownNameError
from scenarios.checking import describe
from scenarios.spelling import choices, hint

Values = Mapping[str, Any]
_Read = Callable[[Values], Any]

_TOKEN = re.compile(
    r"""\s*(?: (?P<number>-?\d+(?![\w.])) | "(?P<double>[^"]*)" | '(?P<single>[^']*)'
    | (?P<operator>==|!=|<=|>=|[-<>+*(),\[\]]) | (?P<word>[^\W\d]\w*) )""",
    re.VERBOSE,
)
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_SUMS: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_RESERVED = ("and", "or", "not", "in", "true", "false")


@dataclass(frozen=True)
class Condition:
    """A condition: the names that it reads, and whether it holds of their values.

    ``different`` are the two names of a condition that says no more than that they are not the same.
    """

    text: str
    names: tuple[str, ...]
    holds: Callable[[Values], bool]
    different: tuple[str, str] | None = None


@dataclass(frozen=True)
class _Part:
    """A part of a condition: how it is read from values, the names in it, the texts in it, and the word that it is."""

    read: _Read
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    word: str | None = None
    name: str | None = None
    truth: bool = False


def condition(text: object, names: Iterable[str], path: str = "", words: Container[str] | None = None) -> Condition:
    """The condition that a text states about these names.

    A word that is no name is itself, where it is compared with a name; ``words`` are those that a name can be (but
    ``answer``, which can be any text). Raises MalformedError for what is no condition, UnknownNameError with the
    nearest spelling for a name or a word that is not there.
    """
    if not isinstance(text, str):
        raise MalformedError(f"expected a condition such as 'outcomes > 1', found {describe(text)}", path)
    try:
        return _Parser(text, tuple(names), words).condition()
    except MalformedError as error:
        raise type(error)(error.message, path) from None


class _Parser:
    """Reads a text from left to right, the loosest operators first."""

    def __init__(self, text: str, names: tuple[str, ...], words: Container[str] | None) -> None:
        self.text = text
        self.words = words
        self.known = names
        self.tokens = self._tokens(text)
        self.place = 0

    def _tokens(self, text: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        end = 0
        while text[end:].strip():
            match = _TOKEN.match(text, end)
            if match is None:
                raise self._wrong(f"a comparison such as 'outcomes > 1', found {text[end:].strip()!r}")
            kind = str(match.lastgroup)
            found.append(("text" if kind in {"double", "single"} else kind, match[kind]))
            end = match.end()
        return found

    def _wrong(self, expected: str) -> MalformedError:
        return MalformedError(f"expected {expected} in {self.text!r}")

    def condition(self) -> Condition:
        part = self._either()
        if self.place < len(self.tokens):
            raise self._wrong(f"nothing more after a whole condition, found {self.tokens[self.place][1]!r}")
        self._truth(part)
        names = tuple(dict.fromkeys(part.names))
        read = part.read
        return Condition(self.text, names, lambda values: bool(read(values)), self._different(names))

    def _different(self, names: tuple[str, ...]) -> tuple[str, str] | None:
        match self.tokens:
            case [("word", first), ("operator", "!="), ("word", second)] if names == (first, second):
                return first, second
        return None

    def _at(self, *words: str) -> bool:
        """Whether one of these words or operators comes next, which is then passed."""
        if self.place < len(self.tokens):
            kind, text = self.tokens[self.place]
            if kind in {"operator", "word"} and text in words:
                self.place += 1
                return True
        return False

    def _either(self) -> _Part:
        part = self._both()
        while self._at("or"):
            part = self._joined(part, self._both(), lambda a, b: bool(a) or bool(b))
        return part

    def _both(self) -> _Part:
        part = self._negated()
        while self._at("and"):
            part = self._joined(part, self._negated(), lambda a, b: bool(a) and bool(b))
        return part

    def _joined(self, left: _Part, right: _Part, how: Callable[[Any, Any], Any]) -> _Part:
        self._truth(left)
        self._truth(right)
        first, second = left.read, right.read
        return _Part(lambda values: how(first(values), second(values)), left.names + right.names, truth=True)

    def _truth(self, part: _Part) -> None:
        """Refuse what is neither a comparison nor a name, such as a word that is misspelt."""
        if part.word is not None and not part.truth:
            raise self._unknown(part.word)
        if not part.truth and part.name is None:
            raise self._wrong("a comparison such as 'outcomes > 1'")

    def _unknown(self, word: str, what: str = "name") -> UnknownNameError:
        found = f"unknown {what} {word!r}{hint(word, self.known)} (there are: {choices(self.known, 30)})"
        return UnknownNameError(f"{found} in {self.text!r}")

    def _negated(self) -> _Part:
        if self._at("not"):
            part = self._negated()
            self._truth(part)
            read = part.read
            return _Part(lambda values: not read(values), part.names, truth=True)
        return self._comparison()

    def _comparison(self) -> _Part:
        left = self._sum()
        if self._at("=="):
            return self._compared(left, self._sum(), _same)
        if self._at("!="):
            return self._compared(left, self._sum(), lambda a, b: not _same(a, b))
        if self._at("in"):
            return self._compared(left, self._sum(), _within)
        if self._at("not"):
            if not self._at("in"):
                raise self._wrong("'in' after 'not'")
            return self._compared(left, self._sum(), lambda a, b: not _within(a, b))
        for sign, test in _ORDERS.items():
            if self._at(sign):
                return self._compared(left, self._sum(), _ordered(test))
        return left

    def _compared(self, left: _Part, right: _Part, test: Callable[[Any, Any], bool]) -> _Part:
        if not left.names and not right.names:
            for part in (left, right):
                if part.word is not None:
                    raise self._unknown(part.word)
            raise self._wrong("the name of an axis or a fact in every comparison")
        if self.words is not None and "answer" not in (*left.names, *right.names):
            for text in (*left.texts, *right.texts):
                if text not in self.words:
                    raise self._unknown(text, "name or value")
        first, second = left.read, right.read
        return _Part(lambda values: test(first(values), second(values)), left.names + right.names, truth=True)

    def _sum(self) -> _Part:
        return self._calculated(self._product, "+", "-")

    def _product(self) -> _Part:
        return self._calculated(self._value, "*")

    def _calculated(self, operand: Callable[[], _Part], *signs: str) -> _Part:
        part = operand()
        while self.place < len(self.tokens) and self.tokens[self.place] in [("operator", sign) for sign in signs]:
            sign = self.tokens[self.place][1]
            self.place += 1
            right = operand()
            part = _Part(_added(part.read, right.read, _SUMS[sign]), part.names + right.names)
        return part

    def _value(self) -> _Part:
        if self.place >= len(self.tokens):
            raise self._wrong("a name, a number or a word at the end")
        kind, text = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            number = int(text)
            return _Part(lambda values: number)
        if kind == "text":
            return _Part(lambda values: text, texts=(text,))
        if kind == "operator":
            if text == "(":
                part = self._either()
                if not self._at(")"):
                    raise self._wrong("a closing parenthesis")
                return part
            if text == "[":
                return self._listed()
            raise self._wrong(f"a name, a number or a word, found {text!r}")
        if text in self.known:
            return _Part(lambda values: values[text], (text,), name=text)
        if text in {"true", "false"}:
            flag = text == "true"
            return _Part(lambda values: flag)
        if text in _RESERVED:
            raise self._wrong(f"a name, a number or a word, found {text!r}")
        return _Part(lambda values: text, texts=(text,), word=text)

    def _listed(self) -> _Part:
        parts: list[_Part] = []
        while not self._at("]"):
            if parts and not self._at(","):
                raise self._wrong("',' or ']' in a list")
            parts.append(self._value())
        reads = tuple(part.read for part in parts)
        names = tuple(name for part in parts for name in part.names)
        texts = tuple(text for part in parts for text in part.texts)
        return _Part(lambda values: [read(values) for read in reads], names, texts)


def _same(left: Any, right: Any) -> bool:
    return bool(left == right)


def _within(left: Any, right: Any) -> bool:
    if isinstance(right, str):
        return isinstance(left, str) and left in right
    return isinstance(right, list | tuple) and left in right


def _ordered(test: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Numbers with numbers and texts with texts; anything else is not in order (a fact that there is not)."""

    def compared(left: Any, right: Any) -> bool:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        return (numbers or (isinstance(left, str) and isinstance(right, str))) and test(left, right)

    return compared


def _added(first: _Read, second: _Read, how: Callable[[Any, Any], Any]) -> _Read:
    def added(values: Values) -> Any:
        left, right = first(values), second(values)
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        return how(left, right) if numbers else None

    return added
