"""Triggered abilities as the checker reads the rules: put on the stack with targets, and resolved (603.3, 608.2b)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Triggered
from model.actions import ResolveTriggers
from model.choices import Choice, Manner
from model.instructions import ChooseOne
from model.situation import Situation
from model.zones import Zone
from solver.agenda import Targeted, Waiting
from solver.amounts import holds
from solver.checking.ledger import Ledger, OnStack, Question, Task, WaitingAbility
from solver.choosing import can_target, may_stay_target, ways
from solver.environment import Env
from solver.in_force import refers_to_source
from solver.matching import controller_of, found, traits_of


def onto_the_stack(action: ResolveTriggers, ledger: Ledger) -> Task | None:
    """603.3b-d: what has triggered goes on the stack, then its modes and targets are chosen; None once that is done."""
    height = max(one.batch for one in ledger.waiting)
    ledger.waiting = [one if one.batch else replace(one, batch=height + 1) for one in ledger.waiting]
    turns = ledger.situation.apnap()
    for turn in turns:
        for place, one in enumerate(ledger.waiting):
            if one.env.you == turn and any(choices or label for label, _, choices in _modes(one.ability)):
                return _choosing(place, one, action, ledger.situation)
    return None


def state_triggers(ledger: Ledger) -> list[Waiting]:
    """603.8: what triggers on a state of the game, once until it has left the stack."""
    situation, found_ones = ledger.situation, []
    for thing in situation.battlefield():
        for place, ability in enumerate(traits_of(situation, thing).abilities):
            if not isinstance(ability, Triggered) or ability.state is None:
                continue
            env = Env(controller_of(situation, thing.id), thing.id)
            if holds(ability.state, env, situation) and all(
                (one.ref, one.place) != (thing.id, place) for one in ledger.waiting
            ):
                found_ones.append(Waiting(thing.id, place, env, ability))
    return found_ones


def _modes(ability: Triggered) -> list[tuple[str, Triggered, tuple[Choice, ...]]]:
    """603.3c: the modes of an ability whose targets depend on them, or the ability itself."""
    match ability.instructions:
        case (ChooseOne(options, _, tuple(choices)),) if choices:
            return [
                (label, replace(ability, instructions=way, choices=()), some)
                for (label, way), some in zip(options, choices, strict=True)
            ]
        case _:
            return [("", replace(ability, choices=()), ability.choices)]


def _choosing(place: int, one: Waiting, action: ResolveTriggers, situation: Situation) -> Task:
    """603.3d: every way to choose a mode and targets; without any, the ability is removed."""
    said = next((refs for ref, refs in action.targets if ref == one.ref), None)
    options: list[tuple[str, tuple[Task, ...]]] = []
    for mode, ability, choices in _modes(one.ability):
        for chosen in ways(choices, one.env, situation):
            flat = [ref for some in chosen for ref in some]
            if said is not None and set(said) != set(flat):
                continue
            words = [mode] if mode else []
            if choices:
                words.append("; ".join(", ".join(some) if some else "no target" for some in chosen))
            stacked = _stacked(one, ability, choices, chosen, situation)
            options.append((": ".join(words), (OnStack(place, stacked),)))
    if not options:
        return OnStack(place, None)
    by = [choice.by for choice in one.ability.choices if choice.by is not None]
    named = found(by[0], one.env, situation) if by else ()
    return Question((*named, one.env.you)[0], "603.3d", tuple(options))


def _stacked(
    one: Waiting, ability: Triggered, choices: tuple[Choice, ...], chosen: tuple[tuple[str, ...], ...], now: Situation
) -> Waiting:
    """The ability on the stack: its targets are numbered over all that it has chosen."""
    targets: list[Targeted] = []
    for at, (choice, refs) in enumerate(zip(choices, chosen, strict=True)):
        before = sum(earlier.count for earlier in choices[:at])
        for place, ref in enumerate(refs, before + 1):
            targets.append(Targeted("target" if place == 1 else f"target {place}", ref, _since(ref, now), choice))
    roles = one.env.roles
    if targets:
        roles = tuple(pair for pair in roles if pair[0].split(" ")[0] != "target")
        roles += tuple((target.role, target.ref) for target in targets)
    env = replace(one.env, roles=roles)
    if choices or one.ability.choices:
        env = env.with_values(targets=len(targets))
    return replace(one, env=env, ability=ability, targets=tuple(targets))


def _since(ref: str, situation: Situation) -> int:
    thing = situation.find(ref)
    return thing.timestamp if thing is not None else -1


def with_legal_targets(one: Waiting, situation: Situation) -> Env | None:
    """608.2b: it resolves without its illegal targets, and not at all if it has targets and none is legal."""
    illegal = [
        target.role
        for target in one.targets
        if target.timestamp != _since(target.ref, situation)
        or not can_target(target.ref, target.choice, one.env, situation).value
    ]
    if one.targets and len(illegal) == len(one.targets):
        return None
    return (
        replace(one.env, roles=tuple(pair for pair in one.env.roles if pair[0] not in illegal)) if illegal else one.env
    )


def still_targeted(env: Env, since: dict[str, tuple[Zone, int]], situation: Situation) -> Env | None:
    """608.2b, for a spell, or an ability whose targets are said: its legal targets; None where all are illegal."""
    targets = [pair for pair in env.roles if pair[0].split(" ")[0] == "target"]
    spell = situation.find(env.this or "")
    told: list[Choice] = []
    if spell is not None and spell.zone is Zone.STACK:
        faces = spell.printed.faces
        told = [one for one in faces[min(spell.face, len(faces) - 1)].choices if one.manner is Manner.TARGET]
    numbered = [one for one in told for _ in range(one.count)] if not any(one.mode for one in told) else []
    kept = []
    for place, (role, ref) in enumerate(targets):
        choice = numbered[place] if len(numbered) == len(targets) else None
        thing = situation.find(ref)
        here = situation.is_player(ref) or (
            thing is not None
            and since.get(ref, (thing.zone, 0))[0] is thing.zone
            and (thing.attached_to is not None or since.get(ref, (thing.zone, thing.timestamp))[1] == thing.timestamp)
        )
        may = may_stay_target(ref, env, situation) if choice is None else can_target(ref, choice, env, situation).value
        if here and may:
            kept.append((role, ref))
    if targets and not kept:
        return None
    return replace(env, roles=tuple(pair for pair in env.roles if pair not in targets or pair in kept))


def next_ability(ledger: Ledger) -> Question:
    """603.3b: the active player's abilities are the first on the stack and so the last to resolve; each player orders
    their own. Abilities that act alike need no order."""
    order = ledger.situation.apnap()
    top = max(one.batch for one in ledger.waiting)  # 405.5: what was put there last resolves first
    chooser = max((one.env.you for one in ledger.waiting if one.batch == top), key=order.index)
    ways_there: dict[object, tuple[str, tuple[Task, ...]]] = {}
    for place, one in enumerate(ledger.waiting):
        ability, env = one.ability, one.env
        if env.you != chooser or one.batch != top:
            continue
        key: object = (ability, env)
        if not refers_to_source(ability.instructions) and "it" not in repr(ability.instructions):
            key = (ability, env.you, env.values, one.targets)
        name = f"{one.ref}, " + (f"ability {one.place + 1}" if one.place >= 0 else "when it is done")
        at = f" ({', '.join(target.ref for target in one.targets)})" if one.targets else ""
        ways_there.setdefault(key, (name + at, (WaitingAbility(place),)))
    told_apart: list[tuple[str, tuple[Task, ...]]] = []
    for label, tasks in ways_there.values():
        before = sum(other == label for other, _ in list(ways_there.values())[: len(told_apart)])
        told_apart.append((f"{label} ({before + 1})" if before else label, tasks))
    return Question(chooser, "603.3b", tuple(told_apart))
