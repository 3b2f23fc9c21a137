"""Says the notation in rules English: the templates turned around.

What is said reads back as the same notation. Not everything can be said: ``None`` stands for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from scenarios.reading.freezing import freeze, thaw
from scenarios.reading.meanings import INVERSES
from scenarios.reading.templates import Slot, Template, templates
from scenarios.reading.unresolving import unresolve
from scenarios.reading.wording import DIGITS_BEFORE, said_word


def say(ability: Any, *, name: str = "~", choices: tuple[Any, ...] = (), start: str = "ability") -> str | None:
    """An ability of the notation as a sentence of rules text, or None where there are no words for it.

    ``choices`` are the targets in order, as ``chooses`` of the card has them.
    """
    if isinstance(ability, str):
        return ability[:1].upper() + ability[1:]
    value = unresolve(ability, choices)
    words = None if value is None else _say(freeze(value), start, False)
    if words is None or not _reads_back(words, ability, start):
        return None
    return _written(words, name)


def _reads_back(words: str, ability: Any, start: str) -> bool:
    """Whether these words are read as this ability: a sentence that would be read as anything else is not said."""
    from scenarios.reading.comparing import canonical
    from scenarios.reading.compiling import read_text

    clauses = read_text(_written(words, "~"), name="~", type_line="Instant" if start == "spell_ability" else "Artifact")
    read = [one for clause in clauses for one in clause.abilities or ()]
    return all(clause.understood for clause in clauses) and [canonical(one) for one in read] == [canonical(ability)]


@lru_cache(maxsize=65536)
def _say(frozen: Any, category: str, third: bool, following: str = "") -> str | None:
    value = thaw(frozen)
    for template in _said().get(category, ()):
        for bound in _bindings(template, value):
            words = _words(template, bound, third, following)
            if words is not None:
                return words
    return None


@lru_cache(maxsize=1)
def _said() -> dict[str, list[Template]]:
    found: dict[str, list[Template]] = {}
    for template in templates():
        if template.said:
            found.setdefault(template.category, []).append(template)
    return found


def _words(template: Template, bound: dict[str, Any], third: bool, behind: str) -> str | None:
    """A template's words with its parts said; the verb agrees with the subject before it."""
    parts: list[str] = []
    items = template.third if third and template.third else template.items
    for index, item in enumerate(items):
        if isinstance(item, str):
            if template.third and parts and _is_singular(" ".join(parts)):
                item = template.third[index]
            parts.append(item if isinstance(item, str) else "")
            continue
        if item.name not in bound:
            return None
        following = items[index + 1] if index + 1 < len(items) else behind
        said = _part(bound[item.name], item, following, (bool(parts) and _is_singular(" ".join(parts))) or third)
        if said is None:
            return None
        if said:
            parts.append(said)
    return " ".join(parts)


def _part(value: Any, slot: Slot, following: Any, third: bool) -> str | None:
    if slot.category.isupper():
        return said_word(slot.category, value, following if isinstance(following, str) else "")
    measured = following if following in DIGITS_BEFORE else ""
    return _say(freeze(value), slot.category, third, measured)


_SINGULAR = re.compile(r"(?:~|it|that|target|each|a|an|another|enchanted|equipped|its)\b", re.IGNORECASE)


def _is_singular(subject: str) -> bool:
    """Whether a verb behind these words stands in the third person singular."""
    return bool(_SINGULAR.match(subject) or subject.startswith("~")) and subject not in {"you"}


# --- meanings against values ------------------------------------------------------------------------------------------


def _bindings(template: Template, value: Any) -> Iterator[dict[str, Any]]:
    """Every way in which the parts of a template could mean this value."""
    names = frozenset(slot.name for slot in template.slots)
    meaning = template.meaning
    if isinstance(meaning, str) and meaning.startswith("@"):
        yield from INVERSES.get(meaning[1:], _never)(value)
        return
    for bound in _match(meaning, value, {}, names):
        if names <= bound.keys():
            yield bound


def _never(value: Any) -> Iterator[dict[str, Any]]:
    del value
    return iter(())


_NAME = re.compile(r"\$([a-z_0-9]+|[A-Z]+)(\.\.)?")


def _match(meaning: Any, value: Any, bound: dict[str, Any], names: frozenset[str]) -> Iterator[dict[str, Any]]:
    if isinstance(meaning, str) and "$" in meaning:
        whole = _NAME.fullmatch(meaning)
        if whole:
            yield from _bind(whole[1], value, bound)
        elif isinstance(value, str):
            yield from _match_text(re.split(r"\$([a-z_0-9]+|[A-Z]+)", meaning), value, bound)
    elif isinstance(meaning, dict):
        if isinstance(value, dict):
            yield from _match_mapping(meaning, value, bound, names)
    elif isinstance(meaning, list):
        if isinstance(value, list):
            yield from _match_list(meaning, value, bound, names)
    elif meaning == value and isinstance(meaning, bool) == isinstance(value, bool):
        yield bound


