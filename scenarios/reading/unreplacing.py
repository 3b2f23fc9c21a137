"""The other way round from ``replacing``: sentences about replacement effects and modes from what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import inverse, un_by_you
from scenarios.reading.replacing import resolving_player


@inverse
def un_with_condition(value: Any) -> Iterator[dict[str, Any]]:
    """The condition, and the effect that it is for."""
    if isinstance(value, dict) and isinstance(value.get("while"), str) and "when" in value:
        rest = {key: part for key, part in value.items() if key != "while"}
        yield {"c": value["while"], "r": rest}
        if both := re.fullmatch(r"\((.*)\) and \((.*)\)", value["while"]):
            yield {"c": both[1], "r": {**rest, "while": both[2]}}


@inverse
def un_damage_replaced(value: Any) -> Iterator[dict[str, Any]]:
    """The damage, and what is dealt instead."""
    match value:
        case {"when": {"deal_damage": dict(roles)}, **rest} if "while" not in rest and "next" not in rest:
            ways = [roles] if "source" in roles else [{**roles, "source": ""}, {**roles, "source": "source"}]
            for way in ways:
                yield {"d": way, "i": rest}
                if "to" not in roles:
                    yield {"d": way, "i": {**rest, "again": "any"}}


@inverse
def un_next_damage_replaced(value: Any) -> Iterator[dict[str, Any]]:
    """The same for the next time."""
    if isinstance(value, dict) and value.get("next") == "time":
        yield from un_damage_replaced({key: part for key, part in value.items() if key != "next"})


@inverse
def un_damage_replaced_while(value: Any) -> Iterator[dict[str, Any]]:
    """The same under a condition."""
    if isinstance(value, dict) and isinstance(value.get("while"), str):
        for one in un_damage_replaced({key: part for key, part in value.items() if key != "while"}):
            yield {**one, "c": value["while"]}


@inverse
def un_all_redirected(value: Any) -> Iterator[dict[str, Any]]:
    """The damage, and what it is dealt to instead."""
    match value:
        case {"when": {"deal_damage": dict(roles)}, "redirect": str(to), **rest} if rest.keys() <= {"next"}:
            if rest.get("next") == "time":
                return
            limit = {"n": rest["next"]} if rest else {}
            yield {"d": roles, "to": to, **limit}
            if to == "source's controller":
                yield {"d": roles, "to": "its controller", **limit}


@inverse
def un_may_instead(value: Any) -> Iterator[dict[str, Any]]:
    """What you may do instead."""
    match value:
        case {"may": "you", "instead": list(done), **rest} if not rest:
            yield from ({"d": one["deed"]} for one in un_by_you(done))


#: The instruction that is the event with another number, by the event.
_SAME = {
    "gain_life": ("gain_life", "amount"), "lose_life": ("lose_life", "amount"), "mill": ("mill", "count"),
    "draw_cards": ("draw", "count"), "act": ("act", "count"),
}  # fmt: skip


@inverse
def un_replaced_by(value: Any) -> Iterator[dict[str, Any]]:
    """The event, and what happens instead."""
    if not isinstance(value, dict) or "when" not in value or "next" in value:
        return
    watched = {key: value[key] for key in ("when", "while") if key in value}
    rest = {key: part for key, part in value.items() if key not in watched}
    match value["when"], rest:
        case dict(event), {"instead": dict(changed), **more} if not more and len(event) == 1 and len(changed) == 1:
            ((name, conditions),) = event.items()
            if name in _SAME and _SAME[name][1] in changed:
                verb, number = _SAME[name]
                who = conditions.get("player", "you")
                roles = {key: part for key, part in conditions.items() if key not in {"player", number}}
                doer = who if who == "you" else "\u00abthat player\u00bb"
                yield {"w": watched, "i": {"instead": [{verb: {"player": doer, **roles, number: changed[number]}}]}}
    if rest:
        yield {"w": watched, "i": rest}


@inverse
def un_next_replaced_by(value: Any) -> Iterator[dict[str, Any]]:
    """The same for the next time."""
    if isinstance(value, dict) and value.get("next") == "time":
        yield from un_replaced_by({key: part for key, part in value.items() if key != "next"})


@inverse
def un_counter_unless(value: Any) -> Iterator[dict[str, Any]]:
    """Which spell is countered, and for how much it is not."""
    match value:
        case [
            {"may": {"player": str(payer), "cost": [{"pay": {"mana": mana}}], "otherwise": [{"move": move}], **rest}}
        ]:
            if not rest and move.get("how") == "counter" and payer.endswith("'s controller"):
                yield {"w": payer.removesuffix("'s controller"), "m": mana}


_MODES = re.compile(r"modes? ([0-9, and]+)|none")


@inverse
def un_modal(value: Any) -> Iterator[dict[str, Any]]:
    """How many modes are chosen, and the modes."""
    match value:
        case [{"choose": dict(options), **rest}] if not rest and all(map(_MODES.fullmatch, options)):
            sets = {tuple(map(int, re.findall("[0-9]+", label))): done for label, done in options.items()}
            sizes = [len(some) for some in sets]
            number = max(max(some, default=0) for some in sets)
            modes = [sets.get((place,)) for place in range(1, number + 1)]
            if None in modes and min(sizes) == 2:
                modes = _from_pairs(sets, number)
            if None not in modes and number > 1:
                for most in dict.fromkeys((max(sizes), 9 if max(sizes) == number and number != 2 else max(sizes))):
                    yield {"n": [min(sizes), most], "m": modes}


def _from_pairs(sets: dict[tuple[int, ...], list[Any]], number: int) -> list[Any]:
    """The modes where only pairs of them are options: what the pairs of three have in common."""
    if number < 3 or not {(1, 2), (1, 3), (2, 3)} <= sets.keys():
        return [None]
    lengths = {pair: len(sets[pair]) for pair in ((1, 2), (1, 3), (2, 3))}
    first = (lengths[1, 2] + lengths[1, 3] - lengths[2, 3]) // 2
    return [sets[1, 2][:first], *(sets.get((1, place), [])[first:] for place in range(2, number + 1))]


@inverse
def un_self_replaced(value: Any) -> Iterator[dict[str, Any]]:
    """What is done, the condition, and what is done instead."""
    if not isinstance(value, list):
        return
    for place, one in enumerate(value):
        if isinstance(one, dict) and next(iter(one), "") == "otherwise" and {"if", "then"} <= one.keys():
            before, behind = value[:place], value[place + 1 :]
            instead = {"c": one["if"], "s": one["then"]}
            for way in (instead, {**instead, "whole": True}):
                found = {"s": [*before, *one["otherwise"]], "i": way}
                yield {**found, "e": behind} if behind else found


@inverse
def un_emblem(value: Any) -> Iterator[dict[str, Any]]:
    """The effect of an emblem."""
    match value:
        case [{"effect": {"lasts": "forever", **made}}] if "when" in made or "cannot" in made:
            yield {"q": made}


@inverse
def un_when_you_do(value: Any) -> Iterator[dict[str, Any]]:
    """What is done, and what happens when you do."""
    match value:
        case [{"may": {"player": who, "cost": done, "do": [{"when_done": then}], **rest}}] if not rest:
            yield {"s": [{"may": {"player": who, "do": done}}], "t": then}
        case [*done, {"when_done": then}] if done:
            yield {"s": done, "t": then}


@inverse
def un_may_when_done(value: Any) -> Iterator[dict[str, Any]]:
    """What you may pay, and what happens when you do."""
    match value:
        case [{"may": {"player": "you", "cost": cost, "do": [{"when_done": then}], **rest}}] if not rest:
            yield from ({"cost": one["deed"], "s": then} for one in un_by_you(cost))


@inverse
def un_exiled_and(value: Any) -> Iterator[dict[str, Any]]:
    """What is exiled, and what else is done."""
    match value:
        case [{"exile": {"object": what, **rest}}, *more] if not rest and more:
            yield {"w": what, "s": more}


@inverse
def un_tokens_like_with(value: Any) -> Iterator[dict[str, Any]]:
    """As many tokens with keyword abilities."""
    match value:
        case {"token": {"abilities": list(keywords), **token}, "count": "amount", **rest} if not rest:
            if all(isinstance(one, str) for one in keywords):
                yield {"t": token, "k": keywords}


@inverse
def un_created_both(value: Any) -> Iterator[dict[str, Any]]:
    """The token that would be created, and both that are."""
    match value:
        case {"when": {"create_tokens": {"player": "you", "token": str(name)}}, "plus": [more], **rest} if not rest:
            yield {"n": name, "t": {"token": name, "count": "amount"}, "u": more}


@inverse
def un_countered_to(value: Any) -> Iterator[dict[str, Any]]:
    """The spell that is countered, and where it goes."""
    match value:
        case [{"move": {"object": what, "how": "counter"}}, {"self": {"when": {"move": _}, **gone}}, *more]:
            if "while" not in gone:
                found = {"w": what, "g": gone, "x": "spell"}
                yield {**found, "e": more} if more else found


@inverse
def un_only_if(value: Any) -> Iterator[dict[str, Any]]:
    """What is done, and the condition behind it."""
    match value:
        case [{"then": list(done), "if": str(condition), **rest}] if not rest and next(iter(value[0])) == "then":
            yield {"s": done, "c": condition}


@inverse
def un_fight(value: Any) -> Iterator[dict[str, Any]]:
    """The two that fight."""
    match value:
        case [{"at_once": [{"deal_damage": {"source": one, "to": other}}, {"deal_damage": {"source": _, "to": _}}]}]:
            if not resolving_player(str(other)):
                yield {"a": one, "b": other}
