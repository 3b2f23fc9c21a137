"""What an ability has brought up of its own, which "it" could be from then on; and triggers on "one or more" things.

"Create a token. It gains haste" speaks of the token, whatever the ability triggered on. The notation has no name for
such things, so what could mean them is refused.
"""

from __future__ import annotations

import re
from typing import Any

from scenarios.reading.meanings import NotSayableError
from scenarios.reading.referring import may_be

#: Instructions that bring up a thing whatever their roles say.
_ALWAYS = frozenset({"create_tokens", "search", "exile_top", "take", "pick", "mill", "reveal", "get_emblem"})
#: Instructions after which the thing is elsewhere: only its numbers, its controller and its name are asked for.
_AWAY = frozenset({"sacrifice", "discard", "move", "exile"})
_ARTICLES = ("a ", "an ", "another ", "one ")

#: Before the description of what triggers once for all that happens at the same time: "one or more creatures".
SEVERAL = "\u00absome\u00bb "
#: In what a trigger watches: the role for each of whose things it triggers once, or "event" for once in all.
ONCE = "\u00a7once"


def brought_up(instruction: Any) -> tuple[str, str]:
    """What an instruction brings up that "it" could be: "new", or "away" where it is elsewhere now; and what it is."""
    if not isinstance(instruction, dict):
        return ("", "")
    for verb, roles in instruction.items():
        if not isinstance(roles, dict):
            continue
        if verb == "discard":
            return ("away", "card")
        if verb in _ALWAYS:
            return ("new", "") if roles.get("count", 1) == 1 else ("", "")
        described = [what for what in roles.values() if isinstance(what, str) and what.startswith(_ARTICLES)]
        if described:
            gone = verb in _AWAY and not (verb == "exile" and "control" in described[0])  # counters are put on those
            return ("away" if gone else "new", described[0])
    return ("", "")


def may_mean_that(what: str, brought: tuple[str, str], before: str) -> bool:
    """Whether a reference may mean what has been brought up; ``before`` is what stands before it in its phrase."""
    kind, described = brought
    if not kind or what == "spell":
        return False
    if what == "it":
        return kind == "new" or "(" in before
    return kind == "new" or may_be(what, described.split(" ", 1)[-1]) or "token" in described


def told_once(value: Any) -> Any:
    """Triggers on "one or more" things trigger once for all of them (603.2c): the marks become ``once``."""
    if isinstance(value, str):
        return value.replace(SEVERAL, "")
    if isinstance(value, list):
        return [told_once(part) for part in value]
    if not isinstance(value, dict):
        return value
    once = _once(value["trigger"]) if "trigger" in value else None
    found: dict[str, Any] = {}
    for key, part in value.items():
        if key == ONCE:
            continue
        found[key] = told_once(part)
        if key == "trigger" and once:
            found["once"] = once
    return found


def _once(watched: Any) -> bool | str:
    """How a trigger is told to happen once: not at all, in all, or for each thing of a role."""
    parts = watched if isinstance(watched, list) else [watched]
    found = {_once_of(part) for part in parts}
    if len(found) > 1:
        raise NotSayableError("a trigger that happens once for some of its events")
    return found.pop()


def _once_of(part: Any) -> bool | str:
    ((verb, roles),) = part.items()
    if not isinstance(roles, dict):
        return False
    if any(isinstance(what, str) and what.startswith(SEVERAL) for what in roles.values()):
        return "to" if verb == "deal_damage" and roles.get("to") in {"player", "opponent"} else True
    role = roles.get(ONCE, "")
    return True if role == "event" else role or False


def untold(ability: Any) -> Any:
    """The other way round, for saying: ``once`` of a trigger as the mark that would be read as it."""
    if not isinstance(ability, dict) or not ability.get("once") or not isinstance(ability.get("trigger"), dict):
        return ability
    ((verb, roles),) = ability["trigger"].items()
    rest = {key: part for key, part in ability.items() if key != "once"}
    if verb == "block" and ability["once"] is not True:
        return {**rest, "trigger": {verb: {**roles, ONCE: ability["once"]}}}
    for role in ("source", "object", "permanent", "on", "attacker", "player"):
        if role in roles:
            return {**rest, "trigger": {verb: {**roles, role: SEVERAL + str(roles[role])}}}
    return ability


#: The events of which a trigger knows how much or how many it was.
_MEASURED = frozenset(
    {"deal_damage", "gain_life", "lose_life", "put_counters", "remove_counters", "create_tokens", "mill", "add_mana",
     "draw_cards", "exile_top", "roll_die", "act", "lose_mana"}
)  # fmt: skip


def refuse_amounts(ability: dict[str, Any], watched: Any) -> None:
    """Refuse "that many" where the events of a trigger have no number, or several of them happen at once."""
    if "trigger" not in ability:
        return
    told = [ability.get("do"), ability.get("if")]
    if not _asks_how_many(told):
        return
    _refuse_own_numbers(ability.get("do"))
    verbs = {verb for part in (watched if isinstance(watched, list) else [watched]) for verb in part}
    if not verbs <= _MEASURED or ability.get("once"):
        raise NotSayableError("how many that is")


