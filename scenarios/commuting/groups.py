"""Effects of cards by the event that they watch; effects that are equal but for their source are one effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.effects import Replacement
from model.selectors import Aspect, Selector
from scenarios import box, catalogue
from scenarios.commuting.stages import events, kind_of
from scenarios.families.properties import CardEffect, effects_of


@dataclass(frozen=True)
class Group:
    """One effect, and every card that has it; ``shown`` is the one that it is tried with.

    ``of_itself``: it is about events that happen to its own source, and to nothing else.
    """

    number: int
    shown: CardEffect
    makers: tuple[CardEffect, ...]
    of_itself: bool

    @property
    def label(self) -> str:
        """The card that stands for the effect, with what of it makes the effect, and how many more cards have it."""
        cards = len({one.card.full_name for one in self.makers})
        more = f" and {cards - 1} more" if cards > 1 else ""
        how = {"static": "", "spell": " (spell)"}.get(self.shown.made_by, f" (ability {self.shown.ability})")
        return f"{self.shown.card.full_name}{how}{more}"

    def of_card(self, name: str) -> CardEffect | None:
        """The effect as this card has it, if it does."""
        return next((one for one in self.makers if one.card.full_name == name), None)


def groups(pool: str = "catalogue") -> dict[str, tuple[Group, ...]]:
    """The replacement and prevention effects of the cards of a pool, by the event under which they are tried."""
    found: dict[str, dict[Replacement, list[CardEffect]]] = {event: {} for event in events()}
    for name in _names(pool):
        for one in effects_of(name):
            if isinstance(one.effect, Replacement):
                for event in {kind_of(kind) for kind in one.kinds} & set(found):
                    found[event].setdefault(one.effect, []).append(one)
    return {
        event: tuple(_group(number, makers) for number, makers in enumerate(sorted(by.values(), key=_rank)))
        for event, by in found.items()
    }


def left_out(pool: str = "catalogue") -> dict[str, int]:
    """How many effects watch each event for which there is no stage."""
    found: dict[str, set[Replacement]] = {}
    for name in _names(pool):
        for one in effects_of(name):
            if isinstance(one.effect, Replacement):
                for kind in {kind_of(kind) for kind in one.kinds} - set(events()):
                    found.setdefault(kind, set()).add(one.effect)
    return {kind: len(some) for kind, some in sorted(found.items())}


def _names(pool: str) -> Iterator[str]:
    names = catalogue.names()
    yield from names
    if pool == "box":
        written = set(names)
        for name in box.names():
            found = None if name in written else box.find(name)
            if found is not None and found.entry is not None and found.name == name and name not in written:
                yield name


def _group(number: int, makers: list[CardEffect]) -> Group:
    return Group(number, min(makers, key=_plainness), tuple(makers), _of_itself(makers[0]))


def _plainness(one: CardEffect) -> tuple[int, int, int, str]:
    """Cards that bring little besides the effect stand for it, permanents before spells and abilities."""
    abilities = sum(len(face.abilities) for face in one.card.faces)
    maker = ("static", "spell", "activated", "triggered").index(one.made_by)
    return len(effects_of(one.card.full_name)), maker, abilities, one.card.full_name


def _rank(makers: list[CardEffect]) -> tuple[int, int, int, str]:
    """A fixed order of groups: by name of the card that stands for each."""
    shown = min(makers, key=_plainness)
    return (0, 0, 0, f"{shown.card.full_name} {shown.made_by} {shown.ability} {shown.effect!r}")


def _of_itself(one: CardEffect) -> bool:
    """Whether every watch is for events that affect the effect's own source."""
    watches = one.effect.watches if isinstance(one.effect, Replacement) else ()
    return bool(watches) and all(any(_is_this(value) for _, value in watch.conditions) for watch in watches)


def _is_this(value: object) -> bool:
    """Whether a condition is "this", or always that and something else."""
    return (
        isinstance(value, Selector)
        and bool(value.any_of)
        and all(
            any(test.aspect is Aspect.ROLE and test.value == "this" and not test.negated for test in tests)
            for tests in value.any_of
        )
    )
