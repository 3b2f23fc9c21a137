"""All abilities of a card's entry in the notation, said as rules text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from scenarios.reading.saying import say

_CHAPTER = re.compile(r"([IVX, ]+) \u2014 (.*)")


@dataclass(frozen=True, slots=True)
class Said:
    """An ability of a face: its notation and its sentence, None where there are no words for it.

    Where the entry does not describe the targets, the sentence has any targets that the ability may have.
    """

    face: str
    ability: Any = field(hash=False)
    text: str | None
    described: bool = True


def say_entry(entry: dict[str, Any]) -> tuple[Said, ...]:
    """Every ability of a card as a sentence, in the order of the entry; a sentence names the card by its name."""
    return tuple(one for face in entry.get("faces") or [entry] for one in _face(face, str(face.get("name", "~"))))


def _face(face: dict[str, Any], name: str) -> Iterator[Said]:
    choices = face.get("chooses") or []
    targets = [one for one in (choices if isinstance(choices, list) else [choices]) if "target" in one]
    for ability in face.get("abilities") or []:
        wanted = len(targets_of(ability))
        own, targets = tuple(targets[:wanted]), targets[wanted:]
        if any("mode" in one for one in [*own, *targets]):
            own, targets = (*own, *targets), []
        described = len(own) >= wanted
        yield Said(name, ability, say(ability, name=name, choices=own if described else None), described)


def targets_of(ability: Any) -> frozenset[str]:
    """The names of the targets that an ability speaks of; abilities that it gives to others have their own."""
    if isinstance(ability, dict):
        parts = [targets_of(part) for key, part in ability.items() if key not in _TEXTS]
        return frozenset().union(*parts)
    if isinstance(ability, list):
        return frozenset().union(*map(targets_of, ability))
    return frozenset(_REFERENCE.findall(ability)) if isinstance(ability, str) else frozenset()


_TEXTS = frozenset({"abilities", "only", "rider", "what", "token", "remark", "chooses"})
_REFERENCE = re.compile(r"(?:^|(?<=[(, ]))(each target|target(?: [0-9]+)?)(?='s |$|\)|, | controls)")


def together(said: tuple[Said, ...]) -> tuple[Said, ...]:
    """Chapters that do the same as one line, as cards have them: "I, II \u2014 ..."."""
    found: list[Said] = []
    for one in said:
        last = found[-1] if found else None
        mine, other = _CHAPTER.match(one.text or ""), _CHAPTER.match((last.text if last else None) or "")
        if last and mine and other and mine[2] == other[2] and last.face == one.face:
            found[-1] = replace(one, text=f"{other[1]}, {mine[1]} \u2014 {mine[2]}")
        else:
            found.append(one)
    return tuple(found)
