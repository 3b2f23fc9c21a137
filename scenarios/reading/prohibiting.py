"""Meanings of sentences about what can't happen or be done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from model.mana import COLOR_WORDS
from model.type_line import CARD_TYPES, SUPERTYPES
from scenarios.reading.meanings import DOER, Doer, NotSayableError, inverse, meaning, replaced
from scenarios.reading.quoting import about_what


def _cannot(subject: str, watches: list[Any]) -> Any:
    found = Doer(subject).put_in(watches)  # a target is named once
    return found[0] if len(found) == 1 else found


def _effect(subject: str, watches: list[Any], condition: str | None = None) -> dict[str, Any]:
    if " or " in subject and "in a graveyard" in subject:  # "lands on the battlefield and land cards in graveyards"
        raise NotSayableError("which of them are in a graveyard")
    found: dict[str, Any] = {"cannot": _cannot(subject, watches)}
    return {**found, "while": condition} if condition else found


_IT = "\u00abthat it\u00bb"
_DEFENDER = "\u00abdefender\u00bb"


def _about(i: str, s: str, c: list[Any]) -> str:
    """A condition with "it" as the subject, which must be one thing; it may speak of the defending player."""
    if _IT in i:
        if s != "this" and not s.startswith(("enchanted ", "equipped ")):
            raise NotSayableError("what 'it' refers to")
        i = i.replace(_IT, s)
    if all(one.keys() <= {"attack", "block"} for one in c):
        i = i.replace(_DEFENDER, "that player")  # the player of the attack, or of the blocker
    return i


def _whose(subject: str, condition: str | None) -> str:
    """ "As long as enchanted creature is red, it can't block": what the condition is about."""
    return about_what(condition or "") if subject == "it" else subject


@meaning
def cannot_of(s: str, c: list[Any], i: str | None = None) -> dict[str, Any]:
    """ "... can't block"."""
    s = _whose(s, i)
    return _effect(s, c, _about(i, s, c) if i else None)


@meaning
def cannot_unless(s: str, c: list[Any], i: str) -> dict[str, Any]:
    """ "... can't attack unless ..."."""
    return _effect(s, c, f"not ({_about(i, s, c)})")


@meaning
def cannot_both(s: str, c: list[Any], d: list[Any], i: str | None = None) -> dict[str, Any]:
    """ "... can't block and can't be blocked"."""
    return cannot_of(s, [*c, *d], i)


@meaning
def cannot_in_your_turn(s: str, c: list[Any]) -> dict[str, Any]:
    """The same during your turn."""
    return cannot_of(s, c, "turn_of(you)")


@meaning
def blocked_except(n: str) -> list[Any]:
    """ "... can't be blocked except by creatures with flying": not by creatures that are none of these."""
    return [{"block": {"attacker": DOER, "object": _none_of(n)}}]


def _none_of(n: str) -> str:
    """The creatures that fit no part of a phrase, as a phrase; each part must have one quality."""
    front, behind = [], []
    for part in n.split(" or "):
        if one := re.fullmatch(r"creature with ([a-z ]+)", part):
            behind.append(f"without {one[1]}")
        elif one := re.fullmatch(r"([A-Z][A-Za-z'-]+)(?: creature)?", part):
            front.append(f"non-{one[1]}")
        elif (one := re.fullmatch(r"([a-z]+) creature", part)) and one[1] in _NEGATED:
            front.append(f"non{one[1]}")
        else:
            raise NotSayableError("what may block it")
    return " ".join([*front, "creature", *behind])


#: Qualities that phrases know with "non" before them.
_NEGATED = frozenset({*COLOR_WORDS, *CARD_TYPES, *SUPERTYPES})


@meaning
def target_of_color(c: str, c2: str) -> list[Any]:
    """ "... can't be the target of black spells or abilities from black sources"."""
    if c != c2:
        raise NotSayableError("spells and abilities of two colors")
    return [{"target": {"object": DOER, "source": f"{c} source"}}]


@meaning
def change_and_cannot(s: str, c: dict[str, Any], d: list[Any], i: str | None = None) -> list[Any]:
    """ "Enchanted creature gets +2/+2 and can't block": two effects."""
    s = _whose(s, i)
    changed = {"affects": s, **c}
    if i:
        changed["while"] = _about(i, s, d)
    return [changed, cannot_of(s, d, i)]


@meaning
def changes_and_cannot(s: str, c: dict[str, Any], c2: dict[str, Any], d: list[Any]) -> list[Any]:
    """ "Equipped creature gets +2/+2, has haste, and can't block"."""
    if c.keys() & c2.keys():
        raise NotSayableError("the same change twice")
    return change_and_cannot(s, {**c, **c2}, d)


@meaning
def cannot_turn(w: str, c: list[Any]) -> dict[str, Any]:
    """ "... can't block this turn"."""
    return {"effect": _effect(_all_of(w), c)}


def _all_of(w: str) -> str:
    """Whom an effect that changes the rules is about: all that fit, also later (611.2c)."""
    if w.startswith("a "):
        raise NotSayableError("which one is meant")
    return w.removeprefix("each ")


@meaning
def cannot_until(w: str, c: list[Any]) -> dict[str, Any]:
    """ "Until your next turn, ... can't block"."""
    return {"effect": {"lasts": "until your next turn", **_effect(_all_of(w), c)}}


@meaning
def change_and_cannot_turn(w: str, c: dict[str, Any], d: list[Any]) -> list[Any]:
    """ "Target creature gets +1/+0 until end of turn and can't be blocked this turn"."""
    if w.startswith("each ") or w.startswith("a "):
        raise NotSayableError("one set of creatures for both")
    target = re.fullmatch("\u00abtarget (.*)\u00bb", w)
    again = f"\u00abthat ={target[1]}\u00bb" if target else w
    return [{"effect": {"affects": w, **c}}, cannot_turn(again, d)]


@meaning
def barred_turn(a: dict[str, Any], p: str = "\u00abtarget player\u00bb") -> list[Any]:
    """ "Target player can't cast spells this turn"."""
    return [{"effect": {"cannot": replaced(a, DOER, p)}}]


@meaning
def barred_defender(a: dict[str, Any]) -> list[Any]:
    """ "Whenever this attacks, defending player can't cast spells this turn"."""
    return barred_turn(a, _DEFENDER)


# --- the other way round ----------------------------------------------------------------------------------------------


def _subjects(cannot: Any) -> Iterator[tuple[str, list[Any]]]:
    """What can't do something, and what it can't do."""
    watches = cannot if isinstance(cannot, list) else [cannot]
    if not all(isinstance(one, dict) for one in watches):
        return
    watches = [{verb: roles} for one in watches for verb, roles in one.items()]
    if not all(isinstance(roles, dict) for one in watches for roles in one.values()):
        return
    parts = [part for one in watches for roles in one.values() for part in roles.values()]
    for subject in dict.fromkeys(part for part in parts if isinstance(part, str)):
        yield subject, [_said_of(subject, one) for one in watches]


def _said_of(subject: str, watch: dict[str, Any]) -> dict[str, Any]:
    ((verb, roles),) = watch.items()
    return {verb: {key: DOER if part == subject else part for key, part in roles.items()}}


def _unless(value: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """The subject and what it can't do, and the condition or an empty text."""
    if isinstance(value, dict) and "cannot" in value and value.keys() <= {"cannot", "while"}:
        for subject, watches in _subjects(value["cannot"]):
            yield {"s": subject, "c": watches}, value.get("while", "")


