"""Text-changing effects: color words and subtypes in rules text and type lines become others (612.2)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from model.abilities import Keyword
from model.cards import Card
from model.effects import Continuous
from model.selectors import Aspect, Predicate, Selector
from model.type_line import TypeLine

Words = tuple[tuple[str, str], ...]
T = TypeVar("T")
#: The fields of continuous effects that hold words used as subtypes or colors.
_LISTS = ("add_subtypes", "set_subtypes", "remove_subtypes", "set_colors", "add_colors")


def reworded(value: T, words: Words) -> T:
    """The value with each first word of ``words`` replaced by its second, where it is used as a color or a subtype.

    Names, and the tokens that instructions create, are left as they are.
    """
    return _reworded(value, dict(words))  # type: ignore[no-any-return]


def _reworded(value: Any, words: dict[str, str]) -> Any:
    match value:
        case Card():
            return value
        case Predicate(Aspect.SUBTYPE | Aspect.COLOR, word):
            return replace(value, value=words.get(word, word))
        case TypeLine():
            return replace(value, subtypes=tuple(words.get(word, word) for word in value.subtypes))
        case Keyword():
            return replace(value, name=_keyword(value.name, words))
        case Selector():
            return replace(value, any_of=_reworded(value.any_of, words), phrase="")
        case Continuous():
            changed = _fields(value, words)
            for name in _LISTS:
                if (listed := getattr(value, name)) is not None:
                    changed[name] = tuple(words.get(word, word) for word in listed)
            changed["words"] = tuple((words.get(old, old), words.get(new, new)) for old, new in value.words)
            changed["add_keywords"] = tuple(_keyword(text, words) for text in value.add_keywords)
            return replace(value, **changed)
        case tuple():
            return tuple(_reworded(part, words) for part in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **_fields(value, words))
        case _:
            return value


def _fields(value: Any, words: dict[str, str]) -> dict[str, Any]:
    return {one.name: _reworded(getattr(value, one.name), words) for one in fields(value) if one.init}


def _keyword(name: str, words: dict[str, str]) -> str:
    """Landwalk and "protection from" with another land type or color."""
    for old, new in words.items():
        if name.lower() == f"{old.lower()}walk":
            return f"{new.lower()}walk"
        if name.endswith(f" from {old}"):
            return name.removesuffix(old) + new
    return name
