"""Whether an activated ability can be activated: its costs, and nothing else, decide (118.3, 107.5, 107.6, 302.6).

Mana is taken to be there; timing and targets are not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.abilities import Activated
from model.actions import Activate
from model.objects import GameObject
from model.rules import Citation
from model.situation import Situation
from solver.actions import environment_of, numbered_ability
from solver.matching import traits_of
from solver.paying import can_pay


@dataclass(frozen=True, slots=True)
class Verdict:
    """Yes or no, and the rule that decides."""

    value: bool
    citation: Citation


def can_activate(action: Activate, situation: Situation) -> Verdict:
    """Whether the costs of the ability could be paid now. Raises OutOfScopeError when there is no such ability."""
    thing = situation.object(action.ability_of)
    ability = numbered_ability(action.ability_of, action.ability, situation)
    if not isinstance(ability, Activated):
        return Verdict(False, Citation("602.1", "a triggered ability is not activated"))
    against = _symbols(ability.symbols, thing, situation)
    if against is not None:
        return Verdict(False, against)
    if not can_pay(ability.costs, environment_of(thing, action.targets, action.x, situation), situation):
        return Verdict(False, Citation("614.17b", "a cost that includes something that can't happen can't be paid"))
    return Verdict(True, Citation("602.2b", "every cost can be paid"))


def _symbols(symbols: str, thing: GameObject, situation: Situation) -> Citation | None:
    """What stops the {T} or {Q} in a cost, if anything."""
    for symbol, fine, rule in (("{T}", not thing.tapped, "107.5"), ("{Q}", thing.tapped, "107.6")):
        if symbol in symbols:
            if not fine:
                state = "a tapped permanent can't be tapped" if symbol == "{T}" else "an untapped one can't be untapped"
                return Citation(rule, f"{state} to pay a cost")
            has = traits_of(situation, thing)
            sick = "creature" in has.type_line.types and not thing.controlled_since_turn_began
            if sick and not has.has_keyword("haste"):
                return Citation("302.6", "its controller has not controlled the creature since the turn began")
    return None
