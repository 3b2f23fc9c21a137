"""The environment in which an effect's phrases and amounts are read: who "you" is, what "this" is, what is bound."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from model.events import AddMana, Enter, Event
from model.situation import Situation
from model.zones import Zone


@dataclass(frozen=True, slots=True)
class Env:
    """Bindings of roles to players and objects, and of names to numbers.

    ``event`` is the event being looked at: each of its fields is a role of that name, ``it`` is what it affects, and
    ``amount`` its amount. ``past`` is the situation in which what has left since is looked at (603.10, 608.2h).
    ``left`` holds what this speaks of and has left the battlefield since, with the situation right before that.
    """

    you: str
    this: str | None = None
    roles: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    event: Event | None = None
    past: Situation | None = None
    left: tuple[tuple[str, Situation], ...] = ()

    def role(self, name: str) -> str | None:
        """What the role is bound to; later bindings hide earlier ones, and all of them the event's own roles."""
        for key, bound in reversed(self.roles):
            if key == name:
                return bound
        if self.event is None:
            return None
        if isinstance(self.event, AddMana) and self.event.tapper and name in ("it", "player"):
            return self.event.tapper  # whoever taps a permanent for mana, not who adds it (106.12)
        ref: object = self.event.affected if name == "it" else getattr(self.event, name, None)
        return ref if isinstance(ref, str) else None

    def all_of(self, name: str) -> tuple[str, ...]:
        """Everything bound to the role, in the order bound; for ``target`` all targets."""
        if name == "target":
            return tuple(ref for key, ref in self.roles if key == "target" or key.startswith("target "))
        bound = tuple(ref for key, ref in self.roles if key == name)
        if bound:
            return bound
        one = self.role(name)
        return (one,) if one is not None else ()

    def value(self, name: str) -> int | None:
        """The number of this name."""
        for key, number in reversed(self.values):
            if key == name:
                return number
        return self.event.amount_now if name == "amount" and self.event is not None else None

    def with_values(self, **numbers: int) -> Env:
        """This environment with further numbers."""
        return Env(
            self.you, self.this, self.roles, self.values + tuple(numbers.items()), self.event, self.past, self.left
        )

    def with_roles(self, **roles: str) -> Env:
        """This environment with further roles."""
        roles_now = self.roles + tuple(roles.items())
        return Env(self.you, self.this, roles_now, self.values, self.event, self.past, self.left)

    def seeing(self, event: Event) -> Env:
        """This environment, looking at an event."""
        return Env(self.you, self.this, self.roles, self.values, event, self.past, self.left)

    def all_roles(self) -> tuple[tuple[str, str], ...]:
        """Every binding, those of the event first."""
        if self.event is None:
            return self.roles
        named = (*(field.name for field in fields(self.event)), "it")
        own = tuple((name, ref) for name in named if (ref := Env("", event=self.event).role(name)) is not None)
        return own + self.roles


def remembering(env: Env, gone: tuple[str, ...], before: Situation) -> Env:
    """The environment that remembers those of these objects that it speaks of as they last were on the battlefield."""
    spoken = {env.this, *(ref for _, ref in env.all_roles())}
    mine = tuple((ref, before) for ref in gone if ref in spoken)
    return replace(env, left=(*mine, *env.left)) if mine else env


def as_last_known(ref: str | None, env: Env, situation: Situation) -> Situation:
    """The situation in which an object is looked at: as it last existed, where it has left since (608.2h)."""
    for gone, before in env.left:
        if gone == ref and ((thing := situation.find(ref)) is None or thing.zone is not Zone.BATTLEFIELD):
            return before
    then = env.past.find(ref) if env.past is not None else None
    if env.past is None or then is None:
        return situation
    now = situation.find(ref)
    same = now is not None and (now.zone, now.timestamp) == (then.zone, then.timestamp)
    return situation if same else env.past


def dereference(name: str, env: Env, situation: Situation) -> str | None:
    """The one player or object that a bound name means, or None when nothing is bound to it."""
    match name:
        case "you":
            return env.you
        case "this":
            return env.this
        case "active player":
            return situation.active
        case "enchanted":
            thing = as_last_known(env.this, env, situation).find(env.this)
            return thing.attached_to if thing else None
        case "that player":
            return env.role("player") or env.role("it")
        case _ if name.startswith("object "):  # one object, by its id (201.5a)
            return name.removeprefix("object ")
        case _:
            bound = env.role(name)
            if bound is None and name.startswith("chosen "):
                return _chosen(name.removeprefix("chosen "), env, situation)
            return bound


def linked(what: str) -> str:
    """The name under which an object keeps for whose ability something was chosen: the name that it had then."""
    return f"{what} chosen for"


#: Choices that are known by more than one name: a basic land type is a type, and the other way round.
_SORTS_OF = {
    "type": ("land type", "basic land type", "creature type"),
    "land type": ("type", "basic land type"),
    "creature type": ("type",),
}


def _chosen(what: str, env: Env, situation: Situation) -> str | None:
    """What was chosen for the object as it entered; undefined once it is a copy of something else (607.2d, 607.5a)."""
    thing = situation.find(env.this)
    if thing is None:
        return None
    choices = dict(thing.chosen)
    entering = env.event
    if isinstance(entering, Enter) and entering.object == thing.id and entering.chosen:
        choices = dict(entering.chosen)  # chosen as it enters, by another effect that has been applied
    what = next((key for key in (what, *_SORTS_OF.get(what, ())) if key in choices), what)
    word, name = choices.get(what), choices.get(linked(what))
    return word if name is None or name == _name(thing.id, situation) else None


def _name(ref: str, situation: Situation) -> str:
    from solver.layers import copiable_values  # the layers read choices, hence the late import

    has = situation.traits.by_id.get(ref) if situation.traits is not None else None
    return (has or copiable_values(situation, ref)).name


#: Names that stand for a set of players, not for one bound thing.
PLAYER_SETS = frozenset({"player", "opponent", "another player"})


def player_set(name: str, env: Env, situation: Situation) -> tuple[str, ...]:
    """The players that ``player``, ``opponent`` or ``another player`` mean, in APNAP order.

    "Another player" is one other than the event's player where there is one ("if a player would draw a card ... any
    other player"), and otherwise one other than you.
    """
    everyone = tuple(player for player in situation.apnap() if not situation.player(player).lost)  # 800.4a
    if name == "player":
        return everyone
    if name == "opponent":
        return tuple(player for player in everyone if player != env.you)
    other = env.role("player")
    return tuple(player for player in everyone if player != (other if situation.is_player(other) else env.you))
