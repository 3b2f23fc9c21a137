"""What an object is called: its names, and those that a token has for want of one (201.2, 111.4)."""

from __future__ import annotations

from model.cards import EVERY_CARD_NAME, Layout
from model.characteristics import Characteristics
from model.objects import GameObject


def is_named(has: Characteristics, thing: GameObject, name: str) -> bool:
    """Whether one of its names is this one, compared exactly; what has all card names has none of tokens."""
    if has.name == EVERY_CARD_NAME:
        return not name.endswith(" Token")
    names = names_among(has, thing)
    return name in names or (name == has.name and len(names) > 1)


def names_among(has: Characteristics, thing: GameObject) -> tuple[str, ...]:
    """Its names; a token whose name was not said is named after its subtypes with the word Token (111.4)."""
    face = thing.printed.faces[0]
    if thing.printed.layout is Layout.TOKEN and has.name == face.name == " ".join(face.type_line.subtypes):
        return (f"{has.name} Token",)
    return has.names
