"""The other way round from ``preventing``: sentences about prevented damage from what they mean (615)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import DOER, inverse, replaced
from scenarios.reading.preventing import COLORS

_AGAIN = "\u00abthat it\u00bb"
_KIND = frozenset({"combat"})
_ROLES = frozenset({"source", "to"})
_COLOR_OF_CHOICE = "\u00a4"


def _damage(value: Any, keys: frozenset[str]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]], str]]:
    """What kind of damage is watched, from where and to what, and the condition of an effect with these keys."""
    if not isinstance(value, dict) or not value.keys() <= keys or "when" not in value:
        return
    watches = value["when"] if isinstance(value["when"], list) else [value["when"]]
    if not all(isinstance(one, dict) and one.keys() == {"deal_damage"} for one in watches):
        return
    dealt = [one["deal_damage"] for one in watches]
    kinds = [{key: part for key, part in one.items() if key in _KIND} for one in dealt]
    ways = [{key: part for key, part in one.items() if key not in _KIND} for one in dealt]
    if any(kind != kinds[0] for kind in kinds) or not all(way.keys() <= _ROLES for way in ways):
        return
    targets = [part for part in ways[0].values() if part.startswith("\u00abtarget")]
    for way in ways[1:]:
        for key, part in way.items():
            if targets and part in {_AGAIN, "\u00abthat creature\u00bb", "\u00abthat permanent\u00bb"}:
                way[key] = targets[0]
    condition = value.get("while", "")
    quality = re.match(r"matches\(source, ([^()]*)\)(?: and )?", condition)
    if quality and "source chosen" in str(ways[0].get("source")):
        yield (
            kinds[0],
            [{**ways[0], "source": f"source chosen|{quality[1]}"}, *ways[1:]],
            condition[quality.end() :],
        )
    yield kinds[0], ways, condition


_EFFECT = frozenset({"when", "while", "prevent"})


@inverse
def un_prevent_all(value: Any) -> Iterator[dict[str, Any]]:
    """Which damage is prevented, and while which condition."""
    if isinstance(value, dict) and value.get("prevent") == "all":
        for kind, ways, condition in _damage(value, _EFFECT):
            yield {"k": kind, "d": ways, "i": condition} if condition else {"k": kind, "d": ways}


@inverse
def un_prevent_all_in_your_turn(value: Any) -> Iterator[dict[str, Any]]:
    """The same during your turn."""
    for one in un_prevent_all(value):
        if one.pop("i", "") == "turn_of(you)":
            yield one


@inverse
def un_prevent_until(value: Any) -> Iterator[dict[str, Any]]:
    """The same until your next turn."""
    if isinstance(value, dict) and value.get("lasts") == "until your next turn":
        yield from un_prevent_all({key: part for key, part in value.items() if key != "lasts"})


@inverse
def un_prevent_next(value: Any) -> Iterator[dict[str, Any]]:
    """How much of which damage is prevented."""
    if isinstance(value, dict) and value.get("prevent") == "all" and value.get("next", "time") != "time":
        for kind, ways, condition in _damage(value, _EFFECT | {"next"}):
            if not condition:
                yield {"n": value["next"], "k": kind, "d": ways}


@inverse
def un_prevent_each(value: Any) -> Iterator[dict[str, Any]]:
    """How much damage is prevented to each of what."""
    match value:
        case {"next": count, "each": str(each), "prevent": "all", "when": _}:
            inner = {key: part for key, part in value.items() if key not in {"each", "next"}}
            for kind, ways, condition in _damage(inner, _EFFECT):
                if ways == [{"to": "each one"}] and not condition:
                    yield {"n": count, "k": kind, "e": each}


def _one_way(value: Any, keys: frozenset[str]) -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    yield from ((kind, ways[0], condition) for kind, ways, condition in _damage(value, keys) if len(ways) == 1)


@inverse
def un_prevent_from(value: Any) -> Iterator[dict[str, Any]]:
    """How much of what a source would deal is prevented."""
    for kind, way, condition in _one_way(value, _EFFECT):
        if "to" in way and "prevent" in value:
            found = {"s": way.get("source", "source"), "k": kind, "t": way["to"], "n": value["prevent"]}
            yield {**found, "i": condition} if condition else found


@inverse
def un_prevent_from_then(value: Any) -> Iterator[dict[str, Any]]:
    """The same, and what happens besides."""
    if isinstance(value, dict) and "then" in value:
        for one in un_prevent_from({key: part for key, part in value.items() if key != "then"}):
            if one.pop("n") == "all" and "i" not in one:
                yield {**one, "e": _before(value["then"])}


@inverse
def un_prevent_dealt(value: Any) -> Iterator[dict[str, Any]]:
    """What would be dealt damage, and what happens besides."""
    if not isinstance(value, dict) or value.get("prevent") != "all":
        return
    for kind, way, condition in _one_way(value, _EFFECT | {"then", "together"}):
        if way.keys() == {"to"} and ("then" in value) == bool(value.get("together")):
            found: dict[str, Any] = {"k": kind, "t": way["to"]}
            found |= {"i": condition} if condition else {}
            yield {**found, "e": _before(value["then"])} if "then" in value else found


def _before(done: list[Any]) -> list[Any]:
    """What happens besides, with "that much" for how much was prevented."""
    return [_amounts(one) for one in done]


def _amounts(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: "amount" if key in {"amount", "count"} and part == "prevented" else _amounts(part)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_amounts(part) for part in value]
    return "\u00abthat source\u00bb" if value == "source" else value


@inverse
def un_prevent_next_time(value: Any) -> Iterator[dict[str, Any]]:
    """Which damage of which source is prevented the next time."""
    if not isinstance(value, dict) or value.get("next") != "time" or "prevent" not in value:
        return
    for kind, way, condition in _one_way(value, _EFFECT | {"next"}):
        if condition:
            continue
        found: dict[str, Any] = {"n": value["prevent"], "k": kind}
        if "to" in way:
            found["t"] = way["to"]
        if "source" in way:
            source, _, quality = way["source"].partition("|")
            found["s"] = {"source": source, "kind": quality} if quality else {"source": source}
        yield found


@inverse
def un_prevent_little(value: Any) -> Iterator[dict[str, Any]]:
    """How little damage is prevented."""
    match value:
        case {"when": {"deal_damage": {"amount": str(amount), **roles}}, "prevent": "all", **rest} if not rest:
            if re.fullmatch(r"<= [0-9]+", amount) and "to" in roles:
                kind = {key: part for key, part in roles.items() if key in _KIND}
                yield {"s": roles.get("source", "source"), "k": kind, "t": roles["to"], "n": int(amount[3:])}


@inverse
def un_shield_effect(value: Any) -> Iterator[dict[str, Any]]:
    """The shield of an instruction, also one of a color that is chosen as it is made."""
    match value:
        case {"effect": {"prevent": _} as made, **rest} if not rest:
            yield {"p": made}
        case {"choose": {"white": [{"effect": {"prevent": _} as made}], **others}} if others.keys() == {*COLORS[1:]}:
            yield {"p": replaced(made, "white", _COLOR_OF_CHOICE)}


@inverse
def un_shield_then(value: Any) -> Iterator[dict[str, Any]]:
    """A shield, and what happens besides."""
    match value:
        case [{"effect": {"prevent": _, "then": then, **rest}}]:
            yield {"p": {**rest, "prevent": value[0]["effect"]["prevent"]}, "e": _before(then)}


@inverse
def un_then_this_way(value: Any) -> Iterator[dict[str, Any]]:
    """A static prevention effect, and what happens besides."""
    if isinstance(value, dict) and "then" in value and "together" not in value:
        yield {"st": {key: part for key, part in value.items() if key != "then"}, "e": _before(value["then"])}


@inverse
def un_for_each_prevented(value: Any) -> Iterator[dict[str, Any]]:
    """One for each 1 damage prevented."""
    match value:
        case [{"put_counters": {"count": "prevented", **roles}}]:
            yield {"e": [{"put_counters": {**roles, "count": 1}}]}
        case [{"create_tokens": {"count": "prevented", **roles}}]:
            yield {"e": [{"create_tokens": {**roles, "count": 1}}]}


@inverse
def un_unpreventable(value: Any) -> Iterator[dict[str, Any]]:
    """Which damage can't be prevented."""
    match value:
        case {"cannot_prevent": {"deal_damage": dict(roles)}, **rest} if not rest:
            kind = {key: part for key, part in roles.items() if key in _KIND}
            if roles.keys() <= _KIND | {"source"}:
                yield {"k": kind, "s": roles["source"]} if "source" in roles else {"k": kind}


@inverse
def un_unpreventable_turn(value: Any) -> Iterator[dict[str, Any]]:
    """The same for a turn."""
    match value:
        case {"effect": made, **rest} if not rest:
            yield from (one for one in un_unpreventable(made) if "s" not in one)


@inverse
def un_pay_to_by(value: Any) -> Iterator[dict[str, Any]]:
    """Who may pay what, and what for."""
    match value:
        case [{"may": {"player": str(who), "cost": cost, "do": done, **rest}}] if not rest and who != "you":
            yield {"who": who, "cost": replaced(cost, who, DOER), "s": done}
