"""New timestamps of permanents that stay the objects that they are (613.7e-g)."""

from __future__ import annotations

from typing import Any

from model.situation import Situation
from model.values import replace


def restamped(ref: str, situation: Situation, **changes: Any) -> Situation:
    """The situation with a permanent changed that is turned over, turned face up or attached: it has a new timestamp.

    It is the same object still, so that what was exiled with it stays linked to it (607).
    """
    old, new = situation.object(ref).timestamp, situation.next_timestamp
    changed = replace(situation.with_object(ref, timestamp=new, **changes), next_timestamp=new + 1)
    for other in situation.objects:
        if other.exiled_with == (ref, old):
            changed = changed.with_object(other.id, exiled_with=(ref, new))
    return changed
