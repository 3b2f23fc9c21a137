"""Which of what a card has players choose is the target of which of its triggered abilities (603.3c-d)."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from model.abilities import Ability, Activated, SpellAbility, Triggered
from model.cards import Card
from model.choices import Choice, Manner
from model.instructions import ChooseOne, CreateEffect, Each, If, Instruction, May, Note, Pick, WhenDone
from model.selectors import Selector

Instructions = tuple[Instruction, ...]
_TARGET = re.compile(r"target(?: (\d))?")


def with_targets(abilities: tuple[Ability, ...], chosen: tuple[Choice, ...]) -> tuple[Ability, ...]:
    """The abilities with the targets among these choices given to those that speak of them, in the order written.

    Abilities stay as they are where the numbers do not tell which targets are whose.
    """
    targets = [choice for choice in chosen if choice.manner is Manner.TARGET]
    places = [place for place, one in enumerate(abilities) if _units(one)]
    if not targets or not places:
        return abilities
    shares = _shares([unit for place in places for unit in _units(abilities[place])], targets)
    if shares is None:
        return abilities
    result = list(abilities)
    for place in places:
        mine = [shares.pop(0) for _ in _units(abilities[place])]
        result[place] = _given(abilities[place], mine)
    return tuple(result)


@dataclass(frozen=True, slots=True)
class _Unit:
    """What has targets of its own: an ability, or a reflexive one within it. ``slots``: how many it numbers."""

    slots: int
    modal: ChooseOne | None = None


def _units(ability: Ability) -> list[_Unit]:
    """The units of an ability that speak of targets; its own comes first, and then those within it."""
    if not isinstance(ability, SpellAbility | Activated | Triggered):
        return []
    spoken = (ability.instructions, ability.costs) if isinstance(ability, Activated) else ability.instructions
    own = slots(spoken)
    inner = [
        unit for unit in (_Unit(slots(one.instructions)) for one in _reflexive(ability.instructions)) if unit.slots
    ]
    if own and inner:
        return [_Unit(own)]  # the reflexive ability speaks of the targets there are already
    return [_Unit(own, _modal(ability.instructions))] if own else inner


def _modal(instructions: Instructions) -> ChooseOne | None:
    return instructions[0] if len(instructions) == 1 and isinstance(instructions[0], ChooseOne) else None


def _shares(units: list[_Unit], targets: list[Choice]) -> list[tuple[Choice, ...]] | None:
    """The choices of each unit; None where it is not clear."""
    if len(units) == 1:
        return [tuple(targets)]
    result, left = [], list(targets)
    for unit in units:
        mine: list[Choice] = []
        modes = bool(left) and bool(left[0].mode)
        if modes:
            while left and left[0].mode:
                mine.append(left.pop(0))
        while not modes and left and not left[0].mode and sum(one.count for one in mine) < unit.slots:
            mine.append(left.pop(0))
        if not mine:
            return None
        result.append(tuple(mine))
    return None if left else result


def _given(ability: Ability, mine: list[tuple[Choice, ...]]) -> Ability:
    if not isinstance(ability, SpellAbility | Activated | Triggered):
        return ability
    if not slots(ability.instructions):
        return replace(ability, instructions=_in_reflexive(ability.instructions, mine))
    if not isinstance(ability, Triggered):
        return ability
    (choices,) = mine
    if not any(choice.mode for choice in choices):
        return replace(ability, choices=choices)
    modal = _modal(ability.instructions)
    if modal is None:
        return ability
    each = tuple(tuple(one for one in choices if of_mode(one.mode, label)) for label, _ in modal.options)
    return replace(ability, instructions=(replace(modal, choices=each),))


def of_mode(mode: str, label: str) -> bool:
    """Whether a choice of this mode is made where this is chosen: "mode 2" in "modes 1 and 2"."""
    if mode in ("", label):
        return True
    number = mode.removeprefix("mode ")
    return label.startswith("modes ") and number in re.findall(r"\d+", label)


# --- what speaks of targets ------------------------------------------------------------------------------------------


def slots(value: object) -> int:
    """The highest number of a target that this speaks of; abilities that it gives have targets of their own."""
    if isinstance(value, Selector):
        found = [
            int(match[1] or 1)
            for conjunction in value.any_of
            for predicate in conjunction
            if (match := _TARGET.fullmatch(predicate.value)) and value.mentions(predicate.value)
        ]
        return max(found, default=0)
    if isinstance(value, tuple):
        return max(map(slots, value), default=0)
    if isinstance(value, WhenDone | Card | Choice) or value is None:
        return 0
    if isinstance(value, CreateEffect) and isinstance(value.effect, Triggered):  # 603.7: of what makes it
        return max(slots(value.effect.instructions), slots(value.effect.watches), slots(value.effect.condition))
    if isinstance(value, Activated | Triggered | SpellAbility):
        return 0
    if is_dataclass(value) and not isinstance(value, type):
        return max((slots(getattr(value, field.name)) for field in fields(value)), default=0)
    return 0


def _reflexive(value: object) -> list[WhenDone]:
    """The reflexive abilities among instructions, in the order written."""
    if isinstance(value, WhenDone):
        return [value]
    if isinstance(value, tuple):
        return [found for part in value for found in _reflexive(part)]
    if isinstance(value, May | If | ChooseOne | Each | Pick | Note):
        return [found for field in fields(value) for found in _reflexive(getattr(value, field.name))]
    return []


def _in_reflexive(value: Instructions, mine: list[tuple[Choice, ...]]) -> Instructions:
    """The same instructions, with their targets given to the reflexive abilities among them."""
    return tuple(_filled(part, mine) for part in value)


def _filled(value: Instruction, mine: list[tuple[Choice, ...]]) -> Instruction:
    match value:
        case WhenDone(instructions):
            return replace(value, choices=mine.pop(0)) if slots(instructions) else value
        case May() | If():
            parts: dict[str, Any] = {
                field.name: _in_reflexive(getattr(value, field.name), mine)
                for field in fields(value)
                if field.name in ("cost", "instructions", "then", "otherwise")
            }
            return replace(value, **parts)
        case Each() | Pick() | Note():
            return replace(value, instructions=_in_reflexive(value.instructions, mine))
        case ChooseOne():
            options = tuple((label, _in_reflexive(way, mine)) for label, way in value.options)
            return replace(value, options=options)
        case _:
            return value
