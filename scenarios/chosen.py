"""Reads what a card has players choose: ``chooses: [{target: creature}, {name: nonland card}]``."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from model.abilities import Ability, Keyword
from model.choices import Choice, Manner
from model.errors import MalformedError
from scenarios import checking
from scenarios.checking import at, known, mapping, sequence, text
from scenarios.phrases import parse_phrase

_MANNERS = {manner.value: manner for manner in Manner}
_BOUND = ("controller", "owner", "name", "mana value")
#: What "any target" may be (115.4).
_ANY_TARGET = "creature, player, planeswalker or battle"


def choices(value: object, path: str) -> tuple[Choice, ...]:
    """The choices of a card, in the order in which they are made. Raises MalformedError with the path."""
    parts = sequence(value, path, "a list of choices such as [{target: creature}]")
    return tuple(_choice(part, at(path, index)) for index, part in enumerate(parts))


def of_keywords(abilities: Iterable[Ability]) -> tuple[Choice, ...]:
    """The targets that keywords have players choose: of equip, and of enchant as the spell is cast (702.6a, 115.1b)."""
    found: list[Choice] = []
    for ability in abilities:
        word, _, what = ability.name.partition(" ") if isinstance(ability, Keyword) else ("", "", "")
        phrase = {"equip": f"{what or 'creature'} you control", "enchant": what}.get(word)
        if phrase:
            with suppress(MalformedError):
                found.append(Choice(Manner.TARGET, parse_phrase(phrase)))
    return tuple(found)


def _choice(value: object, path: str) -> Choice:
    keys = (*_MANNERS, "by", "count", "up_to", "unlike", "like", "mode", "another")
    entry = mapping(value, path, "a choice such as {choose: another creature}", keys)
    manners = [key for key in entry if key in _MANNERS]
    if len(manners) != 1 or ("count" in entry and "up_to" in entry):
        raise MalformedError(f"expected one of {', '.join(_MANNERS)}, and at most one of count and up_to", path)
    (manner,) = manners
    number = entry.get("count", entry.get("up_to", 1))
    count = checking.number(number, at(path, "up_to" if "up_to" in entry else "count"), least=1)
    among = _ANY_TARGET if manner == "target" and entry[manner] == "any target" else entry[manner]
    return Choice(
        _MANNERS[manner],
        checking.phrase(among, at(path, manner)),
        checking.phrase(entry["by"], at(path, "by")) if "by" in entry else None,
        count,
        0 if "up_to" in entry else count,
        _word(entry, "unlike", path),
        _word(entry, "like", path),
        text(entry["mode"], at(path, "mode")) if "mode" in entry else "",
        checking.flag(entry.get("another", False), at(path, "another")),
    )


def _word(entry: dict[str, object], key: str, path: str) -> str | None:
    if key not in entry:
        return None
    word = text(entry[key], at(path, key))
    known([word], _BOUND, at(path, key), "quality")
    return word
