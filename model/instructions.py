"""Instructions: what an effect tells players to do, as templates that become events once they are carried out.

``Do("draw_cards", player=you, count=2)`` names an event and says, in selectors and amounts, how to fill its roles.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.amounts import Amount
from model.cards import Card
from model.choices import Choice
from model.production import Production
from model.selectors import Selector


@dataclass(frozen=True, slots=True)
class TokenTemplate:
    """Tokens to create: a token card or a selector whose thing is copied, and how many.

    ``count`` is an amount; ``copy_of`` wins over ``card``. ``power`` and ``toughness`` set those of an X/X token;
    ``changes`` are the exceptions of a copy (707.9).
    """

    count: Amount
    card: Card | None = None
    copy_of: Selector | None = None
    tapped: bool = False
    attacking: bool = False
    power: Amount | None = None
    toughness: Amount | None = None
    changes: object = None  #: an EnterAsCopy of model.effects


Argument = (
    Amount | Selector | str | bool | Production | Card | tuple[TokenTemplate, ...] | tuple[tuple[str, Amount], ...]
)


@dataclass(frozen=True, slots=True)
class Do:
    """One action: the name of an event and its arguments by role."""

    verb: str
    arguments: tuple[tuple[str, Argument], ...] = ()

    def get(self, role: str) -> Argument | None:
        """The argument for this role, or None."""
        for name, value in self.arguments:
            if name == role:
                return value
        return None


@dataclass(frozen=True, slots=True)
class TheEvent:
    """The event that is being replaced, kept as a part of what happens instead."""


@dataclass(frozen=True, slots=True)
class May:
    """A player may do something; ``otherwise`` is what happens if no one does.

    ``player`` may be EACH: then the players are asked in APNAP order until one does it ("any other player may").
    ``cost`` is carried out by the one who does, before ``instructions``.
    """

    player: Selector
    cost: tuple[Instruction, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    otherwise: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """Instructions that depend on a condition."""

    condition: Amount
    then: tuple[Instruction, ...] = ()
    otherwise: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseOne:
    """A player chooses one of several lists of instructions, each with a short label.

    ``choices`` are the targets of each, where they are the modes of a triggered ability (603.3c).
    """

    options: tuple[tuple[str, tuple[Instruction, ...]], ...]
    player: Selector | None = None
    choices: tuple[tuple[Choice, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TakeFromTop:
    """Look at the top cards of a library, put some of them into one zone and the rest into another.

    Zones are names; ``rest_position`` is top or bottom where the rest goes back to a library, or stay. Only
    cards like ``wanted`` can be taken, where that is said, and with ``up_to`` fewer of them, or none. ``tapped`` is how
    they enter, where ``to`` is the battlefield.
    """

    player: Selector
    look: Amount
    take: Amount
    to: str = "hand"
    rest: str = "graveyard"
    rest_position: str = "bottom"
    wanted: Selector | None = None
    up_to: bool = False
    tapped: bool = False


@dataclass(frozen=True, slots=True)
class Proliferate:
    """A player proliferates (701.34a)."""

    player: Selector


@dataclass(frozen=True, slots=True)
class Pick:
    """A player chooses some things without targeting; they are ``them`` in the instructions (608.2d).

    With ``up_to`` fewer may be chosen, or none.
    """

    player: Selector
    wanted: Selector
    count: Amount
    instructions: tuple[Instruction, ...]
    up_to: bool = False


@dataclass(frozen=True, slots=True)
class CreateEffect:
    """The spell or ability makes an effect that lasts: a shield, "the next time ... this turn", "until end of turn".

    With ``each``, one effect for each thing found as the spell or ability resolves, which is ``each one`` to its
    effect (615.11).
    """

    effect: object  #: an Effect of model.effects (named loosely to keep this module below it)
    duration: str = "this turn"
    each: Selector | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """Each of some players does something, in APNAP order, as ``you`` (101.4, 608.2f)."""

    players: Selector
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """A player searches a library for cards and puts those found into a zone (701.23).

    ``of`` is whose library it is. At most ``count`` cards like ``wanted`` are found; cards without a stated quality
    have to be (701.23d). ``tapped`` is how they enter, where ``to`` is the battlefield.
    """

    player: Selector
    wanted: Selector
    count: Amount
    to: str = "hand"
    tapped: bool = False
    of: Selector | None = None


@dataclass(frozen=True, slots=True)
class AtOnce:
    """Actions whose events happen at the same time: a fight (701.14a), damage to several that differs."""

    instructions: tuple[Do, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """An amount as it is now has a name in the instructions: what is lost "this way" is told from it afterward."""

    name: str
    amount: Amount
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class WhenDone:
    """A reflexive triggered ability: "when you do", what was done triggers it (603.12). ``choices`` are its targets."""

    instructions: tuple[Instruction, ...]
    choices: tuple[Choice, ...] = ()


Instruction = (
    Do
    | TheEvent
    | May
    | If
    | ChooseOne
    | TakeFromTop
    | CreateEffect
    | Each
    | Search
    | AtOnce
    | WhenDone
    | Pick
    | Proliferate
    | Note
)
