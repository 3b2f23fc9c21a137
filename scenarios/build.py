"""Builds a scenario from a document: the situation, what would happen, the question, and the expected answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from model.actions import TapForMana
from model.cards import Card, Face
from model.errors import MalformedError, UnknownNameError
from model.mana import ManaCost
from model.objects import GameObject
from model.players import Player
from model.production import TYPE_LETTERS
from model.situation import Situation
from model.zones import CONTROLLED, ZONES, Zone
from scenarios import catalogue, happenings, partly, said_targets
from scenarios.answers import Answer, read_answer
from scenarios.checking import at, known, within
from scenarios.documents import ZONE_KEYS, Document, ObjectEntry
from scenarios.entering import choices_made
from scenarios.floating import with_effects
from scenarios.happenings import References, Step
from scenarios.question_kinds import KINDS, REASONED, subject
from scenarios.spelling import CUT, choices, hint
from solver.faces import copied_card

if TYPE_CHECKING:
    from scenarios.questions import Asked
    from scenarios.reasoning import Reasoning

STEPS = (
    "untap", "upkeep", "draw", "main", "beginning of combat", "declare attackers", "declare blockers", "combat damage",
    "end of combat", "second main", "end", "cleanup",
)  # fmt: skip
#: Every question of a document.
QUESTIONS = ("outcomes", "mana", *KINDS, *REASONED)


@dataclass(frozen=True)
class Question:
    """What a document asks: its kind, and what stands beside it."""

    kind: str
    arguments: Any = None


@dataclass(frozen=True)
class Scenario:
    """A document as values: what the solver works on, and what the answer is compared with.

    Each step is a tuple of events and special actions that happen at the same time. ``asked`` is there for questions
    that are answered by values (scenarios.questions), ``reasoning`` for those about orders, strategies and reasons
    (scenarios.reasoning).
    """

    document: Document
    situation: Situation
    steps: tuple[Step, ...]
    question: Question
    answer: Answer | None = None
    asked: Asked | None = None
    reasoning: Reasoning | None = None

    @property
    def title(self) -> str:
        """The document's title."""
        return self.document.title


#: Questions by values whose ``event`` is part of what they ask, or that say themselves what happens before.
_WITHOUT_EVENT = ("faces", "count", "format_legal")


def build(document: Document) -> Scenario:
    """The scenario of a document.

    Raises MalformedError or UnknownNameError with the path of what is wrong, and OutOfScopeError for an event that is
    understood but not modelled yet.
    """
    question = _question(document)
    for part in _events(document.event):
        happenings.verb_of(part, "event", happenings.SPECIAL)
    situation = build_situation(document)
    partly.refuse(situation, *subject(question.kind, question.arguments), document.event)
    refs = References(situation)
    if question.kind in KINDS:
        from scenarios import questions

        asked = questions.read(question.kind, question.arguments, document.answer, refs, document.event)
        if document.event is not None and question.kind not in _WITHOUT_EVENT:
            from scenarios.afterward import situation_after

            steps = happenings.steps(document.event, "event", refs)
            of = partial(questions.values, question.kind, asked)
            situation = situation_after(situation, steps, lambda after: repr(of(after)))
        return Scenario(document, situation, (), question, None, asked)
    if question.kind in REASONED:
        from scenarios import reasoning

        found = reasoning.read(question.kind, question.arguments, document.answer, refs, document.event)
        return Scenario(document, situation, found.steps, question, reasoning=found)
    if question.kind == "mana":
        permanent = refs.thing(question.arguments, "question.mana")
        answer = read_answer(document.answer, "answer", refs) if document.answer is not None else None
        return Scenario(document, situation, ((TapForMana(permanent),),), question, answer)
    if document.event is None:
        raise MalformedError("expected 'event': what would happen", "event")
    steps = happenings.steps(document.event, "event", refs)
    answer = read_answer(document.answer, "answer", refs) if document.answer is not None else None
    return Scenario(document, situation, steps, question, answer)


def _events(event: Any) -> Iterator[Any]:
    """The single events of ``event``, as far as it has the right form."""
    if isinstance(event, dict) and "in_order" in event:
        event = event["in_order"]
    if isinstance(event, list):
        for part in event:
            yield from _events(part)
    elif isinstance(event, dict) and len(event) == 1:
        yield event


