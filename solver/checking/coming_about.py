"""Events to which nothing applies any more happen, all at once, and what comes of them is next (614.6, 616.1f)."""

from __future__ import annotations

from dataclasses import replace

from model.derivation import Step, StepKind
from model.events import AddMana, CreateTokens, DealDamage, Draw, DrawCards, Enter, Event, Move, PutCounters
from model.situation import Situation
from model.zones import Zone
from solver.agenda import Happened
from solver.checking.applicable import effects_on, why_not
from solver.checking.contained import one_loss_each, results
from solver.checking.ledger import NOBODY, Doing, Draws, Entry, Everybody, Ledger, ManaDone, Noticed, Task, Together
from solver.checking.producing import mana_triggers
from solver.checking.rewritten import without_spent
from solver.environment import remembering
from solver.happening import happen, returning
from solver.in_force import replacements_for
from solver.losing import ends, is_over, still_waiting, without_those_who_lost
from solver.triggers import noted, triggered
from solver.watching import tidy


def come_about(together: Together, ledger: Ledger) -> None:
    """614.6: verify that just the events left happen; their results, draws and what comes afterward are next."""
    of_damage: list[Entry] = []
    entering: list[Entry] = []
    draws: list[Draws] = []
    at_once: list[Task] = []
    seen: list[Happened] = []
    back: list[Entry] = []
    at_first = ledger.situation
    for entry in together.entries:
        event, before = entry.event, ledger.situation
        if isinstance(event, DrawCards):  # 121.2: an instruction to draw is single draws
            draws.append(Draws(replace(entry, event=Draw(event.player, event.source, event.cause)), event.count))
            continue
        if isinstance(event, DealDamage):
            of_damage += [Entry(result, entry.lineage) for result in results(event, before)]
        after, done = happen(event, before)
        if isinstance(event, CreateTokens):
            after, enters = _entering(event, before, after)
            entering += [Entry(enter, entry.lineage) for enter in enters]
        if isinstance(event, Enter) and (counters := event.counters + event.copy_counters):  # 122.6
            put = PutCounters(event.object, counters, event.under, event.object, entering=True)
            entering.append(Entry(tidy(put), entry.lineage))
        if done is not None:
            _happens(done, together, ledger)
            ledger.happened.append(done)
            back += [Entry(enter) for enter in returning(done, before, after)]
            if isinstance(done, AddMana):
                if any(isinstance(task, ManaDone) for task in ledger.to_do):
                    ledger.mana.append(done)
                else:
                    at_once += mana_triggers([done], after)
            if ledger.tracking:
                seen.append(Happened(event, before, after))
        ledger.situation = after
    counted = any(isinstance(entry.event, PutCounters) for entry in entering)
    if seen and not counted:
        notice(Noticed(tuple(seen), at_first), ledger)
    ledger.situation = without_spent(together, ledger.situation)
    order = ledger.situation.apnap()
    tasks: list[Task] = [Together(tuple(back))] if back else []  # 610.3d
    if of_damage:  # 120.4c
        tasks.append(Together(one_loss_each(of_damage, ledger.situation)))
    if entering:
        tasks.append(Together(tuple(entering)))
    if seen and counted:  # 603.6a, 122.6: what enters with counters has them when it is seen to enter
        tasks.append(Noticed(tuple(seen), at_first))
    draws.sort(key=lambda each: order.index(each.entry.event.affected))  # 121.2c
    ledger.then(*at_once, *tasks, *draws, *together.instead, *together.afterward)
    _keep_in_mind([entry.event for entry in together.entries], at_first, ledger)
    if ends(entry.event for entry in together.entries):
        _leave(ledger)


def _leave(ledger: Ledger) -> None:
    """104.1, 104.5, 800.4a: who has lost leaves; once the game is over nothing more happens."""
    ledger.situation = without_those_who_lost(ledger.situation)
    ledger.waiting = list(still_waiting(ledger.waiting, ledger.situation))
    if is_over(ledger.situation):
        ledger.to_do.clear()


def _keep_in_mind(events: list[Event], before: Situation, ledger: Ledger) -> None:
    """608.2h, 113.7a: what is still to be done knows what has left the battlefield as it last was there."""
    there = {thing.id for thing in before.battlefield()}
    gone = tuple(event.object for event in events if isinstance(event, Move) and event.object in there)
    if not gone:
        return

    def minded(doing: Doing) -> Doing:
        return replace(doing, env=remembering(doing.env, gone, before))

    ledger.waiting = [replace(one, env=remembering(one.env, gone, before)) for one in ledger.waiting]
    for place, task in enumerate(ledger.to_do):
        if isinstance(task, Doing):
            ledger.to_do[place] = minded(task)
        elif isinstance(task, Together):
            instead, afterward = (tuple(minded(one) for one in some) for some in (task.instead, task.afterward))
            ledger.to_do[place] = replace(task, instead=instead, afterward=afterward)
        elif isinstance(task, Everybody):
            left = tuple(minded(one) if isinstance(one, Doing) else one for one in task.left)
            ledger.to_do[place] = replace(task, left=left)


def notice(noticed: Noticed, ledger: Ledger) -> None:
    """603.2: what triggers on events that have happened at the same time waits to be put on the stack."""
    new = triggered(list(noticed.seen), noticed.before, ledger.situation)
    ledger.waiting += new
    ledger.situation = noted(new, ledger.situation)


def _entering(event: CreateTokens, before: Situation, after: Situation) -> tuple[Situation, list[Event]]:
    """616.1g, 701.7b: the tokens' entering, where some effect is about it; they are nowhere until then."""
    new = after.objects[len(before.objects) :]
    enters: list[Event] = [
        Enter(thing.id, event.player, thing.tapped, attacking=thing.attacking, of_token=True) for thing in new
    ]
    if not any(replacements_for(enter, after) for enter in enters):
        return after, []
    return replace(after, objects=before.objects + tuple(replace(thing, zone=Zone.NOWHERE) for thing in new)), enters


def _happens(event: Event, together: Together, ledger: Ledger) -> None:
    """Verify the step that says that an event happens."""
    step = ledger.step
    if step is None or step.kind is not StepKind.HAPPEN:
        ledger.stop(*_instead_of_happening(step, together, ledger.situation))
    ledger.require(step.after == (event,), "614.6", "what happens is not what would happen")
    ledger.require_bare(step, "614.6", "before", "effect", "places", *NOBODY)
    ledger.require(step.citation.rule == "614.6", "614.6", f"an event happens under 614.6, not {step.citation.rule}")
    ledger.stop_at_faults()
    ledger.passed()


def _instead_of_happening(step: Step | None, together: Together, situation: Situation) -> tuple[str, str]:
    """Why a step is wrong where an event should happen."""
    if step is None:
        return "614.6", "an event that would happen is left"
    for place in step.places:
        for active in effects_on(together.entries[place], situation) if place < len(together.entries) else ():
            if active.id == step.effect and (reason := why_not(active, together.entries[place], situation)):
                return reason
    return "616.1f", f"nothing is left to be applied, so the event happens, but the step says {step.kind.value!r}"
