"""Entries and abilities as the catalogue's files write them: what fits into a line stands on one line."""

from __future__ import annotations

from typing import Any

_WIDTH = 110


def as_yaml(value: Any) -> str:
    """A list or mapping of the notation as YAML that reads back the same."""
    return "\n".join(_lines(value, "")) + "\n"


def _lines(value: Any, margin: str) -> list[str]:
    """The lines of a value; nested ones that are too long for one line go on below, further in."""
    if isinstance(value, list) and value:
        found: list[str] = []
        for part in value:
            first, *rest = _fitting(part, margin + "  ", len(margin) + 2)
            found += [f"{margin}- {first.lstrip()}", *rest]
        return found
    if isinstance(value, dict) and value:
        found = []
        for key, part in value.items():
            name = f"{margin}{_flow(key)}:"
            short = _flow(part)
            if not isinstance(part, list | dict) or not part or _fits(short, len(name) + 1, key):
                found.append(f"{name} {short}")
            else:
                found += [name, *_lines(part, margin + "  ")]
        return found
    return [margin + _flow(value)]


def _fitting(value: Any, margin: str, taken: int) -> list[str]:
    """A part of a list: a list within it or a short mapping of one key on one line."""
    short = _flow(value)
    if not isinstance(value, dict) or (len(value) == 1 and taken + len(short) <= _WIDTH and "name" not in value):
        return [short if not isinstance(value, dict) else short.removeprefix("{").removesuffix("}")]
    return _lines(value, margin)


def _fits(short: str, taken: int, key: object) -> bool:
    """Whether a value may stand behind its key; faces never do, and abilities where they are keywords alone."""
    if key == "faces" or (key == "abilities" and "{" in short):
        return False
    return taken + len(short) <= _WIDTH


def _flow(value: Any) -> str:
    """The value in one line."""
    import yaml

    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(part) for part in value) + "]"
    style = '"' if isinstance(value, str) and not value.isprintable() else None  # a line break is written as \\n
    text: str = yaml.safe_dump(
        [value], default_flow_style=True, allow_unicode=True, width=1_000_000, default_style=style
    )
    return text.strip()[1:-1].replace("'", '"') if _plain_quotes(text) else text.strip()[1:-1]


def _plain_quotes(text: str) -> bool:
    """Whether the quotes that YAML puts around a text may as well be double ones."""
    inner = text.strip()[1:-1]
    return inner[:1] == "'" == inner[-1:] and inner.count("'") == 2 and '"' not in inner and "\\" not in inner
