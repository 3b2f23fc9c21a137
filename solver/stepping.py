"""Instructions carried out in the order written, with the decisions that they leave to players (608.2c-d)."""

from __future__ import annotations

from itertools import combinations

from model.decisions import ChoiceKind
from model.events import Act, Cause, Enter, Event, Move
from model.instructions import (
    AtOnce,
    ChooseOne,
    CreateEffect,
    Do,
    Each,
    If,
    Instruction,
    May,
    Note,
    Pick,
    Proliferate,
    Search,
    TakeFromTop,
    TheEvent,
    WhenDone,
)
from model.selectors import Selector, role
from model.situation import Situation
from model.values import replace
from model.zones import ZONES, Zone
from solver.agenda import Choose, Gathering, Group, Item, Pending, Reflexive, Sequence
from solver.amounts import evaluate, holds
from solver.carrying_out import chosen_argument, events_of, is_simple
from solver.containing import known_cards, moves_are_watched
from solver.effects_made import make_effects
from solver.environment import Env
from solver.mana_abilities import add_mana
from solver.matching import controller_of, found
from solver.merging import merge_top
from solver.paying import can_pay
from solver.prohibiting import choosable, prohibited
from solver.searching import fewest, findable, is_unknown, moving, pickable, proliferated, takeable
from solver.stacking import reflexive

#: Actions that players take one after the other where each does them: mana and cards made of cards.
_IN_TURN = frozenset({"add_mana", "merge_top"})


def next_instruction(item: Sequence, situation: Situation) -> tuple[Situation, tuple[Item, ...]]:
    """The situation and the items that take the place of a sequence once its first instruction is begun."""
    if not item.instructions:
        return situation, ()
    first, rest = item.instructions[0], replace(item, instructions=item.instructions[1:])
    after = (rest,) if rest.instructions else ()
    match first:
        case TheEvent():
            return situation, after
        case If(condition, then, otherwise):
            branch = then if holds(condition, item.env, situation) else otherwise
            return situation, (replace(item, instructions=branch), *after)
        case May():
            return situation, (_may(first, item, situation), *after)
        case ChooseOne(options, player):
            chooser = _one(player or role("you"), item.env, situation) or item.env.you
            ways = tuple((label, (replace(item, instructions=way),)) for label, way in options)
            return situation, (Choose(chooser, ChoiceKind.VALUE, "608.2d", ways), *after)
        case TakeFromTop():
            situation, items = _take(first, item, situation)
            return situation, (*items, *after)
        case Proliferate():
            return situation, (_proliferate(first, item, situation), *after)
        case Note(name, amount, instructions):
            env = item.env.with_values(**{name: evaluate(amount, item.env, situation)})
            return situation, (replace(item, instructions=instructions, env=env), *after)
        case Pick():
            return situation, (_pick(first, item, situation), *after)
        case Search():
            return situation, (_search(first, item, situation), *after)
        case Each():
            return situation, (*_each(first, item, situation), *after)
        case WhenDone():
            return situation, (Reflexive(reflexive(first, item.env)), *after)
        case AtOnce(actions):
            events = tuple(one for action in actions for one in events_of(action, item.env, situation, _cause(item)))
            return situation, (_group(events, item), *after)
        case CreateEffect():
            return make_effects(first, item.env, situation, f"{item.env.this or item.env.you} effect"), after
        case Do():
            return situation, (*_do(first, item, situation), *after)


def _each(instruction: Each, item: Sequence, situation: Situation) -> list[Item]:
    """What each of some players does: action by action all at the same time, in turn where it is not plain (101.4)."""
    order = situation.apnap()
    each = [ref for ref in found(instruction.players, item.env, situation) if ref in order]
    envs = [replace(item.env, you=player) for player in sorted(each, key=order.index)]
    if not all(isinstance(one, Do) and one.verb not in _IN_TURN for one in instruction.instructions):
        return [replace(item, instructions=instruction.instructions, env=env) for env in envs]
    return [
        Gathering(tuple(replace(item, instructions=(one,), env=env) for env in envs))
        for one in instruction.instructions
    ]


def group_of(instruction: Do, item: Sequence, situation: Situation) -> Group:
    """The events of an action without a choice, in the environment of a sequence."""
    return _group(events_of(instruction, item.env, situation, _cause(item)), item)


def _one(selector: Selector, env: Env, situation: Situation) -> str | None:
    refs = found(selector, env, situation)
    return refs[0] if refs else None


def _group(events: tuple[Event, ...], item: Sequence) -> Group:
    return Group(tuple(Pending(event, item.applied, item.own) for event in events))


