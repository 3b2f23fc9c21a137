"""Meanings that a template can't spell out, as functions of their parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


class NotSayableError(Exception):
    """The words are known, but the notation can't say this (or it would be a guess)."""


FUNCTIONS: dict[str, Callable[..., Any]] = {}


def meaning(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function known to templates as ``@name``; it takes the parts by name."""
    FUNCTIONS[function.__name__] = function
    return function


#: Stands for the player who does something until the sentence says who it is.
DOER = "\u00a7"


def replaced(value: Any, old: str, new: Any) -> Any:
    """A meaning in which every text ``old`` is ``new``, and where it is a part of a text it is put in there."""
    if isinstance(value, dict):
        return {key: replaced(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [replaced(part, old, new) for part in value]
    if value == old:
        return new
    if isinstance(value, str) and old in value:
        return value.replace(old, str(new))
    return value


@meaning
def by_you(deed: list[Any]) -> list[Any]:
    """An instruction to you: "draw a card"."""
    found: list[Any] = replaced(deed, DOER, "you")
    return found


@meaning
def by(who: str, deed: list[Any]) -> list[Any]:
    """Somebody's deed: "target player draws a card". "Each player" is said once for what depends on the player."""
    if who.startswith("each ") and _mentions(deed) > 1:
        raise NotSayableError("each player's deed mentions that player again")
    found: list[Any] = replaced(deed, DOER, who)
    return found


def _mentions(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_mentions, value.values()))
    if isinstance(value, list):
        return max(map(_mentions, value), default=0)
    return value.count(DOER) if isinstance(value, str) else 0


@meaning
def may_you(deed: list[Any]) -> list[Any]:
    """ "You may ..."."""
    return [{"may": {"player": "you", "do": replaced(deed, DOER, "you")}}]


@meaning
def may_by(who: str, deed: list[Any]) -> list[Any]:
    """ "That player may ..."."""
    if who.startswith("each ") or who in {"you", "opponent", "player"}:
        raise NotSayableError("several players who may do something")
    return [{"may": {"player": who, "do": replaced(deed, DOER, who)}}]


@meaning
def where_x(deed: list[Any], value: Any) -> Any:
    """ "..., where X is the number of ...": the value takes the place of X."""
    text = str(value)
    inner = text if re.fullmatch(r"[0-9]+|[a-z_]+(?:\\([^()]*\\))?|[a-z]+", text) else f"({text})"
    found = _with_x(deed, text, inner)
    if found == deed:
        raise NotSayableError("where X is, without an X")
    return found


def _with_x(value: Any, text: str, inner: str) -> Any:
    if isinstance(value, dict):
        return {key: _with_x(part, text, inner) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_x(part, text, inner) for part in value]
    if value == "x":
        return text
    if isinstance(value, str) and re.fullmatch(r"[0-9x*+\- ()]+", value) and re.search(r"\bx\b", value):
        return re.sub(r"\bx\b", inner, value)
    return value


@meaning
def costs(parts: list[Any]) -> dict[str, Any]:
    """The cost of an activated ability: symbols together, everything else as instructions."""
    symbols = [part for part in parts if isinstance(part, str)]
    done = [one for part in parts if not isinstance(part, str) for one in (part if isinstance(part, list) else [part])]
    found: dict[str, Any] = {"activated": ", ".join(symbols)}
    if done:
        found["costs"] = replaced(done, DOER, "you")
    return found


@meaning
def pumped(pt: str) -> dict[str, Any]:
    """+2/+0 as changes of power and toughness; +X/+X too."""
    power, toughness = pt.split("/")
    found = {}
    for key, text in (("power_plus", power), ("toughness_plus", toughness)):
        amount = text.removeprefix("+")
        if amount not in {"0", "-0"}:
            found[key] = int(amount) if re.fullmatch(r"-?[0-9]+", amount) else amount.replace("-x", "0 - x")
    return found


@meaning
def sized(size: str) -> dict[str, Any]:
    """2/3 as power and toughness."""
    power, toughness = size.split("/")
    if "*" in size:
        raise NotSayableError("a size with a star")
    return {key: int(text) if text.isdigit() else text for key, text in (("power", power), ("toughness", toughness))}
