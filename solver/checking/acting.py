"""Actions of more than one event: resolving, activating, combat damage, state-based actions, triggered abilities."""

from __future__ import annotations

from itertools import product

from model.abilities import Activated, Keyword, SpellAbility, Triggered
from model.actions import (
    Action,
    Activate,
    CombatDamage,
    Resolve,
    ResolveStack,
    ResolveTriggers,
    StateBasedActions,
    TapForMana,
)
from model.effects import Effect, Replacement
from model.errors import OutOfScopeError
from model.events import (
    Cause,
    DealDamage,
    Destroy,
    Enter,
    Event,
    How,
    LoseGame,
    Move,
    PutCounters,
    RemoveCounters,
    Sacrifice,
)
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone
from solver.amounts import holds
from solver.assigning import amounts_assigned
from solver.attaching import bestowed_on, can_be_attached
from solver.barring import against_activating
from solver.chapters import final_chapter
from solver.checking.applicable import prohibition
from solver.checking.costs import payable
from solver.checking.ledger import (
    Doing,
    Entry,
    Ledger,
    ManaDone,
    OnStack,
    Question,
    Reflexed,
    Task,
    Together,
    WaitingAbility,
)
from solver.checking.producing import as_mana_ability, costs_chosen, tapping, with_types_of_them
from solver.checking.stacking import next_ability, onto_the_stack, state_triggers, still_targeted, with_legal_targets
from solver.costs import against_symbols, with_symbols_paid
from solver.environment import Env
from solver.faces import SPELL_COPY
from solver.happening import JUST_PUT
from solver.in_force import Active
from solver.keyword_activated import keyword_activated
from solver.mana_abilities import is_mana_ability, sort_of
from solver.matching import controller_of, traits_of
from solver.self_reference import with_itself
from solver.spell_copies import COMMANDER
from solver.total_costs import activation_cost

Assignment = tuple[tuple[str, int], ...]


def act(action: Action | WaitingAbility | OnStack | Reflexed, ledger: Ledger) -> None:
    """Put what an action consists of among what is to be done next. Raises OutOfScopeError for one not replayed."""
    match action:
        case Resolve():
            ledger.then(*_resolving(action, ledger.situation))
        case Activate(ref, number, targets, x):
            thing = ledger.situation.object(ref)
            env = _environment(thing, targets, x, ledger.situation)
            ability = _ability(thing, number, ledger.situation)
            assert isinstance(ability, Activated)
            symbols, before = activation_cost(ability, thing, ledger.situation), ledger.situation
            against = against_activating(ref, ability, sort_of(ability), env, before)
            if (stopped := against or against_symbols(symbols, thing, before)) is not None:
                ledger.stop(stopped.rule, stopped.gist)
            ledger.situation = with_symbols_paid(symbols, thing, before)
            if not payable(ability.costs, env, ledger.situation):
                ledger.stop("118.3", f"the costs of ability {number} of {ref} can't be paid")
            ways: list[tuple[str, tuple[Task, ...]]] = []
            for label, costs, here in costs_chosen(ability, env, ledger.situation):
                if label:
                    here = with_types_of_them(here, before)
                after = as_mana_ability(ability, thing, here)
                done = Doing(with_itself(ability), after, own=_own(thing, ability.replacements, after))
                made = (ManaDone(),) if is_mana_ability(ability) else ()
                ways.append((label, (Doing(costs, here.with_values(cost=1)), done, *made)))
            ledger.then(Question(env.you, "601.2h", tuple(ways)))  # 602.2b
        case TapForMana():
            ledger.situation, question = tapping(action, ledger.situation)
            ledger.then(question)
        case StateBasedActions():
            ledger.then(*_state_based(ledger))
        case CombatDamage(step, struck):
            if step == 0 and (first := _strikers(ledger.situation)):  # 510.4
                ledger.then(CombatDamage(1, first), StateBasedActions(), CombatDamage(2, first))
            else:
                ledger.then(_assigning(step, struck, ledger.situation))
        case ResolveStack(done, since):
            spells = [each for each in ledger.situation.objects if each.zone is Zone.STACK and each.id not in done]
            if spells:  # 608.1
                top = sorted(spells, key=lambda each: -each.timestamp)[0]
                ledger.then(Resolve(top.id, since=since), ResolveStack((*done, top.id), since))
        case ResolveTriggers():
            ledger.waiting += state_triggers(ledger)
            if ledger.waiting:
                ledger.then(onto_the_stack(action, ledger) or next_ability(ledger), action)
        case OnStack(place, waiting):
            ledger.waiting[place : place + 1] = [] if waiting is None else [waiting]
        case Reflexed(waiting):
            ledger.waiting.append(waiting)
        case WaitingAbility(place):
            waiting = ledger.waiting.pop(place)
            legal = with_legal_targets(waiting, ledger.situation)
            if legal is not None and holds(waiting.ability.condition, legal, ledger.situation):  # 603.4
                ledger.then(Doing(with_itself(waiting.ability), legal))
        case _:
            raise OutOfScopeError(f"the checker does not replay {type(action).__name__}")


