"""The state of a process: the situation, what is still to be done, and what has happened.

The agenda is a stack; its first item is considered next. Every item is a frozen value, so that two ways of getting to
the same place are the same state.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.abilities import Triggered
from model.actions import Activate, CombatDamage, Resolve, ResolveStack, ResolveTriggers, StateBasedActions, TapForMana
from model.choices import Choice
from model.decisions import ChoiceKind
from model.effects import Rewrite
from model.events import AddMana, Event
from model.instructions import Instruction
from model.situation import Situation
from model.values import Hashed
from solver.environment import Env
from solver.in_force import Active
from solver.logging_events import told

Lineage = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pending(Hashed):
    """An event that would happen, with the effects already applied to it or to what it was modified from (614.5).

    ``own`` are the self-replacement effects of the spell or ability that it is part of (614.15).
    """

    event: Event
    applied: Lineage = ()
    own: tuple[Active, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Sequence(Hashed):
    """Instructions to carry out one after the other, in an environment, with the lineage they inherit."""

    instructions: tuple[Instruction, ...]
    env: Env
    applied: Lineage = ()
    own: tuple[Active, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Group(Hashed):
    """Events that would happen at the same time, and what happens immediately afterward (615.5).

    ``rest`` is carried out before ``after``: what stands in the place of events of this group and takes several steps
    (121.7).

    ``spent`` are the one-shot effects used on an event of this group: they go on covering the others (615.8).
    """

    pendings: tuple[Pending, ...]
    after: tuple[Sequence, ...] = ()
    spent: tuple[str, ...] = ()
    rest: tuple[Sequence, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__

    def with_pending(self, place: int, *new: Pending) -> Group:
        """This group with other events in the place of one."""
        pendings = (*self.pendings[:place], *new, *self.pendings[place + 1 :])
        return Group(pendings, self.after, self.spent, self.rest)


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Hashed):
    """The single draws left of an instruction to draw cards (121.2)."""

    pending: Pending
    times: int
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Hashed):
    """A decision that is not about which effect to apply: each option is a label and the items that follow from it.

    ``effects`` names the effect that asks, for explanations.
    """

    chooser: str
    kind: ChoiceKind
    rule: str
    options: tuple[tuple[str, tuple[Item, ...]], ...]
    effect: str = ""
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Gathering(Hashed):
    """One action that several players take at the same time (101.4): whose turn it is to choose, and what is chosen.

    ``turns`` are the players' own actions or choices, in APNAP order; ``chosen`` is what comes of those already made.
    """

    turns: tuple[Sequence | Choose, ...]
    chosen: tuple[Item, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Apply(Hashed):
    """An effect is applied to one event of a group, with the rewrite that was chosen; it follows from a decision."""

    active: Active
    place: int
    group: Group
    rewrite: Rewrite
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class ApplySplit(Hashed):
    """An effect is applied to several events of a group at once, taking its share of each; a decision led to it."""

    active: Active
    places: tuple[int, ...]
    split: tuple[int, ...]
    group: Group
    rewrite: Rewrite
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True)
class ResolveWaiting:
    """The triggered ability at this place among those waiting resolves next."""

    place: int


@dataclass(frozen=True, slots=True)
class Targeted:
    """A target as it was chosen: its role, the player or object, its timestamp (-1 for a player), and for what."""

    role: str
    ref: str
    timestamp: int
    choice: Choice


@dataclass(frozen=True, slots=True, eq=False)
class Waiting(Hashed):
    """A triggered ability that has triggered: whose it is, its place there, what it speaks of, and the ability itself.

    It exists independently of its source, which may be gone or have lost it by the time it resolves (113.7a).

    ``batch`` numbers what was put on the stack together, from 1; 0 is not on the stack yet. ``targets`` are those that
    were chosen then, each with its role, the choice that it answers and its timestamp (603.3d).
    """

    ref: str
    place: int
    env: Env
    ability: Triggered
    batch: int = 0
    targets: tuple[Targeted, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Placed(Hashed):
    """A waiting ability as it is on the stack with its mode and targets, or nothing if it is removed (603.3c-d)."""

    place: int
    waiting: Waiting | None
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Reflexive(Hashed):
    """A reflexive triggered ability triggers (603.12)."""

    waiting: Waiting
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True)
class Happened:
    """An event that has happened, with the situations right before and right after it."""

    event: Event
    before: Situation
    after: Situation


@dataclass(frozen=True, slots=True, eq=False)
class Noticing(Hashed):
    """What has happened at the same time is noticed once permanents have the counters that they enter with (603.6).

    ``before`` is the situation before all of it.
    """

    happened: tuple[Happened, ...]
    before: Situation
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True)
class ManaMade:
    """A mana ability has resolved: abilities trigger on the mana that it made, once for all of it (106.12a)."""


Item = (
    ManaMade
    | Noticing
    | ResolveWaiting
    | Placed
    | Reflexive
    | Group
    | Sequence
    | Repeat
    | Choose
    | Gathering
    | Apply
    | ApplySplit
    | Resolve
    | Activate
    | StateBasedActions
    | CombatDamage
    | ResolveTriggers
    | ResolveStack
    | TapForMana
)


@dataclass(frozen=True, slots=True, eq=False)
class State(Hashed):
    """A state of the process. ``log`` lists the events that happened, neighbouring equal ones added up.

    ``alone``: only the events themselves are followed, not what triggers on them.

    ``made`` is the mana that the mana ability which is resolving has made so far.

    ``waiting`` are the triggered abilities that have triggered, kept only where a question asks for them
    (``tracking``).
    """

    situation: Situation
    agenda: tuple[Item, ...]
    log: tuple[Event, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    tracking: bool = False
    alone: bool = False
    made: tuple[AddMana, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__

    @property
    def outcome(self) -> tuple[tuple[Event, ...], tuple[tuple[str, int], ...]]:
        """What tells outcomes apart: what has happened, and which abilities have triggered and not resolved."""
        return told(self.log), tuple((one.ref, one.place) for one in self.waiting)
