"""Meanings of texts about entering the battlefield that a template can't spell out (614.1c-d, 614.12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from model.mana import COLOR_WORDS
from model.subtypes import LAND_TYPES, PLANESWALKER_TYPES
from model.type_line import BASIC_LAND_TYPES, CARD_TYPES
from scenarios.reading.creature_types import CREATURE_TYPES
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
def counters_for_each(n: Any, k: str, e: Any, i: str = "it") -> dict[str, Any]:
    """Two charge counters for each of these."""
    del i
    return {k: f"{n} * {_inner(e)}"}


@inverse
def un_counters_for_each(value: Any) -> Iterator[dict[str, Any]]:
    """A number of counters, and for each what."""
    if isinstance(value, dict) and len(value) == 1:
        ((kind, number),) = value.items()
        found = re.fullmatch(r"([0-9]+) \* ([a-z_]+\(.*\))", number) if isinstance(number, str) else None
        if found:
            yield {"n": int(found[1]), "k": kind, "e": found[2], "i": "it"}


@meaning
def counters_and_for_each(k: str, l: str, e: Any, i: str, j: str) -> dict[str, Any]:  # noqa: E741
    """One counter, and one more for each of these."""
    del i, j
    if k != l:
        raise NotSayableError("counters of two kinds")
    return {k: f"{e} + 1"}


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


# --- what is chosen ---------------------------------------------------------------------------------------------------


@meaning
def other_color(c: str) -> dict[str, Any]:
    """A color other than this one."""
    return {"chooses": {"color": [word for word in COLOR_WORDS if word != c]}}


@inverse
def un_other_color(value: Any) -> Iterator[dict[str, Any]]:
    """The color that is left out."""
    chosen = value.get("chooses", {}).get("color") if isinstance(value, dict) else None
    missing = [word for word in COLOR_WORDS if word not in chosen] if isinstance(chosen, list) else []
    if len(missing) == 1:
        yield {"c": missing[0]}


@meaning
def one_word(a: str, b: str) -> dict[str, Any]:
    """One of two words."""
    return _one_of([a, b])


@meaning
def one_of_words(a: str, b: list[str]) -> dict[str, Any]:
    """One of several words."""
    return _one_of([a, *b])


@inverse
def un_one_word(value: Any) -> Iterator[dict[str, Any]]:
    """The two words."""
    if (words := _words(value)) is not None and len(words) == 2:
        yield {"a": words[0], "b": words[1]}


@inverse
def un_one_of_words(value: Any) -> Iterator[dict[str, Any]]:
    """The words, three or more."""
    if (words := _words(value)) is not None and len(words) > 2:
        yield {"a": words[0], "b": words[1:]}


def _words(value: Any) -> list[str] | None:
    if not isinstance(value, dict) or value.keys() != {"chooses"} or len(value["chooses"]) != 1:
        return None
    ((what, words),) = value["chooses"].items()
    known = what in {"color", "card type", "land type", "type", "mode"} and isinstance(words, list)
    return [str(word) for word in words] if known else None


#: Words before which something is described, and which are no words to choose from.
_NO_WORDS = frozenset({"a", "an", "any", "the", "another", "one", "two", "creature", "permanent", "player", "opponent"})


def _one_of(words: list[str]) -> dict[str, Any]:
    """What sort of words they are: colors, card types, land types, creature types, or the names of modes."""
    if any(not re.fullmatch(r"[A-Za-z][\w'-]*", word) for word in words):
        raise NotSayableError("no words to choose from")
    for what, known in (
        ("color", COLOR_WORDS), ("card type", CARD_TYPES), ("type", BASIC_LAND_TYPES), ("type", CREATURE_TYPES),
    ):  # fmt: skip
        if all(word in known for word in words):
            return {"chooses": {what: words}}
    if any(word in _NO_WORDS or word in CARD_TYPES or word in COLOR_WORDS or word in LAND_TYPES for word in words):
        raise NotSayableError("words of different sorts")
    return {"chooses": {"mode": words}}


@meaning
def one_number(a: Any, b: Any) -> dict[str, Any]:
    """A number between these two."""
    if not isinstance(a, int) or not isinstance(b, int):
        raise NotSayableError("a number without an end")
    return {"chooses": {"number": [str(number) for number in range(a, b + 1)]}}


@inverse
def un_one_number(value: Any) -> Iterator[dict[str, Any]]:
    """The least and the greatest."""
    chosen = value.get("chooses", {}).get("number") if isinstance(value, dict) else None
    if isinstance(chosen, list) and chosen:
        yield {"a": int(chosen[0]), "b": int(chosen[-1])}


@meaning
def any_land_type() -> dict[str, Any]:
    """Any land type, basic or not (205.3i)."""
    return {"chooses": {"type": sorted(LAND_TYPES)}}


@meaning
def any_planeswalker_type() -> dict[str, Any]:
    """Any planeswalker type (205.3j)."""
    return {"chooses": {"planeswalker type": sorted(PLANESWALKER_TYPES)}}


@meaning
def two_colors() -> dict[str, Any]:
    """Two different colors, as one choice."""
    return {"chooses": {"two colors": [f"{one} and {other}" for one, other in combinations(COLOR_WORDS, 2)]}}


@meaning
def two_land_types() -> dict[str, Any]:
    """Two different basic land types, as one choice."""
    return {"chooses": {"two types": [f"{one} and {other}" for one, other in combinations(BASIC_LAND_TYPES, 2)]}}


@meaning
def other_card_types(t: str, u: str = "") -> dict[str, Any]:
    """A card type other than these (205.2a)."""
    if t not in CARD_TYPES or (u and u not in CARD_TYPES):
        raise NotSayableError("no card type")
    return {"chooses": {"card type": [kind for kind in CARD_TYPES if kind not in (t, u)]}}


@meaning
def chosen_then(s: str, c: dict[str, Any], h: dict[str, Any]) -> list[Any]:
    """A choice, and how it enters because of it: only once the choice has been made (614.12a)."""
    del s
    if "chooses" not in c:
        raise NotSayableError("nothing is chosen")
    what = next(key for key in c["chooses"] if key != "by")
    told = {key: _replaced(value) for key, value in h.items()} if what == "player" else h
    return [{"when": _ITSELF, **c}, {"when": _ITSELF, "while": f"chosen({what})", **told}]


def _replaced(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(part) for key, part in value.items()}
    return value.replace("that player", "chosen player") if isinstance(value, str) else value


@meaning
def new_size(s: str, t: str | None = None, k: str | None = None, u: str | None = None) -> dict[str, Any]:
    """What it may become: a size, perhaps with a card type, a keyword and a subtype in addition."""
    power, toughness = s.split("/")
    if not (power.isdigit() and toughness.isdigit()):
        raise NotSayableError("a size that is no number")
    found: dict[str, Any] = {"of": "this", "power": int(power), "toughness": int(toughness)}
    if k:
        found["keywords"] = [k]
    if t:
        found["add_types"] = [t]
    if u:
        found["add_subtypes"] = [u]
    return {s + (f" {k}" if k else ""): {"copy": found}}


@meaning
def one_size(a: dict[str, Any], b: dict[str, Any], c: dict[str, Any] | None = None) -> dict[str, Any]:
    """One of two or three sizes."""
    return {"one_of": {**a, **b, **(c or {})}}


# --- what is paid -----------------------------------------------------------------------------------------------------


@meaning
def revealed_or_controlled(s: str, c: list[Any], m: str, n: str) -> dict[str, Any]:
    """ "Tapped unless you revealed a Dragon card this way or you control a Dragon"."""
    del s
    if c != [{"reveal": {"player": "you", "card": f"a {m} in your hand"}}]:
        raise NotSayableError("something else was revealed")
    unpaid = {"instead": {"tapped": True}}
    return {"when": _ITSELF, "while": f"count({n} you control) == 0", "pays": {"cost": c, "unpaid": unpaid}}


@meaning
def paid_or_condition(s: str, c: list[Any], i: str, h: dict[str, Any], **_: Any) -> list[Any]:
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
    more = [*s[:-1], {"enter": {**put, "counters": c}}]
    return more if i is None else [{"if": i, "then": more, "otherwise": s}]


@meaning
def entering_with_if_type(s: list[Any], w: str, c: dict[str, Any], t: str) -> list[Any]:
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