def _environment(thing: GameObject, targets: tuple[str, ...], x: int, situation: Situation) -> Env:
    roles = tuple((f"target {number}" if number > 1 else "target", ref) for number, ref in enumerate(targets, 1))
    return Env(controller_of(situation, thing.id), thing.id, roles, (("x", x or thing.x),))


def _ability(thing: GameObject, number: int, situation: Situation) -> Activated | Triggered:
    """An ability by its number: activated abilities come before triggered ones, and those of keywords are last."""
    abilities = traits_of(situation, thing).abilities
    listed: list[Activated | Triggered] = [each for each in abilities if isinstance(each, Activated)]
    costs = [each.symbols for each in listed if isinstance(each, Activated)]
    listed += [each for each in abilities if isinstance(each, Triggered)]
    for keyword in abilities:
        if isinstance(keyword, Keyword):
            listed += [each for each in keyword_activated(keyword) if each.symbols not in costs]
    return listed[number - 1]


def _resolving(action: Resolve, situation: Situation) -> tuple[Task, ...]:
    """608.2-3: a spell does what it says and goes to the graveyard; a permanent spell enters."""
    thing = situation.object(action.object)
    env = _environment(thing, action.targets or thing.targets, action.x, situation)
    if action.controller:
        env = Env(action.controller, env.this, env.roles, env.values)
    if action.source_chosen:
        env = env.with_roles(**{"source chosen": action.source_chosen})
    legal = still_targeted(env, {ref: (zone, time) for ref, zone, time in action.since}, situation)
    if action.ability is not None:
        ability = _ability(thing, action.ability, situation)
        return (
            () if legal is None else (Doing(with_itself(ability), legal, own=_own(thing, ability.replacements, legal)),)
        )
    has = traits_of(situation, thing)
    if has.type_line.is_permanent:
        to = bestowed_on(thing, situation)  # 702.103b, 702.103e
        return (Together((Entry(Enter(thing.id, env.you, face=thing.face, attached_to=to)),)),)
    if legal is None and thing.zone is Zone.STACK:  # 608.2b
        return (Together((Entry(Move(thing.id, Zone.GRAVEYARD, Zone.STACK, How.UNTARGETED, cause=Cause.RULE)),)),)
    env = env if legal is None else legal
    spells = [each for each in has.abilities if isinstance(each, SpellAbility)]
    instructions = tuple(each for spell in spells for each in spell.instructions)
    effects = tuple(each for spell in spells for each in spell.replacements)
    tasks: tuple[Task, ...] = (Doing(instructions, env, own=_own(thing, effects, env)),)
    if thing.zone is Zone.STACK:  # 608.2n
        leaving = Move(thing.id, Zone.GRAVEYARD, Zone.STACK, How.RESOLVE, cause=Cause.RULE)
        tasks += (Together((Entry(leaving),)),)
    return tasks