def _do(instruction: Do, item: Sequence, situation: Situation) -> tuple[Item, ...]:
    """One action; where a player has to choose the thing it is done to, that decision first."""
    if instruction.verb == "discard" and instruction.get("card") is None:
        return _discards(instruction, item, situation)
    if instruction.verb == "add_mana":
        return add_mana(instruction, item, situation)
    if instruction.verb == "merge_top":
        return merge_top(instruction, item, situation)
    wanted = chosen_argument(instruction)
    if wanted is None:
        return (group_of(instruction, item, situation),)
    name, selector = wanted
    player = instruction.get("player")
    chooser = (_one(player, item.env, situation) if isinstance(player, Selector) else None) or item.env.you
    env = replace(item.env, you=chooser) if isinstance(player, Selector) else item.env
    refs = choosable(found(selector, env, situation), selector, env, situation)
    count = instruction.get("count") if instruction.verb in ("sacrifice", "move", "exile", "destroy", "tap") else None
    number = evaluate(count, item.env, situation) if count is not None else 1  # type: ignore[arg-type]
    arguments = tuple(
        (n, role("them") if n == name else v) for n, v in instruction.arguments if n != "count" or count is None
    )
    ways: list[tuple[str, tuple[Item, ...]]] = []
    for some in combinations(refs, min(number, len(refs))):
        bound = replace(item.env, roles=item.env.roles + tuple(("them", ref) for ref in some))
        ways.append((", ".join(some), (replace(item, instructions=(Do(instruction.verb, arguments),), env=bound),)))
    return (Choose(chooser, ChoiceKind.VALUE, "608.2d", tuple(ways)),) if ways else ()


def _cause(item: Sequence) -> Cause:
    return Cause.COST if item.env.value("cost") else Cause.EFFECT


def _discards(instruction: Do, item: Sequence, situation: Situation) -> tuple[Item, ...]:
    """Each player who discards chooses the cards (701.9b); cards not known are all alike. Then all discard (101.4)."""
    events = events_of(instruction, item.env, situation, _cause(item))
    result: list[Choose] = []
    players = list(dict.fromkeys(event.affected for event in events))
    for player in sorted(players, key=situation.apnap().index):
        count = sum(1 for event in events if event.affected == player)
        known = [o.id for o in situation.objects if o.zone is Zone.HAND and o.owner == player]
        unknown = situation.player(player).unknown_hand
        hands = [
            chosen + ("",) * (count - len(chosen))
            for size in range(min(count, len(known)) + 1)
            for chosen in combinations(known, size)
            if count - size <= unknown
        ] or [tuple(known) + ("",) * unknown]
        event = next(event for event in events if event.affected == player)
        ways = []
        for hand in hands:
            label = ", ".join(ref or "a card not known" for ref in hand)
            group = _group(tuple(replace(event, card=ref or None) for ref in hand), item)
            ways.append((label, (group,)))
        result.append(Choose(player, ChoiceKind.VALUE, "701.9b", tuple(ways)))
    return (Gathering(tuple(result)),) if len(result) > 1 else tuple(result)


def _may(instruction: May, item: Sequence, situation: Situation) -> Item:
    """Ask the players, one after the other in APNAP order, until one does it."""
    otherwise: tuple[Item, ...] = (replace(item, instructions=instruction.otherwise),)
    players = found(instruction.player, item.env, situation)
    order = situation.apnap()
    asked: Item | None = None
    for player in sorted(players, key=lambda p: order.index(controller_of(situation, p)), reverse=True):
        payer = replace(item.env, you=player).with_values(cost=1).with_roles(who=player)
        if instruction.otherwise and _is_impossible(instruction.instructions, item.env, situation):
            continue
        if not can_pay(instruction.cost, payer, situation):
            continue
        yes: tuple[Item, ...] = (
            *((Sequence(instruction.cost, payer, item.applied),) if instruction.cost else ()),
            replace(item, instructions=instruction.instructions, env=item.env.with_roles(who=player)),
        )
        no = otherwise if asked is None else (asked,)
        asked = Choose(player, ChoiceKind.MAY, "608.2d", (("yes", yes), ("no", no)))
    return asked if asked is not None else otherwise[0]


def _is_impossible(instructions: tuple[Instruction, ...], env: Env, situation: Situation) -> bool:
    """Whether nothing of what a player may do can happen, so that they can't choose it (608.2d)."""
    if not instructions or not all(isinstance(one, Do) and is_simple(one) for one in instructions):
        return False
    events = [event for one in instructions if isinstance(one, Do) for event in events_of(one, env, situation)]
    return all(prohibited(event, situation) is not None for event in events)


