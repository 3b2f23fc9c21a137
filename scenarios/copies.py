"""What tells a copy from the card of its name: the values that the exceptions of a copy effect gave it (707.9)."""

from __future__ import annotations

from functools import lru_cache

from model.abilities import Keyword
from model.cards import Card, Face
from model.errors import AnyorderError
from scenarios import catalogue

Values = tuple[tuple[str, str | int | tuple[str, ...] | None], ...]


def values_of(face: Face) -> dict[str, str | int | tuple[str, ...] | None]:
    """The values that answers may say of a copy; keywords are those among its abilities."""
    return {
        "name": face.name, "type": str(face.type_line), "colors": tuple(color.word for color in face.colors),
        "power": face.power, "toughness": face.toughness,
        "keywords": tuple(ability.name for ability in face.abilities if isinstance(ability, Keyword)),
    }  # fmt: skip


@lru_cache(maxsize=1024)
def exceptions(card: Card | None) -> Values:
    """The values in which a copy is not like the card of its name; none where there is no such card."""
    if card is None:
        return ()
    try:
        faces = catalogue.find(card.faces[0].name).faces
    except AnyorderError:
        return ()
    face = card.faces[0]
    original = values_of(next((one for one in faces if one.name == face.name), faces[0]))
    return tuple((key, value) for key, value in values_of(face).items() if original[key] != value)