@inverse
def un_cannot_of(value: Any) -> Iterator[dict[str, Any]]:
    """What can't do what, and while which condition."""
    yield from ({**one, "i": condition} if condition else one for one, condition in _unless(value))


@inverse
def un_cannot_unless(value: Any) -> Iterator[dict[str, Any]]:
    """What can't do what, and unless which condition."""
    for one, condition in _unless(value):
        if isinstance(condition, str) and (found := re.fullmatch(r"not \((.*)\)|not (.*)", condition)):
            yield {**one, "i": found[1] or found[2]}


@inverse
def un_cannot_both(value: Any) -> Iterator[dict[str, Any]]:
    """Two things that the subject can't do."""
    for one, condition in _unless(value):
        for place in range(1, len(one["c"])):
            found = {"s": one["s"], "c": one["c"][:place], "d": one["c"][place:]}
            yield {**found, "i": condition} if condition else found


@inverse
def un_cannot_in_your_turn(value: Any) -> Iterator[dict[str, Any]]:
    """What can't do what during your turn."""
    yield from (one for one, condition in _unless(value) if condition == "turn_of(you)")


@inverse
def un_blocked_except(value: Any) -> Iterator[dict[str, Any]]:
    """What may block, from what may not."""
    match value:
        case [{"block": {"attacker": "\u00a7", "object": str(barred), **rest}}] if not rest:
            front = re.fullmatch(r"((?:non\S+ )*)creature((?: without [a-z]+(?: strike)?)*)", barred)
            if front:
                ways = [f"{one} creature" for one in re.findall(r"non-?(\S+)", front[1])]
                ways += [f"creature with {one}" for one in re.findall(r"without ([a-z]+(?: strike)?)", front[2])]
                yield {"n": " or ".join(ways)}


