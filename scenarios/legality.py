"""Where a card is legal to play, as far as the catalogue says so: cards for casual play (100.6, 100.7)."""

from __future__ import annotations

from dataclasses import dataclass

from model.errors import OutOfScopeError
from model.rules import Citation, Verdict
from scenarios import catalogue
from scenarios.checking import at, mapping, text, within


@dataclass(frozen=True)
class Asked:
    """A card, and the format that the question asks about."""

    card: str
    format: str
    legal_in: tuple[str, ...]


def read(value: object, path: str) -> Asked:
    """What an entry of ``format_legal`` asks. Raises MalformedError or UnknownNameError with the path.

    Raises OutOfScopeError for a card of which the catalogue does not say where it is legal.
    """
    entry = mapping(value, path, "a mapping such as {card: ..., format: Modern}", ("card", "format"))
    name = text(entry.get("card"), at(path, "card"), "the name of a card")
    wanted = text(entry.get("format"), at(path, "format"), "the name of a format")
    with within(at(path, "card")):
        legal_in = catalogue.entry(name).get("legal_in")
    if legal_in is None:
        raise OutOfScopeError(f"{at(path, 'card')}: the catalogue does not say in which formats {name} is legal")
    return Asked(name, wanted, tuple(legal_in))


def is_legal(asked: Asked) -> Verdict:
    """Whether a card for casual play is legal in a format: only in those made for it (100.6, 100.7)."""
    if asked.format in asked.legal_in:
        return Verdict(True, Citation("100.7", "the format is one that the card was made for"))
    return Verdict(False, Citation("100.6", f"it is legal in {', '.join(asked.legal_in) or 'no format'} only"))
