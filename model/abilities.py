"""Abilities (113.3): spell, static, activated and triggered abilities, keywords, and what was not understood."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from model.amounts import Amount
from model.choices import Choice
from model.effects import Effect, Watch
from model.instructions import Instruction
from model.selectors import Selector
from model.zones import Zone


@dataclass(frozen=True, slots=True)
class Static:
    """A static ability: one effect, and the zones in which it works (113.6)."""

    effect: Effect
    zones: tuple[Zone, ...] = (Zone.BATTLEFIELD,)


@dataclass(frozen=True, slots=True)
class SpellAbility:
    """What a spell does as it resolves; ``self_replacements`` are the parts of 614.15."""

    instructions: tuple[Instruction, ...]
    replacements: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """Restrictions on activating an ability (602.5b-602.5d): a condition, how often, who may, and when, as texts."""

    condition: Amount | None = None
    each_turn: int | None = None
    ever: bool = False
    player: Selector | None = None
    times: tuple[str, ...] = ()


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Activated:
    """An activated ability: mana and tap symbols as written, further costs as instructions, and its effect (602).

    ``zones`` are those in which it works (113.6); the rest are restrictions on activating it (602.5): ``once`` each
    turn, and ``limits``.
    """

    symbols: str
    costs: tuple[Instruction, ...]
    instructions: tuple[Instruction, ...]
    replacements: tuple[Effect, ...] = ()
    zones: tuple[Zone, ...] = (Zone.BATTLEFIELD,)
    once: bool = False
    limits: Limits = NO_LIMITS


@dataclass(frozen=True, slots=True)
class Triggered:
    """A triggered ability: what it watches for, its intervening "if", and its effect (603).

    ``once_each_event``: once for all that happens at the same time ("one or more"), or with ``once_for`` once for each
    thing of that role ("becomes blocked": once for each attacker, 509.3c). ``zones`` are those in which it
    works (113.6). ``once_each_turn``: its text says that it triggers only once each turn. ``choices`` are its targets,
    which are chosen as it is put on the stack (603.3d).
    """

    watches: tuple[Watch, ...]
    instructions: tuple[Instruction, ...]
    condition: Amount | None = None
    once_each_event: bool = False
    replacements: tuple[Effect, ...] = ()
    zones: tuple[Zone, ...] = (Zone.BATTLEFIELD,)
    once_each_turn: bool = False
    once_for: str = ""
    choices: tuple[Choice, ...] = ()
    nth_each_turn: int = 0  #: only the second time (2) in a turn that it happens to that player, if any
    state: Amount | None = None  #: it triggers on this being so, not on an event (603.8)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability, with its number where it has one (dredge 5, toxic 2), and the cost of a way to cast it.

    ``about`` is what enchant says can be enchanted (702.5a).
    """

    name: str
    number: int | None = None
    cost: str = ""
    about: Selector | None = None


@dataclass(frozen=True, slots=True)
class ThisAbility:
    """The ability in whose effect this stands: a copy has it too ("except it has this ability", 707.9a)."""


class Sort(Enum):
    """What is known of an ability that was not understood, from the form of its text alone (113.3)."""

    STATIC = "static"  #: also whatever is none of the others
    TRIGGER = "trigger"
    TRIGGER_ON_STEP = "trigger on a step"  #: "at the beginning of ..."
    TRIGGER_ON_ITSELF = "trigger on itself"  #: when its own object enters, dies or leaves the battlefield
    ACTIVATED = "activated"
    SPELL = "spell"  #: what an instant or sorcery does as it resolves
    CASTING = "casting"  #: how the spell itself may be cast, and for what cost
    NOTE = "note"  #: no ability: what of a card no question here looks at


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """An ability of a card whose text was not understood: the words where reading stopped, and what is known of it.

    ``everywhere``: it may work in other zones than the battlefield. ``adds_mana``: it may add mana. ``left_out``: an
    entry written by hand goes without it, which says in words what it does, and perhaps which events and questions a
    static ability is ``about``, the ``number`` of an activated ability, and the ``face`` that has it. ``colors`` are
    the letters of its mana symbols for a color identity (903.4), ``?`` where they can't be told. Nothing else in the
    rules code reads it; questions that it could touch are refused before (scenarios.partly).
    """

    words: str
    sort: Sort = Sort.STATIC
    everywhere: bool = True
    adds_mana: bool = True
    left_out: bool = False
    about: tuple[str, ...] = ()
    number: int = 0
    face: str = ""
    colors: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """An ability about what no question here looks at (who may look at cards, the maximum hand size), in words."""

    words: str


Ability = Static | SpellAbility | Activated | Triggered | Keyword | NotUnderstood | Remark
