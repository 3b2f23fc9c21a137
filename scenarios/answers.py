"""Expected answers of documents, and comparing them with the outcomes that were found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from model.cards import Card
from model.errors import MalformedError
from model.events import Event
from scenarios import checking
from scenarios.checking import at, known, mapping, sequence
from scenarios.copies import values_of
from scenarios.happenings import NOT_MODELLED, References, numbers, token_of
from scenarios.instructions import new_card
from scenarios.production import letters_of
from scenarios.roles import VERBS, RoleType, role_name
from scenarios.spelling import choices
from scenarios.writing import Entry, IsPlayer, entries_of, is_ordinary, write_events
from solver.production import mana_of, written
from solver.transforming import EDITIONS

#: A run: neighbouring tokens, counters or damage, whose order does not matter; anything else is a run of its own.
Run = tuple[Entry, ...]
_ADDED_UP = {"draw": "count", "put_counters": "count", "create_tokens": "count", "mill": "count", "add_mana": "mana"}
_UNORDERED = frozenset({"put_counters", "create_tokens", "deal_damage"})


@dataclass(frozen=True)
class Answer:
    """What a document expects: the outcomes, who chooses (None: not said), and the same by other editions."""

    outcomes: tuple[tuple[Run, ...], ...]
    choosers: frozenset[str] | None = None
    written: tuple[Any, ...] = ()
    editions: tuple[tuple[str, Answer], ...] = ()


@dataclass(frozen=True)
class Difference:
    """One way in which the found outcomes are not the expected ones.

    ``kind``: ``missing`` (expected and not found), ``surplus`` (found and not expected), ``alike`` (several outcomes
    fit one expected outcome, which says too little), ``chooser``. Both sides are written as documents write them.
    """

    kind: str
    expected: Any = None
    found: Any = None


# --- reading ---------------------------------------------------------------------------------------------------------


def read_answer(value: object, path: str, refs: References) -> Answer:
    """The expected answer to a question for outcomes. Raises MalformedError or UnknownNameError with the path."""
    entry = mapping(value, path, "a mapping with 'outcomes'", ("chooser", "outcomes", "editions"))
    if "outcomes" not in entry:
        raise MalformedError("expected 'outcomes': a list of lists of events", path)
    choosers = None
    if "chooser" in entry:
        where = at(path, "chooser")
        names = entry["chooser"] if isinstance(entry["chooser"], list) else [entry["chooser"]]
        choosers = frozenset(refs.player(name, where) for name in names if name is not None)
    where = at(path, "outcomes")
    found = []
    written = sequence(entry["outcomes"], where, "a list of outcomes, each a list of events")
    for index, outcome in enumerate(written):
        inner = at(where, index)
        parts = [outcome] if isinstance(outcome, dict) else sequence(outcome, inner, "a list of events")
        entries = [one for i, part in enumerate(parts) for one in _expected(part, at(inner, i), refs)]
        found.append(normal(_without_ordinary(entries)))
    return Answer(tuple(found), choosers, tuple(written), _editions(entry.get("editions", {}), path, refs))


def _editions(value: object, path: str, refs: References) -> tuple[tuple[str, Answer], ...]:
    """What is expected by other editions of the rules: ``{"2024-11-08": {outcomes: [...]}}``."""
    where = at(path, "editions")
    entry = mapping(value, where, "a mapping of editions to answers")
    known(entry, EDITIONS, where, "edition")
    return tuple((EDITIONS[edition], read_answer(part, at(where, edition), refs)) for edition, part in entry.items())


def _expected(value: object, path: str, refs: References) -> Iterator[Entry]:
    """The entries of an expected event; roles that are left out may be anything."""
    entry = mapping(value, path, "an event such as {draw: {player: you, count: 1}}")
    if len(entry) != 1:
        raise MalformedError(f"expected one event, found {len(entry)} keys ({choices(entry)})", path)
    ((verb, inner),) = entry.items()
    if verb == "create_tokens" and isinstance(inner, dict) and isinstance(inner.get("tokens"), list):
        others = {key: part for key, part in inner.items() if key != "tokens"}
        for index, part in enumerate(inner["tokens"]):  # several sorts at once are several entries
            where = at(at(at(path, verb), "tokens"), index)
            group = mapping(part, where, "a mapping such as {token: Treasure, count: 2}")
            yield from _expected({verb: {**others, **group}}, where, refs)
        return
    if verb not in VERBS and verb not in {"mark_damage", "trigger", *NOT_MODELLED}:
        known([verb], VERBS, path)
    path = at(path, verb)
    roles: dict[str, Any] = {}
    for key, part in mapping({} if inner is None else inner, path, "the event's roles as a mapping").items():
        if verb in VERBS:
            name = role_name(verb, key, path)
            roles[name] = _role(verb, name, part, at(path, key), refs)
        else:
            roles[key] = part
    if verb == "draw_cards":
        verb = "draw"
    extra = _SHORT.get(verb)
    if extra is not None:
        verb, roles = "move", {**_as_object(roles), **extra}
    if verb == "discard" and "card" in roles:
        verb, roles = "move", {"object": roles["card"], "to": "graveyard", "how": "discard"}
    if verb in {"draw", "put_counters", "create_tokens", "remove_counters", "mill", "exile_top"}:
        roles.setdefault("count", 1)
    if verb == "put_counters" and "counters" in roles:
        for kind, count in roles.pop("counters"):
            yield _of(verb, {**roles, "kind": kind, "count": count})
        return
    yield _of(verb, roles)


def expected_events(value: object, path: str, refs: References) -> tuple[Entry, ...]:
    """The entries of one event as answers write it. Raises MalformedError or UnknownNameError with the path."""
    return tuple(_expected(value, path, refs))


def events_alone(entries: Iterable[Entry], written: dict[str, dict[str, Any] | None]) -> Iterator[Entry]:
    """The entries of an event where a count that is not written may be any number."""
    said = {key for roles in written.values() for key in roles or ()}
    for entry in entries:
        number = {"create_tokens": "tokens", "put_counters": "counters"}.get(entry.verb, "")
        if said & {"count", number}:
            yield entry
        else:
            yield Entry(entry.verb, tuple(role for role in entry.roles if role[0] != "count"), entry.shown)


#: What is listed as the move that it comes to.
_SHORT: dict[str, dict[str, str]] = {
    "destroy": {"to": "graveyard", "how": "destroy"},
    "sacrifice": {"to": "graveyard", "how": "sacrifice"},
    "dies": {"to": "graveyard", "from": "battlefield"},
    "exile": {"to": "exile"},
}


def _as_object(roles: dict[str, Any]) -> dict[str, Any]:
    return {"object" if name == "permanent" else name: value for name, value in roles.items()}


def _of(verb: str, roles: dict[str, Any]) -> Entry:
    return Entry(verb, tuple(roles.items()), tuple(roles))


def _role(verb: str, name: str, value: object, path: str, refs: References) -> Any:
    kind = VERBS[verb][name]
    if kind is RoleType.TOKENS and name == "token":
        return value if isinstance(value, str) else token_of(value, path, refs)
    if kind is RoleType.COUNTERS:
        return numbers(value, path)
    if kind is RoleType.CARD:
        return value if isinstance(value, str) else new_card(value, path)
    if kind is RoleType.VALUES:
        return mapping(value, path, "a mapping such as {type: Creature — Bear, power: 2}", _VALUES)
    if kind is RoleType.CHOICES:
        choices_made = mapping(value, path, "a mapping such as {color: red}")
        return tuple(sorted((what, checking.text(word, at(path, what))) for what, word in choices_made.items()))
    if verb == "add_mana" and name == "mana":
        letters_of(checking.text(value, path), path)
        return in_order(str(value))
    if kind is RoleType.FLAG and not isinstance(value, bool) and not isinstance(value, str):
        raise MalformedError("expected true or false", path)
    if kind is RoleType.AMOUNT and (not isinstance(value, int) or isinstance(value, bool)):
        raise MalformedError("expected a whole number", path)
    return value


def _without_ordinary(entries: list[Entry]) -> Iterator[Entry]:
    """Leave out marked damage, and life lost or loyalty removed because of damage that is listed."""
    dealt: list[tuple[Any, Any]] = []
    for entry in entries:
        if entry.verb == "deal_damage":
            dealt.append((entry.get("to"), entry.get("amount")))
        if not _is_said(entry, dealt):
            yield entry


def _is_said(entry: Entry, dealt: list[tuple[Any, Any]]) -> bool:
    """Whether damage that is listed says this already."""
    if entry.verb == "mark_damage":
        return True
    if entry.get("cause") != "damage":
        return False
    if entry.verb == "remove_counters":
        return entry.get("kind") in {"loyalty", "defense"}
    return entry.verb == "lose_life" and (entry.get("player"), entry.get("amount")) in dealt


# --- the normal form -------------------------------------------------------------------------------------------------


def normal(entries: Iterable[Entry]) -> tuple[Run, ...]:
    """Entries as runs: neighbouring equal draws, counters and tokens added up, empty ones left out."""
    runs: list[list[Entry]] = []
    for entry in entries:
        number = _ADDED_UP.get(entry.verb)
        if number is not None and entry.get(number) == 0:
            continue
        last = runs[-1] if runs else None
        if number is None or last is None or last[0].verb != entry.verb:
            runs.append([entry])
            continue
        place = next((i for i, other in enumerate(last) if _same_but(other, entry, number)), None)
        if place is not None:
            both = last[place].get(number) + entry.get(number)
            last[place] = last[place].changed(**{number: in_order(both) if number == "mana" else both})
        elif entry.verb in _UNORDERED:
            last.append(entry)
        else:
            runs.append([entry])
    return tuple(tuple(run) for run in runs)


def _same_but(one: Entry, other: Entry, number: str) -> bool:
    """Whether two entries are equal but for a number."""
    return [role for role in one.roles if role[0] != number] == [role for role in other.roles if role[0] != number]


def in_order(symbols: str) -> str:
    """Symbols of mana in the usual order, so that the same mana is the same text."""
    return written(mana_of(letters_of(symbols, "mana")))


# --- comparing -------------------------------------------------------------------------------------------------------


def compare(
    answer: Answer,
    outcomes: Sequence[Sequence[Event]],
    choosers: Iterable[str],
    is_player: IsPlayer,
    owner: Callable[[str], str] | None = None,
) -> tuple[Difference, ...]:
    """How the found outcomes, and the players who chose between them, differ from the expected answer.

    Every found outcome must fit an expected one and the other way round. Nothing comes back where they agree.
    """
    found = [
        [entry for event in events if not is_ordinary(event) for entry in entries_of(event)] for events in outcomes
    ]
    written = [write_events(events, is_player, owner) for events in outcomes]
    fits = [[_fits(expected, entries, owner) for entries in found] for expected in answer.outcomes]
    differences = [
        Difference("missing", expected=answer.written[place]) for place, row in enumerate(fits) if not any(row)
    ]
    for column, events in enumerate(written):
        if not any(row[column] for row in fits):
            differences.append(Difference("surplus", found=events))
    for place, row in enumerate(fits):
        alike: list[Any] = []
        for column, fitting in enumerate(row):
            if fitting and written[column] not in alike:
                alike.append(written[column])
        if len(alike) > 1 and not all(
            any(other[c] for o, other in enumerate(fits) if o != place) for c, f in enumerate(row) if f
        ):
            differences.append(Difference("alike", answer.written[place], alike))
    chosen = frozenset(choosers)
    if answer.choosers is not None and answer.choosers != chosen:
        differences.append(Difference("chooser", sorted(answer.choosers), sorted(chosen)))
    return tuple(differences)


def _fits(expected: tuple[Run, ...], entries: list[Entry], owner: Callable[[str], str] | None) -> bool:
    """Whether an outcome is the expected one, looking only at the roles that the expected one names."""
    named = {
        verb: {name for run in expected for entry in run if entry.verb == verb for name, _ in entry.roles}
        for verb in {run[0].verb for run in expected}
    }
    runs = normal(_projected(entry, named, owner) for entry in entries)
    return len(runs) == len(expected) and all(map(_run_fits, expected, runs))


def outcome_fits(expected: tuple[Run, ...], found: Sequence[Entry], owner: Callable[[str], str] | None) -> bool:
    """Whether the entries of an outcome, without ordinary results of damage, are the expected ones."""
    return _fits(expected, list(found), owner)


def stands_among(expected: Entry, found: Sequence[Entry], owner: Callable[[str], str] | None) -> bool:
    """Whether an expected event is one of these, neighbouring equal ones added up, looking at what it says alone."""
    counted = {_ADDED_UP[expected.verb]} if expected.verb in _ADDED_UP else set()
    named = {expected.verb: {name for name, _ in expected.roles} | counted}
    runs = normal(_projected(entry, named, owner) for entry in found if entry.verb == expected.verb)
    return any(_entry_fits(expected, entry) for run in runs for entry in run) or any(
        _entry_fits(expected, _projected(entry, named, owner)) for entry in found if entry.verb == expected.verb
    )


def _projected(entry: Entry, named: dict[str, set[str]], owner: Callable[[str], str] | None) -> Entry:
    """The entry with no more than the roles that are named for its verb."""
    wanted = named.get(entry.verb)
    if wanted is None:
        return entry
    wanted = wanted | ({"copy_of"} if "as" in wanted else set())
    roles = [(name, value) for name, value in entry.roles if name in wanted]
    if "of" in wanted and entry.verb == "move" and owner is not None:
        roles.append(("of", owner(entry.get("object"))))
    return Entry(entry.verb, tuple(roles), entry.shown)


def _run_fits(expected: Run, found: Run) -> bool:
    """Whether the entries of two runs can be paired so that each fits."""
    if len(expected) != len(found) or expected[0].verb != found[0].verb:
        return False
    if len(expected) == 1:
        return _entry_fits(expected[0], found[0])
    first, *rest = expected
    return any(
        _entry_fits(first, other) and _run_fits_rest(tuple(rest), found[:place] + found[place + 1 :])
        for place, other in enumerate(found)
    )


def _run_fits_rest(expected: Run, found: Run) -> bool:
    return not expected or _run_fits(expected, found)


def _entry_fits(expected: Entry, found: Entry) -> bool:
    return expected.verb == found.verb and all(_value_fits(value, found, name) for name, value in expected.roles)


#: What an expected entering may say of the values that something has as a copy, beside whose they are.
_VALUES = ("name", "type", "colors", "power", "toughness", "keywords")


def _is_copy_with(values: Mapping[str, Any], card: Card | None) -> bool:
    """Whether the copy has these values."""
    if card is None:
        return False
    has = values_of(card.faces[0])
    return all(has[key] == (tuple(value) if isinstance(value, list) else value) for key, value in values.items())


def _value_fits(value: Any, found: Entry, name: str) -> bool:
    if name == "as":
        return _is_copy_with(value, found.get("copy_of"))
    other = found.get(name)
    if isinstance(other, Card):
        return other.name == value if isinstance(value, str) else other == value
    if value is True and name == "attacking":
        return other is not None
    if not found.has(name):
        return value in (False, None)
    return bool(other == value) or (value is False and other is None)
