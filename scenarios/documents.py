"""The form of scenario documents, and how texts become documents (docs/notation.md, "Scenario documents")."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
)

from model.errors import MalformedError, UnknownNameError
from scenarios.checking import at, describe, wrong
from scenarios.lines import line_of, located
from scenarios.loading import load, read_file
from scenarios.spelling import CUT, choices, hint

_Count = Annotated[StrictInt, Field(ge=0)]
_Counters = dict[StrictStr, _Count]


class _Closed(BaseModel):
    """A mapping with a closed set of keys."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


class ObjectEntry(_Closed):
    """A card, token or other object where it is, with its status. A text alone is the name of a card."""

    card: StrictStr | None = Field(None, description="The name of a card or token of the catalogue")
    id: StrictStr | None = Field(None, description="How the document refers to it; its name where nothing is said")
    token: StrictBool = Field(False, description="Whether it is a token")
    owner: StrictStr | None = Field(None, description="Its owner; the zone's player where nothing is said")
    tapped: StrictBool = False
    counters: _Counters = Field(default_factory=dict, description="Its counters by kind")
    counter_timestamps: _Counters = Field(
        default_factory=dict, description="When kinds of counters were put on it; with it if not said"
    )
    damage: _Count = Field(0, description="The damage marked on it")
    face: StrictStr | StrictInt | None = Field(None, description="The face that is up: its name, or its place from 0")
    attached_to: StrictStr | None = Field(None, description="The object or player it is attached to")
    controlled_since_turn_began: StrictBool = True
    chosen: dict[StrictStr, StrictStr] = Field(
        default_factory=dict, description="What was chosen for it: color, name, type, player ..."
    )
    copy_of: StrictStr | None = Field(None, description="The card, or the object of the document, that it is a copy of")
    timestamp: StrictInt | None = Field(
        None, description="When it got there; the place in the list where nothing is said"
    )
    attacking: StrictStr | StrictBool | None = Field(None, description="The player or permanent it attacks, or true")
    blocking: StrictStr | list[StrictStr] | None = Field(None, description="The attackers it blocks")
    blocked: StrictBool = False
    x: _Count = Field(0, description="The X it was cast with")
    flags: list[StrictStr] = Field(default_factory=list, description="Facts about how it was cast: kicked ...")
    targets: list[StrictStr] = Field(default_factory=list, description="Its targets: ids or players")
    exiled_with: StrictStr | None = Field(None, description="The object whose ability exiled it, if it refers to it")
    name: StrictStr | None = Field(None, description="For an object without a card: its name")
    cost: StrictStr | None = None
    type: StrictStr | None = Field(None, description="For an object without a card: its type line")
    colors: list[StrictStr] | None = None
    power: StrictInt | None = None
    toughness: StrictInt | None = None
    loyalty: StrictInt | None = None
    defense: StrictInt | None = None
    abilities: list[Any] | None = None


def _named(value: object) -> object:
    return {"card": value} if isinstance(value, str) else value


def _listed(value: object) -> object:
    return [value] if isinstance(value, int) and not isinstance(value, bool) else value


_Entry = Annotated[ObjectEntry, BeforeValidator(_named, json_schema_input_type=StrictStr | ObjectEntry)] | _Count
_Cards = Annotated[list[_Entry], BeforeValidator(_listed, json_schema_input_type=list[_Entry] | _Count)]
_Zone = dict[StrictStr, _Cards]


class Resolved(_Closed):
    """A spell or ability that resolved earlier this turn, for the effects that it made."""

    card: StrictStr | None = Field(None, description="The spell's card")
    ability_of: StrictStr | None = Field(None, description="The object, or the card, whose ability it was")
    ability: StrictInt = Field(1, ge=1, description="Which of its activated and triggered abilities, counted from 1")
    controller: StrictStr | None = None
    targets: list[StrictStr] = Field(default_factory=list)
    x: _Count = 0
    source: StrictStr | None = Field(None, description="The source that was chosen")
    chosen: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    flags: list[StrictStr] = Field(default_factory=list, description="Facts about how it was cast: kicked ...")
    times: StrictInt = Field(1, ge=1, description="How often it resolved")
    timestamp: _Count | None = Field(None, description="When its effects started; after everything if nothing is said")
    id: StrictStr | None = None


