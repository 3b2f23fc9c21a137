"""The checker: it replays a derivation step by step, by the letter of the rules, and says which step does not follow.

It shares neither the process of 616 nor its search with the solver. It keeps its own account of the events that would
happen, of the effects that each of them has met (614.5) and of what is still to be done, and asks of every step whether
it may come next and whether what it says comes of it is what comes of it. A derivation without a fault proves that its
outcome can happen; whether the outcomes are all is for the search and its twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from model.actions import Action
from model.derivation import Derivation, Step, StepKind
from model.events import Enter, Event, Move
from model.situation import Situation
from solver.answers import Answer, Outcome
from solver.attaching import enters_as_aura, hosts, is_aura_spell
from solver.checking.acting import act
from solver.checking.adding_up import added_up
from solver.checking.applicable import indestructible, no_event, only_self_replacement, open_to, prohibitions
from solver.checking.choosing import carry_out, carry_out_for_several, choose, entry_of
from solver.checking.coming_about import come_about, notice
from solver.checking.contained import contained_in
from solver.checking.instructing import begun, everybody
from solver.checking.ledger import (
    NOBODY,
    Applying,
    ApplyingToSeveral,
    Doing,
    Draws,
    Entry,
    Everybody,
    Fault,
    Ledger,
    ManaDone,
    Noticed,
    Question,
    StoppedError,
    Task,
    Together,
)
from solver.checking.producing import mana_triggers
from solver.containing import without_entering_cards
from solver.exclusive import exclusive, others
from solver.parting import arrangements
from solver.prohibiting import without_prohibited_parts

__all__ = ["Fault", "check", "check_derivation"]

Asked = Event | Action | tuple[Event | Action, ...]


def check(answer: Answer, outcome: Outcome, situation: Situation, steps: Sequence[Asked]) -> tuple[Fault, ...]:
    """The faults of an outcome's derivation; none when it proves the outcome.

    ``situation`` and ``steps`` are what was asked: as for ``solver.answers.outcomes``.
    """
    triggers = outcome.triggers if answer.start.tracking else None
    return check_derivation(outcome.derivation, outcome.events, situation, steps, triggers)


def check_derivation(
    derivation: Derivation,
    events: tuple[Event, ...],
    situation: Situation,
    steps: Sequence[Asked],
    triggers: tuple[tuple[str, int], ...] | None = None,
) -> tuple[Fault, ...]:
    """The faults of a derivation of these events; only those of the first step that does not follow.

    ``triggers`` are the abilities left waiting, where the question asks for them.
    """
    ledger = Ledger(situation, derivation, tracking=triggers is not None)
    try:
        _begin(steps, ledger)
        while ledger.to_do:
            _go_on(ledger.to_do.pop(), ledger)
        if ledger.step is not None:
            ledger.stop("616.1f", "everything has happened, but the derivation goes on")
        ledger.require(added_up(ledger.happened) == events, "614.6", "what has happened is not the outcome")
        if triggers is not None:
            waiting = tuple((one.ref, one.place) for one in ledger.waiting)
            ledger.require(waiting == triggers, "603.2", "other abilities have triggered")
    except StoppedError:
        pass
    return tuple(ledger.faults)


def _begin(steps: Sequence[Asked], ledger: Ledger) -> None:
    """Take up what was asked about; the first step says which events would happen, if it was events."""
    tasks: list[Task] = []
    for asked in steps:
        parts = asked if isinstance(asked, tuple) else (asked,)
        if entries := tuple(Entry(part) for part in parts if isinstance(part, Event)):
            tasks.append(Together(entries))
        tasks += [part for part in parts if not isinstance(part, Event)]
    ledger.then(*tasks)
    if tasks and isinstance(tasks[0], Together):
        step = ledger.expect(StepKind.START, rule="614.1", reason="the derivation starts from the event asked about")
        events = tuple(entry.event for entry in tasks[0].entries)
        ledger.require(step.after == events, "614.1", "the derivation starts from another event")
        ledger.require_bare(step, "614.1", "before", "effect", "places", *NOBODY)
        ledger.require(step.citation.rule == "614.1", "614.1", f"it starts from 614.1, not {step.citation.rule}")
        ledger.stop_at_faults()
        ledger.passed()


def _go_on(task: Task, ledger: Ledger) -> None:
    match task:
        case Together():
            _settle(task, ledger)
        case Question():
            _answer(task, ledger)
        case Applying():
            carry_out(task, ledger)
        case ApplyingToSeveral():
            carry_out_for_several(task, ledger)
        case Doing():
            ledger.situation, tasks = begun(task, ledger.situation)
            ledger.then(*tasks)
        case Everybody():
            ledger.then(*everybody(task, ledger.situation))
        case Noticed():
            notice(task, ledger)
        case ManaDone():
            made, ledger.mana = ledger.mana, []
            ledger.then(*mana_triggers(made, ledger.situation))
        case Draws(entry, times):
            ledger.then(Together((entry,)), *((Draws(entry, times - 1),) if times > 1 else ()))
        case _:
            act(task, ledger)


def _settle(together: Together, ledger: Ledger) -> None:
    """616.1: one step of events that would happen together; once nothing is left to be done about them, they happen."""
    events = (entry.event for entry in together.entries)
    ledger.situation = without_entering_cards(events, ledger.situation)  # 614.13c
    left = _left_to_do(together, ledger.situation)
    if left is None:
        for place, entry in enumerate(together.entries):
            if (question := _enchanting(place, together, ledger.situation)) is not None:
                ledger.then(question)
                return
            if ways := arrangements(entry.event, ledger.situation):  # 712.21a
                made = tuple((", ".join(w.order), (together.put(place, replace(entry, event=w)),)) for w in ways)
                ledger.then(Question(ledger.situation.object(entry.event.affected).owner, "712.21a", made))
                return
        moving = [entry.event for entry in together.entries]
        if (choice := exclusive(moving, ledger.situation)) is not None:
            ledger.then(_one_of_two_moves(together, moving, *choice))
            return
        come_about(together, ledger)
        return
    step = ledger.step
    if step is None:
        ledger.stop(*left)
    match step.kind:
        case StepKind.NOTHING:
            _nothing(step, together, ledger)
        case StepKind.CANNOT:
            _cannot(step, together, ledger)
        case StepKind.CONTAIN:
            _contain(step, together, ledger)
        case StepKind.APPLY | StepKind.CHOOSE | StepKind.DECLINE:
            choose(step, together, ledger)
        case _:
            ledger.stop(*left)


def _enchanting(place: int, together: Together, situation: Situation) -> Question | None:
    """303.4a, 303.4f: what an Aura enchants is its target, or is chosen by its controller as it enters."""
    entry = together.entries[place]
    event = entry.event
    if not isinstance(event, Enter) or event.attached_to is not None or not enters_as_aura(event, situation):
        return None
    ways = tuple(
        (ref, (together.put(place, replace(entry, event=replace(event, attached_to=ref))),))
        for ref in hosts(event, situation)
    )
    return Question(event.under, "303.4a" if is_aura_spell(event, situation) else "303.4f", ways)


def _one_of_two_moves(
    together: Together, events: list[Event], chooser: str, ways: tuple[tuple[str, int], ...]
) -> Question:
    """400.6: an object is moved once, in the way that its controller chooses."""
    made = []
    for label, place in ways:
        out = others(events, place)
        entries = tuple(entry for n, entry in enumerate(together.entries) if n not in out)
        made.append((label, (replace(together, entries=entries),)))
    return Question(chooser, "400.6", tuple(made))


def _left_to_do(together: Together, situation: Situation) -> tuple[str, str] | None:
    """What has to be done before the events can happen, with its rule; None when nothing is left."""
    for entry in together.entries:
        if (rule := no_event(entry.event, situation)) is not None:
            return rule, "an event of which nothing is left does not happen"
        if effects := open_to(entry, situation):
            return "616.1f", f"{effects[0].id} is still to be applied"
        if only_self_replacement(entry.event, situation):
            return "614.17", "an event that can't happen does not happen"
        if contained_in(entry.event, situation) is not None:
            return "616.1g", "the events contained in it come next"
    return None


def _nothing(step: Step, together: Together, ledger: Ledger) -> None:
    """614.7: verify that an event is none, and leave it out."""
    entry = entry_of(step, together, ledger)
    rule = no_event(entry.event, ledger.situation)
    if rule is None and indestructible(entry.event, ledger.situation):
        ledger.require(not open_to(entry, ledger.situation), "614.17c", "a self-replacement effect applies first")
        rule = "702.12b"
    if rule is None:
        ledger.stop("614.7", "something is left of the event")
    ledger.require(step.citation.rule == rule, rule, f"it is no event under {rule}, not {step.citation.rule}")
    ledger.require(step.before == (entry.event,), rule, "another event is left out")
    ledger.require_bare(step, rule, "after", "effect", *NOBODY)
    ledger.stop_at_faults()
    ledger.passed()
    ledger.then(together.put(step.places[0]))


def _cannot(step: Step, together: Together, ledger: Ledger) -> None:
    """614.17c: verify that an event can't happen and no self-replacement effect applies to it, and leave it out."""
    entry = entry_of(step, together, ledger)
    if step.citation.rule == "101.3":
        _in_part(step, entry, together, ledger)
        return
    stops = [active.id for active in prohibitions(entry.event, ledger.situation)]
    ledger.require(step.effect in stops, "614.17", f"no effect {step.effect!r} says that the event can't happen")
    ledger.require(not open_to(entry, ledger.situation), "614.17c", "a self-replacement effect applies first")
    ledger.require(step.citation.rule == "614.17c", "614.17c", f"it can't happen by 614.17c, not {step.citation.rule}")
    ledger.require(step.before == (entry.event,), "614.17c", "another event is left out")
    ledger.require_bare(step, "614.17c", "after", *NOBODY)
    ledger.stop_at_faults()
    ledger.passed()
    ledger.then(together.put(step.places[0]))