def _question(document: Document) -> Question:
    if isinstance(document.question, str):
        kind, arguments = document.question, None
    else:
        if len(document.question) != 1:
            cut = CUT if None in document.question.values() else ""
            raise MalformedError(
                f"expected one question, found {choices(document.question) or 'none'}{cut}", "question"
            )
        ((kind, arguments),) = document.question.items()
    known([kind], QUESTIONS, "question", "question")
    return Question(kind, arguments)


# --- the situation ---------------------------------------------------------------------------------------------------


def build_situation(document: Document) -> Situation:
    """The situation of a document. Raises MalformedError or UnknownNameError with the path of what is wrong."""
    players = document.players
    doubled = [name for name, times in Counter(players).items() if times > 1]
    if doubled:
        raise MalformedError(f"expected different names, found {doubled[0]!r} twice", "players")
    for key in (*ZONE_KEYS, "life", "mana_pool", "player_counters", "drawn_this_turn", "drawn_this_step", "history"):
        for name in getattr(document, key):
            if name not in players:
                raise UnknownNameError(
                    f"there is no player {name!r}{hint(name, players)} (players: {choices(players)})", at(key, name)
                )
    active = document.active or players[0]
    if active not in players:
        raise UnknownNameError(f"there is no player {active!r}{hint(active, players)}", "active")
    known([document.step], STEPS, "step", "step")

    placed = list(_placed(document))
    ids = _ids(placed, players)
    first = [_object(thing, name, place) for place, (thing, name) in enumerate(zip(placed, ids, strict=True), start=1)]
    by_id = {thing.id: thing for thing in first}
    things = tuple(_settled(thing, found, by_id, players) for thing, found in zip(placed, first, strict=True))
    blocked = {ref for thing in things for ref in thing.blocking}
    things = tuple(replace(thing, blocked=True) if thing.id in blocked else thing for thing in things)
    situation = Situation(
        tuple(_kept(_player(name, document, things)) for name in players),
        active,
        things,
        step=document.step,
        edition=_edition(document.edition),
        history=tuple(f"{fact}: {name}" for name, facts in document.history.items() for fact in facts),
        next_timestamp=max((thing.timestamp for thing in things), default=0) + 1,
    )
    return with_effects(document, situation)


@dataclass(frozen=True)
class _Placed:
    """An entry of the document with where it stands."""

    entry: ObjectEntry
    zone: Zone
    player: str
    path: str

    def at(self, key: str) -> str:
        """The path of a part; an entry that is a name alone has no parts."""
        return self.path if self.entry.model_fields_set == {"card"} else at(self.path, key)


def _edition(value: str | None) -> str:
    """The edition of the rules that a document names; empty for today's."""
    if value is None:
        return ""
    from scenarios.facing import edition_of

    return edition_of(value)


_UNKNOWN = {
    Zone.LIBRARY: "unknown_library",
    Zone.HAND: "unknown_hand",
    Zone.GRAVEYARD: "unknown_graveyard",
    Zone.EXILE: "unknown_exile",
}


def _placed(document: Document) -> Iterator[_Placed]:
    for key in ZONE_KEYS:
        for player, entries in getattr(document, key).items():
            path = at(key, player)
            for index, entry in enumerate(entries):
                if isinstance(entry, ObjectEntry):
                    yield _Placed(entry, ZONES[key], player, at(path, index))
                elif ZONES[key] not in _UNKNOWN:
                    raise MalformedError(f"expected a card, found the number {entry}", at(path, index))
                elif key == "library" and isinstance(entries[-1], ObjectEntry):
                    raise MalformedError(
                        "expected the number of unknown cards last, below the known ones", at(path, index)
                    )


def _ids(placed: Iterable[_Placed], players: list[str]) -> list[str]:
    """An id for each object: its own, or its name with a number for further ones. Raises MalformedError on doubles."""
    taken = set(players)
    placed = list(placed)
    for thing in placed:
        if (name := thing.entry.id) is not None:
            if name in taken:
                what = "a player" if name in players else "another object"
                raise MalformedError(
                    f"expected an id of its own, found {name!r}, which is the name of {what}", thing.at("id")
                )
            taken.add(name)
    ids = []
    numbers: Counter[str] = Counter()
    for thing in placed:
        name = base = thing.entry.id or thing.entry.card or thing.entry.name or "object"
        while thing.entry.id is None and name in taken:
            numbers[base] += 1
            name = f"{base} {numbers[base] + 1}"
        taken.add(name)
        ids.append(name)
    return ids


