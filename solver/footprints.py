"""Which characteristics effects, phrases and amounts read, and which ones each layer can change.

Two effects of which one cannot change what the other reads are independent (613.8a) without a trial.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from model.amounts import Amount, Binary, Call, Not
from model.characteristics import Characteristics
from model.effects import Continuous
from model.selectors import Aspect, Predicate, Selector
from solver.environment import PLAYER_SETS
from solver.parts import Layer, reads_each

NAME, COST, TYPES, SUPERTYPES, SUBTYPES, COLORS, ABILITIES, POWER, CONTROL = (1 << bit for bit in range(9))
EVERYTHING = (1 << 9) - 1

_OF_ASPECT = {
    Aspect.TYPE: TYPES,
    Aspect.SUPERTYPE: SUPERTYPES,
    Aspect.SUBTYPE: SUBTYPES,
    Aspect.COLOR: COLORS,
    Aspect.SHARES_COLOR: COLORS,
    Aspect.KEYWORD: ABILITIES,
    Aspect.NAME: NAME,
    Aspect.NAME_PART: NAME,
    Aspect.SHARES_NAME: NAME,
    Aspect.CONTROLLER: CONTROL,
    Aspect.CONTROLLER_OF: CONTROL,
    Aspect.POWER: POWER,
    Aspect.TOUGHNESS: POWER,
    Aspect.MANA_VALUE: COST,
    Aspect.OWNER: CONTROL,
    Aspect.OWNER_OF: 0,
    Aspect.KIND: 0,
    Aspect.ZONE: 0,
    Aspect.COUNTER: 0,
    Aspect.OTHER: 0,
    Aspect.DAMAGED: 0,
    Aspect.TARGETS: 0,
}
#: Functions of amounts that read something besides what their phrases read; those not named here read everything.
_OF_FUNCTION = {
    **dict.fromkeys(("half_up", "half_down", "max", "min", "count", "matches", "counters", "step"), 0),
    **dict.fromkeys(("turn_of", "flag", "times", "life", "lowest_life", "highest_life"), 0),
    **dict.fromkeys(("cards_in_hand", "cards_in_library", "cards_in_graveyard", "most_cards_in_graveyard"), 0),
    **dict.fromkeys(("damage_marked", "drawn_this_turn", "drawn_this_step", "created_this_turn"), 0),
    "power": POWER,
    "toughness": POWER,
    "mana_value": COST,
    "card_types": TYPES,
    "devotion": COST | CONTROL,
    "chosen": 0,
}  # fmt: skip

#: What effects can change in each layer; in layer 4 it depends on the effect.
_WRITES = {
    Layer.COPY: EVERYTHING & ~CONTROL,
    Layer.CONTROL: CONTROL,
    Layer.TEXT: NAME | SUBTYPES | ABILITIES,
    Layer.COLOR: COLORS,
    Layer.ABILITY: ABILITIES,
    Layer.DEFINED: POWER,
    Layer.SET: POWER,
    Layer.MODIFY: POWER,
    Layer.SWITCH: POWER,
}


@dataclass(frozen=True, slots=True)
class Footprint:
    """What an effect reads to find what it applies to, and what it reads to do something, in any layer.

    ``each``: what it does can differ between the objects it applies to.
    """

    objects: int
    doing: int
    each: bool


@lru_cache(maxsize=8192)
def footprint(effect: Continuous) -> Footprint:
    """What the effect reads."""
    objects = of_selector(effect.affects) | of_amount(effect.condition)
    amounts = (effect.set_power, effect.set_toughness, effect.add_power, effect.add_toughness)
    doing = 0
    for amount in amounts:
        doing |= of_amount(amount)
    if effect.control is not None:
        doing |= of_selector(effect.control)
    if effect.copy_of is not None or effect.abilities_of is not None:
        doing |= EVERYTHING
    return Footprint(objects, doing, reads_each(effect))


def of_selector(selector: Selector) -> int:
    """What a phrase reads."""
    read = 0
    for conjunction in selector.any_of:
        for predicate in conjunction:
            read |= _of_predicate(predicate)
    return read


def _of_predicate(predicate: Predicate) -> int:
    match predicate.aspect:
        case Aspect.ROLE:
            return CONTROL if predicate.value == "you" or predicate.value in PLAYER_SETS else 0
        case Aspect.STATUS:
            return SUBTYPES | CONTROL if predicate.value in ("enchanted", "equipped", "attacking you") else 0
        case _:
            return _OF_ASPECT.get(predicate.aspect, EVERYTHING)


def of_amount(amount: Amount | None) -> int:
    """What an amount or a condition reads."""
    match amount:
        case Binary(_, left, right):
            return of_amount(left) | of_amount(right)
        case Not(operand):
            return of_amount(operand)
        case Call(function, arguments):
            read = _OF_FUNCTION.get(function, EVERYTHING)
            for argument in arguments:
                if isinstance(argument, Selector):
                    read |= of_selector(argument)
                elif not isinstance(argument, str):
                    read |= of_amount(argument)
            return read
        case _:
            return 0


@lru_cache(maxsize=8192)
def writes(effect: Continuous, layer: Layer) -> int:
    """What the effect can change in a layer; with card types come and go subtypes and intrinsic abilities."""
    if layer is not Layer.TYPE:
        return _WRITES[layer]
    written = 0
    if effect.set_types is not None or effect.add_types or effect.remove_types:
        written |= TYPES | SUBTYPES | ABILITIES
    if effect.set_subtypes or effect.add_subtypes or effect.remove_subtypes:
        written |= SUBTYPES | ABILITIES
    if effect.set_types is not None or effect.add_supertypes or effect.remove_supertypes:
        written |= SUPERTYPES
    return written


def can_end_abilities(effect: Continuous, layer: Layer) -> bool:
    """Whether in this layer the effect could take away, or change the text of, an ability that makes an effect."""
    match layer:
        case Layer.COPY:
            return True
        case Layer.TEXT:
            return bool(effect.words)
        case Layer.TYPE:
            return bool(effect.set_subtypes) or (effect.set_types is not None and bool(effect.set_types.subtypes))
        case Layer.ABILITY:
            return effect.lose_abilities
        case _:
            return False


def changed(before: Characteristics, after: Characteristics) -> int:
    """What differs between two states of an object."""
    if before is after:
        return 0
    found = 0
    if before.name != after.name:
        found |= NAME
    if before.mana_cost != after.mana_cost:
        found |= COST
    if before.type_line is not after.type_line:
        old, new = before.type_line, after.type_line
        found |= TYPES if old.types != new.types else 0
        found |= SUPERTYPES if old.supertypes != new.supertypes else 0
        found |= SUBTYPES if old.subtypes != new.subtypes else 0
    if before.colors != after.colors:
        found |= COLORS
    if before.abilities is not after.abilities and before.abilities != after.abilities:
        found |= ABILITIES
    if before.power != after.power or before.toughness != after.toughness:
        found |= POWER
    return found


#: Functions of amounts that look at objects alone, and those that do where their phrases mean no players.
_OF_OBJECTS = frozenset(
    {"power", "toughness", "mana_value", "card_types", "devotion", "max", "min", "half_up", "half_down"}
)
_OF_THINGS = frozenset({"count", "matches", "counters"})
_PLAYERS = frozenset({"you", "that player", "chosen player", "active player", "nonactive player", *PLAYER_SETS})


@lru_cache(maxsize=8192)
def reads_players(effect: Continuous) -> bool:
    """Whether the effect, or one that it brings about, could look at more than objects: at life, hands, the step ..."""
    amounts = (effect.condition, effect.set_power, effect.set_toughness, effect.add_power, effect.add_toughness)
    if any(amount is not None and _looks_at_players(amount) for amount in amounts):
        return True
    if effect.copy_except is not None and reads_players(effect.copy_except):
        return True
    copied = tuple(ability for face in effect.become.faces for ability in face.abilities) if effect.become else ()
    inner = (getattr(ability, "effect", None) for ability in (*effect.add_abilities, *copied))
    return any(isinstance(one, Continuous) and reads_players(one) for one in inner)


def _looks_at_players(amount: Amount) -> bool:
    match amount:
        case Binary(_, left, right):
            return _looks_at_players(left) or _looks_at_players(right)
        case Not(operand):
            return _looks_at_players(operand)
        case Call(function, arguments):
            if function in _OF_THINGS:
                tests = [p for s in arguments if isinstance(s, Selector) for tests in s.any_of for p in tests]
                return any((p.value in _PLAYERS and p.aspect is Aspect.ROLE) or p.value == "player" for p in tests)
            inner = (one for one in arguments if not isinstance(one, Selector | str))
            return function not in _OF_OBJECTS or any(_looks_at_players(one) for one in inner)
        case _:
            return False
