"""What holds of an event only as it happens, and what abilities that trigger on it go by: who attacked together (508).

An ability exists independently of what happens next, so these are numbers of its environment, not of the situation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from model.errors import OutOfScopeError
from model.events import Attack, Block, Event, RemoveCounters
from model.situation import Situation
from solver.environment import Env
from solver.matching import controller_of, traits_of

#: The role of the player whom an attacking creature attacks, or who has it blocked (508.5).
DEFENDING = "defending player"


@dataclass(frozen=True, slots=True)
class Declared:
    """The attackers that are declared at the same time (508.1)."""

    attacks: tuple[Attack, ...] = ()

    @classmethod
    def among(cls, events: Iterable[Event]) -> Declared:
        """Those among events that have happened at the same time."""
        return cls(tuple(event for event in events if isinstance(event, Attack)))


def with_facts(event: Event, declared: Declared, env: Env, situation: Situation) -> Env:
    """The environment of an ability that may trigger on the event, with the numbers that it needs of this moment.

    For an attack: ``attackers`` (506.5), ``stronger_attackers`` than its source, ``opponents_attacked`` by you, and
    ``most_life`` (whether nobody has more than the player attacked); for counters removed: how many are ``left``.
    """
    if isinstance(event, RemoveCounters) and (thing := situation.find(event.on)) is not None:
        return env.with_values(left=thing.counter(event.counter))
    if isinstance(event, Block):
        return env.with_roles(**{DEFENDING: controller_of(situation, event.object)})
    if not isinstance(event, Attack):
        return env
    attacked = situation.find(event.player)
    if attacked is not None and "battle" in traits_of(situation, attacked).type_line.types:
        raise OutOfScopeError("who protects a battle that is attacked (310.8d) is not modelled")
    defending = controller_of(situation, event.player)
    attacks = declared.attacks
    power = _power(env.this, situation)
    mine = {one.player for one in attacks if controller_of(situation, one.object) == env.you}
    most = max((player.life for player in situation.players if not player.lost), default=0)
    return env.with_roles(**{DEFENDING: defending}).with_values(
        attackers=len(attacks),
        stronger_attackers=sum(_power(one.object, situation) > power for one in attacks),
        opponents_attacked=len({player for player in mine if situation.is_player(player) and player != env.you}),
        most_life=int(attacked is None and situation.player(defending).life >= most),
    )


def _power(ref: str | None, situation: Situation) -> int:
    thing = situation.find(ref)
    return (traits_of(situation, thing).power or 0) if thing is not None else 0
