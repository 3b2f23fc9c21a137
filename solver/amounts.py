"""The values of amounts and conditions in a situation (107.1, 608.2h)."""

from __future__ import annotations

import re
from dataclasses import replace

from model.amounts import Amount, Binary, Call, Name, Not, Number
from model.errors import OutOfScopeError
from model.mana import COLOR_WORDS
from model.objects import GameObject
from model.selectors import Aspect, Selector
from model.situation import Situation
from model.zones import Zone
from solver.environment import Env, as_last_known, dereference
from solver.faces import NOT_YET_THERE
from solver.matching import COMPARE, controller_of, fits, found, traits_of
from solver.measures import MEASURES


def evaluate(amount: Amount, env: Env, situation: Situation) -> int:
    """The integer that the expression has now; conditions give 0 or 1. Raises OutOfScopeError on an unknown name."""
    match amount:
        case Number(value):
            return value
        case Name(name):
            return _name(name, env, situation)
        case Not(operand):
            return int(not evaluate(operand, env, situation))
        case Binary("and", left, right):
            return int(bool(evaluate(left, env, situation)) and bool(evaluate(right, env, situation)))
        case Binary("or", left, right):
            return int(bool(evaluate(left, env, situation)) or bool(evaluate(right, env, situation)))
        case Binary(operator, left, right):
            a, b = evaluate(left, env, situation), evaluate(right, env, situation)
            match operator:
                case "+":
                    return a + b
                case "-":
                    return a - b
                case "*":
                    return a * b
                case _:
                    return int(COMPARE[operator](a, b))
        case Call(function, arguments):
            return _call(function, arguments, env, situation)
    raise OutOfScopeError(f"{amount!r} is not an amount")


def holds(condition: Amount | None, env: Env, situation: Situation) -> bool:
    """Whether a condition is true; no condition is true."""
    return condition is None or evaluate(condition, env, situation) != 0


def _name(name: str, env: Env, situation: Situation) -> int:
    number = env.value(name)
    if number is not None:
        return number
    thing = as_last_known(env.this, env, situation).find(env.this)
    if name == "x" and thing is not None:
        return thing.x
    raise OutOfScopeError(f"nothing here gives {name!r} a number")


def _number(argument: Amount | Selector | str, env: Env, situation: Situation) -> int:
    if isinstance(argument, Selector | str):
        raise OutOfScopeError(f"{argument} is not a number")
    return evaluate(argument, env, situation)


def _things(argument: Amount | Selector | str, env: Env, situation: Situation) -> tuple[str, ...]:
    if not isinstance(argument, Selector):
        raise OutOfScopeError(f"{argument} is not a phrase")
    return found(argument, env, situation)


def _object(argument: Amount | Selector | str, env: Env, situation: Situation) -> tuple[GameObject | None, Situation]:
    """The object meant, and the situation in which it is looked at (608.2h)."""
    refs = _things(argument, env, situation)
    there = as_last_known(refs[0], env, situation) if refs else situation
    return (there.find(refs[0]) if refs else None), there


def _asks_for_zone(selector: Selector) -> bool:
    return any(predicate.aspect is Aspect.ZONE for tests in selector.any_of for predicate in tests)


