"""Activated abilities: their costs, where they work, the X of a cost, and restrictions on activating (602)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import DOER, NotSayableError, inverse, meaning, replaced

#: What a cost is paid with, until it is settled that there is one such thing: ``them`` in the notation.
PAID_WITH = "\u00abpaid\u00bb"
_LIST = re.compile(r", | or ")


#: Adjectives before a list without articles that belong to all of it: "another creature or artifact".
_OF_ALL = re.compile(r"(?:(?:another|other|legendary|nontoken|tapped|untapped) )+")
#: Adjectives of which one can't tell: "red creature or land".
_UNCLEAR = re.compile(r"(?:non[a-z-]+|white|blue|black|red|green|colorless|multicolored|basic|snow) ")


@meaning
def listed(a: str, b: str) -> str:
    """ "Another creature or artifact": "another" belongs to every part of a list without articles."""
    parts = b.split(" or ")
    if a.endswith(" instant") and parts[0].startswith("sorcery"):  # "red instant or sorcery spell": both are red
        return " or ".join([a, *(f"{part.removesuffix('instant')}{b}" for part in a.split(" or "))])
    first = _OF_ALL.match(a)
    if first is None:
        if _UNCLEAR.match(a) and not any(_UNCLEAR.match(part) for part in parts):
            raise NotSayableError(f"whether {a.split(' ')[0]!r} belongs to all of {a} or {b}")
        return f"{a} or {b}"
    return " or ".join([a, *(part if _OF_ALL.match(part) else first[0] + part for part in parts)])


@inverse
def un_listed(value: Any) -> Iterator[dict[str, Any]]:
    """The first part of a list, and the rest without what stands before the first."""
    if isinstance(value, str) and " or " in value:
        a, b = value.split(" or ", 1)
        first = _OF_ALL.match(a)
        parts = b.split(" or ")
        if first is None:
            yield {"a": a, "b": b}
        elif all(part.startswith(first[0]) for part in parts):
            yield {"a": a, "b": " or ".join(part.removeprefix(first[0]) for part in parts)}


@meaning
def all_another(a: str, b: str) -> str:
    """ "Another creature or artifact": another creature or another artifact."""
    return listed(f"another {a}", b)


@inverse
def un_all_another(value: Any) -> Iterator[dict[str, Any]]:
    """A list all of whose parts are others."""
    for found in un_listed(value):
        if found["a"].startswith("another "):
            yield {"a": found["a"].removeprefix("another "), "b": found["b"]}


@meaning
def first_another(a: str, b: str) -> str:
    """ "Another creature or a token": the token may be the same one."""
    return f"another {a} or {b}"


@inverse
def un_first_another(value: Any) -> Iterator[dict[str, Any]]:
    """A list of two, the first of which is another one."""
    if isinstance(value, str) and re.match("another [^,]* or ", value) and value.count(" or ") == 1:
        a, b = value.removeprefix("another ").split(" or ")
        if not _OF_ALL.match(b):
            yield {"a": a, "b": b}


#: A quality that creatures alone have, and what does not share it: "artifact or creature with flying".
_OF_CREATURES = re.compile(r"(?:[a-z-]+ )*creatures? with(?:out)? (?!mana value|[a-z]+ (?:mana value|name))")
_NO_CREATURES = re.compile(r"(?:artifact|enchantment|land|battle|planeswalker|[A-Z][a-z]+)s?")


@meaning
def own_part(n: str) -> str:
    """ "An artifact or creature with flying": the part that alone has a quality stands first in the notation."""
    parts = n.split(" or ")
    place = next((at for at, part in enumerate(parts) if at and _OF_CREATURES.match(part)), None)
    if place is None or not all(_NO_CREATURES.fullmatch(part) for part in parts[:place]):
        return n
    return " or ".join([parts[place], *parts[:place], *parts[place + 1 :]])


@inverse
def un_own_part(value: Any) -> Iterator[dict[str, Any]]:
    """The list with the part of its own at the end, or as it is."""
    if isinstance(value, str):
        first, *rest = value.split(" or ")
        if rest and _OF_CREATURES.match(first):
            yield {"n": " or ".join([*rest, first])}
        if own_part(value) == value:
            yield {"n": value}


@meaning
def yours(n: str) -> str:
    """ "Sacrifice a creature": one that you control (701.21a)."""
    return n if "you control" in n.split(" or ")[-1] else f"{n} you control"


@inverse
def un_yours(value: Any) -> Iterator[dict[str, Any]]:
    """Without "you control"."""
    if isinstance(value, str) and value.endswith(" you control"):
        yield {"n": value.removesuffix(" you control")}


@meaning
def sacrifice_another(n: list[str]) -> list[Any]:
    """ "Sacrifice another creature or artifact": "another" belongs to both."""
    return [{"sacrifice": {"permanent": yours(" or ".join(f"another {one}" for one in n))}}]


@inverse
def un_sacrifice_another(value: Any) -> Iterator[dict[str, Any]]:
    """The things in the list."""
    match value:
        case [{"sacrifice": {"permanent": str(what), **rest}}] if not rest and what.endswith(" you control"):
            parts = what.removesuffix(" you control").split(" or ")
            if all(part.startswith("another ") for part in parts):
                yield {"n": [part.removeprefix("another ") for part in parts]}


@meaning
def some_tapped(n: int | str, w: str) -> list[Any]:
    """ "Tap two untapped creatures you control": each is an action of its own."""
    if not isinstance(n, int):
        return [{"tap": {"permanent": f"an {w}", "count": n}}]
    return [{"tap": {"permanent": f"an {w}"}}] * n


@inverse
def un_some_tapped(value: Any) -> Iterator[dict[str, Any]]:
    """Several equal taps."""
    match value:
        case [{"tap": {"permanent": str(what), **rest}}, *_] if not rest and len(value) > 1:
            if what.startswith("an ") and all(one == value[0] for one in value):
                yield {"n": len(value), "w": what.removeprefix("an ")}
        case [{"tap": {"permanent": str(what), "count": "x"}}] if what.startswith("an "):
            yield {"n": "x", "w": what.removeprefix("an ")}


@meaning
def costs(parts: list[Any]) -> dict[str, Any]:
    """The cost of an activated ability: symbols together, everything else as instructions, and where it works."""
    symbols = [part for part in parts if isinstance(part, str)]
    done: list[Any] = []
    zones: list[str] = []
    more = False
    for part in parts:
        if isinstance(part, dict):
            zones += [part["in"]] if "in" in part else []
            more = more or "one_or_more" in part
        done += part["costs"] if isinstance(part, dict) else part if isinstance(part, list) else []
    found: dict[str, Any] = {"activated": ", ".join(symbols)}
    if done:
        found["costs"] = replaced(done, DOER, "you")
    if zones:
        if len(set(zones)) > 1:
            raise NotSayableError("a cost that is paid in two zones at once")
        found["in"] = [zones[0]]
    return {**found, "one_or_more": True} if more else found


@inverse
def un_costs(value: Any) -> Iterator[dict[str, Any]]:
    """The parts of a cost: symbols, then instructions."""
    if not isinstance(value, dict) or not value.keys() <= {"activated", "costs", "in"} or "activated" not in value:
        return
    symbols = [part for part in value["activated"].split(", ") if part]
    done: list[Any] = []
    for one in value.get("costs", []):
        part = [_as_doer(one)]
        if "in" in value and "this" in str(one):
            part = {"in": value["in"][0], "costs": part}  # type: ignore[assignment]
        if isinstance(part, list) and done and isinstance(done[-1], list) and "tap" in one and done[-1][-1] == part[0]:
            done[-1] = done[-1] + part
        else:
            done.append(part)
    if ("in" in value) == any(isinstance(part, dict) for part in done):
        yield {"parts": [*symbols, *done]}


def _as_doer(instruction: Any) -> Any:
    ((verb, roles),) = instruction.items()
    return {verb: {k: DOER if k in ("player", "on") and v == "you" else v for k, v in roles.items()}}


@meaning
def activated(c: dict[str, Any], e: list[Any], r: dict[str, Any] | None = None) -> dict[str, Any]:
    """An activated ability. Its X must be one of its cost, and what is "that much" must be there."""
    restricted = dict(r or {})
    c = dict(c)
    put_there = any(one.get("sacrifice") == {"permanent": "this"} for one in c.get("costs", []))
    if from_graveyard(e) and not put_there:  # 113.6m
        if c.get("in", ["graveyard"]) != ["graveyard"]:
            raise NotSayableError("an ability of the hand that returns its card from the graveyard")
        c["in"] = ["graveyard"]
    removed = _mentions(c.get("costs", []), r"^x$")
    if c.pop("one_or_more", False):
        restricted = restrictions({"only_if": "x >= 1"}, restricted)
    if removed:
        e = _with_removed(e)
    if _mentions(e, r"\bx\b") and not removed and "{X}" not in c["activated"]:
        raise NotSayableError("an X that the cost does not have")
    if _mentions(e, r"\b(?:amount|removed)\b", within=False):
        raise NotSayableError("how much that is")
    if _mentions(e, PAID_WITH):
        things = [one for one in c.get("costs", []) if _chooses_one(one)]
        if len(things) != 1:
            raise NotSayableError("what the cost is paid with")
        e = replaced(e, PAID_WITH, "them")
    return {**c, "do": e, **restricted}


@inverse
def un_activated(value: Any) -> Iterator[dict[str, Any]]:
    """Its cost, what it does, and its restrictions."""
    if not isinstance(value, dict) or "activated" not in value or "do" not in value:
        return
    rest = {key: part for key, part in value.items() if key in RESTRICTIONS}
    cost = {key: part for key, part in value.items() if key in {"activated", "costs", "in"}}
    if len(rest) + len(cost) + 1 == len(value):
        found = {"c": cost, "e": replaced(value["do"], "them", PAID_WITH)}
        if from_graveyard(value["do"]) and "in" in cost:
            found["c"] = {key: part for key, part in cost.items() if key != "in"}
        yield {**found, "r": rest} if rest else found


def _with_removed(value: Any) -> Any:
    """ "That much" and "for each counter removed this way": the X of the cost."""
    if isinstance(value, dict):
        if not _OF_ITS_OWN.isdisjoint(value):
            return value
        return {key: part if key in _TEXTS else _with_removed(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_removed(part) for part in value]
    return re.sub(r"\b(?:amount|removed)\b", "x", value) if isinstance(value, str) else value


RESTRICTIONS = ("only_if", "once_each_turn", "times_each_turn", "once", "by", "only")


#: Texts that are carried along: no amount is in them.
_TEXTS = frozenset({"only", "rider", "what", "kind", "name", "note"})


def from_graveyard(value: Any) -> bool:
    """Whether something moves its own card out of the graveyard, so that it works only there (113.6m)."""
    if isinstance(value, dict):
        own = value.get("object") == "this" and value.get("from") == "graveyard"
        return own or any(from_graveyard(part) for part in value.values())
    return isinstance(value, list) and any(map(from_graveyard, value))


def placed(abilities: list[Any]) -> list[Any]:
    """Triggered abilities that return their own card from the graveyard work there (113.6m).

    Where the trigger is on something that happens to the card itself, that may be what puts it there.
    """
    found = []
    for one in abilities:
        there = isinstance(one, dict) and "trigger" in one and "in" not in one and from_graveyard(one.get("do"))
        own = there and "'this'" in str(one["trigger"])
        found.append({**one, "in": ["graveyard"]} if there and not own else _where_it_went(one))
    return found


#: Where a card may be once it has been cycled (702.29c): wherever it went.
_AFTER_CYCLING = ["graveyard", "hand", "library", "exile", "command", "battlefield"]


def _where_it_went(ability: Any) -> Any:
    """A trigger on the card itself being cycled, or put into a graveyard from anywhere, works where it then is."""
    watched = ability.get("trigger") if isinstance(ability, dict) and "in" not in ability else None
    if watched == {"move": {"object": "this", "to": "graveyard"}}:
        return {**ability, "in": ["graveyard"]}
    if watched == {"cycle": {"player": "you", "card": "this"}}:
        return {**ability, "in": _AFTER_CYCLING}
    return ability


#: What gives "amount" a meaning of its own: a replacement effect or a trigger.
_OF_ITS_OWN = frozenset({"when", "trigger"})


def _mentions(value: Any, pattern: str, *, within: bool = True) -> bool:
    """Whether a word stands in an amount; ``within``: also in effects and triggers that are made."""
    if isinstance(value, dict):
        if not within and not _OF_ITS_OWN.isdisjoint(value):
            return False
        return any(_mentions(part, pattern, within=within) for key, part in value.items() if key not in _TEXTS)
    if isinstance(value, list):
        return any(_mentions(part, pattern, within=within) for part in value)
    return isinstance(value, str) and re.search(pattern, value) is not None


def _chooses_one(instruction: Any) -> bool:
    ((_, roles),) = instruction.items()
    return "count" not in roles and any(
        isinstance(one, str) and re.match(r"an?(?:other)? ", one) for one in roles.values()
    )


@meaning
def restrictions(r: dict[str, Any], s: dict[str, Any]) -> dict[str, Any]:
    """ "Activate only as a sorcery and only if ...": both hold."""
    found = dict(r)
    for key, value in s.items():
        if key not in found:
            found[key] = value
        elif key == "only":
            found[key] = [*_several(found[key]), *_several(value)]
        elif key == "only_if":
            found[key] = f"({found[key]}) and ({value})"
        else:
            raise NotSayableError("the same restriction twice")
    return found


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@inverse
def un_restrictions(value: Any) -> Iterator[dict[str, Any]]:
    """The first of several restrictions, and the rest."""
    if isinstance(value, dict):
        parts = [{key: one} for key, part in value.items() for one in (_several(part) if key == "only" else [part])]
        if len(parts) > 1:
            rest: dict[str, Any] = {}
            for part in parts[1:]:
                rest = restrictions(rest, part)
            yield {"r": parts[0], "s": rest}


@meaning
def loyalty(n: int | str) -> list[Any]:
    """A loyalty cost (606.4): counters are put on or removed; [0] puts none."""
    negative = str(n).startswith("-")
    count = n if isinstance(n, int) else str(n).lstrip("+-")
    verb = "remove_counters" if negative else "put_counters"
    return [{verb: {"on": "this", "kind": "loyalty", "count": abs(count) if isinstance(count, int) else count}}]


@inverse
def un_loyalty(value: Any) -> Iterator[dict[str, Any]]:
    """A loyalty cost as a number."""
    match value:
        case [{"put_counters": {"on": "this", "kind": "loyalty", "count": count}}]:
            yield {"n": count}
        case [{"remove_counters": {"on": "this", "kind": "loyalty", "count": count}}]:
            yield {"n": -count if isinstance(count, int) else f"-{count}"}


@meaning
def loyalty_costs(n: int | str) -> dict[str, Any]:
    """A loyalty cost as the whole cost of an ability."""
    return {"activated": "", "costs": loyalty(n)}


@inverse
def un_loyalty_costs(value: Any) -> Iterator[dict[str, Any]]:
    """A loyalty cost as a number."""
    if isinstance(value, dict) and value.keys() == {"activated", "costs"} and not value["activated"]:
        yield from un_loyalty(value["costs"])


@meaning
def class_level(c: dict[str, Any], n: int) -> dict[str, Any]:
    """ "{1}{R}: Level 2": the Class's level becomes 2; only at the level before it, and only as a sorcery (716.2a)."""
    below = f"not flag(level {n} or greater)"
    at_least = f"flag(level {n - 1} or greater) and " if n > 2 else ""
    done = [{"act": {"player": "you", "what": f"level {n}", "about": "this"}}]
    return {**c, "do": done, "only": "sorcery", "only_if": at_least + below}