def _in_part(step: Step, entry: Entry, together: Together, ledger: Ledger) -> None:
    """101.3: verify that just those counters or tokens are left out that can't be put or created."""
    possible = without_prohibited_parts(entry.event, ledger.situation)
    ledger.require(possible is not entry.event, "101.3", "all of the event can happen")
    ledger.require(
        not open_to(entry, ledger.situation) or not only_self_replacement(entry.event, ledger.situation),
        "614.17c",
        "a self-replacement effect applies first",
    )
    ledger.require(step.before == (entry.event,), "101.3", "another event is left out in part")
    ledger.require(step.after == (possible,), "101.3", "what is left of the event is something else")
    ledger.require_bare(step, "101.3", "effect", *NOBODY)
    ledger.stop_at_faults()
    ledger.passed()
    ledger.then(together.put(step.places[0], Entry(possible, entry.lineage, entry.own)))


def _contain(step: Step, together: Together, ledger: Ledger) -> None:
    """616.1g: verify that nothing is left to be applied to an event, and the events that it comes to."""
    entry = entry_of(step, together, ledger)
    if effects := open_to(entry, ledger.situation):
        ledger.stop("616.1g", f"{effects[0].id} is to be applied before the events contained in it are considered")
    inner = contained_in(entry.event, ledger.situation)
    if inner is None:
        ledger.stop("616.1g", "the event contains none")
    situation, events = inner
    ledger.require(no_event(entry.event, situation) is None, "614.7", "the event is none")
    ledger.require(not only_self_replacement(entry.event, situation), "614.17", "the event can't happen")
    ledger.require(step.before == (entry.event,), "614.6", "the step starts from another event")
    ledger.require(step.after == events, "616.1g", "the events contained in it are others")
    ledger.require_bare(step, "616.1g", "effect", *NOBODY)
    ledger.require(step.citation.rule == "616.1g", "616.1g", f"it comes to them by 616.1g, not {step.citation.rule}")
    ledger.stop_at_faults()
    ledger.situation = situation
    ledger.passed()
    made = [Entry(event, entry.lineage, entry.own) for event in events]
    for place, other in enumerate(together.entries):
        if place != step.places[0] and len(made) == 1 and _same_move(made[0].event, other.event):
            # What is destroyed in two ways at the same time is destroyed once; no effect applies to that twice.
            together = together.put(place, replace(other, lineage=other.lineage | entry.lineage))
            made = []
    ledger.then(together.put(step.places[0], *made))


