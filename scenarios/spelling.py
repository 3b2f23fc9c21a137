"""Nearest spellings for error messages."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known word that is spelled most like this one, or None when nothing is close; case does not count.

    ``alike`` is how close it must be, from 0 to 1.
    """
    from difflib import get_close_matches

    by_fold = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), by_fold, n=1, cutoff=alike)
    return by_fold[found[0]] if found else None


def nearest_of_many(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """As ``nearest``, for tens of thousands of words: only those that share most letter pairs are looked at closely."""
    from heapq import nlargest

    folded = word.casefold()
    pairs = {folded[place : place + 2] for place in range(len(folded) - 1)}
    room = max(4, len(folded) // 2)

    def shared(name: str) -> int:
        other = name.casefold()
        return sum(pair in other for pair in pairs) if abs(len(other) - len(folded)) <= room else -1

    return nearest(word, nlargest(40, known, key=shared), alike)


def beginning(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Names that begin with these whole words, as "Torbran, Thane of Red Fell" does with "torbran"; the first few."""
    folded = name.casefold()
    starts = (f"{folded},", f"{folded} ") if folded.strip() else ()
    return sorted({other for other in known if other.casefold().startswith(starts)})[:most] if starts else []


def of_card(name: str, known: Iterable[str], alike: float) -> str:
    """What to write in place of a card's name that there is not, for a message; empty where nothing is known to help.

    Tells the nearest spelling, the names that begin so (most were cut off at a comma), and what a list took together.
    """
    names = list(known)
    begun = beginning(name, names)
    if begun and begun[0].casefold().startswith(f"{name.casefold()},"):
        return f"; did you mean {' or '.join(map(repr, begun))}? (a name with a comma stands in quotes within brackets)"
    if (close := nearest_of_many(name, names, alike)) is not None:
        number = " (a card stands once for each copy of it)" if name[:1].isdigit() else ""
        return f"; did you mean {close!r}?{number}"
    if begun:
        return f"; did you mean {' or '.join(map(repr, begun))}?"
    if " - " in name:
        return "; entries of a list that begin with '- ' stand in one column"
    return ""


#: What to do with a text that a comma has cut in two.
CUT = "; a text with a comma stands in quotes within braces and brackets"


def of_object(name: str, ids: list[str]) -> str:
    """What to write in place of an id that there is not, for a message; empty where nothing is known to help."""
    begun = [one for one in ids if one.startswith(f"{name},")]
    if begun:
        return f"; did you mean {begun[0]!r}? (a text with a comma stands in quotes within braces)"
    return hint(name, ids) or nowhere(name)


def nowhere(name: str) -> str:
    """What to do with the name of a card that is in no zone of a document; empty for other words."""
    from scenarios import catalogue

    known = catalogue.is_card_name(name)
    return f"; the card must be in a zone first, such as battlefield: {{you: [{name}]}}" if known else ""


def hint(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'creature'?"``, or an empty text when nothing is close."""
    match = nearest(word, known)
    return f"; did you mean {match!r}?" if match is not None else ""


def choices(known: Iterable[str], limit: int = 12) -> str:
    """The known words as a list for a message, cut off after ``limit`` of them."""
    words = list(known)
    shown = ", ".join(words[:limit])
    return f"{shown}, ..." if len(words) > limit else shown