def _own(thing: GameObject, effects: tuple[Effect, ...], env: Env) -> tuple[Active, ...]:
    """614.15: the self-replacement effects of a spell or ability."""
    return tuple(
        Active(f"{thing.id}#self {number}", effect, env, (effect, env))
        for number, effect in enumerate(effects)
        if isinstance(effect, Replacement)
    )


# --- combat damage ---------------------------------------------------------------------------------------------------


def _strikers(situation: Situation) -> tuple[str, ...]:
    """702.4b, 702.7b: those that deal damage in the first of two steps."""
    return tuple(
        thing.id
        for thing in situation.battlefield()
        if (thing.attacking or thing.blocking)
        and {"first strike", "double strike"}
        & {getattr(one, "name", "") for one in traits_of(situation, thing).abilities}
    )


def _assigning(step: int, struck: tuple[str, ...], situation: Situation) -> Task:
    """510.1-2: the players assign combat damage in APNAP order, then all of it is dealt at once."""
    fighters = [thing for thing in situation.battlefield() if thing.attacking or thing.blocking]
    twice = [one.id for one in fighters if traits_of(situation, one).has_keyword("double strike")]
    if step:
        fighters = [one for one in fighters if (one.id in struck) == (step == 1) or (step == 2 and one.id in twice)]
    return _assigned_by(list(situation.apnap()), fighters, (), situation)


def _assigned_by(
    players: list[str], fighters: list[GameObject], so_far: tuple[Entry, ...], situation: Situation
) -> Task:
    if not players:
        return Together(so_far)
    mine = [thing for thing in fighters if controller_of(situation, thing.id) == players[0]]
    if not mine:
        return _assigned_by(players[1:], fighters, so_far, situation)
    ways: list[tuple[str, tuple[Task, ...]]] = []
    for chosen in product(*(_assignments(thing, situation) for thing in mine)):
        label = "; ".join(
            f"{thing.id}: " + ", ".join(f"{number} to {to}" for to, number in assignment)
            for thing, assignment in zip(mine, chosen, strict=True)
        )
        dealt = tuple(
            Entry(DealDamage(thing.id, to, number, combat=True))
            for thing, assignment in zip(mine, chosen, strict=True)
            for to, number in assignment
            if number
        )
        ways.append((label, (_assigned_by(players[1:], fighters, so_far + dealt, situation),)))
    return Question(players[0], "510.1", tuple(ways))


def _assignments(thing: GameObject, situation: Situation) -> list[Assignment]:
    """510.1a-e, 702.19b: the lawful ways in which one creature assigns its combat damage."""
    found: list[Assignment] = []
    for number in amounts_assigned(thing, situation):
        found += [way for way in _of_amount(number, thing, situation) if way not in found]
    return found


def _of_amount(power: int, thing: GameObject, situation: Situation) -> list[Assignment]:
    has = traits_of(situation, thing)
    if power <= 0:
        return [()]
    blockers = [other for other in situation.battlefield() if thing.id in other.blocking]
    if thing.blocking:
        receivers = list(thing.blocking)
    elif not thing.blocked and not blockers:
        receivers = [str(thing.attacking)]
    elif not has.has_keyword("trample"):
        receivers = [other.id for other in blockers]
    else:
        deathtouch = has.has_keyword("deathtouch")
        lethal = [_lethal(other, deathtouch, situation) for other in blockers]
        receivers = [*(other.id for other in blockers), str(thing.attacking)]
        return [
            tuple(zip(receivers, numbers, strict=True))
            for numbers in _sums(power, len(receivers))
            if not numbers[-1] or all(number >= least for number, least in zip(numbers, lethal, strict=False))
        ]
    if not receivers:
        return [()]
    return [tuple(zip(receivers, numbers, strict=True)) for numbers in _sums(power, len(receivers))]


