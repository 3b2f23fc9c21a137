"""Stages: situations with one event each, on which effects are tried (stages.yaml)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scenarios.loading import load

#: The amounts that are tried, the smallest first, where a stage does not say others.
AMOUNTS = (1, 2, 3, 4)
#: Kinds of events that are one subject: an instruction to draw cards contains the draws.
JOINED = {"draw_cards": "draw"}
#: The ids of what is affected and of what does it.
IT, SOURCE = "it", "source"


@dataclass(frozen=True)
class Stage:
    """A situation and an event in it. ``it`` is what is affected: an object, or a player."""

    event: str
    place: int
    name: str
    it: str
    amounts: tuple[int, ...]
    given: Any
    happens: Any

    @property
    def about_a_thing(self) -> bool:
        """Whether an object is affected, for which a card that speaks of itself can stand."""
        return self.it == IT

    @property
    def has_source(self) -> bool:
        """Whether there is a source."""
        return SOURCE in _texts(self.given)

    def scenario(self, amount: int, stand_in: str = "", card: str = "") -> dict[str, Any]:
        """What is there and what happens, as plain values; ``card`` stands for it or the source (``stand_in``)."""
        found: dict[str, Any] = _copied({**self.given, "event": self.happens}, {"$n": amount, "$it": IT})
        if not card:
            return found
        name = card.partition(" // ")[0]
        kept = ("attacking", "blocking")
        for zone in found.values():
            for listed in zone.values() if isinstance(zone, dict) else ():
                for place, thing in enumerate(listed if isinstance(listed, list) else ()):
                    if isinstance(thing, dict) and thing.get("id") == stand_in:
                        listed[place] = {
                            "card": card, "id": stand_in, **{key: thing[key] for key in kept if key in thing},
                        }  # fmt: skip
        renamed: dict[str, Any] = _copied(found, {stand_in: name})
        return renamed


def _copied(value: Any, words: dict[str, Any]) -> Any:
    """A copy of plain values in which whole texts are exchanged."""
    if isinstance(value, dict):
        return {key: _copied(part, words) for key, part in value.items()}
    if isinstance(value, list):
        return [_copied(part, words) for part in value]
    return words.get(value, value) if isinstance(value, str) else value


def _texts(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(_texts, value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*map(_texts, value)) if value else set()
    return {value} if isinstance(value, str) else set()


@cache
def stages(event: str) -> tuple[Stage, ...]:
    """The stages of an event, the plainest first."""
    found = _read()
    boards = found["boards"]
    return tuple(
        Stage(
            event,
            place,
            one["name"],
            one.get("it", IT),
            tuple(one.get("amounts", AMOUNTS)),
            boards[one["board"]] if "board" in one else one["given"],
            one["event"],
        )
        for place, one in enumerate(found["events"][event])
    )


@cache
def _read() -> dict[str, Any]:
    text = files("scenarios").joinpath("commuting", "stages.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = load(text)[0]
    return found


@cache
def events() -> tuple[str, ...]:
    """The events that there are stages of."""
    return tuple(_read()["events"])


def kind_of(event: str) -> str:
    """The event under which effects on an event are tried."""
    return JOINED.get(event, event)
