"""A folder of results: one Parquet file for each chunk that is done, and the family that they belong to.

A file appears whole or not at all: it is written under another name, and renamed. What is there is done.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anyorder import __version__
from anyorder.exploring.plan import Plan, chunk_size
from model.errors import AnyorderError, MalformedError
from scenarios.families.family import Family

FAMILY = "family.json"
LOCK = ".lock"
_PART = re.compile(r"part-(\d{12})\.parquet")


class StoppedError(AnyorderError):
    """A run came to a stop before its end; the message says why, and that the same command goes on."""


class Results:
    """The results of one family in a folder."""

    def __init__(self, folder: Path, family: Family, plan: Plan, limit: int) -> None:
        self.folder = folder
        self.family = family
        self.plan = plan
        self.limit = limit

    # --- beginning and going on --------------------------------------------------------------------------------------

    @classmethod
    def begin(cls, folder: Path, family: Family, limit: int) -> Results:
        """The results of a family in a folder, which is made where it is not there.

        Raises MalformedError where the folder holds something else, or results of the family as it was before.
        """
        results = cls(folder, family, Plan(family.size, chunk_size(family.size)), limit)
        wanted = results._described()
        if (folder / FAMILY).exists():
            found = _read(folder)
            results.plan = Plan(family.size, found["chunk"])
            if found["digest"] != wanted["digest"] or found["anyorder"] != wanted["anyorder"]:
                raise MalformedError(_changed(folder, found, wanted))
            if found["limit"] != limit:
                raise MalformedError(
                    f"{str(folder)!r} holds results with at most {found['limit']:,} states for each scenario, not "
                    f"{limit:,}: use the same --limit to go on, or another folder (--out DIR)"
                )
            return results
        begun = {LOCK, f".{FAMILY}.tmp"}  # what a run that was killed at once leaves behind
        if folder.exists() and any(one.name not in begun for one in folder.iterdir()):
            raise MalformedError(
                f"{str(folder)!r} is not empty, and holds no results: give another folder with --out DIR"
            )
        with told_of_disk(results):
            folder.mkdir(parents=True, exist_ok=True)
            results._write(FAMILY, json.dumps(wanted, ensure_ascii=False, indent=1).encode())
        return results

    @classmethod
    def open(cls, folder: Path) -> Results:
        """The results that are in a folder. Raises MalformedError where there are none."""
        found = _read(folder)
        family = Family(found["family"], found["name"])
        return cls(folder, family, Plan(found["size"], found["chunk"]), found["limit"])

    @property
    def unchanged(self) -> bool:
        """Whether the family has the scenarios still that it had when the results began."""
        return bool(_read(self.folder)["digest"] == self.family.digest)

    def _described(self) -> dict[str, Any]:
        return {
            "anyorder": __version__,
            "name": self.family.name,
            "digest": self.family.digest,
            "size": self.family.size,
            "chunk": self.plan.chunk,
            "limit": self.limit,
            "family": self.family.values,
        }

    # --- chunks ------------------------------------------------------------------------------------------------------

    def done(self) -> set[int]:
        """The chunks that are done."""
        return {int(match[1]) // self.plan.chunk for match in map(_PART.fullmatch, os.listdir(self.folder)) if match}

    def path(self, chunk: int) -> Path:
        """The file of a chunk: its name has the number of its first scenario."""
        return self.folder / f"part-{chunk * self.plan.chunk:012}.parquet"

    def files(self) -> list[Path]:
        """The files of the chunks that are done, in order."""
        return [self.path(chunk) for chunk in sorted(self.done())]

    def save(self, chunk: int, content: bytes) -> None:
        """Write the file of a chunk. Raises StoppedError where the disk is full, or can't be written on."""
        with told_of_disk(self):
            self._write(self.path(chunk).name, content)

    def clean(self) -> None:
        """Take away what a run that was killed had begun to write."""
        for file in self.folder.glob(".*.tmp"):
            file.unlink(missing_ok=True)

    def _write(self, name: str, content: bytes) -> None:
        begun = self.folder / f".{name}.tmp"
        try:
            with open(begun, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(begun, self.folder / name)
        except BaseException:
            begun.unlink(missing_ok=True)
            raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder for this run; the system lets go of it however the run ends. Raises MalformedError."""
        with told_of_disk(self):
            lock = open(self.folder / LOCK, "ab")  # noqa: SIM115
        with lock:
            try:
                import fcntl
            except ImportError:  # a system without such locks
                yield
                return
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise MalformedError(f"another run is at work on {str(self.folder)!r}") from None
            yield


@contextmanager
def told_of_disk(results: Results) -> Iterator[None]:
    """Turn errors of the disk into StoppedError."""
    try:
        yield
    except OSError as error:
        folder = str(results.folder)
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            why = f"the disk with {folder!r} is full: make room"
        else:
            why = f"can't write in {folder!r} ({error.strerror or error}): mend that"
        raise StoppedError(f"{why}, and run the same command again; it goes on where it stopped") from None


def _read(folder: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((folder / FAMILY).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MalformedError(
            f"{str(folder)!r} holds no results ('anyorder explore FAMILY --out DIR' makes them)"
        ) from None
    except (OSError, ValueError) as error:
        raise MalformedError(f"can't read {str(folder / FAMILY)!r}: {error}") from None
    return found


def _changed(folder: Path, found: dict[str, Any], wanted: dict[str, Any]) -> str:
    if found["anyorder"] != wanted["anyorder"]:
        what = f"were begun by anyorder {found['anyorder']}, and this is {wanted['anyorder']}"
    elif found["family"] != wanted["family"]:
        what = "are those of another family, or of this one before it was changed"
    else:
        what = "were begun with another catalogue of cards"
    return (
        f"the results in {str(folder)!r} {what}: give another folder with --out DIR to begin anew, or take that folder "
        "away"
    )
