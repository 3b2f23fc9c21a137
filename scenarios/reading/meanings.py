"""Meanings that a template can't spell out, as functions of their parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar


class NotSayableError(Exception):
    """The words are known, but the notation can't say this (or it would be a guess)."""


FUNCTIONS: dict[str, Callable[..., Any]] = {}
#: For functions that can be turned around: from a value to every way to take it apart, as parts by name.
INVERSES: dict[str, Callable[[Any], Iterator[dict[str, Any]]]] = {}


_Function = TypeVar("_Function", bound=Callable[..., Any])


def meaning(function: _Function) -> _Function:
    """Make a function known to templates as ``@name``; it takes the parts by name."""
    FUNCTIONS[function.__name__] = function
    return function


def inverse(function: Callable[[Any], Iterator[dict[str, Any]]]) -> Callable[[Any], Iterator[dict[str, Any]]]:
    """Make the inverse of ``@name`` known: a function called ``un_name``."""
    INVERSES[function.__name__.removeprefix("un_")] = function
    return function


#: Where an instruction to choose modes holds each of them for itself, until references are resolved.
MODES = "\u00a7modes"
#: The instruction to choose a target that later ones speak of; only the target is kept.
CHOSEN = "\u00a7choose"
#: An "instead" whose two ways have targets of their own.
INSTEAD = "\u00a7instead"
#: Two creatures that fight, until it is settled which they are.
FIGHT = "\u00a7fight"
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
    for old, new in ((f"{DOER} controls", "you control"), (f"{DOER}'s", "your"), (DOER, "you")):
        deed = replaced(deed, old, new)
    return deed


@meaning
def by(who: str, deed: list[Any]) -> list[Any]:
    """Somebody's deed: "target player draws a card".

    What several players do that speaks of them again ("each opponent sacrifices a creature they control") is done by
    each of them as "you" (101.4).
    """
    if who.startswith("each ") and _mentions(deed) > 1:
        return [{"each": who.removeprefix("each "), "do": by_you(deed)}]
    found: list[Any] = Doer(who).put_in(deed)
    return found


@meaning
def they(deed: list[Any]) -> list[Any]:
    """What the player that was spoken of does: "they draw a card"."""
    return by("\u00abthat player\u00bb", deed)


@inverse
def un_they(value: Any) -> Iterator[dict[str, Any]]:
    """Never said: "that player" says the same."""
    del value
    return iter(())


class Doer:
    """Puts a player in the place of who does something; a target is named once, and after that spoken of again."""

    def __init__(self, who: str) -> None:
        """Take the player as a phrase, or as a mark of a target."""
        self.who = who
        target = re.fullmatch("\u00abtarget (.*)\u00bb", who)
        self.again = f"\u00abthat ={target[1]}\u00bb" if target else who

    def put_in(self, value: Any) -> Any:
        """The deed with the player in it."""
        if isinstance(value, dict):
            return {key: self.put_in(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.put_in(part) for part in value]
        if isinstance(value, str):
            while DOER in value:
                value, self.who = value.replace(DOER, self.who, 1), self.again
        return value


def _doers(value: Any) -> Iterator[tuple[str, Any]]:
    """Who does the only instruction of a list, and the deed without who does it."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and len(value[0]) == 1:
        ((verb, roles),) = value[0].items()
        if isinstance(roles, dict) and isinstance(roles.get("player"), str) and verb not in {"may", "take"}:
            yield roles["player"], _of_doer([{verb: {**roles, "player": DOER}}], roles["player"])
        elif verb not in {"may", "effect"}:
            yield "you", _of_doer(value, "you")


def _of_doer(deed: list[Any], who: str) -> list[Any]:
    """What is sacrificed is something that who does it controls."""
    ((verb, roles),) = deed[0].items()
    what = roles.get("permanent") if isinstance(roles, dict) else None
    ending = " you control" if who == "you" else f" {who} controls"
    if verb != "sacrifice" or not isinstance(what, str) or not what.endswith(ending):
        return deed
    return [{verb: {**roles, "permanent": f"{what.removesuffix(ending)} {DOER} controls"}}]


@inverse
def un_by_you(value: Any) -> Iterator[dict[str, Any]]:
    """What you do."""
    yield from ({"deed": deed} for who, deed in _doers(value) if who == "you")


@inverse
def un_by(value: Any) -> Iterator[dict[str, Any]]:
    """What somebody else does."""
    yield from ({"who": who, "deed": deed} for who, deed in _doers(value) if who != "you")


@inverse
def un_may_you(value: Any) -> Iterator[dict[str, Any]]:
    """What you may do."""
    match value:
        case [{"may": {"player": "you", "do": done, **rest}}] if not rest:
            yield from un_by_you(done)


@inverse
def un_pumped(value: Any) -> Iterator[dict[str, Any]]:
    """Changes of power and toughness as +2/+0."""
    if isinstance(value, dict) and value and value.keys() <= {"power_plus", "toughness_plus"}:
        parts = [str(value.get(key, 0)).replace("0 - x", "-x") for key in ("power_plus", "toughness_plus")]
        if all(re.fullmatch(r"-?(?:[0-9]+|x)", part) for part in parts):
            signs = [part if part.startswith("-") else f"+{part}" for part in parts]
            negative = any(part.startswith("-") for part in parts)
            yield {"pt": "/".join("-0" if sign == "+0" and negative else sign for sign in signs)}


@inverse
def un_sized(value: Any) -> Iterator[dict[str, Any]]:
    """Power and toughness as 2/3."""
    if isinstance(value, dict) and value.keys() == {"power", "toughness"}:
        yield {"size": f"{value['power']}/{value['toughness']}"}


def _mentions(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_mentions, value.values()))
    if isinstance(value, list):
        return max(map(_mentions, value), default=0)
    return value.count(DOER) if isinstance(value, str) else 0


@meaning
def may_you(deed: list[Any]) -> list[Any]:
    """ "You may ..."."""
    return [{"may": {"player": "you", "do": by_you(deed)}}]


@meaning
def may_by(who: str, deed: list[Any]) -> list[Any]:
    """ "That player may ..."."""
    if who.startswith("each ") or who in {"you", "opponent", "player"}:
        raise NotSayableError("several players who may do something")
    doer = Doer(who)
    return [{"may": {"player": doer.put_in(DOER), "do": doer.put_in(deed)}}]


@meaning
def where_x(deed: Any, value: Any) -> Any:
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


@meaning
def sized_change(z: str) -> dict[str, Any]:
    """Base power and toughness as a change."""
    return sized(z)


@inverse
def un_sized_change(value: Any) -> Iterator[dict[str, Any]]:
    """Base power and toughness."""
    yield from ({"z": one["size"]} for one in un_sized(value))


@meaning
def pump_for_each(p: str, n: Any) -> dict[str, Any]:
    """ "~ gets +1/+0 for each ..."."""
    return {"affects": "this", **times(p, str(n).replace("\u00abthat it\u00bb", "this"))}


@meaning
def pump_attached_for_each(n: str, p: str, n2: Any) -> dict[str, Any]:
    """ "Enchanted creature gets +1/+1 for each ..."."""
    return {"affects": n, **times(p, str(n2).replace("\u00abthat it\u00bb", n))}


def times(pt: str, amount: Any) -> dict[str, Any]:
    """+2/+1 for each: both numbers times the amount."""
    found: dict[str, Any] = {}
    for key, value in pumped(pt).items():
        if not isinstance(value, int):
            raise NotSayableError("X for each")
        times = str(amount) if abs(value) == 1 else f"{abs(value)} * {amount}"
        found[key] = times if value > 0 else f"0 - {times}"
    return found
