"""Downloads a bulk file of cards from where Scryfall says it is (https://scryfall.com/docs/api/bulk-data)."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

from anyorder import __version__
from model.errors import MalformedError

#: The list of the bulk files; ANYORDER_BULK_DATA names another address.
ADDRESS = "https://api.scryfall.com/bulk-data"
#: Scryfall asks every program to say what it is and what it takes.
HEADERS = {"User-Agent": f"anyorder/{__version__}", "Accept": "application/json;q=0.9,*/*;q=0.8"}
_TRIES = 3
_SECONDS = 30
_PIECE = 1 << 18
_FILES = (".json", ".jsonl", ".ndjson", ".gz")


class Fetched(NamedTuple):
    """A file that was downloaded (``fresh``), or was there already."""

    path: Path
    size: int
    fresh: bool


class _Wanted(NamedTuple):
    """What is to be downloaded: its address, its size and its date as far as they are known."""

    address: str
    size: int | None = None
    updated: str = ""


def fetch(
    address: str | None = None,
    kind: str = "oracle_cards",
    *,
    to: str | Path | None = None,
    again: bool = False,
    progress: Callable[[int, int], None] = lambda at, of: None,
) -> Fetched:
    """Download the bulk file of a kind, or the file at an address that is that of a file.

    A download that was interrupted goes on where it was. Raises MalformedError where there is no such address, where
    it does not answer as documented, where the file can't be written, or where it does not come whole.
    """
    address = address or os.environ.get("ANYORDER_BULK_DATA") or ADDRESS
    wanted = _wanted(address, kind)
    path = _target(wanted, to)
    note = path.with_name(path.name + ".from")
    mark = f"{wanted.address} {wanted.updated}"
    if not again and path.is_file() and wanted.updated and _text(note) == mark:
        return Fetched(path, path.stat().st_size, False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        size = _download(wanted, path.with_name(path.name + ".part"), progress)
        _check(path.with_name(path.name + ".part"))
        path.with_name(path.name + ".part").replace(path)
        note.write_text(mark, encoding="utf-8")
    except HTTPError as error:
        raise MalformedError(f"{error.url} answers {error.code} {error.reason}") from None
    except OSError as error:
        raise MalformedError(f"can't write {str(path)!r}: {error.strerror or error}") from None
    return Fetched(path, size, True)


def _wanted(address: str, kind: str) -> _Wanted:
    """Where the file is, according to the list at the address."""
    if urlsplit(address).scheme not in {"http", "https"}:
        raise MalformedError(f"expected an address that begins with https://, found {address!r}")
    if urlsplit(address).path.lower().endswith(_FILES):
        return _Wanted(address)
    try:
        with _open(address) as answer:
            listed = json.loads(answer.read(1 << 22))
    except ValueError:
        raise MalformedError(f"{address} does not answer with JSON; expected a list of bulk files") from None
    except (OSError, HTTPException) as error:
        raise MalformedError(f"can't reach {address}: {_reason(error)}") from None
    files = listed.get("data") if isinstance(listed, Mapping) else None
    if isinstance(listed, Mapping) and "download_uri" in listed:
        files = [listed]
    if not isinstance(files, list):
        raise MalformedError(f"{address} does not list bulk files (expected 'data' with a 'download_uri' for each)")
    kinds: list[str] = []
    for file in files:
        if isinstance(file, Mapping) and isinstance(file.get("download_uri"), str):
            if file.get("type") == kind or len(files) == 1:
                size = file.get("size")
                where = urljoin(address, file["download_uri"])
                return _Wanted(where, size if isinstance(size, int) else None, str(file.get("updated_at", "")))
            kinds.append(str(file.get("type")))
    raise MalformedError(f"{address} has no bulk file of the kind {kind!r} (there are: {', '.join(kinds) or 'none'})")


def _target(wanted: _Wanted, to: str | Path | None) -> Path:
    name = Path(urlsplit(wanted.address).path).name or "cards.json"
    if to is None:
        from scenarios.bringing import place

        return place.directory() / "downloads" / name
    path = Path(to).expanduser()
    return path / name if path.is_dir() else path


def _download(wanted: _Wanted, part: Path, progress: Callable[[int, int], None]) -> int:
    """Get the file, going on where an earlier try ended; its size in bytes."""
    failed = ""
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(attempt)
        try:
            size = _piece(wanted, part, progress)
        except HTTPError as error:
            if error.code != 416:
                raise
            part.unlink(missing_ok=True)  # what is there is not the beginning of what there is now
            failed = _reason(error)
        except (URLError, HTTPException, ConnectionError, TimeoutError) as error:
            failed = _reason(error)
        else:
            got = part.stat().st_size
            if size is None or got == size:
                return got
            if got > size:
                part.unlink()
            failed = f"{got:,} of {size:,} bytes came"
    raise MalformedError(
        f"the download of {wanted.address} broke off ({failed}); the same command goes on where it was"
    )


def _piece(wanted: _Wanted, part: Path, progress: Callable[[int, int], None]) -> int | None:
    """Add to what is there what is missing; the size that the whole file has."""
    tag = part.with_name(part.name + ".tag")
    have = part.stat().st_size if part.is_file() else 0
    headers: dict[str, str] = {}
    if have and (known := _text(tag)):
        headers = {"Range": f"bytes={have}-", "If-Range": known}
    with _open(wanted.address, headers) as answer:
        goes_on = answer.status == 206 and answer.headers.get("Content-Range", "").startswith(f"bytes {have}-")
        begin = have if goes_on else 0
        length = answer.headers.get("Content-Length")
        size = begin + int(length) if length and length.isdigit() else wanted.size
        tag.write_text(answer.headers.get("ETag") or answer.headers.get("Last-Modified") or "", encoding="utf-8")
        with part.open("ab" if goes_on else "wb") as file:
            while piece := answer.read(_PIECE):
                file.write(piece)
                begin += len(piece)
                progress(begin, size or 0)
    if size is None or begin == size:
        tag.unlink(missing_ok=True)
    return size


def _check(part: Path) -> None:
    """Look whether a file of cards came, and not a page that says something else."""
    with part.open("rb") as file:
        head = file.read(64).lstrip()
        file.seek(max(0, part.stat().st_size - 16))
        end = file.read().rstrip()
    if head[:2] == b"\x1f\x8b":
        return
    if head[:1] not in (b"[", b"{") or end[-1:] not in (b"]", b"}"):
        part.unlink()
        raise MalformedError("what came is no file of cards (it does not begin and end as JSON does)")


def _open(address: str, headers: Mapping[str, str] | None = None) -> HTTPResponse:
    answer: HTTPResponse = urlopen(Request(address, headers={**HEADERS, **(headers or {})}), timeout=_SECONDS)
    return answer


def _reason(error: BaseException) -> str:
    inner: Any = getattr(error, "reason", None) or error
    if isinstance(error, HTTPError):
        return f"it answers {error.code} {error.reason}"
    return str(getattr(inner, "strerror", None) or inner or type(error).__name__)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
