"""Selectors and amounts, read in an environment: who "you" are, what "this" and the roles of the event are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from model.amounts import Amount, Binary, Call, Name, Not, Number
from model.errors import OutOfScopeError
from model.selectors import Aspect, Predicate, Quantifier, Selector
from model.situation import Situation
from model.zones import ZONES, Zone
from solver.twin.things import Thing, color_named, controller_of, thing_of

_COMPARISON = re.compile(r"\s*(<=|>=|==|!=|<|>|=)?\s*(-?\d+)\s*")
_SETS_OF_PLAYERS = frozenset({"player", "opponent", "another player", "active player", "nonactive player"})
_POINTING_AT_TARGET = Predicate(Aspect.ROLE, "target")
_POINTING = frozenset({Aspect.ROLE, Aspect.CONTROLLER_OF, Aspect.OWNER_OF})


@dataclass(frozen=True, slots=True)
class Environment:
    """Names for players and objects, names for numbers, and what was chosen for the effect's source."""

    roles: Mapping[str, str | None] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()

    @property
    def you(self) -> str:
        """The effect's controller."""
        you = self.roles["you"]
        if you is None:
            raise OutOfScopeError("an effect without a controller")
        return you

    def adding(self, roles: Mapping[str, str | None], numbers: Mapping[str, int]) -> Environment:
        """This environment with further names, which hide earlier ones."""
        return replace(self, roles={**self.roles, **roles}, numbers={**self.numbers, **numbers})


def fits(situation: Situation, selector: Selector, thing: Thing | None, env: Environment) -> bool:
    """Whether the thing fits at least one of the selector's conjunctions."""
    if thing is None:
        return False
    if selector.quantifier is Quantifier.EACH:  # "each target" is any of the targets
        targets = {ref for name, ref in env.roles.items() if name == "target" or name.startswith("target ")}
        if thing.ref in targets and any(_POINTING_AT_TARGET in conjunction for conjunction in selector.any_of):
            return True
    return any(
        all(_holds(situation, predicate, thing, env) != predicate.negated for predicate in conjunction)
        and _where_it_should_be(conjunction, thing)
        for conjunction in selector.any_of
    )


def meant(situation: Situation, selector: Selector, env: Environment) -> tuple[str, ...]:
    """Everything that fits: players in APNAP order, then objects as the situation lists them."""
    start = [player.name for player in situation.players].index(situation.active)
    players = situation.players[start:] + situation.players[:start]
    refs = [player.name for player in players] + [each.id for each in situation.objects]
    return tuple(ref for ref in refs if fits(situation, selector, thing_of(situation, ref), env))


def the_one(situation: Situation, selector: Selector, env: Environment) -> str | None:
    """The one thing meant, or None when it is not there. Several are out of scope."""
    found = meant(situation, selector, env)
    if len(found) > 1:
        raise OutOfScopeError(f"{selector} means several things here: {', '.join(found)}")
    return found[0] if found else None


def _where_it_should_be(conjunction: tuple[Predicate, ...], thing: Thing) -> bool:
    """109.2: a description by types alone means a permanent."""
    if thing.player or thing.to_be_created or thing.zone is Zone.BATTLEFIELD:
        return True
    return any(each.aspect in _POINTING or each.aspect in (Aspect.KIND, Aspect.ZONE) for each in conjunction)