def _call(function: str, arguments: tuple[Amount | Selector | str, ...], env: Env, situation: Situation) -> int:
    match function:
        case "half_up":
            return -(-_number(arguments[0], env, situation) // 2)
        case "half_down":
            return _number(arguments[0], env, situation) // 2
        case "max":
            return max(_number(argument, env, situation) for argument in arguments)
        case "min":
            return min(_number(argument, env, situation) for argument in arguments)
        case "count":
            selector = arguments[0]
            things = _things(selector, env, situation)
            return len(
                [ref for ref in things if isinstance(selector, Selector) and fits(ref, selector, env, situation)]
            )
        case "power" | "toughness" | "mana_value":
            thing, there = _object(arguments[0], env, situation)
            return getattr(traits_of(there, thing), function) or 0 if thing else 0
        case "card_types":
            cards = [situation.object(ref) for ref in _things(arguments[0], env, situation) if situation.find(ref)]
            return len({kind for card in cards for kind in traits_of(situation, card).type_line.types})
        case _ if function in MEASURES:
            them = [situation.object(ref) for ref in _things(arguments[0], env, situation) if situation.find(ref)]
            return MEASURES[function]([traits_of(situation, one) for one in them])
        case "damage_marked":
            thing, _ = _object(arguments[0], env, situation)
            return thing.damage if thing else 0
        case "counters":
            kind = str(arguments[0])
            holders = _things(arguments[1], env, situation)
            return sum(_counters(ref, kind, as_last_known(ref, env, situation)) for ref in holders)
        case "most_of_one_player":
            having = [controller_of(situation, ref) for ref in _things(arguments[0], env, situation)]
            return max((having.count(player) for player in having), default=0)
        case "most_counters":
            kind = str(arguments[0])
            return max((_counters(ref, kind, situation) for ref in _things(arguments[1], env, situation)), default=0)
        case "matches":
            refs = _things(arguments[0], env, situation)
            selector = arguments[1]
            if not isinstance(selector, Selector):
                raise OutOfScopeError(f"{selector} is not a phrase")
            if _asks_for_zone(selector):  # where it is now, not where it was
                return int(any(fits(ref, selector, replace(env, left=()), situation) for ref in refs))
            return int(any(fits(ref, selector, env, as_last_known(ref, env, situation)) for ref in refs))
        case "devotion":
            return _devotion(str(arguments[0]), env, situation)
        case "unspent":
            return _unspent(str(arguments[0]), situation.player(env.you).mana or ())
        case "chosen":
            what = f"chosen {arguments[0]}"
            thing = situation.find(env.this)
            if thing is not None and any(word == arguments[0] for _, word in thing.chosen):  # an anchor word, 614.12b
                return 1
            return int((env.role(what) or dereference(what, env, situation)) is not None)
        case "step":
            return int(situation.step == str(arguments[0]))
        case "turn_of":
            return int(situation.active in _things(arguments[0], env, situation))
        case "flag":
            thing = as_last_known(env.this, env, situation).find(env.this)
            return int(_times(str(arguments[0]), thing, env.you, situation) > 0)
        case "times":
            return _times(str(arguments[0]), as_last_known(env.this, env, situation).find(env.this), env.you, situation)
        case "lowest_life":
            return min((situation.player(ref).life for ref in _things(arguments[0], env, situation)), default=0)
        case "highest_life":
            return max((situation.player(ref).life for ref in _things(arguments[0], env, situation)), default=0)
        case "most_cards_in_graveyard":
            players = _things(arguments[0], env, situation)
            return max((_of_player("cards_in_graveyard", ref, situation) for ref in players), default=0)
        case _:
            return sum(_of_player(function, ref, situation) for ref in _things(arguments[0], env, situation))


def _devotion(word: str, env: Env, situation: Situation) -> int:
    """The mana symbols of a color ("red and green": of either), or of the chosen color, in the costs of your permanents
    (700.5). What is about to enter is none of them yet.
    """
    colors = [chosen_color(env, situation)] if word == "chosen" else word.split(" and ")
    letters = {COLOR_WORDS[color].value for color in colors if color in COLOR_WORDS}
    costs = (
        traits_of(situation, thing).mana_cost
        for thing in situation.battlefield()
        if controller_of(situation, thing.id) == env.you and NOT_YET_THERE not in thing.flags
    )
    return sum(1 for cost in costs if cost for symbol in cost.symbols if letters & set(symbol.split("/")))


def _unspent(word: str, pool: tuple[tuple[str, int], ...]) -> int:
    """How much mana of a color, or in all ("mana"), is in a pool (106.4)."""
    letter = COLOR_WORDS[word].value if word in COLOR_WORDS else None
    return sum(number for mark, number in pool if letter is None or mark.split()[0] == letter)


def chosen_color(env: Env, situation: Situation) -> str | None:
    """The word of the color chosen for the effect or for its source."""
    return env.role("chosen color") or dereference("chosen color", env, situation)


def _counters(ref: str, kind: str, situation: Situation) -> int:
    holder = situation.player(ref) if situation.is_player(ref) else situation.find(ref)
    if holder is None:
        return 0
    return sum(number for _, number in holder.counters) if kind == "any" else holder.counter(kind)


def _times(word: str, thing: GameObject | None, you: str, situation: Situation) -> int:
    """How often a fact holds of an object or was so for a player: "kicked" once, "kicked 3 times" three times."""
    facts = list(thing.flags) if thing is not None else []
    facts += [fact.removesuffix(f": {you}") for fact in situation.history if fact.endswith(f": {you}")]
    return sum(times_of(word, fact) for fact in facts)


_LEVEL = re.compile(r"level (\d+)(?: or greater)?")


def times_of(word: str, fact: str) -> int:
    """How often a fact says that this is so; whoever is level 3 is level 2 or greater (716.2a)."""
    if (least := _LEVEL.fullmatch(word)) and word.endswith("greater") and (level := _LEVEL.fullmatch(fact)):
        return int(int(level[1]) >= int(least[1]))
    number = fact.removeprefix(f"{word} ").removesuffix(" times")
    return 1 if fact == word else int(number) if fact == f"{word} {number} times" and number.isdecimal() else 0


def _of_player(function: str, ref: str, situation: Situation) -> int:
    player = situation.player(ref)
    match function:
        case "life":
            return player.life
        case "cards_in_hand":
            return player.unknown_hand + _cards_in(Zone.HAND, ref, situation)
        case "cards_in_library":
            return player.unknown_library + _cards_in(Zone.LIBRARY, ref, situation)
        case "cards_in_graveyard":
            return player.unknown_graveyard + _cards_in(Zone.GRAVEYARD, ref, situation)
        case "drawn_this_turn":
            return player.drawn_this_turn
        case "drawn_this_step":
            return player.drawn_this_step
        case "created_this_turn":
            return player.created_this_turn
        case _:
            raise OutOfScopeError(f"no function is called {function!r}")


def _cards_in(zone: Zone, owner: str, situation: Situation) -> int:
    return sum(1 for thing in situation.objects if thing.zone is zone and thing.owner == owner and not thing.token)
