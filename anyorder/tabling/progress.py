"""How far a table is: a bar with the time left on a terminal, a line now and then elsewhere, on the standard error."""

from __future__ import annotations

import sys
import time
from typing import Protocol

from anyorder.rendering import exploring as words

#: Seconds until the first line where there is no terminal, and between lines.
_FIRST, _BETWEEN = 3.0, 20.0


class Progress(Protocol):
    """Hears how far a table is; ``share`` is how much of it is done."""

    share: float

    def __enter__(self) -> Progress: ...
    def __exit__(self, *error: object) -> None: ...
    def __call__(self, words: str, done: int, total: int, share: float, /) -> None:
        """So much of so much of one stage is done, and this share of the whole table."""


def progress(name: str, quiet: bool = False) -> Progress:
    """The progress of a table."""
    if sys.stderr.isatty() and not quiet:
        return _Bar()
    return _Lines(name, quiet)


class _Bar:
    """A bar of rich, which goes when the table is done."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        self.share = 0.0
        self._bar = Progress(
            BarColumn(), TaskProgressColumn(), TimeRemainingColumn(compact=True), TextColumn("{task.description}"),
            console=Console(stderr=True), speed_estimate_period=60, transient=True,
        )  # fmt: skip
        self._task = self._bar.add_task("", total=1.0)

    def __enter__(self) -> _Bar:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def __call__(self, what: str, done: int, total: int, share: float) -> None:
        self.share = share
        self._bar.update(self._task, completed=share, description=words.stage(what, done, total))


class _Lines:
    """A line now and then."""

    def __init__(self, name: str, quiet: bool) -> None:
        self.share = 0.0
        self._name = name
        self._quiet = quiet
        self._began = time.monotonic()
        self._next = self._began + _FIRST
        self._first: tuple[float, float] | None = None

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def __call__(self, what: str, done: int, total: int, share: float) -> None:
        self.share = share
        now = time.monotonic()
        if self._first is None:
            self._first = (now, share)
        if self._quiet or now < self._next:
            return
        self._next = now + _BETWEEN
        (began, had) = self._first
        left = (now - began) * (1 - share) / (share - had) if share > had else None
        sys.stderr.write(words.table(self._name, what, done, total, share, left) + "\n")
        sys.stderr.flush()
