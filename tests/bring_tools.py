"""Small files of invented cards in every form that is read, for the tests of importing."""

import gzip
import json
from pathlib import Path
from typing import Any

#: Invented cards: what is understood of them does not hang on how far the reader has come.
ELF: dict[str, Any] = {
    "object": "card", "lang": "en", "name": "Oddball Elf", "layout": "normal", "mana_cost": "{G}",
    "type_line": "Creature \u2014 Elf", "oracle_text": "{T}: Add {G}.", "power": "1", "toughness": "1", "colors": ["G"],
}  # fmt: skip
BIRD = {
    **ELF,
    "name": "Oddball Bird",
    "mana_cost": "{1}{U}",
    "type_line": "Creature \u2014 Bird",
    "oracle_text": "Flying",
    "colors": ["U"],
}
PLAIN = {
    **ELF,
    "name": "Oddball Ox",
    "mana_cost": "{1}{W}",
    "type_line": "Creature \u2014 Ox",
    "oracle_text": "",
    "colors": ["W"],
}
JUGGLER = {**ELF, "name": "Oddball Juggler", "oracle_text": "Vigilance\nCreatures you juggle can't be sneezed at."}
GROVE = {
    "object": "card",
    "lang": "en",
    "name": "Oddball Grove",
    "layout": "normal",
    "mana_cost": "",
    "type_line": "Land",
    "oracle_text": "{T}: Add {G}.\n{2}, {T}: Juggle three target Elves at once.",
    "colors": [],
}
HERALD = {**ELF, "name": "Oddball Herald", "oracle_text": "When Oddball Herald enters, juggle everything."}
TWO: dict[str, Any] = {
    "object": "card", "lang": "en", "name": "Oddball Day // Oddball Night", "layout": "transform",
    "card_faces": [
        {"name": "Oddball Day", "mana_cost": "{2}{G}", "type_line": "Creature \u2014 Elf", "oracle_text": "Vigilance",
         "power": "2", "toughness": "2", "colors": ["G"]},
        {"name": "Oddball Night", "mana_cost": "", "type_line": "Creature \u2014 Wolf", "oracle_text": "Trample",
         "power": "4", "toughness": "4", "colors": ["G"], "color_indicator": ["G"]},
    ],
}  # fmt: skip
TOKEN = {**ELF, "name": "Oddball", "layout": "token", "set_type": "token"}
ART = {**ELF, "name": "Oddball Art", "layout": "art_series", "type_line": "Card"}
GERMAN = {**ELF, "name": "Oddball Elf", "lang": "de", "printed_name": "Komischer Elf"}
CARDS = (ELF, BIRD, PLAIN, JUGGLER, GROVE, HERALD, TWO)


def scryfall(path: Path, cards: tuple = (*CARDS, TOKEN, ART, GERMAN)) -> Path:
    """A bulk file as Scryfall writes it: one huge array, a card on each line."""
    path.write_text(
        "[\n" + ",\n".join(json.dumps(card, ensure_ascii=False) for card in cards) + "\n]\n", encoding="utf-8"
    )
    return path


def lines(path: Path, cards: tuple = CARDS) -> Path:
    """JSON Lines."""
    path.write_text("".join(json.dumps(card, ensure_ascii=False) + "\n" for card in cards), encoding="utf-8")
    return path


def packed(path: Path, source: Path) -> Path:
    """A file packed by gzip."""
    path.write_bytes(gzip.compress(source.read_bytes()))
    return path


def atomic(path: Path, cards: tuple = CARDS) -> Path:
    """AtomicCards as MTGJSON writes it."""
    data = {str(card["name"]): _faces(card) for card in cards}
    path.write_text(json.dumps({"meta": {"date": "2026-01-01"}, "data": data}, ensure_ascii=False), encoding="utf-8")
    return path


def _faces(card: dict) -> list[dict]:
    parts = card.get("card_faces")
    if parts is None:
        return [_atomic(card, card)]
    return [{**_atomic(part, card), "faceName": part["name"], "side": "ab"[place]} for place, part in enumerate(parts)]


def _atomic(part: dict, card: dict) -> dict:
    names = {
        "mana_cost": "manaCost",
        "type_line": "type",
        "oracle_text": "text",
        "power": "power",
        "toughness": "toughness",
    }
    found = {new: part[old] for old, new in names.items() if part.get(old)}
    other = [{"language": "German", "name": "Etwas", "text": "Irgendwas."}] if part["name"] == "Oddball Elf" else []
    more = {"colorIndicator": part["color_indicator"]} if "color_indicator" in part else {}
    whole = {"name": card["name"], "layout": card["layout"], "colors": part.get("colors", []), "foreignData": other}
    return {**whole, **found, **more}


def many(number: int) -> tuple:
    """So many cards of different names."""
    return tuple({**ELF, "name": f"Oddball Elf {place}", "power": str(place % 7)} for place in range(number))
