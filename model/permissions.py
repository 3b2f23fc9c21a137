"""Effects that allow a player to play lands or cast spells, or to pay something else for spells (601.3, 118.9)."""

from __future__ import annotations

from dataclasses import dataclass, field

from model.amounts import Amount
from model.cards import Card
from model.selectors import Selector

#: What is paid where an effect has a spell cast without paying its mana cost, and where it is the mana cost again.
FREE, ITS_MANA_COST = "free", "its mana cost"


@dataclass(frozen=True, slots=True)
class Permission:
    """An effect by which a player may cast spells, or play lands and cast spells, from among some cards.

    ``verb`` is cast (spells), play (lands, too), pay (another cost for spells that may be cast anyhow), flash (cast as
    though they had flash), hasty (abilities of these creatures may be activated as though they had haste), lands
    (``number`` more land plays) or spend (mana of the type ``mark``, or of any, may be
    spent as though it were mana of any color). ``cards`` are looked at where they are; ``spell``, and
    ``condition`` with ``it``, are about the spell or land that it would be. ``cost`` is what is paid rather than the
    mana cost, if anything. ``transformed``: it is cast with its back face up; ``as_card``: as though it were that card.
    ``once``: once each turn. ``mark``: only mana so marked in the pool may be spent.
    """

    verb: str
    cards: Selector
    spell: Selector | None = None
    condition: Amount | None = None
    cost: str = ""
    transformed: bool = False
    player: Selector | None = None
    any_mana: bool = False
    as_card: Card | None = None
    once: bool = False
    mark: str = ""
    number: Amount | None = None
    text: str = field(default="", compare=False)
