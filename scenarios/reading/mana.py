"""What mana may be spent on, as sentences say it and as the notation writes it (106.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import DOER, NotSayableError, inverse, meaning, where_x
from scenarios.reading.wording import plural_of

#: Where one use ends and the next begins: "to cast ... or activate ..., or pay ...".
_USES = re.compile(
    r",? (?:or|and) (?:to )?(?={0})|, (?={0})".format("(?:cast|activate|pay|turn|unlock|gain|foretell) ")
)
_VERB = re.compile(r"\b(?:cast|activate|pay|turn|unlock|gain|foretell) ")
_BESIDES = re.compile(r"(.+?) ?, and that spell can't be countered")
#: Other uses: how a sentence says them, and what they are called.
_OTHER = (
    (r"turn (?:a )?permanents? face up", "turning permanents face up"),
    (r"turn (?:a )?creatures? face up", "turning creatures face up"),
    (r"pay a mana cost to turn a manifested creature face up", "turning manifested creatures face up"),
    (r"unlock (?:a )?doors?", "unlocking doors"),
    (r"gain a class level", "gaining a Class level"),
    (r"foretell a card from your hand", "foretelling cards from your hand"),
    (r"foretell cards", "foretelling cards"),
)


@meaning
def spend_only(w: str) -> dict[str, Any]:
    """ "Spend this mana only to cast a Goblin spell": what it may be spent on, in the plural."""
    besides = _BESIDES.fullmatch(w)
    text = _tidy(besides[1] if besides else w)
    if text.startswith("on "):
        uses = [_noun(text.removeprefix("on "))]
    elif text.startswith("to "):
        uses = [_use(part.removeprefix("to ")) for part in _USES.split(text)]
    else:
        raise NotSayableError(f"spend this mana only {w}")
    if any(_VERB.search(use) for use in uses):
        raise NotSayableError(f"spend this mana only {w}")
    found = {"only": ", ".join(uses[:-1]) + (" and " if len(uses) > 1 else "") + uses[-1]}
    return {**found, "rider": "the spell can't be countered"} if besides else found


@inverse
def un_spend_only(value: Any) -> Iterator[dict[str, Any]]:
    """The sentence from what the mana may be spent on."""
    if not isinstance(value, dict) or "only" not in value or value["only"].startswith("anything but "):
        return
    rider = value.get("rider")
    if not value.keys() <= {"only", "rider"} or rider not in {None, "the spell can't be countered"}:
        return
    uses = re.split(
        r", (?=abilities|equip|[a-z-]+ing )| and (?=abilities|[a-z]+ abilities|[a-z]+ing |costs )", value["only"]
    )
    words = "to " + " or ".join(_verb(use) for use in uses)
    yield {"w": words.replace(",", " ,") + (" , and that spell can't be countered" if rider else "")}


@meaning
def never_spent(w: str) -> dict[str, Any]:
    """ "This mana can't be spent to cast a nonartifact spell": it is for anything else."""
    text = _tidy(w)
    if not text.startswith("to "):
        raise NotSayableError(f"this mana can't be spent {w}")
    return {"only": f"anything but {_use(text.removeprefix('to '))}"}


@inverse
def un_never_spent(value: Any) -> Iterator[dict[str, Any]]:
    """The sentence from what the mana is not for."""
    if isinstance(value, dict) and value.keys() == {"only"} and value["only"].startswith("anything but "):
        yield {"w": "to " + _verb(value["only"].removeprefix("anything but "))}


def _tidy(words: str) -> str:
    """Words as they were cut, put together again."""
    return re.sub(r" (?=[,'])", "", words).strip()


def _use(text: str) -> str:
    """What mana is spent on: "cast a Goblin spell" are Goblin spells."""
    for pattern, name in _OTHER:
        if re.fullmatch(pattern, text, re.IGNORECASE):
            return name
    verb, _, what = text.partition(" ")
    if verb == "cast":
        if what in {"your commander"} or re.fullmatch(r"the last card exiled with ~", what):
            return what
        if re.search(r"\bspells?\b", what):
            return _plural(what)
    if verb == "activate":
        return _plural(what)
    if verb == "pay":
        return _noun(what)
    raise NotSayableError(f"spend mana to {text}")


def _noun(text: str) -> str:
    if not re.search(r"\bcosts?\b|\bspells\b", text):
        raise NotSayableError(f"spend mana on {text}")
    return re.sub(r"^an? (.*?)\bcost\b", r"\1costs", text).replace("costs that contains", "costs that contain")


def _plural(what: str) -> str:
    """ "A creature spell with mana value 4 or greater or a spell with {X}" in the plural; lists without articles."""
    one = re.search(r"\bof an? ", what)  # "an ability of a Goblin": in the plural, of Goblins
    text = re.sub(r"^an? |(?<=or )an? (?=[^,]*\bspell\b)|(?<=of )an? ", "", what)
    text = re.sub(r"\bspell\b", "spells", text)
    text = re.sub(r"\bability\b", "abilities", text)
    text = re.sub(r"\bsource\b", "sources", text)
    text = re.sub(r"\bhas\b(?=.*)", "have", re.sub(r"\bspells that's\b", "spells that are", text))
    text = re.sub(r"\bspells that shares\b", "spells that share", text)
    text = (
        text.replace(",? and/or ", " or ")
        .replace(" and/or ", " or ")
        .replace(", or ", " or ")
        .replace(", and ", " or ")
    )
    text = re.sub(r" in its mana cost\b", " in their mana costs", text)
    of = re.fullmatch(r"(.*abilities of )(.*)", text)
    if one and of and not re.search(r"\bsources\b", of[2]):
        parts = re.split(r"(, | or )", of[2])
        text = of[1] + "".join(part if part in {", ", " or "} else _last_plural(part) for part in parts)
    return text


def _last_plural(words: str) -> str:
    """ "colorless permanent": the last word in the plural."""
    *before, last = words.split(" ")
    plural = last if last.endswith("s") and last != "Plains" else plural_of(last)
    return " ".join([*before, plural])


def _verb(use: str) -> str:
    for pattern, name in _OTHER:
        if use == name:
            return re.sub(r"\(\?:a \)\?|\?", "", pattern).replace("class", "Class")
    if use in {"your commander"} or use.startswith("the last card"):
        return f"cast {use}"
    if re.search(r"\bcosts\b", use) and not re.search(r"\bspells\b", use):
        return f"pay {use}"
    return f"activate {use}" if re.match(r"(?:[a-z-]+ )?abilities\b", use) else f"cast {use}"


@meaning
def added_where_x(a: dict[str, Any], v: Any, s: dict[str, Any]) -> list[Any]:
    """ "Add X mana of any one color, where X is ...", and what it may be spent on."""
    found = where_x([{"add_mana": {"player": DOER, **a}}], v)
    return [{"add_mana": {**found[0]["add_mana"], **s}}]


@meaning
def rider_if(w: str, e: str) -> dict[str, Any]:
    """ "If that mana is spent on a creature spell, it gains haste": what the spell gets from the mana (106.6)."""
    return {"rider": f"if spent on {_tidy(w)}: {_tidy(e)}"}


@meaning
def rider_when(w: str, e: str) -> dict[str, Any]:
    """ "When you spend this mana to cast a Goblin spell, scry 1": a trigger of the mana (603.2)."""
    return {"rider": f"when spent on {_tidy(w)}: {_tidy(e)}"}


def _rider(value: Any, word: str) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and value.keys() == {"rider"}:
        found = re.fullmatch(rf"{word} spent on (.*?): (.*)", value["rider"])
        if found:
            yield {"w": re.sub(r"(?=[,'])", " ", found[1]), "e": re.sub(r"(?=,|'s\b)", " ", found[2])}


@inverse
def un_rider_if(value: Any) -> Iterator[dict[str, Any]]:
    """The spell, and what it gets."""
    yield from _rider(value, "if")


@inverse
def un_rider_when(value: Any) -> Iterator[dict[str, Any]]:
    """The spell, and what happens."""
    yield from _rider(value, "when")
