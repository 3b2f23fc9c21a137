"""What the reader of rules text takes in and gives back, and how card files write what it takes in.

The facts of a card come in three forms: an object of Scryfall's bulk files, an entry of MTGJSON's AtomicCards (a list
with one object for each face), and a line of JSON Lines (Scryfall's names). Each becomes an :class:`OracleCard`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from model.errors import MalformedError
from model.mana import COLOR_WORDS


@dataclass(frozen=True, slots=True)
class OracleFace:
    """One face of a card as it is printed today; ``mana_cost`` is "" for none, ``colors`` None where not said."""

    name: str
    mana_cost: str = ""
    type_line: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class OracleCard:
    """A card to be read: its full name, Scryfall's word for its layout, and its faces (one for ordinary cards).

    ``melds_into`` and ``melded_from`` are the other cards of a meld pair, where the file says them.
    """

    name: str
    layout: str
    faces: tuple[OracleFace, ...]
    melds_into: str | None = None
    melded_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One ability (or one paragraph) of a face: its notation, or None and the words where reading stopped."""

    face: str
    text: str
    family: str
    abilities: tuple[Any, ...] | None
    stopped_at: str = ""

    @property
    def understood(self) -> bool:
        """Whether all of it was read."""
        return self.abilities is not None


@dataclass(frozen=True, slots=True)
class Reading:
    """A card that was read: a catalogue entry of what was understood, and every clause of its text."""

    entry: dict[str, Any] = field(hash=False)
    clauses: tuple[Clause, ...]

    @property
    def understood(self) -> bool:
        """Whether every clause was read whole, and nothing of what else is on the card is left out."""
        return all(clause.understood for clause in self.clauses) and not self.entry.get("left_out")

    @property
    def missing(self) -> tuple[Clause, ...]:
        """The clauses that were not read whole."""
        return tuple(clause for clause in self.clauses if not clause.understood)


def from_scryfall(value: Mapping[str, Any]) -> OracleCard:
    """The card of a Scryfall object or of a line with Scryfall's names. Raises MalformedError where it is no card."""
    name = _text(value, "name", required=True)
    layout = _text(value, "layout") or "normal"
    faces = tuple(_scryfall_face(face) for face in value.get("card_faces") or ())
    if layout == "reversible_card":
        faces, name, layout = faces[:1], faces[0].name if faces else name, "normal"
    if value.get("source_kind", "mtgjson") != "mtgjson":  # texts that were put together by hand leave indicators out
        faces = (*faces[:1], *(replace(face, colors=face.colors or None) for face in faces[1:]))
    if not faces:
        faces = (_scryfall_face(value),)
    elif layout in {"flip", "adventure", "omen", "prepare", "split", "aftermath"} and not faces[0].mana_cost:
        # Scryfall writes what the whole card has in common outside of its faces.
        faces = (_with(faces[0], value), *faces[1:])
    parts = [part for part in value.get("all_parts") or () if isinstance(part, Mapping)]
    result = next((part["name"] for part in parts if part.get("component") == "meld_result"), None)
    halves = tuple(part["name"] for part in parts if part.get("component") == "meld_part")
    if layout != "meld" or result is None:
        return OracleCard(name, layout, faces)
    if result == name:
        return OracleCard(name, layout, faces, melded_from=halves)
    return OracleCard(name, layout, faces, melds_into=str(result))


def from_mtgjson(key: str, entries: Any) -> OracleCard:
    """The card that AtomicCards has under ``key``; several entries are its faces, by their side.

    Variants of one name (without sides) stand for the first. Raises MalformedError where it is no card.
    """
    if not isinstance(entries, list) or not entries:
        raise MalformedError(f"expected a list of faces, found {_kind(entries)}", key)
    for entry in entries:
        if not isinstance(entry, Mapping):
            raise MalformedError(f"expected an object, found {_kind(entry)}", key)
    layout = _text(entries[0], "layout") or "normal"
    if layout == "reversible_card":
        entries, layout = entries[:1], "normal"
    sided = sorted((entry for entry in entries if entry.get("side")), key=lambda entry: str(entry["side"]))
    chosen = sided or list(entries[:1])
    faces: dict[str, OracleFace] = {}
    for entry in chosen:
        face = _mtgjson_face(entry)
        faces.setdefault(face.name, face)
    name = _text(entries[0], "name") or key
    return OracleCard(name if len(faces) > 1 else next(iter(faces)), layout, tuple(faces.values()))


