"""Events: what would happen, or happened, to one object or player (614.1, 700.1).

Every event is one frozen dataclass. Its fields are the *roles* that effects look at: a watch on ``deal_damage`` may put
conditions on ``source``, ``to``, ``amount``, ``combat``. ``affected`` names the role of the affected object or player
of 616.1. Players and objects are referred to by their names and ids, which are unique in a situation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.cards import Card
from model.chance import FlipCoin, RollDie
from model.event import Cause, Event
from model.face_events import Merge, Transform
from model.mana_events import KeepMana, LoseMana
from model.new_cards import GetEmblem, ShuffleIn
from model.stack_events import CopySpell
from model.turn_events import Attach, Attack, BecomeTarget, Begin, Block, Cast, Cycle, Pay, TurnFaceUp
from model.zone_events import Destroy, Discard, Enter, ExileTop, How, Mill, Move, Sacrifice

__all__ = [
    "KINDS",
    "Act",
    "AddMana",
    "Attach",
    "Attack",
    "BecomeTarget",
    "Begin",
    "Block",
    "Cast",
    "Cause",
    "CopySpell",
    "CreateTokens",
    "Cycle",
    "DealDamage",
    "Destroy",
    "Discard",
    "Draw",
    "DrawCards",
    "Enter",
    "Event",
    "ExileTop",
    "FlipCoin",
    "GainLife",
    "GetEmblem",
    "How",
    "LoseGame",
    "LoseLife",
    "MarkDamage",
    "Merge",
    "Mill",
    "Move",
    "Pay",
    "PutCounters",
    "RemoveCounters",
    "RemoveDamage",
    "RemoveFromCombat",
    "Reveal",
    "RollDie",
    "Sacrifice",
    "SetLife",
    "ShuffleIn",
    "Tap",
    "Tokens",
    "Transform",
    "Trigger",
    "TurnFaceUp",
    "Untap",
    "WinGame",
]


@dataclass(frozen=True, slots=True)
class DealDamage(Event):
    """A source would deal damage to one permanent or player (120)."""

    kind: ClassVar[str] = "deal_damage"
    affected_role: ClassVar[str] = "to"
    amount_role: ClassVar[str | None] = "amount"
    source: str
    to: str
    amount: int
    combat: bool = False
    preventable: bool = True


@dataclass(frozen=True, slots=True)
class MarkDamage(Event):
    """Damage is marked on a creature, a result of damage (120.3e)."""

    kind: ClassVar[str] = "mark_damage"
    affected_role: ClassVar[str] = "permanent"
    amount_role: ClassVar[str | None] = "amount"
    permanent: str
    amount: int
    source: str
    deathtouch: bool = False


@dataclass(frozen=True, slots=True)
class GainLife(Event):
    """A player gains life (119.3, 119.10)."""

    kind: ClassVar[str] = "gain_life"
    amount_role: ClassVar[str | None] = "amount"
    player: str
    amount: int
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class LoseLife(Event):
    """A player loses life, as a result of damage or otherwise (119.2, 119.3); paying life is losing it (119.4)."""

    kind: ClassVar[str] = "lose_life"
    amount_role: ClassVar[str | None] = "amount"
    player: str
    amount: int
    source: str | None = None
    cause: Cause = Cause.EFFECT
    #: The damage event's amount that this loss results from, to tell an unmodified result from a modified one.
    from_damage: int | None = None


@dataclass(frozen=True, slots=True)
class SetLife(Event):
    """A player's life total becomes a number, by gaining or losing the difference (119.5)."""

    kind: ClassVar[str] = "set_life"
    amount_role: ClassVar[str | None] = "total"
    player: str
    total: int
    source: str | None = None


@dataclass(frozen=True, slots=True)
class DrawCards(Event):
    """An instruction to draw a number of cards (121.2a); it contains that many single draws."""

    kind: ClassVar[str] = "draw_cards"
    amount_role: ClassVar[str | None] = "count"
    player: str
    count: int = 1
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """One card draw (121.1)."""

    kind: ClassVar[str] = "draw"
    player: str
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class PutCounters(Event):
    """Counters of one or more kinds would be put on a permanent or given to a player (122).

    ``counters`` pairs each kind with its number. ``entering``: put as the permanent enters (122.6).
    """

    kind: ClassVar[str] = "put_counters"
    affected_role: ClassVar[str] = "on"
    on: str
    counters: tuple[tuple[str, int], ...]
    putter: str | None = None
    source: str | None = None
    cause: Cause = Cause.EFFECT
    entering: bool = False


