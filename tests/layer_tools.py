"""Boards of catalogue cards for tests of the layers, and short questions about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from model.abilities import Activated, Keyword
from model.instructions import CreateEffect
from model.objects import GameObject
from model.production import Fixed
from model.situation import Situation
from scenarios import catalogue
from scenarios.effects import created_effect
from scenarios.loading import load
from solver.effects_made import make_effects
from solver.environment import Env
from solver.layers import characteristics
from tests.strategies import permanent, situation


def board(*entries: Any, **players: Any) -> Situation:
    """Cards by name (``name@id``), each later than the one before; objects as they are, with the next timestamp."""
    things = []
    for place, entry in enumerate(entries, start=1):
        if isinstance(entry, str):
            name, _, ref = entry.partition("@")
            entry = permanent(catalogue.find(name), ref or name)
        things.append(replace(entry, timestamp=entry.timestamp or place))
    return replace(situation(*things, **players), next_timestamp=len(entries) + 1)


def card(name: str, ref: str = "", controller: str = "you", **status: Any) -> GameObject:
    return permanent(catalogue.find(name), ref or name, controller, **status)


def aura(name: str, on: str, controller: str = "you", **status: Any) -> GameObject:
    return card(name, status.pop("ref", ""), controller, attached_to=on, **status)


def then(now: Situation, text: str, *targets: str, you: str = "you", **roles: str) -> Situation:
    """The situation after something with this effect resolved: one effect, in the notation."""
    made = created_effect(load(text)[0], "")
    bound = tuple(("target" if n == 0 else f"target {n + 1}", ref) for n, ref in enumerate(targets))
    env = Env(you, None, bound).with_roles(**roles)
    return make_effects(made, env, now, "effect")


def resolved(now: Situation, name: str, *targets: str, you: str = "you", **roles: str) -> Situation:
    """The situation after the spell of this name resolved, as far as its effects go."""
    bound = tuple(("target" if n == 0 else f"target {n + 1}", ref) for n, ref in enumerate(targets))
    env = Env(you, None, bound).with_roles(**roles)
    for ability in catalogue.find(name).faces[0].abilities:
        for instruction in getattr(ability, "instructions", ()):
            if isinstance(instruction, CreateEffect):
                now = make_effects(instruction, env, now, name)
    return now


def size(now: Situation, ref: str) -> tuple[int | None, int | None]:
    has = characteristics(now, ref)
    return has.power, has.toughness


def subtypes(now: Situation, ref: str) -> set[str]:
    return set(characteristics(now, ref).type_line.subtypes)


def types(now: Situation, ref: str) -> set[str]:
    return set(characteristics(now, ref).type_line.types)


def colors(now: Situation, ref: str) -> set[str]:
    return {color.word for color in characteristics(now, ref).colors}


def keywords(now: Situation, ref: str) -> list[str]:
    return sorted(a.name for a in characteristics(now, ref).abilities if isinstance(a, Keyword))


def mana(now: Situation, ref: str) -> list[str]:
    """What the simple mana abilities of a permanent add."""
    found = []
    for ability in characteristics(now, ref).abilities:
        if isinstance(ability, Activated) and ability.instructions:
            made = dict(getattr(ability.instructions[0], "arguments", ())).get("mana")
            found += ["".join(made.letters)] if isinstance(made, Fixed) else ["any"] if made else []
    return sorted(found)
