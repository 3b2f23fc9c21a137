"""The explorer's entry in the comparison: the same effects as static abilities of permanents, on a player's life gain.

It does what a user's question does: the whole process of 616 with exact numbers of orderings. Of all that it answers,
only the different amounts are compared.
"""

from collections.abc import Sequence

from benchmarks.effects import Effect
from model.abilities import Static
from model.amounts import AMOUNT, Amount, Binary, Number
from model.cards import Card, Face
from model.effects import Change, Replacement, Watch
from model.events import GainLife
from model.objects import GameObject
from model.players import Player
from model.selectors import role
from model.situation import Situation
from model.type_line import TypeLine
from model.zones import Zone
from solver.answers import outcomes

WATCH = Watch("gain_life", (("player", role("you")),))


def permanent(effect: Effect, place: int) -> GameObject:
    """Return a permanent with the effect as a static ability."""
    amounts: dict[str, Amount] = {
        "double": Binary("*", Number(2), AMOUNT),
        "add": Binary("+", AMOUNT, Number(effect.by)),
        "set": Number(effect.by),
    }
    ability = Static(Replacement((WATCH,), Change((("amount", amounts[effect.verb]),))))
    face = Face(f"{effect.verb} {effect.by}", TypeLine(types=("enchantment",)), abilities=(ability,))
    return GameObject(f"effect {place}", Card((face,)), Zone.BATTLEFIELD, "you", "you", timestamp=place)


def explorer_outcomes(effects: Sequence[Effect], start: int) -> set[int]:
    """Return the different amounts over all orders, found by anyorder's explorer."""
    things = tuple(permanent(effect, place) for place, effect in enumerate(effects, start=1))
    situation = Situation((Player("you"), Player("opponent")), "you", things)
    found = set()
    for outcome in outcomes(situation, GainLife("you", start)).outcomes:
        (event,) = outcome.events
        assert isinstance(event, GainLife)
        found.add(event.amount)
    return found
