"""Says the notation in rules English: the templates turned around.

What is said reads back as the same notation. Not everything can be said: ``None`` stands for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from scenarios.reading.framing import framed
from scenarios.reading.freezing import freeze, thaw
from scenarios.reading.matching import match, named
from scenarios.reading.meanings import INVERSES
from scenarios.reading.reader_form import reader_form, spoken_form
from scenarios.reading.templates import Slot, Template, templates
from scenarios.reading.unresolving import unresolve
from scenarios.reading.wording import DIGITS_BEFORE, NUMBERS, said_word

#: How many sentences are tried for an ability until one reads back the same.
_TRIES = 6
#: A phrase that lists more than this is not said.
_LONGEST_LIST = 12


def say(
    ability: Any, *, name: str = "~", choices: tuple[Any, ...] | None = None, start: str | None = None
) -> str | None:
    """An ability of the notation as a sentence of rules text, or None where there are no words for it.

    ``choices`` are its targets in order, as ``chooses`` of the card has them; without them any targets will do.
    """
    if isinstance(ability, str):
        return ability[:1].upper() + ability[1:]
    start = start or ("spell_ability" if "spell" in ability else "ability")
    if repr(ability).count(" or ") > _LONGEST_LIST:
        return None
    for text in framed(ability, lambda inner: say(inner, choices=choices)):
        if _reads_back(text, ability, choices, start):
            return text.replace("~", name)
    for words in islice(_sentences(ability, choices, start), _TRIES):
        for text in dict.fromkeys((_written(_polished(words)), _written(words))):
            if _reads_back(text, ability, choices, start):
                return text.replace("~", name)
    return None


def _sentences(ability: Any, choices: tuple[Any, ...] | None, start: str) -> Iterator[str]:
    """Words that may mean this ability, the likeliest first."""
    told: set[str] = set()
    for pronoun in ("it", "noun", "own"):
        value = unresolve(spoken_form(ability), choices or (), pronoun)
        if value is None:
            continue
        for words in _ways(value, start):
            if words not in told:
                told.add(words)
                yield words


def _reads_back(text: str, ability: Any, choices: tuple[Any, ...] | None, start: str) -> bool:
    """Whether this is read as this ability: a sentence that would be read as anything else is not said."""
    from model.errors import MalformedError
    from scenarios.reading.comparing import canonical
    from scenarios.reading.compiling import read_card
    from scenarios.reading.records import OracleCard, OracleFace

    face = OracleFace("~", type_line="Instant" if start == "spell_ability" else "Artifact", text=text)
    reading = read_card(OracleCard("~", "normal", (face,)))
    if not all(clause.understood for clause in reading.clauses):
        return False
    try:
        read = [canonical(reader_form(one)) for one in reading.entry.get("abilities", [])]
        same = read == [canonical(reader_form(ability))]
    except MalformedError:
        return False
    return same and (choices is None or _targets(reading.entry.get("chooses", [])) == _targets(choices))


def _targets(choices: Any) -> list[Any]:
    return [one for one in choices if isinstance(one, dict) and "target" in one]


#: What is being said at the moment: a part that would need itself has no words.
_SAYING: set[Any] = set()


def _say(frozen: Any, category: str, third: bool, following: str = "") -> str | None:
    key = (frozen, category, third, following)
    if key in _SAYING:
        return None
    _SAYING.add(key)
    try:
        return _said_once(*key)
    finally:
        _SAYING.discard(key)


@lru_cache(maxsize=65536)
def _said_once(frozen: Any, category: str, third: bool, following: str) -> str | None:
    return next(_ways(thaw(frozen), category, third, following), None)


#: Words that would be read, but that nobody would say.
_NOWHERE = re.compile(r"\b(?:graveyard|hand|library|exile) on the battlefield\b")


def _ways(value: Any, category: str, third: bool = False, following: str = "") -> Iterator[str]:
    for template in _said().get(category, ()):
        for bound in _bindings(template, value):
            words = _words(template, bound, third, following)
            if words is not None and not _NOWHERE.search(words):
                yield words


@lru_cache(maxsize=1)
def _said() -> dict[str, list[Template]]:
    found: dict[str, list[Template]] = {}
    for template in templates():
        if template.said:
            found.setdefault(template.category, []).append(template)
    return found


def _bindings(template: Template, value: Any) -> Iterator[dict[str, Any]]:
    """Every way in which the parts of a template could mean this value."""
    names = frozenset(slot.name for slot in template.slots)
    meaning = template.meaning
    if isinstance(meaning, str) and meaning.startswith("@"):
        inverse = INVERSES.get(meaning[1:])
        if inverse is not None:
            yield from (bound for bound in inverse(value) if bound.keys() == names)
        return
    needed = names & named(meaning)
    for bound in match(meaning, value, names):
        if needed <= bound.keys():
            yield bound


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
        following = items[index + 1] if index + 1 < len(items) else behind
        if item.name in bound:
            said = _part(bound[item.name], item, following, (bool(parts) and _is_singular(" ".join(parts))) or third)
        else:
            said = _any_words(item.category)
        if said is None:
            return None
        if said:
            parts.append(said)
    return " ".join(parts)


@lru_cache(maxsize=1024)
def _any_words(category: str) -> str | None:
    """Words for a part without a meaning: the first that stand in the category."""
    for template in _said().get(category, ()):
        if not template.slots:
            return " ".join(str(item) for item in template.items)
    return _ANYTHING.get(category)


#: For categories in which nothing stands by itself.
_ANYTHING = {"bare": "land", "np": "land"}


def _part(value: Any, slot: Slot, following: Any, third: bool) -> str | None:
    if slot.category.isupper():
        return said_word(slot.category, value, following if isinstance(following, str) else "")
    measured = following if following in DIGITS_BEFORE else ""
    return _say(freeze(value), slot.category, third, measured)


_SINGULAR = re.compile(r"(?:~|it|that|target|each|a|an|another|enchanted|equipped|its)\b", re.IGNORECASE)


def _is_singular(subject: str) -> bool:
    """Whether a verb behind these words stands in the third person singular."""
    return bool(_SINGULAR.match(subject) or subject.startswith("~")) and subject not in {"you"}


# --- spelling ---------------------------------------------------------------------------------------------------------

_VOWEL = re.compile(r"\b([Aa]) (?=(?:[aeioAEIO]|un(?!i)|Un(?!i)|8|11\b|18\b))")
#: Before "or less", what is measured stands in digits.
_MEASURED = re.compile(rf"\b(power|toughness|mana value) ({'|'.join(NUMBERS)}) or (less|greater)\b")
#: Verbs of lasting effects, and what static abilities have in their place.
_LASTING = re.compile(r"\b(gain|gains|become|becomes)\b")
_STATIC = {"gain": "have", "gains": "has", "become": "are", "becomes": "is"}


def _polished(words: str) -> str:
    """The words that cards have: counters "are", and in static abilities "has flying" for "gains flying"."""
    words = re.sub(r"\b(counters|tokens) is\b", r"\1 are", words)
    words = re.sub(r"\bthat much (?!damage|life)(?=(?:\S+ ){0,3}(?:counters|cards|tokens)\b)", "that many ", words)
    words = _MEASURED.sub(lambda found: f"{found[1]} {NUMBERS[found[2]]} or {found[3]}", words)
    if re.match(r"(?:when|whenever|at) ", words) or " : " in words or '"' in words or "end of turn" in words:
        return words
    return _LASTING.sub(lambda found: _STATIC[found[1]], words)


def _written(words: str) -> str:
    """Words as a sentence: marks without a space before them, capital letters, "an"."""
    text = re.sub(r" (?=[,.:;])| (?='s\b)| (?='(?: |$))", "", words)
    text = re.sub(r'(^|[ ])" (.*?) "', r'\1"\2"', text)
    text = _VOWEL.sub(r"\1n ", re.sub(r"\b([Aa]) another\b", "another", text))
    text = "".join(
        part if place % 2 == 0 else _quoted(part, text) for place, part in enumerate(re.split('(".*?")', text))
    )
    text = text.replace("{t}", "{T}").replace("{q}", "{Q}").replace("{e}", "{E}").replace("{E} {E}", "{E}{E}")
    text = text.replace("{E} {E}", "{E}{E}")
    return re.sub(r'(^|[.:] |[|\u2022] |\u2014 | ")([a-z])', lambda found: found[1] + found[2].upper(), text)


def _quoted(words: str, around: str) -> str:
    """A text in quotation marks: there, what has the ability does not go by the name of the card (201.5)."""
    before = around[: around.index(words)]
    kind = "token" if " token" in before else next((one for one in _KINDS if one in before.lower()), "permanent")
    return words.replace("~", f"this {kind}")


_KINDS = ("creature", "land", "artifact", "planeswalker", "enchantment")
