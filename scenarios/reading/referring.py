"""What references of rules text may refer to: what an ability is about, and which targets fit a description."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import CHOSEN

#: Before a target that is another one than those before it.
OTHER = "\u00a7other "
_BY_OPPONENT = " of an opponent's choice"


def choice_of(what: str) -> dict[str, Any]:
    """A target as the list of choices has it."""
    plain = what.removeprefix(OTHER)
    choice: dict[str, Any] = {"target": plain.removesuffix(_BY_OPPONENT)}
    if plain != what:
        choice["another"] = True
    if plain.endswith(_BY_OPPONENT):
        choice["by"] = "opponent"
    return choice


_OR = re.compile(r"(, | or )(?!more\b|less\b|greater\b)")


def all_others(what: str) -> str:
    """ "Another target creature or artifact": another creature or another artifact."""
    if not what.startswith("another "):
        return what
    return _OR.sub(lambda found: f"{found[1]}another ", what.replace(" or another ", " or "))


def first_other(what: str) -> str:
    """The same the other way round: "another" stands once, before the first part."""
    parts = _OR.split(what)
    if len(parts) > 1 and all(part.startswith("another ") for part in parts[::2]):
        return "".join([parts[0], *(part.removeprefix("another ") for part in parts[1:])])
    return what


def what_it_affects(ability: Any) -> str:
    """The one thing that a static ability affects, which "it" speaks of; empty where it is not one."""
    what = ability.get("affects", "") if isinstance(ability, dict) else ""
    return what if what == "this" or re.fullmatch(r"(?:enchanted|equipped) [a-z]+", what) else ""


def what_is_fought(watched: Any) -> str:
    """The role that this creature has in a block that is watched, "both" for either; empty for any other event.

    Where other creatures are watched, "attackers" if only those that become blocked are spoken of, or "others".
    """
    parts = watched if isinstance(watched, list) else [watched]
    if not all(isinstance(part, dict) and part.keys() == {"block"} for part in parts):
        return "block" if any("block" in part for part in parts if isinstance(part, dict)) else ""
    roles = {key for part in parts for key, what in part["block"].items() if what == "this"}
    if not roles:
        spoken_of = {key for part in parts for key in part["block"]}
        if spoken_of == {"attacker", "object"}:
            return "two"  # "whenever equipped creature blocks a creature, that creature"
        return "attackers" if spoken_of == {"attacker"} else "others"
    return roles.pop() if len(roles) == 1 else "both"


def dealer_of(watched: Any) -> str:
    """The source of the damage that is watched; empty where something else is watched, or any source."""
    dealt = watched.get("deal_damage") if isinstance(watched, dict) and len(watched) == 1 else None
    source = dealt.get("source", "") if isinstance(dealt, dict) else ""
    return source if source not in {"source"} else ""


def cast_by_others(watched: Any) -> bool:
    """Whether spells are watched that others than "you" may cast: "that player" is who casts it."""
    roles = watched.get("cast") if isinstance(watched, dict) and len(watched) == 1 else None
    return isinstance(roles, dict) and roles.get("player", "you") in {"player", "opponent", "another player"}


def costs_itself(ability: Any) -> bool:
    """Whether an activated ability's cost speaks of the card itself, and of nothing else."""
    costs = ability.get("costs", []) if isinstance(ability, dict) else []
    things = [part for one in costs for roles in one.values() for key, part in roles.items() if key in _THINGS]
    return bool(things) and set(things) == {"this"}


_THINGS = frozenset({"permanent", "object", "card", "on"})


def is_told_apart(instead: dict[str, Any], before: list[Any]) -> bool:
    """Whether "instead" can only mean the last sentence: the same actions, and none of them before it."""
    old, new = ({next(iter(one), "") for one in instead[key] if isinstance(one, dict)} for key in ("otherwise", "then"))
    earlier = {next(iter(one), "") for one in before if isinstance(one, dict)} - {CHOSEN}
    return not earlier or (old == new and not earlier & old)


def is_one_effect(ability: Any) -> bool:
    """Whether this is a spell or a loyalty ability, of which no other ability deals damage in the same turn (606.3)."""
    return isinstance(ability, dict) and ("spell" in ability or "'loyalty'" in repr(ability.get("costs")))


def other_sources(value: Any) -> bool:
    """Whether something else than the spell itself deals damage."""
    if isinstance(value, dict):
        dealt = value.get("deal_damage")
        if isinstance(dealt, dict) and dealt.get("source") not in {None, "this"}:
            return True
        return any(map(other_sources, value.values()))
    return isinstance(value, list) and any(map(other_sources, value))


#: Events that happen to a player; all others happen to an object (damage and counters to either).
_OF_PLAYERS = frozenset(
    {"draw", "draw_cards", "gain_life", "lose_life", "set_life", "mill", "exile_top", "discard", "create_tokens",
     "lose_game", "win_game", "add_mana", "begin", "act", "reveal"}
)  # fmt: skip


