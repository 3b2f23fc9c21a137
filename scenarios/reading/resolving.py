"""Settles what the words of an ability stand for: which target is meant, and what "it" and "that creature" are.

While a sentence is read, "target creature" means the text target creature between guillemets, and "that creature" or
"it" the text that creature between them, in the order of the words. Here the targets get their names (target, target
2), what they may be goes into the list of choices, and each mark with "that" becomes what it refers to: the last target
before it, or what the trigger or replacement effect is about (it).
"""

from __future__ import annotations

import re
from typing import Any

from scenarios.reading.meanings import NotSayableError

_MARK = re.compile(r"\u00ab(target|that) ?([^\u00ab\u00bb]*)\u00bb")


def resolve(found: Any) -> tuple[list[Any], list[Any]]:
    """Abilities with every mark replaced, and the choices.

    Raises NotSayableError where a reference can't be settled.
    """
    abilities: list[Any] = []
    choices: list[Any] = []
    for ability in found if isinstance(found, list) else [found]:
        settled, chosen = _Resolver(ability, len(choices)).all()
        abilities.append(settled)
        choices.extend(chosen)
    return abilities, choices


class _Resolver:
    """One ability: the targets found so far, and what it is about."""

    def __init__(self, ability: Any, before: int) -> None:
        self.ability = ability
        self.targets: list[str] = []
        self.before = before
        self.about = isinstance(ability, dict) and any(key in ability for key in ("trigger", "when"))

    def all(self) -> tuple[Any, list[Any]]:
        """The ability with its marks replaced, and its targets."""
        settled = self.walk(self.ability)
        return settled, [{"target": what} for what in self.targets]

    def walk(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self.walk(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.walk(part) for part in value]
        if isinstance(value, str) and "\u00ab" in value:
            return _MARK.sub(self.settle, value)
        return value

    def settle(self, match: re.Match[str]) -> str:
        kind, what = match[1], match[2]
        if kind == "target":
            self.targets.append(what)
            number = len(self.targets)
            return "target" if number == 1 else f"target {number}"
        if self.targets:
            number = len(self.targets)
            return "target" if number == 1 else f"target {number}"
        if self.about:
            return "it"
        raise NotSayableError(f"what {what!r} refers to")
