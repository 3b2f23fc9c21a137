"""What a checker keeps while it replays a derivation: what is still to come, what has happened, and the faults."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NoReturn

from model.actions import Action
from model.derivation import Derivation, Step, StepKind
from model.effects import Rewrite
from model.events import AddMana, Event
from model.instructions import Instruction
from model.situation import Situation
from solver.agenda import Happened, Waiting
from solver.environment import Env
from solver.in_force import Active

Lineage = frozenset[str]
#: What a step in which nobody decides anything leaves empty.
NOBODY = ("actor", "choices", "detail", "shares")


@dataclass(frozen=True, slots=True)
class Fault:
    """A step that does not follow: its place in the derivation, the rule it breaks, and why.

    The place after the last step stands for the derivation's end.
    """

    place: int
    rule: str
    reason: str

    def __str__(self) -> str:
        """The fault as one line."""
        return f"step {self.place + 1}: {self.reason} (rule {self.rule})"


class StoppedError(Exception):
    """The derivation can't be followed any further; the fault is in the ledger."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that would happen, with the effects that had their one opportunity to affect it (614.5).

    ``own`` are the self-replacement effects of the spell or ability that the event is part of (614.15).
    """

    event: Event
    lineage: Lineage = frozenset()
    own: tuple[Active, ...] = ()


@dataclass(frozen=True, slots=True)
class Doing:
    """Instructions to carry out in the order written, with the lineage that what comes of them inherits."""

    instructions: tuple[Instruction, ...]
    env: Env
    lineage: Lineage = frozenset()
    own: tuple[Active, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """Events that would happen at the same time, what comes immediately afterward, and the one-shot effects used.

    ``instead`` comes before that: what takes several steps in the place of events (121.7).
    """

    entries: tuple[Entry, ...]
    afterward: tuple[Doing, ...] = ()
    instead: tuple[Doing, ...] = ()
    spent: frozenset[str] = frozenset()

    def put(self, place: int, *entries: Entry) -> Together:
        """The same with other entries in the place of one."""
        return replace(self, entries=(*self.entries[:place], *entries, *self.entries[place + 1 :]))

    def spending(self, effect: str) -> Together:
        """The same with one more one-shot effect used."""
        return replace(self, spent=self.spent | {effect})


@dataclass(frozen=True, slots=True)
class Draws:
    """The single draws that are left of an instruction to draw cards (121.2)."""

    entry: Entry
    times: int


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that an effect or a rule leaves to a player: each way has a label and what follows from it.

    ``may`` tells a "may" from other decisions; ``places`` the event that it is about, if it is about one.
    """

    chooser: str
    rule: str
    ways: tuple[tuple[str, tuple[Task, ...]], ...]
    effect: str = ""
    may: bool = False
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Everybody:
    """101.4: an action that several players take at the same time; ``left`` have yet to choose, in APNAP order."""

    left: tuple[Doing | Question, ...]
    decided: tuple[Task, ...] = ()


@dataclass(frozen=True, slots=True)
class Applying:
    """An effect is about to be applied, with the rewrite that was decided on."""

    active: Active
    place: int
    together: Together
    rewrite: Rewrite


@dataclass(frozen=True, slots=True)
class ApplyingToSeveral:
    """An effect is about to be applied to several events at once; the step tells how a shield is split (615.7)."""

    active: Active
    places: tuple[int, ...]
    together: Together
    rewrite: Rewrite


@dataclass(frozen=True, slots=True)
class ManaDone:
    """A mana ability has resolved; what triggers on its mana triggers now, once (106.12a)."""


@dataclass(frozen=True, slots=True)
class WaitingAbility:
    """The triggered ability at this place among those waiting resolves."""

    place: int


@dataclass(frozen=True, slots=True)
class OnStack:
    """A waiting ability is on the stack as it was chosen, or nothing where it has been removed (603.3c-d)."""

    place: int
    waiting: Waiting | None


@dataclass(frozen=True, slots=True)
class Reflexed:
    """A reflexive triggered ability triggers (603.12)."""

    waiting: Waiting


@dataclass(frozen=True, slots=True)
class Noticed:
    """Events that have happened at the same time are seen, as far as abilities trigger on them (603.2)."""

    seen: tuple[Happened, ...]
    before: Situation


Stacking = Noticed | WaitingAbility | OnStack | Reflexed
Task = Together | Doing | Draws | Question | Everybody | Applying | ApplyingToSeveral | Stacking | ManaDone | Action


@dataclass(slots=True)
class Ledger:
    """The place in the derivation, the situation there, what is to be done, and what has happened.

    ``to_do`` is a stack whose last task comes next.
    """

    situation: Situation
    steps: Derivation
    tracking: bool = False
    to_do: list[Task] = field(default_factory=list)
    place: int = 0
    happened: list[Event] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    mana: list[AddMana] = field(default_factory=list)

    @property
    def step(self) -> Step | None:
        """The step that comes next, or None at the end."""
        return self.steps[self.place] if self.place < len(self.steps) else None

    def then(self, *tasks: Task) -> None:
        """These tasks come next, in this order."""
        self.to_do.extend(reversed(tasks))

    def expect(self, *kinds: StepKind, rule: str, reason: str) -> Step:
        """The step that comes next, of one of these kinds, or stop for this reason. It is not yet passed."""
        step = self.step
        if step is None or step.kind not in kinds:
            found = "the derivation ends" if step is None else f"the step says {step.kind.value!r}"
            self.stop(rule, f"{reason}, but {found}")
        return step

    def passed(self) -> None:
        """Go on to the next step."""
        self.place += 1

    def require(self, holds: bool, rule: str, reason: str) -> None:
        """Note a fault of the present step unless what is required holds."""
        if not holds:
            self.faults.append(Fault(self.place, rule, reason))

    def require_bare(self, step: Step, rule: str, *fields: str) -> None:
        """Require that a step says nothing in these fields, which mean nothing in a step of its kind."""
        for name in fields:
            nothing = 1 if name == "choices" else type(getattr(step, name))()
            self.require(getattr(step, name) == nothing, rule, f"a step of this kind has no {name}")

    def stop(self, rule: str, reason: str) -> NoReturn:
        """Note a fault of the present step after which nothing can be followed."""
        self.faults.append(Fault(self.place, rule, reason))
        raise StoppedError

    def stop_at_faults(self) -> None:
        """Go no further when a fault has been found: what follows would rest on it."""
        if self.faults:
            raise StoppedError
