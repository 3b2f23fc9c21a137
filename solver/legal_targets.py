"""Whether the targets of a spell or ability are still legal as it resolves (608.2b)."""

from __future__ import annotations

from dataclasses import replace

from model.choices import Choice, Manner
from model.situation import Situation
from model.zones import Zone
from solver.choosing import can_target, may_stay_target
from solver.environment import Env


def with_legal_targets(
    env: Env, targets: tuple[str, ...], since: tuple[tuple[str, Zone, int], ...], situation: Situation
) -> Env | None:
    """How a spell or ability is read as it resolves: without its illegal targets; None if it has some, all illegal.

    ``since`` are targets with their zones and timestamps as they were chosen. What may be targeted is looked at where
    the card tells it of each target.
    """
    choices = _choices(env, len(targets), situation)
    illegal = {
        number
        for number, (ref, choice) in enumerate(zip(targets, choices, strict=True), 1)
        if _left(ref, since, situation) or not _legal(ref, choice, env, situation)
    }
    if not illegal:
        return env
    if len(illegal) == len(targets):
        return None
    names = {"target" if number == 1 else f"target {number}" for number in illegal}
    return replace(env, roles=tuple(pair for pair in env.roles if pair[0] not in names))


def _legal(ref: str, choice: Choice | None, env: Env, situation: Situation) -> bool:
    if choice is None:
        return may_stay_target(ref, env, situation)
    return can_target(ref, choice, env, situation).value


def _choices(env: Env, number: int, situation: Situation) -> list[Choice | None]:
    """For each target of a spell what it may be; None where the card does not tell it of all of them."""
    thing = situation.find(env.this) if env.this is not None else None
    if thing is not None and thing.zone is Zone.STACK:
        face = thing.printed.faces[min(thing.face, len(thing.printed.faces) - 1)]
        told = [one for one in face.choices if one.manner is Manner.TARGET]
        each: list[Choice | None] = [one for one in told for _ in range(one.count)]
        if len(each) == number and not any(one.mode for one in told):
            return each
    return [None] * number


def _left(ref: str, since: tuple[tuple[str, Zone, int], ...], situation: Situation) -> bool:
    """Whether it is another object than the one that was targeted, or none (400.7); attaching changes none (701.3c)."""
    if situation.is_player(ref):
        return False
    thing = situation.find(ref)
    if thing is None:
        return True
    return any(
        zone is not thing.zone or (time != thing.timestamp and thing.attached_to is None)
        for other, zone, time in since
        if other == ref
    )
