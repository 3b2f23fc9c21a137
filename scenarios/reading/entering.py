"""Meanings of texts about entering the battlefield that a template can't spell out (614.1c-d, 614.12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from model.mana import COLOR_WORDS
from scenarios.reading.meanings import NotSayableError, inverse, meaning

_ITSELF = {"enter": {"object": "this"}}
_COMPARED = re.compile(r"(.+) (>=|<=|==|<|>) ([0-9]+)")


@meaning
def negated(c: str) -> str:
    """ "Unless": the condition turned around, in the plainest words there are for it."""
    found = _negated(c)
    if found is None:
        raise NotSayableError("a condition that can't be turned around")
    return found


@inverse
def un_negated(value: Any) -> Iterator[dict[str, Any]]:
    """What would make it not so."""
    if isinstance(value, str) and (found := _negated(value)) is not None:
        yield {"c": found}


def _negated(condition: str) -> str | None:
    if "(" in re.sub(r"[a-z_]+\([^()]*\)", "", condition):
        return None
    for word, other in ((" or ", " and "), (" and ", " or ")):
        parts = _apart(condition, word)
        if len(parts) > 1:
            if word == " and " and " or " in condition:
                return None
            turned = [_negated(part) for part in parts]
            return None if None in turned else other.join(str(part) for part in turned)
    if condition.startswith("not "):
        return condition.removeprefix("not ")
    compared = _COMPARED.fullmatch(condition)
    if compared is None:
        return f"not {condition}"
    left, sign, number = compared[1], compared[2], int(compared[3])
    if sign == ">=" and number == 1:
        return f"{left} == 0"
    if sign == "==" and number == 0:
        return f"{left} >= 1"
    turned_sign = {">=": "<", "<": ">=", "<=": ">", ">": "<="}.get(sign)
    return f"{left} {turned_sign} {number}" if turned_sign else None


def _apart(condition: str, word: str) -> list[str]:
    """The parts that a word joins, outside of functions, where phrases have the word too."""
    parts, depth, start, place = [], 0, 0, 0
    while place < len(condition):
        letter = condition[place]
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and condition.startswith(word, place):
            parts.append(condition[start:place])
            start = place = place + len(word)
        else:
            place += 1
    return [*parts, condition[start:]]


@meaning
def counters_for_each(n: Any, k: str, e: Any) -> dict[str, Any]:
    """Two charge counters for each of these."""
    return {k: f"{n} * {_inner(e)}"}


@inverse
def un_counters_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """A number of counters, and for each what."""
    if isinstance(value, dict) and len(value) == 1:
        ((kind, number),) = value.items()
        found = re.fullmatch(r"([0-9]+) \* ([a-z_]+\(.*\))", number) if isinstance(number, str) else None
        if found:
            yield {"n": int(found[1]), "k": kind, "e": found[2]}


@meaning
def counters_and_for_each(k: str, l: str, e: Any) -> dict[str, Any]:  # noqa: E741
    """One counter, and one more for each of these."""
    if k != l:
        raise NotSayableError("counters of two kinds")
    return {k: f"{e} + 1"}


@meaning
def two_kinds(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """Counters of two kinds."""
    return more_kinds(a, b)


@meaning
def more_kinds(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """Counters of one kind, and of others."""
    if a.keys() & b.keys():
        raise NotSayableError("the same kind of counters twice")
    return {**a, **b}


@inverse
def un_two_kinds(value: Any) -> Iterator[dict[str, Any]]:
    """The two kinds, apart."""
    if isinstance(value, dict) and len(value) == 2:
        (one, other) = value.items()
        yield {"a": dict([one]), "b": dict([other])}


@inverse
def un_more_kinds(value: Any) -> Iterator[dict[str, Any]]:
    """The first kind, and the others."""
    if isinstance(value, dict) and len(value) > 2:
        first, *others = value.items()
        yield {"a": dict([first]), "b": dict(others)}


def _inner(amount: Any) -> Any:
    return f"({amount})" if isinstance(amount, str) and re.search(r" [+-] ", amount) else amount


@meaning
def kicked_with(m: str) -> str:
    """One of two kickers, called by the color in its cost: "white kicker" (702.33f)."""
    letters = set(re.findall(r"[WUBRG]", m))
    words = [word for word, color in COLOR_WORDS.items() if color.value in letters]
    if len(words) != 1:
        raise NotSayableError("a kicker of no one color")
    return f"flag({words[0]} kicker)"


@inverse
def un_kicked_with(value: Any) -> Iterator[dict[str, Any]]:
    """A kicker cost of that color."""
    found = re.fullmatch(r"flag\(([a-z]+) kicker\)", value) if isinstance(value, str) else None
    if found and found[1] in COLOR_WORDS:
        yield {"m": f"{{{COLOR_WORDS[found[1]].value}}}"}


# --- what is chosen ---------------------------------------------------------------------------------------------------


@meaning
def chosen_then(c: dict[str, Any], h: dict[str, Any]) -> list[Any]:
    """A choice, and how it enters because of it: only once the choice has been made (614.12a)."""
    if "chooses" not in c:
        raise NotSayableError("nothing is chosen")
    what = next(key for key in c["chooses"] if key not in ("by", "secretly"))
    told = {key: _replaced(value) for key, value in h.items()} if what == "player" else h
    return [{"when": _ITSELF, **c}, {"when": _ITSELF, "while": f"chosen({what})", **told}]


def _replaced(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(part) for key, part in value.items()}
    return (
        value.replace("\u00abthat player\u00bb", "chosen player").replace("that player", "chosen player")
        if isinstance(value, str)
        else value
    )


# --- what is paid -----------------------------------------------------------------------------------------------------


@meaning
def revealed_or_controlled(c: list[Any], m: str, n: str) -> dict[str, Any]:
    """ "Tapped unless you revealed a Dragon card this way or you control a Dragon"."""
    if c != [{"reveal": {"player": "you", "card": f"a {m} in your hand"}}]:
        raise NotSayableError("something else was revealed")
    unpaid = {"instead": {"tapped": True}}
    return {"when": _ITSELF, "while": f"count({n} you control) == 0", "pays": {"cost": c, "unpaid": unpaid}}


@inverse
def un_revealed_or_controlled(value: Any) -> Iterator[dict[str, Any]]:
    """What is revealed, and what is controlled."""
    match value:
        case {"when": {"enter": {"object": "this"}}, "while": str(so), "pays": {"cost": [{"reveal": shown}] as cost}}:
            what = re.fullmatch(r"count\((.*) you control\) == 0", so)
            card = re.fullmatch(r"a (.*) in your hand", str(shown.get("card", "")))
            if what and card:
                yield {"c": cost, "m": card[1], "n": what[1]}


@meaning
def paid_or_condition(c: list[Any], i: str, h: dict[str, Any]) -> list[Any]:
    """ "If you do or if you control a Dragon": with the condition nothing need be paid."""
    turned = _negated(i)
    if turned is None:
        raise NotSayableError("a condition that can't be turned around")
    return [{"when": _ITSELF, "while": turned, "pays": {"cost": c, "paid": h}}, {"when": _ITSELF, "while": i, **h}]


@meaning
def any_number_sacrificed(n: str) -> dict[str, Any]:
    """Any number of things that you sacrifice, which are yours."""
    among = " or ".join(f"{part} you control" for part in n.split(" or "))
    return {"any_number_of": among, "do": [{"sacrifice": {"permanent": "each them"}}]}


@meaning
def done_as_enters(d: list[Any], i: str | None = None) -> dict[str, Any]:
    """What is done as it enters: before it is there. Nothing is targeted then."""
    if "\u00abtarget" in repr(d):
        raise NotSayableError("a target as it enters")
    found: dict[str, Any] = {"when": _ITSELF}
    if i is not None:
        found["while"] = i
    return {**found, "instead": [*d, "the event"]}


@meaning
def entering_with(s: list[Any], w: str, c: dict[str, Any], i: str | None = None) -> list[Any]:
    """What the sentence before puts onto the battlefield enters with counters, perhaps on a condition."""
    put = _put_onto_the_battlefield(s, w)
    if i is not None:  # the condition is asked for once it is known what enters, so that this is spoken of once
        c = {kind: f"{number} * ({i})" for kind, number in c.items()}
    return [*s[:-1], {"enter": {**put, "counters": c}}]


@meaning
def entering_with_if_type(s: list[Any], c: dict[str, Any], t: str, w: str = "it") -> list[Any]:
    """It has the counters if it is of a type."""
    put = _put_onto_the_battlefield(s, w)
    it = "\u00abthat it\u00bb" if "\u00ab" in put["object"] else put["object"]
    counted = {kind: f"{number} * matches({it}, {t} card)" for kind, number in c.items()}
    return [*s[:-1], {"enter": {**put, "counters": counted}}]


@meaning
def entering_tapped(s: list[Any], w: str) -> list[Any]:
    """What the sentence before puts onto the battlefield enters tapped."""
    return [*s[:-1], {"enter": {**_put_onto_the_battlefield(s, w), "tapped": True}}]


def _put_onto_the_battlefield(instructions: list[Any], what: str) -> dict[str, Any]:
    """The roles of the last instruction, which puts one thing onto the battlefield."""
    last = instructions[-1] if instructions else None
    if not isinstance(last, dict) or last.keys() != {"enter"} or not isinstance(last["enter"], dict):
        raise NotSayableError(f"what {what!r} refers to")
    object_ = str(last["enter"].get("object", ""))
    if object_.startswith(("each ", "all ")) or last["enter"].keys() & {"counters", "tapped"}:
        raise NotSayableError("several things enter")
    if what not in ("it", "permanent") and what not in object_:
        raise NotSayableError(f"what {what!r} refers to")
    return dict(last["enter"])


# --- copies -----------------------------------------------------------------------------------------------------------


@meaning
def sized_as_well(z: str, s: str, r: str | None = None, q: str | None = None, c: str | None = None) -> dict[str, Any]:
    """ "A 4/4 Spider Human Hero in addition to its other types"."""
    power, toughness = z.split("/")
    if not (power.isdigit() and toughness.isdigit()):
        raise NotSayableError("a size that is no number")
    types = [one for one in (s, r, q) if one]
    found: dict[str, Any] = {"power": int(power), "toughness": int(toughness), "add_subtypes": types}
    return {**found, "colors": [c]} if c else found


@meaning
def sized_for_good(size: str) -> list[Any]:
    """ "It has base power and toughness X/X", with no end."""
    power, toughness = (int(part) if part.isdigit() else part for part in size.split("/"))
    if "*" in size:
        raise NotSayableError("a size with a star")
    return [{"effect": {"lasts": "forever", "affects": "this", "power": power, "toughness": toughness}}]
