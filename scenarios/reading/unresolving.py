"""The other way round from ``resolving``: names of targets and ``it`` become the words that would be read as such."""

from __future__ import annotations

import re
from typing import Any

_REFERENCE = re.compile(r"^(target(?: [0-9]+)?|it)(?=$|'s )|(?<=\()(target(?: [0-9]+)?|it)(?=\))")
#: What a target is called where the choices don't say: by the role that it plays.
_KINDS = {"player": "player", "to": "any target", "object": "card", "spell": "spell", "affects": "creature"}


class _Unsayable(Exception):
    pass


def unresolve(ability: Any, choices: tuple[Any, ...]) -> Any | None:
    """The ability with marks in place of targets and ``it``, or None where no words would be read as these."""
    targets = [choice["target"] for choice in choices if isinstance(choice, dict) and "target" in choice]
    if "tapped" in str(ability):
        ability = _of_tapped(ability)
    about = isinstance(ability, dict) and any(key in ability for key in ("trigger", "when"))
    seen: list[str] = []

    def walk(value: Any, role: str) -> Any:
        if isinstance(value, dict):
            return {key: walk(part, key) for key, part in value.items()}
        if isinstance(value, list):
            return [walk(part, role) for part in value]
        return (
            _REFERENCE.sub(lambda match: mark(match[1] or match[2], role), value) if isinstance(value, str) else value
        )

    def mark(name: str, role: str) -> str:
        if name == "it":
            if seen or not about:
                raise _Unsayable
            return "\u00abthat it\u00bb"
        if name in seen:
            if name != seen[-1]:
                raise _Unsayable
            return "\u00abthat it\u00bb"
        seen.append(name)
        number = len(seen)
        if name != ("target" if number == 1 else f"target {number}"):
            raise _Unsayable
        what = targets[number - 1] if number <= len(targets) else _KINDS.get(role, "permanent")
        return f"\u00abtarget {what}\u00bb"

    try:
        return walk(ability, "")
    except _Unsayable:
        return None


def _of_tapped(value: Any) -> Any:
    """In triggers on mana: what was tapped is "that land", who tapped it "that player"."""
    if isinstance(value, dict):
        return {key: _of_tapped(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_of_tapped(part) for part in value]
    return re.sub(r"^that permanent\b", "\u00abthat it\u00bb", value) if isinstance(value, str) else value
