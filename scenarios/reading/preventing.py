"""Meanings of sentences about prevented damage (615)."""

from __future__ import annotations

from typing import Any

from scenarios.reading.meanings import DOER, Doer, NotSayableError, meaning, replaced

#: The same target once more.
_AGAIN = "\u00abthat it\u00bb"


def _watched(kind: dict[str, Any], ways: list[dict[str, Any]]) -> Any:
    watches = []
    for index, way in enumerate(ways):
        again = {key: _AGAIN if index and value.startswith("\u00abtarget") else value for key, value in way.items()}
        source, _, quality = str(again.get("source", "")).partition("|")
        if quality:  # "a red source of your choice"
            again["source"] = source
        if again.get("to") == "this" and _AGAIN in again.get("source", ""):  # "dealt to this by creatures blocking it"
            again["source"] = again["source"].replace(_AGAIN, "this")
        watches.append({"deal_damage": {**again, **kind}})
    return watches[0] if len(watches) == 1 else watches


def _quality(ways: list[dict[str, Any]]) -> str:
    """What the source chosen must be, as a condition; empty for any source."""
    quality = str(ways[0].get("source", "")).partition("|")[2]
    return f"matches(source, {quality})" if quality not in {"", "source"} else ""


@meaning
def prevent_all(k: dict[str, Any], d: list[dict[str, Any]], i: str | None = None) -> dict[str, Any]:
    """ "Prevent all combat damage that would be dealt to ..."."""
    conditions = [one for one in (i, _quality(d)) if one]
    found: dict[str, Any] = {"when": _watched(k, d)}
    if conditions:
        found["while"] = " and ".join(conditions)
    return {**found, "prevent": "all"}


@meaning
def prevent_all_in_your_turn(k: dict[str, Any], d: list[dict[str, Any]]) -> dict[str, Any]:
    """The same during your turn."""
    return prevent_all(k, d, "turn_of(you)")


@meaning
def prevent_until(k: dict[str, Any], d: list[dict[str, Any]]) -> dict[str, Any]:
    """The same until your next turn."""
    return {"lasts": "until your next turn", **prevent_all(k, d)}


@meaning
def prevent_next(n: Any, k: dict[str, Any], d: list[dict[str, Any]]) -> dict[str, Any]:
    """ "Prevent the next 3 damage that would be dealt to ... this turn" (615.7)."""
    for way in d:
        if str(way.get("to", "")).startswith("each"):
            raise NotSayableError("a shield for each of several")
    found: dict[str, Any] = {"next": n, "when": _watched(k, d)}
    if quality := _quality(d):
        found["while"] = quality
    return {**found, "prevent": "all"}


@meaning
def prevent_from(s: str, k: dict[str, Any], t: str, n: Any, i: str | None = None) -> dict[str, Any]:
    """ "If a source would deal damage to you, prevent 1 of that damage" (615.10)."""
    roles = {"to": t, **k} if s == "source" else {"source": s, "to": t, **k}
    found: dict[str, Any] = {"when": {"deal_damage": roles}}
    if i:
        found["while"] = i
    return {**found, "prevent": n}


@meaning
def prevent_dealt(
    k: dict[str, Any], t: str, e: list[Any] | None = None, i: str | None = None, f: list[Any] | None = None
) -> dict[str, Any]:
    """ "If damage would be dealt to this, prevent that damage": all that is dealt at once, whatever its sources."""
    found: dict[str, Any] = {"when": {"deal_damage": {"to": t, **k}}}
    if i:
        found["while"] = i
    found["prevent"] = "all"
    if e:
        if " " in t and not t.startswith(("enchanted ", "equipped ", "\u00abthat ", "\u00abtarget ")):
            raise NotSayableError("what happens besides, for several that are dealt damage")
        found = {**found, "then": _afterward([*e, *(f or [])]), "together": True}
    return found


@meaning
def prevent_from_then(s: str, k: dict[str, Any], t: str, e: list[Any]) -> dict[str, Any]:
    """ "If a source would deal damage to you, prevent that damage and ..."."""
    return {**prevent_from(s, k, t, "all"), "then": _afterward(e)}


COLORS = ("white", "blue", "black", "red", "green")


@meaning
def shield_effect(p: dict[str, Any]) -> dict[str, Any]:
    """A shield as an instruction; "the color of your choice" is chosen as it is made."""
    if _CHOSEN not in str(p):
        return {"effect": p}
    return {"choose": {color: [{"effect": replaced(p, _CHOSEN, color)}] for color in COLORS}}


_CHOSEN = "\u00a4"


