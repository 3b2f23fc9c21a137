"""Every outcome of a Magic: The Gathering rules question, who chooses between them, and why.

>>> import anyorder
>>> answer = anyorder.ask('''
... battlefield: {you: [{card: Grizzly Bears, id: bear}, Hardened Scales, Doubling Season]}
... event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
... ''')
>>> [outcome.events[0].counters for outcome in answer.outcomes]
[(('+1/+1', 3),), (('+1/+1', 4),)]
>>> answer.choosers
('you',)

Everything is imported when it is used first, so that importing this package costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anyorder.asking import Asked
    from anyorder.checking import Checked, Report, Verdict
    from anyorder.reasoned import AskedReasoning
    from model.actions import Action
    from model.cards import Card
    from model.derivation import Derivation, Step
    from model.errors import (
        AnyorderError,
        IllegalError,
        LimitError,
        MalformedError,
        OutOfScopeError,
        UnknownNameError,
    )
    from model.events import Event
    from model.situation import Situation
    from scenarios.documents import Document
    from solver.answers import Answer, Outcome

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AnyorderError",
    "Asked",
    "AskedReasoning",
    "Card",
    "Checked",
    "Derivation",
    "IllegalError",
    "LimitError",
    "MalformedError",
    "OutOfScopeError",
    "Outcome",
    "Report",
    "Situation",
    "Step",
    "UnknownNameError",
    "Verdict",
    "__version__",
    "ask",
    "can_force",
    "card",
    "cards",
    "check",
    "order_matters",
    "outcomes",
    "schema",
    "why_not",
]

_HOMES = {
    "Asked": "anyorder.asking", "AskedReasoning": "anyorder.reasoned",
    "Answer": "solver.answers", "Outcome": "solver.answers", "Card": "model.cards", "Situation": "model.situation",
    "Derivation": "model.derivation", "Step": "model.derivation", "Checked": "anyorder.checking",
    "Report": "anyorder.checking", "Verdict": "anyorder.checking", "AnyorderError": "model.errors",
    "IllegalError": "model.errors", "LimitError": "model.errors", "MalformedError": "model.errors",
    "OutOfScopeError": "model.errors", "UnknownNameError": "model.errors",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a class of the public API when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)


def ask(document: str | Path | Mapping[str, Any], *, limit: int | None = None) -> Asked:
    """The answer to one scenario document: every outcome, how many orderings lead to it, and a derivation.

    ``document`` is a path, the text of a document in YAML or JSON (any text with a line break or that begins with a
    brace), or a mapping. ``limit`` bounds the states visited; where it is hit, ``complete`` is False.

    Raises MalformedError (with a ``path`` into the document) for what is wrong in it, UnknownNameError for a card, key
    or object that is not there, and OutOfScopeError for what is not modelled.
    """
    from anyorder.asking import ask as answered
    from solver.answers import DEFAULT_LIMIT

    return answered(_one(document), limit=limit or DEFAULT_LIMIT)


def order_matters(document: str | Path | Mapping[str, Any], *, limit: int | None = None) -> AskedReasoning:
    """Whether the order of effects matters in one scenario document; arguments and errors as for ``ask``.

    ``result`` of the answer is the pairs that do not commute, each with its witness, and the other decisions.
    """
    from scenarios import rephrasing

    return _rephrased(document, rephrasing.order_matters, limit)


def can_force(
    document: str | Path | Mapping[str, Any], player: str | list[str], *, limit: int | None = None, **goal: Any
) -> AskedReasoning:
    """Whether a player, or several together, can make sure of something, whatever all others choose.

    ``goal`` is what they want, in the notation of documents: ``happens``, ``never``, ``outcome``, ``where``. The
    answer's ``result.game`` has the strategy of those who get their way. Other arguments and errors as for ``ask``.
    """
    from scenarios import rephrasing

    return _rephrased(document, lambda one: rephrasing.can_force(one, player, goal), limit)


def why_not(document: str | Path | Mapping[str, Any], what: Any, *, limit: int | None = None) -> AskedReasoning:
    """What stops something in one scenario document, and the smallest changes that make it come about.

    ``what`` is an event in the notation of documents, a list of events, or a type of mana where the document asks what
    could be produced. Other arguments and errors as for ``ask``.
    """
    from scenarios import rephrasing

    return _rephrased(document, lambda one: rephrasing.why_not(one, what), limit)


def _rephrased(
    document: str | Path | Mapping[str, Any], rephrase: Callable[[Document], Document], limit: int | None
) -> AskedReasoning:
    from anyorder.asking import ask as answered
    from anyorder.reasoned import AskedReasoning
    from solver.answers import DEFAULT_LIMIT

    found = answered(rephrase(_one(document)), limit=limit or DEFAULT_LIMIT)
    assert isinstance(found, AskedReasoning)
    return found


def _one(document: str | Path | Mapping[str, Any]) -> Document:
    from anyorder.asking import documents
    from model.errors import MalformedError

    found = documents(document)
    if len(found) != 1:
        raise MalformedError(f"expected one scenario document, found {len(found)}")
    return found[0]


def check(path: str | Path, *, limit: int | None = None) -> Report:
    """Every document of a file, or of a folder and its subfolders, held against the answer that it expects.

    Raises MalformedError when there is no such file or folder.
    """
    from anyorder.checking import check as checked
    from solver.answers import DEFAULT_LIMIT

    return checked([Path(path)], limit or DEFAULT_LIMIT)


def cards() -> tuple[str, ...]:
    """The names of all cards of the built-in catalogue, sorted."""
    from scenarios import catalogue

    return catalogue.names()


def card(name: str) -> Card:
    """A card of the built-in catalogue. Raises UnknownNameError with the nearest spelling."""
    from scenarios import catalogue

    return catalogue.find(name)


def schema() -> dict[str, Any]:
    """The JSON Schema of scenario documents."""
    from scenarios.schema import schema as published

    return published()


def outcomes(
    situation: Situation, *steps: Event | Action | tuple[Event | Action, ...], limit: int | None = None
) -> Answer:
    """Every outcome of events in a situation made of the values of ``model``.

    Each step is one event or action, or a tuple of events that happen at the same time; several happen one after the
    other. ``limit`` is as for ``ask``.
    """
    from solver import answers

    return answers.outcomes(situation, *steps, limit=limit or answers.DEFAULT_LIMIT)
