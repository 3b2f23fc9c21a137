"""Tokens as effects describe them: predefined ones by name (111.10), creature tokens by their characteristics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenarios.reading.meanings import NotSayableError, inverse, meaning

#: The predefined tokens that have no power and toughness, by their subtype (111.10).
PREDEFINED = frozenset({"Treasure", "Food", "Clue", "Blood", "Powerstone", "Gold", "Map", "Junk", "Lander", "Mutagen"})


@meaning
def predefined_token(s: str) -> str:
    """A Treasure: the token of that name, if it is predefined and the catalogue has it."""
    from scenarios import catalogue

    if s not in PREDEFINED or not catalogue.is_token(s):
        raise NotSayableError(f"a {s} token")
    return s


@inverse
def un_predefined_token(value: Any) -> Iterator[dict[str, Any]]:
    """A token that is said by its name."""
    if isinstance(value, str) and value in PREDEFINED:
        yield {"s": value}


@meaning
def creature_token(z: str, n: dict[str, Any], c: list[str] | None = None) -> dict[str, Any]:
    """A 1/1 white Soldier creature: its name is that of its subtypes (111.4)."""
    power, toughness = z.split("/")
    if not power.isdigit() or not toughness.isdigit():
        raise NotSayableError("a token whose size is not a number")
    return {**n, "colors": c or [], "power": int(power), "toughness": int(toughness)}


@inverse
def un_creature_token(value: Any) -> Iterator[dict[str, Any]]:
    """A token with power, toughness, colors and types."""
    if isinstance(value, dict) and value.keys() == {"name", "type", "colors", "power", "toughness"}:
        size = f"{value['power']}/{value['toughness']}"
        yield {"z": size, "c": value["colors"], "n": {"name": value["name"], "type": value["type"]}}


@meaning
def token_with(t: Any, k: list[str], n: Any = 1) -> dict[str, Any]:
    """A token with keyword abilities."""
    if not isinstance(t, dict):
        raise NotSayableError("a predefined token with something else")
    return {"token": {**t, "abilities": list(k)}, "count": n}


@meaning
def tokens_with(t: Any, k: list[str], n: Any) -> dict[str, Any]:
    """Several tokens with keyword abilities."""
    return token_with(t, k, n)


def _with(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and value.keys() == {"token", "count"} and isinstance(value["token"], dict):
        token = dict(value["token"])
        keywords = token.pop("abilities", None)
        if keywords and all(isinstance(one, str) for one in keywords):
            yield {"t": token, "k": keywords, "n": value["count"]}


@inverse
def un_token_with(value: Any) -> Iterator[dict[str, Any]]:
    """One token with keyword abilities."""
    yield from ({"t": one["t"], "k": one["k"]} for one in _with(value) if one["n"] == 1)


@inverse
def un_tokens_with(value: Any) -> Iterator[dict[str, Any]]:
    """Several tokens with keyword abilities."""
    yield from (one for one in _with(value) if one["n"] != 1)


@meaning
def refuse(**parts: Any) -> Any:
    """Words that are known and that the notation has nothing for."""
    raise NotSayableError("the notation has nothing for this")
