"""Abilities that effects give, and tokens that have them: the texts in quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import NotSayableError, inverse, meaning


@meaning
def quoted(a: Any) -> Any:
    """An ability in quotation marks. What it refers to is settled within it, and it says what its targets are."""
    from scenarios.reading.resolving import resolve

    if isinstance(a, list) and len(a) != 1:
        raise NotSayableError("several abilities in one pair of quotation marks")
    settled, choices = resolve(a)
    if not choices:
        return settled[0]
    if not isinstance(settled[0], dict) or not settled[0].keys() & {"activated", "trigger"}:
        raise NotSayableError("a target of what is no activated or triggered ability")
    return {**settled[0], "chooses": choices}


@inverse
def un_quoted(value: Any) -> Iterator[dict[str, Any]]:
    """The ability itself, with words for its own targets."""
    from scenarios.reading.unresolving import unresolve

    if isinstance(value, dict):
        for pronoun in ("it", "noun"):
            own = {key: part for key, part in value.items() if key != "chooses"}
            settled = unresolve(own, tuple(value.get("chooses", ())), pronoun)
            if settled is not None:
                yield {"a": settled}


@meaning
def token_quoted(t: Any, q: Any, n: Any = 1) -> dict[str, Any]:
    """A token with an ability in quotation marks."""
    if not isinstance(t, dict):
        raise NotSayableError("a predefined token with something else")
    return {"token": {**t, "abilities": [*t.get("abilities", []), q]}, "count": n}


@inverse
def un_token_quoted(value: Any) -> Iterator[dict[str, Any]]:
    """A token, its one ability and how many of it."""
    if isinstance(value, dict) and value.keys() == {"token", "count"} and isinstance(value["token"], dict):
        token = dict(value["token"])
        abilities = token.pop("abilities", [])
        if len(abilities) == 1 and isinstance(abilities[0], dict):
            found = {"t": token, "q": abilities[0]}
            yield found if value["count"] == 1 else {**found, "n": value["count"]}


@meaning
def named_token(t: str, name: str, q: list[Any]) -> dict[str, Any]:
    """A colorless artifact token with a name and abilities in quotation marks."""
    return {"token": {"name": name, "type": t, "abilities": q}, "count": 1}


@meaning
def named_token_tapped(t: str, name: str, q: list[Any]) -> dict[str, Any]:
    """Such a token that is created tapped."""
    found: dict[str, Any] = {**named_token(t, name, q), "tapped": True}
    return found


@meaning
def token_named_quoted(t: Any, name: str, q: Any) -> dict[str, Any]:
    """A creature token with a name and an ability in quotation marks."""
    found: dict[str, Any] = token_quoted(t, q)
    return {**found, "token": {**found["token"], "name": name}}


@meaning
def it_changes(i: str, c: dict[str, Any], d: dict[str, Any] | None = None) -> dict[str, Any]:
    """ "As long as ~ is attacking, it gets +1/+0": "it" is what the condition is about."""
    return {"affects": about_what(i), **c, **(d or {}), "while": i}


@inverse
def un_it_changes(value: Any) -> Iterator[dict[str, Any]]:
    """The condition and what changes."""
    if isinstance(value, dict) and "while" in value and isinstance(value["while"], str):
        rest = {key: part for key, part in value.items() if key not in {"affects", "while"}}
        try:
            if value.get("affects") == about_what(value["while"]):
                yield {"i": value["while"], "c": rest}
        except NotSayableError:
            return


def about_what(condition: str) -> str:
    """What "it" is behind a condition: this, or what this is attached to. Raises NotSayableError for anything else."""
    attached = re.search(r"(?<!any-)\b(?:enchanted|equipped|fortified) [a-z]+", condition)
    own = re.search(r"\bthis\b|\bflag\(", condition)
    if attached and not own:
        return attached[0]
    if own and not attached:
        return "this"
    raise NotSayableError("what 'it' refers to")
