"""Finds what commutes among the effects of all cards of the box, and writes the findings into docs/tables.md.

``python -m tools.commutation`` tries all pairs of replacement and prevention effects by event, and all triples for
mana, counters, tokens, life and draws, fills the built-in tables in, and writes every number below the mark of the
page. It takes some minutes, and says how far it is.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path

from anyorder.rendering.tables.findings import MARK, page
from anyorder.tabling.commuting import surveys
from anyorder.tabling.engines import differing
from anyorder.tabling.filling import cores, fill
from anyorder.tabling.rows import Filled
from scenarios import box
from scenarios.commuting.groups import left_out
from scenarios.tables.document import built_in, load

PAGE = Path(__file__).resolve().parents[1] / "docs" / "tables.md"
#: Tables whose findings are those of the surveys.
_SURVEYED = ("commutation",)


class _Progress:
    """Tells on the standard error how far it is, now and then."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._next = 0.0

    def __call__(self, what: str, done: int, total: int) -> None:
        if time.monotonic() >= self._next or done == total:
            self._next = time.monotonic() + 5
            self.say(f"{what}: {done:,} of {total:,}")

    def say(self, words: str) -> None:
        print(f"{time.monotonic() - self._began:6.0f} s  {words}", file=sys.stderr, flush=True)


def _told(progress: _Progress, name: str, what: str, done: int, total: int, share: float) -> None:
    progress(f"{name}: {what}", done, total)


def main() -> None:
    """Run everything, and write the page."""
    parser = argparse.ArgumentParser(description="Find what commutes among the effects of all cards.")
    parser.add_argument("--among", choices=("box", "catalogue"), default="box", help="which cards; all if not said")
    parser.add_argument("--workers", type=int, default=cores(), help="so many processes; one for each core if not said")
    parser.add_argument("--to", type=Path, default=PAGE, help="the page below whose mark the findings go")
    parser.add_argument("--only", nargs="+", metavar="EVENT", help="only these events, without the tables, for a trial")
    wanted = parser.parse_args()
    head, mark, _ = wanted.to.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        parser.error(f"{wanted.to} has no line {MARK}")
    progress = _Progress()
    progress.say("reading the cards")
    found = surveys(wanted.among, wanted.only, workers=wanted.workers, told=progress)
    filled: list[Filled] = []
    for name in built_in():
        if name not in _SURVEYED and not wanted.only:
            filled.append(fill(load(name), wanted.workers, told=partial(_told, progress, name)))
    progress.say("what engines would have said")
    differs = differing(load("could-produce")) if not wanted.only else (0, [])
    text = page(wanted.among, box.size(), found, left_out(wanted.among), filled, differs)
    wanted.to.write_text(f"{head}{MARK}\n\n{text}", encoding="utf-8")
    progress.say(f"written to {wanted.to}")


if __name__ == "__main__":
    main()
