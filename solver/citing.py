"""The citations of the steps that a process records."""

from __future__ import annotations

from model.derivation import Step, StepKind
from model.events import DealDamage, Destroy, Enter, Event, GainLife, Transform
from model.rules import Citation
from model.situation import Situation
from model.zones import Zone
from solver.transforming import against_entering, transformation
from solver.watching import is_nothing

#: The gist of each rule by which an effect comes to be applied, in our own words.
APPLYING = {
    "616.1a": "self-replacement effects come first",
    "616.1b": "then effects on under whose control it enters",
    "616.1c": "then effects that make it a copy as it enters",
    "616.1d": "then effects that make it enter with its back face up",
    "616.1e": "any of the applicable effects may be chosen",
    "616.1f": "the chosen effect is applied, and the process goes on with what is applicable now",
    "615.7": "the shield covers damage from several sources as the player splits it",
}


def applying(
    rule: str,
    actor: str,
    effect: str,
    before: tuple[Event, ...],
    after: tuple[Event, ...],
    choices: int,
    places: tuple[int, ...],
    shares: tuple[int, ...] = (),
) -> Step:
    """The step in which a player, out of so many options, has an effect applied to an event, or to several at once."""
    citation = Citation(rule, APPLYING[rule])
    return Step(StepKind.APPLY, citation, actor, effect, before, after, choices, places=places, shares=shares)


def nothing_of(event: Event, situation: Situation) -> tuple[str, str]:
    """The rule by which an event is none, and its gist: nothing is left of it, or what it is done to rules it out."""
    if is_nothing(event):
        if isinstance(event, DealDamage):
            return "614.7a", "0 damage is no damage"
        if isinstance(event, GainLife):
            return "119.10", "gaining 0 life is no event"
        return "614.7", "nothing of it is left to happen"
    if isinstance(event, DealDamage):
        return "120.1a", "damage is dealt only to players, battles, creatures and planeswalkers"
    thing = situation.find(event.affected)
    if isinstance(event, Transform):
        against = transformation(event, situation).citation
        return against.rule, against.gist
    if isinstance(event, Enter) and (stays := against_entering(event, situation)) is not None:
        return stays.rule, stays.gist
    if isinstance(event, Destroy) and thing is not None and thing.zone is Zone.BATTLEFIELD:
        return "702.12b", "a permanent with indestructible can't be destroyed"
    return "101.3", "what it would be done to is not there"
