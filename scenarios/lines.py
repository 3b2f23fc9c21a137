"""Which line of a text a path means, so that a mistake is told with the place where it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from model.errors import MalformedError


@contextmanager
def located(text: str, number: int = 1, elsewhere: str = "") -> Iterator[None]:
    """Give errors with a path the line that it means; ``number`` is the document of the text, from 1.

    ``elsewhere`` is a key whose value does not come from the text.
    """
    try:
        yield
    except MalformedError as error:
        if error.path and not error.line and not (elsewhere and error.path.startswith(elsewhere)):
            error.line = line_of(text, error.path, number)
        raise


def line_of(text: str, path: str, number: int = 1) -> int:
    """The line, from 1, of the part of a text that a path leads to, or of the nearest part around it.

    0 where the text is empty, or the path does not begin in it.
    """
    node = _document(text, number)
    line = 0
    rest = path
    while rest and node is not None:
        step = _step(node, rest)
        if step is None:
            break
        line, node, rest = step
    return line


def _document(text: str, number: int) -> Any:
    """The root of a document of a text; empty ones are not counted, as ``loading.load`` does not."""
    import yaml

    try:
        found = [
            node
            for node in yaml.compose_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            if node is not None and not (isinstance(node, yaml.ScalarNode) and node.value in ("", "~", "null"))
        ]
    except yaml.YAMLError:
        return None
    return found[number - 1] if number <= len(found) else None


def _step(node: Any, path: str) -> tuple[int, Any, str] | None:
    """The line of the part that a path begins with, that part, and the rest of the path."""
    import yaml

    if isinstance(node, yaml.MappingNode):
        for key, value in sorted(node.value, key=lambda pair: -len(str(pair[0].value))):
            word = str(key.value)
            if path == word or path.startswith((f"{word}.", f"{word}[")):
                return key.start_mark.line + 1, value, path[len(word) :].removeprefix(".")
    if isinstance(node, yaml.SequenceNode) and path.startswith("["):
        place, _, rest = path[1:].partition("]")
        if place.isdigit() and int(place) < len(node.value):
            part = node.value[int(place)]
            return part.start_mark.line + 1, part, rest.removeprefix(".")
    return None