@meaning
def prevent_each(n: Any, k: dict[str, Any], e: str) -> dict[str, Any]:
    """ "Prevent the next 1 damage that would be dealt to each creature this turn": a shield for each (615.11)."""
    return {"next": n, "each": e, "when": {"deal_damage": {"to": "each one", **k}}, "prevent": "all"}


@meaning
def prevent_like(n: Any, k: dict[str, Any], e: str, m: str) -> dict[str, Any]:
    """The same for target creature and each other creature that shares a color with it."""
    return prevent_each(n, k, f"\u00abtarget {e}\u00bb or {m} sharing a color with \u00abthat ={e}\u00bb")


@meaning
def prevented_from(n: str, e: list[Any]) -> list[Any]:
    """ "If damage from a red source is prevented this way, ..."."""
    that = "\u00abthat creature\u00bb"  # the source that was spoken of
    return [{"if": f"matches(source, {n})", "then": replaced(e, that, "source") if "creature" in n.split() else e}]


@meaning
def prevent_x_from(s: str, k: dict[str, Any], t: str, v: Any) -> dict[str, Any]:
    """ "..., prevent X of that damage, where X is ..."."""
    if "\u00ab" in str(v):
        raise NotSayableError("where X is something of what was spoken of")
    return prevent_from(s, k, t, v)


@meaning
def prevent_little(s: str, k: dict[str, Any], t: str, n: int) -> dict[str, Any]:
    """ "If a source would deal 3 or less damage to this, prevent that damage"."""
    roles = {"to": t, **k} if s == "source" else {"source": s, "to": t, **k}
    return {"when": {"deal_damage": {**roles, "amount": f"<= {n}"}}, "prevent": "all"}


def _afterward(done: list[Any]) -> list[Any]:
    """What happens immediately afterward (615.5): "that much" is how much was prevented."""
    found: list[Any] = replaced(_amounts(done), "\u00abthat source\u00bb", "source")
    return found


def _amounts(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: "prevented" if key in {"amount", "count"} and part == "amount" else _amounts(part)
            for key, part in value.items()
        }
    return [_amounts(part) for part in value] if isinstance(value, list) else value


@meaning
def prevent_next_time(
    n: Any, k: dict[str, Any], s: dict[str, Any] | None = None, t: str | None = None
) -> dict[str, Any]:
    """ "The next time a red source of your choice would deal damage to you this turn, prevent that damage"."""
    roles = {key: value for key, value in (s or {}).items() if key == "source"}
    if t:
        roles["to"] = t
    found: dict[str, Any] = {"next": "time", "when": {"deal_damage": {**roles, **k}}}
    if s and s.get("kind", "source") != "source":
        found["while"] = f"matches(source, {s['kind']})"
    return {**found, "prevent": n}


@meaning
def unpreventable(k: dict[str, Any], s: str | None = None) -> dict[str, Any]:
    """ "Damage that would be dealt by ... can't be prevented" (615.12)."""
    roles = {"source": s, **k} if s else k
    return {"cannot_prevent": {"deal_damage": roles}}


@meaning
def unpreventable_turn(k: dict[str, Any]) -> dict[str, Any]:
    """ "Damage can't be prevented this turn."."""
    return {"effect": unpreventable(k)}


@meaning
def shield_then(p: dict[str, Any], e: list[Any]) -> list[Any]:
    """A shield, and what happens besides when it prevents damage; or simply what the next sentence says."""
    if "prevented" not in str(_afterward(e)):
        return [shield_effect(p), *e]
    return [{"effect": _with_then(p, e)}]


@meaning
def then_this_way(st: dict[str, Any], e: list[Any]) -> dict[str, Any]:
    """A static prevention effect, and what happens besides."""
    return _with_then(st, e)


def _with_then(effect: dict[str, Any], done: list[Any]) -> dict[str, Any]:
    then = _afterward(done)
    if "prevented" not in str(then):
        raise NotSayableError("whether the next sentence is about the damage prevented")
    return {**effect, "then": then}


@meaning
def for_each_prevented(e: list[Any]) -> list[Any]:
    """ "For each 1 damage prevented this way, put a +1/+1 counter on ...": as many as were prevented."""
    match e:
        case [{"put_counters": {"count": 1, **roles}}]:
            return [{"put_counters": {**roles, "count": "prevented"}}]
        case [{"create_tokens": {"count": 1, **roles}}]:
            return [{"create_tokens": {**roles, "count": "prevented"}}]
        case [{"remove_counters": {"count": 1, **roles}}]:
            return [{"remove_counters": {**roles, "count": "prevented"}}]
        case [{"exile": {"object": str(what), **roles}}] if what.startswith("a ") and not roles:
            return [{"exile": {"object": what, "count": "prevented"}}]
    raise NotSayableError("for each 1 damage prevented this way")


