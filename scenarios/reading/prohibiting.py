"""Meanings of sentences about what can't happen or be done."""

from __future__ import annotations

from typing import Any

from scenarios.reading.meanings import DOER, meaning, replaced


def _cannot(subject: str, watches: list[Any]) -> Any:
    found = replaced(watches, DOER, subject)
    return found[0] if len(found) == 1 else found


@meaning
def cannot_of(s: str, c: list[Any], i: str | None = None) -> dict[str, Any]:
    """ "... can't block"."""
    found: dict[str, Any] = {"cannot": _cannot(s, c)}
    if i:
        found["while"] = i
    return found


@meaning
def cannot_unless(s: str, c: list[Any], i: str) -> dict[str, Any]:
    """ "... can't attack unless ..."."""
    return {"cannot": _cannot(s, c), "while": f"not ({i})"}


@meaning
def change_and_cannot(s: str, c: dict[str, Any], d: list[Any]) -> list[Any]:
    """ "Enchanted creature gets +2/+2 and can't block": two effects."""
    return [{"affects": s, **c}, {"cannot": _cannot(s, d)}]


@meaning
def cannot_turn(w: str, c: list[Any]) -> dict[str, Any]:
    """ "... can't block this turn"."""
    return {"effect": {"cannot": _cannot(w.removeprefix("each "), c)}}
