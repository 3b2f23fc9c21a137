"""Questions that are answered by values, not by outcomes: can it be activated, what could it produce, what is it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from model.actions import Activate
from model.errors import MalformedError, OutOfScopeError
from model.production import TYPE_LETTERS
from model.rules import Citation
from model.situation import Situation
from model.zones import Zone
from scenarios import checking, choosing, counting, happenings, legality
from scenarios.checking import at, known
from scenarios.happenings import References
from scenarios.question_kinds import FACES, LISTED
from solver.activating import can_activate
from solver.could_produce import solve
from solver.describing import Description
from solver.describing import describe as of_object


@dataclass(frozen=True)
class Value:
    """One value of an answer: what it is about, the value as documents write it, and the rule that decides."""

    about: str
    value: Any
    citation: Citation


@dataclass(frozen=True)
class Asked:
    """What a question of this kind is about, and the values that the document expects, by what they are about."""

    subjects: tuple[Any, ...]
    expected: tuple[tuple[str, Any], ...] | None = None


def read(kind: str, arguments: Any, answer: Any, refs: References, event: Any = None) -> Asked:
    """The question and its expected answer. Raises MalformedError or UnknownNameError with the path."""
    path = f"question.{kind}"
    if kind in FACES:
        from scenarios import facing

        return Asked(*facing.read(kind, arguments, answer, refs, event))
    listed = arguments if isinstance(arguments, list) else [arguments]
    if kind in LISTED:
        subjects = tuple(_subject(kind, entry, at(path, place), refs) for place, entry in enumerate(listed))
        return Asked(subjects, _listed(answer, subjects, isinstance(arguments, list)))
    ids = tuple(refs.thing(entry, at(path, place)) for place, entry in enumerate(listed))
    for place, ref in enumerate(ids):
        if kind == "could_produce" and refs.situation.object(ref).zone is not Zone.BATTLEFIELD:
            raise MalformedError(f"expected a permanent, found {ref!r}", at(path, place))
    return Asked(ids, _by_id(kind, answer, ids))


Subject = Activate | choosing.Wanted | counting.Asked | legality.Asked


def _subject(kind: str, entry: Any, path: str, refs: References) -> Subject:
    if kind == "can_activate":
        return happenings.activation(entry, path, refs)
    if kind == "count":
        return counting.read(entry, path, refs)
    return legality.read(entry, path) if kind == "format_legal" else choosing.read(kind, entry, path, refs)


def _listed(answer: Any, subjects: tuple[Any, ...], several: bool) -> tuple[tuple[str, Any], ...] | None:
    """The expected answers, in order; one alone may stand without a list."""
    if answer is None:
        return None
    found = answer if isinstance(answer, list) and (several or len(subjects) > 1) else [answer]
    if not several and found == [answer] and isinstance(answer, list) and len(answer) == 1:
        found = answer if isinstance(answer[0], bool) else found
    if len(found) != len(subjects):
        raise MalformedError(f"expected {len(subjects)} answers, found {len(found)}", "answer")
    return tuple(
        (str(place + 1), _expected(subject, value, at("answer", place)))
        for place, (subject, value) in enumerate(zip(subjects, found, strict=True))
    )


def _expected(subject: Any, value: Any, path: str) -> Any:
    """True or false; a list where every way of choosing, or every number that is possible, is asked for."""
    if isinstance(subject, counting.Asked):
        return sorted(checking.number(one, path, least=0) for one in checking.sequence(value, path))
    if isinstance(subject, choosing.Wanted) and not subject.what:
        return sorted(sorted(way) if isinstance(way, list) else way for way in checking.sequence(value, path))
    return checking.flag(value, path)


def _by_id(kind: str, answer: Any, ids: tuple[str, ...]) -> tuple[tuple[str, Any], ...] | None:
    """The expected values of each id; for one id they may stand alone."""
    if answer is None:
        return None
    if isinstance(answer, list) and len(ids) == 1:
        answer = {ids[0]: answer}
    entry = checking.mapping(answer, "answer", "a mapping of ids to what is expected")
    if len(ids) == 1 and ids[0] not in entry:
        entry = {ids[0]: entry}
    known(entry, ids, "answer", "id")
    result: list[tuple[str, Any]] = []
    for ref, value in entry.items():
        where = at("answer", ref)
        if kind == "could_produce":
            inner = value["types"] if isinstance(value, Mapping) and set(value) == {"types"} else value
            result.append((ref, _types(inner, where)))
        else:
            described = checking.mapping(value, where, "a mapping of characteristics", tuple(_DESCRIBED))
            result.append((ref, {key: _plain(key, part, at(where, key)) for key, part in described.items()}))
    return tuple(result)


def _types(value: Any, path: str) -> list[str]:
    letters = checking.words(value, path) if value != [] else ()
    known(letters, TYPE_LETTERS, path, "type of mana")
    return [letter for letter in TYPE_LETTERS if letter in letters]


def _plain(key: str, value: Any, path: str) -> Any:
    return _types(value, path) if key == "could_produce" else sorted(value) if isinstance(value, list) else value


# --- answering -------------------------------------------------------------------------------------------------------


def values(kind: str, asked: Asked, situation: Situation) -> tuple[Value, ...]:
    """The values that answer the question. Raises OutOfScopeError for what is not modelled."""
    match kind:
        case _ if kind in LISTED:
            return tuple(_value(kind, str(place), one, situation) for place, one in enumerate(asked.subjects, 1))
        case _ if kind in FACES:
            from scenarios import facing

            return tuple(Value(*found) for found in facing.values(kind, asked.subjects, situation))
        case "could_produce":
            return tuple(Value(ref, could_produce(ref, situation), _READ) for ref in asked.subjects)
        case "characteristics":
            wanted = dict(asked.expected or ())
            return tuple(Value(ref, describe(ref, situation, wanted.get(ref)), _LAYERS) for ref in asked.subjects)
        case _:
            raise OutOfScopeError(f"question: the question {kind!r} is not modelled yet")


_READ = Citation("106.7", "every ability that could add mana, through every order of what replaces it")
_LAYERS = Citation("613.1", "the printed characteristics, then all continuous effects, layer by layer")


def _value(kind: str, place: str, subject: Any, situation: Situation) -> Value:
    match subject:
        case Activate():
            found: Any = can_activate(subject, situation)
        case legality.Asked():
            found = legality.is_legal(subject)
        case counting.Asked():
            found = counting.answer(subject, situation)
        case _:
            found = choosing.answer(kind, subject)
    if isinstance(found, tuple):
        return Value(place, sorted(sorted(way) if isinstance(way, list) else way for way in found[0]), found[1])
    return Value(place, found.value, found.citation)


def written(kind: str, found: Sequence[Value], situation: Situation) -> Any:
    """The values as documents write them: a list of true and false, or what is so of the one or of each id."""
    if kind in LISTED:
        return [one.value for one in found]
    if kind in FACES:
        from scenarios import facing

        return facing.written(kind, [(one.about, one.value) for one in found], situation)
    if len(found) > 1:
        return {one.about: one.value for one in found}
    return {"types": found[0].value} if kind == "could_produce" else found[0].value


def could_produce(ref: str, situation: Situation) -> list[str]:
    """The letters of the types that a permanent could produce, in the usual order (106.7)."""
    types = solve(situation).types.of(ref)
    return [letter for letter in TYPE_LETTERS if letter in types]


_DESCRIBED = (*(field.name for field in fields(Description)), "could_produce")


def describe(ref: str, situation: Situation, keys: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The characteristics of an object as documents write them: those asked for, or all that it has (109.3)."""
    description = of_object(situation, ref)

    def value(key: str) -> Any:
        if key == "could_produce":
            return could_produce(ref, situation)
        found = getattr(description, key)
        return list(found) if isinstance(found, tuple) else found

    if keys:
        return {key: value(key) for key in keys}
    found = {key: value(key) for key in _DESCRIBED}
    return {key: value for key, value in found.items() if value not in (None, [])}


def differences(asked: Asked, found: tuple[Value, ...]) -> tuple[tuple[str, Any, Any], ...]:
    """Where the values are not the expected ones: what about, expected, found."""
    by_subject = {value.about: value.value for value in found}
    return tuple(
        (about, expected, by_subject[about])
        for about, expected in asked.expected or ()
        if by_subject[about] != expected
    )
