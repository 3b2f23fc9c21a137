"""What casting, playing or activating costs in all: increases first, then reductions (601.2f, 118.7, 118.8)."""

from __future__ import annotations

import re

from model.abilities import Activated
from model.attempts import Activating
from model.effects import CostChange
from model.event import Event
from model.objects import GameObject
from model.situation import Situation
from solver.amounts import evaluate, holds
from solver.costs import symbols_of
from solver.environment import Env
from solver.in_force import effects_in_force
from solver.mana_abilities import sort_of
from solver.matching import controller_of, traits_of
from solver.watching import watched_parts

#: What a land costs that must be paid for like a spell.
ITS_MANA_COST = "its mana cost"
_SYMBOLS = re.compile(r"(?:\{[^{}]+\}[ ,]*)*")
#: Symbols that stand apart from the mana in a cost.
_APART = ("T", "Q")


def total_cost(cost: str, attempt: Event, situation: Situation) -> str:
    """The cost with what effects add to it and take off it; the same text where none does.

    ``attempt`` is the casting, playing or activating; ``cost`` may go on with words after its symbols.
    """
    changes = [
        (active.effect, active.env.seeing(attempt))
        for active in effects_in_force(situation).costs.get(attempt.kind, ())
        if any(watched_parts(watch, attempt, active.env, situation) for watch in active.watches)
    ]
    changed = False
    front = _SYMBOLS.match(cost)
    assert front is not None
    symbols, words = list(symbols_of(front.group())), cost[front.end() :]
    for increasing in (True, False):
        for effect, env in changes:
            assert isinstance(effect, CostChange)
            if increasing and effect.also and holds(effect.condition, env, situation):
                words, changed = ", ".join(part for part in (words, effect.also) if part), True
            part = effect.more if increasing else effect.less
            if not part or not holds(effect.condition, env, situation):
                continue
            if effect.unless and set(symbols_of(effect.unless)) <= set(symbols):
                continue
            taken = _symbols(part, attempt, situation) * _times(effect, env, situation)
            changed = changed or bool(taken)
            symbols = _added(symbols, taken) if increasing else _reduced(symbols, taken)
    return _written(symbols, words) if changed else cost


def activation_cost(ability: Activated, thing: GameObject, situation: Situation) -> str:
    """The symbols of the ability's total cost: those of its activation cost, with what effects add or take (602.2b)."""
    attempt = Activating(thing.id, controller_of(situation, thing.id), sort_of(ability))
    return total_cost(ability.symbols, attempt, situation)


def _times(effect: CostChange, env: Env, situation: Situation) -> int:
    return 1 if effect.times is None else max(0, evaluate(effect.times, env, situation))


def _symbols(part: str, attempt: Event, situation: Situation) -> list[str]:
    if part != ITS_MANA_COST:
        return list(symbols_of(part))
    cost = traits_of(situation, situation.object(attempt.affected)).mana_cost
    return list(cost.symbols) if cost is not None else []


def _added(symbols: list[str], more: list[str]) -> list[str]:
    generic = sum(int(symbol) for symbol in (*symbols, *more) if symbol.isdigit())
    rest = [symbol for symbol in (*symbols, *more) if not symbol.isdigit()]
    return [str(generic), *rest] if generic else rest


def reduced(cost: str, less: str) -> str:
    """The cost with these symbols taken off (118.7a-d)."""
    return _written(_reduced(list(symbols_of(cost)), list(symbols_of(less))), "")


def _reduced(symbols: list[str], less: list[str]) -> list[str]:
    """118.7a-d: generic mana comes off generic mana, and so does colored mana where there is none of it (left)."""
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    rest = [symbol for symbol in symbols if not symbol.isdigit()]
    for symbol in less:
        if symbol in rest:
            rest.remove(symbol)
        else:
            generic -= int(symbol) if symbol.isdigit() else 1
    mana = [symbol for symbol in rest if symbol not in _APART]
    return [str(max(0, generic)), *rest] if generic > 0 or not mana else rest


def _written(symbols: list[str], words: str) -> str:
    variable = [symbol for symbol in symbols if symbol in ("X", "Y", "Z")]
    mana = "".join(f"{{{symbol}}}" for symbol in (*variable, *(s for s in symbols if s not in (*variable, *_APART))))
    apart = (f"{{{symbol}}}" for symbol in symbols if symbol in _APART)
    return ", ".join(part for part in (mana, *apart, words) if part)
