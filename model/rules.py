"""Rule numbers of the Comprehensive Rules and citations of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from model.errors import MalformedError

#: The edition whose numbers are cited throughout (the date on which it took effect).
EDITION = "2026-09-25"

_NUMBER = re.compile(r"^([1-9]\d\d)(?:\.(\d+)([a-z])?)?$")


@dataclass(frozen=True, slots=True, order=True)
class RuleNumber:
    """A number such as 616, 616.1 or 616.1e; ordered as the rules are."""

    section: int
    rule: int = 0
    letter: str = ""

    @classmethod
    def parse(cls, text: str) -> RuleNumber:
        """Read ``"616.1e"``. Raises MalformedError on anything that is not a rule number."""
        match = _NUMBER.match(text)
        if match is None:
            raise MalformedError(f"{text!r} is not a rule number; write one like 616, 616.1 or 616.1e")
        section, rule, letter = match.groups()
        return cls(int(section), int(rule or 0), letter or "")

    def __str__(self) -> str:
        """The number as the rules print it."""
        return f"{self.section}" + (f".{self.rule}{self.letter}" if self.rule else "")


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule number with its gist in our own words."""

    rule: str
    gist: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Yes or no, and the rule that decides."""

    value: bool
    citation: Citation
