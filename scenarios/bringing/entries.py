"""From a card's reading to its entry: what was not understood stands among its abilities, with what is known of it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from model.abilities import Sort
from model.errors import AnyorderError
from model.production import COLOR_LETTERS
from scenarios.bringing.melding import is_result
from scenarios.reading.records import Clause, OracleCard, Reading

#: What is said of a card that two others meld into, where the file does not have them.
NO_PARTS = "the cards that meld into it"
#: So many words of the place where reading stopped are kept.
WORDS = 6
_PREFACE = re.compile(r"^[A-Z\u00c0-\u024f][^.{}:\"\u2014\u2022|]*? \u2014 (?=[A-Z{~\"\[])")
#: What stands before an ability that an object has from a level or a number of counters on.
_FROM = re.compile(r"^(?:LEVEL|Level) [\d+-]+ \| |^\d+\+ \| ")
_TO_SOLVE = re.compile(r"^To solve \u2014 ")
_CHAPTER = re.compile(r"^[IVX]+(?:, [IVX]+)* \u2014 ")
_TRIGGER = re.compile(r"^(?:When|Whenever|At)\b")
_ON_ITSELF = re.compile(
    r"^When(?:ever)? ~ (?:enters|dies|leaves the battlefield|is put into a graveyard from the battlefield)"
    r"(?: or (?:dies|leaves the battlefield))?, (?!.*\b(?:Whenever|When|At the beginning)\b)"
)
_ON_STEP = re.compile(r"^At the (?:beginning|end) of (?!.*\b[Ww]hen(?:ever)?\b)")
_COST = re.compile(
    r"^(?:\[[+\-]?(?:\d+|X)\]|(?:\{[^{}]+\})+|(?:Sacrifice|Pay|Discard|Exile|Tap|Untap|Remove|Return|Put|Reveal|Mill|"
    r"Collect|Waterbend|Forage)\b[^.\"|]*?)(?:, [^.\"|]*?)*:"
)
_CASTING = re.compile(
    r"^(?:As an additional cost to cast ~|~ costs |You may (?:pay|cast|sacrifice|exile|discard|reveal|tap|return) [^.]*"
    r"rather than pay (?:~'s|this spell's|its) mana cost|Cast ~ only|You may cast ~ as though|If [^.]*, ~ costs )"
)
_ELSEWHERE = re.compile(
    r"\b(?:graveyards?|hands?|library|libraries|exiled?|stack|anywhere|cast|casts|spells?|decks?|begins? the game|"
    r"command|outside|counter(?:ed)?|any zone|every zone|playe?[ds]?)\b",
    re.IGNORECASE,
)
#: What an instant or sorcery says about how it is cast itself, besides what is a casting ability by its form.
_ITS_CASTING = re.compile(
    r"\bcast(?:s|ing)? (?:~|this spell|this card|it)\b|(?:~|this spell) costs?\b|costs? to cast\b|rather than pay|"
    r"without paying|\bcasting\b|any time you could",
    re.IGNORECASE,
)
_SPELLS = re.compile(r"\b(?:Instant|Sorcery)\b")


class Compiled(NamedTuple):
    """A card as it is kept: its full name, the names of its faces, its entry, and where reading stopped on it."""

    name: str
    faces: tuple[str, ...]
    entry: dict[str, Any]
    stops: tuple[str, ...]

    @property
    def understood(self) -> bool:
        """Whether the card was understood whole."""
        return not self.stops


def compiled(card: OracleCard) -> Compiled:
    """The card with what was understood of it.

    Raises MalformedError or another of the project's errors for a card whose facts alone the notation can't say.
    """
    from scenarios import notation
    from scenarios.reading import read_card

    reading = read_card(card)
    entry = entry_of(reading)
    stops = (*facts_left_out(reading), *(stopped_at(clause) for clause in reading.missing))
    unknown = is_result(card) and not card.melded_from  # its mana value is that of cards which nobody knows (202.3c)
    if unknown and NO_PARTS not in stops:
        entry["abilities"] = [*entry.get("abilities", []), {"not_understood": NO_PARTS}]
        stops = (*stops, NO_PARTS)
    try:
        found = notation.card(entry)
    except AnyorderError as error:
        if not any("abilities" in part for part in _parts(entry)):
            raise
        for part in _parts(entry):
            part["abilities"] = [{"not_understood": "its first words"}]
            part.pop("chooses", None)
        found = notation.card(entry)
        stops = (f"the whole: {error}"[:80],)
    if card.melded_from:  # looked up when the card is: the other cards may come later
        entry["melded"] = list(card.melded_from)
    names = tuple(dict.fromkeys(face.name for face in found.faces))
    return Compiled(str(entry["name"]), names, entry, stops)


_ADDING = re.compile(r"\badd(?:s|ed|ing)?\b|\bproduce|\bmana abilit", re.IGNORECASE)
#: What static abilities are about that neither give abilities nor change types: playing cards, entering tapped,
#: untapping, attacking and blocking, costs.
_PLAYING = re.compile(
    r"(?!.*\b(?:becomes?|loses?|is an?|are)\b)"
    r"(?:You may (?:play|cast|look at)|~ doesn't untap|Untap ~|~ enters tapped|Companion|Any time you could mulligan"
    r"|[^.\"]*\b(?:can't (?:be blocked|attack|block)|can block|attacks?|costs? \{[^}]+\} (?:more|less)) )[^\"]*$"
)


def entry_of(reading: Reading) -> dict[str, Any]:
    """The entry of a card, with what was not understood among the abilities of its faces."""
    entry = {key: value for key, value in reading.entry.items() if key != "left_out"}
    if "faces" in entry:
        entry["faces"] = [dict(face) for face in entry["faces"]]
    left = list(reading.missing)
    parts = _parts(entry)
    for place, part in enumerate(parts):
        mine = left if len(parts) == 1 else [clause for clause in left if clause.face == part["name"]]
        if len({str(one["name"]) for one in parts}) < len(parts) and len(parts) > 1:
            mine = left if place == 0 else []  # faces of one name can't be told apart: the first one has it all
        if mine:
            unread = [not_understood(clause, str(part.get("type", ""))) for clause in mine]
            part["abilities"] = [*part.get("abilities", []), *unread]
    if facts := facts_left_out(reading):
        unsaid = [{"not_understood": w, **({"colors": "?"} if w.startswith("the colors") else {})} for w in facts]
        parts[0]["abilities"] = [*parts[0].get("abilities", []), *unsaid]
    return entry


def facts_left_out(reading: Reading) -> tuple[str, ...]:
    """What is printed on the card besides its text and could not be said: a reading lists it before the clauses."""
    left = reading.entry.get("left_out", [])
    return tuple(str(words) for words in left[: len(left) - len(reading.missing)])


def not_understood(clause: Clause, type_line: str) -> dict[str, Any]:
    """An ability in the notation that says what is known of a clause that was not understood."""
    sort, text = sort_of(clause.text, type_line), clause.text
    result: dict[str, Any] = {"not_understood": stopped_at(clause)}
    if sort is not Sort.STATIC:
        result["sort"] = sort.value
    if not (_ITS_CASTING if sort is Sort.SPELL else _ELSEWHERE).search(text):
        result["everywhere"] = False
    if (sort is not Sort.STATIC or _PLAYING.match(text)) and not _ADDING.search(text):
        result["adds_mana"] = False
    symbols = {part for symbol in re.findall(r"\{([^{}]+)\}", text) for part in symbol.upper().split("/")}
    if colors := "".join(letter for letter in COLOR_LETTERS if letter in symbols):
        result["colors"] = colors
    return result


def sort_of(text: str, type_line: str) -> Sort:
    """What sort of ability a text is, from its form (113.3); static where nothing shows another one."""
    if _CHAPTER.match(text):
        return Sort.TRIGGER
    if _TO_SOLVE.match(text):
        return Sort.TRIGGER_ON_STEP  # 719.3a
    text = _PREFACE.sub("", _FROM.sub("", text), count=1)
    if _CASTING.match(text):
        return Sort.CASTING
    if _TRIGGER.match(text):
        if _ON_STEP.match(text):
            return Sort.TRIGGER_ON_STEP
        return Sort.TRIGGER_ON_ITSELF if _ON_ITSELF.match(text) else Sort.TRIGGER
    if _COST.match(text):
        return Sort.ACTIVATED
    return Sort.SPELL if _SPELLS.search(type_line) else Sort.STATIC


def stopped_at(clause: Clause) -> str:
    """The few words at which reading stopped."""
    return " ".join(clause.stopped_at.split()[:WORDS]) or " ".join(clause.text.split()[:3]) or "its text"


def _parts(entry: dict[str, Any]) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = entry.get("faces", [entry])
    return parts
