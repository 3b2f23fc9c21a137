"""How much of a file of cards is understood, counted by family, and the words at which reading stops most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from scenarios.bringing.compiling import in_chunks
from scenarios.bringing.families import FAMILIES, MANA_ABILITY, Sentence, families, intrinsic, paragraphs, sentences
from scenarios.reading import read_card
from scenarios.reading.records import Clause, OracleCard, OracleFace

#: The families that stand for everything.
EVERYTHING = "all abilities"
OTHER = "everything else"
#: So many words of the place where reading stopped are counted together.
WORDS = 6
#: So many cards are kept as examples.
_EXAMPLES = 4


@dataclass
class Stop:
    """Words at which reading stops: how often, on which cards (a few of them), and one whole ability as an example."""

    count: int = 0
    cards: list[str] = field(default_factory=list)
    example: str = ""

    def add(self, other: Stop) -> None:
        """Count the other one in."""
        self.count += other.count
        self.cards = (self.cards + [name for name in other.cards if name not in self.cards])[:_EXAMPLES]
        self.example = self.example or other.example


@dataclass
class Coverage:
    """What was counted: cards (all, whole, without text), and per family abilities, those understood, and stops."""

    cards: int = 0
    whole: int = 0
    vanilla: int = 0
    abilities: Counter[str] = field(default_factory=Counter)
    understood: Counter[str] = field(default_factory=Counter)
    stops: dict[str, dict[str, Stop]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def add(self, other: Coverage) -> None:
        """Count another part of the file in."""
        self.cards += other.cards
        self.whole += other.whole
        self.vanilla += other.vanilla
        self.abilities += other.abilities
        self.understood += other.understood
        self.failed += other.failed
        for family, stops in other.stops.items():
            mine = self.stops.setdefault(family, {})
            for words, stop in stops.items():
                mine.setdefault(words, Stop()).add(stop)

    def rows(self) -> tuple[tuple[str, int, int], ...]:
        """Family, abilities, understood: those that are there, in the order of the families, everything last."""
        names = [*FAMILIES, OTHER, EVERYTHING]
        return tuple((name, self.abilities[name], self.understood[name]) for name in names if self.abilities[name])

    def missing(self, family: str) -> tuple[tuple[str, Stop], ...]:
        """The words where reading stopped in a family, the most frequent first."""
        return tuple(sorted(self.stops.get(family, {}).items(), key=lambda item: (-item[1].count, item[0])))


def coverage(cards: Iterable[OracleCard], processes: int | None = None) -> Iterator[Coverage]:
    """The coverage of these cards, part by part."""
    return in_chunks(cards, count, processes)


def count(cards: Iterable[OracleCard]) -> Coverage:
    """The coverage of these cards."""
    found = Coverage()
    for card in cards:
        _count_card(card, found)
    return found


def _count_card(card: OracleCard, found: Coverage) -> None:
    found.cards += 1
    try:
        reading = read_card(card)
        clauses = reading.clauses
    except Exception as error:  # told, and no reason to lose the other cards
        found.failed.append(f"{card.name}: {type(error).__name__}: {error}")
        clauses = None
    if clauses is not None:
        found.whole += reading.understood
        found.vanilla += not clauses
    for face in card.faces:
        own = None if clauses is None else [clause for clause in clauses if clause.face == face.name]
        _count_face(card, face, own, found)


def _count_face(card: OracleCard, face: OracleFace, clauses: list[Clause] | None, found: Coverage) -> None:
    if types := intrinsic(face):
        found.abilities[MANA_ABILITY] += types
        found.understood[MANA_ABILITY] += types if clauses is not None else 0
    fates = _fates(face, clauses)
    seen: set[tuple[str, int]] = set()
    for sentence in sentences(face.text):
        understood, stopped = fates[sentence.place]
        names = families(sentence, face)
        if (EVERYTHING, sentence.place) not in seen:  # abilities as a whole are counted once each
            seen.add((EVERYTHING, sentence.place))
            names = (*names, EVERYTHING)
        for name in names:
            found.abilities[name] += 1
            if understood:
                found.understood[name] += 1
            else:
                stop = Stop(1, [card.name], sentence.paragraph)
                found.stops.setdefault(name, {}).setdefault(_words(stopped), Stop()).add(stop)
    _count_other(card, face, fates, found)


def _count_other(card: OracleCard, face: OracleFace, fates: list[tuple[bool, str]], found: Coverage) -> None:
    """Abilities none of whose sentences belongs to a family."""
    special: set[int] = set()
    lines: dict[int, Sentence] = {}
    for sentence in sentences(face.text):
        lines.setdefault(sentence.place, sentence)
        if families(sentence, face):
            special.add(sentence.place)
    for place, sentence in lines.items():
        if place in special:
            continue
        understood, stopped = fates[place]
        found.abilities[OTHER] += 1
        found.understood[OTHER] += understood
        if not understood:
            stop = Stop(1, [card.name], sentence.paragraph)
            found.stops.setdefault(OTHER, {}).setdefault(_words(stopped), Stop()).add(stop)


_GOES_ON = re.compile(r"[\u2022*\u00b7] ?|[a-z,;]")


def _fates(face: OracleFace, clauses: list[Clause] | None) -> list[tuple[bool, str]]:
    """For each paragraph of the text, whether it was understood, and where reading stopped.

    The reader takes the options of a list together with the line before them, and lines that were broken within a
    sentence. Where its clauses are others than these, nothing is taken as understood that may not be.
    """
    lines = paragraphs(face.text)
    groups: list[list[int]] = []
    for place, line in enumerate(lines):
        if groups and _GOES_ON.match(line):
            groups[-1].append(place)
        else:
            groups.append([place])
    if clauses is None:
        return [(False, "the reader failed")] * len(lines)
    if len(groups) == len(clauses):
        fates = [(True, "")] * len(lines)
        for group, clause in zip(groups, clauses, strict=True):
            for place in group:
                fates[place] = (clause.understood, clause.stopped_at)
        return fates
    if len(lines) == len(clauses):  # anchor words and the like: each line is a clause of its own
        return [(clause.understood, clause.stopped_at) for clause in clauses]
    stopped = next((clause.stopped_at for clause in clauses if not clause.understood), "")
    whole = bool(clauses) and all(clause.understood for clause in clauses)
    return [(whole, stopped or "no clause")] * len(lines)


def _words(stopped: str) -> str:
    return " ".join(stopped.split()[:WORDS]) or "the end"
