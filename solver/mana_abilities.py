"""Mana abilities (605), being tapped for mana (106.12), and the adding of mana (106.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from model.abilities import Ability, Activated, Triggered
from model.actions import TapForMana
from model.decisions import ChoiceKind
from model.effects import FloatingEffect
from model.errors import IllegalError, OutOfScopeError
from model.events import AddMana
from model.instructions import ChooseOne, Do, Each, If, Instruction, May, Pick, Search, TakeFromTop
from model.production import Either, Fixed, Production, Some
from model.rules import Citation
from model.selectors import Quantifier, Selector, role
from model.situation import Situation
from model.zones import Zone
from solver.agenda import Choose, Group, Item, ManaMade, Pending, Sequence
from solver.amounts import holds
from solver.barring import against_activating
from solver.carrying_out import chosen_argument
from solver.costs import as_though_it_had_haste, is_new
from solver.environment import Env
from solver.in_force import self_replacements
from solver.matching import controller_of, found, traits_of
from solver.paying import can_pay
from solver.production import mana_of, productions, written
from solver.prohibiting import choosable
from solver.reading import reading_of
from solver.watching import watched_parts

#: The role under which a mana ability's permanent is known, if it was tapped for mana (106.12).
TAPPED = "tapped for mana"
#: The role under which the player is known who taps it.
TAPPER = "tapper"
#: The role that says what sort of ability adds the mana.
SORT = "sort of ability"
_LIBRARY = frozenset({"draw_cards", "draw", "mill", "exile_top"})


def adding(instructions: tuple[Instruction, ...]) -> Iterator[Do]:
    """Every instruction to add mana among these and within them."""
    for instruction in instructions:
        match instruction:
            case Do("add_mana"):
                yield instruction
            case If(_, then, otherwise):
                yield from adding((*then, *otherwise))
            case May():
                yield from adding((*instruction.instructions, *instruction.otherwise))
            case Each() | Pick():
                yield from adding(instruction.instructions)
            case ChooseOne(options):
                yield from adding(tuple(part for _, way in options for part in way))


def _mentions_target(value: object) -> bool:
    if isinstance(value, Selector):
        return value.mentions("target")
    if isinstance(value, tuple):
        return any(_mentions_target(part) for part in value)
    if isinstance(value, Do):
        return any(_mentions_target(part) for _, part in value.arguments)
    parts = getattr(value, "instructions", None) or getattr(value, "then", None)
    return _mentions_target(parts) if parts else False


def _moves_cards_of_libraries(instructions: tuple[Instruction, ...]) -> bool:
    return any(isinstance(i, TakeFromTop | Search) or (isinstance(i, Do) and i.verb in _LIBRARY) for i in instructions)


def is_mana_ability(ability: Ability) -> bool:
    """Whether this is an activated mana ability (605.1a) or a triggered one (605.1b).

    It has no target, could add mana, is no loyalty ability, and moves no card to or from a library (605.1a as of
    2026-09-25).
    """
    match ability:
        case Activated(symbols, costs, instructions):
            loyalty = not symbols and any(isinstance(c, Do) and "loyalty" in repr(c.arguments) for c in costs)
            moving = _moves_cards_of_libraries((*costs, *instructions))
            return (
                bool(list(adding(instructions))) and not loyalty and not moving and not _mentions_target(instructions)
            )
        case Triggered(watches, instructions):
            on_mana = bool(watches) and all(watch.kind == "add_mana" for watch in watches)
            return on_mana and bool(list(adding(instructions))) and not _mentions_target(instructions)
        case _:
            return False


def sort_of(ability: Activated) -> str:
    """The sort of an activated ability that prohibitions look at: mana, loyalty or other (605.1a, 606.1)."""
    if is_mana_ability(ability):
        return "mana"
    loyal = not ability.symbols and any(
        isinstance(cost, Do) and cost.verb in ("put_counters", "remove_counters") and "loyalty" in repr(cost.arguments)
        for cost in ability.costs
    )
    return "loyalty" if loyal else "other"


def with_costs_chosen(ability: Activated, env: Env, situation: Situation) -> list[tuple[str, Activated, Env]]:
    """The ability for each choice of the things that its costs are paid with; they are ``them`` to the rest of it."""
    wanted = [(place, cost, choice) for place, cost in enumerate(ability.costs) if (choice := _chosen_by(cost))]
    if not wanted:
        return [("", ability, env)]
    place, cost, (name, selector) = wanted[0]
    assert isinstance(cost, Do)
    paid = Do(cost.verb, tuple((n, role("them") if n == name else v) for n, v in cost.arguments))
    settled = replace(ability, costs=(*ability.costs[:place], paid, *ability.costs[place + 1 :]))
    return [
        (f"with {ref}", settled, replace(env, roles=(*env.roles, ("them", ref))))
        for ref in found(selector, env, situation)
    ]


def _chosen_by(cost: Instruction) -> tuple[str, Selector] | None:
    return chosen_argument(cost) if isinstance(cost, Do) and cost.get("count") is None else None


def tap_for_mana(action: TapForMana, situation: Situation) -> tuple[Situation, tuple[Item, ...]]:
    """Activate a mana ability with {T} in its cost; which one, the player chooses (106.12).

    Abilities that can't be activated (602.5), or whose costs can't be paid (118.3), are no options. Raises
    IllegalError when the permanent is tapped already, or has no such ability left.
    """
    thing = situation.object(action.permanent)
    if thing.zone is not Zone.BATTLEFIELD or thing.tapped:
        raise IllegalError(f"{thing.id} is not an untapped permanent, so it can't be tapped for mana", "107.5")
    abilities = [a for a in traits_of(situation, thing).abilities if isinstance(a, Activated)]
    usable = [
        (number, ability)
        for number, ability in enumerate(abilities, start=1)
        if is_mana_ability(ability) and "{T}" in ability.symbols and action.ability in (None, number)
    ]
    if not usable:
        raise _no_tapping(thing.id, abilities)
    you = controller_of(situation, thing.id)
    values = (("x", action.x),) if action.x else ()
    env = Env(you, thing.id, ((TAPPED, thing.id), (TAPPER, you), (SORT, "mana")), values)
    barred = [against_activating(thing.id, ability, "mana", env, situation) for _, ability in usable]
    new = is_new(thing, situation) and not as_though_it_had_haste(thing, situation)
    if all(barred) or new:
        against = barred[0] or Citation("302.6", "its controller has not controlled the creature since the turn began")
        raise IllegalError(f"{thing.id} can't be tapped for mana: {against.gist}", against.rule)
    usable = [one for one, stopped in zip(usable, barred, strict=True) if not stopped]
    situation = situation.with_object(thing.id, tapped=True)
    usable = [(number, ability) for number, ability in usable if can_pay(ability.costs, env, situation)]
    ways: dict[object, tuple[str, tuple[Item, ...]]] = {}
    for number, ability in usable:
        for paid, _, here in with_costs_chosen(ability, env, situation):
            own = self_replacements(thing.id, ability.replacements, here)
            label = f"ability {number} {paid}".strip()
            done = Sequence(ability.instructions, here, own=own)
            ways.setdefault((ability.instructions, here), (label, (done, ManaMade())))
    if not ways:
        raise IllegalError(f"there is nothing with which the costs of {thing.id}'s ability could be paid", "118.3")
    return situation, (Choose(you, ChoiceKind.VALUE, "605.3", tuple(ways.values())),)


def _no_tapping(ref: str, abilities: list[Activated]) -> IllegalError:
    """Why a permanent has no such mana ability with {T} in its cost, and what to ask instead."""
    none = f"{ref} has no such mana ability with {{T}} in its cost"
    if any(is_mana_ability(ability) for ability in abilities):
        return IllegalError(f"{none}; 'activate' asks for its other one", "106.12")
    if any(any(adding(ability.instructions)) for ability in abilities):
        why = "what adds mana there has a target, is a loyalty ability, or moves a card to or from a library"
        return IllegalError(f"{none}: {why}; 'activate' asks for it", "605.1a")
    return IllegalError(none, "106.12")


def production_of(instruction: Do) -> Production:
    """What an instruction to add mana adds. Raises OutOfScopeError when it does not say."""
    value = instruction.get("mana")
    if not isinstance(value, Fixed | Some | Either):
        raise OutOfScopeError("what mana is added is not said")
    return value


def add_mana(instruction: Do, item: Sequence, situation: Situation) -> tuple[Item, ...]:
    """Mana is added; each choice is that of the player who adds it. No type, no mana (106.5)."""
    env = item.env
    selector = instruction.get("player")
    players = found(selector if isinstance(selector, Selector) else role("you"), env, situation)
    if isinstance(selector, Selector) and selector.quantifier is Quantifier.ONE and len(players) > 1:
        players = choosable(players, selector, env, situation)
        return (_choice_of_player(instruction, item, players),)
    note = "; ".join(str(instruction.get(key)) for key in ("only", "rider") if instruction.get(key))
    result: list[Item] = []
    for player in sorted(players, key=situation.apnap().index):
        ways: list[tuple[str, tuple[Item, ...]]] = []
        for mana in productions(production_of(instruction), env, situation, reading_of(situation)):
            sort, tapper = env.role(SORT) or "other", env.role(TAPPER) if env.role(TAPPED) else None
            event = AddMana(player, mana, env.this, env.role(TAPPED), sort, note, tapper)
            group: tuple[Item, ...] = (Group((Pending(event, item.applied, item.own),)),) if mana else ()
            ways.append((written(mana) or "no mana", group))
        result.append(Choose(player, ChoiceKind.VALUE, "106.1b", tuple(ways)))
    return tuple(result)


def _choice_of_player(instruction: Do, item: Sequence, players: tuple[str, ...]) -> Choose:
    """A player chooses who adds the mana (608.2d)."""
    arguments = tuple((n, role("the chosen player") if n == "player" else v) for n, v in instruction.arguments)
    ways: list[tuple[str, tuple[Item, ...]]] = []
    for player in players:
        env = item.env.with_roles(**{"the chosen player": player})
        ways.append((player, (replace(item, instructions=(Do("add_mana", arguments),), env=env),)))
    return Choose(item.env.you, ChoiceKind.VALUE, "608.2d", tuple(ways))


def mana_triggers(events: tuple[AddMana, ...], situation: Situation) -> tuple[Item, ...]:
    """The triggered mana abilities that trigger on mana that was really produced; they resolve at once (605.4a).

    Each triggers once, whatever the events of one resolution are. A permanent that made no mana was not tapped for mana
    (106.12a), so there is no event to trigger on.
    """
    result: list[Item] = []
    for ability, env in _triggered_abilities(situation):
        if not is_mana_ability(ability):
            continue
        env = replace(env, roles=(*env.roles, (SORT, "triggered")))
        for event in _together(events, situation):
            watching = any(watched_parts(watch, event, env, situation) for watch in ability.watches)
            if watching and holds(ability.condition, env.seeing(event), situation):
                result += [Sequence(ability.instructions, env.seeing(event)), ManaMade()]
                break
    return tuple(result)


def _together(events: tuple[AddMana, ...], situation: Situation) -> list[AddMana]:
    """The mana of one resolution as one event where a permanent was tapped for it, else as one for each player who
    added some, in APNAP order.
    """
    tapper = events[0].tapper if events else None
    if tapper is not None:
        return [replace(events[0], player=tapper, mana=mana_of(letter for e in events for letter in _letters(e.mana)))]
    added: dict[str, AddMana] = {}
    for event in events:
        so_far = added.get(event.player)
        both = event.mana if so_far is None else mana_of((*_letters(so_far.mana), *_letters(event.mana)))
        added[event.player] = replace(event, mana=both)
    return [added[player] for player in situation.apnap() if player in added]


def _letters(mana: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    return tuple(letter for letter, number in mana for _ in range(number))


def _triggered_abilities(situation: Situation) -> Iterator[tuple[Triggered, Env]]:
    for thing in situation.battlefield():
        for ability in traits_of(situation, thing).abilities:
            if isinstance(ability, Triggered):
                yield ability, Env(controller_of(situation, thing.id), thing.id)
    for floating in situation.effects:
        if isinstance(floating.effect, Triggered):
            yield floating.effect, env_of(floating)


def env_of(floating: FloatingEffect) -> Env:
    """The environment of an effect that something resolved made."""
    return Env(floating.controller, floating.source, floating.bindings, floating.values)
