"""The steps by which a player applies an effect to an event that would happen, or declines it (616.1)."""

from __future__ import annotations

from model.derivation import Step, StepKind
from model.effects import Replacement, Rewrite
from model.situation import Situation
from solver.checking.applicable import (
    chooser_of,
    choosing,
    coverable,
    covered,
    effects_on,
    indestructible,
    no_event,
    open_to,
    options_at,
    prohibition,
    tier,
    why_not,
)
from solver.checking.deciding import asked, asked_for_several, leaves_open, opened, opened_for_several
from solver.checking.ledger import Applying, ApplyingToSeveral, Entry, Ledger, Question, Task, Together
from solver.checking.rewritten import applied, applied_to_several
from solver.in_force import Active

#: The rule of each step by which the players' decision about an effect is carried out.
DECIDED = "616.1f"


def entry_of(step: Step, together: Together, ledger: Ledger) -> Entry:
    """The entry that a step about one event is about; stop where there is none, or it is another event."""
    if len(step.places) != 1 or not 0 <= step.places[0] < len(together.entries):
        ledger.stop("616.1", "the step is about no event that would happen now")
    entry = together.entries[step.places[0]]
    if step.before and step.before != (entry.event,):
        ledger.stop("614.6", "the event that the step starts from is not the one that would happen")
    return entry


def choose(step: Step, together: Together, ledger: Ledger) -> None:
    """616.1: verify that an effect may be chosen for the events of a step, and apply it or ask what it leaves open."""
    if len(step.places) > 1:
        _choose_for_several(step, together, ledger)
        return
    entry = entry_of(step, together, ledger)
    place = step.places[0]
    active = _chosen(step, entry, ledger)
    _verify(step, active, place, together, ledger)
    ledger.stop_at_faults()
    effect = active.effect
    assert isinstance(effect, Replacement)
    places = choosing(together, ledger.situation)[chooser_of(entry.event, ledger.situation)]
    options = options_at(place, places, together, ledger.situation)
    task = opened(active, place, together, ledger.situation)
    if isinstance(task, Together):  # nothing can be copied, so nothing is decided and nothing changes
        ledger.require(step.kind is StepKind.APPLY, "614.1a", "there is nothing to decide")
        ledger.require(step.before == (entry.event,), "614.6", "the step starts from another event")
        ledger.require_bare(step, "614.1a", "detail", "shares")
        _verify_choice(step, active, entry, options, ledger)
        ledger.stop_at_faults()
        _follow(step, ledger.situation, task, together, ledger)
        return
    asks = isinstance(task, Question) or task.rewrite != effect.rewrite
    if asks and options == 1:  # nothing is chosen but what the effect leaves open: the step is the answer to that
        ledger.then(task)
        return
    _verify_choice(step, active, entry, options, ledger)
    if asks:
        _take_up(step, task, ledger)
        return
    ledger.require(step.kind is StepKind.APPLY, "616.1", "nothing is decided here but which effect is applied")
    _carry_out(step, active, place, effect.rewrite, together, ledger)


def _verify_choice(step: Step, active: Active, entry: Entry, options: int, ledger: Ledger) -> None:
    """616.1a-e: whether the step cites the rule of its choice and tells how many options there were."""
    rule = tier(active, entry.event)
    ledger.require(step.citation.rule == rule, *_wrong_rule(step, rule))
    ledger.require(step.choices == options, "616.1", f"there are {options} options here, not {step.choices}")


def _wrong_rule(step: Step, rule: str) -> tuple[str, str]:
    return rule, f"the effect is chosen under {rule}, not {step.citation.rule}"


def _chosen(step: Step, entry: Entry, ledger: Ledger) -> Active:
    """614.4: the effect of a step, which must exist now."""
    effects = {active.id: active for active in effects_on(entry, ledger.situation)}
    if step.effect not in effects:
        ledger.stop("614.4", f"no effect {step.effect!r} on events of this kind exists now")
    return effects[step.effect]


