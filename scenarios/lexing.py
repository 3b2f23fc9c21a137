"""Cuts phrases and amounts into the terminals of ``phrases.lark``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.errors import MalformedError, UnknownNameError
from scenarios.grammar import Token
from scenarios.spelling import hint
from scenarios.vocabulary import FUNCTIONS, TERMINALS

_GROUPS = sorted((text for text in TERMINALS if " " in text), key=len, reverse=True)
_PATTERN = re.compile(
    r"""(?P<SPACE>\s+)
    |(?P<COUNTER_KIND>[+-][0-9]+/[+-][0-9]+
        |(?!(?:a|an|any|no|with|without|the|each|one|and|or|not)\b)[a-z][a-z-]*(?:\ strike)?(?=\ counters?\b(?!\s*\()))
    |(?P<FUNCTION>(?!(?:and|or|not)\b)[a-z][a-z_]*(?=\s*\())
    |(?P<GROUP>(?:"""
    + "|".join(re.escape(group) for group in _GROUPS)
    + r""")\b)
    |(?P<TARGET>target\ [0-9]+)
    |(?P<NAME_PART>with\ "[^"]+"\ in\ its\ name)
    |(?P<NAMED>named\ (?:"[^"]+"
        |[A-Z][\w'\u2019-]*(?:\ (?:(?:of|the|and|to|in|for|from|with|a|an)\ )*[A-Z][\w'\u2019-]*)*))
    |(?P<NONSUBTYPE>non-?[A-Z][\w'\u2019-]*)
    |(?P<SUBTYPE>[A-Z][\w'\u2019-]*)
    |(?P<WORD>[a-z]+(?:-[a-z]+)*(?:n['\u2019]t)?)
    |(?P<POSSESSIVE>['\u2019]s)
    |(?P<NUMBER>[0-9]+)
    |(?P<COMPARE><=|>=|==|!=|<|>)
    |(?P<PLUS>\+)|(?P<MINUS>-)|(?P<TIMES>\*)|(?P<OPEN>\()|(?P<CLOSE>\))|(?P<COMMA>,)
    """,
    re.VERBOSE,
)
_RAW = re.compile(r"\s*(\()\s*([^,()]*?)\s*(?=[,)])")


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a phrase or amount.

    Raises UnknownNameError on a word that is not in the vocabulary, MalformedError on any other character.
    """
    place = 0
    while place < len(text):
        match = _PATTERN.match(text, place)
        if match is None:
            raise MalformedError(f"{text!r}: {text[place]!r} at {place + 1} is no part of a phrase or amount")
        kind, value, start = match.lastgroup or "", match.group(), place
        place = match.end()
        if kind == "SPACE":
            continue
        if kind == "FUNCTION":
            if value not in FUNCTIONS:
                raise UnknownNameError(f"{text!r}: there is no function {value!r}{hint(value, FUNCTIONS)}")
            kind = FUNCTIONS[value]
            yield Token.of(kind, value, start)
            if kind in {"WORD_FUNCTION", "COUNTERS"} and (raw := _RAW.match(text, place)):
                yield Token.of("OPEN", "(", raw.start(1))
                yield Token.of("RAW", raw.group(2), raw.start(2))
                place = raw.end()
            continue
        if kind in {"WORD", "GROUP"}:
            known = TERMINALS.get(value.replace("\u2019", "'"))
            if known is None:
                raise UnknownNameError(
                    f"{text!r}: {value!r} at {start + 1} is not a word of phrases and amounts{hint(value, TERMINALS)}"
                )
            kind = known
        yield Token.of({"TARGET": "REFERENCE", "NONSUBTYPE": "ADJECTIVE"}.get(kind, kind), value, start)