@inverse
def un_class_level(value: Any) -> Iterator[dict[str, Any]]:
    """The cost and the level."""
    if isinstance(value, dict) and value.get("only") == "sorcery" and len(value.get("do", [])) == 1:
        found = re.fullmatch(
            r"\[\{'act': \{'player': 'you', 'what': 'level ([0-9]+)', 'about': 'this'\}\}\]", str(value["do"])
        )
        cost = {key: part for key, part in value.items() if key in {"activated", "costs", "in"}}
        if found and class_level(cost, int(found[1])) == value:
            yield {"c": cost, "n": int(found[1])}


@meaning
def boasted(c: dict[str, Any], e: list[Any]) -> dict[str, Any]:
    """ "Boast — {1}: ...": only if the creature attacked this turn, and only once each turn (702.142a)."""
    found: dict[str, Any] = activated(c, e, {"only_if": "flag(attacked this turn)", "once_each_turn": True})
    return found


@meaning
def exhausted(c: dict[str, Any], e: list[Any]) -> dict[str, Any]:
    """ "Exhaust — {1}: ...": only once (702.177a)."""
    found: dict[str, Any] = activated(c, e, {"once": True})
    return found


@inverse
def un_boasted(value: Any) -> Iterator[dict[str, Any]]:
    """A boast ability's cost and effect."""
    for one in un_activated(value):
        if one.pop("r", None) == {"only_if": "flag(attacked this turn)", "once_each_turn": True}:
            yield one


@inverse
def un_exhausted(value: Any) -> Iterator[dict[str, Any]]:
    """An exhaust ability's cost and effect."""
    for one in un_activated(value):
        if one.pop("r", None) == {"once": True}:
            yield one


_FORECAST: dict[str, Any] = {"only": "your upkeep", "once_each_turn": True}


@meaning
def forecast(c: dict[str, Any], e: list[Any]) -> dict[str, Any]:
    """ "Forecast — {1}, Reveal ~ from your hand: ...": only in your upkeep and once each turn (702.57b)."""
    if c.get("in") != ["hand"]:
        raise NotSayableError("a forecast ability that does not reveal its card")
    found: dict[str, Any] = activated(c, e, _FORECAST)
    return found


@inverse
def un_forecast(value: Any) -> Iterator[dict[str, Any]]:
    """A forecast ability's cost and effect."""
    for one in un_activated(value):
        if one.pop("r", None) == _FORECAST and one["c"].get("in") == ["hand"]:
            yield one
