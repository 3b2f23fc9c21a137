"""Changes to the situation of a document: one permanent or effect less, one card more, another controller, active
player or timestamp. Each makes a document of its own, so that what it leads to can be asked like anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from model.situation import Situation
from scenarios.candidates import Candidate
from scenarios.documents import ZONE_KEYS, Document, ObjectEntry

#: What can be taken away stands in these zones, beside effects without an object.
REMOVABLE = ("battlefield", "command", "graveyard")
COLORS = ("white", "blue", "black", "red", "green")


@dataclass(frozen=True)
class Change:
    """One change: ``kind`` is remove, add, control, active or newest.

    ``refs`` are the objects it is about (for ``add`` the new one's id), ``card`` and ``chosen`` what is added, and
    ``player`` is whose it is then.
    """

    kind: str
    refs: tuple[str, ...] = ()
    card: str = ""
    player: str = ""
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def written(self) -> dict[str, Any]:
        """The change as documents write it."""
        match self.kind:
            case "add":
                chosen = {"chosen": dict(self.chosen)} if self.chosen else {}
                return {"add": self.card, "player": self.player, **chosen}
            case "control":
                return {"control": self.refs[0], "player": self.player}
            case "active":
                return {"active": self.player}
            case "newest":
                return {"newest": self.refs[0]}
            case _:
                return {"remove": self.refs[0] if len(self.refs) == 1 else list(self.refs)}


def settled(document: Document, situation: Situation) -> Document:
    """The document with every id and timestamp said, so that no change to one object changes those of others."""
    things = iter(situation.objects)
    zones: dict[str, Any] = {}
    for key in ZONE_KEYS:
        listed: dict[str, list[Any]] = {}
        for player, entries in getattr(document, key).items():
            listed[player] = []
            for entry in entries:
                if isinstance(entry, ObjectEntry):
                    thing = next(things)
                    entry = entry.model_copy(
                        update={"id": thing.id, "timestamp": thing.timestamp, "owner": thing.owner}
                    )
                listed[player].append(entry)
        zones[key] = listed
    return document.model_copy(update=zones)


def removals(document: Document, number: int) -> Iterator[tuple[Change, Document]]:
    """So many objects or effects less."""
    places = [*_objects(document, REMOVABLE), *_effects(document)]
    for chosen in combinations(places, number):
        gone = [entry for *_, entry in chosen]
        update: dict[str, Any] = {}
        for _, key, player, _ in chosen:
            if player is None:
                update[key] = _without(getattr(document, key), gone)
            else:
                zone = update.get(key, getattr(document, key))
                update[key] = {**zone, player: _without(zone[player], gone)}
        yield Change("remove", tuple(ref for ref, *_ in chosen)), document.model_copy(update=update)


def _without(entries: list[Any], gone: list[Any]) -> list[Any]:
    return [entry for entry in entries if not any(entry is one for one in gone)]


def controllers(document: Document) -> Iterator[tuple[Change, Document]]:
    """One permanent under another player's control; its owner stays."""
    for ref, key, player, entry in _objects(document, ("battlefield",)):
        for other in document.players:
            if other == player or player is None:
                continue
            zone = {**document.battlefield, player: _without(document.battlefield[player], [entry])}
            zone[other] = [*zone.get(other, []), entry]
            yield Change("control", (ref,), player=other), document.model_copy(update={key: zone})


def active_players(document: Document) -> Iterator[tuple[Change, Document]]:
    """Another active player, and so another order of choices (101.4)."""
    now = document.active or document.players[0]
    for player in document.players:
        if player != now:
            yield Change("active", player=player), document.model_copy(update={"active": player})


def timestamps(document: Document) -> Iterator[tuple[Change, Document]]:
    """One permanent with the latest timestamp of all objects (613.7)."""
    latest = _latest(document)
    for ref, key, player, entry in _objects(document, ("battlefield",)):
        if player is None or entry.timestamp == latest:
            continue
        newer = entry.model_copy(update={"timestamp": latest + 1})
        zone = getattr(document, key)
        entries = [newer if one is entry else one for one in zone[player]]
        yield Change("newest", (ref,)), document.model_copy(update={key: {**zone, player: entries}})


def additions(
    document: Document, situation: Situation, candidates: Iterable[Candidate]
) -> Iterator[tuple[Change, Document]]:
    """One permanent more, for each player and, where a color or player is chosen as it enters, each choice."""
    taken = {thing.id for thing in situation.objects} | set(document.players)
    for candidate in candidates:
        name = candidate.name
        ref = next(one for one in (name, *(f"{name} {number}" for number in range(2, 99))) if one not in taken)
        for player in document.players:
            for chosen in _choices(candidate, document.players, player):
                facts = {"card": name, "id": ref, "chosen": dict(chosen), "timestamp": _latest(document) + 1}
                if candidate.loyalty:
                    facts["counters"] = {"loyalty": candidate.loyalty}
                entry = ObjectEntry.model_validate(facts)
                zone = {**document.battlefield, player: [*document.battlefield.get(player, []), entry]}
                changed = document.model_copy(update={"battlefield": zone})
                yield Change("add", (ref,), name, player, chosen), changed


def _choices(candidate: Candidate, players: list[str], you: str) -> Iterator[tuple[tuple[str, str], ...]]:
    """What may be chosen as it enters: nothing, each color, each other player; no way where that is something else."""
    if candidate.chooses == "color":
        yield from ((("color", color),) for color in COLORS)
    elif candidate.chooses == "player":
        yield from ((("player", player),) for player in players if player != you)
    elif not candidate.chooses:
        yield ()


_Place = tuple[str, str, str | None, Any]


def _objects(document: Document, keys: Iterable[str]) -> Iterator[_Place]:
    for key in keys:
        for player, entries in getattr(document, key).items():
            for entry in entries:
                if isinstance(entry, ObjectEntry):
                    yield str(entry.id), key, player, entry


def _effects(document: Document) -> Iterator[_Place]:
    for key in ("resolved", "effects"):
        for name, one in _named(getattr(document, key), key):
            yield name, key, None, one


def _named(entries: list[Any], key: str) -> Iterator[tuple[str, Any]]:
    """Effects without an object, by their id, or else by their place in the document."""
    for place, entry in enumerate(entries):
        ref = entry.get("id") if isinstance(entry, dict) else entry.id
        yield str(ref or f"{key}[{place}]"), entry


def _latest(document: Document) -> int:
    stamps = [entry.timestamp or 0 for *_, entry in _objects(document, ZONE_KEYS)]
    return max(stamps, default=0)
