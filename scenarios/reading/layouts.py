"""Cards with frames of their own: Sagas, Classes, Cases, station and prototype cards, Rooms (714, 716, 718, 719, 721).

What stands before an ability there is a keyword that says when or how the ability works. Each is said with what the
notation has for it: a trigger on lore counters, a condition, an activated ability.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from model.type_line import CARD_TYPES, SUPERTYPES
from scenarios.reading import levels
from scenarios.reading.meanings import NotSayableError
from scenarios.reading.records import OracleCard, OracleFace

#: Reads a text as what a spell does (True), or as an ability: the abilities, and what they have players choose.
Read = Callable[[str, bool], tuple[list[Any], list[Any]]]

_CHAPTERS = re.compile(r"((?:[IVX]+)(?:, ?[IVX]+)*) (?:\u2014|-) (.*)")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}
_CLASS_BAR = re.compile(r"((?:\{[^}]*\})+): Level ([0-9]+)\.?")
_TO_SOLVE = re.compile(r"To solve \u2014 (.*)")
_SOLVED = re.compile(r"Solved \u2014 (.*)")
_PROTOTYPE = re.compile(r"Prototype ((?:\{[^}]*\})+) \u2014 ([0-9]+)/([0-9]+)\.?")
_STATION_BAR = re.compile(r"STATION ([0-9]+)\+")
#: Before an anchor word with its ability.
ANCHOR = "chosen "
_ANCHORS = re.compile(
    r"As ~ enters, choose ([A-Z]\w*) or ([A-Z]\w*)\. \u2022 \1 \u2014 [^\u2022]* \u2022 \2 \u2014 [^\u2022]*"
)
_ANCHORED = re.compile(rf"{ANCHOR}(\w+) \u2014 (.*)")
#: An ability that an object gives to itself as it enters: its name there means itself (201.5a).
_GIVEN_TO_ITSELF = re.compile(r'If ~ was kicked[^"]*, (?:it|~) enters with [^"]* and with "[^"]*"')
_SIZE_LINE = re.compile(r"[0-9]+/[0-9]+")


def apart(paragraphs: Iterable[str]) -> Iterator[str]:
    """The paragraphs, with abilities behind anchor words as paragraphs of their own (614.12b)."""
    for paragraph in paragraphs:
        if _GIVEN_TO_ITSELF.fullmatch(paragraph):
            paragraph = paragraph.replace("\u2021", "~")
        chosen = _ANCHORS.fullmatch(paragraph)
        if chosen is None:
            yield paragraph
            continue
        first, *options = paragraph.split(" \u2022 ")
        yield first
        for word, option in zip((chosen[1], chosen[2]), options, strict=True):
            yield ANCHOR + option if option.startswith(f"{word} \u2014 ") else option


def read(paragraph: str, inner: Read, spell: bool) -> tuple[list[Any], list[Any]]:
    """The abilities of a paragraph, and what they have players choose; ``inner`` reads what stands behind a symbol.

    Raises what ``inner`` raises.
    """
    if anchored := _ANCHORED.fullmatch(paragraph):
        return _anchored(anchored[1], anchored[2], inner)
    if chapters := _CHAPTERS.fullmatch(paragraph):
        return _chapters(chapters[1], chapters[2], inner)
    if bar := _CLASS_BAR.fullmatch(paragraph):
        return [_class_bar(bar[1], int(bar[2]))], []
    if condition := _TO_SOLVE.fullmatch(paragraph):
        return _to_solve(condition[1], inner)
    if solved := _SOLVED.fullmatch(paragraph):
        return _solved(solved[1], inner)
    return levels.read(paragraph, lambda text: inner(text, spell))


def _anchored(word: str, text: str, inner: Read) -> tuple[list[Any], list[Any]]:
    """ "Khans \u2014 ability": it has the ability as long as Khans was chosen as it entered (614.12b)."""
    found, choices = inner(text, False)
    given: dict[str, list[Any]] = {}
    for ability in found:
        given.setdefault("keywords" if isinstance(ability, str) else "abilities", []).append(ability)
    return [{"affects": "this", "while": f"chosen({word})", **given}], choices


def _chapters(numerals: str, effect: str, inner: Read) -> tuple[list[Any], list[Any]]:
    """ "I, II \u2014 effect": a trigger for each, as the number of lore counters becomes at least that (714.2b)."""
    done, choices = inner(effect, True)
    if len(done) != 1 or not isinstance(done[0], dict) or done[0].keys() != {"spell"}:
        raise NotSayableError("a chapter that is no effect")
    found = []
    for numeral in re.split(r", ?", numerals):
        number = _ROMAN[numeral]
        became = f"counters(lore, this) >= {number} and counters(lore, this) - amount < {number}"
        found.append(
            {"trigger": {"put_counters": {"on": "this", "kind": "lore"}}, "if": became, "do": done[0]["spell"]}
        )
    return found, choices * len(found)


def _class_bar(cost: str, level: int) -> dict[str, Any]:
    """ "{2}{U}: Level 2": this Class becomes that level, from the one before and only as a sorcery (716.2a)."""
    now = "" if level == 2 else f"flag(level {level - 1} or greater) and "
    return {
        "activated": cost,
        "do": [{"act": {"player": "you", "what": f"level {level}"}}],
        "only": "sorcery",
        "only_if": f"{now}not flag(level {level} or greater)",
    }


def _to_solve(condition: str, inner: Read) -> tuple[list[Any], list[Any]]:
    """ "To solve \u2014 condition": it becomes solved at the beginning of your end step (719.3a)."""
    words = condition[:1].lower() + condition[1:]
    found, choices = inner(f"At the beginning of your end step, if {words.rstrip('.')}, draw a card.", False)
    if len(found) != 1 or not isinstance(found[0], dict) or "if" not in found[0]:
        raise NotSayableError("a condition that is none")
    solved = [{"act": {"player": "you", "what": "solved"}}]
    return [{**found[0], "if": f"({found[0]['if']}) and not flag(solved)", "do": solved}], choices


def _solved(text: str, inner: Read) -> tuple[list[Any], list[Any]]:
    """ "Solved \u2014 ability": it works as long as this Case is solved (702.169a-d)."""
    found, choices = inner(text, False)
    made = []
    for ability in found:
        if isinstance(ability, dict) and "trigger" in ability:
            condition = f"({ability['if']}) and flag(solved)" if "if" in ability else "flag(solved)"
            made.append({**ability, "if": condition})
        elif isinstance(ability, dict) and "activated" in ability:
            condition = f"({ability['only_if']}) and flag(solved)" if "only_if" in ability else "flag(solved)"
            made.append({**ability, "only_if": condition})
        else:
            key = "keywords" if isinstance(ability, str) else "abilities"
            made.append({"affects": "this", "while": "flag(solved)", key: [ability]})
    return made, choices


def completed(abilities: list[Any], face: OracleFace) -> list[Any]:
    """Abilities with what depends on the face that has them: its name, its creature types, its chapters."""
    found = [_named(ability, face.name) for ability in abilities]
    for ability in abilities:
        if isinstance(ability, str) and (amplify := re.fullmatch(r"amplify ([0-9]+)", ability)):
            found.append(_amplify(int(amplify[1]), face))
        if ability == "read ahead":
            found.append(_read_ahead(face))
        if isinstance(ability, str) and (impending := re.match(r"impending ([0-9]+) ", ability)):
            found += _impending(int(impending[1]))
    return found


def _named(value: Any, name: str) -> Any:
    """A copy that keeps the card's own name (707.9b), and cards that have it."""
    if isinstance(value, str):
        return value.replace('named "~"', f'named "{name}"')
    if isinstance(value, dict):
        return {key: name if key == "name" and part == "~" else _named(part, name) for key, part in value.items()}
    return [_named(part, name) for part in value] if isinstance(value, list) else value


