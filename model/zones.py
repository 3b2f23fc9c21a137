"""The zones of the game (400.1)."""

from __future__ import annotations

from enum import Enum


class Zone(Enum):
    """A zone by its name in the rules."""

    LIBRARY = "library"
    HAND = "hand"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"
    STACK = "stack"
    EXILE = "exile"
    COMMAND = "command"
    #: Where a token that ceased to exist (111.7) or a card from outside the game is: in no zone.
    NOWHERE = "nowhere"


ZONES = {zone.value: zone for zone in Zone}
#: Zones in which an object has a controller (108.4, 109.4).
CONTROLLED = frozenset({Zone.BATTLEFIELD, Zone.STACK})
#: Zones whose cards are not known to all players (400.2).
HIDDEN = frozenset({Zone.LIBRARY, Zone.HAND})