def _sums(total: int, parts: int) -> list[tuple[int, ...]]:
    """All ways to write a number as a sum of so many numbers."""
    if parts == 1:
        return [(total,)]
    return [(first, *rest) for first in range(total + 1) for rest in _sums(total - first, parts - 1)]


def _lethal(blocker: GameObject, deathtouch: bool, situation: Situation) -> int:
    left = max(0, (traits_of(situation, blocker).toughness or 0) - blocker.damage)
    return min(left, 1) if deathtouch else left


# --- state-based actions ---------------------------------------------------------------------------------------------


def _state_based(ledger: Ledger) -> tuple[Task, ...]:
    """704.3: all that apply, as one event, then the check again; nothing once none applies."""
    for thing in ledger.situation.objects:
        copy = SPELL_COPY in thing.flags and thing.zone is not Zone.STACK  # 704.5e
        if copy or (thing.token and thing.zone is not Zone.BATTLEFIELD):  # 704.5d
            ledger.situation = ledger.situation.without_object(thing.id)
    for thing in ledger.situation.battlefield():  # 704.5n, 704.5p
        to, kinds = thing.attached_to, traits_of(ledger.situation, thing).type_line.subtypes
        if to is not None and "Aura" not in kinds and not can_be_attached(thing, to, ledger.situation):
            ledger.situation = ledger.situation.with_object(thing.id, attached_to=None)
    situation = ledger.situation
    events: list[Event] = []
    for player in situation.players:  # 704.5a-c
        so = (player.life <= 0, player.drew_from_empty_library, player.counter("poison") >= 10)
        whys = [why for why, is_so in zip(("life", "library", "poison"), so, strict=True) if is_so and not player.lost]
        losses = (LoseGame(player.name, Cause.STATE_BASED_ACTION, why) for why in whys)
        events += [event for event in losses if prohibition(event, situation) is None][:1]
    if ledger.tracking:
        triggered = {one.ref for one in ledger.waiting}
    else:
        triggered = {one.on for one in ledger.happened if isinstance(one, PutCounters | RemoveCounters)}
    for thing in situation.battlefield():
        events += _of_permanent(thing, situation, thing.id in triggered)
    worlds = [thing for thing in situation.battlefield() if "world" in traits_of(situation, thing).type_line.supertypes]
    for thing in worlds:  # 704.5k
        newer = any(other.timestamp >= thing.timestamp for other in worlds if other.id != thing.id)
        if newer and all(event.affected != thing.id for event in events):
            events.append(_put_into_graveyard(thing.id))
    for thing in situation.battlefield():  # 704.5y
        newer = any(_is_newer_role(other, thing, situation) for other in situation.battlefield())
        if newer and all(event.affected != thing.id for event in events):
            events.append(_put_into_graveyard(thing.id))
    events = [event for event in events if prohibition(event, situation) is None]  # 614.17
    commanders = tuple(
        (thing.owner, thing.id)
        for thing in situation.objects
        if thing.zone in (Zone.GRAVEYARD, Zone.EXILE) and {COMMANDER, JUST_PUT} <= set(thing.flags)
    )
    asked: tuple[tuple[str, tuple[str, ...] | str], ...] = (*_legends(situation), *commanders)
    for _, ref in commanders:  # 903.9a: it may be moved at this check alone
        flags = tuple(flag for flag in situation.object(ref).flags if flag != JUST_PUT)
        ledger.situation = ledger.situation.with_object(ref, flags=flags)
    for thing in situation.objects:  # 704.5h: since the last check
        if thing.deathtouched:
            ledger.situation = ledger.situation.with_object(thing.id, deathtouched=False)
    for drawer in situation.players:  # 704.5b
        ledger.situation = ledger.situation.with_player(drawer.name, drew_from_empty_library=False)
    if not events and not asked:
        return ()
    turns = situation.apnap()
    in_turn = tuple(one for turn in turns for one in asked if one[0] == turn)
    return (_keeping(in_turn, tuple(events), situation), StateBasedActions())


