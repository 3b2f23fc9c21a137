"""Progress of a run: a bar with rate and time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any, Protocol

from anyorder.exploring.run import Told
from anyorder.rendering import exploring as words

#: Seconds between lines where there is no terminal.
_BETWEEN = 30.0


class Progress(Told, Protocol):
    """Counts what is done."""

    counts: Counter[str]


def progress(size: int, done: int, quiet: bool = False) -> Progress:
    """The progress of a run over so many scenarios, of which so many are done already."""
    if sys.stderr.isatty() and not quiet:
        return _Bar(size, done)
    return _Lines(size, done, quiet)


class _Bar:
    """A bar of rich."""

    def __init__(self, size: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TimeRemainingColumn
        from rich.text import Text

        class Rate(ProgressColumn):
            """Scenarios done, in all, and each second."""

            def render(self, task: Any) -> Text:
                rate = f"{task.speed:,.0f}/s" if task.speed else "-/s"
                return Text(f"{task.completed:,.0f} of {task.total:,.0f}  {rate}")

        class Found(ProgressColumn):
            """How many fit what is looked for."""

            def render(self, task: Any) -> Text:
                return Text(words.so_far(task.fields["counts"]))

        self.counts: Counter[str] = Counter()
        self._bar = Progress(
            BarColumn(), TaskProgressColumn(), Rate(), TimeRemainingColumn(compact=True), Found(),
            console=Console(stderr=True), speed_estimate_period=60,
        )  # fmt: skip
        self._task = self._bar.add_task("", total=size, completed=done, counts=self.counts)

    def __enter__(self) -> _Bar:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def __call__(self, counts: Counter[str]) -> None:
        self.counts += counts
        self._bar.update(self._task, advance=counts["tried"])


class _Lines:
    """A line at the beginning, and now and then."""

    def __init__(self, size: int, done: int, quiet: bool) -> None:
        self.counts: Counter[str] = Counter()
        self._size = size
        self._done = done
        self._quiet = quiet
        self._began = self._last = time.monotonic()

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def __call__(self, counts: Counter[str]) -> None:
        self.counts += counts
        now = time.monotonic()
        if self._quiet or now - self._last < _BETWEEN:
            return
        self._last = now
        rate = self.counts["tried"] / (now - self._began)
        sys.stderr.write(words.progress(self._done + self.counts["tried"], self._size, rate, self.counts) + "\n")
        sys.stderr.flush()
