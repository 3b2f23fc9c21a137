"""Makes rules text uniform: today's wording, ``~`` for the card itself, one ability a paragraph, no reminder text."""

from __future__ import annotations

import re

from model.type_line import CARD_TYPES, SUPERTYPES
from scenarios.reading.levels import gathered
from scenarios.reading.wording import SUBTYPES_KNOWN
from scenarios.vocabulary import COLORS, KEYWORDS

#: What never changes what a text means, in order: (pattern, what takes its place).
_UNIFORM: tuple[tuple[str, str], ...] = (
    (r"(?m)^\*\s+", "\u2022 "),
    ("[\u2018\u2019\u02bc]", "'"),
    ("[\u201c\u201d]", '"'),
    ("\u2212", "-"),
    (r"\s*(?:\u2014|--)\s*", " \u2014 "),
    (r"(?<=[a-z])-(?=\{)", " \u2014 "),
    (r"[ \t\u00a0]+", " "),
    (r"(?m)^([+\-]?(?:[0-9]+|X)): ", r"[\1]: "),  # a loyalty cost
)
#: Older wordings and what they are today.
_OLDER: tuple[tuple[str, str], ...] = (
    (r"\b(enters?|entered|entering) the battlefield\b", r"\1"),
    (r"\bcomes into play\b", "enters"),
    (r"\bcome into play\b", "enter"),
    (r"\bfrom play\b", "from the battlefield"),
    (r"\binto play\b", "onto the battlefield"),
    (r"\bin play\b", "on the battlefield"),
    (r"\bRemove (.{1,80}?) from the game\b", r"Exile \1"),
    (r"\bremove(s?|d?) (.{1,80}?) from the game\b", r"exile\1 \2"),
    (r"\b(is|are) removed from the game\b", r"\1 exiled"),
    (r"\bremoved from the game\b", "exiled"),
    (r" to (?:your|their|his or her|that player's|its controller's) mana pool\b", ""),
    (r"\bhis or her\b", "their"),
    (r"\bhe or she\b", "they"),
    (r"\bhim or her\b", "them"),
    (r"\bconverted mana cost\b", "mana value"),
    (r"\bcan't be countered by spells or abilities\b", "can't be countered"),
    (
        r"\b([Pp])ut(s?) (an?|one|two|three|four|five|six|seven|eight|nine|ten|X|that many|twice that many) "
        r"((?:[^.,]*? )?tokens?(?: with [^.,]*?| named [^.,]*?| that's [^.,]*?)?) onto the battlefield",
        r"create\2 \3 \4",
    ),
    (r"\b([Ss]huffles?) (?:your|their) library\b", r"\1"),
    (r"\b(plays?) (a|that|this) spell\b", r"cast \2 spell"),
)
#: Legendary cards may speak of themselves as of a person.
_PERSONS: tuple[tuple[str, str], ...] = (
    (r"\b(?:his|her) (?=(?:power|toughness|owner|controller|mana value|base|activated|other|abilities)\b)", "its "),
    (r"\b(?:him|her)\b(?! (?:hand|library|graveyard|or|life))", "it"),
    (r"\b(?:He|She)('s|'ll)?\b(?= )", r"It\1"),
    (r"\b(?:he|she)('s|'ll)?\b(?= )", r"it\1"),
)
_REMINDER = re.compile(r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")
#: Where a line of a file was broken within a sentence, the next one begins with a small letter.
_BROKEN = re.compile(r"\n(?=[a-z,;])|(?<=,)\n")
#: A flavor word or ability word (207.2c-d) before an ability.
_PREFACE = re.compile(r"^[A-Z\u00c0-\u024f][^.{}:\"\u2014\u2022]*? \u2014 (?=[A-Z{~\"])")


#: An activated ability whose last period was forgotten.
_NO_PERIOD = re.compile(r": (?!Level [0-9]+$).*[\w}]$")


def paragraphs(text: str, name: str, type_line: str = "") -> tuple[str, ...]:
    """The abilities of a face as uniform text: ``~`` stands for the card, reminder text is gone (207.2)."""
    for pattern, new in _UNIFORM:
        text = re.sub(pattern, new, text)
    text = _BROKEN.sub(" ", text)
    text = itself(text, name, legendary="Legendary" in type_line)
    if "Legendary" in type_line:
        for pattern, new in _PERSONS:
            text = re.sub(pattern, new, text)
    found: list[str] = []
    for line in text.split("\n"):
        line = re.sub(r"^\* ", "\u2022 ", line)  # some files have asterisks for bullets
        tidy = _REMINDER.sub("", line).strip()
        for pattern, new in _OLDER:
            tidy = re.sub(pattern, new, tidy)
        if _MODAL.search(tidy):  # the name of the first mode, where it stands behind the line before it
            tidy = re.sub(r"(?<= \u2014 \u2022 ).+", lambda mode: without_preface(mode[0]), tidy)
        if tidy.startswith("\u2022") and found:
            mode = tidy.removeprefix("\u2022").strip()
            found[-1] += " \u2022 " + (without_preface(mode) if _MODAL.search(found[-1]) else mode)
        elif tidy:
            found.append(tidy + "." if _NO_PERIOD.search(tidy) else tidy)
    return tuple(gathered(found))


_ITSELF = re.compile(
    r"\b[Tt]his (?:creature|land|artifact|enchantment|permanent|planeswalker|battle|Aura|Equipment|Vehicle|Saga|Class|"
    r"Room|Case|Siege|Spacecraft|token|Fortification|Attraction|card|spell)\b"
)


def itself(text: str, name: str, *, legendary: bool = False) -> str:
    """``~`` for the card: its name, whole or shortened, and "this creature" and the like (201.5)."""
    for form in short_names(name.replace("\u2019", "'"), legendary=legendary):
        parts = re.split(rf"(?<!\w){re.escape(form)}(?!\w)", text)
        text = parts[0]
        for part in parts[1:]:  # within a quoted ability the name is not that of what has the ability
            text += ("\u2021" if text.count('"') % 2 else "~") + part
    return _ITSELF.sub("~", text)


def short_names(name: str, *, legendary: bool = False) -> tuple[str, ...]:
    """The names by which a card's text calls the card: a legendary one's may be shortened (201.5c)."""
    found = [name]
    for mark in (",", " of ", " the ") if legendary else (",",):
        head = name.split(mark)[0].strip()
        if head != name and len(head) > 2 and head not in {"The", "A", "An"}:
            found.append(head)
    first, _, rest = name.partition(" ")
    if legendary and rest and " " not in rest and "," not in first and not _means_something(first):
        found.append(first)
    return tuple(dict.fromkeys(found))


def _means_something(word: str) -> bool:
    """Whether rules text uses the word for something else than a name: a subtype, color, keyword or card type."""
    small = word.lower()
    return word in SUBTYPES_KNOWN or small in COLORS or small in KEYWORDS or small in CARD_TYPES or small in SUPERTYPES


def without_preface(paragraph: str) -> str:
    """A paragraph without the ability word or flavor word before it (207.2c-d), which have no rules meaning.

    Keywords that are written in the same way (boast, exhaust ...) and chapter numbers mean something, so they stay.
    """
    found = _PREFACE.match(paragraph)
    if found is None:
        return paragraph
    name = found[0].rpartition(" \u2014 ")[0]
    means = name.lower() in KEYWORDS or name.lower() in _NO_PREFACES or _CHAPTERS.fullmatch(name)
    return paragraph if means else paragraph[found.end() :]


#: What stands before a dash like an ability word and is none.
_NO_PREFACES = frozenset({"to solve", "power-up", "visit", "prize", "hidden agenda", "double agenda"})
_CHAPTERS = re.compile(r"[IVX]+(?:, [IVX]+)*")


#: Before modes, whose names mean nothing; anchor words do (614.12b).
_MODAL = re.compile(r"\bchoose (?:one|two|three|both|up to|any number)\b", re.IGNORECASE)
_WOULD = re.compile(r"\bwould\b.*\binstead\b", re.IGNORECASE)
_INSTEAD = re.compile(r"[^.\"]*\binstead\b[^.\"]*\.", re.IGNORECASE)
_ENTERS_WITH = re.compile(r"If [^.\"]*, (?:that [a-z]+|it) enters with [^.\"]*\.")


def joined(paragraphs: tuple[str, ...]) -> tuple[str, ...]:
    """The paragraphs of a spell, in which what it does "instead" (614.15), or adds, stands with what it would do."""
    found: list[str] = []
    for paragraph in paragraphs:
        plain = without_preface(paragraph)
        first = _INSTEAD.match(plain) or _ENTERS_WITH.match(plain)
        if found and first and not _WOULD.search(first[0]) and found[-1].endswith("."):
            found[-1] += " " + plain
        else:
            found.append(paragraph)
    return tuple(found)
