"""Players and what the game keeps about them (102, 103)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A player. Known cards of the library are ids, top first; the numbers count cards whose faces are not known."""

    name: str
    life: int = 20
    counters: tuple[tuple[str, int], ...] = ()
    library: tuple[str, ...] = ()
    unknown_library: int = 60
    unknown_hand: int = 0
    unknown_graveyard: int = 0
    unknown_exile: int = 0
    drawn_this_turn: int = 0
    drawn_this_step: int = 0
    created_this_turn: int = 0
    drew_from_empty_library: bool = False
    lost: bool = False
    won: bool = False
    #: The mana in the pool by type; None where nothing is known of it, and mana is taken to be there.
    mana: tuple[tuple[str, int], ...] | None = None

    def counter(self, kind: str) -> int:
        """How many counters of this kind the player has."""
        return next((number for name, number in self.counters if name == kind), 0)
