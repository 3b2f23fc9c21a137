"""Meanings of what is taken from the top of a library, or chosen from a hand that is revealed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import DOER, Doer, NotSayableError, by_you, inverse, meaning


@meaning
def card_phrase(n: str) -> str:
    """What cards have to be like: a description of cards, since others are not among them."""
    last = re.split(r" or |, ", n)[-1]
    if not re.search(r"\bcard\b", last):
        raise NotSayableError("what is looked for among cards")
    return n


@inverse
def un_card_phrase(value: Any) -> Iterator[dict[str, Any]]:
    """The description."""
    if isinstance(value, str):
        yield {"n": value}


@meaning
def among_one(n: str) -> dict[str, Any]:
    """ "A creature card from among them"."""
    return {"take": 1} if n == "card" else {"take": 1, "for": card_phrase(n)}


@inverse
def un_among_one(value: Any) -> Iterator[dict[str, Any]]:
    """One card."""
    if isinstance(value, dict) and value.get("take") == 1 and value.keys() <= {"take", "for"}:
        yield {"n": value.get("for", "card")}


@meaning
def among_several(k: Any, n: str) -> dict[str, Any]:
    """ "Up to two creature cards from among them"."""
    return {**among_one(n), "take": k}


@inverse
def un_among_several(value: Any) -> Iterator[dict[str, Any]]:
    """Several cards."""
    if isinstance(value, dict) and "take" in value and value.keys() <= {"take", "for"}:
        yield {"n": value.get("for", "card"), "k": value["take"]}


#: More cards than any effect looks at.
_ALL = 99


@meaning
def among_any(n: str) -> dict[str, Any]:
    """ "Any number of creature cards from among them"."""
    return {**among_one(n), "take": _ALL}


@inverse
def un_among_any(value: Any) -> Iterator[dict[str, Any]]:
    """Any number of cards."""
    if isinstance(value, dict) and value.get("take") == _ALL and value.keys() <= {"take", "for"}:
        yield {"n": value.get("for", "card")}


@meaning
def all_revealed(n: Any, a: str, r: dict[str, Any]) -> list[Any]:
    """ "Put all Elf cards revealed this way into your hand and the rest ..."."""
    return [{"take": {"player": "you", "look": n, "take": _ALL, "for": card_phrase(a), "to": "hand", **r}}]


@inverse
def un_all_revealed(value: Any) -> Iterator[dict[str, Any]]:
    """All cards that are such."""
    match value:
        case [{"take": {"player": "you", "look": n, "take": 99, "for": a, "to": "hand", **rest}}] if (
            "up_to" not in rest
        ):
            yield {"n": n, "a": a, "r": rest}


REVEALED = "reveal their hand"
LOOKED_AT = "hand looked at"


def _picked(who: str, n: str, d: dict[str, Any], *, freely: bool, reveal: str) -> list[Any]:
    if who.startswith("each ") or who in {"you", "opponent", "player"}:
        raise NotSayableError("the hands of several players")
    picked: dict[str, Any] = {"player": "you", "one": f"{card_phrase(n)} in {DOER}'s hand"}
    if freely:
        picked["up_to"] = True
    done = [{"act": {"player": DOER, "what": reveal}}, {"pick": {**picked, "do": [d]}}]
    found: list[Any] = Doer(who).put_in(done)
    return found


@meaning
def picked_from_hand(who: str, n: str, d: dict[str, Any]) -> list[Any]:
    """ "Target player reveals their hand. You choose a nonland card from it. That player discards that card"."""
    return _picked(who, n, d, freely=False, reveal=REVEALED)


@meaning
def may_pick_from_hand(who: str, n: str, d: dict[str, Any]) -> list[Any]:
    """The same, where you may choose one."""
    return _picked(who, n, d, freely=True, reveal=REVEALED)


@meaning
def picked_from_hand_seen(who: str, n: str, d: dict[str, Any]) -> list[Any]:
    """ "Look at target player's hand and choose a card from it"."""
    return _picked(who, n, d, freely=False, reveal=LOOKED_AT)


def _unpicked(value: Any, reveal: str, freely: bool) -> Iterator[dict[str, Any]]:
    match value:
        case [
            {"act": {"player": who, "what": what}},
            {"pick": {"player": "you", "one": str(one), "do": [done], **rest}},
        ] if what == reveal and bool(rest.get("up_to")) == freely:
            if one.endswith(f" in {who}'s hand"):
                again = _said_again(done, who)
                yield {"who": who, "n": one.removesuffix(f" in {who}'s hand"), "d": again}


def _said_again(value: Any, who: str) -> Any:
    if isinstance(value, dict):
        return {key: _said_again(part, who) for key, part in value.items()}
    return DOER if value == who else value


@inverse
def un_picked_from_hand(value: Any) -> Iterator[dict[str, Any]]:
    """A card that you choose from a hand that is revealed."""
    yield from _unpicked(value, REVEALED, False)


@inverse
def un_may_pick_from_hand(value: Any) -> Iterator[dict[str, Any]]:
    """One that you may choose."""
    yield from _unpicked(value, REVEALED, True)


@inverse
def un_picked_from_hand_seen(value: Any) -> Iterator[dict[str, Any]]:
    """A card that you choose from a hand that you look at."""
    yield from _unpicked(value, LOOKED_AT, False)


@meaning
def gains_control(who: str, w: str) -> list[Any]:
    """ "Target opponent gains control of ~": another player than you."""
    if who == "you" or who.startswith("each ") or w.startswith("each "):
        raise NotSayableError("who gains control of what")
    found: list[Any] = [{"effect": {"lasts": "forever", "control": who, "affects": w}}]
    return found


@inverse
def un_gains_control(value: Any) -> Iterator[dict[str, Any]]:
    """Somebody else gains control."""
    match value:
        case [{"effect": {"lasts": "forever", "affects": str(w), "control": str(who), **rest}}] if not rest:
            if who != "you":
                yield {"who": who, "w": w}


@meaning
def sacrifice_unless(w: str, c: list[Any]) -> list[Any]:
    """ "Sacrifice ~ unless you pay {1}": you may pay, and otherwise it is sacrificed (118.12a)."""
    sacrificed = [{"sacrifice": {"player": "you", "permanent": w}}]
    return [{"may": {"player": "you", "cost": by_you(c), "do": [], "otherwise": sacrificed}}]


@meaning
def either_cost(c: dict[str, Any], d: dict[str, Any], e: list[Any]) -> list[Any]:
    """ "{3}, {T} or {R}, {T}: ..." are two ways; "{3}, {T}, Sacrifice an artifact or discard a card" has one "or"."""
    if not d.get("activated") and (c.get("activated") or len(c.get("costs", [])) > 1):
        d = {"activated": c.get("activated", ""), "costs": [*c.get("costs", [])[:-1], *d.get("costs", [])]}
        if not c.get("costs"):
            raise NotSayableError("what the 'or' of a cost is between")
    return [{**c, "do": e}, {**d, "do": e}]
