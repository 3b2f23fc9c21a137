"""The same situation with another question: does the order matter, who can force it, why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.errors import MalformedError
from model.production import TYPE_LETTERS
from scenarios import goals
from scenarios.documents import Document
from scenarios.question_kinds import LISTED
from scenarios.roles import VERBS

#: Questions whose situation can be asked for outcomes.
_OF_EVENTS = ("outcomes", "mana", "order_matters", "can_force", "why", "why_not")


def order_matters(document: Document) -> Document:
    """The document, asking whether the order matters. Raises MalformedError where it asks about no event."""
    kind, arguments = _question(document)
    if kind not in _OF_EVENTS:
        raise MalformedError(f"only what happens has an order, and this document asks {kind!r}", "question")
    about = _mana(kind, arguments)
    return document.asking({"order_matters": about} if about else "order_matters")


def can_force(document: Document, player: str | list[str], goal: Mapping[str, Any]) -> Document:
    """The document, asking whether some players can make sure of a goal. Raises MalformedError as above."""
    kind, arguments = _question(document)
    if kind not in _OF_EVENTS:
        raise MalformedError(f"only what happens can be forced, and this document asks {kind!r}", "question")
    return document.asking({"can_force": {"player": player, **goal, **_mana(kind, arguments)}})


def why_not(document: Document, what: Any) -> Document:
    """The document, asking why something does not happen or is not so.

    ``what`` is an event, a list of events, or a goal as in ``why_not``; where the document asks what could be produced
    or what mana there is, a type of mana (of one permanent: ``{id: type}``); where it asks a list of things, the
    number of one; where it asks what can be played, the id of a card. Raises MalformedError for anything else.
    """
    kind, arguments = _question(document)
    if kind == "could_produce":
        return document.asking({"why_not": _of_type(arguments, what)})
    if kind in LISTED and kind != "count":
        return document.asking({"why_not": {kind: _numbered(arguments, what)}})
    if kind == "can_play" and isinstance(what, str):
        player = arguments.get("player") if isinstance(arguments, Mapping) else None
        return document.asking({"why_not": {kind: {"player": player, "cards": [what]}}})
    if kind not in _OF_EVENTS:
        raise MalformedError(f"there is no 'why not' about the question {kind!r}", "question")
    return document.asking({"why_not": {**_goal(what, kind), **_mana(kind, arguments)}})


def _question(document: Document) -> tuple[str, Any]:
    if isinstance(document.question, str):
        return document.question, None
    return next(iter(document.question.items()), ("outcomes", None))


def _mana(kind: str, arguments: Any) -> dict[str, Any]:
    """The permanent that is tapped for mana, where the question is about that."""
    if kind == "mana":
        return {"mana": arguments}
    return {"mana": arguments["mana"]} if isinstance(arguments, Mapping) and "mana" in arguments else {}


def _goal(what: Any, kind: str) -> dict[str, Any]:
    if isinstance(what, Mapping) and what and set(what) <= {*goals.KEYS, "can_force"}:
        return dict(what)
    if isinstance(what, Mapping) and len(what) == 1 and next(iter(what)) in VERBS:
        return {"happens": dict(what)}
    if isinstance(what, list) and what:
        return {"happens": what}
    if isinstance(what, str) and kind == "mana":
        symbols = what if what.startswith("{") else f"{{{what}}}"
        return {"happens": {"add_mana": {"mana": symbols}}}
    example = "{create_tokens: {token: Zombie}}"
    raise MalformedError(
        f"expected an event, a list of events, or a goal, such as {example}, found {what!r}", "why_not"
    )


def _of_type(arguments: Any, what: Any) -> dict[str, Any]:
    ids = arguments if isinstance(arguments, list) else [arguments]
    ref, letter = ids[0], what
    if isinstance(what, Mapping) and len(what) == 1:
        ((ref, letter),) = what.items()
    elif len(ids) > 1:
        raise MalformedError("expected {id: type of mana}, since the document asks about several permanents", "why_not")
    letter = letter.strip("{}") if isinstance(letter, str) else letter
    if letter not in TYPE_LETTERS:
        raise MalformedError(f"expected a type of mana ({', '.join(TYPE_LETTERS)}), found {letter!r}", "why_not")
    return {"could_produce": ref, "type": letter}


def _numbered(arguments: Any, what: Any) -> Any:
    listed = arguments if isinstance(arguments, list) else [arguments]
    if not isinstance(what, int) or isinstance(what, bool) or not 1 <= what <= len(listed):
        raise MalformedError(
            f"expected the number of what is asked about, 1 to {len(listed)}, found {what!r}", "why_not"
        )
    return listed[what - 1]
