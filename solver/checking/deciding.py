"""What an effect leaves players to decide before it is applied: whether, which way, with what (614.12a, 608.2d)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from model.effects import (
    AsEnters,
    Change,
    ChangeMana,
    Choosing,
    EnterAsCopy,
    OneOf,
    Paying,
    Replacement,
    Rewrite,
)
from model.events import Enter, Event
from model.instructions import Do
from model.production import Fixed, These
from model.selectors import Selector, role
from model.situation import Situation
from solver.amounts import holds
from solver.checking.applicable import free_to_choose
from solver.checking.costs import payable
from solver.checking.ledger import Applying, ApplyingToSeveral, Doing, Question, Task, Together
from solver.environment import Env
from solver.in_force import Active
from solver.matching import ENTERING, found
from solver.naming import is_open, words
from solver.production import productions, type_letters, written
from solver.reading import reading_of

#: The role by which the thing that is copied is known once it has been chosen.
COPIED = "the copied one"
_COPIED = role(COPIED)
_UNCHANGED: Rewrite = Change(())

Ways = list[tuple[str, tuple[Task, ...]]]


def leaves_open(rewrite: Rewrite) -> bool:
    """Whether something has to be decided before the rewrite can be applied."""
    match rewrite:
        case OneOf() | Choosing() | Paying():
            return True
        case EnterAsCopy(of):
            return of != _COPIED
        case AsEnters():
            return is_open(rewrite)
        case ChangeMana(mana, types):
            fixed = mana is None or isinstance(mana, Fixed)
            return not (fixed and (types is None or (isinstance(types, These) and len(types.letters) <= 1)))
        case _:
            return False


def opened(active: Active, place: int, together: Together, situation: Situation) -> Question | Applying | Together:
    """614.1a: what follows from choosing an effect: a question, its application, or no change where it can't be."""
    effect, entry = active.effect, together.entries[place]
    assert isinstance(effect, Replacement)
    rewrite = effect.rewrite
    declined = together.put(place, replace(entry, lineage=entry.lineage | {active.id}))  # 614.5
    env = active.env.seeing(entry.event)
    if isinstance(rewrite, Choosing) and rewrite.one and not _others(rewrite.among, env, together, situation):
        return declined
    if effect.optional is not None:
        if isinstance(rewrite, EnterAsCopy) and not _others(rewrite.of, env, together, situation, entry.event.affected):
            return declined
        player = next(iter(found(effect.optional, env, situation)), env.you)
        accepted = Applying(active, place, together, rewrite)
        return Question(player, "614.1a", (("yes", (accepted,)), ("no", (declined,))), active.id, True, (place,))
    if leaves_open(rewrite) or isinstance(rewrite, EnterAsCopy | AsEnters):
        return asked(rewrite, active, place, together, situation)
    return Applying(active, place, together, rewrite)


def opened_for_several(
    active: Active, places: tuple[int, ...], together: Together, situation: Situation
) -> Question | ApplyingToSeveral:
    """614.1a: what follows from choosing an effect for several events: a question, or its application."""
    effect, event = active.effect, together.entries[places[0]].event
    assert isinstance(effect, Replacement)
    applying = ApplyingToSeveral(active, places, together, effect.rewrite)
    if effect.optional is not None:
        env, declined = active.env.seeing(event), together
        for place in places:  # 614.5
            entry = together.entries[place]
            declined = declined.put(place, replace(entry, lineage=entry.lineage | {active.id}))
        player = next(iter(found(effect.optional, env, situation)), env.you)
        return Question(player, "614.1a", (("yes", (applying,)), ("no", (declined,))), active.id, True, places)
    if leaves_open(effect.rewrite):
        return asked_for_several(effect.rewrite, active, places, together, situation)
    return applying


def asked_for_several(
    rewrite: Rewrite, active: Active, places: tuple[int, ...], together: Together, situation: Situation
) -> Question:
    """608.2d: the question that a rewrite of several events leaves open."""
    question = asked(rewrite, active, places[0], together, situation)
    assert isinstance(question, Question)
    ways = Ways()
    for label, tasks in question.ways:
        for task in tasks:
            assert isinstance(task, Applying)
            ways.append((label, (ApplyingToSeveral(active, places, together, task.rewrite),)))
    return replace(question, ways=tuple(ways), places=places)


