"""Meanings of "for each": how often, or how much, something is done; and of what may be paid for something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import DOER, NotSayableError, by_you, inverse, meaning, replaced, sized, times, where_x

#: Which number of an instruction is multiplied.
_SCALED = {
    "draw": "count", "gain_life": "amount", "lose_life": "amount", "put_counters": "count", "create_tokens": "count",
    "mill": "count", "discard": "count", "deal_damage": "amount", "remove_counters": "count",
}  # fmt: skip


@meaning
def for_each(deed: list[Any], n: Any) -> list[Any]:
    """ "Draw a card for each ..."."""
    return for_each_by("you", deed, n)


@meaning
def for_each_by(who: str, deed: list[Any], n: Any) -> list[Any]:
    """ "Target player loses 1 life for each ..."."""
    if len(deed) != 1 or ("\u00ab" in str(n) and "\u00abthat it\u00bb" not in str(n)):
        raise NotSayableError("for each, of several things")
    ((verb, roles),) = deed[0].items()
    key = _SCALED.get(verb)
    if key is None or not isinstance(roles.get(key), int):
        raise NotSayableError("for each")
    found: list[Any] = replaced([{verb: {**roles, key: _product(roles[key], n)}}], DOER, who)
    return found


def _product(number: int, amount: Any) -> Any:
    return amount if number == 1 else f"{number} * {amount}"


@meaning
def damage_for_each(s: str, k: int, t: str, n: Any) -> dict[str, Any]:
    """ "This deals 2 damage to target creature for each ..."."""
    return {"deal_damage": {"source": s, "to": t, "amount": _product(k, n)}}


@meaning
def pump_turn_for_each(w: str, p: str, n: Any) -> dict[str, Any]:
    """ "Target creature gets +1/+1 until end of turn for each ..."."""
    return {"effect": {"affects": w, **times(p, n)}}


@meaning
def group_for_each(s: str, p: str, n: Any) -> dict[str, Any]:
    """ "Creatures you control get +1/+1 for each ..."."""
    if "\u00ab" in str(n):
        raise NotSayableError("for each of what several things have")
    return {"affects": s, **times(p, n)}


@meaning
def static_where_x(s: str, deed: dict[str, Any], value: Any) -> dict[str, Any]:
    """ "This gets +X/+0, where X is ..."."""
    text = str(value)
    if "\u00ab" in text and s != "this":
        raise NotSayableError("where X is something of what several things have")
    found: dict[str, Any] = where_x(deed, text.replace("\u00abthat it\u00bb", "this"))
    return {"affects": s, **found}


@meaning
def pay_to(cost: list[Any], s: list[Any], t: list[Any] | None = None) -> list[Any]:
    """ "You may pay {1}. If you do, ..."."""
    may = {"player": "you", "cost": by_you(cost), "do": s}
    return [{"may": {**may, "otherwise": t} if t else may}]


@meaning
def do_then(deed: list[Any], s: list[Any]) -> list[Any]:
    """ "You may draw a card. If you do, discard a card": nothing can keep you from these once you choose to."""
    if not all(one.keys() <= _SURE for one in deed):
        raise NotSayableError("whether you did it")
    return [{"may": {"player": "you", "do": [*by_you(deed), *s]}}]


#: What a player who chooses to do it does, whatever the situation.
_SURE = frozenset({"draw", "gain_life", "mill", "create_tokens", "put_counters", "act"})


@inverse
def un_pay_to(value: Any) -> Iterator[dict[str, Any]]:
    """What may be paid, and what for."""
    match value:
        case [{"may": {"player": "you", "cost": cost, "do": done, **rest}}] if not rest:
            yield {"cost": _as_doer(cost), "s": done}


def _as_doer(cost: list[Any]) -> list[Any]:
    return [
        {verb: {key: DOER if part == "you" and key in {"player", "on"} else part for key, part in roles.items()}}
        for one in cost
        for verb, roles in one.items()
    ]


@meaning
def counter_pair(k: str, l: str) -> dict[str, Any]:  # noqa: E741
    """One counter of each of two kinds."""
    if k == l:
        raise NotSayableError("the same kind of counter twice")
    return {k: 1, l: 1}


@inverse
def un_counter_pair(value: Any) -> Iterator[dict[str, Any]]:
    """Two kinds of counters, one of each."""
    if isinstance(value, dict) and len(value) == 2 and set(value.values()) == {1}:
        first, second = value
        yield {"k": first, "l": second}


@meaning
def add_type(t: str) -> dict[str, Any]:
    """A card type in addition to the others."""
    if not re.fullmatch(r"artifact|creature|enchantment|land|planeswalker|battle", t):
        raise NotSayableError("what is no card type")
    return {"add_types": [t]}


@inverse
def un_add_type(value: Any) -> Iterator[dict[str, Any]]:
    """The one card type that is added."""
    match value:
        case {"add_types": [one], **rest} if not rest:
            yield {"t": one}


@meaning
def becoming(z: str, n: dict[str, Any], c: list[str] | None = None, k: list[str] | None = None) -> dict[str, Any]:
    """ "A 3/3 red Elemental creature with haste": size, colors, types and keywords."""
    found = {**n, **sized(z)}
    if c is not None:
        found["colors"] = c
    if k:
        found["keywords"] = k
    return found


@inverse
def un_becoming(value: Any) -> Iterator[dict[str, Any]]:
    """The parts of what something becomes."""
    if isinstance(value, dict) and {"add_types", "power", "toughness"} <= value.keys():
        parts: dict[str, Any] = {"z": f"{value['power']}/{value['toughness']}"}
        parts["n"] = {key: value[key] for key in ("add_types", "add_subtypes") if key in value}
        parts |= {short: value[key] for short, key in (("c", "colors"), ("k", "keywords")) if key in value}
        yield parts


def _named_first(what: str) -> tuple[list[Any], str]:
    """A target that several options speak of: it is chosen first, and each option names it again."""
    target = re.fullmatch("\u00abtarget (.*)\u00bb", what)
    return ([{"\u00a7choose": what}], f"\u00abthat ={target[1]}\u00bb") if target else ([], what)


@meaning
def tap_or_untap(w: str) -> list[Any]:
    """ "Tap or untap target creature": one of both."""
    first, it = _named_first(w)
    return [*first, {"choose": {"tap": [{"tap": {"permanent": it}}], "untap": [{"untap": {"permanent": it}}]}}]


@meaning
def protection_chosen(w: str) -> list[Any]:
    """ "Target creature gains protection from the color of your choice until end of turn"."""
    first, it = _named_first(w)
    colors = ("white", "blue", "black", "red", "green")
    given = {color: [{"effect": {"affects": it, "keywords": [f"protection from {color}"]}}] for color in colors}
    return [*first, {"choose": given}]