def _is_newer_role(other: GameObject, thing: GameObject, situation: Situation) -> bool:
    """704.5y: whether the same player has another Role on the same permanent, with a later timestamp."""
    roles = all("Role" in traits_of(situation, one).type_line.subtypes for one in (other, thing))
    alike = other.attached_to == thing.attached_to is not None and other.timestamp > thing.timestamp
    return roles and alike and controller_of(situation, other.id) == controller_of(situation, thing.id)


def _of_permanent(thing: GameObject, situation: Situation, triggered: bool) -> list[Event]:
    has, cause = traits_of(situation, thing), Cause.STATE_BASED_ACTION
    types = has.type_line.types
    if "creature" in types and (has.toughness or 0) <= 0:  # 704.5f
        return [_put_into_graveyard(thing.id)]
    lethal = thing.deathtouched or thing.damage >= (has.toughness or 0)
    if "creature" in types and lethal and not has.has_keyword("indestructible"):  # 704.5g-h
        return [Destroy(thing.id, cause=cause)]
    held = thing.attached_to is not None and can_be_attached(thing, thing.attached_to, situation)
    over = "battle" in types and not thing.counter("defense") and not triggered
    if over or ("Aura" in has.type_line.subtypes and not held):
        return [_put_into_graveyard(thing.id)]  # 704.5m, 704.5v
    last = final_chapter(thing, situation)
    if last and thing.counter("lore") >= last and not triggered:  # 704.5s
        return [Sacrifice(thing.id, cause=cause)]
    if "planeswalker" in types and not thing.counter("loyalty"):  # 704.5i
        return [_put_into_graveyard(thing.id)]
    if both := min(thing.counter("+1/+1"), thing.counter("-1/-1")):  # 704.5q
        return [RemoveCounters(thing.id, kind, both, cause) for kind in ("+1/+1", "-1/-1")]
    return []


def _put_into_graveyard(ref: str) -> Move:
    how, cause = How.STATE_BASED_ACTION, Cause.STATE_BASED_ACTION
    return Move(ref, Zone.GRAVEYARD, Zone.BATTLEFIELD, how, cause=cause)


def _keeping(
    asked: tuple[tuple[str, tuple[str, ...] | str], ...], events: tuple[Event, ...], situation: Situation
) -> Task:
    """704.5j, 704.3: in turn order players keep one legend of a name; the others leave with the rest, at once.

    Likewise they decide whether a commander moves to the command zone (903.9a).
    """
    if not asked:
        return Together(tuple(Entry(event) for event in events))
    player, refs = asked[0]
    if isinstance(refs, str):
        how, cause = How.STATE_BASED_ACTION, Cause.STATE_BASED_ACTION
        move = Move(refs, Zone.COMMAND, situation.object(refs).zone, how, cause=cause)
        stays = _keeping(asked[1:], events, situation)
        goes = _keeping(asked[1:], (*events, move), situation)
        return Question(player, "903.9a", (("yes", (goes,)), ("no", (stays,))), f"{refs}#commander", may=True)
    ways: list[tuple[str, tuple[Task, ...]]] = []
    for kept in refs:
        moves = tuple(_put_into_graveyard(ref) for ref in refs if ref != kept)
        leaving = {move.object for move in moves}
        rest = tuple(one for one in events if isinstance(one, RemoveCounters) or one.affected not in leaving)
        ways.append((f"keeps {kept}", (_keeping(asked[1:], rest + moves, situation),)))
    return Question(player, "704.5j", tuple(ways))


def _legends(situation: Situation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Legendary permanents that share name and controller, with that player, the active player's first (101.4)."""
    alike: dict[tuple[str, str], list[str]] = {}
    for thing in situation.battlefield():
        has = traits_of(situation, thing)
        if "legendary" in has.type_line.supertypes:
            alike.setdefault((controller_of(situation, thing.id), has.name), []).append(thing.id)
    return tuple(
        (player, tuple(refs))
        for turn in situation.apnap()
        for (player, _name), refs in alike.items()
        if player == turn and len(refs) > 1
    )
