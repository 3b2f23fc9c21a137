"""Which family an ability belongs to, told from its words alone, however much of it is understood."""

from __future__ import annotations

import re

#: Families in the order in which they are tried.
FAMILIES: tuple[tuple[str, str], ...] = (
    ("could produce", r"could produce"),
    ("mana replacement", r"for mana.*\binstead\b|would (?:produce|add).*\bmana\b|would lose unspent mana"),
    ("tapped-for-mana trigger", r"^Whenever .*taps? .*for mana|^Whenever .*is tapped for mana"),
    ("mana ability", r":[^\"]*\badd\b"),
    ("would instead", r"\bwould\b.*\binstead\b"),
    ("prevention", r"\bprevent"),
    ("enters as a copy", r"\benters? (?:tapped )?as a copy|\benter as a copy"),
    ("enters tapped", r"\benters? tapped|\benter tapped"),
    ("enters with counters", r"\benters? (?:tapped )?with "),
    ("as enters", r"^As ~ enters|^As .* enters"),
    ("regenerate", r"\b[Rr]egenerate"),
    ("skip", r"\b[Ss]kips?\b"),
    ("instead", r"\binstead\b"),
    ("can't", r"\bcan't\b"),
    ("triggered", r"^(?:When|Whenever|At) "),
    ("activated", r"^[^\".]*: "),
)


def family_of(paragraph: str) -> str:
    """The family of an ability: "mana ability", "would instead", "keyword" ..., or "other"."""
    from scenarios.reading.keywords import keywords

    for name, pattern in FAMILIES:
        if re.search(pattern, paragraph, re.IGNORECASE):
            return name
    return "keyword" if keywords(paragraph) is not None else "other"