#: What an entry says that tells no more than which card it is.
_NAMED = frozenset({"card", "id"})


def _object(placed: _Placed, name: str, place: int) -> GameObject:
    if placed.entry.card is None or not placed.entry.model_fields_set <= _NAMED:
        return _made(placed, name, place)
    with within(placed.at("card")):
        return _named(placed.entry.card, placed.zone, placed.player, name, place)


@lru_cache(maxsize=4096)
def _named(card: str, zone: Zone, player: str, name: str, place: int) -> GameObject:
    """An object of which nothing is said but its card: the very same one for the next document that says so."""
    return _made(_Placed(ObjectEntry.model_validate({"card": card}), zone, player, ""), name, place)


def _made(placed: _Placed, name: str, place: int) -> GameObject:
    entry, zone = placed.entry, placed.zone
    card, token = _card(placed)
    face = _face(card, placed)
    counters = {**(_counters_of_its_own(card.faces[face], entry) if zone is Zone.BATTLEFIELD else {}), **entry.counters}
    return GameObject(
        name,
        card,
        zone,
        entry.owner or placed.player,
        placed.player if zone in CONTROLLED else None,
        face,
        token,
        entry.tapped,
        tuple(sorted((kind, count) for kind, count in counters.items() if count)),
        entry.damage,
        chosen=choices_made(entry.chosen, placed.at("chosen")),
        timestamp=place if entry.timestamp is None else entry.timestamp,
        blocked=entry.blocked,
        controlled_since_turn_began=entry.controlled_since_turn_began,
        x=entry.x,
        flags=tuple(entry.flags),
        counter_times=tuple(sorted(entry.counter_timestamps.items())),
    )


_INLINE = ("name", "cost", "type", "colors", "power", "toughness", "loyalty", "defense", "abilities")


def _card(placed: _Placed) -> tuple[Card, bool]:
    """The card of an entry, and whether it is a token."""
    entry = placed.entry
    own = [key for key in _INLINE if key in entry.model_fields_set]
    if entry.card is None:
        if not own:
            raise MalformedError("expected 'card', or 'name' and 'type' for an object without one", placed.path)
        from scenarios import notation

        inline = {key: getattr(entry, key) for key in own if getattr(entry, key) is not None}
        return notation.card({**inline, "token": entry.token}, placed.path), entry.token
    if own:
        raise MalformedError(
            f"expected either 'card' or characteristics of its own, found 'card' and {own[0]!r}", placed.path
        )
    with within(placed.at("card")):
        if entry.token and catalogue.is_token(entry.card):
            return catalogue.token(entry.card), True
        if not catalogue.is_card(entry.card) and catalogue.is_token(entry.card):
            return catalogue.token(entry.card), True
        return catalogue.find_partly(entry.card), entry.token


def _counters_of_its_own(face: Face, entry: ObjectEntry) -> dict[str, int]:
    """306.5b, 310.4b: a planeswalker or battle of which nothing else is said has the counters that it entered with."""
    if entry.copy_of is not None or "face-down" in entry.flags:
        return {}
    sorts = (("loyalty", "planeswalker", face.loyalty), ("defense", "battle", face.defense))
    return {kind: number for kind, type_, number in sorts if number and type_ in face.type_line.types}


def _face(card: Card, placed: _Placed) -> int:
    face = placed.entry.face
    names = [one.name for one in card.faces]
    if face is None:  # called by the name of a face: that one is up
        called = placed.entry.card if placed.zone in CONTROLLED else None
        return names.index(called) if called in names else 0
    if isinstance(face, int):
        if not 0 <= face < len(names):
            raise MalformedError(f"expected a face from 0 to {len(names) - 1}, found {face}", placed.at("face"))
        return face
    known([face], names, placed.at("face"), "face")
    return names.index(face)