def _verify(step: Step, active: Active, place: int, together: Together, ledger: Ledger) -> None:
    """614.5, 614.7, 614.17c, 616.1, 101.4: whether the actor may choose this effect for this event now."""
    situation, entry = ledger.situation, together.entries[place]
    event = entry.event
    if (rule := no_event(event, situation)) is not None:
        ledger.stop(rule, "nothing is left to be modified")
    if (reason := why_not(active, entry, situation)) is not None:
        ledger.stop(*reason)
    if not active.is_self_replacement:
        stop = prohibition(event, situation)
        ledger.require(stop is None, "614.17c", f"the event can't happen because of {stop.id if stop else ''}")
        ledger.require(not indestructible(event, situation), "614.17c", "the permanent can't be destroyed")
    first = open_to(entry, situation)
    if all(other.id != active.id for other in first) and not ledger.faults:
        ledger.require(False, tier(first[0], event), f"{first[0].id} has to be applied before {active.id}")
    _verify_turn(step, chooser_of(event, situation), together, ledger)


def _verify_turn(step: Step, chooser: str, together: Together, ledger: Ledger) -> None:
    """616.1, 101.4: whether the actor is the one who chooses, and nobody chooses before them."""
    asked_first = next(iter(choosing(together, ledger.situation)), chooser)
    ledger.require(asked_first == chooser, "101.4", f"{asked_first} chooses before {chooser}")
    if not step.detail:  # else it is the answer to what an effect leaves open, which may be another player's
        actor = step.actor or "nobody"
        ledger.require(step.actor == chooser, "616.1", f"{chooser} chooses for this event, not {actor}")


def _choose_for_several(step: Step, together: Together, ledger: Ledger) -> None:
    """615.7: verify that an effect may be applied to several events at once, and apply it or ask what is left open."""
    situation = ledger.situation
    if not all(0 <= place < len(together.entries) for place in step.places):
        ledger.stop("616.1", "the step is about no events that would happen now")
    active = _chosen(step, together.entries[step.places[0]], ledger)
    effect = active.effect
    assert isinstance(effect, Replacement)
    for place in step.places:
        _verify(step, active, place, together, ledger)
    ledger.stop_at_faults()
    event = together.entries[step.places[0]].event
    places = choosing(together, situation)[chooser_of(event, situation)]
    over = covered(active, places)
    ledger.require(over == step.places, "615.7", "the effect is applied to all simultaneous damage that it covers")
    ledger.stop_at_faults()
    rule = tier(active, event) if active.remaining is None else "615.7"
    options = options_at(over[0], places, together, situation)
    ledger.require(step.citation.rule == rule, *_wrong_rule(step, rule))
    ledger.require(step.choices == options, "616.1", f"there are {options} options here, not {step.choices}")
    task = opened_for_several(active, over, together, situation)
    if isinstance(task, Question):
        _take_up(step, task, ledger)
        return
    ledger.require(step.kind is StepKind.APPLY, "616.1", "nothing is decided here but which effect is applied")
    _carry_out_for_several(step, task, ledger)


def _take_up(step: Step, task: Task, ledger: Ledger) -> None:
    """616.1: an effect is chosen whose application waits for what it leaves open."""
    ledger.require(step.kind is StepKind.CHOOSE, "616.1", "what it leaves open is decided first")
    ledger.require_bare(step, "616.1", "before", "after", "detail", "shares")
    ledger.stop_at_faults()
    ledger.passed()
    ledger.then(task)


def carry_out_for_several(applying: ApplyingToSeveral, ledger: Ledger) -> None:
    """616.1f: verify the step in which an effect is applied to several events as was decided."""
    active, over = applying.active, applying.places
    if leaves_open(applying.rewrite):
        ledger.then(asked_for_several(applying.rewrite, active, over, applying.together, ledger.situation))
        return
    step = ledger.expect(StepKind.APPLY, rule=DECIDED, reason=f"{active.id} is to be applied as was decided")
    _verify_decided(step, active, over, applying.together, ledger)
    _carry_out_for_several(step, applying, ledger)


