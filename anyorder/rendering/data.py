"""Answers as plain data, ready for JSON: the object of ``anyorder ask --json``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from model.derivation import Step
from model.events import Event
from scenarios.writing import write_event, write_events

if TYPE_CHECKING:
    from anyorder.asking import Asked


def answered(asked: Asked) -> dict[str, Any]:
    """The answer to one document.

    ``answer`` has the form of a document's ``answer``. Events are in the notation of documents; steps of a derivation
    leave out what is empty. A question that is answered by values has them with their reasons, and no outcomes.
    """
    limit = {} if asked.complete else {"limit": asked.limit}
    unread = [one._asdict() for one in asked.unread]
    result = {"question": asked.question, "complete": asked.complete, **limit}
    if unread:
        result["not_understood"] = unread
    if asked.scenario.reasoning is not None:
        return {**result, **_reasoned(asked)}
    if asked.values:
        reasons = [_value(asked, place) for place in range(len(asked.values))]
        return {**result, "answer": _values(asked), "values": reasons, "outcomes": [], "stats": {}}
    found = [_outcome_events(outcome.events, asked) for outcome in asked.outcomes]
    answer = {**_chooser(asked.choosers), "outcomes": found, **_editions(asked)}
    return {**result, "answer": answer, **_outcomes(asked)}


def _editions(asked: Asked) -> dict[str, Any]:
    """The answer by the other edition of the rules, where it differs."""
    if asked.edition is None:
        return {}
    edition, other = asked.edition
    outcomes = [_outcome_events(one.events, asked) for one in other.outcomes]
    return {"editions": {edition: {**_chooser(other.choosers), "outcomes": outcomes}}}


def _outcomes(asked: Asked) -> dict[str, Any]:
    """The outcomes, each with its derivation, and what the search did."""
    return {
        "outcomes": [
            {
                "events": _outcome_events(outcome.events, asked),
                "orderings": outcome.orderings,
                "choosers": list(outcome.choosers),
                "derivation": [_step(step, asked) for step in outcome.derivation],
            }
            for outcome in asked.outcomes
        ],
        "stats": {**asked.stats, "orderings": sum(outcome.orderings for outcome in asked.outcomes)},
    }


def _reasoned(asked: Asked) -> dict[str, Any]:
    """The answer about an order, a strategy or a reason, the outcomes, and what the answer rests on."""
    from anyorder.rendering import reasons

    def events(some: Iterable[Event]) -> list[dict[str, Any]]:
        return _outcome_events(some, asked)

    def step(taken: Step) -> dict[str, Any]:
        return _step(taken, asked)

    outcomes = _outcomes(asked) if asked.outcomes else {"outcomes": [], "stats": {}}
    return {"answer": reasons.answer(asked), **outcomes, **reasons.data(asked, events, step)}


def _value(asked: Asked, place: int) -> dict[str, Any]:
    """One value, what it is about, the rule that decides, and the derivations that there are."""
    found = asked.values[place]
    result = {"about": found.about, "value": found.value, "rule": found.citation.rule, "gist": found.citation.gist}
    derived = {what: [_step(step, asked) for step in steps] for what, steps in asked.derivations(place)}
    return {**result, "derivations": derived} if derived else result


def _values(asked: Asked) -> Any:
    """The values as documents write them."""
    from scenarios import questions

    return questions.written(asked.scenario.question.kind, asked.values, asked.scenario.situation)


def _chooser(players: tuple[str, ...]) -> dict[str, Any]:
    if not players:
        return {}
    return {"chooser": players[0] if len(players) == 1 else list(players)}


def _outcome_events(events: Iterable[Event], asked: Asked) -> list[dict[str, Any]]:
    return write_events(events, asked.is_player, asked.owner)


def _step(step: Step, asked: Asked) -> dict[str, Any]:
    found: dict[str, Any] = {"step": step.kind.value, "rule": step.citation.rule, "gist": step.citation.gist}
    if step.actor:
        found["actor"] = step.actor
    if step.effect:
        found["effect"] = step.effect
    if step.choices > 1:
        found["choices"] = step.choices
    if step.detail:
        found["detail"] = step.detail
    for name, events in (("before", step.before), ("after", step.after)):
        if events:
            found[name] = [part for event in events for part in write_event(event, asked.is_player, asked.owner)]
    return found


def json_text(value: Any, margin: str = "", columns: int = 110) -> str:
    """The value as JSON, what fits into a line on one line, and the rest with two spaces of margin for each level."""
    short, text = _laid_out(value, margin, columns)
    return text if short is None else short


def _laid_out(value: Any, margin: str, columns: int) -> tuple[str | None, str]:
    """The value on one line, or None where that would be too wide; and the value on as many lines as it takes."""
    if not isinstance(value, dict | list) or not value:
        short = json.dumps(value, ensure_ascii=False)
        return short, short
    start, end = "{}" if isinstance(value, dict) else "[]"
    inner = margin + "  "
    if isinstance(value, dict):
        keys = [json.dumps(key, ensure_ascii=False) + ": " for key in value]
        parts = [_laid_out(part, inner, columns) for part in value.values()]
    else:
        keys = [""] * len(value)
        parts = [_laid_out(part, inner, columns) for part in value]
    shorts = [short for short, _ in parts if short is not None]
    if len(shorts) == len(parts) and sum(map(len, shorts)) <= columns:
        line = start + ", ".join(key + short for key, short in zip(keys, shorts, strict=True)) + end
        if len(margin) + len(line) <= columns:
            return line, line
    lines = (
        key + (text if short is None or len(inner) + len(key) + len(short) > columns else short)
        for key, (short, text) in zip(keys, parts, strict=True)
    )
    return None, f"{start}\n{inner}" + f",\n{inner}".join(lines) + f"\n{margin}{end}"
