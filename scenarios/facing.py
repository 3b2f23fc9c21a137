"""Questions about faces: what cards can result, mana values, what can be played, what transforming does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from model.errors import LimitError, MalformedError
from model.events import Merge, Transform
from model.rules import EDITION, Citation
from model.situation import Situation
from scenarios import checking, happenings
from scenarios.checking import at, known, mapping
from scenarios.happenings import References, Step
from solver.answers import outcomes
from solver.copying import face_of
from solver.faces import mana_value, names_of, why_value
from solver.layers import characteristics
from solver.playing import Playable, can_play
from solver.prohibiting import prohibited, source_of
from solver.transforming import EDITIONS, OLD_EDITION, transformation

Expected = tuple[tuple[str, Any], ...] | None
Found = tuple[str, Any, Citation]


@dataclass(frozen=True)
class Playing:
    """Who would play, and which cards; all of them where none is named."""

    player: str
    cards: tuple[str, ...] = ()
    now: bool = False


def read(kind: str, arguments: Any, answer: Any, refs: References, event: Any) -> tuple[tuple[Any, ...], Expected]:
    """What the question is about, and the expected answer. Raises MalformedError or UnknownNameError with the path."""
    path = f"question.{kind}"
    if kind == "faces" and arguments is None:
        if event is None:
            raise MalformedError("expected 'event': what puts cards together, or ids: {faces: [...]}", "event")
        return happenings.steps(event, "event", refs), _resulting(answer, refs)
    if kind == "can_play":
        return (_playing(arguments, path, refs),), _playable(answer)
    listed = arguments if isinstance(arguments, list) else [arguments]
    if kind == "transform":
        events = tuple(_transforming(part, at(path, place), refs) for place, part in enumerate(listed))
        return events, _by_id(answer, [event.permanent for event in events])
    ids = [refs.thing(part, at(path, place)) for place, part in enumerate(listed)]
    return tuple(ids), _by_id(answer, ids)


def _resulting(answer: Any, refs: References) -> Expected:
    if answer is None:
        return None
    entry = mapping(answer, "answer", "a mapping with 'faces'", ("chooser", "faces"))
    faces = checking.sequence(entry.get("faces"), "answer.faces", "a list of cards, each the names of its faces")
    result: list[tuple[str, Any]] = [("faces", sorted(checking.words(faces, "answer.faces")))]
    if "chooser" in entry:
        names = checking.words(entry["chooser"], "answer.chooser") if entry["chooser"] != [] else ()
        result.append(("chooser", [refs.player(name, "answer.chooser") for name in names]))
    return tuple(result)


def _playing(value: Any, path: str, refs: References) -> Playing:
    entry = mapping(value, path, "a mapping such as {player: you, cards: [...]}", ("player", "cards", "now"))
    cards = entry.get("cards", [])
    listed = cards if isinstance(cards, list) else [cards]
    found = tuple(refs.thing(one, at(at(path, "cards"), place)) for place, one in enumerate(listed))
    now = checking.flag(entry.get("now", False), at(path, "now"))
    return Playing(refs.player(entry.get("player"), at(path, "player")), found, now)


def _playable(answer: Any) -> Expected:
    """For each card each face: a list of costs, or ``{why_not: number of a rule}``."""
    if answer is None:
        return None
    result: list[tuple[str, Any]] = []
    for card, faces in mapping(answer, "answer", "a mapping of cards to their faces").items():
        path = at("answer", card)
        for face, value in mapping(faces, path, "a mapping of faces to ways to play them").items():
            if isinstance(value, dict):
                mapping(value, at(path, face), "a mapping", ("why_not",))
                result.append((f"{card}: {face}", value))
            else:
                result.append((f"{card}: {face}", list(checking.words(value, at(path, face)))))
    return tuple(result)


def _transforming(value: Any, path: str, refs: References) -> Transform:
    entry = {"permanent": value} if isinstance(value, str) else value
    entry = mapping(entry, path, "an id or a mapping", ("permanent", "converted", "own", "source"))
    return Transform(
        refs.thing(entry.get("permanent"), at(path, "permanent")),
        refs.thing(entry["source"], at(path, "source")) if "source" in entry else None,
        checking.flag(entry.get("converted", False), at(path, "converted")),
        checking.text(entry.get("own", ""), at(path, "own")),
    )


def _by_id(answer: Any, ids: list[str]) -> Expected:
    if answer is None:
        return None
    if len(ids) == 1 and not (isinstance(answer, Mapping) and ids[0] in answer):
        return ((ids[0], answer),)
    entry = mapping(answer, "answer", "a mapping of ids to what is expected")
    known(entry, ids, "answer", "id")
    return tuple(entry.items())


def edition_of(value: str) -> str:
    """The edition of the rules that a document names; empty for today's. Raises UnknownNameError for another one."""
    known([value], EDITIONS, "edition", "edition")
    return "" if EDITIONS[value] == EDITION else EDITIONS[value]


