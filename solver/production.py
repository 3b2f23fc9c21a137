"""The mana that a production can come to: every choice of types and numbers (106.1, 106.5, 107.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement

from model.errors import OutOfScopeError
from model.mana import COLOR_WORDS
from model.production import (
    COLOR_LETTERS,
    TYPE_LETTERS,
    Chosen,
    ColorsAmong,
    CommandersColors,
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
    Unspent,
)
from model.situation import Situation
from solver.amounts import evaluate
from solver.color_identity import color_identity
from solver.environment import Env, dereference
from solver.matching import found, traits_of

#: An amount of mana: letters of types with numbers, sorted by type; nothing is the empty tuple.
Mana = tuple[tuple[str, int], ...]
#: The types that the things of a set could produce, read in an environment (106.7).
Reading = Callable[[CouldProduce, Env], frozenset[str]]


def mana_of(letters: Iterable[str]) -> Mana:
    """The letters counted, sorted by type."""
    counted: dict[str, int] = {}
    for letter in letters:
        counted[letter] = counted.get(letter, 0) + 1
    return tuple((letter, counted[letter]) for letter in TYPE_LETTERS if letter in counted)


def written(mana: Mana) -> str:
    """The mana as symbols: ``{G}{G}``."""
    return "".join(f"{{{letter}}}" * number for letter, number in mana)


def productions(production: Production, env: Env, situation: Situation, reading: Reading) -> tuple[Mana, ...]:
    """Every amount of mana that can be chosen, each once; the empty amount where no type is defined (106.5)."""
    result: dict[Mana, None] = {}
    for mana in _each(production, env, situation, reading):
        result[mana] = None
    return tuple(result)


def _each(production: Production, env: Env, situation: Situation, reading: Reading) -> Iterable[Mana]:
    match production:
        case Either(options):
            found_ones = [mana for option in options for mana in _each(option, env, situation, reading)]
            # A choice that would add nothing cannot be preferred to one that adds mana of an undefined type (106.5),
            # but it may be chosen: the player chooses the option first.
            yield from found_ones
        case Fixed(letters, times):
            yield mana_of(letters * max(0, evaluate(times, env, situation)))
        case Some(types, count, how, half):
            if half:
                raise OutOfScopeError("half mana is written down, but not counted yet")
            if isinstance(types, Unspent):
                yield unspent(env.you, situation)
                return
            letters = type_letters(types, env, situation, reading)
            yield from _some(letters, types, count, how, env, situation)


def _some(
    letters: tuple[str, ...], types: TypeSet, count: object, how: How, env: Env, situation: Situation
) -> Iterable[Mana]:
    if not letters:
        yield ()
        return

    def number(letter: str) -> int:
        # "Choose a color. Add an amount of that color equal to ...": the amount may look at the color chosen.
        here = env.with_roles(**{"chosen color": _word(letter)}) if letter in COLOR_LETTERS else env
        return max(0, evaluate(count, here, situation))  # type: ignore[arg-type]

    match how:
        case How.SAME:
            for letter in letters:
                yield mana_of(letter * number(letter))
        case How.COMBINATION:
            for some in combinations_with_replacement(letters, number(letters[0])):
                yield mana_of(some)
        case How.DIFFERENT:
            for some in combinations(letters, min(number(letters[0]), len(letters))):
                yield mana_of(some)
        case How.EACH:
            yield mana_of(letter for letter in letters for _ in range(number(letter)))


def _word(letter: str) -> str:
    return next(word for word, color in COLOR_WORDS.items() if color.value == letter)


def unspent(player: str, situation: Situation) -> Mana:
    """What is in the player's pool, by types; what else is known of it is no part of them (106.6)."""
    pool = situation.player(player).mana
    if pool is None:
        raise OutOfScopeError(f"what mana {player} has unspent is not said; 'mana_pool' says it")
    letters = [mark.split()[0] for mark, number in pool for _ in range(number)]
    if any(letter not in TYPE_LETTERS for letter in letters):
        raise OutOfScopeError("a type of mana in the pool is not told")
    return mana_of(letters)


def type_letters(types: TypeSet, env: Env, situation: Situation, reading: Reading) -> tuple[str, ...]:
    """The types of a set in the situation, in the usual order; none where the set is undefined (106.5)."""
    found_letters: Iterable[str]
    match types:
        case These(letters):
            found_letters = letters
        case Chosen():
            word = env.role("chosen color") or dereference("chosen color", env, situation)
            found_letters = (COLOR_WORDS[word].value,) if word in COLOR_WORDS else ()
        case CommandersColors():
            found_letters = _commanders(env, situation)
        case ColorsAmong(things):
            found_letters = {
                color.value
                for ref in found(things, env, situation)
                if (thing := situation.find(ref)) is not None
                for color in traits_of(situation, thing).colors
            }
        case CouldProduce():
            found_letters = reading(types, env)
        case Unspent():
            found_letters = [letter for letter, _ in unspent(env.you, situation)]
        case Noted():
            noted = dereference("chosen mana", env, situation) or ""
            found_letters = [letter for letter in TYPE_LETTERS if f"{{{letter}}}" in noted]
        case ThatType():
            event = env.event
            found_letters = [letter for letter, _ in getattr(event, "mana", ())]
    kept = set(found_letters)
    return tuple(letter for letter in TYPE_LETTERS if letter in kept)


def _commanders(env: Env, situation: Situation) -> set[str]:
    """The color identity of the player's commanders; no color where there is none (903.4, 903.4f)."""
    commanders = [thing for thing in situation.objects if thing.owner == env.you and "commander" in thing.flags]
    return {letter for thing in commanders for letter in color_identity(thing.card)}