class Document(_Closed):
    """A scenario: a situation, what would happen, a question about it, and the expected answer."""

    title: StrictStr = ""
    case: StrictStr | None = Field(None, description="The case this document restates")
    note: StrictStr | None = None
    rules: list[StrictStr] = Field(
        default_factory=list, description="Numbers of the rules that the answer follows from"
    )
    edition: StrictStr | None = Field(None, description="The edition of the rules asked about")
    players: list[StrictStr] = Field(
        default_factory=lambda: ["you", "opponent"], min_length=1, description="The players in turn order"
    )
    active: StrictStr | None = Field(None, description="The active player; the first where nothing is said")
    step: StrictStr = Field("main", description="The step or phase of the turn")
    life: dict[StrictStr, StrictInt] = Field(default_factory=dict, description="Life totals; 20 where nothing is said")
    battlefield: _Zone = Field(default_factory=dict)
    hand: _Zone = Field(default_factory=dict)
    library: _Zone = Field(
        default_factory=dict, description="Libraries, top card first; a number is that many unknown cards"
    )
    graveyard: _Zone = Field(default_factory=dict)
    exile: _Zone = Field(default_factory=dict)
    command: _Zone = Field(default_factory=dict)
    stack: _Zone = Field(default_factory=dict)
    mana_pool: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    player_counters: dict[StrictStr, _Counters] = Field(default_factory=dict)
    drawn_this_turn: dict[StrictStr, _Count] = Field(default_factory=dict)
    drawn_this_step: dict[StrictStr, _Count] = Field(default_factory=dict)
    history: dict[StrictStr, list[StrictStr]] = Field(
        default_factory=dict, description="Facts about each player's turn: played a land"
    )
    resolved: list[Resolved] = Field(default_factory=list)
    effects: list[dict[StrictStr, Any]] = Field(
        default_factory=list, description="Effects without a card, in the notation of cards"
    )
    event: dict[StrictStr, Any] | list[dict[StrictStr, Any]] | None = Field(None, description="What would happen")
    question: StrictStr | dict[StrictStr, Any] = Field("outcomes", description="What is asked")
    answer: Any = Field(None, description="What a test expects")

    #: The text that it was read from, and which document of that text it is; no text if it was not.
    _text: str = PrivateAttr("")
    _number: int = PrivateAttr(1)
    #: Whether its question is another than that of the text.
    _rephrased: bool = PrivateAttr(False)

    @contextmanager
    def located(self) -> Iterator[None]:
        """Give errors about this document the line of the text that it was read from, if it was."""
        with located(self._text, self._number, "question" if self._rephrased else ""):
            yield

    def asking(self, question: Any) -> Document:
        """This document with another question, and without an expected answer."""
        other = self.model_copy(update={"question": question, "answer": None})
        other._rephrased = True
        return other


ZONE_KEYS = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")


def read_documents(text: str) -> tuple[Document, ...]:
    """The scenario documents of a YAML or JSON text, in order.

    Raises MalformedError or UnknownNameError with the path, what was found, what was expected, and the nearest
    spelling; where several things are wrong, one line each.
    """
    values = load(text)
    if not values:
        raise MalformedError("expected a scenario document, found nothing")
    several = len(values) > 1
    return tuple(
        validate(value, f"document {number}" if several else "", text, number) for number, value in enumerate(values, 1)
    )


def read_document(text: str) -> Document:
    """The one scenario document of a text. Raises as ``read_documents``, and when there are several."""
    found = read_documents(text)
    if len(found) > 1:
        raise MalformedError(f"expected one scenario document, found {len(found)}")
    return found[0]


def documents_in(path: str | Path) -> tuple[Document, ...]:
    """The scenario documents of a file. Raises as ``read_documents``, and when the file can't be read."""
    return read_documents(read_file(path))