def meld_cards(key: str, entries: Sequence[Mapping[str, Any]]) -> tuple[OracleCard, ...]:
    """The cards of a meld entry of AtomicCards: its front, and what it melds into; each is a card of its own."""
    cards: list[OracleCard] = []
    seen: set[str] = set()
    backs = (str(entry["faceName"]) for entry in entries if entry.get("side") == "b" and "faceName" in entry)
    whole = next(backs, None)
    for entry in entries:
        face = _mtgjson_face(entry)
        if face.name in seen:
            continue
        seen.add(face.name)
        back = entry.get("side") == "b"
        parts = tuple(str(part) for part in entry.get("cardParts") or () if part != face.name)
        if back:
            cards.append(OracleCard(face.name, "meld", (face,), melded_from=parts))
        else:
            cards.append(OracleCard(face.name, "meld", (face,), melds_into=whole))
    if not cards:
        raise MalformedError("expected a list of faces", key)
    return tuple(cards)


def _scryfall_face(value: Any) -> OracleFace:
    if not isinstance(value, Mapping):
        raise MalformedError(f"expected a face (an object), found {_kind(value)}", "card_faces")
    return OracleFace(
        name=_text(value, "name", required=True) or "",
        mana_cost=_text(value, "mana_cost") or "",
        type_line=_type_line(_text(value, "type_line") or ""),
        text=_text(value, "oracle_text") or "",
        power=_text(value, "power"),
        toughness=_text(value, "toughness"),
        loyalty=_text(value, "loyalty"),
        defense=_text(value, "defense"),
        colors=_colors(value, "colors"),
        color_indicator=_colors(value, "color_indicator"),
    )


def _with(face: OracleFace, value: Mapping[str, Any]) -> OracleFace:
    """The first face, with what stands outside of the faces filled in where the face does not say it."""
    whole = _scryfall_face(value)
    return OracleFace(
        face.name,
        face.mana_cost or (whole.mana_cost.split(" // ")[0]),
        face.type_line or whole.type_line.split(" // ")[0],
        face.text,
        face.power if face.power is not None else whole.power,
        face.toughness if face.toughness is not None else whole.toughness,
        face.loyalty if face.loyalty is not None else whole.loyalty,
        face.defense if face.defense is not None else whole.defense,
        face.colors if face.colors is not None else whole.colors,
        face.color_indicator,
    )


def _mtgjson_face(value: Mapping[str, Any]) -> OracleFace:
    return OracleFace(
        name=_text(value, "faceName") or _text(value, "name", required=True) or "",
        mana_cost=_text(value, "manaCost") or "",
        type_line=_type_line(_text(value, "type") or ""),
        text=_text(value, "text") or "",
        power=_text(value, "power"),
        toughness=_text(value, "toughness"),
        loyalty=_text(value, "loyalty"),
        defense=_text(value, "defense"),
        colors=_colors(value, "colors"),
        color_indicator=_colors(value, "colorIndicator"),
    )


def _type_line(text: str) -> str:
    """A type line with the words of today: kindred was once called tribal."""
    return re.sub(r"\bTribal\b", "Kindred", text)


def _text(value: Mapping[str, Any], key: str, *, required: bool = False) -> Any:
    found = value.get(key)
    if found is None and not required:
        return None
    if isinstance(found, int | float) and not isinstance(found, bool) and not required:  # powers, loyalty
        found = str(found)
    if not isinstance(found, str) or (required and not found):
        what = "nothing" if found is None else _kind(found)
        raise MalformedError(f"expected a text under {key!r}, found {what}")
    return found


def _colors(value: Mapping[str, Any], key: str) -> tuple[str, ...] | None:
    found = value.get(key)
    if found is None:
        return None
    if isinstance(found, str):  # some files write words, or letters in a row
        words = [COLOR_WORDS[word.lower()].value for word in found.split() if word.lower() in COLOR_WORDS]
        letters = words or [letter for letter in found if letter in "WUBRG"]
        return tuple(letters)
    if not isinstance(found, Sequence) or isinstance(found, str) or any(not isinstance(one, str) for one in found):
        raise MalformedError(f"expected a list of colors under {key!r}, found {_kind(found)}")
    return tuple(found)


def _kind(value: object) -> str:
    """What JSON calls it."""
    if value is None:
        return "nothing"
    for kinds, word in ((Mapping, "an object"), (str, "a text"), (bool, "true or false"), (int | float, "a number")):
        if isinstance(value, kinds):
            return word
    return "a list"