def watched_phrase(watched: Any) -> str:
    """The phrase for what a watched event happens to, or an empty text."""
    parts = watched if isinstance(watched, list) else [watched]
    if len(parts) > 1 and {watched_phrase(part) for part in parts} == {"this"}:
        return "this"  # "when this enters or attacks"
    if len(parts) != 1 or len(parts[0]) != 1:
        return ""
    roles = next(iter(parts[0].values()))
    for role in ("object", "permanent", "to", "on", "player") if isinstance(roles, dict) else ():
        if isinstance(roles.get(role), str):
            return str(roles[role])
    return ""


def about(watched: Any) -> str:
    """What a watched event happens to: "player", "object", or "" where that can't be told."""
    kinds: set[str] = set()
    for part in watched if isinstance(watched, list) else [watched]:
        for verb, roles in part.items():
            if verb in {"deal_damage", "put_counters"}:
                to = roles.get("to" if verb == "deal_damage" else "on", "") if isinstance(roles, dict) else ""
                players = [is_player(one) for one in re.split(r" or |, ", str(to))] if to else [True, False]
                kinds.update("player" if one else "object" for one in players)
            else:
                kinds.add("player" if verb in _OF_PLAYERS else "object")
    return kinds.pop() if len(kinds) == 1 else ""


_PLAYERS = re.compile(r"(?:player|opponent|you|.*'s (?:controller|owner)|.* (?:player|opponent))\b")


def is_player(phrase: str) -> bool:
    """Whether a phrase means a player."""
    return bool(_PLAYERS.fullmatch(phrase))


def may_be(what: str, target: str) -> bool:
    """Whether "that ..." or "it" may mean a target that is described so."""
    if what == "it":
        return not is_player(target)
    if is_player(what):
        return any(is_player(one) for one in re.split(r" or |, ", target)) or target == "any target"
    if what == "target":
        return True
    words = set(re.split(r"[ ,]+", what)) - {"or"}
    if target == "any target":
        return bool(words & {"creature", "permanent", "planeswalker", "battle"})
    described = re.split(r" (?:you control|an opponent controls|you don't control|with|in|named|of)\b", target)[0]
    named = set(re.split(r"[ ,]+", described))
    if words <= {"permanent", "card", "spell", "creature", "object", "source"} and not words & named:
        others = named & {"permanent", "creature", "land", "artifact", "enchantment", "planeswalker", "battle"}
        card = (words & {"card", "spell"} and "card" in named) or (words == {"card"} and "spell" in named)
        return ("permanent" in words and bool(others)) or bool(card)
    return bool(words & named) or (words == {"card"} and "spell" in named)


#: The roles of an instruction that are amounts.
AMOUNTS = frozenset({"count", "amount", "counters", "power", "toughness", "power_plus", "toughness_plus"})


def is_target(value: Any) -> bool:
    """Whether a text is the mark of a target, and nothing else."""
    return isinstance(value, str) and re.fullmatch(r"\u00abtarget [^\u00ab\u00bb]*\u00bb", value) is not None


#: The roles of what something is done to, or does it.
DONE_TO = ("source", "on", "object", "permanent", "affects", "to")


_ATTACHED = re.compile(r"(?:enchanted|equipped) [a-z]+")


def done_to(instruction: Any) -> str:
    """What an instruction speaks of, and of nothing else that "it" could be: "this", or what that is attached to."""
    things = set(_spoken_of(instruction))
    if things == {"this"}:
        return "this"
    return things.pop() if len(things) == 1 and _ATTACHED.fullmatch(next(iter(things))) else ""


def speaks_of_another(watched: str, what: str) -> bool:
    """Whether what is watched is described by another thing: "a creature dealt damage by enchanted creature"."""
    found = re.search(r"dealt damage by (enchanted|equipped) ([a-z]+)", watched)
    return found is not None and what == found[2]


#: Instructions that bring something into play that "it" could be.
_BRINGING = frozenset({"create_tokens", "draw", "discard", "mill", "exile_top", "search", "take", "pick", "copy_spell"})
#: Instructions and their parts that speak of just what their roles say.
_PLAIN = frozenset(
    {"deal_damage", "move", "exile", "enter", "tap", "untap", "destroy", "sacrifice", "transform", "put_counters",
     "remove_counters", "effect", "do", "if", "then", "may", "cost", "attach"}
)  # fmt: skip


def _spoken_of(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for part in value:
            yield from _spoken_of(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key in _BRINGING:
                yield key
            elif key in _PLAIN:
                yield from _spoken_of(part)
            elif key in DONE_TO and isinstance(part, str) and not is_player(part):
                yield part
            elif key in {"each", "choose", "when", "trigger", "cannot", "otherwise", "at_once"}:
                yield key
