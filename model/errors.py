"""The errors of the project, by meaning. Every one is something a person can act on."""

from __future__ import annotations

import re

#: A word, or a text in quotes, that is longer than this is shortened where it is told.
MOST_TOLD = 240
_LONG = re.compile(rf"'[^'\n]{{{MOST_TOLD},}}'|\S{{{MOST_TOLD},}}")


def shortened(message: str) -> str:
    """A message in which very long words and quoted texts are told by their beginning and their end."""
    if len(message) < MOST_TOLD:
        return message
    return _LONG.sub(lambda match: f"{match[0][:80]}...{match[0][-20:]}", message)


class AnyorderError(Exception):
    """The root of all errors that a user may see; its text says what to do next."""

    def __init__(self, message: str = "") -> None:
        """Keep the message, without the most of what is very long in it."""
        super().__init__(shortened(message))


class MalformedError(AnyorderError):
    """What was given is not of the right form: a document, a phrase, a number, a mana cost.

    ``path`` says where in the document, such as ``battlefield.you[2].card``; empty when unknown. ``line`` is the line
    of the text, from 1, and 0 when unknown.
    """

    def __init__(self, message: str, path: str = "") -> None:
        """Keep the message and where it belongs."""
        super().__init__(message)
        self.message = shortened(message)
        self.path = shortened(path)
        self.line = 0

    def __str__(self) -> str:
        """``line, path: message``, with what is known of these."""
        where = ", ".join(part for part in (f"line {self.line}" if self.line else "", self.path) if part)
        return f"{where}: {self.message}" if where else self.message


class UnknownNameError(MalformedError):
    """A card, token, zone, key or object that is not there; the message carries the nearest spelling."""


class IllegalError(AnyorderError):
    """What was asked for is against a rule; ``rule`` is its number."""

    def __init__(self, message: str, rule: str) -> None:
        """Keep the message and the number of the rule."""
        super().__init__(f"{message} (rule {rule})")
        self.rule = rule


class OutOfScopeError(AnyorderError):
    """Something that is understood but not modelled; the message names it."""


class LimitError(AnyorderError):
    """A limit was hit before the answer was complete; the message names the limit."""
