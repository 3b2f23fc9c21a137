"""Whether an activated ability can be activated: prohibitions and costs decide (602.5, 118.3, 107.5, 107.6, 302.6).

Mana comes from the pool where one is known, and is taken to be there where none is. Timing and targets are not looked
at.
"""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Activated
from model.actions import Activate
from model.instructions import Do, Instruction
from model.objects import GameObject
from model.rules import Citation, Verdict
from model.selectors import Quantifier, Selector
from model.situation import Situation
from solver.actions import environment_of, numbered_ability
from solver.affording import pool_of
from solver.barring import against_activating
from solver.costs import TAP, UNTAP, against_symbols, is_payable, mana_symbols
from solver.csp import AllDifferent, solutions
from solver.environment import Env
from solver.mana_abilities import sort_of
from solver.matching import controller_of, found
from solver.paying import against_paying
from solver.total_costs import activation_cost

__all__ = ["Verdict", "can_activate", "sort_of"]


def can_activate(action: Activate, situation: Situation) -> Verdict:
    """Whether the ability could be activated now (602.2, 602.5). Raises OutOfScopeError when there is no such one."""
    thing = situation.object(action.ability_of)
    ability = numbered_ability(action.ability_of, action.ability, situation)
    if not isinstance(ability, Activated):
        return Verdict(False, Citation("602.1", "a triggered ability is not activated"))
    if thing.zone not in ability.zones:
        where = " or ".join(zone.value for zone in ability.zones)
        return Verdict(False, Citation("113.6", f"the ability works only in the zone {where}"))
    player = controller_of(situation, thing.id)
    env = environment_of(thing, action.targets, action.x, situation)
    if (barred := against_activating(thing.id, ability, sort_of(ability), env, situation)) is not None:
        return Verdict(False, barred)
    if (used := _used_up(action, ability, situation)) is not None:
        return Verdict(False, used)
    ability = replace(ability, symbols=activation_cost(ability, thing, situation))
    against = against_symbols(ability.symbols, thing, situation)
    if against is not None:
        return Verdict(False, against)
    owner = situation.player(player)
    if not is_payable(mana_symbols(ability.symbols), pool_of(player, situation), action.x, owner.life):
        return Verdict(False, Citation("118.3a", "the mana in the pool does not pay for the cost"))
    rule = against_paying(ability.costs, env, situation)
    if rule == "614.17b":
        return Verdict(False, Citation("614.17b", "a cost that includes something that can't happen can't be paid"))
    if rule is not None or not _enough_things(ability, thing, env, situation):
        return Verdict(False, Citation("118.3", "something that the cost asks for is not there"))
    return Verdict(True, Citation("602.2b", "nothing prohibits it, and every cost can be paid"))


def _used_up(action: Activate, ability: Activated, situation: Situation) -> Citation | None:
    """What stops an ability that was activated this turn, as the history says, by whichever player (602.5b, 606.3).

    The facts are ``activated ability 1 of id`` and, for any loyalty ability, ``activated loyalty ability of id``.
    """
    facts = {fact.rpartition(": ")[0] for fact in situation.history}
    once = ability.once or ability.limits.ever or ability.limits.each_turn == 1
    if once and f"activated ability {action.ability} of {action.ability_of}" in facts:
        return Citation("602.5b", "it can be activated only once each turn, and it has been")
    if sort_of(ability) == "loyalty" and f"activated loyalty ability of {action.ability_of}" in facts:
        return Citation("606.3", "a loyalty ability of the permanent has been activated this turn")
    return None


#: Actions of costs that use up a permanent: no permanent pays for two of them.
_USING_UP = frozenset({"tap", "untap", "sacrifice"})


def _enough_things(ability: Activated, thing: GameObject, env: Env, situation: Situation) -> bool:
    """Whether each part of the cost that asks for a permanent can have one of its own (118.3, 107.5).

    A permanent can't be tapped twice for one cost, so what the {T} of the ability taps is not there for the others.
    """
    domains: dict[str, tuple[str, ...]] = {}
    by_verb: dict[str, list[str]] = {}
    for symbol, verb in ((TAP, "tap"), (UNTAP, "untap")):
        if symbol in ability.symbols:
            domains[symbol] = (thing.id,)
            by_verb[verb] = [symbol]
    for place, cost in enumerate(ability.costs):
        selector = _one_permanent(cost)
        if selector is not None and isinstance(cost, Do):
            domains[f"cost {place}"] = found(selector, env, situation)
            by_verb.setdefault(cost.verb, []).append(f"cost {place}")
    return bool(solutions(domains, [AllDifferent(tuple(names)) for names in by_verb.values()]))


def _one_permanent(cost: Instruction) -> Selector | None:
    """The phrase for the one permanent that a part of a cost uses up."""
    if not isinstance(cost, Do) or cost.verb not in _USING_UP or cost.get("count") is not None:
        return None
    value = cost.get("permanent")
    return value if isinstance(value, Selector) and value.quantifier is Quantifier.ONE else None