def _holds(situation: Situation, predicate: Predicate, thing: Thing, env: Environment) -> bool:
    value = predicate.value
    match predicate.aspect:
        case Aspect.ROLE:
            return _is_role(situation, value, thing, env)
        case Aspect.CONTROLLER_OF:
            bound = env.roles.get(value)
            return bound is not None and thing.ref == controller_of(situation, bound)
        case Aspect.OWNER_OF:
            other = thing_of(situation, env.roles.get(value))
            return other is not None and thing.ref == other.owner
        case Aspect.KIND:
            return _is_kind(value, thing)
        case Aspect.TYPE:
            return value in thing.types
        case Aspect.SUPERTYPE:
            return value in thing.supertypes
        case Aspect.SUBTYPE:
            return (env.chosen.get("type", "") if value == "chosen" else value) in thing.subtypes
        case Aspect.COLOR:
            return _is_color(value, thing, env)
        case Aspect.KEYWORD:
            return thing.has(value)
        case Aspect.NAME:
            return thing.name == (env.chosen.get("name") if value == "chosen" else value)
        case Aspect.CONTROLLER:
            return _is_whose(situation, value, thing.controller, env)
        case Aspect.OWNER:
            return _is_whose(situation, value, thing.owner, env)
        case Aspect.ZONE:
            if value not in ZONES:
                raise OutOfScopeError(f"the zone {value!r}")
            return thing.zone is ZONES[value]
        case Aspect.STATUS:
            return value in thing.statuses
        case Aspect.COUNTER:
            return any(number and value in ("any", kind) for kind, number in thing.counters)
        case Aspect.OTHER:
            return thing.ref != env.roles.get(value if value in env.roles else "this")
        case Aspect.POWER:
            return _compares(thing.power, value)
        case Aspect.TOUGHNESS:
            return _compares(thing.toughness, value)
        case Aspect.BLOCKS:
            blocker = next((each for each in situation.objects if each.id == thing.ref), None)
            return blocker is not None and env.roles.get(value) in blocker.blocking
        case Aspect.BLOCKED_BY:
            blocker = next((each for each in situation.objects if each.id == env.roles.get(value)), None)
            return blocker is not None and thing.ref in blocker.blocking
        case Aspect.TARGETS:
            spell = next((each for each in situation.objects if each.id == thing.ref), None)
            return spell is not None and env.roles.get(value) in spell.targets
        case Aspect.DAMAGED:
            there = next((each for each in situation.objects if each.id == thing.ref), None)
            sources = [
                flag.removeprefix("dealt damage by ")
                for flag in (there.flags if there else ())
                if flag.startswith("dealt damage by ")
            ]
            who = env.roles.get(value)
            return bool(sources) if value == "any" else (f"a source of {who}" if value == "you" else who) in sources
        case Aspect.SHARES_COLOR:
            other = thing_of(situation, env.roles.get(value))
            return other is not None and bool(other.colors & thing.colors)
        case Aspect.MANA_VALUE:
            if value in ("odd", "even"):
                return thing.mana_value % 2 == (value == "odd")
            return _compares(thing.mana_value, value)
        case _:
            raise OutOfScopeError(f"phrases that look at {predicate.aspect.value}")


def _is_role(situation: Situation, value: str, thing: Thing, env: Environment) -> bool:
    if value in _SETS_OF_PLAYERS:
        return thing.player and _in_set(situation, value, thing.ref, env)
    return thing.ref != "" and thing.ref == env.roles.get(value)


def _in_set(situation: Situation, value: str, player: str, env: Environment) -> bool:
    match value:
        case "opponent" | "another player":
            return player != env.you
        case "active player":
            return player == situation.active
        case "nonactive player":
            return player != situation.active
        case _:
            return True


def _is_kind(value: str, thing: Thing) -> bool:
    if thing.player or value == "player":
        return thing.player and value == "player"
    kinds = {
        "permanent": thing.to_be_created or thing.zone is Zone.BATTLEFIELD,
        "spell": thing.zone is Zone.STACK,
        "card": not thing.token,
        "token": thing.token,
        "source": True,
        "object": True,
    }
    if value not in kinds:
        raise OutOfScopeError(f"a selector for {value!r}")
    return kinds[value]


def _is_color(value: str, thing: Thing, env: Environment) -> bool:
    if value in ("colorless", "multicolored", "monocolored"):
        number = len(thing.colors)
        return {"colorless": number == 0, "multicolored": number > 1, "monocolored": number == 1}[value]
    color = color_named(env.chosen.get("color", "") if value == "chosen" else value)
    return color in thing.colors


def _is_whose(situation: Situation, value: str, player: str, env: Environment) -> bool:
    if value in _SETS_OF_PLAYERS:
        return _in_set(situation, value, player, env)
    for words, whose in (("controller of ", controller_of), ("owner of ", _owner_of)):
        if value.startswith(words):
            ref = env.roles.get(value.removeprefix(words))
            return ref is not None and player == whose(situation, ref)
    return player == env.roles.get(value)