def validate(value: object, prefix: str = "", text: str = "", number: int = 1) -> Document:
    """A document from plain values. Raises as ``read_documents``; ``prefix`` stands before every path.

    ``text`` is what the values were read from, and ``number`` which document of it they are; without a text no lines
    are told.
    """
    if not isinstance(value, dict):
        raise MalformedError(
            f"expected a scenario document (a mapping with keys such as 'battlefield'), found {describe(value)}"
        )
    try:
        document = Document.model_validate(value)
    except ValidationError as error:
        found = _translated(error, value)
        for one in found:
            one.line = line_of(text, one.path, number)
            one.path = f"{prefix}: {one.path}" if prefix else one.path
        found.sort(key=lambda one: one.line)
        if error.error_count() > _MOST:
            found.append(MalformedError(f"{error.error_count()} findings in all", "and more"))
        found[0].message = "\n".join([found[0].message, *map(str, found[1:])])
        raise found[0] from None
    document._text, document._number = text, number
    return document


def _translated(error: ValidationError, value: dict[str, Any]) -> list[MalformedError]:
    """Pydantic's findings as errors of ours: for each path, what was expected and what was found."""
    expected: dict[str, list[str]] = {}
    unknown: dict[str, str] = {}
    found: dict[str, object] = {}
    for detail in error.errors(include_url=False, include_context=True)[:_MOST]:
        path, part, model = _walk(detail["loc"], value)
        if detail["type"] == "extra_forbidden":
            key = str(detail["loc"][-1])
            keys = list(model.model_fields)
            meant = hint(key, keys) or (CUT if part is None else "")
            unknown[path] = f"unknown key {key!r}{meant} (expected one of: {choices(keys, 40)})"
            continue
        found[path] = part
        wanted = _WANTED.get(detail["type"]) or detail["msg"].removeprefix("Input should be ").lower()
        if detail["type"] == "greater_than_equal":
            wanted = f"a number of at least {detail['ctx']['ge']}"
        expected.setdefault(path, [])
        if wanted not in expected[path]:
            expected[path].append(wanted)
    inner = (*unknown, *expected)
    return [UnknownNameError(message, path) for path, message in unknown.items()] + [
        wrong(found[path], " or ".join(wants) + _example(path), path)
        for path, wants in expected.items()
        if path not in unknown and not any(other.startswith(path) and other != path for other in inner)
    ]


def _example(path: str) -> str:
    """How the value at a path is written, where that helps."""
    zone, _, player = path.partition(".")
    shown = _EXAMPLES.get(path.rpartition(".")[2])
    if zone in ZONE_KEYS and not set(player) & set(".["):
        shown = "[Forest, {card: Grizzly Bears, id: bear}]" if player else "{you: [Forest]}"
    return f", such as {shown}" if shown else ""


_EXAMPLES = {
    "life": "{you: 20}", "mana_pool": '{you: "{G}{G}"}', "history": "{you: [played a land]}", "rules": '["616.1"]',
    "players": "[you, opponent]", "counters": "{+1/+1: 2}", "event": "{draw: {player: you, count: 2}}",
    "chosen": "{color: red}", "targets": "[bear]", "flags": "[kicked]", "player_counters": "{you: {poison: 1}}",
    "drawn_this_turn": "{you: 1}", "drawn_this_step": "{you: 1}",
    "effects": "[{when: {deal_damage: {to: you}}, prevent: all}]",
    "resolved": "[{card: Giant Growth, targets: [bear]}]",
}  # fmt: skip


#: So many findings of pydantic are told at once.
_MOST = 20
_WANTED = {
    "string_type": "a text", "int_type": "a whole number", "bool_type": "true or false", "list_type": "a list",
    "dict_type": "a mapping", "model_type": "a mapping", "model_attributes_type": "a mapping",
    "too_short": "at least one",
}  # fmt: skip


def _walk(loc: tuple[int | str, ...], value: Any) -> tuple[str, object, type[BaseModel]]:
    """The path of a finding in the document (without pydantic's names for parts of unions), the value, its model."""
    path, part = "", value
    model: type[BaseModel] = Document
    for index, key in enumerate(loc):
        if isinstance(part, dict) and key in part:
            path, part = at(path, str(key)), part[key]
            if key == "resolved":
                model = Resolved
            elif index == 0 and key in ZONE_KEYS:
                model = ObjectEntry
        elif isinstance(part, list) and isinstance(key, int) and key < len(part):
            path, part = at(path, key), part[key]
    return path, part, model