def _asks_how_many(value: Any) -> bool:
    if isinstance(value, dict):
        if "when" in value or "trigger" in value:
            return False
        return any(_asks_how_many(part) for key, part in value.items() if key not in {"only", "rider", "what"})
    if isinstance(value, list):
        return any(map(_asks_how_many, value))
    return isinstance(value, str) and re.search(r"\bamount\b", value) is not None


def refuse_its_own(instruction: dict[str, Any]) -> None:
    """Refuse "each creature you control deals damage equal to its power": each has an amount of its own there."""
    for roles in instruction.values():
        if not isinstance(roles, dict) or "affects" in roles:
            continue
        things = (roles.get(role) for role in ("source", "on", "object", "permanent"))
        if not any(isinstance(one, str) and one.startswith("each ") for one in things):
            continue
        if any("\u00abthat it\u00bb" in str(roles.get(amount, "")) for amount in ("amount", "count", "counters")):
            raise NotSayableError("an amount of each thing")


_OTHERS = re.compile(r"\b(?:other|another) (?!player|opponent|[a-z ]*spell)")


def refuse_others(ability: Any) -> None:
    """Refuse "other creatures" in what an instant or sorcery does: others than the target, not than the spell."""
    refuse_other_players(ability)
    if not isinstance(ability, dict) or "spell" not in ability:
        return
    if _speaks_of_others(ability["spell"]):
        raise NotSayableError("others than what")
    if _asks_how_many(ability["spell"]):  # "discard your hand, then draw that many cards"
        raise NotSayableError("how many that is")


def refuse_other_players(ability: Any) -> None:
    """Refuse "whenever a player casts a spell, each other player ...": others than that player, not than "you"."""
    if not isinstance(ability, dict) or "trigger" not in ability or "another player" not in repr(ability.get("do")):
        return
    for part in ability["trigger"] if isinstance(ability["trigger"], list) else [ability["trigger"]]:
        for verb, roles in part.items():
            told = [roles.get("player"), roles.get("to")] if isinstance(roles, dict) else []
            if (verb == "begin" and told[0] is None) or {"player", "opponent", "another player"} & set(map(str, told)):
                raise NotSayableError("whom 'each other player' leaves out")


def _speaks_of_others(value: Any) -> bool:
    if isinstance(value, dict):
        if "trigger" in value or "activated" in value:
            return False  # an ability that is given speaks of what has it
        return any(_speaks_of_others(part) for key, part in value.items() if key not in {"only", "rider", "what"})
    if isinstance(value, list):
        return any(map(_speaks_of_others, value))
    return isinstance(value, str) and _OTHERS.search(value) is not None


#: What an instruction does so many times, for "that many" behind it.
_COUNTED = frozenset({"discard", "draw", "mill", "sacrifice", "exile", "exile_top", "move", "remove_counters", "tap"})


def _refuse_own_numbers(instructions: Any) -> None:
    """Refuse "discards their hand, then draws that many cards": that many is not what the trigger watched."""
    counted = False
    for one in instructions if isinstance(instructions, list) else [instructions]:
        if counted and _asks_how_many(one):
            raise NotSayableError("how many that is")
        if isinstance(one, dict):
            counted = counted or any(
                verb in _COUNTED
                and isinstance(roles, dict)
                and not isinstance(roles.get("count", 1), int)
                and not _asks_how_many(roles)
                for verb, roles in one.items()
            )
            for part in one.values():
                for inner in part.values() if isinstance(part, dict) else ():
                    if isinstance(inner, list):
                        _refuse_own_numbers(inner)


def refuse_unpaid(part: Any, before: list[Any]) -> None:
    """Refuse "you may pay {1}. If you do, tap target creature. It ...": whether that is done without the cost."""
    last = before[-1] if before else {}
    if not isinstance(last, dict) or "cost" not in last.get("may", {}) or "target" not in repr(last["may"].get("do")):
        return
    if "\u00abthat" in repr(part) or "\u00abthose" in repr(part):
        raise NotSayableError("whether that is done without the cost")


_DONE_TO = ("on", "object", "permanent", "affects", "to")


def acts_on_itself(instruction: Any) -> bool:
    """Whether an instruction does something to the object that the ability is of, which "it" may be from then on."""
    if not isinstance(instruction, dict):
        return False
    return any(
        isinstance(roles, dict) and any(roles.get(role) == "this" for role in _DONE_TO)
        for roles in instruction.values()
    )


def refuse_each(damage: Any) -> None:
    """Damage to each player that depends on that player is dealt to all at the same time, which has no words yet."""
    to_each = isinstance(damage, dict) and str(damage.get("to", "")).startswith("each ")
    if to_each and "\u00abthat player\u00bb" in str(damage.get("amount", "")):
        raise NotSayableError("damage to each player that depends on that player")


def all_reflexive(instructions: list[Any]) -> list[Any]:
    """What stands behind "when you do, ..." belongs to that reflexive triggered ability (603.12)."""
    for place, one in enumerate(instructions[:-1]):
        done = one.get("may", {}).get("do") if isinstance(one, dict) and isinstance(one.get("may"), dict) else None
        if isinstance(done, list) and len(done) == 1 and isinstance(done[0], dict) and done[0].keys() == {"when_done"}:
            whole = [{"when_done": [*done[0]["when_done"], *instructions[place + 1 :]]}]
            return [*instructions[:place], {**one, "may": {**one["may"], "do": whole}}]
    return instructions
