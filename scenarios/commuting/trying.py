"""One try: effects in force on a stage, whether two of them meet at one event, and whether their order matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from model.effects import Effect, Replacement
from model.errors import AnyorderError, OutOfScopeError
from model.selectors import Aspect, Selector
from model.situation import Situation
from scenarios import catalogue, partly
from scenarios.build import build_situation
from scenarios.commuting.groups import Group
from scenarios.commuting.stages import IT, SOURCE, Stage
from scenarios.documents import validate
from scenarios.families.properties import CardEffect, needs_chosen, placed, words_in
from scenarios.families.templates import PLACE, RESOLVED, with_effects
from scenarios.happenings import References, steps
from solver.agenda import Group as Events
from solver.answers import Answer, outcomes
from solver.in_force import Active, effects_in_force
from solver.order_matters import order_matters
from solver.replacement import moment

PLAYERS = ("you", "opponent")
#: What is chosen for a card that speaks of something chosen for it.
CHOSEN = {"color": "red", "player": "opponent", "type": "Human", "card type": "creature", "name": "Wight"}
#: How many states a try may visit.
LIMIT = 3_000
_ATTACHED = {"aura", "equipment", "fortification"}


@dataclass(frozen=True, slots=True)
class Part:
    """An effect as it is in force: of which card, under which player, aimed at what is affected or at the source.

    ``stands_for``: its card is what is affected, or the source.
    """

    group: int
    one: CardEffect
    whose: str
    aim: str = IT
    stands_for: str = ""


def parts_of(group: Group, one: CardEffect, stage: Stage) -> list[Part]:
    """The ways in which an effect can be in force on a stage."""
    aims = (IT, SOURCE) if _is_aimed(one) else (IT,)
    found = [] if group.of_itself else [Part(group.number, one, whose, aim) for whose in PLAYERS for aim in aims]
    roles = _own_roles(one)
    if stage.about_a_thing and roles - {SOURCE}:
        found.append(Part(group.number, one, "you", IT, IT))
    if stage.has_source and SOURCE in roles:
        found.append(Part(group.number, one, "opponent", IT, SOURCE))
    return found


def _is_aimed(one: CardEffect) -> bool:
    subtypes = {word.casefold() for word in one.card.faces[0].type_line.subtypes}
    return bool(one.targets) or (one.made_by == "static" and bool(subtypes & _ATTACHED))


def _own_roles(one: CardEffect) -> set[str]:
    """The roles of the events watched in which the effect speaks of its own source."""
    assert isinstance(one.effect, Replacement)
    return {
        role
        for watch in one.effect.watches
        for role, value in watch.conditions
        if isinstance(value, Selector)
        and any(test.aspect is Aspect.ROLE and test.value == "this" for tests in value.any_of for test in tests)
    }


@dataclass(frozen=True)
class Board:
    """A stage with effects in force, as a situation for each amount is made of it."""

    stage: Stage
    parts: tuple[Part, ...]

    def plain(self, amount: int) -> dict[str, Any]:
        """The whole scenario as plain values."""
        role, name = self._stands()
        found = self.stage.scenario(amount, role, name)
        ids = {IT: self.stage.it, SOURCE: SOURCE if self.stage.has_source else self.stage.it}
        if role:
            ids[role] = name.partition(" // ")[0]
        in_force: dict[str, list[Any]] = {}
        for part in self.parts:
            entry = _entry(part, ids)
            if entry is not None and entry not in in_force.setdefault(part.whose, []):
                in_force[part.whose].append(entry)
        return with_effects({**found, "in_force": {who: some for who, some in in_force.items() if some}})

    def _stands(self) -> tuple[str, str]:
        """What a card of the effects stands for, and its name; nothing where none does."""
        stands = next((part for part in self.parts if part.stands_for), None)
        return ("", "") if stands is None else (stands.stands_for, _name(stands.one))

    @cached_property
    def situation(self) -> Situation:
        """What is there. Raises AnyorderError where it can't be made."""
        return build_situation(validate(self.plain(1)))

    def answer(self, amount: int) -> Answer:
        """The answer with every single moment in it. Raises AnyorderError for what can't be answered."""
        event = self.stage.scenario(amount, *self._stands())["event"]
        found = steps(event, "event", References(self.situation))
        answer = outcomes(self.situation, *found, limit=LIMIT, every_moment=True)
        partly.refuse_what_happened(self.situation, answer.outcomes, found)
        return answer