def _carry_out_for_several(step: Step, applying: ApplyingToSeveral, ledger: Ledger) -> None:
    """615.7, 615.12: verify how a shield is split, or that an effect covers all, and what comes of it."""
    active, over, together = applying.active, applying.places, applying.together
    events = tuple(together.entries[place].event for place in over)
    ledger.require(step.before == events, "614.6", "the step starts from other events")
    amounts = coverable(active, over, together, ledger.situation)
    if active.remaining is None:
        ledger.require(step.shares == amounts, "615.7", "it covers all of the damage that it can")
    else:
        legal = len(step.shares) == len(over) and all(0 <= s <= a for s, a in zip(step.shares, amounts, strict=True))
        ledger.require(legal, "615.7", "a share is more than there is to cover")
        covers = min(active.remaining, sum(amounts))
        ledger.require(sum(step.shares) == covers, "615.7", f"it covers {covers}, not {sum(step.shares)}")
    ledger.require_bare(step, "615.7", "detail")
    ledger.stop_at_faults()
    shares = dict(zip(over, step.shares, strict=True))
    after = applied_to_several(active, applying.rewrite, shares, together, ledger.situation)
    _follow(step, *after, together, ledger)


def carry_out(applying: Applying, ledger: Ledger) -> None:
    """616.1f: verify the step in which an effect is applied as was decided, or ask what else it leaves open."""
    active, place, together, rewrite = applying.active, applying.place, applying.together, applying.rewrite
    if leaves_open(rewrite):
        ledger.then(asked(rewrite, active, place, together, ledger.situation))
        return
    step = ledger.expect(StepKind.APPLY, rule=DECIDED, reason=f"{active.id} is to be applied as was decided")
    _verify_decided(step, active, (place,), together, ledger)
    _carry_out(step, active, place, rewrite, together, ledger)


def _verify_decided(step: Step, active: Active, places: tuple[int, ...], together: Together, ledger: Ledger) -> None:
    """616.1f: whether the step applies the effect that was decided on, to the events that it was decided for."""
    ledger.require(step.effect == active.id, DECIDED, f"{active.id} is to be applied as was decided, not {step.effect}")
    ledger.require(step.citation.rule == DECIDED, *_wrong_rule(step, DECIDED))
    ledger.require(step.places == places, DECIDED, "it was decided to apply the effect to another event")
    ledger.require(step.choices == 1, DECIDED, "nothing is left to decide")
    chooser = chooser_of(together.entries[places[0]].event, ledger.situation)
    ledger.require(step.actor == chooser, "616.1", f"{chooser} chooses for this event, not {step.actor or 'nobody'}")
    ledger.stop_at_faults()


def _carry_out(step: Step, active: Active, place: int, rewrite: Rewrite, together: Together, ledger: Ledger) -> None:
    entry = together.entries[place]
    ledger.require(step.before == (entry.event,), "614.6", "the step starts from another event")
    ledger.require_bare(step, "616.1", "detail", "shares")
    ledger.stop_at_faults()
    _follow(step, *applied(active, rewrite, place, together, ledger.situation), together, ledger)


def _follow(step: Step, situation: Situation, after: Together, before: Together, ledger: Ledger) -> None:
    """614.6: verify the events that the step says come of it, and go on with them."""
    kept = [entry for place, entry in enumerate(before.entries) if place not in step.places]
    made = tuple(entry.event for entry in after.entries if not any(entry is other for other in kept))
    ledger.require(step.after == made, "614.6", f"{step.effect} makes something else of the event")
    ledger.stop_at_faults()
    ledger.situation = situation
    ledger.passed()
    ledger.then(after)