def _bind(name: str, value: Any, bound: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if name not in bound:
        yield {**bound, name: value}
    elif bound[name] == value:
        yield bound


def _match_mapping(
    meaning: dict[str, Any], value: dict[str, Any], bound: dict[str, Any], names: frozenset[str]
) -> Iterator[dict[str, Any]]:
    wanted = {}
    for key, part in meaning.items():
        whole = _NAME.fullmatch(part) if isinstance(part, str) else None
        if whole and whole[1] not in names:
            continue  # the part is absent, and so is its key
        wanted[key] = part
    rest = wanted.pop("<<", None)
    parts = [(key, part) for key, part in wanted.items() if "$" in key]
    plain = {key: part for key, part in wanted.items() if "$" not in key}
    if not plain.keys() <= value.keys():
        return
    left = {key: part for key, part in value.items() if key not in plain}
    for found, steps, others in _match_keys(parts, left, bound, names):
        if others and rest is None:
            continue
        steps = [*((part, value[key]) for key, part in plain.items()), *steps]
        yield from _match_all(steps if rest is None else [*steps, (rest, others)], found, names)


def _match_keys(
    parts: list[tuple[str, Any]], left: dict[str, Any], bound: dict[str, Any], names: frozenset[str]
) -> Iterator[tuple[dict[str, Any], list[tuple[Any, Any]], dict[str, Any]]]:
    """Keys that hold a part ("$k: $n"), each as one of those left: what is bound, what is to match, the rest."""
    if not parts:
        yield bound, [], left
        return
    (key, part), rest = parts[0], parts[1:]
    for one, inner in left.items():
        others = {other: value for other, value in left.items() if other != one}
        for found in _match(key, one, bound, names):
            for last, steps, remaining in _match_keys(rest, others, found, names):
                yield last, [(part, inner), *steps], remaining


def _match_all(steps: list[tuple[Any, Any]], bound: dict[str, Any], names: frozenset[str]) -> Iterator[dict[str, Any]]:
    if not steps:
        yield bound
        return
    (meaning, value), rest = steps[0], steps[1:]
    for found in _match(meaning, value, bound, names):
        yield from _match_all(rest, found, names)


def _match_list(
    meaning: list[Any], value: list[Any], bound: dict[str, Any], names: frozenset[str]
) -> Iterator[dict[str, Any]]:
    if not meaning:
        if not value:
            yield bound
        return
    first, rest = meaning[0], meaning[1:]
    whole = _NAME.fullmatch(first) if isinstance(first, str) else None
    if whole and whole[1] not in names:
        yield from _match_list(rest, value, bound, names)
    elif whole and whole[2]:
        for size in range(1, len(value) + 1 - sum(1 for _ in rest)):
            for found in _bind(whole[1], value[:size], bound):
                yield from _match_list(rest, value[size:], found, names)
    elif value:
        for found in _match(first, value[0], bound, names):
            yield from _match_list(rest, value[1:], found, names)


def _match_text(pieces: list[str], value: str, bound: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """``pieces`` are literal texts and, in between, the names of parts."""
    literal, rest = pieces[0], pieces[1:]
    if not value.startswith(literal):
        return
    value = value[len(literal) :]
    if not rest:
        if not value:
            yield bound
        return
    name, after = rest[0], rest[1:]
    if len(after) == 1 and not after[0]:
        if value:
            yield from _bind(name, value, bound)
        return
    for place in range(1, len(value) + 1):
        if after[0] and not value.startswith(after[0], place):
            continue
        for found in _bind(name, value[:place], bound):
            yield from _match_text(after, value[place:], found)


# --- spelling ---------------------------------------------------------------------------------------------------------

_VOWEL = re.compile(r"\b([Aa]) (?=(?:[aeioAEIO]|un(?!i)|8|11\b|18\b))")


def _written(words: str, name: str) -> str:
    """Words as a sentence: marks without a space before them, capital letters, "an", and the card's name."""
    text = re.sub(r" (?=[,.:;])| (?='s\b)", "", words)
    text = re.sub(r'(^|[ ])" (.*?) "', r'\1"\2"', text)
    text = _VOWEL.sub(r"\1n ", text)
    text = text.replace("{t}", "{T}").replace("{q}", "{Q}").replace("{e}", "{E}")
    text = re.sub(r'(^|[.:|] |")([a-z])', lambda match: match[1] + match[2].upper(), text)
    return text.replace("~", name)