def board(stage: Stage, parts: Sequence[Part]) -> Board | None:
    """The stage with these effects in force; None where they can't be there together."""
    standing = {(part.stands_for, part.one.card.full_name) for part in parts if part.stands_for}
    if len(standing) > 1:
        return None
    found = Board(stage, tuple(parts))
    try:
        return found if found.situation else None
    except AnyorderError:
        return None


def _name(one: CardEffect) -> str:
    name = one.card.full_name
    return name if catalogue.is_card(name) else one.card.name


def _entry(part: Part, ids: dict[str, str]) -> dict[str, Any] | None:
    """How an effect stands in a document; None where its card is there already."""
    one = part.one
    if part.stands_for and one.made_by == "static":
        return None
    entry = placed(one)
    aims = [ids[IT], ids[SOURCE]] if part.aim == IT else [ids[SOURCE], ids[IT]]
    subtypes = {word.casefold() for word in one.card.faces[0].type_line.subtypes}
    if entry.get(PLACE) == RESOLVED:
        if part.stands_for and "ability_of" in entry:
            entry["ability_of"] = ids[part.stands_for]
        if one.targets:
            entry["targets"] = (aims * one.targets)[: one.targets]
        if one.needs_source:
            entry["source"] = ids[SOURCE]
        words = _words(one.effect)
        if "x" in words:
            entry["x"] = 2
        if any(word.startswith("chosen") for word in words):
            entry["chosen"] = CHOSEN
        return entry
    if subtypes & _ATTACHED and PLACE not in entry:
        entry["attached_to"] = aims[0]
    if _needs_chosen(one.card):
        entry["chosen"] = CHOSEN
    return entry


@cache
def _words(effect: Effect) -> frozenset[str]:
    return frozenset(words_in(effect))


_needs_chosen = cache(needs_chosen)


@dataclass(frozen=True, slots=True)
class Found:
    """What a try found. ``met``: some moment lets the affected player take either of two effects for one event.

    ``matters``: their order makes a difference at some moment. ``settled`` is False where a limit was hit.
    """

    met: bool
    matters: bool
    settled: bool = True
    outcomes: int = 1
    choosers: tuple[str, ...] = ()
    chooser: str = ""


NOTHING = Found(False, False)


def tried(on: Board, amount: int, effects: Sequence[CardEffect]) -> Found:
    """What the effects do on a board with this amount: whether two of them meet, whether the order of two matters."""
    try:
        answer = on.answer(amount)
    except OutOfScopeError:
        return Found(False, False, settled=False)
    ids, met = _meeting(answer, [one.effect for one in effects])
    if not met:
        return NOTHING
    number, choosers = len(answer.outcomes), answer.choosers
    if not answer.complete:
        return Found(True, False, False, number, choosers)
    if number < 2:
        return Found(True, False, True, number, choosers)
    found = order_matters(answer)
    for pair in found.pairs:
        if pair.first in ids and pair.second in ids and ids[pair.first] != ids[pair.second]:
            return Found(True, True, True, number, choosers, pair.chooser)
    return Found(True, False, found.complete and not found.alone, number, choosers)


def applies(on: Board, amount: int, effect: CardEffect) -> bool:
    """Whether an effect alone applies to the event, or to what comes of it."""
    try:
        answer = on.answer(amount)
    except OutOfScopeError:
        return False
    ids = {active.id for active in _actives(on.situation) if active.effect == effect.effect}
    steps_of = (step for outcome in answer.outcomes for step in outcome.derivation)
    return any(step.effect in ids or (step.effect and on.parts[0].stands_for) for step in steps_of)


def _actives(situation: Situation) -> Iterable[Active]:
    for some in effects_in_force(situation).replacements.values():
        yield from some


def _meeting(answer: Answer, wanted: Sequence[Effect]) -> tuple[dict[str, int], bool]:
    """Which of the wanted effects the effects met at decisions are, and whether two of them meet at one event."""
    ids: dict[str, int] = {}
    met = False
    for state in answer.exploration.order:
        item = state.agenda[0] if state.agenda else None
        if not isinstance(item, Events) or len(answer.exploration.ways[state]) < 2:
            continue
        now = moment(item, state.situation)
        if now is None:
            continue
        at_place: dict[int, set[int]] = {}
        for place, active, _copies in now.entries:
            for number, effect in enumerate(wanted):
                if active.effect == effect:
                    ids[active.id] = number
                    at_place.setdefault(place, set()).add(number)
        met = met or any(len(numbers) > 1 for numbers in at_place.values())
    return ids, met
