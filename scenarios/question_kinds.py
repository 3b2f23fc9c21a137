"""The questions that are answered by values, by kind; what answers them is imported when it is asked."""

from __future__ import annotations

from typing import Any

#: Those about the faces of cards.
FACES = ("faces", "mana_value", "can_play", "transform")
#: The questions of this kind.
KINDS = (
    "can_activate", "can_choose", "can_target", "format_legal", "count", "could_produce", "characteristics", *FACES,
)  # fmt: skip
#: Those whose answers are a list, or for one thing asked about the answer alone.
LISTED = ("can_activate", "can_choose", "can_target", "format_legal", "count")
#: Those about the outcomes themselves, and about reasons (scenarios.reasoning).
REASONED = ("order_matters", "can_force", "why", "why_not")


def subject(kind: str, arguments: Any) -> tuple[str, Any]:
    """The question that another one is about, with its arguments: for ``why_not: {could_produce: id}`` that one."""
    if kind not in REASONED or not isinstance(arguments, dict):
        return ("outcomes" if kind in REASONED else kind), arguments
    for key in (*KINDS, "mana"):
        if key in arguments:
            return key, arguments[key]
    return subject("can_force", arguments["can_force"]) if "can_force" in arguments else ("outcomes", None)
