"""Does the order matter: the pairs that do not commute with their witnesses, and what else is decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from anyorder.rendering import deciding
from anyorder.rendering.page import Block, Entries, Entry, Paragraph
from anyorder.rendering.reason_phrases import ORDERS
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Line, Role, Span, fill, joined, line, plain
from model.decisions import ChoiceKind
from solver.order_matters import Decision, OrderMatters, Pair, Side

if TYPE_CHECKING:
    from anyorder.reasoned import AskedReasoning


def blocks(asked: AskedReasoning) -> Iterator[Block]:
    """What there is to say: the verdict with its proof, the pairs, the other decisions, the outcomes."""
    found = asked.result
    assert isinstance(found, OrderMatters)
    names = asked.names(effects=_effects(found))
    if not asked.complete:
        yield Paragraph((Span(plain(fill(ORDERS["limit"], limit=asked.limit)), Role.BAD),))
    yield Paragraph(_verdict(asked, found))
    if found.alone:
        yield Paragraph(line(ORDERS["alone"]))
    elif found.moments:
        yield Paragraph(
            fill(ORDERS["merged"], states=found.states, indifferent=found.indifferent, moments=found.moments)
        )
    if found.pairs:
        yield Entries(tuple(_pair(number, pair, names) for number, pair in enumerate(found.pairs, 1)))
    different = [one for one in found.decisions if one.matters]
    if different:
        yield Paragraph(line(ORDERS["decisions"]))
        yield Entries(tuple(_decision(number, one, names) for number, one in enumerate(different, 1)))
    same = [one for one in found.decisions if not one.matters]
    if same:
        listed = joined((_heading(one, names) for one in same), "; ")
        yield Paragraph(fill(ORDERS["indifferent"], decisions=listed))
    yield Paragraph(line(ORDERS["outcomes"]))
    yield deciding.outcomes(asked, names)


def _effects(found: OrderMatters) -> list[str]:
    pairs = [effect for pair in found.pairs for effect in (pair.first, pair.second, *pair.before)]
    return [*pairs, *(one.effect for one in found.decisions if one.effect)]


def _verdict(asked: AskedReasoning, found: OrderMatters) -> Line:
    if found.pairs:
        return fill(ORDERS["matters"], pairs=len(found.pairs))
    if found.alone:
        return line(ORDERS["alone.none"])
    orderings = sum(outcome.orderings for outcome in asked.outcomes)
    key = "same" if found.moments else "single"
    said = fill(ORDERS[key], orderings=orderings, outcomes=len(asked.outcomes))
    return line(said, " ", ORDERS["choices"]) if any(one.matters for one in found.decisions) else said


def _pair(number: int, pair: Pair, names: Names) -> Entry:
    """A pair, who chooses between its orders, and what each of the two leads to."""
    heading = fill(ORDERS["pair"], first=names.effect(pair.first), second=names.effect(pair.second))
    aside = []
    if pair.chooser:
        who = fill(ORDERS["pair.who"], chooser=names.thing(pair.chooser))
        aside.append(line(who, ", ", Span(pair.rule, Role.RULE)))
    if pair.before:
        before = joined((names.effect(effect) for effect in pair.before), ", then ")
        aside.append(fill(ORDERS["pair.before"], before=before))
    sides = (
        _side(side, other, names)
        for side, other in zip(pair.sides, (pair.second, pair.first), strict=True)
    )  # fmt: skip
    return Entry(number, (heading, *sides), joined(aside, "; "))


def _side(side: Side, other: str, names: Names) -> Line:
    order = joined((names.effect(effect) for effect in side.order), ", then ")
    happens = deciding.told(side.happens, names)
    if len(side.outcomes) > 1:
        result = fill(ORDERS["result.several"], numbers=deciding.numbers(side.outcomes), happens=happens)
    elif side.outcomes:
        result = fill(ORDERS["result"], number=deciding.numbers(side.outcomes), happens=happens)
    else:
        result = happens
    key = "side" if len(side.order) > 1 else "side.lost"
    return fill(ORDERS[key], order=order, other=names.effect(other), result=result)


def _heading(one: Decision, names: Names) -> Line:
    key = "decision.may" if one.kind is ChoiceKind.MAY else "decision.value"
    effect = names.effect(one.effect)
    return fill(ORDERS[key if one.effect else f"{key}.nothing"], chooser=names.thing(one.chooser), effect=effect)


def _decision(number: int, one: Decision, names: Names) -> Entry:
    ways = (
        fill(ORDERS["way"], choice=line(Span(word, Role.VALUE)), outcomes=deciding.numbers(open_ones))
        for word, open_ones in one.ways
    )
    return Entry(number, (_heading(one, names), *ways))


def data(asked: AskedReasoning, events: Any) -> dict[str, Any]:
    """The pairs and decisions as plain data; ``events`` writes events in the notation of documents."""
    found = asked.result
    assert isinstance(found, OrderMatters)
    return {
        "pairs": [
            {
                "first": pair.first, "second": pair.second, "chooser": pair.chooser, "rule": pair.rule,
                "events": events(pair.events), "before": list(pair.before),
                "orders": [
                    {
                        "order": list(side.order), "stages": [events(stage) for stage in side.stages],
                        "outcomes": list(side.outcomes), "happens": events(side.happens),
                    }
                    for side in pair.sides
                ],
            }
            for pair in found.pairs
        ],
        "decisions": [
            {
                "chooser": one.chooser, "kind": one.kind.value, "effect": one.effect, "rule": one.rule,
                "matters": one.matters,
                "ways": [{"choose": word, "outcomes": list(open_ones)} for word, open_ones in one.ways],
            }
            for one in found.decisions
        ],
        "moments": found.moments, "indifferent": found.indifferent, "alone": found.alone,
    }  # fmt: skip
