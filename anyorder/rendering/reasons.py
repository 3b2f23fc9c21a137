"""Why and why not: the derivation, what stops it, and the smallest changes that make it happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from anyorder.reasoned import AskedReasoning, changed
from anyorder.rendering import orders, report, strategies, wording
from anyorder.rendering.excerpts import flow
from anyorder.rendering.page import Block, Entries, Entry, Paragraph, Reason
from anyorder.rendering.reason_phrases import REASONS
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Line, Role, Span, fill, joined, line, sentence
from scenarios.claims import Evidence, OfType, OfValue
from scenarios.why_not import Found, Looked, WhyNot
from scenarios.writing import is_ordinary

if TYPE_CHECKING:
    from anyorder.asking import Asked
    from model.derivation import Derivation
    from scenarios.changes import Change


def why(asked: AskedReasoning, evidence: Evidence) -> Iterator[Block]:
    """The derivation, or that there is none."""
    if evidence.holds is None:
        yield Paragraph(fill(REASONS["unknown"], limit=asked.limit))
        return
    if evidence.game is not None:
        yield from strategies.blocks(asked, evidence.game)
        return
    if isinstance(_claim(asked), OfValue):
        yield Paragraph(line(REASONS["value.yes" if evidence.holds else "value.no"]))
        yield Entries((Entry(1, (_deciding(evidence),)),))
        return
    yield Paragraph(line(REASONS["why" if evidence.holds else "why.not"]))
    if evidence.holds:
        yield Entries((_derived(asked, evidence, 1),))


def why_not(asked: AskedReasoning, found: WhyNot) -> Iterator[Block]:
    """What stops it, what would make it happen, and how far was looked."""
    evidence = found.evidence
    if evidence.holds is None:
        yield Paragraph(fill(REASONS["unknown"], limit=asked.limit))
        return
    if evidence.holds:
        if evidence.game is not None:
            yield from strategies.blocks(asked, evidence.game)
            return
        yield Paragraph(line(REASONS["can"]))
        entry = Entry(1, (_deciding(evidence),)) if isinstance(_claim(asked), OfValue) else _derived(asked, evidence, 1)
        yield Entries((entry,))
        return
    yield from _refused(asked, found)
    yield from _stopped(asked, found)
    if found.found:
        yield Paragraph(line(REASONS["changes"]))
        yield Entries(tuple(_change(one, number) for number, one in enumerate(found.found, 1)))
    else:
        yield Paragraph(line(REASONS["changes.nothing"]))
    kinds = joined((_looked(one) for one in found.looked if one.tried or one.stopped), "; ")
    yield Paragraph(fill(REASONS["looked"], kinds=kinds))


def _claim(asked: AskedReasoning) -> Any:
    assert asked.scenario.reasoning is not None
    return asked.scenario.reasoning.claim


def _refused(asked: AskedReasoning, found: WhyNot) -> Iterator[Block]:
    """That it does not come about."""
    claim, game = _claim(asked), found.evidence.game
    names = asked.names()
    if isinstance(claim, OfType):
        letter = line(Span(f"{{{claim.letter}}}", Role.MANA))
        yield Paragraph(fill(REASONS["not.type"], thing=names.thing(claim.ref), letter=letter))
    elif isinstance(claim, OfValue):
        yield Paragraph(line(REASONS["value.no"]))
    elif game is not None:
        yield from strategies.blocks(asked, game)
    else:
        yield Paragraph(fill(REASONS["not"], outcomes=len(asked.outcomes)))


def _stopped(asked: AskedReasoning, found: WhyNot) -> Iterator[Block]:
    """The steps that stop it, each with its rule."""
    if found.stops:
        names = asked.names(tuple(stop.step for stop in found.stops))
        key = "stops" if all(stop.exact for stop in found.stops) else "stops.instead"
        yield Paragraph(line(REASONS[key]))
        entries = []
        for number, stop in enumerate(found.stops, 1):
            aside = fill(REASONS["stops.outcomes"], outcomes=stop.outcomes) if asked.outcomes else ()
            said = wording.step(stop.step, names)
            entries.append(Entry(number, (line(Span(stop.step.citation.rule, Role.RULE), "  ", said),), aside))
        yield Entries(tuple(entries))
    elif found.evidence.citation is not None and isinstance(_claim(asked), OfValue):
        yield Paragraph(line(REASONS["stops"]))
        yield Entries((Entry(1, (_deciding(found.evidence),)),))
    elif found.in_the_way:
        things = joined(map(asked.names().thing, found.in_the_way), ", ", " or ")
        yield Paragraph(fill(REASONS["stops.in the way"], things=things))
    elif found.evidence.game is None or found.evidence.outcome is None:
        yield Paragraph(line(REASONS["stops.nothing"]))


def _deciding(evidence: Evidence) -> Line:
    assert evidence.citation is not None
    return line(Span(evidence.citation.rule, Role.RULE), "  ", sentence(line(evidence.citation.gist)))


def _derived(asked: Asked, evidence: Evidence, number: int, heading: Line = ()) -> Entry:
    """What happens, with its derivation."""
    steps = evidence.steps
    names = asked.names(steps)
    if evidence.outcome is not None:
        events = [event for event in evidence.outcome.events if not is_ordinary(event)]
        lines = wording.happenings(events, names)
        reasons = tuple(report.derivation(evidence.outcome, names))
    else:
        lines, reasons = [], tuple(_steps(steps, names))
    first = [heading] if heading else []
    return Entry(number, (*first, *lines) or (line("…"),), (), reasons)


def _steps(steps: Derivation, names: Names) -> Iterable[Reason]:
    return (Reason(step.citation.rule, wording.step(step, names)) for step in steps)


def _change(found: Found, number: int) -> Entry:
    """A change, and what happens then."""
    asked = changed(found.scenario, found.evidence)
    said = sentence(change(found.change, asked.names()))
    if found.evidence.citation is not None and not found.evidence.steps:
        reason = Reason(found.evidence.citation.rule, sentence(line(found.evidence.citation.gist)))
        return Entry(number, (said,), (), (reason,))
    return _derived(asked, found.evidence, number, said)


def change(made: Change, names: Names) -> Line:
    """A change in words."""
    things = joined((names.thing(ref) for ref in made.refs), ", ", " and ")
    chosen: Line = ()
    for what, value in made.chosen:
        chosen = fill(REASONS["chosen"], what=what, value=line(Span(value, Role.VALUE)))
    return fill(
        REASONS[made.kind],
        things=things,
        card=line(Span(made.card, Role.OBJECT)),
        player=names.thing(made.player),
        chosen=chosen,
        **{"player's": names.whose(made.player)},
    )


def _looked(one: Looked) -> Line:
    said = fill(REASONS[f"looked.{one.kind}"], tried=one.tried, cards=one.cards)
    if not one.stopped:
        return said
    return line(said, REASONS["looked.enough" if one.enough else "looked.stopped"])


def rows(asked: Asked) -> list[tuple[str, Line]]:
    """What is asked, as the document writes it."""
    assert isinstance(asked, AskedReasoning)
    question = asked.question
    arguments = question.get(asked.kind) if isinstance(question, dict) else None
    return [(asked.kind, line(Span(flow(arguments), Role.VALUE)))] if arguments is not None else []


def blocks(asked: Asked) -> Iterator[Block]:
    """The answer, by what is asked."""
    assert isinstance(asked, AskedReasoning)
    match asked.result:
        case WhyNot():
            yield from why_not(asked, asked.result)
        case Evidence():
            yield from why(asked, asked.result)
        case _:
            yield from orders.blocks(asked)


def answer(asked: Asked) -> Any:
    """The answer as documents write it: for ``can_force`` true or false alone; nothing where it is not settled."""
    assert isinstance(asked, AskedReasoning)
    if not asked.complete and asked.kind != "order_matters":
        return None
    return asked.written["can_force"] if asked.kind == "can_force" else asked.written


def data(asked: Asked, events: Any, step: Any) -> dict[str, Any]:
    """What the answer rests on as plain data; ``events`` and ``step`` write as for outcomes."""
    assert isinstance(asked, AskedReasoning)
    found = asked.result
    if not isinstance(found, WhyNot | Evidence):
        return orders.data(asked, events)
    evidence = found if isinstance(found, Evidence) else found.evidence
    shown: dict[str, Any] = {}
    if evidence.game is not None:
        shown |= strategies.data(evidence.game, events)
    if evidence.citation is not None:
        shown |= {"rule": evidence.citation.rule, "gist": evidence.citation.gist}
    if evidence.game is None and evidence.holds:
        shown["derivation"] = [step(taken) for taken in evidence.steps]
    return shown if isinstance(found, Evidence) else {**shown, **_why_not(found, events, step)}


def _why_not(found: WhyNot, events: Any, step: Any) -> dict[str, Any]:
    """What stops it, the changes that would make it happen, and how far was looked."""
    return {
        "stops": [
            {"exact": stop.exact, "outcomes": stop.outcomes, **step(stop.step)} for stop in found.stops
        ],
        "changes": [
            {
                "change": one.change.written,
                "events": events(one.evidence.outcome.events) if one.evidence.outcome is not None else [],
                "derivation": [step(taken) for taken in one.evidence.steps],
            }
            for one in found.found
        ],
        "looked": [
            {"for": one.kind, "tried": one.tried, "all": not one.stopped, **({"cards": one.cards} if one.cards else {})}
            for one in found.looked
        ],
    }  # fmt: skip
