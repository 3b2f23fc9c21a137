"""Writes events in the notation of scenario documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from model.cards import Card
from model.events import (
    AddMana,
    Cause,
    CopySpell,
    CreateTokens,
    Draw,
    DrawCards,
    Enter,
    Event,
    LoseLife,
    MarkDamage,
    Merge,
    Move,
    PutCounters,
    RemoveCounters,
)
from scenarios.copies import exceptions
from solver.production import written

IsPlayer = Callable[[str], bool]


@dataclass(frozen=True)
class Entry:
    """One event as documents list it: its name and everything that could be said about it.

    ``roles`` has every role by its proper name, tokens as cards. ``shown`` are the roles that are written.
    """

    verb: str
    roles: tuple[tuple[str, Any], ...]
    shown: tuple[str, ...] = ()

    def get(self, role: str) -> Any:
        """The value of a role, or None."""
        return next((value for name, value in self.roles if name == role), None)

    def has(self, role: str) -> bool:
        """Whether anything is said about a role."""
        return any(name == role for name, _ in self.roles)

    def changed(self, **changes: Any) -> Entry:
        """The entry with some roles changed."""
        return Entry(self.verb, tuple((name, changes.get(name, value)) for name, value in self.roles), self.shown)


#: The roles that are always written, by verb, and those written where they are not what goes without saying.
_ALWAYS: dict[str, tuple[str, ...]] = {
    "deal_damage": ("source", "to", "amount"), "gain_life": ("player", "amount"), "lose_life": ("player", "amount"),
    "set_life": ("player", "total"), "draw": ("player", "count"), "put_counters": ("on", "kind", "count"),
    "remove_counters": ("on", "kind", "count"), "create_tokens": ("player", "token", "count"),
    "enter": ("object", "under"),
    "move": ("object", "to"), "destroy": ("permanent",), "sacrifice": ("permanent",), "discard": ("player",),
    "mill": ("player", "count"), "exile_top": ("player", "count"), "tap": ("permanent",), "untap": ("permanent",),
    "remove_damage": ("permanent",), "remove_from_combat": ("permanent",), "reveal": ("player",),
    "lose_game": ("player",),
    "win_game": ("player",), "act": ("player", "what"), "mark_damage": ("permanent", "amount"),
    "trigger": ("ability_of",), "add_mana": ("player", "mana"),
    "lose_mana": ("player", "mana"), "keep_mana": ("player", "mana"),
    "begin": ("player", "step"), "attack": ("object", "player"), "transform": ("permanent",),
    "merge_top": ("player", "into"), "shuffle_in": ("player", "card", "count"),
    "flip_coin": ("player",), "roll_die": ("player", "sides"), "get_emblem": ("player",),
    "block": ("object", "attacker"), "cast": ("object", "player"), "cycle": ("player", "card"),
    "become_target": ("object", "source", "player"), "turn_face_up": ("permanent",),
    "attach": ("object", "to"), "pay": ("player", "mana"), "copy_spell": ("player", "object"),
}  # fmt: skip
_UNUSUAL: dict[str, dict[str, Any]] = {
    "deal_damage": {"combat": False},
    "create_tokens": {"tapped": False, "attacking": None},
    "enter": {
        "tapped": False,
        "counters": (),
        "attacking": None,
        "copy_of": None,
        "transformed": False,
        "chosen": (),
        "attached_to": None,
        "as": (),
    },
    "move": {"position": None, "counters": (), "face_down": False, "order": None},
    "discard": {"card": None},
    "exile_top": {"face_down": False},
    "reveal": {"count": 1, "card": None},
    "act": {"count": 1, "about": None},
    "trigger": {"ability": 0},
    "add_mana": {"only": ""},
    "transform": {"converted": False, "own": ""},
    "shuffle_in": {"token_cards": False},
    "flip_coin": {"count": 1},
    "roll_die": {"count": 1},
    "copy_spell": {"count": 1, "targets": None},
}
#: What an event has several of, each an entry of its own.
_IN_PARTS = frozenset({"counters", "tokens"})
#: The names of a model event's fields where documents have another word.
_RENAMED = {"origin": "from", "counter": "kind", "note": "only", "copied": "copy_of"}


def entries_of(event: Event) -> tuple[Entry, ...]:
    """The entries of one event: one, or one for each kind of its counters or tokens."""
    if isinstance(event, PutCounters):
        return tuple(_entry(event, kind=kind, count=count) for kind, count in event.counters)
    if isinstance(event, CreateTokens):
        return tuple(
            _entry(event, token=some.card, count=some.count, tapped=some.tapped, attacking=some.attacking)
            for some in event.tokens
        )
    if isinstance(event, Draw):
        return (_entry(event, count=1),)
    if isinstance(event, AddMana):
        return (_entry(event, mana=written(event.mana)),)
    return (_entry(event),)


def _entry(event: Event, **extra: Any) -> Entry:
    verb = "draw" if isinstance(event, Draw | DrawCards) else event.kind
    in_parts = isinstance(event, PutCounters | CreateTokens)
    names: tuple[str, ...] = event.__match_args__
    roles: dict[str, Any] = {}
    for name in names:
        if in_parts and name in _IN_PARTS:
            continue
        value = getattr(event, name)
        roles[_RENAMED.get(name, name)] = value.value if isinstance(value, Enum) else value
    if isinstance(event, Move):
        roles["order"] = ", ".join(event.order) or None
    if isinstance(event, CopySpell):
        roles["targets"] = ", ".join(event.targets) or None
    if isinstance(event, Merge):
        roles["into"] = event.into.full_name if event.into else ""
    if isinstance(event, Enter):
        roles["transformed"] = bool(roles.pop("face"))
        roles["chosen"] = tuple(sorted(event.chosen))
        roles["as"] = exceptions(event.copied)
    roles |= extra
    unusual = _UNUSUAL.get(verb, {})
    shown = [*_ALWAYS.get(verb, tuple(roles)), *(name for name, usual in unusual.items() if roles.get(name) != usual)]
    if isinstance(event, Move) and roles["to"] == "library":
        shown.append("of")
    return Entry(verb, tuple(roles.items()), tuple(shown))


def is_ordinary(event: Event) -> bool:
    """Whether this is an ordinary result of damage, which ``deal_damage`` says already (120.3)."""
    match event:
        case MarkDamage():
            return True
        case LoseLife():
            return event.from_damage is not None and event.from_damage == event.amount
        case RemoveCounters():
            return event.cause is Cause.DAMAGE and event.counter in {"loyalty", "defense"}
    return False


def write_event(event: Event, is_player: IsPlayer, owner: Callable[[str], str] | None = None) -> list[dict[str, Any]]:
    """One event in the notation of documents: a mapping, or several where it has several kinds of counters or tokens.

    ``is_player`` tells players from objects; ``owner`` names the owner of an object, for cards put into libraries.
    """
    return [write_entry(entry, is_player, owner) for entry in entries_of(event)]


def write_events(
    events: Iterable[Event], is_player: IsPlayer, owner: Callable[[str], str] | None = None
) -> list[dict[str, Any]]:
    """The events of an outcome as documents list them: without ordinary results of damage, neighbours added up."""
    from scenarios.answers import normal

    found = normal(entry for event in events if not is_ordinary(event) for entry in entries_of(event))
    return [write_entry(entry, is_player, owner) for run in found for entry in run]


def write_entry(entry: Entry, is_player: IsPlayer, owner: Callable[[str], str] | None = None) -> dict[str, Any]:
    """An entry as a mapping of one key."""
    roles: dict[str, Any] = {}
    for name in entry.shown:
        value = entry.get(name)
        if name == "of":
            value = value if value is not None else owner(entry.get("object")) if owner is not None else None
            if value is None:
                continue
        if name == "on":
            name = "player" if isinstance(value, str) and is_player(value) else "object"
        roles[name] = _plain(value)
    return {entry.verb: roles}


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return value.name
    if isinstance(value, tuple):
        return {key: _plain(part) for key, part in value} if value and isinstance(value[0], tuple) else list(value)
    return value