@dataclass(frozen=True, slots=True)
class RemoveCounters(Event):
    """Counters of one kind are removed from a permanent or player."""

    kind: ClassVar[str] = "remove_counters"
    affected_role: ClassVar[str] = "on"
    amount_role: ClassVar[str | None] = "count"
    on: str
    counter: str
    count: int
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class Tokens:
    """A number of equal tokens within one event: what they are and how they enter."""

    card: Card
    count: int
    tapped: bool = False
    attacking: str | None = None
    face: int = 0

    @property
    def name(self) -> str:
        """The tokens' name, without the word Token (111.4): that of the face that is up."""
        return self.card.faces[self.face].name if self.face else self.card.name


@dataclass(frozen=True, slots=True)
class CreateTokens(Event):
    """Tokens would be created under a player's control (111, 701.7); their entering is contained in it (616.1g)."""

    kind: ClassVar[str] = "create_tokens"
    player: str
    tokens: tuple[Tokens, ...]
    creator: str | None = None
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class Tap(Event):
    """A permanent would become tapped."""

    kind: ClassVar[str] = "tap"
    affected_role: ClassVar[str] = "permanent"
    permanent: str
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class Untap(Event):
    """A permanent would become untapped."""

    kind: ClassVar[str] = "untap"
    affected_role: ClassVar[str] = "permanent"
    permanent: str
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class RemoveDamage(Event):
    """All damage marked on a permanent is removed (701.19)."""

    kind: ClassVar[str] = "remove_damage"
    affected_role: ClassVar[str] = "permanent"
    permanent: str


@dataclass(frozen=True, slots=True)
class RemoveFromCombat(Event):
    """A permanent is removed from combat (506.4)."""

    kind: ClassVar[str] = "remove_from_combat"
    affected_role: ClassVar[str] = "permanent"
    permanent: str


@dataclass(frozen=True, slots=True)
class Reveal(Event):
    """A player reveals the top cards of their library, or a card (701.20)."""

    kind: ClassVar[str] = "reveal"
    amount_role: ClassVar[str | None] = "count"
    player: str
    count: int = 1
    card: str | None = None


@dataclass(frozen=True, slots=True)
class LoseGame(Event):
    """A player would lose the game (104.3); ``why`` tells the reasons of 704.5a-c apart: life, library, poison."""

    kind: ClassVar[str] = "lose_game"
    player: str
    cause: Cause = Cause.EFFECT
    why: str = ""


@dataclass(frozen=True, slots=True)
class WinGame(Event):
    """A player would win the game (104.2b)."""

    kind: ClassVar[str] = "win_game"
    player: str
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class AddMana(Event):
    """A player would add mana (106.3). ``mana`` pairs the letters of types with numbers, sorted by type.

    ``tapped`` is the permanent that is tapped for it (106.12): the source of an activated mana ability with {T} in its
    cost; ``tapper`` is who activated that ability, who may have another player add the mana. ``ability`` is what adds
    it: mana (an activated mana ability), triggered, spell, other. ``note`` carries restrictions and riders (106.6),
    which are no part of the type.
    """

    kind: ClassVar[str] = "add_mana"
    player: str
    mana: tuple[tuple[str, int], ...]
    source: str | None = None
    tapped: str | None = None
    ability: str = "mana"
    note: str = ""
    tapper: str | None = None

    @property
    def amount(self) -> int:
        """How much mana it is in all."""
        return sum(number for _, number in self.mana)

    @property
    def amount_now(self) -> int | None:
        """How much mana it is in all."""
        return self.amount


@dataclass(frozen=True, slots=True)
class Act(Event):
    """Something that a player does or that happens and that has no event of its own (scry, shuffle, an extra turn).

    ``what`` is its name in the rules; it is part of the outcome.
    """

    kind: ClassVar[str] = "act"
    amount_role: ClassVar[str | None] = "count"
    player: str
    what: str
    count: int = 1
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Trigger(Event):
    """A triggered ability triggers (603.2); recorded where a question asks for triggers."""

    kind: ClassVar[str] = "trigger"
    affected_role: ClassVar[str] = "ability_of"
    ability_of: str
    player: str
    ability: int = 0


KINDS: dict[str, type[Event]] = {
    cls.kind: cls
    for cls in (
        DealDamage, MarkDamage, GainLife, LoseLife, SetLife, DrawCards, Draw, PutCounters, RemoveCounters,
        CreateTokens, Enter, Move, Destroy, Sacrifice, Discard, Mill, ExileTop, Tap, Untap, RemoveDamage,
        RemoveFromCombat, Reveal, AddMana, LoseGame, WinGame, Begin, Attack, Act, Trigger, Transform, Merge,
        LoseMana, KeepMana,
        ShuffleIn, CopySpell, GetEmblem, FlipCoin, RollDie, Cast, Block, BecomeTarget, Cycle, TurnFaceUp, Pay, Attach,
    )
}  # fmt: skip
