"""Abilities that give themselves to what becomes a copy: "except it has this ability" (707.9a)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Activated, ThisAbility, Triggered
from model.effects import Continuous
from model.instructions import CreateEffect, If, Instruction, May


def with_itself(ability: Activated | Triggered) -> tuple[Instruction, ...]:
    """The instructions of an ability that is about to be carried out, with itself where they speak of it."""
    return _filled(ability.instructions, ability)


def _filled(instructions: tuple[Instruction, ...], ability: Activated | Triggered) -> tuple[Instruction, ...]:
    return tuple(_with(instruction, ability) for instruction in instructions)


def _with(instruction: Instruction, ability: Activated | Triggered) -> Instruction:
    match instruction:
        case CreateEffect(Continuous(copy_except=Continuous() as exceptions) as effect):
            if ThisAbility() not in exceptions.add_abilities:
                return instruction
            given = tuple(ability if one == ThisAbility() else one for one in exceptions.add_abilities)
            changed = replace(effect, copy_except=replace(exceptions, add_abilities=given))
            return replace(instruction, effect=changed)
        case May():
            then, otherwise = _filled(instruction.instructions, ability), _filled(instruction.otherwise, ability)
            return replace(instruction, instructions=then, otherwise=otherwise)
        case If():
            then, otherwise = _filled(instruction.then, ability), _filled(instruction.otherwise, ability)
            return replace(instruction, then=then, otherwise=otherwise)
        case _:
            return instruction
