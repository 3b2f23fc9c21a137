"""What is answered of a table is kept at once in the user's data directory, so that it need not be answered again.

One file for each table. It begins with all that the answers depend on: this program, the cards, the table. Where any
of that has changed the file begins anew. Records follow each other; one that is cut off, since the program was killed
while it wrote it, ends what is read.
"""

from __future__ import annotations

import os
import pickle
import struct
import zlib
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from scenarios import catalogue
from scenarios.bringing import place
from scenarios.tables.document import FamilyPart, TableDocument

_PACKAGES = ("model", "solver", "scenarios", "anyorder")
_HEAD = struct.Struct("<II")
FOLDER = "tables"


class Kept:
    """The answers kept of one table, by stage and number."""

    def __init__(self, table: TableDocument, limit: int) -> None:
        self._digest = digest(table, limit)
        self._path = place.directory() / FOLDER / f"{table.name or 'table'}.kept"
        self._found: dict[tuple[str, int], bytes] = {}
        self._file: IO[bytes] | None = None

    @property
    def works(self) -> bool:
        """Whether anything can be kept: the folder can be written, and no other run holds the file."""
        return self._file is not None

    def __enter__(self) -> Kept:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = open(self._path, "r+b" if self._path.exists() else "w+b")
        except OSError:
            return self
        if not _alone(file):
            file.close()
            return self
        self._file = file
        whole = self._read(file)
        file.seek(whole)
        file.truncate()
        if not whole:
            file.write(self._digest)
            file.flush()
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _read(self, file: IO[bytes]) -> int:
        """Read the records that are whole; the place behind the last one."""
        if file.read(len(self._digest)) != self._digest:
            return 0
        whole = file.tell()
        while True:
            head = file.read(_HEAD.size)
            if len(head) < _HEAD.size:
                return whole
            length, check = _HEAD.unpack(head)
            content = file.read(length)
            if len(content) < length or zlib.crc32(content) != check:
                return whole
            stage, number, packed = pickle.loads(content)
            self._found[stage, number] = packed
            whole = file.tell()

    def of(self, stage: str, number: int) -> tuple[Any] | None:
        """What was kept under this stage and number, in a tuple of its own; None where nothing was."""
        packed = self._found.pop((stage, number), None)
        return None if packed is None else (pickle.loads(zlib.decompress(packed)),)

    def keep(self, stage: str, number: int, result: Any) -> None:
        """Keep a result. Where the disk is full nothing is kept from then on."""
        if self._file is None:
            return
        content = pickle.dumps((stage, number, zlib.compress(pickle.dumps(result), 1)))
        try:
            self._file.write(_HEAD.pack(len(content), zlib.crc32(content)) + content)
            self._file.flush()
        except OSError:
            self._file = None


def digest(table: TableDocument, limit: int) -> bytes:
    """Everything that the answers of a table depend on: the files of this program, the cards, the table, the limit."""
    found = sha256(f"{limit}\n{table.name}\n".encode())
    for package in _PACKAGES:
        spec = find_spec(package)
        for folder in spec.submodule_search_locations or () if spec is not None else ():
            for file in sorted(Path(folder).rglob("*")):
                if file.suffix in {".py", ".yaml", ".lark", ".json"}:
                    about = file.stat()
                    found.update(f"{file} {about.st_size} {about.st_mtime_ns}\n".encode())
    found.update(catalogue.digest().encode())
    store = place.path()
    if store.exists():
        found.update(f"{store.stat().st_size} {store.stat().st_mtime_ns}".encode())
    for part in table.parts:
        family = f"{part.family.digest} {part.columns} {part.question}" if isinstance(part, FamilyPart) else ""
        found.update(f"{family or repr(part)}\n".encode())
    return found.digest()


def _alone(file: IO[bytes]) -> bool:
    """Hold a file for this run; False where another run holds it."""
    if os.name == "nt":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
