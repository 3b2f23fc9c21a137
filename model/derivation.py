"""Derivations: why an outcome is an outcome, as data that renderers read (design section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from model.events import Event
from model.rules import Citation


class StepKind(Enum):
    """What a step of a derivation records."""

    START = "start"  #: the event that would happen
    APPLY = "apply"  #: an effect is applied to an event
    DECLINE = "decline"  #: a player declines an effect that says "may"
    CHOOSE = "choose"  #: a player chooses a value
    CANNOT = "cannot"  #: an event can't happen
    NOTHING = "nothing"  #: an event with nothing left in it is no event
    CONTAIN = "contain"  #: the events contained in an event come to be considered
    THEN = "then"  #: an effect's additional part
    HAPPEN = "happen"  #: an event happens
    ADD = "add"  #: an ability would add mana (``detail``: which ability)
    READ = "read"  #: a type is read off what another permanent could produce (``effect``: that permanent)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its rule, who acts, the effect (by id), and the events before and after it.

    ``choices`` is how many options the actor had (1: no decision). ``detail`` is a word that phrases use.
    ``places`` tells which of the events that would happen together the step is about, counted from 0 as they are at
    that moment; ``shares`` how much of a shield's amount each of them takes (615.7).
    """

    kind: StepKind
    citation: Citation
    actor: str = ""
    effect: str = ""
    before: tuple[Event, ...] = ()
    after: tuple[Event, ...] = ()
    choices: int = 1
    detail: str = ""
    places: tuple[int, ...] = ()
    shares: tuple[int, ...] = ()


Derivation = tuple[Step, ...]