# --- answering -------------------------------------------------------------------------------------------------------


def values(kind: str, subjects: tuple[Any, ...], situation: Situation) -> Iterator[Found]:
    """What is asked about, its value as documents write it, and the rule that decides."""
    for subject in subjects if kind != "faces" or all(isinstance(one, str) for one in subjects) else ():
        match subject:
            case Playing(player, cards, now):
                yield from (_played(one) for one in can_play(player, situation, cards, now))
            case Transform():
                yield _transformed(subject, situation)
            case str() if kind == "mana_value":
                thing, has = situation.object(subject), characteristics(situation, subject)
                yield subject, mana_value(has, thing), why_value(has, thing)
            case str():
                why = Citation("109.3", "the names that it has where it is, and those that its card can have")
                card = situation.object(subject).printed
                has_now = list(face_of(situation.object(subject)).names)
                yield subject, {"here": has_now, "all": list(names_of(card))}, why
    if kind == "faces" and not all(isinstance(one, str) for one in subjects):
        yield from resulting(subjects, situation)


def resulting(steps: tuple[Step, ...], situation: Situation) -> Iterator[Found]:
    """The cards that can result from putting cards together, and who chooses. Raises LimitError beyond the limit."""
    found = outcomes(situation, *steps)
    if not found.complete:
        raise LimitError(found.limit)
    names = set()
    for outcome in found.outcomes:
        last = [event.into for event in outcome.events if isinstance(event, Merge) and event.into is not None][-1:]
        names |= {card.full_name for card in last}
    yield "faces", sorted(names), Citation("712.3", "the two cards are the faces of one modal double-faced card")
    yield "chooser", list(found.choosers), Citation("608.2d", "who carries out the instruction chooses")


def written(kind: str, found: list[tuple[str, Any]], situation: Situation) -> Any:
    """The answer as documents write it."""
    if kind == "can_play":
        result: dict[str, dict[str, Any]] = {}
        for about, value in found:
            ids = [thing.id for thing in situation.objects if about.startswith(f"{thing.id}: ")]
            card = max(ids, key=len)
            result.setdefault(card, {})[about.removeprefix(f"{card}: ")] = value
        return result
    if kind == "faces" and [about for about, _ in found] == ["faces", "chooser"]:
        faces, choosers = (value for _, value in found)
        return {"chooser": choosers[0] if len(choosers) == 1 else choosers, "faces": faces}
    return dict(found) if len(found) > 1 else found[0][1]


def _played(one: Playable) -> Found:
    return f"{one.card}: {one.face}", list(one.ways) or {"why_not": one.citation.rule}, one.citation


def _transformed(event: Transform, situation: Situation) -> Found:
    value, citation = _verdict(event, situation, situation.edition)
    other = "" if situation.edition else OLD_EDITION
    differs, _ = _verdict(event, situation, other or EDITION)
    if differs != value:
        value = {**value, "editions": {other or EDITION: differs}}
    return event.permanent, value, citation


def _verdict(event: Transform, situation: Situation, edition: str) -> tuple[dict[str, Any], Citation]:
    """What an instruction to transform does under an edition: ``{into: name}``, or ``{nothing: number of a rule}``."""
    found = transformation(event, situation, edition)
    if found.into is None:
        return {"nothing": found.citation.rule}, found.citation
    if (stop := prohibited(event, situation)) is not None:
        rule = "701.28f" if event.converted else "101.2"
        return {"nothing": rule}, Citation(rule, f"an effect of {source_of(stop)} says that it can't")
    return {"into": found.into.name}, found.citation
