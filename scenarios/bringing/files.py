"""The cards of a file: Scryfall's bulk files, MTGJSON's AtomicCards, JSON Lines with Scryfall's names; also packed.

Every card of the file is given one by one, as what it is or as why it is left out. Only English is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from model.errors import MalformedError
from scenarios.bringing.melding import linked
from scenarios.bringing.streaming import Stream
from scenarios.reading.records import OracleCard, from_mtgjson, from_scryfall, meld_cards

SCRYFALL = "Scryfall bulk file"
MTGJSON = "MTGJSON AtomicCards"
LINES = "JSON Lines"


class LeftOut(NamedTuple):
    """Something in the file that is not taken in: its name, and why, in a few words that stand for all like it."""

    name: str
    why: str


class Source:
    """A file of cards. ``form`` says what kind of file it is; ``translated`` how many entries had other languages too.

    Raises MalformedError, when it is opened or read, with the place of what is wrong and what was expected.
    """

    def __init__(self, path: str | Path) -> None:
        """Open the file and see what kind it is."""
        self.path = Path(path)
        if self.path.is_dir():
            raise MalformedError(f"{str(path)!r} is a folder; expected a file of cards")
        self._stream = Stream(self.path)
        self.size = max(1, self.path.stat().st_size)
        self.translated = 0
        first = self._stream.peek()
        if first == "":
            raise MalformedError(f"expected a file of cards ({_FORMS}), found an empty file", str(path))
        if first not in "[{":
            found = "a web page" if first == "<" else "something else"
            raise MalformedError(f"expected a file of cards ({_FORMS}), found {found}", str(path))
        self.form = SCRYFALL if first == "[" else ""

    def position(self) -> int:
        """How many bytes have been read."""
        return self._stream.position()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def cards(self) -> Iterator[OracleCard | LeftOut]:
        """Everything in the file, in order, but meld cards last."""
        return linked(self._all())

    def _all(self) -> Iterator[OracleCard | LeftOut]:
        if self.form == SCRYFALL:
            for place, value in enumerate(self._stream.items(), 1):
                yield self._scryfall(value, f"card {place}")
            return
        yield from self._object()

    def _object(self) -> Iterator[OracleCard | LeftOut]:
        """AtomicCards, or the first of several lines; what the first keys are tells which."""
        stream = self._stream
        first: dict[str, Any] = {}
        bare = False  # AtomicCards without what is around it
        for key in stream.names():
            if key == "data" and not (first.keys() - {"meta"}):
                self.form = MTGJSON
                if stream.peek() != "{":
                    raise stream.wrong(f"expected the object 'data' of AtomicCards, or another form ({_FORMS})")
                yield from self._atomic()
                continue
            value = stream.value()
            bare = bare or (not first and key not in {"meta", "name", "object"} and isinstance(value, list))
            if bare:
                self.form = MTGJSON
                yield from self._atomic_entry(key, value)
            elif self.form != MTGJSON:
                first[key] = value
        if self.form == MTGJSON:
            return
        self.form = LINES
        yield self._scryfall(first, "card 1")
        place = 1
        while found := stream.peek():
            if found != "{":
                raise stream.wrong("expected a card (an object) on a line of its own")
            place += 1
            yield self._scryfall(stream.value(), f"card {place}")

    def _atomic(self) -> Iterator[OracleCard | LeftOut]:
        for key in self._stream.names():
            yield from self._atomic_entry(key, self._stream.value())

    def _atomic_entry(self, key: str, entries: Any) -> Iterator[OracleCard | LeftOut]:
        if not isinstance(entries, list):
            other = isinstance(entries, Mapping) and "cards" in entries
            found = "a set of cards: this is AllPrintings" if other else "something else"
            raise self._stream.wrong(f"expected the list of faces of {key!r} as in AtomicCards, found {found}")
        try:
            if any(isinstance(entry, Mapping) and entry.get("foreignData") for entry in entries):
                self.translated += 1
            if entries and isinstance(entries[0], Mapping) and entries[0].get("layout") == "meld":
                for card in meld_cards(key, entries):
                    yield _kept(card)
            else:
                yield _kept(from_mtgjson(key, entries))
        except MalformedError as error:
            raise MalformedError(str(error), f"{self.path}, {key!r}") from None

    def _scryfall(self, value: Any, place: str) -> OracleCard | LeftOut:
        where = f"{self.path}, {place}"
        if not isinstance(value, Mapping):
            raise MalformedError(f"expected a card (an object), found {type(value).__name__}", where)
        kind = value.get("object", "card")
        if "name" not in value or kind != "card":
            raise MalformedError(_not_a_card(value, kind), where)
        if value.get("lang", "en") != "en":
            return LeftOut(str(value["name"]), "other languages than English")
        if value.get("set_type") in {"token", "memorabilia"} and value.get("layout") not in _ORDINARY:
            return LeftOut(str(value["name"]), "tokens")
        try:
            return _kept(from_scryfall(value))
        except MalformedError as error:
            raise MalformedError(str(error), f"{where} ({value['name']!r})") from None


_FORMS = "Scryfall's Oracle cards, MTGJSON's AtomicCards, or JSON Lines"
_ORDINARY = {"normal", "transform", "modal_dfc", "split", "adventure", "saga", "class", "flip", "leveler", "meld"}
#: Layouts of what is no card of a game of Magic as it is modelled here, and what they are called together.
_NO_CARDS = {
    "token": "tokens", "double_faced_token": "tokens", "emblem": "emblems", "art_series": "art cards",
    "planar": "planes and phenomena", "scheme": "schemes", "vanguard": "vanguards", "host": "hosts and augments",
    "augment": "hosts and augments", "front_card": "front cards",
}  # fmt: skip
_OTHER_TYPES = {
    "Card": "cards that are no Magic cards", "Emblem": "emblems", "Token": "tokens", "Plane": "planes and phenomena",
    "Phenomenon": "planes and phenomena", "Scheme": "schemes", "Vanguard": "vanguards", "Conspiracy": "conspiracies",
    "Host": "hosts and augments",
    "Dungeon": "dungeons", "Hero": "hero cards", "Stickers": "sticker sheets", "Attraction": "attractions",
}  # fmt: skip


def _kept(card: OracleCard) -> OracleCard | LeftOut:
    """The card, unless it is none of those that decks are made of."""
    if card.layout in _NO_CARDS:
        return LeftOut(card.name, _NO_CARDS[card.layout])
    words = card.faces[0].type_line.partition("\u2014")[0].split()
    for word in words:
        if word in _OTHER_TYPES:
            return LeftOut(card.name, _OTHER_TYPES[word])
    if not words:
        return LeftOut(card.name, "cards without a type line")
    return card


def _not_a_card(value: Mapping[str, Any], kind: Any) -> str:
    if "download_uri" in value or kind == "bulk_data":
        return "this describes a bulk file and is not the file itself: open its 'download_uri'"
    if kind == "list":
        return "this is a page of Scryfall's answers, not a bulk file: expected a list of cards"
    if "comment" in value and "oracle_id" in value:
        return "these are rulings; expected cards (the file 'Oracle Cards')"
    keys = ", ".join(str(key) for key in list(value)[:5]) or "nothing"
    return f"expected a card with a 'name', found an object with {keys}"
