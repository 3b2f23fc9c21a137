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
    theirs = "\u00abthat player\u00bb controls"
    if who.startswith("each ") and theirs in str(deed):
        deed = replaced(deed, theirs, f"{DOER} controls")
    if who.startswith("each "):
        deed = [_for_each_one(one, who.removeprefix("each ")) for one in deed]
    if who.startswith("each ") and _mentions(deed) > 1:
        return [{"each": who.removeprefix("each "), "do": by_you(deed)}]
    found: list[Any] = Doer(who).put_in(deed)
    return found


def _for_each_one(instruction: Any, who: str) -> Any:
    """An effect about several players ("each opponent skips their next turn") is one for each of them."""
    made = instruction.get("effect") if isinstance(instruction, dict) else None
    if not isinstance(made, dict) or DOER not in str(made) or "each" in made:
        return instruction
    return {"effect": {"each": who, **replaced(made, DOER, "each one")}}


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
    """Who does the instructions of a list, and the deed without who does it."""
    if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
        return
    told: list[tuple[str, Any]] = []
    roles = next(iter(value[0].values()))
    who = roles.get("player", roles.get("on")) if isinstance(roles, dict) else None
    if isinstance(who, str) and who != "you" and (roles.get("player") or is_someone(who)):
        told.append((who, _without(value, who)))
    told += [("you", _of_you(value, whole)) for whole in (False, True)]
    told.append(("you", value))
    for place, one in enumerate(told):
        if one not in told[:place]:
            yield one


def is_someone(who: str) -> bool:
    """Whether a phrase or mark means players."""
    return bool(re.search(r"\b(?:player|opponent|controller|owner)\b", who))


def _without(value: Any, who: str) -> Any:
    """A deed with a mark in place of who does it; a target is "that player" when it is spoken of again."""
    names = {who, "\u00abthat player\u00bb"} if who.startswith("\u00abtarget") else {who}
    for name in names:
        value = replaced(value, name, DOER)
    return value


def _of_you(value: Any, whole: bool) -> Any:
    """Your deed with a mark in place of you: only as the player who does it, or wherever you are spoken of."""
    if isinstance(value, list):
        return [_of_you(part, whole) for part in value]
    if not isinstance(value, dict):
        if whole and isinstance(value, str):
            return re.sub(r"\(you\)", f"({DOER})", value)
        return value
    found = {}
    for key, part in value.items():
        if key in {"effect", "search_for"}:
            found[key] = part
        elif part == "you" and (key == "player" or whole):
            found[key] = DOER
        elif (
            key == "permanent" and "sacrifice" not in value and isinstance(part, str) and part.endswith(" you control")
        ):
            found[key] = (
                f"{part.removesuffix(' you control')} {DOER} controls" if value.get("player") == "you" else part
            )
        else:
            found[key] = _of_you(part, whole)
    return found


@inverse
def un_by_you(value: Any) -> Iterator[dict[str, Any]]:
    """What you do."""
    yield from ({"deed": deed} for who, deed in _doers(value) if who == "you")


@inverse
def un_by(value: Any) -> Iterator[dict[str, Any]]:
    """What somebody else does; what several players do is done by each of them as "you"."""
    yield from ({"who": who, "deed": deed} for who, deed in _doers(value) if who != "you")
    match value:
        case [{"each": str(who), "do": done, **rest}] if not rest:
            yield from ({"who": f"each {who}", "deed": one["deed"]} for one in un_by_you(done))


@inverse
def un_may_you(value: Any) -> Iterator[dict[str, Any]]:
    """What you may do."""
    match value:
        case [{"may": {"player": "you", "do": done, **rest}}] if not rest:
            yield from un_by_you(done)


@inverse
def un_may_by(value: Any) -> Iterator[dict[str, Any]]:
    """What somebody else may do."""
    match value:
        case [{"may": {"player": str(who), "do": done, **rest}}] if not rest and who != "you":
            yield {"who": who, "deed": _without(done, who)}


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
def joined(s: list[Any], t: list[Any]) -> list[Any]:
    """ "Draw a card and lose 1 life". Behind "you may ..." it would not be known whether that may be done, too."""
    last = s[-1] if s else None
    if isinstance(last, dict) and "may" in last and not (isinstance(t[0], dict) and "may" in t[0]):
        raise NotSayableError("whether what follows may be done, too")
    return [*s, *t]


@inverse
def un_joined(value: Any) -> Iterator[dict[str, Any]]:
    """Some instructions, and those behind them."""
    if isinstance(value, list):
        for place in range(1, len(value)):
            yield {"s": value[:place], "t": value[place:]}


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
    return [*found, {WHERE_X: {"text": text, "inner": inner}}] if isinstance(found, list) else found


#: Behind what has an X that is told: an X before it in the same list of instructions is the same one.
WHERE_X = "\u00a7where x"


def with_x(instructions: list[Any]) -> list[Any]:
    """ "You draw X cards and you lose X life, where X is ...": both are told."""
    if not any(isinstance(part, dict) and WHERE_X in part for part in instructions):
        return instructions
    found: list[Any] = []
    for part in instructions:
        if isinstance(part, dict) and WHERE_X in part:
            told = part[WHERE_X]
            before = _with_x(found, told["text"], told["inner"])
            if before != found and "\u00abtarget" in told["text"]:
                raise NotSayableError("an X that is told by a target named behind it")
            found = before
        else:
            found.append(part)
    return found


_PUMPS = frozenset({"power_plus", "toughness_plus"})
#: The power and toughness of one thing, and differences.
_MAY_BE_NEGATIVE = re.compile(r"^(?!max\(0).*(?:\bpower\(|\btoughness\(| - )")


def _with_x(value: Any, text: str, inner: str) -> Any:
    if isinstance(value, dict):
        if _MAY_BE_NEGATIVE.search(text) and value.keys() & _PUMPS:  # 107.1b: a negative amount is zero there
            at_least = f"max(0, {text})"
            pumps = {key: _with_x(value[key], at_least, at_least) for key in value if key in _PUMPS}
            value = {**value, **pumps}
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
