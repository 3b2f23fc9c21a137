"""Replacement effects on mana whose notation is not their words one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.mana import COLOR_WORDS
from scenarios.reading.meanings import inverse, meaning


@meaning
def produced_by_type(o: list[list[str]]) -> dict[str, Any]:
    """ "If tapped for mana, Plains produce {R}, Islands produce {G} ...": the player chooses for a land of both."""
    options = {subtype: {"if": f"matches(that permanent, {subtype})", "instead": {"type": mana}} for subtype, mana in o}
    return {"when": {"add_mana": {"tapped": " or ".join(options)}}, "one_of": options, "chosen_by": "it"}


@inverse
def un_produced_by_type(value: Any) -> Iterator[dict[str, Any]]:
    """The subtypes with their mana."""
    match value:
        case {"when": {"add_mana": {"tapped": _}}, "one_of": dict(options), "chosen_by": "it"}:
            pairs = [[subtype, option.get("instead", {}).get("type")] for subtype, option in options.items()]
            if all(isinstance(mana, str) for _, mana in pairs) and produced_by_type(pairs) == value:
                yield {"o": pairs}


@meaning
def target_produces(n: str, c: str) -> dict[str, Any]:
    """ "If target Plains is tapped for mana, it produces colorless mana instead of white mana" (611.2a)."""
    letter = COLOR_WORDS[c].value
    watched = {"add_mana": {"tapped": f"\u00abtarget {n}\u00bb", "type": letter}}
    return {"effect": {"lasts": "forever", "when": watched, "instead": {"type": "{C}", "of": [letter]}}}


@meaning
def adds_other_color(c: str) -> dict[str, Any]:
    """ "Spells and abilities you control that would add colored mana instead add that much white mana"."""
    watched = {"add_mana": {"source": "source you control", "type": "colored"}}
    return {"effect": {"when": watched, "instead": {"type": f"{{{COLOR_WORDS[c].value}}}", "of": "colored"}}}


@meaning
def color_for_lands() -> dict[str, Any]:
    """ "That player chooses a color. Until end of turn, lands tapped for mana produce mana of that color instead".

    The color is one that the player chooses as the trigger resolves: one effect for each choice.
    """
    watched = {"add_mana": {"tapped": "land", "type": "colored"}}
    ways = {
        word: [{"effect": {"when": watched, "instead": {"type": f"{{{color.value}}}", "of": "colored"}}}]
        for word, color in COLOR_WORDS.items()
    }
    return {"trigger": {"begin": {"step": "upkeep"}}, "do": [{"choose": ways, "by": "it"}]}


@inverse
def un_color_for_lands(value: Any) -> Iterator[dict[str, Any]]:
    """Only that one ability is said so."""
    if value == color_for_lands():
        yield {}
