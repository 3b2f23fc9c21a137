"""The citations of the steps that a process records."""

from __future__ import annotations

from model.derivation import Step, StepKind
from model.events import Event
from model.rules import Citation

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
    rule: str, actor: str, effect: str, before: tuple[Event, ...], after: tuple[Event, ...], choices: int
) -> Step:
    """The step in which a player, out of so many options, has an effect applied to an event."""
    return Step(StepKind.APPLY, Citation(rule, APPLYING[rule]), actor, effect, before, after, choices)