@inverse
def un_cannot_turn(value: Any) -> Iterator[dict[str, Any]]:
    """What can't do what this turn."""
    match value:
        case {"effect": {"cannot": cannot, **more}, **rest} if not rest and not more:
            for subject, watches in _subjects(cannot):
                yield {"w": subject, "c": watches}
                yield {"w": f"each {subject}", "c": watches}


@inverse
def un_cannot_until(value: Any) -> Iterator[dict[str, Any]]:
    """What can't do what until your next turn."""
    match value:
        case {"effect": {"lasts": "until your next turn", **rest}}:
            yield from un_cannot_turn({"effect": rest})


@inverse
def un_change_and_cannot_turn(value: Any) -> Iterator[dict[str, Any]]:
    """A change and what can't be done, both for the turn."""
    match value:
        case [{"effect": {"affects": str(what), **change}}, {"effect": {"cannot": _}}]:
            for one in un_cannot_turn(value[1]):
                if one["w"] in {what, "\u00abthat it\u00bb"}:
                    yield {"w": what, "c": change, "d": one["c"]}


@inverse
def un_barred_turn(value: Any) -> Iterator[dict[str, Any]]:
    """Who can't do what this turn."""
    match value:
        case [{"effect": {"cannot": dict(cannot), **more}, **rest}] if not rest and not more and len(cannot) == 1:
            ((verb, roles),) = cannot.items()
            who = roles.get("player")
            acts = {verb: {key: DOER if key == "player" else part for key, part in roles.items()}}
            yield {"a": acts} if who == "\u00abtarget player\u00bb" else {"a": acts, "p": who}


@meaning
def cannot_and_locked(a: str, c: list[Any]) -> list[Any]:
    """ "..., and its activated abilities can't be activated"."""
    return [cannot_of(a, c), {"cannot": {"activate": {"object": a}}}]


@meaning
def cannot_and_locked_but_mana(a: str, c: list[Any]) -> list[Any]:
    """ "..., and its activated abilities can't be activated unless they're mana abilities"."""
    return [cannot_of(a, c), {"cannot": {"activate": {"object": a, "sort": "not mana"}}}]


@meaning
def change_and_cannot_in_your_turn(s: str, c: dict[str, Any], d: list[Any]) -> list[Any]:
    """ "During your turn, equipped creature has hexproof and can't be blocked"."""
    return change_and_cannot(s, c, d, "turn_of(you)")


@meaning
def token_numbered(t: Any, k: str, q: Any, n: Any = 1) -> dict[str, Any]:
    """A token with a keyword that has a number, and an ability in quotes."""
    if not isinstance(t, dict):
        raise NotSayableError("a predefined token with something else")
    return {"token": {**t, "abilities": [k, q]}, "count": n}
