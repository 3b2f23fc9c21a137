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
    leave out what is empty.
    """
    answer = asked.answer
    found = [_outcome_events(outcome.events, asked) for outcome in asked.outcomes]
    limit = {} if answer.complete else {"limit": answer.limit}
    return {
        "question": asked.question,
        "complete": answer.complete,
        **limit,
        "answer": {**_chooser(asked.choosers), "outcomes": found},
        "outcomes": [
            {
                "events": events,
                "orderings": outcome.orderings,
                "choosers": list(outcome.choosers),
                "derivation": [_step(step, asked) for step in outcome.derivation],
            }
            for outcome, events in zip(asked.outcomes, found, strict=True)
        ],
        "stats": {
            "states": answer.stats.states,
            "moves": answer.stats.moves,
            "orderings": sum(outcome.orderings for outcome in asked.outcomes),
        },
    }


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
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or len(margin) + len(short) <= columns:
        return short
    inner = margin + "  "
    start, end = "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict):
        keys = [f"{json.dumps(key, ensure_ascii=False)}: " for key in value]
        parts = [key + json_text(part, inner, columns) for key, part in zip(keys, value.values(), strict=True)]
    else:
        parts = [json_text(part, inner, columns) for part in value]
    return f"{start}\n{inner}" + f",\n{inner}".join(parts) + f"\n{margin}{end}"
