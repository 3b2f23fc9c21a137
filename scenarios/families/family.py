"""Families: so many scenarios, each made from its number when it is wanted, and never listed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from model.errors import MalformedError
from scenarios import catalogue
from scenarios.checking import within
from scenarios.documents import Document, validate
from scenarios.families.document import read, values_in, values_of
from scenarios.families.space import Space
from scenarios.families.templates import with_effects


class Family:
    """A family of scenarios, numbered from 0 in a fixed order: the first axis changes slowest.

    >>> family = Family.of('''
    ... axes: {count: {numbers: {from: 1, to: 3}}}
    ... scenario:
    ...   battlefield: {you: [{card: Grizzly Bears, id: bear}, Hardened Scales]}
    ...   event: {put_counters: {object: bear, kind: +1/+1, count: $count}}
    ... ''')
    >>> family.size
    3
    >>> family.labels(2)
    {'count': 3}
    """

    def __init__(self, values: dict[str, Any], name: str = "", space: Space | None = None) -> None:
        """Raises MalformedError or UnknownNameError with the path, and LimitError for what can't be counted."""
        parts = read(values, space)
        self.values = values
        self.name = name
        self.title = parts.title or name
        self.domains = parts.domains
        self.space = parts.space
        self.where = parts.where
        self.keep = parts.keep
        self._template = parts.template

    @classmethod
    def of(cls, content: str, name: str = "") -> Family:
        """The family of a text. Raises as the constructor."""
        return cls(values_of(content), name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes the family of what was found here: its space is not worked out again."""
        return type(self), (self.values, self.name, self.space)

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the axes."""
        return tuple(self.domains)

    @property
    def size(self) -> int:
        """How many scenarios there are."""
        return self.space.size

    def labels(self, number: int) -> dict[str, Any]:
        """The values of the axes of one scenario as results have them: numbers and texts. Raises IndexError."""
        return {axis: self.domains[axis].label(place) for axis, place in self.space.at(number).items()}

    def plain(self, number: int) -> dict[str, Any]:
        """One scenario as plain values, which must not be changed. Raises IndexError, and MalformedError."""
        values = {axis: self.domains[axis].value(place) for axis, place in self.space.at(number).items()}
        filled: dict[str, Any] = self._template.fill(values)
        return with_effects(filled)

    def document(self, number: int) -> Document:
        """One scenario as a document. Raises IndexError, and MalformedError or UnknownNameError with the path."""
        return validate(self.plain(number))

    def documents(self) -> Iterator[Document]:
        """All scenarios, one after the other."""
        return map(self.document, range(self.size))

    @cached_property
    def digest(self) -> str:
        """What the rows of results depend on, as one text: the family, the values of its axes, and the catalogue."""
        described = json.dumps(self.values, sort_keys=True, ensure_ascii=False)
        axes = [(axis, self.size, repr(domain)) for axis, domain in self.domains.items()]
        text = "\n".join((described, repr(axes), catalogue.digest()))
        return hashlib.sha256(text.encode()).hexdigest()


def load(source: str | Path) -> Family:
    """The family of a file, or a built-in one by its name.

    Raises MalformedError or UnknownNameError with the path of what is wrong in it, LimitError for what can't be
    counted.
    """
    path = Path(source)
    if not path.suffix and not os.path.exists(path):
        if str(source) in built_in():
            name = str(source)
            return Family.of(files("scenarios").joinpath("families", f"{name}.yaml").read_text(encoding="utf-8"), name)
        from scenarios.spelling import choices, hint

        message = f"there is no file, and no built-in family, {str(source)!r}{hint(str(source), built_in())}"
        raise MalformedError(f"{message} (built in: {choices(built_in(), 30)})")
    with within(str(source)):
        return Family(values_in(path), path.stem)


def built_in() -> tuple[str, ...]:
    """The names of the built-in families."""
    folder = files("scenarios").joinpath("families")
    return tuple(sorted(file.name.removesuffix(".yaml") for file in folder.iterdir() if file.name.endswith(".yaml")))