def _amplify(number: int, face: OracleFace) -> dict[str, Any]:
    """Cards that share a creature type with it are revealed as it enters, with counters for each (702.38a)."""
    types = face.type_line.replace("\u2013", "\u2014").partition("\u2014")[2].split()
    if not types:
        raise NotSayableError("amplify without a creature type")
    among = " or ".join(f"{one} card in your hand" for one in types)
    count = "count(them)" if number == 1 else f"{number} * count(them)"
    return {
        "when": {"enter": {"object": "this"}},
        "choosing": {"any_number_of": among, "do": [{"reveal": {"player": "you", "count": "count(them)"}}]},
        "counters": {"+1/+1": count},
    }


def _impending(number: int) -> list[Any]:
    """Time counters as it enters for its impending cost, no creature with them, one less each turn (702.176a)."""
    so = "flag(impending) and counters(time, this) >= 1"
    less = [{"remove_counters": {"on": "this", "kind": "time", "count": 1}}]
    return [
        {"when": {"enter": {"object": "this"}}, "while": "flag(impending)", "counters": {"time": number}},
        {"affects": "this", "while": so, "remove_types": ["creature"]},
        {"trigger": {"begin": {"player": "you", "step": "end"}}, "if": so, "do": less},
    ]


def _read_ahead(face: OracleFace) -> dict[str, Any]:
    """A number of lore counters up to the final chapter's is chosen as it enters (714.3b)."""
    lines = [_CHAPTERS.fullmatch(line.strip().replace(" -- ", " \u2014 ")) for line in face.text.split("\n")]
    numbers = [_ROMAN[word] for line in lines if line for word in re.split(r", ?", line[1])]
    if not numbers:
        raise NotSayableError("read ahead without chapters")
    ways = {str(number): {"counters": {"lore": number}} for number in range(1, max(numbers) + 1)}
    return {"when": {"enter": {"object": "this"}}, "one_of": ways}


