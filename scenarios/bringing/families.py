"""The families of abilities that coverage is counted by, told from the text alone.

Nothing here knows the reader: a family is a regular expression over one sentence, so that what the reader can't read is
counted all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scenarios.reading.records import OracleFace

_REMINDER = re.compile(r" ?\([^()]*(?:\([^()]*\)[^()]*)*\)")
_END = re.compile(r"""(?:(?<=[.!?])|(?<=[.!?]["'\u201d\u2019)]))\s+(?=["\u201cA-Z{\[\u2022+\u22120-9])""")
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
_SPELL = re.compile(r"\b(?:Instant|Sorcery)\b")
_LOYALTY = re.compile(r"^\[?[+\u2212\u2013-]?(?:\d+|[Xx])\]?: ")
_ADD = r"\badds? (?:an additional |an amount of |that much |that many |\w+ )*?(?:\{[WUBRGCSX/P]|mana\b|\w+ mana\b|any )"
_ENTERS = r"\b(?:enters?|comes? into play)(?: the battlefield| onto the battlefield)?"


class Sentence(NamedTuple):
    """A sentence of a face without reminder text: the place of its paragraph, itself, and its paragraph."""

    place: int
    text: str
    paragraph: str


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text without reminder text; those that are reminder text alone are left out."""
    found = (_REMINDER.sub("", line).strip() for line in text.split("\n"))
    return [line for line in found if line]


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text, those in quotes with the sentence that quotes them."""
    for place, paragraph in enumerate(paragraphs(text)):
        hidden = _QUOTED.sub(lambda quoted: "\0" * (len(quoted[0]) - 2) + quoted[0][-2:], paragraph)
        start = 0
        for end in _END.finditer(hidden):
            yield Sentence(place, paragraph[start : end.start()].strip(), paragraph)
            start = end.end()
        yield Sentence(place, paragraph[start:].strip(), paragraph)


def intrinsic(face: OracleFace) -> int:
    """How many mana abilities the face has by its basic land types (305.6)."""
    kinds, _, subtypes = face.type_line.partition("—")
    return sum(word in _LAND_TYPES for word in subtypes.split()) if "Land" in kinds else 0


def families(sentence: Sentence, face: OracleFace) -> tuple[str, ...]:
    """The families that a sentence belongs to, in the order of ``FAMILIES``."""
    text = sentence.text
    spell = bool(_SPELL.search(face.type_line))
    found = [name for name, pattern in _PATTERNS.items() if pattern.search(text)]
    if not spell and _is_mana_ability(sentence):
        found.append(MANA_ABILITY)
    elif spell and "spells that add mana" not in found and re.search(_ADD, text, re.I):
        found.append("spells that add mana")
    for general, special in _UNLESS.items():
        if general in found and any(name in found for name in special):
            found.remove(general)
    found += [f"keyword: {word}" for word in _keywords(text)]
    return tuple(sorted(set(found), key=_ORDER.__getitem__))


def _is_mana_ability(sentence: Sentence) -> bool:
    """Whether this is the sentence of an activated ability that says which mana is added."""
    bare = _QUOTED.sub("", sentence.paragraph)
    cost, colon, effect = bare.partition(": ")
    first = sentence.text.partition(": ")
    if not colon or _LOYALTY.match(bare) or not first[1] or not sentence.paragraph.startswith(sentence.text[:20]):
        return False
    if re.match(r"(?:When|Whenever|At the|If|As|Until|During)\b", cost) or re.search(r"\b[Tt]arget\b", bare):
        return False
    return bool(re.search(_ADD, effect, re.I)) and len(cost) < 200


MANA_ABILITY = "mana abilities"
_WOULD = r"\bwould\b"
_RAW: dict[str, str] = {
    "could produce": r"could produce",
    "mana replacement": r"\b(?:tap|taps|tapped) [^.]*?\bfor (?:two or more )?mana\b[^.]*\binstead\b|"
    r"\bwould add\b[^.]*\bmana\b|\bIf tapped for mana\b",
    "tapped-for-mana triggers": r"\b[Ww]henever\b[^.]*\b(?:taps?|is tapped|are tapped)\b[^.]*\bfor (?:mana|\{)",
    "would ... instead": r"\bwould\b.*\binstead\b|\binstead\b.*\bwould\b",
    "prevention": r"(?<!can't be )\b[Pp]revent(?:s|ed)?\b(?! (?:this|the) (?:loss|spell))",
    "enters tapped": _ENTERS + r" tapped\b(?! and attacking)",
    "enters tapped unless": _ENTERS + r" tapped unless\b",
    "enters with counters": _ENTERS
    + r"(?: tapped)?(?: and)? with (?:[^.\"]*)counters? on (?:it|him|her|them)\b|"
    + _ENTERS
    + r" with a number of [^.]*counters on",
    "enters as a copy": r"\b(?:enter|enters)(?: the battlefield)?(?: tapped)? as a(?:n additional)? copy\b",
    "as enters, choose": r"^(?:[^.—]*— )?As [^.]*?\b(?:enters|comes into play)\b[^.]*?,[^.]*?\bchooses?\b",
    "as enters, pay or reveal": r"^As [^.]*?\b(?:enters|comes into play)\b[^.]*?, [^.]*"
    r"\b(?:pays?|reveals?|sacrifices?|exiles?|discards?|return)\b",
    "as enters, other": r"^As (?!long)[^.]*?\b(?:enters|comes into play)\b",
    "others enter tapped": r"\b(?:it|[Tt]hey|them|[Ll]ands|[Cc]reatures|[Pp]ermanents|[Aa]rtifacts|[Ee]ach \w+|"
    r"players? control|opponents control|you control)\b[^.]*? enters?(?: the battlefield)? tapped\b",
    "enters in another state": _ENTERS + r" (?:under (?:the control|your control)|prepared|transformed|attached|"
    r"tapped and attacking|attacking|face down)",
    "instead without would": r"\binstead\b",
    "instead of": r"\binstead of\b",
    "regenerate": r"(?<!can't be )\b[Rr]egenerat(?:e|es|ed)\b",
    "can't": r"\bcan't (?:be countered|gain life|lose (?:life|the game)|win|draw|get counters|enter|cause|be put|"
    r"have (?:[^.]* )?counters|become untapped)\b",
    "damage can't be prevented": r"\b[Dd]amage\b[^.]*\bcan't be prevented\b",
    "trigger multipliers": r"\btriggers an additional time\b|\btriggers that many additional\b",
    "turned face up or transforms": r"^As [^.]*?(?:turned face up|transforms)",
    "skip": r"\b(?:[Ss]kip|skips)\b",
    "mana granted": r"[\"“][^\"”]*: Add [^\"”]*[\"”]",
    "triggered or static mana": f"(?i:{_ADD})",
    "spells that add mana": r"(?!)",
}
#: A family that is what another one is not.
_UNLESS: dict[str, tuple[str, ...]] = {
    "enters tapped": ("enters tapped unless", "others enter tapped"),
    "instead without would": ("would ... instead", "mana replacement", "instead of"),
    "as enters, other": ("as enters, choose", "as enters, pay or reveal"),
    "would ... instead": ("mana replacement",),
    "instead of": ("would ... instead",),
    "can't": ("damage can't be prevented",),
    "triggered or static mana": (
        MANA_ABILITY, "mana granted", "spells that add mana", "mana replacement", "tapped-for-mana triggers",
        "could produce",
    ),
}  # fmt: skip
_PATTERNS = {name: re.compile(pattern) for name, pattern in _RAW.items()}
#: Keywords that are replacement effects, prevention or mana abilities, or change what is played, by another name.
KEYWORDS = (
    "absorb", "aftermath", "amplify", "backup", "bloodthirst", "buyback", "champion", "compleated", "daybound",
    "devoid", "devour", "disturb", "dredge", "embalm", "encore", "escape", "fading", "flashback", "foretell", "graft",
    "harmonize", "hideaway", "impending", "jump-start", "living weapon", "madness", "mayhem", "modular", "mutate",
    "nightbound", "persist", "protection", "prototype", "ravenous", "read ahead", "rebound", "retrace", "riot",
    "sunburst", "totem armor", "tribute", "umbra armor", "undying", "unearth", "unleash", "vanishing", "web-slinging",
)  # fmt: skip
_KEYWORD = re.compile(r"^(?:[a-z' -]+, )*?(" + "|".join(KEYWORDS) + r")\b(?!['\u2019])", re.I)
FAMILIES = (MANA_ABILITY, *_RAW, *(f"keyword: {word}" for word in KEYWORDS))
_ORDER = {name: place for place, name in enumerate(FAMILIES)}


def _keywords(text: str) -> Iterator[str]:
    """The keywords that a line of keywords begins with or lists."""
    if text.endswith((".", '"')) and "—" not in text and "{" not in text:
        return
    for part in text.split(", "):
        if (match := _KEYWORD.match(part)) is not None:
            yield match[1].lower()