@meaning
def prevent_all_but(k: dict[str, Any], d: list[dict[str, Any]], n: str, k2: dict[str, Any] | None = None) -> Any:
    """ "Prevent all combat damage that would be dealt this turn by creatures other than ..."."""
    if (k2 is not None and k2 != k) or "\u00ab" in n or _quality(d):
        raise NotSayableError("damage that is excepted")
    return {**prevent_all(k, d), "while": f"not matches(source, {n})", "prevent": "all"}


@meaning
def prevent_all_but_target(k: dict[str, Any], s: str, n: str) -> dict[str, Any]:
    """ "Prevent all combat damage that would be dealt by creatures other than target creature this turn"."""
    watched = {"deal_damage": {"source": s, **k}}
    return {"when": watched, "while": f"not matches(source, \u00abtarget {n}\u00bb)", "prevent": "all"}


@meaning
def prevent_and_change(i: str, k: dict[str, Any], c: dict[str, Any]) -> list[Any]:
    """ "As long as ..., prevent all combat damage this would deal and it has defender"."""
    if "this" not in i:
        raise NotSayableError("what 'it' refers to")
    return [prevent_all(k, [{"source": "this"}], i), {"affects": "this", **c, "while": i}]


@meaning
def prevent_x_from_may(s: str, k: dict[str, Any], t: str, v: Any) -> dict[str, Any]:
    """ "..., you may prevent X of that damage, where X is ..."."""
    return {"may": "you", **prevent_x_from(s, k, t, v)}


@meaning
def no_answer(i: str) -> list[Any]:
    """ "If X is 5 or more, this can't be countered and the damage can't be prevented": damage that the spell deals."""
    return [
        {"in": ["stack"], "cannot": {"move": {"object": "this", "how": "counter"}}, "while": i},
        {"in": ["stack"], "cannot_prevent": {"deal_damage": {"source": "this"}}, "while": i},
    ]


@meaning
def shield_unless(p: dict[str, Any], k: dict[str, Any], n: str) -> list[Any]:
    """A shield that spares some damage if an additional cost was paid."""
    watched = p["when"].get("deal_damage") if isinstance(p["when"], dict) else None
    if watched != k or "while" in p:
        raise NotSayableError("which damage is spared")
    spared = {**p, "while": f"not matches(source, {n})"}
    return [{"if": "flag(additional cost paid)", "then": [{"effect": spared}], "otherwise": [{"effect": p}]}]


@meaning
def prevented_from_either(n: str, m: str, e: list[Any], f: list[Any]) -> list[Any]:
    """ "If damage from a creature source is prevented this way, ... If damage from a noncreature source ..."."""
    return [*prevented_from(n, e), *prevented_from(m, f)]


@meaning
def when_prevented_from(n: str, e: list[Any]) -> list[Any]:
    """ "Whenever damage from a red source is prevented this way, ...": a triggered ability for what was prevented."""
    return prevented_from(n, [{"when_done": e}])


@meaning
def pay_to_by(who: str, cost: list[Any], s: list[Any]) -> list[Any]:
    """ "That player may pay {1}. If they do, ..."."""
    _refuse_they(who, s)
    return [{"may": _paying(who, cost, s)}]


@meaning
def unless_paid_by(who: str, cost: list[Any], s: list[Any]) -> list[Any]:
    """ "That player may pay {1}. If they don't, ..."."""
    _refuse_they(who, s)
    return [{"may": {**_paying(who, cost, []), "otherwise": s}}]


def _refuse_they(who: str, done: list[Any]) -> None:
    """Refuse "its controller may pay {1}. If they do, they ...": "they" is written like the player triggered on."""
    if who.endswith(("'s controller", "'s owner")) and "\u00abthat player\u00bb" in str(done):
        raise NotSayableError("who 'they' are")


def _paying(who: str, cost: list[Any], done: list[Any]) -> dict[str, Any]:
    if who.startswith("each ") or who in {"you", "opponent", "player"}:
        raise NotSayableError("several players who may pay")
    doer = Doer(who)
    return {"player": doer.put_in(DOER), "cost": doer.put_in(cost), "do": done}


@meaning
def or_prevented(a: str, c: dict[str, Any], i: str, k: dict[str, Any], b: str) -> list[dict[str, Any]]:
    """ "Enchanted creature has ... as long as ... Otherwise, prevent all damage that would be dealt by it"."""
    condition = i.replace("\u00abthat it\u00bb", a)
    if a != b or "\u00ab" in condition:
        raise NotSayableError("what 'otherwise' is about")
    prevented = {"when": {"deal_damage": {"source": b, **k}}, "while": f"not ({condition})", "prevent": "all"}
    return [{"affects": a, **c, "while": condition}, prevented]