# --- the facts of a card ---------------------------------------------------------------------------------------------


def layout_of(record: OracleCard) -> str:
    """The notation's word for the layout of a card with several faces, where files have fewer words than it."""
    back = record.faces[-1]
    if record.layout == "split":
        if all("Room" in face.type_line for face in record.faces):
            return "room"
        return "aftermath" if re.search(r"^Aftermath\b", back.text, re.MULTILINE) else "split"
    if record.layout == "adventure" and "Omen" in back.type_line:
        return "omen"
    return record.layout


def facts_of(face: OracleFace, layout: str) -> tuple[dict[str, Any], list[str]]:
    """Name, cost, type line, numbers and colors of a face, and what of them the notation can't say."""
    entry: dict[str, Any] = {"name": face.name}
    left: list[str] = []
    if face.mana_cost:
        entry["cost"] = face.mana_cost
    entry["type"], unknown = _type_line(face.type_line)
    left += [f"{word!r} in its type line" for word in unknown]
    for key in ("power", "toughness", "loyalty", "defense"):
        value = getattr(face, key)
        if value is None or (layout == "station" and key in ("power", "toughness")):  # 721.2c
            continue
        entry[key] = int(value) if re.fullmatch(r"-?[0-9]+", value) else "*"
        if entry[key] == "*" and "*" not in value:
            left.append(f"its {key} {value}")
    left += [f"its {key}, which the file leaves out" for key in _lacking(face, layout)]
    if face.color_indicator:
        words = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
        entry["colors"] = [words[letter] for letter in face.color_indicator]
    return entry, left


def _lacking(face: OracleFace, layout: str) -> list[str]:
    """The numbers that a face of these types has, where the file does not say them (302.4, 306.5a, 310.4)."""
    needed = {"Creature": ("power", "toughness"), "Planeswalker": ("loyalty",), "Battle": ("defense",)}
    types = face.type_line.partition("\u2014")[0].split()
    keys = [key for kind, numbers in needed.items() if kind in types for key in numbers]
    return [] if layout == "station" else [key for key in keys if getattr(face, key) is None]


#: Older words for card types (308.1, 300.1).
_OLDER_TYPES = {"Tribal": "Kindred", "Summon": "Creature", "Interrupt": "Instant", "Enchant": "Enchantment"}


