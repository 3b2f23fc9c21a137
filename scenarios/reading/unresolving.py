"""The other way round from ``resolving``: names of targets and ``it`` become the words that would be read as such.

What comes out need not be right: what is said is read again, and only what reads back the same is kept.
"""

from __future__ import annotations

import re
from typing import Any

from scenarios.reading.bringing import untold
from scenarios.reading.referring import about, first_other, is_player, watched_phrase

_REFERENCE = re.compile(
    r"(?:^|(?<=[(, ]))(?:(?P<target>each target|target(?: [0-9]+)?)|(?P<it>it)|(?P<other>source|attacker|that player))"
    r"(?='s |$|\)|, | controls)"
)
#: What a target is called where the choices don't say: by the role that it plays.
_KINDS = {
    "player": "player", "to": "any target", "object": "card", "spell": "spell", "affects": "creature", "on": "creature",
    "putter": "player",
}  # fmt: skip
_HEADS = re.compile(
    r"\b(?:creature|land|artifact|enchantment|planeswalker|battle|permanent|spell|card|player|opponent|token|source)\b"
)
_OF_ITS_OWN = frozenset({"trigger", "when"})


class _Unsayable(Exception):
    pass


def unresolve(ability: Any, choices: tuple[Any, ...], pronoun: str = "it") -> Any | None:
    """The ability with marks in place of targets and ``it``, or None where no words would be read as these.

    ``pronoun`` says whether things spoken of before are "it" or "that creature".
    """
    try:
        return _Marker(choices, pronoun).walk(untold(ability), "")
    except _Unsayable:
        return None


class _Marker:
    """Puts the marks in, in the order in which the words would stand."""

    def __init__(self, choices: tuple[Any, ...], pronoun: str) -> None:
        self.choices = [one for one in choices if isinstance(one, dict) and "target" in one]
        self.pronoun = pronoun
        self.seen: list[tuple[str, str]] = []  #: names of targets, and what they are
        self.way = ""  #: the mode that is being said
        self.about = self.noun = ""

    def walk(self, value: Any, role: str) -> Any:
        if isinstance(value, dict):
            return self.mapping(value)
        if isinstance(value, list):
            if role == "abilities":
                return value  # texts in quotation marks settle what they speak of themselves
            return [self.walk(part, role) for part in value]
        if not isinstance(value, str) or role in {"only", "rider", "what", "kind", "name"}:
            return value
        if self.pronoun == "own" and role in {"while", "if"}:
            value = re.sub(r"(?<=[(, ])this(?=[),])", "\u00abthat it\u00bb", value)
        return _REFERENCE.sub(lambda found: self.mark(found, role), value)

    def mapping(self, value: dict[str, Any]) -> dict[str, Any]:
        if isinstance(value.get("choose"), dict):
            return {**value, "choose": self.options(value["choose"])}
        if "otherwise" in value and "if" in value and next(iter(value)) == "otherwise":
            return self.alternatives(value)
        key = next((key for key in value if key in _OF_ITS_OWN), None)
        if key is None or not isinstance(value[key], dict | list):
            return {key: self.walk(part, key) for key, part in value.items()}
        if key == "trigger" and "once" in value:  # the words of some events say so by themselves
            value = {one: part for one, part in value.items() if one != "once"}
        watched = self.walk(value[key], key)
        around = self.about, self.noun
        self.about, self.noun = about(value[key]), watched_phrase(value[key])
        if "'tapped'" in repr(value[key]):
            value = _of_tapped(value)
        found = {one: watched if one == key else self.walk(part, one) for one, part in value.items()}
        self.about, self.noun = around
        return found

    def options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Modes: each speaks of its own targets, and of those before."""
        before, way = list(self.seen), self.way
        found = {}
        for label, done in options.items():
            self.seen, self.way = list(before), label
            found[label] = self.walk(done, "")
        self.way = way
        return found

    def alternatives(self, value: dict[str, Any]) -> dict[str, Any]:
        """What is done instead: with targets of its own, where the choices say so."""
        before, way = list(self.seen), self.way
        self.way = "otherwise"
        found = {"otherwise": self.walk(value["otherwise"], ""), "if": self.walk(value["if"], "if")}
        self.way = value["if"]
        if any(one.get("mode") == value["if"] for one in self.choices):
            self.seen = before
        found["then"] = self.walk(value["then"], "")
        self.way = way
        return found

    def mark(self, found: re.Match[str], role: str) -> str:
        if found["it"]:
            if not self.about:
                raise _Unsayable
            if self.about == "player":
                return "\u00abthat player\u00bb"
            return self.again(self.noun) if self.pronoun == "noun" else "\u00abthat it\u00bb"
        if found["other"]:
            return self.other(found["other"], found.string)
        name = found["target"]
        known = dict(self.seen)
        if name in known:
            if is_player(known[name]):
                return "\u00abthat player\u00bb"
            if name == "each target":
                return "\u00abthose\u00bb" if self.pronoun == "it" else f"\u00abthose {_head(known[name])}\u00bb"
            objects = [one for one, what in self.seen if not is_player(what)]
            return "\u00abthat it\u00bb" if self.pronoun == "it" and name == objects[-1] else self.again(known[name])
        number = len(self.seen) + 1
        if name not in {"target" if number == 1 else f"target {number}", "each target"}:
            raise _Unsayable
        what = self.described(number, role)
        self.seen.append((name, re.sub(r"^(?:another |[<=]=[0-9]+ )", "", what)))
        return f"\u00abtarget {what}\u00bb"

    def described(self, number: int, role: str) -> str:
        there = [one for one in self.choices if self.chosen_here(one.get("mode"))]
        if number > len(there):
            return _KINDS.get(role, "permanent")
        choice = there[number - 1]
        what = first_other(str(choice["target"]))
        who = "\u00abthat player\u00bb" if self.about == "player" else "\u00abdefender\u00bb"
        what = re.sub(r"\bthat player(?= controls)", who, what)
        if choice.get("by") == "opponent":
            what += " of an opponent's choice"
        if choice.get("another"):
            what = f"another {what}"
        if "up_to" in choice:
            what = f"<={choice['up_to']} {what}"
        return f"=={choice['count']} {what}" if "count" in choice else what

    def chosen_here(self, mode: Any) -> bool:
        """Whether a target is one of the mode that is being said."""
        if mode is None or mode == self.way:
            return True
        numbers = re.findall("[0-9]+", self.way) if self.way.startswith("mode") else []
        return str(mode).startswith("mode ") and str(mode).removeprefix("mode ") in numbers

    def other(self, name: str, text: str) -> str:
        if name == "source":
            return "\u00abthat it\u00bb" if self.about == "player" and text.startswith(("source", "power(")) else name
        if name == "attacker":
            return "\u00abthat creature\u00bb"
        return "\u00abthat player\u00bb" if self.about == "player" else "\u00abdefender\u00bb"

    @staticmethod
    def again(what: str) -> str:
        return f"\u00abthat {_head(what)}\u00bb"


def _head(what: str) -> str:
    """The noun of a description: "creature" of "nonblack creature you control"."""
    if what == "any target":
        return "permanent"
    found = _HEADS.search(what)
    return found[0] if found else "permanent"


def _of_tapped(value: Any) -> Any:
    """In triggers on mana: what was tapped is "that land", who tapped it "that player"."""
    if isinstance(value, dict):
        return {key: _of_tapped(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_of_tapped(part) for part in value]
    return re.sub(r"^that permanent\b", "\u00abthat it\u00bb", value) if isinstance(value, str) else value