def asked(
    rewrite: Rewrite, active: Active, place: int, together: Together, situation: Situation
) -> Question | Applying:
    """The question that a rewrite leaves open, with its application after each answer."""
    event = together.entries[place].event
    env = active.env.seeing(event)
    chooser, rule, ways = env.you, "614.12a", Ways()

    def applying(way: Rewrite, by: Active = active) -> Applying:
        return Applying(by, place, together, way)

    match rewrite:
        case OneOf(options, player, conditions):
            rule = "608.2d"
            if player is not None:
                chooser = next(iter(found(player, env, situation)), env.you)
            for number, (label, way) in enumerate(options):
                if not conditions or holds(conditions[number], env, situation):
                    ways.append((label, (applying(way),)))
        case Choosing(among, name, instructions, then, one):
            rule = "614.12a" if isinstance(event, Enter) else "608.2d"
            things = _others(among, env, together, situation)
            sizes = (1,) if one else range(len(things) + 1)
            for some in (some for size in sizes for some in combinations(things, size)):
                bound = tuple((name, ref) for ref in some)
                by = replace(active, env=replace(active.env, roles=active.env.roles + bound))
                done = (Doing(instructions, replace(env, roles=env.roles + bound)),) if some else ()
                ways.append((", ".join(some) or "none", (*done, applying(then, by))))
        case EnterAsCopy(of):
            rule = "707.5"
            for ref in _others(of, env, together, situation, event.affected):
                by = replace(active, env=active.env.with_roles(**{COPIED: ref}))
                ways.append((ref, (applying(replace(rewrite, of=_COPIED), by),)))
        case AsEnters():
            chooser = env.you if rewrite.player is None else next(iter(found(rewrite.player, env, situation)), env.you)
            ways = [(word, (applying(replace(rewrite, among=(word,))),)) for word in words(rewrite, env, situation)]
        case Paying(cost, paid, unpaid):
            at_once = [entry.event for entry in together.entries]
            entering = tuple((ENTERING, one.object) for one in at_once if isinstance(one, Enter))
            if any(not isinstance(one, Do) or one.verb not in {"reveal", "tap", "untap"} for one in cost):  # 614.13a
                env = replace(env, roles=env.roles + entering)
            if payable(cost, env, situation):
                ways.append(("pays", (Doing(cost, env.with_values(cost=1)), applying(paid or _UNCHANGED))))
            ways.append(("does not pay", (applying(unpaid or _UNCHANGED),)))
        case ChangeMana():
            chooser, rule = event.affected, "106.1b"
            ways = [(label, (applying(way),)) for label, way in _mana(rewrite, env, situation)]
            if not ways:  # 106.5
                ways = [("no type", (applying(replace(rewrite, types=These(()))),))]
        case _:
            raise AssertionError("the rewrite leaves nothing open")
    if not ways:
        return applying(_UNCHANGED)
    return Question(chooser, rule, tuple(ways), active.id, places=(place,))


def _others(among: Selector, env: Env, together: Together, situation: Situation, itself: str = "") -> tuple[str, ...]:
    """614.13a, 101.2: what can be chosen: nothing that enters the battlefield at the same time, or that can't be.

    ``itself`` is what enters with other values of its own.
    """
    events: list[Event] = [entry.event for entry in together.entries]
    entering = {event.object for event in events if isinstance(event, Enter)}
    if among == role("this"):
        entering -= {itself}
    others = tuple(ref for ref in found(among, env, situation) if ref not in entering)
    return free_to_choose(others, among, env, situation)


def _mana(rewrite: ChangeMana, env: Env, situation: Situation) -> list[tuple[str, Rewrite]]:
    """106.1b: each choice of mana, or of a type."""
    reading = reading_of(situation)
    if rewrite.mana is not None:
        ways: list[tuple[str, Rewrite]] = []
        for mana in productions(rewrite.mana, env, situation, reading):
            letters = tuple(letter for letter, number in mana for _ in range(number))
            ways.append((written(mana) or "no mana", replace(rewrite, mana=Fixed(letters))))
        return ways
    assert rewrite.types is not None
    letters = type_letters(rewrite.types, env, situation, reading)
    return [(f"{{{letter}}}", replace(rewrite, types=These((letter,)))) for letter in letters]
