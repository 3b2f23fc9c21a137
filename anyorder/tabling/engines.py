"""What is answered otherwise where replacement effects are left out of what a permanent could produce (106.7)."""

from __future__ import annotations

from dataclasses import dataclass

from anyorder.asking import ask
from model.errors import AnyorderError
from scenarios.documents import validate
from scenarios.tables.document import FamilyPart, TableDocument


@dataclass(frozen=True, slots=True)
class Differing:
    """A row in which the types that could be produced are others without the replacement effect."""

    labels: tuple[str, ...]
    types: tuple[str, ...]
    without: tuple[str, ...]


def differing(table: TableDocument) -> tuple[int, list[Differing]]:
    """How many rows a table about ``could_produce`` has, and those that differ without the effects in force.

    The template has its own objects first; what ``effects`` axes put there comes after them.
    """
    rows = 0
    found: list[Differing] = []
    for part in table.parts:
        if not isinstance(part, FamilyPart):
            continue
        family = part.family
        own = {player: len(listed) for player, listed in family.values["scenario"]["battlefield"].items()}
        for number in range(family.size):
            rows += 1
            plain = family.plain(number)
            without = {key: value for key, value in plain.items() if key not in ("resolved", "effects")}
            there = plain["battlefield"].items()
            without["battlefield"] = {player: listed[: own.get(player, 0)] for player, listed in there}
            try:
                types, plainly = (tuple(ask(validate(one)).values[0].value) for one in (plain, without))
            except AnyorderError:
                continue
            if types != plainly:
                labels = family.labels(number)
                found.append(Differing(tuple(str(labels[one.axis]) for one in part.columns), types, plainly))
    return rows, found