def _search(instruction: Search, item: Sequence, situation: Situation) -> Choose:
    """The player who searches finds some of the cards that can be found (701.23a)."""
    player = _one(instruction.player, item.env, situation) or item.env.you
    cards = findable(instruction, player, item.env, situation)
    number = evaluate(instruction.count, item.env, situation)
    ways: list[tuple[str, tuple[Item, ...]]] = []
    for size in range(fewest(instruction, number, len(cards)), min(number, len(cards)) + 1):
        for some in combinations(cards, size):
            events = moving(instruction, some, player, item.env.this)
            ways.append((", ".join(some) or "nothing", (_group(events, item),) if events else ()))
    return Choose(player, ChoiceKind.VALUE, "701.23a", tuple(ways))


def _proliferate(instruction: Proliferate, item: Sequence, situation: Situation) -> Choose:
    """Any number of permanents and players with counters get another one of each kind (701.34a)."""
    player = _one(instruction.player, item.env, situation) or item.env.you
    ways: list[tuple[str, tuple[Item, ...]]] = []
    there = proliferated(player, item.env, situation)
    for size in range(len(there) + 1):
        for some in combinations(there, size):
            events = tuple(event for ref in some for event in there[ref])
            ways.append((", ".join(some) or "nothing", (_group(events, item),) if events else ()))
    return Choose(player, ChoiceKind.VALUE, "701.34a", tuple(ways))


def _pick(instruction: Pick, item: Sequence, situation: Situation) -> Choose:
    """The player chooses some of the things, which are ``them`` in what follows (608.2d)."""
    player = _one(instruction.player, item.env, situation) or item.env.you
    refs = pickable(instruction, player, item.env, situation)
    number = min(evaluate(instruction.count, item.env, situation), len(refs))
    ways: list[tuple[str, tuple[Item, ...]]] = []
    for size in range(0 if instruction.up_to else number, number + 1):
        for some in combinations(refs, size):
            env = replace(item.env, roles=item.env.roles + tuple(("them", ref) for ref in some))
            then = (replace(item, instructions=instruction.instructions, env=env),) if some else ()
            ways.append((", ".join(some) or "nothing", then))
    return Choose(player, ChoiceKind.VALUE, "608.2d", tuple(ways))


def _take(instruction: TakeFromTop, item: Sequence, situation: Situation) -> tuple[Situation, tuple[Item, ...]]:
    """Look at the top cards, put some into one zone and the others into another; known cards are chosen by name.

    Cards not known become objects where an effect could look at their moves; otherwise they are all alike.
    """
    player = _one(instruction.player, item.env, situation) or item.env.you
    look = evaluate(instruction.look, item.env, situation)
    take = evaluate(instruction.take, item.env, situation)
    holder = situation.player(player)
    known = holder.library[:look]
    unknown = min(look - len(known), holder.unknown_library)
    if moves_are_watched(situation) and unknown:
        situation, new = known_cards(situation, player, Zone.LIBRARY, unknown)
        known, unknown = (*known, *new), 0
    cards = [*known, *([""] * unknown)]
    likely = takeable(instruction, cards, item.env, situation)
    take = min(take, len(likely))
    ways: dict[str, tuple[Item, ...]] = {}
    for number in range(0 if instruction.up_to else take, take + 1):
        for places in combinations(likely, number):
            label = ", ".join(_card_label(cards[place]) for place in places) or "nothing"
            if label not in ways:
                ways[label] = _taken(instruction, item, player, cards, places)
    return situation, (Choose(player, ChoiceKind.VALUE, "608.2d", tuple(ways.items())),)


def _card_label(ref: str) -> str:
    return "a card not known" if is_unknown(ref) else ref


def _taken(
    instruction: TakeFromTop, item: Sequence, player: str, cards: list[str], places: tuple[int, ...]
) -> tuple[Item, ...]:
    """The moves of the cards taken, then of the rest. Cards not known are put where they go by number."""
    result: list[Item] = []
    for refs, zone, position in (
        ([cards[place] for place in places], ZONES[instruction.to], "top"),
        ([card for n, card in enumerate(cards) if n not in places], ZONES[instruction.rest], instruction.rest_position),
    ):
        events: list[Event] = [
            Move(ref, zone, Zone.LIBRARY, position=position if zone is Zone.LIBRARY else None) for ref in refs if ref
        ]
        if position == "stay":
            continue
        if zone is Zone.BATTLEFIELD:
            events = [Enter(ref, player, instruction.tapped) for ref in refs if ref]
        if number := refs.count(""):
            events.append(Act(player, f"put cards from the top of the library: {zone.value}", number))
        if events:
            result.append(_group(tuple(events), item))
    return tuple(result)
