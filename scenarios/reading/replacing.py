"""Replacement effects whose parts have to agree: recipients named twice, conditions added, tokens added or changed."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

from scenarios.reading.meanings import DOER, FIGHT, INSTEAD, MODES, NotSayableError, meaning, replaced


def _conditional(condition: str, effect: dict[str, Any]) -> dict[str, Any]:
    """An effect that works only while a condition holds, besides its own."""
    own = effect.get("while")
    return {**effect, "while": condition if own is None else f"({condition}) and ({own})"}


@meaning
def with_condition(c: str, r: dict[str, Any]) -> dict[str, Any]:
    """ "As long as ..., if ... would ..., ... instead"."""
    return _conditional(c, r)


@meaning
def damage_replaced(d: dict[str, Any], i: dict[str, Any]) -> dict[str, Any]:
    """Damage that would be dealt, and what is dealt instead; a recipient named again must be the same one."""
    watched = {key: value for key, value in d.items() if value != "" and not (key == "source" and value == "source")}
    condition = {}
    if str(watched.get("to")).startswith(("equipped ", "enchanted ")) and watched.get("source", "").startswith(
        "another "
    ):
        watched["source"] = watched["source"].removeprefix("another ")  # than what it is dealt to
        condition = {"while": f"not matches(source, {watched['to']})"}
    rest = dict(i)
    again = rest.pop("again", "any")
    if again != "any" and again != watched.get("to"):
        raise NotSayableError("damage to something else")
    return {"when": {"deal_damage": watched}, **condition, **rest}


@meaning
def damage_replaced_while(d: dict[str, Any], i: dict[str, Any], c: str) -> dict[str, Any]:
    """ "If a source would deal damage ... while ..., ... instead"."""
    return _conditional(c, damage_replaced(d, i))


@meaning
def all_redirected(d: dict[str, Any], to: str, n: Any = None) -> dict[str, Any]:
    """ "All damage that would be dealt to ... is dealt to ... instead"; "it" is the only object spoken of."""
    if to == "its controller" and "source" in d:
        objects = [role for role in ("to", "source") if not resolving_player(str(d[role]))]
        if objects != ["source"]:
            raise NotSayableError("whose controller")
        to = "source's controller"
    limit = {} if n is None else {"next": n}
    return {**limit, "when": {"deal_damage": d}, "redirect": to}


def resolving_player(phrase: str) -> bool:
    """Whether a phrase, which may be a mark of a target, means players."""
    from scenarios.reading.referring import is_player

    return is_player(phrase.strip("\u00ab\u00bb").removeprefix("target ").removeprefix("that "))


@meaning
def created_both(n: str, t: dict[str, Any], u: dict[str, Any]) -> dict[str, Any]:
    """ "If you would create a Food token, instead create a Food token and a Treasure token"."""
    watched = {"when": {"create_tokens": {"player": "you", "token": n}}}
    return {**watched, "plus": [u]} if t["token"] == n else {**watched, "tokens": [t, u]}


@meaning
def next_damage_replaced(d: dict[str, Any], i: dict[str, Any]) -> dict[str, Any]:
    """ "The next time ... would deal damage this turn, ... instead"."""
    return {"next": "time", **damage_replaced(d, i)}


@meaning
def may_instead(d: list[Any]) -> dict[str, Any]:
    """ "You may ... instead"."""
    return {"may": "you", "instead": replaced(d, DOER, "you")}


#: The instruction that is the watched event with other numbers, by the event; and which number that is.
_SAME = {
    "gain_life": ("gain_life", "amount"), "lose_life": ("lose_life", "amount"), "mill": ("mill", "count"),
    "draw_cards": ("draw", "count"), "act": ("act", "count"),
}  # fmt: skip


@meaning
def replaced_by(w: dict[str, Any], i: dict[str, Any]) -> dict[str, Any]:
    """An event and what happens instead; the same event with another number is that event, changed."""
    found = {**w, **i}
    match i:
        case {"instead": [{"may": {"player": "you", "do": offered, **more}}]} if not more and "may" not in found:
            found |= {"may": "you", "instead": offered}
    match w["when"], i.get("instead"):
        case dict(watched), [dict(done)] if len(watched) == 1 and len(done) == 1:
            (event, conditions), (verb, roles) = *watched.items(), *done.items()
            if event in _SAME and verb == _SAME[event][0] and isinstance(roles, dict):
                number = _SAME[event][1]
                rest = {key: value for key, value in roles.items() if key not in {"player", number}}
                same = roles.get("player") in {conditions.get("player"), "\u00abthat player\u00bb"}
                if same and rest.items() <= conditions.items() and number in roles:
                    found["instead"] = {number: roles[number]}
    return found


@meaning
def next_replaced_by(w: dict[str, Any], i: dict[str, Any]) -> dict[str, Any]:
    """ "The next time ... would ... this turn, ... instead"."""
    return {"next": "time", **replaced_by(w, i)}


@meaning
def counter_unless(w: str, m: str) -> list[Any]:
    """ "Counter target spell unless its controller pays {2}"."""
    payer = f"{w}'s controller"
    cost = [{"pay": {"player": payer.replace("\u00abtarget ", "\u00abthat ="), "mana": m}}]
    countered = {"move": {"object": w.replace("\u00abtarget ", "\u00abthat ="), "to": "graveyard", "how": "counter"}}
    return [{"may": {"player": payer, "cost": cost, "otherwise": [countered]}}]


@meaning
def only_if(s: list[Any], c: str) -> list[Any]:
    """ "Destroy target creature if it has mana value 2 or less": the target stands before the condition."""
    return [{"then": s, "if": c}]


@meaning
def one_of_tokens(t: dict[str, Any], u: dict[str, Any]) -> dict[str, Any]:
    """ "You may instead create that many ... or that many ...", each kind named by its tokens."""
    options = {(one["token"]["name"] if isinstance(one["token"], dict) else one["token"]): one for one in (t, u)}
    if len(options) < 2:
        raise NotSayableError("two kinds of tokens of one name")
    chosen = {name: {"tokens": [one]} for name, one in options.items()}
    return {"when": {"create_tokens": {"player": "you"}}, "may": "you", "one_of": chosen}


@meaning
def exiled_and(w: str, s: list[Any]) -> Any:
    """ "Exile it and ...": with counters on it as it goes to exile, or with further instructions."""
    match s:
        case [{"put_counters": {"on": "\u00abthat it\u00bb", "kind": kind, "count": count}}]:
            return {"to": "exile", "counters": {kind: count}}
    return [{"exile": {"object": w}}, *s]


@meaning
def tokens_like_with(t: Any, k: list[str]) -> dict[str, Any]:
    """As many tokens as watched ones, with keyword abilities."""
    if not isinstance(t, dict):
        raise NotSayableError("a predefined token with something else")
    return {"token": {**t, "abilities": list(k)}, "count": "amount"}


_TARGET = re.compile("\u00abtarget ")


def _again(value: Any) -> Any:
    """A part of an instruction named again: its targets are the ones that it has already."""
    if isinstance(value, dict):
        return {key: _again(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_again(part) for part in value]
    return _TARGET.sub("\u00abthat =", value) if isinstance(value, str) else value


def _verb(instruction: Any) -> str:
    return next(iter(instruction)) if isinstance(instruction, dict) else ""


_WHAT = {"destroy": "permanent", "exile": "object", "enter": "object", "put_counters": "on"}
_WHERE = ("permanent", "object", "on", "to", "affects")


def _filled_in(short: dict[str, Any], before: list[Any]) -> dict[str, Any]:
    """ "It deals 4 damage" with everything that the one sentence before says of the damage."""
    ((verb, parts),) = short.items()
    same = [one for one in before if _verb(one) == verb]
    if len(same) == 1:
        old = _again(same[0][verb])
        amount = parts.get("amount")
        if amount == "double":
            parts = {**parts, "amount": _double(old["amount"])}
        if verb == "effect":
            old = {key: part for key, part in old.items() if key not in {"power_plus", "toughness_plus"}}
        return {verb: {**old, **parts}}
    if verb in _WHAT and len(before) == 1:
        things = _thing_of(before[0])
        if len(things) == 1:
            return {verb: {**parts, _WHAT[verb]: _again(things[0])}}
    raise NotSayableError("what is left out")


def _itself(instruction: Any, before: list[Any]) -> Any:
    """ "Put a counter on it instead" where the sentence before is about the card itself and has no target."""
    verb = _verb(instruction)
    if len(before) == 1 and _verb(before[0]) == verb and isinstance(instruction[verb], dict):
        roles = dict(instruction[verb])
        for role in _WHERE:
            if roles.get(role) == "\u00abthat it\u00bb":
                roles[role] = _again(before[0][verb].get(role, "\u00abthat it\u00bb"))
                if str(roles[role]).startswith("each "):
                    raise NotSayableError("what 'it' refers to")
        return {verb: roles}
    about = "'affects': 'this'" in repr(before) or "'on': 'this'" in repr(before)
    if about and len(before) == 1 and "\u00ab" not in repr(before):
        return replaced(instruction, "\u00abthat it\u00bb", "this")
    return instruction


def _same_source(instruction: Any, before: list[Any]) -> Any:
    """ "It deals 4 damage to that creature": what dealt damage in the sentence before."""
    dealt = [one["deal_damage"]["source"] for one in before if _verb(one) == "deal_damage"]
    if _verb(instruction) == "effect" and str(instruction["effect"].get("affects")).startswith("\u00abthose "):
        affected = [one["effect"]["affects"] for one in before if _verb(one) == "effect" and "affects" in one["effect"]]
        if len(affected) != 1 or not affected[0].startswith("each "):
            raise NotSayableError("which creatures those are")
        return {"effect": {**instruction["effect"], "affects": _again(affected[0])}}
    if _verb(instruction) == "deal_damage" and instruction["deal_damage"].get("source") == "\u00abthat it\u00bb":
        if len(dealt) != 1:
            raise NotSayableError("what 'it' refers to")
        return {"deal_damage": {**instruction["deal_damage"], "source": _again(dealt[0])}}
    return instruction


def _double(amount: Any) -> Any:
    if isinstance(amount, int):
        return 2 * amount
    return f"2 * {amount}" if amount == "x" else f"2 * ({amount})"


def _thing_of(instruction: Any) -> list[str]:
    """The one thing that an instruction is about."""
    found = []
    roles = next(iter(instruction.values()))
    for key in _WHERE if isinstance(roles, dict) else ():
        if isinstance(roles.get(key), str) and "\u00ab" in roles[key]:
            found.append(roles[key])
    return found


@meaning
def self_replaced(s: list[Any], i: dict[str, Any], e: list[Any] | None = None) -> list[Any]:
    """What is done, or under a condition something else; what the replacement leaves out is as it was said."""
    done = [
        _filled_in(one["short"], s) if _verb(one) == "short" else _itself(_same_source(one, s), s) for one in i["s"]
    ]
    done = [_that_many(one, s) for one in done]
    verbs, instead = {_verb(one) for one in s}, {_verb(one) for one in done}
    same = [_verb(one) for one in s] == [_verb(one) for one in done]  # "amass Goblins 1 ... amass Goblins 3 instead"
    if len(s) == 1 and verbs == {"may"} and instead != {"may"} and "otherwise" not in s[0]["may"]:
        return [*_replaced_of_may(s[0]["may"], i), *(e or [])]
    if len(s) == 1 or same or (i.get("whole") and verbs <= instead):
        replaced_now = [{INSTEAD: True, "otherwise": s, "if": i["c"], "then": done}]
    else:
        places = [place for place, one in enumerate(s) if _verb(one) in instead]
        if len(places) != 1 or len(instead) != 1 or i.get("whole"):
            raise NotSayableError("which of several instructions is replaced")
        (place,) = places
        replaced_now = [*s[:place], {"otherwise": [s[place]], "if": i["c"], "then": done}, *s[place + 1 :]]
    return [*replaced_now, *(e or [])]


def _that_many(instruction: Any, said: list[Any]) -> Any:
    """ "Mills X cards ... mills twice that many cards instead": that many is what was said before."""
    verb, roles = _verb(instruction), next(iter(instruction.values())) if isinstance(instruction, dict) else None
    count = roles.get("count") if isinstance(roles, dict) else None
    if len(said) != 1 or _verb(said[0]) != verb or not isinstance(count, str) or "amount" not in count:
        return instruction
    before = said[0][verb].get("count")
    if not isinstance(before, int) and before != "x":
        raise NotSayableError("how many that is")
    return {verb: {**roles, "count": count.replace("amount", str(before))}} if isinstance(roles, dict) else instruction


def _replaced_of_may(may: dict[str, Any], i: dict[str, Any]) -> list[Any]:
    """ "You may pay {1}. If you do, ... If ..., ... instead": what is done for the cost is replaced, not the choice."""
    if "cost" not in may:
        raise NotSayableError("whether what is done instead may be left out")
    if isinstance(may["do"][0], dict) and may["do"][0].keys() == {"when_done"}:
        return [{"may": {**may, "do": [{"when_done": self_replaced(may["do"][0]["when_done"], i)}]}}]
    return [{"may": {**may, "do": self_replaced(may["do"], i)}}]


@meaning
def instead_where(c: str, s: list[Any], v: Any) -> dict[str, Any]:
    """ "If ..., ... X ... instead, where X is ..."."""
    from scenarios.reading.meanings import where_x

    return {"c": c, "s": where_x(s, v)}


@meaning
def countered_to(
    w: str, g: dict[str, Any], x: str = "", y: str = "", e: list[Any] | None = None, m: str | None = None
) -> list[Any]:
    """A spell is countered and goes elsewhere than to a graveyard (614.15); ``y`` is what it has to be for that."""
    condition = {"while": f"matches({_again(w)}, {y})"} if y else {}
    own = {"self": {"when": {"move": {"object": _again(w), "how": "counter", "to": "graveyard"}}, **condition, **g}}
    if m is not None:
        return [*counter_unless(w, m), own, *(e or [])]
    return [{"move": {"object": w, "to": "graveyard", "how": "counter"}}, own, *(e or [])]


@meaning
def static_instead(s: str, p: dict[str, Any], q: dict[str, Any], c: str) -> list[Any]:
    """ "Enchanted creature gets +1/+1. It gets +2/+2 instead as long as ..."."""
    return [{"affects": s, **p, "while": f"not ({c})"}, {"affects": s, **q, "while": c}]


@meaning
def modal(n: list[int], m: list[list[Any]], i: dict[str, Any] | None = None) -> list[Any]:
    """Modes to choose from (700.2): one option for each set of modes; under a condition another number of them.

    ``MODES`` holds each mode for itself: resolving.py takes from there what it has players choose.
    """
    chosen = {"choose": _options(m, *n), MODES: {f"mode {place}": mode for place, mode in enumerate(m, 1)}}
    if i is None:
        return [chosen]
    instead = {"choose": _options(m, *i["n"]), MODES: chosen[MODES]}
    return [{"otherwise": [chosen], "if": i["c"], "then": [instead]}]


def _options(modes: list[list[Any]], least: int, most: int) -> dict[str, list[Any]]:
    places = range(1, len(modes) + 1)
    sets = [some for size in range(least, min(most, len(modes)) + 1) for some in combinations(places, size)]
    if len(sets) > 20 or not sets:
        raise NotSayableError("too many ways to choose modes")
    return {_label(some): [one for place in some for one in modes[place - 1]] for some in sets}


def _label(places: tuple[int, ...]) -> str:
    if len(places) < 2:
        return f"mode {places[0]}" if places else "none"
    return f"modes {', '.join(map(str, places[:-1]))} and {places[-1]}"


@meaning
def static_instead_if(n: str, p: dict[str, Any], q: dict[str, Any], s: str) -> list[Any]:
    """ "Equipped creature gets +1/+1. If it's a Warrior, it gets +2/+1 instead"."""
    found: list[Any] = static_instead(n, p, q, f"matches({n}, {s})")
    return found


@meaning
def each_part(n: list[str], q: str, r: str = "") -> str:
    """ "Instant or sorcery card with ... from your graveyard": every part with all of its qualifiers."""
    return " or ".join(f"{one} {q} {r}".strip() for one in n)


@meaning
def emblem(q: dict[str, Any]) -> list[Any]:
    """An emblem with an ability that makes an effect on events (114): the effect lasts as long as the game."""
    if not ("when" in q or "cannot" in q) or "in" in q:
        raise NotSayableError("an emblem with something else than an effect on events")
    return [{"effect": {"lasts": "forever", **q}}]


@meaning
def named_two(n: str, x: str) -> str:
    """ "You control artifacts named Crown and Throne": one of each."""
    names = x.split(" and ")
    if len(names) != 2:
        raise NotSayableError("which names these are")
    return " and ".join(f'count({n} named "{name}" you control) >= 1' for name in names)


@meaning
def fight(a: str, b: str) -> list[Any]:
    """Each of two creatures deals damage equal to its power to the other (701.14a)."""
    if "each " in a + b or a == b:
        raise NotSayableError("several that fight")
    return [{FIGHT: [a, b]}]


@meaning
def excess(w: str, n: Any = None, v: Any = None) -> list[Any]:
    """Damage of a spell, whose excess goes to the creature's controller (120.4a); spells have no deathtouch."""
    amount = n if v is None else v
    again = f"\u00abthat ={w}\u00bb"
    lethal = f"max(0, toughness({again}) - damage_marked({again}))"
    parts = [
        {"source": "this", "to": f"\u00abtarget {w}\u00bb", "amount": f"min({amount}, {lethal})"},
        {"source": "this", "to": f"{again}'s controller", "amount": f"max(0, {amount} - {lethal})"},
    ]
    return [{"at_once": [{"deal_damage": part} for part in parts]}]


@meaning
def when_you_do(s: list[Any], t: list[Any]) -> list[Any]:
    """ "... . When you do, ...": where something may be done, it is within that."""
    match s:
        case [{"may": {"player": who, "do": done, **rest}}] if not rest:
            return [{"may": {"player": who, "cost": done, "do": [{"when_done": t}]}}]
    if "'may'" in repr(s):
        raise NotSayableError("which of several things is done")
    return [*s, {"when_done": t}]


@meaning
def may_when_done(cost: list[Any], s: list[Any]) -> list[Any]:
    """ "You may pay {2}. When you do, ..."."""
    return [{"may": {"player": "you", "cost": replaced(cost, DOER, "you"), "do": [{"when_done": s}]}}]


@meaning
def take_more(s: list[Any], c: str, k: int, n: str) -> list[Any]:
    """ "You may put a creature card from among them into your hand ... up to two instead of one"."""
    last = s[-1].get("take") if isinstance(s[-1], dict) else None
    if not isinstance(last, dict) or last.get("for") != n or last.get("take") != 1:
        raise NotSayableError("what is replaced")
    return [*s[:-1], {"otherwise": [s[-1]], "if": c, "then": [{"take": {**last, "take": k, "up_to": True}}]}]
