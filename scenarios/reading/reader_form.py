"""Abilities of the notation in the form in which the reader of rules text writes them.

Hand-written entries leave out what goes without saying and have short forms; here all of it is written out, so that an
ability has one form whoever wrote it. Two abilities whose forms are equal mean the same.
"""

from __future__ import annotations

import re
from typing import Any

from scenarios.reading.tokens import PREDEFINED

#: What a player does: without a word about who it is, you; without a number, one.
_YOURS = frozenset(
    {"gain_life", "lose_life", "draw", "discard", "mill", "exile_top", "create_tokens", "lose_game", "win_game", "act",
     "reveal", "search", "may", "add_mana", "sacrifice", "take", "pay"}
)  # fmt: skip
_COUNTED = frozenset({"draw", "discard", "mill", "exile_top", "create_tokens", "put_counters", "remove_counters"})
_NOT_COUNTED = frozenset({"card", "counters", "tokens"})
_WATCHING = frozenset({"when", "trigger", "cannot", "cannot_prevent"})
_LISTS = frozenset({"in"})
_LOYALTY = re.compile(r"\[([+\-\u2212]?)([0-9]+|X)\]")
#: Roles that may go by the name of object, by the verb.
_PERMANENT = frozenset({"destroy", "sacrifice", "tap", "untap"})


def reader_form(ability: Any) -> Any:
    """The ability with everything written out that may be left out."""
    if isinstance(ability, dict) and "mana" in ability and isinstance(ability["mana"], dict):
        short = ability["mana"]
        found = {"activated": short.get("cost", "{T}")}
        if short.get("costs"):
            found["costs"] = short["costs"]
        rest = {key: part for key, part in ability.items() if key != "mana"}
        ability = {**found, "do": [{"add_mana": short.get("add")}], **rest}
    if isinstance(ability, dict) and (cost := _LOYALTY.fullmatch(str(ability.get("activated", "")))):
        count = int(cost[2]) if cost[2].isdigit() else "x"
        verb = "put_counters" if cost[1] in {"", "+"} else "remove_counters"
        paid = {verb: {"on": "this", "kind": "loyalty", "count": count}}
        ability = {**ability, "activated": "", "costs": [paid]}
    return _form(ability, "", watching=False)


def spoken_form(ability: Any) -> Any:
    """The same as rules text has it: nobody says who pays a cost, nor who adds mana."""
    return _spoken(reader_form(ability))


def _spoken(value: Any) -> Any:
    if isinstance(value, list):
        return [_spoken(part) for part in value]
    if not isinstance(value, dict):
        return value
    costs = value["costs"] if "activated" in value and "costs" in value else None
    found = {key: _spoken(part) for key, part in value.items()}
    return found if costs is None else {**found, "costs": [_impersonal(one) for one in costs]}


def _impersonal(cost: Any) -> Any:
    if isinstance(cost, dict) and isinstance(cost.get("sacrifice"), dict):
        return {"sacrifice": {key: part for key, part in cost["sacrifice"].items() if (key, part) != ("player", "you")}}
    return cost


def _form(value: Any, key: str, *, watching: bool) -> Any:
    if isinstance(value, list):
        if key == "abilities":
            return [reader_form(one) for one in value]
        return value if key in _LISTS else [_form(part, key, watching=watching) for part in value]
    if isinstance(value, dict):
        return {
            name: _part(name, part, watching=watching or name in _WATCHING) for name, part in _events(value, watching)
        }
    if isinstance(value, str):
        return [value] if key in _LISTS else re.sub(r"(?<=\)) > 0(?![.0-9])", " >= 1", value)
    return value


def _events(value: dict[str, Any], watching: bool) -> list[tuple[str, Any]]:
    """The parts of a mapping; in what is watched, to die is to go from the battlefield to a graveyard (700.4)."""
    found = list(value.items())
    if watching and len(found) == 1 and found[0][0] == "move" and isinstance(found[0][1], dict):
        roles = found[0][1]
        if roles.get("from") == "battlefield" and roles.get("to") == "graveyard" and roles.keys() <= _DYING:
            return [("dies", {role: part for role, part in roles.items() if role not in {"from", "to"}})]
    return found


_DYING = frozenset({"object", "from", "to", "how"})


def _part(name: str, part: Any, *, watching: bool) -> Any:
    if name == "token":
        return _token(part) if not watching else part
    if name == "add_mana" and isinstance(part, str):
        part = {"mana": part}
    if not isinstance(part, dict) or (name == "search" and "for" not in part):
        return _form(part, name, watching=watching)
    if name in _PERMANENT and "object" in part and "permanent" not in part:
        part = {("permanent" if role == "object" else role): inner for role, inner in part.items()}
    roles = {role: _part(role, inner, watching=watching) for role, inner in _events(part, watching)}
    if watching:
        return roles
    if name in _YOURS and "player" not in roles:
        roles = {"player": "you", **roles}
    if name in _COUNTED and not _NOT_COUNTED & roles.keys():
        roles.setdefault("count", 1)
    if name in {"sacrifice", "search"} and roles.get("count") == 1:
        del roles["count"]
    return roles


def _token(token: Any) -> Any:
    """A token that the catalogue has, with its characteristics; predefined ones go by their name (111.10)."""
    if isinstance(token, dict):
        made = {key: part for key, part in token.items() if key != "token"}
    elif not isinstance(token, str) or token in PREDEFINED:
        return token
    else:
        from model.errors import AnyorderError
        from scenarios import catalogue

        try:
            catalogue.token(token)
        except AnyorderError:
            return token
        made = {key: part for key, part in catalogue.entry(token).items() if key != "token"}
    if "abilities" in made:
        made["abilities"] = [reader_form(one) for one in made["abilities"]]
    if "power" in made and not isinstance(made.get("colors"), str):
        made.setdefault("colors", [])
    order = ("name", "type", "colors", "power", "toughness", "abilities")
    return {key: made[key] for key in (*order, *made) if key in made}
