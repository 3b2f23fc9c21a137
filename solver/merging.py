"""Two cards become one double-faced card: every choice, every result, and results of doing it again and again.

The cards lie back-to-back in one sleeve. Each shows one of its sides; the other ceases to exist for the rest of the
game. The result is a modal double-faced card (712.3). What shows, and which is in front, is one constraint problem.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.amounts import ONE
from model.cards import Card, Layout
from model.decisions import ChoiceKind
from model.errors import OutOfScopeError
from model.events import How, Merge, Move
from model.instructions import Do
from model.selectors import Selector, role
from model.situation import Situation
from model.zones import ZONES, Zone
from solver.agenda import Choose, Group, Item, Pending, Sequence
from solver.amounts import evaluate
from solver.csp import Constraint, solutions
from solver.faces import sides_of
from solver.matching import found


@dataclass(frozen=True, slots=True)
class Merging:
    """One way to put two cards together: the side that each shows, and whether the first card is in front."""

    first: Card
    second: Card
    first_in_front: bool

    @property
    def result(self) -> Card:
        """The modal double-faced card that the two become."""
        sides = (self.first, self.second) if self.first_in_front else (self.second, self.first)
        faces = tuple(face for side in sides for face in side.faces)
        return Card(faces, Layout.MODAL_DFC, sides=sides if len(faces) > 2 else ())


def mergings(first: Card, second: Card) -> tuple[Merging, ...]:
    """Every way to put two cards together: which side of each faces outward, and which is the front.

    Each position shows a side of one of the two cards, and each card is in one position.
    """
    sides = {0: sides_of(first), 1: sides_of(second)}
    shown = tuple((card, place) for card, listed in sides.items() for place in range(len(listed)))
    different = Constraint(("front", "back"), lambda front, back: front[0] != back[0])
    ways = []
    for solution in solutions({"front": shown, "back": shown}, (different,)):
        by_card = dict(solution.values())
        ways.append(Merging(sides[0][by_card[0]], sides[1][by_card[1]], solution["front"][0] == 0))
    return tuple(ways)


def results(first: Card, second: Card) -> tuple[Card, ...]:
    """The different cards that two cards can become."""
    return tuple(dict.fromkeys(way.result for way in mergings(first, second)))


# --- again and again -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reached:
    """A card that can result, and one way to get it: what is done each time."""

    card: Card
    way: tuple[Merging, ...]


def repeated(cards: tuple[Card, ...], times: int) -> tuple[Reached, ...]:
    """What can result when it is done so many times over these cards, top card first.

    In between, the card that results is put back on the top of the library (or beneath its top card), so that it meets
    the next card. A card that is alone stays what it is; without any card nothing results.
    """
    if not cards or times < 1:
        return ()
    reached: dict[Card, tuple[Merging, ...]] = {cards[0]: ()}
    for card in cards[1 : times + 1]:
        found: dict[Card, tuple[Merging, ...]] = {}
        for before, way in reached.items():
            for merging in mergings(before, card):
                found.setdefault(merging.result, (*way, merging))
        reached = found
    return tuple(Reached(card, way) for card, way in reached.items())


def number_of_results(cards: tuple[Card, ...], times: int) -> int:
    """How many different cards can result, without looking for them.

    With a the sides of the last card, b those of all cards before it, and c the sides that are among both, it is
    2ab - c^2: one face is one of the a, the other one of the b, in either order.
    """
    used = cards[: times + 1]
    if len(used) < 2:
        return len(used)
    last = set(sides_of(used[-1]))
    before = {side for card in used[:-1] for side in sides_of(card)}
    return 2 * len(last) * len(before) - len(last & before) ** 2


# --- carrying it out -------------------------------------------------------------------------------------------------


def merge_top(instruction: Do, item: Sequence, situation: Situation) -> tuple[Item, ...]:
    """The top cards of a library become one, as its player chooses, and that card goes where the instruction says.

    A single card stays what it is, and goes there; of no card nothing becomes (101.3). Raises OutOfScopeError when the
    cards are not known.
    """
    player = _player(instruction, item, situation)
    wanted = evaluate(instruction.get("count") or ONE, item.env, situation)  # type: ignore[arg-type]
    library = situation.player(player)
    refs = library.library[:wanted]
    if len(refs) < wanted and library.unknown_library:
        raise OutOfScopeError(f"the top {wanted} cards of {player}'s library are to be known, and {len(refs)} are")
    if not refs:
        return ()
    to = ZONES[str(instruction.get("to") or "hand")]
    moving = _group(Move(refs[0], to, Zone.LIBRARY, How.PUT, source=item.env.this), item)
    if len(refs) == 1:
        return (moving,)
    if len(refs) > 2:
        raise OutOfScopeError("more than two cards that become one are not modelled")
    one, other = (situation.object(ref).card for ref in refs)
    ways: dict[Card, tuple[Item, ...]] = {
        card: (_group(Merge(player, refs, card, item.env.this), item), moving) for card in results(one, other)
    }
    return (Choose(player, ChoiceKind.VALUE, "608.2d", tuple((card.full_name, items) for card, items in ways.items())),)


def _player(instruction: Do, item: Sequence, situation: Situation) -> str:
    value = instruction.get("player")
    refs = found(value if isinstance(value, Selector) else role("you"), item.env, situation)
    return refs[0] if refs else item.env.you


def _group(event: Merge | Move, item: Sequence) -> Group:
    return Group((Pending(event, item.applied, item.own),))


def merged(event: Merge, situation: Situation) -> Situation:
    """The situation once the cards have become one: the first of them is that card, the others are no more."""
    if event.into is None:
        return situation
    first, *others = event.cards
    situation = situation.with_object(first, card=event.into)
    library = tuple(ref for ref in situation.player(event.player).library if ref not in others)
    situation = situation.with_player(event.player, library=library)
    for ref in others:
        situation = situation.with_object(ref, zone=Zone.NOWHERE)
    return situation
