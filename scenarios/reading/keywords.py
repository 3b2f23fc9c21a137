"""Reads lines of keyword abilities (702): "Flying, lifelink", "Dredge 5", "Protection from red"."""

from __future__ import annotations

import re
from typing import Any

from model.errors import AnyorderError


def keywords(text: str) -> list[Any] | None:
    """The keyword abilities of a line in the notation, or None where it is anything else."""
    if "." in text.rstrip(".") or ":" in text or '"' in text:
        return None
    found = []
    for part in re.split(r"[,;] ", text):
        one = _keyword(part.strip().rstrip("."))
        if one is None:
            return None
        found.append(one)
    return found


def _keyword(text: str) -> Any | None:
    from scenarios import notation

    value = text[:1].lower() + text[1:]
    try:
        notation.keyword(value, "")
    except AnyorderError:
        return None
    return value
