"""Checking: every document of some folders held against the answer that it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from model.errors import AnyorderError, LimitError, MalformedError, OutOfScopeError

if TYPE_CHECKING:
    from anyorder.asking import Asked

SUFFIXES = (".yaml", ".yml", ".json")


class Verdict(Enum):
    """What came of one document."""

    EQUAL = "as expected"
    DIFFERENT = "different"
    WRONG = "wrong"  #: the document itself
    LIMIT = "limit hit"
    UNANSWERED = "without an answer"  #: the document expects nothing, so nothing was checked
    NOT_MODELLED = "not modelled"  #: its question or one of its events


@dataclass(frozen=True)
class Checked:
    """One document: where it is, what came of it, and the message or the answer."""

    origin: str
    verdict: Verdict
    message: str = ""
    asked: Asked | None = None


@dataclass(frozen=True)
class Report:
    """All documents, in the order of their paths."""

    checked: tuple[Checked, ...]

    def of(self, verdict: Verdict) -> tuple[Checked, ...]:
        """The documents of which this came."""
        return tuple(one for one in self.checked if one.verdict is verdict)

    @property
    def status(self) -> int:
        """The exit status: 2 for wrong documents or none to check, 1 for different answers, 3 for limits."""
        for verdict, status in ((Verdict.WRONG, 2), (Verdict.DIFFERENT, 1), (Verdict.LIMIT, 3)):
            if self.of(verdict):
                return status
        return 0 if self.of(Verdict.EQUAL) else 2


def check(paths: Iterable[Path], limit: int) -> Report:
    """Check every document below these paths. Raises MalformedError when one of them is not there."""
    files = [file for path in paths for file in files_below(path)]
    return Report(tuple(one for file in dict.fromkeys(files) for one in check_file(file, limit)))


def files_below(path: Path) -> list[Path]:
    """The documents of a folder and its subfolders, sorted; hidden folders are left out. A file is itself.

    Raises MalformedError when there is no such file or folder.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise MalformedError(f"there is no file or folder {str(path)!r}")
    found = []
    for file in path.rglob("*"):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if file.suffix.lower() in SUFFIXES and not hidden and file.is_file():
            found.append(file)
    return sorted(found, key=lambda file: file.as_posix())


def check_file(file: Path, limit: int) -> Iterator[Checked]:
    """Check every document of one file."""
    from anyorder.asking import documents

    try:
        found = documents(file)
    except MalformedError as error:
        yield Checked(str(file), Verdict.WRONG, str(error))
        return
    for number, document in enumerate(found, 1):
        origin = str(file) if len(found) == 1 else f"{file}, document {number}"
        yield _check(document, origin, limit)


def _check(document: object, origin: str, limit: int) -> Checked:
    from anyorder.asking import ask
    from scenarios.documents import Document

    assert isinstance(document, Document)
    try:
        asked = ask(document, origin, limit)
    except OutOfScopeError as error:
        return Checked(origin, Verdict.NOT_MODELLED, str(error))
    except LimitError as error:
        return Checked(origin, Verdict.LIMIT, str(error))
    except AnyorderError as error:
        return Checked(origin, Verdict.WRONG, str(error))
    if not asked.complete:
        return Checked(origin, Verdict.LIMIT, asked.limit, asked)
    if not asked.expects:
        return Checked(origin, Verdict.UNANSWERED, asked=asked)
    return Checked(origin, Verdict.DIFFERENT if asked.differences else Verdict.EQUAL, asked=asked)
