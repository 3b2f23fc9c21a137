"""What mana an ability would add if it resolved now: each choice of each instruction, written out (106, 608.2).

The naive twin's own reading of productions. What other permanents could produce is given to it as a table; nothing here
looks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement, product

from model.errors import OutOfScopeError
from model.instructions import ChooseOne, CreateEffect, Do, Each, If, Instruction, May, TakeFromTop
from model.production import (
    COLOR_LETTERS,
    TYPE_LETTERS,
    Chosen,
    ColorsAmong,
    CouldProduce,
    Either,
    Fixed,
    How,
    Noted,
    Production,
    Some,
    ThatType,
    These,
    TypeSet,
)
from model.selectors import Quantifier, Selector, role
from model.situation import Situation
from solver.twin.applicable import effects_present
from solver.twin.fitting import Environment, meant, value_of
from solver.twin.happening import happened
from solver.twin.instructing import events_of
from solver.twin.things import color_named, thing_of

Mana = tuple[tuple[str, int], ...]  #: letters of types with numbers above 0, sorted by letter
Added = tuple[Situation, str, Mana]  #: when who would add which mana
Way = tuple[Situation, tuple[Added, ...]]  #: a situation, and what was added on the way to it


@dataclass(frozen=True, slots=True)
class Speaking:
    """A situation and who speaks in it: the environment, what permanents could produce, and "that type" (106.12a)."""

    situation: Situation
    env: Environment
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    that_type: frozenset[str] = frozenset()

    def saying(self, env: Environment) -> Speaking:
        """The same with another environment."""
        return replace(self, env=env)


def mana_of(letters: Iterable[str]) -> Mana:
    """These mana, counted."""
    listed = list(letters)
    return tuple((letter, listed.count(letter)) for letter in sorted(set(listed)))


def added_up(parts: Iterable[Mana]) -> Mana:
    """The sum of several mana."""
    return mana_of(letter for part in parts for letter, number in part for _ in range(number))


def letters_of(types: TypeSet, speaking: Speaking) -> tuple[str, ...]:
    """The types in a set here and now; none where they are undefined (106.5)."""
    match types:
        case These(letters):
            return letters
        case Chosen():
            color = color_named(speaking.env.chosen.get("color", ""))
            return (color.value,) if color else ()
        case Noted():
            return tuple(each for each in TYPE_LETTERS if f"{{{each}}}" in speaking.env.chosen.get("mana", ""))
        case ThatType():
            return tuple(each for each in TYPE_LETTERS if each in speaking.that_type)
        case ColorsAmong(things):
            refs = meant(speaking.situation, things, speaking.env)
            colors = {
                color.value for ref in refs if (thing := thing_of(speaking.situation, ref)) for color in thing.colors
            }
            return tuple(each for each in COLOR_LETTERS if each in colors)
        case CouldProduce(things, only_colors):
            refs = meant(speaking.situation, things, speaking.env)
            found = frozenset().union(*(speaking.known.get(ref, frozenset()) for ref in refs))
            return tuple(each for each in (COLOR_LETTERS if only_colors else TYPE_LETTERS) if each in found)
        case _:
            raise OutOfScopeError(f"the types of mana {types}")


def productions(production: Production, speaking: Speaking) -> set[Mana]:
    """Every mana that a production can be: each choice of options and types. An undefined type is no mana (106.5)."""
    match production:
        case Fixed(letters, times):
            return {mana_of(letters * max(0, value_of(speaking.situation, times, speaking.env)))}
        case Either(options):
            return set().union(*(productions(each, speaking) for each in options))
        case Some(types, count, how, half):
            if half:
                raise OutOfScopeError("half a mana")
            number = max(0, value_of(speaking.situation, count, speaking.env))
            letters = letters_of(types, speaking)
            return {mana_of(each) for each in _picked(letters, number, how)} or {()}


def _picked(letters: tuple[str, ...], number: int, how: How) -> list[tuple[str, ...]]:
    match how:
        case How.SAME:
            return [(each,) * number for each in letters]
        case How.COMBINATION:
            return list(combinations_with_replacement(letters, number))
        case How.DIFFERENT:
            return list(combinations(letters, min(number, len(letters))))
        case How.EACH:
            return [letters * number]


def could_add_mana(instructions: tuple[Instruction, ...]) -> bool:
    """Whether an instruction to add mana is among these, under whatever condition (605.1, 605.2)."""
    return any(each.verb == "add_mana" for each in _actions(instructions))


def moves_to_or_from_library(instructions: tuple[Instruction, ...]) -> bool:
    """Whether these move any card to or from a library (605.1a as of 2026-09-25)."""
    for each in _actions(instructions):
        if each.verb in ("draw", "draw_cards", "mill", "exile_top"):
            return True
        if "library" in (each.get("to"), each.get("from")):
            return True
    return any(isinstance(each, TakeFromTop) for each in _every(instructions))


def _every(instructions: tuple[Instruction, ...]) -> Iterable[Instruction]:
    for each in instructions:
        yield each
        match each:
            case If(_, then, otherwise):
                yield from _every(then + otherwise)
            case May(_, cost, inner, otherwise):
                yield from _every(cost + inner + otherwise)
            case ChooseOne(options):
                for _, inner in options:
                    yield from _every(inner)
            case Each(_, inner):
                yield from _every(inner)


def _actions(instructions: tuple[Instruction, ...]) -> Iterable[Do]:
    return (each for each in _every(instructions) if isinstance(each, Do))


def adding(instructions: tuple[Instruction, ...], speaking: Speaking) -> set[tuple[Added, ...]]:
    """Every way to carry out the instructions, as the rows of mana that players would then add, one after the other.

    Conditions are asked when they are reached. What else happens changes the situation for the instructions after it.
    """
    return {row for _, row in _carried_out(instructions, speaking, False)}


def _carried_out(instructions: tuple[Instruction, ...], speaking: Speaking, more: bool) -> set[Way]:
    """The situations afterwards with what was added; ``more``: mana may be added after these instructions too."""
    ways: set[Way] = {(speaking.situation, ())}
    for place, each in enumerate(instructions):
        later = more or could_add_mana(instructions[place + 1 :])
        ways = {
            (after, row + added)
            for now, row in ways
            for after, added in _one(each, replace(speaking, situation=now), later)
        }
    return ways


def _one(instruction: Instruction, speaking: Speaking, more: bool) -> set[Way]:
    match instruction:
        case Do("add_mana"):
            made = instruction.get("mana")
            if not isinstance(made, Fixed | Some | Either):
                raise OutOfScopeError("an instruction to add mana without a production")
            rows = _by_players(instruction.get("player") or role("you"), productions(made, speaking), speaking)
            return {(speaking.situation, row) for row in rows}
        case If(condition, then, otherwise):
            chosen = then if value_of(speaking.situation, condition, speaking.env) else otherwise
            return _carried_out(chosen, speaking, more)
        case May(_, cost, then, otherwise):
            done = _carried_out(cost + then, speaking, more)
            return done | _carried_out(otherwise, speaking, more)
        case ChooseOne(options):
            return set().union(*(_carried_out(inner, speaking, more) for _, inner in options))
        case Each(players, inner):
            ways: set[Way] = {(speaking.situation, ())}
            for player in meant(speaking.situation, players, speaking.env):
                own = speaking.saying(speaking.env.adding({"you": player}, {}))
                ways = {
                    (after, row + added)
                    for now, row in ways
                    for after, added in _carried_out(inner, replace(own, situation=now), True)
                }
            return ways
        case Do():
            return {(_after(instruction, speaking) if more else speaking.situation, ())}
        case CreateEffect() | TakeFromTop() if not more:
            return {(speaking.situation, ())}
        case _:
            raise OutOfScopeError(f"the instruction {type(instruction).__name__}")


def _after(do: Do, speaking: Speaking) -> Situation:
    """The situation after an action that comes before mana is added; refused where effects could change it."""
    situation = speaking.situation
    for event in events_of(situation, do, speaking.env):
        if any(
            watch.kind == event.kind
            for each in effects_present(situation, {})
            for watch in getattr(each.effect, "watches", ())
        ):
            raise OutOfScopeError("effects on what happens before mana is added")
        situation, _ = happened(situation, event)
    return situation


def _by_players(players: object, manas: set[Mana], speaking: Speaking) -> set[tuple[Added, ...]]:
    """Each of the players adds one of these; where one of several players is meant, any of them."""
    if not isinstance(players, Selector):
        raise OutOfScopeError("a player that is not a phrase")
    now = speaking.situation
    refs = meant(now, players, speaking.env)
    if any(not (thing := thing_of(now, ref)) or not thing.player for ref in refs):
        raise OutOfScopeError(f"{players} is not a player")
    if players.quantifier is Quantifier.ONE:
        return {((now, ref, mana),) for ref in refs for mana in manas}
    return set(product(*([(now, ref, mana) for mana in sorted(manas)] for ref in refs)))
