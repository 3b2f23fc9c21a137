"""Values as one line of YAML, the way that scenario documents write events."""

from __future__ import annotations

import json
import re
from typing import Any

#: Texts that YAML, 1.1 or 1.2, reads back as the same text when they stand there bare, within brackets or not.
_BARE = re.compile(r"[A-Za-z+][A-Za-z0-9+/_.'\u2019-]*(?: [A-Za-z0-9+/_.('\u2019-][A-Za-z0-9+/_.()'\u2019-]*)*")
_NOT_TEXT = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def flow(value: Any) -> str:
    """A value as YAML in one line: ``[{draw: {player: you, count: 2}}]``."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(key)}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    if isinstance(value, str) and _BARE.fullmatch(value) and value.lower() not in _NOT_TEXT:
        return value
    return json.dumps(value, ensure_ascii=False)