def _owner_of(situation: Situation, ref: str) -> str:
    thing = thing_of(situation, ref)
    return thing.owner if thing else ""


def _compares(number: int, text: str) -> bool:
    match = _COMPARISON.fullmatch(text)
    if match is None:
        raise OutOfScopeError(f"the comparison {text!r}")
    return compare(match[1] or "==", number, int(match[2]))


def compare(operator: str, left: int, right: int) -> bool:
    """``left operator right`` for the six comparisons."""
    results = {
        "==": left == right,
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }
    if operator not in results:
        raise OutOfScopeError(f"the comparison {operator!r}")
    return results[operator]


def value_of(situation: Situation, amount: Amount, env: Environment) -> int:
    """The number that an amount is here and now; a condition holds when it is not 0."""
    match amount:
        case Number(value):
            return value
        case Name(name):
            if name not in env.numbers:
                raise OutOfScopeError(f"the amount {name!r} is not known here")
            return env.numbers[name]
        case Not(operand):
            return int(value_of(situation, operand, env) == 0)
        case Binary(operator, left, right):
            a, b = value_of(situation, left, env), value_of(situation, right, env)
            match operator:
                case "+":
                    return a + b
                case "-":
                    return a - b
                case "*":
                    return a * b
                case "and":
                    return int(a != 0 and b != 0)
                case "or":
                    return int(a != 0 or b != 0)
                case _:
                    return int(compare(operator, a, b))
        case Call(function, arguments):
            return _call(situation, function, arguments, env)


def _call(situation: Situation, function: str, arguments: tuple[Amount | Selector | str, ...], env: Environment) -> int:
    selectors = [each for each in arguments if isinstance(each, Selector)]
    words = [each for each in arguments if isinstance(each, str)]
    numbers = [value_of(situation, each, env) for each in arguments if not isinstance(each, Selector | str)]
    match function, selectors, words, numbers:
        case "half_up", [], [], [number]:
            return -(-number // 2)
        case "half_down", [], [], [number]:
            return number // 2
        case "max", [], [], [_, *_]:
            return max(numbers)
        case "min", [], [], [_, *_]:
            return min(numbers)
        case "step", [], [word], []:
            return int(situation.step == word)
        case "flag", [], [word], []:
            return int(word in env.flags)
        case "count", [selector], [], []:
            return len(meant(situation, selector, env))
        case "turn_of", [selector], [], []:
            return int(situation.active in meant(situation, selector, env))
        case "matches", [first, second], [], []:
            return int(
                any(fits(situation, second, thing_of(situation, ref), env) for ref in meant(situation, first, env))
            )
        case "counters", [selector], [kind], []:
            thing = thing_of(situation, the_one(situation, selector, env))
            return dict(thing.counters).get(kind, 0) if thing else 0
        case "damage_marked", [selector], [], []:
            ref = the_one(situation, selector, env)
            return sum(each.damage for each in situation.objects if each.id == ref)
        case (("power" | "toughness" | "mana_value"), [selector], [], []):
            thing = thing_of(situation, the_one(situation, selector, env))
            return int(getattr(thing, function)) if thing else 0
        case _, [selector], [], []:
            return _about_player(situation, function, the_one(situation, selector, env))
        case _:
            raise OutOfScopeError(f"the amount {function}(...) with these arguments")


def _about_player(situation: Situation, function: str, name: str | None) -> int:
    player = next((each for each in situation.players if each.name == name), None)
    if player is None:
        return 0

    def known(zone: Zone) -> int:
        return sum(each.zone is zone and each.owner == name for each in situation.objects)

    match function:
        case "life":
            return player.life
        case "cards_in_hand":
            return known(Zone.HAND) + player.unknown_hand
        case "cards_in_library":
            return len(player.library) + player.unknown_library
        case "cards_in_graveyard":
            return known(Zone.GRAVEYARD) + player.unknown_graveyard
        case "drawn_this_turn":
            return player.drawn_this_turn
        case "drawn_this_step":
            return player.drawn_this_step
        case "created_this_turn":
            return player.created_this_turn
        case _:
            raise OutOfScopeError(f"the amount {function}(player)")
