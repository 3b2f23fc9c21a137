"""Meanings of "for each": how often, or how much, something is done; and of what may be paid for something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import (
    DOER,
    NotSayableError,
    by,
    by_you,
    inverse,
    meaning,
    replaced,
    sized,
    times,
    un_by,
    un_by_you,
    where_x,
)

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
    theirs = "\u00abthat player\u00bb controls" in str(n)
    if len(deed) != 1 or ("\u00ab" in str(n) and "\u00abthat it\u00bb" not in str(n) and not theirs):
        raise NotSayableError("for each, of several things")
    ((verb, roles),) = deed[0].items()
    key = _SCALED.get(verb)
    if key is None or not isinstance(roles.get(key), int):
        raise NotSayableError("for each")
    scaled = [{verb: {**roles, key: _product(roles[key], n)}}]
    found: list[Any] = by(who, scaled) if theirs else replaced(scaled, DOER, who)
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
        case [{"may": {"player": "you", "cost": cost, "do": done, **rest}}] if rest.keys() <= {"otherwise"}:
            for one in un_by_you(cost):
                found = {"cost": one["deed"], "s": done}
                yield {**found, "t": rest["otherwise"]} if rest else found


@inverse
def un_do_then(value: Any) -> Iterator[dict[str, Any]]:
    """What you may do, and what follows if you do."""
    match value:
        case [{"may": {"player": "you", "do": done, **rest}}] if not rest:
            for size in range(1, len(done)):
                yield from ({"deed": one["deed"], "s": done[size:]} for one in un_by_you(done[:size]))


def _scaled(value: Any) -> Iterator[tuple[list[Any], str]]:
    """An instruction with a number, and what that is multiplied with."""
    match value:
        case [dict(one)] if len(one) == 1:
            ((verb, roles),) = one.items()
            key = _SCALED.get(str(verb))
            found = re.fullmatch(r"(?:([0-9]+) \* )?([a-z].*\))", str(roles.get(key))) if key else None
            if found:
                yield [{verb: {**roles, key: int(found[1] or 1)}}], found[2]


@inverse
def un_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """What you do, and for each what."""
    for one, amount in _scaled(value):
        yield from ({"deed": you["deed"], "n": amount} for you in un_by_you(one))


@inverse
def un_for_each_by(value: Any) -> Iterator[dict[str, Any]]:
    """Who does what, and for each what."""
    for one, amount in _scaled(value):
        yield from ({**who, "n": amount} for who in un_by(one))


@inverse
def un_damage_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """How much damage, and for each what."""
    for one, amount in _scaled([value]):
        if (dealt := one[0].get("deal_damage")) and dealt.keys() == {"source", "to", "amount"}:
            yield {"s": dealt["source"], "k": dealt["amount"], "t": dealt["to"], "n": amount}


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


@inverse
def un_tap_or_untap(value: Any) -> Iterator[dict[str, Any]]:
    """What is tapped or untapped."""
    match value:
        case [{"choose": {"tap": [{"tap": {"permanent": what}}], "untap": [{"untap": {"permanent": again}}]}}]:
            if what == again:
                yield {"w": what}


@inverse
def un_protection_chosen(value: Any) -> Iterator[dict[str, Any]]:
    """What gains protection from a color."""
    match value:
        case [{"choose": {"white": [{"effect": {"affects": what}}]}}]:
            if protection_chosen(what)[-1] == replaced(value[0], what, _named_first(what)[1]):
                yield {"w": what}


#: Amounts that are said as they are.
_PLAIN = re.compile(r"-?[0-9]+|x|y|0 - x|amount|prevented|all")
_AMOUNTS = frozenset({"amount", "count", "power_plus", "toughness_plus", "power", "toughness", "look"})


def _amounts(value: Any) -> list[str]:
    """The amounts in instructions or changes that are more than a number."""
    found: list[str] = []
    if isinstance(value, dict):
        for key, part in value.items():
            if key in _AMOUNTS and isinstance(part, str) and not _PLAIN.fullmatch(part):
                found.append(part.removeprefix("0 - "))
            elif key not in {"abilities", "token"}:
                found += _amounts(part)
    elif isinstance(value, list):
        for part in value:
            found += _amounts(part)
    return found


def _x_for(value: Any, amount: str) -> Any:
    if isinstance(value, dict):
        return {
            key: part.replace(amount, "x")
            if key in _AMOUNTS and isinstance(part, str)
            else part
            if key in {"abilities", "token"}
            else _x_for(part, amount)
            for key, part in value.items()
        }
    return [_x_for(part, amount) for part in value] if isinstance(value, list) else value


@inverse
def un_where_x(value: Any) -> Iterator[dict[str, Any]]:
    """An X in place of an amount, and the amount."""
    found = list(dict.fromkeys(_amounts(value)))
    if len(found) == 1:
        within = re.fullmatch(r"(?:max\(0, |\()(.*)\)", found[0])
        yield {"deed": _x_for(value, found[0]), "value": within[1] if within else found[0]}


def untimes(value: Any) -> Iterator[tuple[str, str]]:
    """+2/+1 and the amount that both numbers are multiplied with."""
    if not isinstance(value, dict) or not value or not value.keys() <= {"power_plus", "toughness_plus"}:
        return
    numbers: dict[str, int] = {"power_plus": 0, "toughness_plus": 0}
    amounts = set()
    for key, part in value.items():
        found = re.fullmatch(r"(0 - )?(?:([0-9]+) \* )?([a-z].*)", str(part))
        if found is None or _PLAIN.fullmatch(found[3]):
            return
        numbers[key] = int(found[2] or 1) * (-1 if found[1] else 1)
        amounts.add(found[3])
    if len(amounts) == 1:
        negative = min(numbers.values()) < 0
        yield "/".join(f"{'-' if negative else '+'}{abs(one)}" for one in numbers.values()), amounts.pop()


def _affecting(value: Any) -> Iterator[tuple[str, str, str]]:
    if isinstance(value, dict) and isinstance(value.get("affects"), str):
        rest = {key: part for key, part in value.items() if key != "affects"}
        yield from ((value["affects"], pt, amount) for pt, amount in untimes(rest))


@inverse
def un_pump_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """+1/+0 and for each what."""
    yield from ({"p": pt, "n": amount} for what, pt, amount in _affecting(value) if what == "this")


@inverse
def un_pump_attached_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """What is attached to, +1/+1, and for each what."""
    yield from ({"n": what, "p": pt, "n2": amount} for what, pt, amount in _affecting(value))


@inverse
def un_group_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """Who gets +1/+1, and for each what."""
    yield from ({"s": what, "p": pt, "n": amount} for what, pt, amount in _affecting(value))


@inverse
def un_pump_turn_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """The same until end of turn."""
    match value:
        case {"effect": made, **rest} if not rest:
            yield from ({"w": what, "p": pt, "n": amount} for what, pt, amount in _affecting(made))


@inverse
def un_static_where_x(value: Any) -> Iterator[dict[str, Any]]:
    """Who gets +X/+0, and what X is."""
    if isinstance(value, dict) and isinstance(value.get("affects"), str):
        for one in un_where_x({key: part for key, part in value.items() if key != "affects"}):
            yield {"s": value["affects"], **one}
