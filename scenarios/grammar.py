"""The parser of ``phrases.lark``: tables that lark computes once, and the short loop that runs them.

``python -m scenarios.grammar`` writes the tables into ``phrases.json`` after the grammar has changed. Reading them
takes a tenth of the time that lark needs to start; where they are of another grammar, lark computes them anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

END = "$END"


class Token(str):
    """A part of a phrase or amount: its text, the terminal that it is, and where it begins."""

    __slots__ = ("place", "type")
    place: int
    type: str

    @classmethod
    def of(cls, kind: str, text: str, place: int) -> Token:
        """A token with all of its parts."""
        token = cls(text)
        token.type, token.place = kind, place
        return token


class UnexpectedTokenError(Exception):
    """A token that can't stand where it stands, and the terminals that could."""

    def __init__(self, token: Token, expected: frozenset[str]) -> None:
        """Keep both for the message."""
        super().__init__(token)
        self.token = token
        self.expected = expected


@dataclass(frozen=True)
class Rule:
    """A rule of the grammar: its symbol, how many parts it has, and what becomes of them.

    ``method`` names what reads the parts; None stands for a rule whose parts go into the rule around it. A rule that is
    ``single`` passes an only part on as it is.
    """

    symbol: str
    length: int
    method: str | None
    single: bool


@dataclass(frozen=True)
class Tables:
    """States as mappings from symbols to what follows: a state (from 0), or a rule (-1 and below)."""

    starts: dict[str, tuple[int, int]]
    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]


class _Parts(list[Any]):
    """The parts of a rule that has no value of its own."""


def parse(tokens: Iterable[Token], start: str, read: Callable[[str, list[Any]], Any]) -> Any:
    """The value of a text that is cut into tokens; ``read`` makes the value of a rule from those of its parts.

    Raises UnexpectedTokenError.
    """
    table = tables()
    first, last = table.starts[start]
    stack: list[int] = [first]
    values: list[Any] = []
    place = 0
    for token in tokens:
        _reduce(table, stack, values, token, read)
        stack.append(table.states[stack[-1]][token.type])
        values.append(token)
        place = token.place + len(token)
    _reduce(table, stack, values, Token.of(END, "", place), read, last)
    return values[-1]


def _reduce(
    table: Tables,
    stack: list[int],
    values: list[Any],
    token: Token,
    read: Callable[[str, list[Any]], Any],
    last: int = -1,
) -> None:
    """Apply rules until the token can be taken, or at the end until the start symbol is complete."""
    while True:
        action = table.states[stack[-1]].get(token.type)
        if action is None:
            raise UnexpectedTokenError(token, _acceptable(table, stack))
        if action >= 0:
            return
        rule = table.rules[-action - 1]
        parts: list[Any] = []
        if rule.length:
            for part in values[-rule.length :]:
                parts.extend(part) if isinstance(part, _Parts) else parts.append(part)
            del stack[-rule.length :], values[-rule.length :]
        stack.append(table.states[stack[-1]][rule.symbol])
        if rule.method is None:
            values.append(_Parts(parts))
        else:
            values.append(parts[0] if rule.single and len(parts) == 1 else read(rule.method, parts))
        if token.type == END and stack[-1] == last:
            return


def _acceptable(table: Tables, stack: list[int]) -> frozenset[str]:
    """The terminals that could stand here: those for which the rules come to taking them."""
    found = set()
    for terminal in table.states[stack[-1]]:
        if not terminal.isupper():
            continue
        trial = list(stack)
        while (action := table.states[trial[-1]].get(terminal)) is not None:
            if action >= 0:
                found.add(terminal)
                break
            rule = table.rules[-action - 1]
            if rule.length:
                del trial[-rule.length :]
            trial.append(table.states[trial[-1]][rule.symbol])
            if terminal == END and any(trial[-1] == last for _, last in table.starts.values()):
                found.add(terminal)
                break
    return frozenset(found)


# --- the tables ------------------------------------------------------------------------------------------------------


@cache
def tables() -> Tables:
    """The tables of the grammar: those of ``phrases.json``, or computed anew where they are of another grammar."""
    folder = files("scenarios")
    file = folder.joinpath("phrases.json")
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if found.get("grammar") != digest():
        found = compiled()
    return Tables(
        {name: (first, last) for name, (first, last) in found["starts"].items()},
        tuple(Rule(*rule) for rule in found["rules"]),
        tuple(found["states"]),
    )


def _text() -> str:
    return files("scenarios").joinpath("phrases.lark").read_text(encoding="utf-8").replace("\r\n", "\n")


def digest() -> str:
    """What tells this grammar from any other."""
    return hashlib.sha256(_text().encode()).hexdigest()


def compiled() -> dict[str, Any]:
    """The tables as plain values, computed by lark from ``phrases.lark``, always in the same order."""
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class Nothing(Lexer):
        """Stands for a lexer while lark computes the tables."""

        def __init__(self, lexer_conf: object) -> None:
            del lexer_conf

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            return ()

    parser: Any = Lark(_text(), parser="lalr", lexer=Nothing, start=["phrase", "amount"]).parser
    table = parser.parser._parse_table
    numbers: dict[Any, int] = {}
    rules: dict[Any, int] = {}
    waiting = [table.start_states[name] for name in sorted(table.start_states)]
    for state in waiting:
        numbers[state] = len(numbers)
    for state in waiting:
        for symbol in sorted(table.states[state]):
            action, target = table.states[state][symbol]
            if action is not Shift:
                rules.setdefault(target, len(rules))
            elif target not in numbers:
                numbers[target] = len(numbers)
                waiting.append(target)
    states = [
        {
            symbol: numbers[target] if action is Shift else -rules[target] - 1
            for symbol, (action, target) in sorted(table.states[state].items())
        }
        for state in waiting
    ]
    return {
        "grammar": digest(),
        "starts": {
            name: [numbers[table.start_states[name]], numbers[table.end_states[name]]] for name in table.start_states
        },
        "rules": [_rule(rule) for rule in rules],
        "states": states,
    }


def _rule(rule: Any) -> list[Any]:
    symbol = str(rule.origin.name)
    method = rule.alias or (None if symbol.startswith("_") else symbol)
    return [symbol, len(rule.expansion), method, bool(rule.options.expand1 and not rule.alias)]


if __name__ == "__main__":  # pragma: no cover
    from pathlib import Path

    lines = compiled()
    states = ",\n".join(json.dumps(state, separators=(",", ":")) for state in lines.pop("states"))
    head = json.dumps(lines, separators=(",", ":"))[:-1]
    Path(__file__).with_name("phrases.json").write_text(f'{head},"states":[\n{states}\n]}}\n', encoding="utf-8")
