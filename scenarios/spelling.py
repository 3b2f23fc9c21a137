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


def hint(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'creature'?"``, or an empty text when nothing is close."""
    match = nearest(word, known)
    return f"; did you mean {match!r}?" if match is not None else ""


def choices(known: Iterable[str], limit: int = 12) -> str:
    """The known words as a list for a message, cut off after ``limit`` of them."""
    words = list(known)
    shown = ", ".join(words[:limit])
    return f"{shown}, ..." if len(words) > limit else shown
