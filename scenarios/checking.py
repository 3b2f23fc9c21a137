"""Reading values of a document step by step, so that every error carries its path: ``battlefield.you[2].card``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from model.amounts import Amount, Number
from model.errors import MalformedError, UnknownNameError
from model.selectors import Selector
from scenarios.phrases import parse_amount, parse_phrase
from scenarios.spelling import CUT, choices, hint


def at(path: str, key: str | int) -> str:
    """The path of a part: ``at("event", 0)`` is ``event[0]``, ``at("event", "to")`` is ``event.to``."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


@contextmanager
def within(path: str) -> Iterator[None]:
    """Give errors that have no path yet this one."""
    try:
        yield
    except MalformedError as error:
        if error.path:
            raise
        raise type(error)(error.message, path) from None


def describe(value: object) -> str:
    """What a value is, for messages: ``the text 'x'``, ``a list``."""
    match value:
        case None:
            return "nothing"
        case bool():
            return f"{str(value).lower()}"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text {value if len(value) <= 60 else value[:57] + '...'!r}"
        case list():
            return "a list"
        case dict():
            return "a mapping"
        case _:
            return f"a {type(value).__name__}"


def wrong(value: object, expected: str, path: str) -> MalformedError:
    """The error for a value of the wrong type."""
    return MalformedError(f"expected {expected}, found {describe(value)}{remedy(value, expected)}", path)


def remedy(value: object, expected: str) -> str:
    """What mends a value of the wrong type where that is plain, for the end of a message."""
    if "number" in expected and isinstance(value, str) and value.removeprefix("-").isdecimal():
        return " (a number has at most 18 digits, and does not begin with 0)"
    if isinstance(value, bool | int | float) and expected.startswith(("a text", "a name", "a word")):
        return " (in quotes it is a text)"
    if isinstance(value, str) and expected.startswith("true or false"):
        meant = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
        word = meant.get(value.casefold()) or (value.casefold() if value.casefold() in ("true", "false") else "")
        return f" (write {word}, without quotes)" if word else ""
    return ""


def mapping(value: object, path: str, expected: str = "a mapping", keys: Iterable[str] | None = None) -> dict[str, Any]:
    """The value as a mapping, with no other keys than ``keys`` where those are given.

    Raises MalformedError for anything else, UnknownNameError with the nearest spelling for an unknown key.
    """
    if not isinstance(value, dict):
        raise wrong(value, expected, path)
    for key in value:
        if not isinstance(key, str):
            raise MalformedError(f"expected keys that are words, found {describe(key)}", path)
    if keys is not None:
        known(value, keys, path)
    return value


def known(found: Iterable[str], keys: Iterable[str], path: str, what: str = "key") -> None:
    """Raise UnknownNameError for the first word that is not among ``keys``."""
    allowed = list(keys)
    for key in found:
        if key not in allowed:
            cut = CUT if isinstance(found, dict) and found[key] is None else ""
            message = f"unknown {what} {key!r}{hint(key, allowed) or cut} (expected one of: {choices(allowed, 30)})"
            raise UnknownNameError(message, at(path, key) if what == "key" else path)


def sequence(value: object, path: str, expected: str = "a list") -> list[Any]:
    """The value as a list. Raises MalformedError for anything else."""
    if not isinstance(value, list):
        raise wrong(value, expected, path)
    return value


def text(value: object, path: str, expected: str = "a text") -> str:
    """The value as a text. Raises MalformedError for anything else."""
    if not isinstance(value, str):
        raise wrong(value, expected, path)
    return value


def number(value: object, path: str, expected: str = "a whole number", least: int | None = None) -> int:
    """The value as an integer of at least ``least``. Raises MalformedError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong(value, expected, path)
    if least is not None and value < least:
        raise MalformedError(f"expected {expected} of at least {least}, found {value}", path)
    return value


def flag(value: object, path: str) -> bool:
    """The value as true or false. Raises MalformedError for anything else."""
    if not isinstance(value, bool):
        raise wrong(value, "true or false", path)
    return value


def phrase(value: object, path: str) -> Selector:
    """The value as a selector. Raises MalformedError when it is not a phrase."""
    with within(path):
        return parse_phrase(text(value, path, "a phrase such as 'creature you control'"))


def amount(value: object, path: str) -> Amount:
    """The value as an amount: a whole number, or an expression. Raises MalformedError for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Number(value)
    with within(path):
        return parse_amount(text(value, path, "a number or an amount such as '2 * amount'"))


def condition(value: object, path: str) -> Amount:
    """The value as a condition. ``kicked`` alone is short for ``flag(kicked)``. Raises MalformedError otherwise."""
    if isinstance(value, bool):
        return Number(int(value))
    if value == "kicked":
        value = "flag(kicked)"
    with within(path):
        return parse_amount(text(value, path, "a condition such as 'life(you) <= 5'"))


def words(value: object, path: str) -> tuple[str, ...]:
    """A word or a list of words. Raises MalformedError for anything else."""
    if isinstance(value, list):
        return tuple(text(part, at(path, index), "a word") for index, part in enumerate(value))
    return (text(value, path, "a word or a list of words"),)
