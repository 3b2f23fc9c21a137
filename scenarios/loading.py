"""Reads YAML and JSON into plain values, strictly: no surprises of YAML 1.1, no duplicate keys, bounded size and depth.

Only ``true``, ``false``, ``null`` and decimal numbers are more than text, so that ``on``, ``no``, dates and ``1:30``
stay what they look like. The reader walks over the parser's events, so that depth costs no recursion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from model.errors import MalformedError
from scenarios.checking import at

#: A document of more bytes than this is refused.
LARGEST = 5_000_000
#: Lists and mappings within each other beyond this are refused.
DEEPEST = 50

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]+")
_WORDS = {"true": True, "false": False, "null": None, "": None, "~": None}


def read_file(path: str | Path) -> str:
    """The text of a file. Raises MalformedError when it can't be read, is too large, or is not UTF-8."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise MalformedError(f"can't read {str(path)!r}: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise MalformedError(
            f"{str(path)!r} is larger than {LARGEST // 1_000_000} MB, the limit for scenario documents"
        )
    return decoded(content, repr(str(path)))


def decoded(content: bytes, whose: str) -> str:
    """The text of a document, in UTF-8, or in UTF-16 as some shells write it. Raises MalformedError for anything else.

    ``whose`` is what the message calls it.
    """
    try:
        return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedError(f"{whose} is not text in UTF-8 (byte {error.start + 1}); save it as UTF-8") from None


def load(text: str) -> list[Any]:
    """The documents of a text, separated by ``---``; empty ones are left out.

    Raises MalformedError, with line and column, for what is not YAML or JSON, and for what the module's limits refuse.
    """
    if len(text) > LARGEST:
        raise MalformedError(f"the document is larger than {LARGEST // 1_000_000} MB, the limit for scenario documents")
    if "\t" in text and text.lstrip()[:1] in {"{", "["}:
        # JSON may be indented with tabs, which YAML refuses.
        _refuse_depth(text)
        try:
            return [json.loads(text, object_pairs_hook=_unique)]
        except ValueError:
            pass
    import yaml

    try:
        return [value for value in _documents(text) if value is not None]
    except yaml.YAMLError as error:
        raise MalformedError(_not_yaml(error)) from None


def _not_yaml(error: Any) -> str:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    where = _place(mark) if mark is not None else ""
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "it can't be read"
    if "nesting" in problem:
        return f"lists and mappings are nested deeper than {DEEPEST} levels{where}"
    return f"this is not YAML{where}: {problem}{_remedy(error, problem)}"


def _remedy(error: Any, problem: str) -> str:
    """What mends what the parser found, for the most frequent mistakes."""
    if "cannot start any token" in problem:
        return " (YAML is indented with spaces, not tabs; a text that begins with % @ ` stands in quotes)"
    if "mapping values are not allowed" in problem:
        return " (a text with ': ' in it stands in quotes; keys of one mapping stand in one column)"
    opened = getattr(error, "context_mark", None)
    if opened is not None and "flow" in (getattr(error, "context", None) or ""):
        return f" (for the bracket{_place(opened)})"
    return ""


def _place(mark: Any) -> str:
    return f" at line {mark.line + 1}, column {mark.column + 1}"


def _documents(text: str) -> Iterator[Any]:
    """Build the value of each document from the parser's events, with a stack of the open lists and mappings."""
    import yaml

    stack: list[_Open] = []
    result: Any = None
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if isinstance(event, yaml.DocumentEndEvent):
            yield result
            result = None
            continue
        if isinstance(event, yaml.AliasEvent):
            raise _refused("anchors and aliases", event)
        if isinstance(event, yaml.ScalarEvent):
            _plain_only(event)
            value: Any = event.value
            if event.implicit[0] and not event.style:
                value = _scalar(event.value)
        elif isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            _plain_only(event)
            stack.append(_Open(isinstance(event, yaml.MappingStartEvent)))
            if len(stack) > DEEPEST:
                raise MalformedError(
                    f"lists and mappings are nested deeper than {DEEPEST} levels{_place(event.start_mark)}"
                )
            continue
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            value = stack.pop().value
        else:
            continue
        if stack:
            stack[-1].add(value, event, stack)
        else:
            result = value


class _Open:
    """A list or mapping that is not complete yet."""

    __slots__ = ("has_key", "key", "value")

    def __init__(self, is_mapping: bool) -> None:
        self.value: Any = {} if is_mapping else []
        self.key: Any = None
        self.has_key = False

    def add(self, value: Any, event: Any, stack: list[_Open]) -> None:
        """Add an item, a key, or the value of the last key. Raises MalformedError for a key that is there already."""
        if isinstance(self.value, list):
            self.value.append(value)
        elif self.has_key:
            self.value[self.key] = value
            self.has_key = False
        else:
            mark = event.start_mark
            if isinstance(value, list | dict):
                raise MalformedError(f"expected a word as a key at line {mark.line + 1}, found a list or mapping")
            if not isinstance(value, str):
                value = event.value
            if value in self.value:
                raise MalformedError(f"the key {value!r} stands here twice (line {mark.line + 1})", _path(stack))
            self.key, self.has_key = value, True


def _path(stack: list[_Open]) -> str:
    """The path of the innermost open list or mapping."""
    path = ""
    for level in stack[:-1]:
        path = at(path, len(level.value)) if isinstance(level.value, list) else at(path, str(level.key))
    return path


def _scalar(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def _plain_only(event: Any) -> None:
    if event.tag is not None and event.tag != "!":
        raise _refused(f"the tag {event.tag!r}", event)
    if event.anchor is not None:
        raise _refused("anchors and aliases", event)


def _refused(what: str, event: Any) -> MalformedError:
    return MalformedError(f"{what} can't be used here,{_place(event.start_mark)}")


_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def _refuse_depth(text: str) -> None:
    """Raise MalformedError where the brackets of a JSON text are nested deeper than the limit."""
    depth = 0
    for match in _BRACKETS.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > DEEPEST:
                raise MalformedError(f"lists and mappings are nested deeper than {DEEPEST} levels")
        elif match[0] in "]}":
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise MalformedError(f"the key {key!r} stands twice in one mapping")
        found[key] = value
    return found