def _settled(placed: _Placed, thing: GameObject, things: Mapping[str, GameObject], players: list[str]) -> GameObject:
    """The object with what refers to other objects and players."""
    entry = placed.entry
    if entry.model_fields_set <= _NAMED:
        return thing

    def reference(name: str, path: str, what: str = "player or object") -> str:
        if not ("player" in what and name in players) and not ("object" in what and name in things):
            among = [*(players if "player" in what else []), *(things if "object" in what else [])]
            raise UnknownNameError(
                f"there is no {what} {name!r}{hint(name, among)} (there are: {choices(among)})", path
            )
        return name

    reference(thing.owner, placed.at("owner"), "player")
    attacking = entry.attacking
    if attacking is True:
        after = players.index(placed.player) + 1
        attacking = (players[after:] + players[: after - 1] or [placed.player])[0]
    elif isinstance(attacking, str):
        reference(attacking, placed.at("attacking"))
    blocking = [entry.blocking] if isinstance(entry.blocking, str) else entry.blocking or []
    if entry.attached_to is not None:
        reference(entry.attached_to, placed.at("attached_to"))
    copied = None
    if entry.copy_of is not None:
        if entry.copy_of in things:
            copied = copied_card(things[entry.copy_of])
        else:
            with within(placed.at("copy_of")):
                card = catalogue.find(entry.copy_of)
            place = next((n for n, one in enumerate(card.faces) if one.name == entry.copy_of), 0)
            copied = copied_card(GameObject("", card, Zone.BATTLEFIELD, "", face=place))
    return replace(
        thing,
        card=said_targets.as_read(thing.card) if entry.targets and thing.zone is Zone.STACK else thing.card,
        attached_to=entry.attached_to,
        attacking=attacking or None,
        blocking=tuple(reference(name, at(placed.at("blocking"), i), "object") for i, name in enumerate(blocking)),
        targets=tuple(reference(name, at(placed.at("targets"), i)) for i, name in enumerate(entry.targets)),
        copied=copied,
        exiled_with=_exiled_with(entry.exiled_with, things, placed),
    )


def _exiled_with(name: str | None, things: Mapping[str, GameObject], placed: _Placed) -> tuple[str, int] | None:
    """The object whose linked ability exiled this one. Raises UnknownNameError where there is none of this name."""
    if name is None:
        return None
    if name not in things:
        raise UnknownNameError(f"there is no object {name!r}{hint(name, things)}", placed.at("exiled_with"))
    return name, things[name].timestamp


@lru_cache(maxsize=256)
def _kept(player: Player) -> Player:
    """The very same player for the next document that has an equal one."""
    return player


def _player(name: str, document: Document, things: tuple[GameObject, ...]) -> Player:
    unknown: dict[str, Any] = {
        field: sum(entry for entry in getattr(document, zone.value).get(name, []) if isinstance(entry, int))
        for zone, field in _UNKNOWN.items()
    }
    if name not in document.library:
        unknown.pop("unknown_library")
    return Player(
        name,
        document.life.get(name, 20),
        tuple(sorted((kind, count) for kind, count in document.player_counters.get(name, {}).items() if count)),
        tuple(thing.id for thing in things if thing.zone is Zone.LIBRARY and thing.owner == name),
        drawn_this_turn=document.drawn_this_turn.get(name, 0),
        drawn_this_step=document.drawn_this_step.get(name, 0),
        mana=_pool(name, document),
        **unknown,
    )


def _pool(name: str, document: Document) -> tuple[tuple[str, int], ...] | None:
    """The mana in a player's pool; where the document speaks of no pool at all, nothing is known of any.

    A number is that much mana of a type that is not told, which pays for generic mana only. Parts are set off by
    commas; words behind the symbols of a part tell of their source: ``{G}{G}, {R} snow``.
    """
    if "mana_pool" not in document.model_fields_set:
        return None
    path = at("mana_pool", name)
    number: Counter[str] = Counter()
    for part in document.mana_pool.get(name, "").split(","):
        cut = part.rfind("}") + 1
        marks = " ".join(("", *part[cut:].split())) if cut else ""
        with within(path):
            symbols = ManaCost.parse(part[:cut] if cut else part).symbols
        for symbol in symbols:
            if symbol.isdigit():
                number["?" + marks] += int(symbol)
            else:
                known([symbol], TYPE_LETTERS, path, "type of mana")
                number[symbol + marks] += 1
    return tuple(sorted(number.items()))