def _type_line(text: str) -> tuple[str, list[str]]:
    """A type line of today, and the words before the dash that are no type."""
    head, dash, tail = text.replace("\u2013", "\u2014").replace(" - ", " \u2014 ").partition("\u2014")
    kept: list[str] = []
    unknown: list[str] = []
    for word in head.split():
        new = _OLDER_TYPES.get(word, word)
        (kept if new.lower() in CARD_TYPES or new.lower() in SUPERTYPES else unknown).append(new)
    if not any(word.lower() in CARD_TYPES for word in kept):  # the notation refuses it (205.1)
        return text, [text]
    if "Summon" in head.split() and not dash:  # "Summon Wolf"
        dash, tail, unknown = "\u2014", " ".join(unknown), []
    return f"{' '.join(kept)} \u2014 {' '.join(tail.split())}" if dash else " ".join(kept), unknown


def prototype_of(paragraph: str) -> dict[str, Any] | None:
    """The inset frame that the line "Prototype {2}{R} \u2014 3/2" tells of (718.2), or None for any other line."""
    found = _PROTOTYPE.fullmatch(paragraph)
    return {"cost": found[1], "power": int(found[2]), "toughness": int(found[3])} if found else None


def station_lines(face: OracleFace) -> OracleFace:
    """A station card's face with each line behind its number, as cards are printed: "8+ | Flying" (721.2)."""
    if not _STATION_BAR.search(face.text):
        return face
    lines, number, size = [], "", None
    for line in face.text.split("\n"):
        if bar := _STATION_BAR.fullmatch(line.strip()):
            number = bar[1]
        elif _SIZE_LINE.fullmatch(line.strip()):
            size = (number, *line.strip().split("/"))
        else:
            lines.append(f"{number}+ | {line}" if number else line)
    if size is None:
        return replace(face, text="\n".join(lines))
    lines.append(f"(It's an artifact creature at {size[0]}+.)")
    return replace(face, text="\n".join(lines), power=size[1], toughness=size[2])


def station_creature(face: OracleFace) -> dict[str, Any] | None:
    """The effect of the power and toughness of a station card: a creature with so many counters (721.2b)."""
    if not (face.power and face.toughness and face.power.isdigit() and face.toughness.isdigit()):
        return None
    told = re.search(r"artifact creature at ([0-9]+)\+", face.text)
    last = re.findall(r"^([0-9]+)\+ \| ", face.text, re.MULTILINE)
    number = told[1] if told else last[-1] if last else None
    if number is None:
        return None
    return {
        "affects": "this", "while": f"counters(charge, this) >= {number}", "add_types": ["creature"],
        "power": int(face.power), "toughness": int(face.toughness),
    }  # fmt: skip


def lacks_colors(face: OracleFace, layout: str, place: int) -> bool:
    """Whether the colors of a back face are not told: it has no mana cost and no indicator, and the file says none."""
    return (
        layout == "transform"
        and place > 0
        and not face.mana_cost
        and face.color_indicator is None
        and (face.colors is None and "Land" not in face.type_line)
    )


def meld_facts(record: OracleCard) -> tuple[str | None, list[str]]:
    """What a meld card melds into, where the file or its text says so, and what of this is not told (712.4)."""
    if record.layout != "meld":
        return None, []
    told = re.search(r"meld them into ([^.]+?)\.", record.faces[0].text)
    into = record.melds_into or (told[1] if told else None)
    if into or record.melded_from:
        return into, []
    part = re.search(r"\bmelds? ", record.faces[0].text, re.IGNORECASE)
    return None, ["what it melds into" if part else "the cards that meld into it"]


def names_chosen(abilities: list[Any]) -> list[Any]:
    """The card names and permanents that are chosen as the permanent enters (201.4a), as ``chooses`` of the card."""
    found: list[Any] = []
    for ability in abilities:
        chosen = ability.get("chooses") if isinstance(ability, dict) else None
        if not isinstance(chosen, dict):
            continue
        if "name" in chosen:
            found.append({"name": "card" if chosen["name"] == "any" else f"{chosen['name']} card"})
        found += [{"choose": chosen[key]} for key in ("creature", "permanent") if key in chosen]
    return found
