"""Every module whose functions templates may name: importing this one makes them all known."""

# ruff: noqa: F401
from __future__ import annotations

from scenarios.reading import (
    activated,
    entering,
    entering_choices,
    looking,
    mana,
    mana_effects,
    preventing,
    prohibiting,
    quoting,
    replacing,
    scaling,
    tokens,
    unpreventing,
    unreplacing,
)
