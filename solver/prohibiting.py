"""What can't happen, and what players can't do (614.17, 101.2)."""

from __future__ import annotations

from model.attempts import Casting, ChoosingThing, Playing, Regenerating
from model.events import CreateTokens, Destroy, Event, PutCounters
from model.mana_events import LoseMana
from model.rules import Citation, Verdict
from model.selectors import Selector
from model.situation import Situation
from model.values import replace
from model.zones import Zone
from solver.amounts import holds
from solver.environment import Env
from solver.in_force import Active, effects_in_force
from solver.matching import CAST_FROM
from solver.watching import is_nothing, watched_parts

#: Events of which a part may be stopped.
_OF_PARTS = (PutCounters, CreateTokens, LoseMana)


def prohibited(event: Event, situation: Situation) -> Active | None:
    """The "can't" effect that stops the event or the attempt now, if any (614.17, 101.2).

    An event of which a part can still happen is not stopped (101.3).
    """
    if isinstance(event, _OF_PARTS) and not is_nothing(without_prohibited_parts(event, situation)):
        return None
    for active in effects_in_force(situation).prohibitions.get(event.kind, ()):
        if any(watched_parts(watch, event, active.env, situation) for watch in active.watches) and holds(
            active.effect.condition, active.env.seeing(event), situation
        ):
            return active
    return None


def may_regenerate(event: Destroy, situation: Situation) -> bool:
    """Whether regeneration may replace this destruction: neither it nor an effect says that it can't (701.19c)."""
    return event.can_regenerate and prohibited(Regenerating(event.permanent), situation) is None


def without_prohibited_parts(event: Event, situation: Situation) -> Event:
    """The event without the counters, tokens or mana that can't be put, created or lost (101.3); itself if all can."""
    if not isinstance(event, _OF_PARTS):
        return event
    stopped: set[int] = set()
    for active in effects_in_force(situation).prohibitions.get(event.kind, ()):
        if holds(active.effect.condition, active.env.seeing(event), situation):
            for watch in active.watches:
                stopped.update(watched_parts(watch, event, active.env, situation))
    if not stopped:
        return event
    if isinstance(event, PutCounters):
        return replace(event, counters=tuple(pair for place, pair in enumerate(event.counters) if place not in stopped))
    if isinstance(event, LoseMana):
        left = (symbol for place, symbol in enumerate(event.symbols) if place not in stopped)
        return replace(event, mana="".join(f"{{{symbol}}}" for symbol in left))
    return replace(event, tokens=tuple(group for place, group in enumerate(event.tokens) if place not in stopped))


def choosable(refs: tuple[str, ...], selector: Selector, env: Env, situation: Situation) -> tuple[str, ...]:
    """Those of the things that an effect has ``env.you`` choose from which may be chosen (101.2, 608.2d).

    What costs are paid with is no choice of an effect (601.2h).
    """
    if "choose" not in effects_in_force(situation).prohibitions or env.value("cost"):
        return refs
    attempts = {ref: ChoosingThing(ref, env.you, env.this, selector.worded) for ref in refs}
    return tuple(ref for ref, attempt in attempts.items() if prohibited(attempt, situation) is None)


def source_of(active: Active) -> str:
    """What to call where an effect comes from."""
    return active.env.this or active.id


def may_cast(ref: str, player: str, situation: Situation, face: int = 0, flags: tuple[str, ...] = ()) -> Verdict:
    """Whether an effect prohibits casting a card as the spell that it would be (601.3, 601.3e).

    ``face`` is the face or half that is cast; ``flags`` may say ``face-down`` or ``fused``: the spell then has the
    characteristics, and the names, that go with that (708.4, 709.4d).
    """
    thing = situation.object(ref)
    facts = (*thing.flags, *flags, *((CAST_FROM[thing.zone],) if thing.zone in CAST_FROM else ()))
    spell = situation.with_object(ref, zone=Zone.STACK, controller=player, face=face, flags=facts)
    return _allowed(Casting(ref, player), spell)


def may_play(ref: str, player: str, situation: Situation, face: int = 0) -> Verdict:
    """Whether an effect prohibits playing a card as the land that it would be (305.1, 101.2)."""
    there = situation.with_object(ref, zone=Zone.BATTLEFIELD, controller=player, face=face)
    return _allowed(Playing(ref, player), there)


def _allowed(attempt: Casting | Playing, situation: Situation) -> Verdict:
    stopped = prohibited(attempt, situation)
    if stopped is None:
        return Verdict(True, Citation("601.3", "no effect prohibits it"))
    return Verdict(False, Citation("601.3", f"an effect of {source_of(stopped)} prohibits it"))