def _same_move(one: Event, other: Event) -> bool:
    if not (isinstance(one, Move) and isinstance(other, Move)):
        return False
    return one.object == other.object and (one.origin, one.to, one.how) == (other.origin, other.to, other.how)


def _answer(question: Question, ledger: Ledger) -> None:
    """Verify a player's decision and go on from it; where there is but one way, nobody decides."""
    if len(question.ways) <= 1:
        ledger.then(*(task for _, tasks in question.ways for task in tasks))
        return
    step = ledger.expect(
        StepKind.CHOOSE, StepKind.DECLINE, rule=question.rule, reason=f"{question.chooser} has a decision to make"
    )
    labels = [label for label, _ in question.ways]
    if step.detail not in labels:
        ledger.stop(question.rule, f"{step.detail!r} is none of the options: {', '.join(labels)}")
    declined = question.may and step.detail == "no"
    kind = StepKind.DECLINE if declined else StepKind.CHOOSE
    ledger.require(step.kind is kind, question.rule, f"the decision {step.detail!r} is no {step.kind.value!r}")
    ledger.require(step.actor == question.chooser, question.rule, f"{question.chooser} decides, not {step.actor}")
    ledger.require(step.effect == question.effect, question.rule, "the decision is about another effect")
    ledger.require(step.places == question.places, question.rule, "the decision is about another event")
    ledger.require(step.choices == len(labels), question.rule, f"there are {len(labels)} options, not {step.choices}")
    ledger.require_bare(step, question.rule, "before", "after", "shares")
    cited = step.citation.rule
    ledger.require(cited == question.rule, question.rule, f"it is decided under {question.rule}, not {cited}")
    ledger.stop_at_faults()
    ledger.passed()
    ledger.then(*question.ways[labels.index(step.detail)][1])
