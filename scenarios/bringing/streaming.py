"""Reads JSON piece by piece, so that a file of any size takes little memory; a mistake is told with its position."""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from model.errors import MalformedError

_CHUNK = 1 << 18
#: No card has this many characters; what goes on that long is no list of cards.
_LONGEST = 1 << 25
_SPACE = " \t\r\n"


class Stream:
    """A JSON text that is read from a file (also one packed by gzip) value by value.

    Raises MalformedError when the file can't be read, is no text in UTF-8, or ends within a value.
    """

    def __init__(self, path: Path) -> None:
        """Open the file."""
        self.path = path
        try:
            self._raw: IO[bytes] = path.open("rb")
            head = self._raw.read(4)
            self._raw.seek(0)
        except OSError as error:
            raise MalformedError(f"can't read {str(path)!r}: {error.strerror or error}") from None
        if head.startswith(b"PK\x03\x04"):
            raise MalformedError(f"{str(path)!r} is a zip archive; unpack it first")
        packed = head.startswith(b"\x1f\x8b")
        self._bytes: IO[bytes] | gzip.GzipFile = gzip.GzipFile(fileobj=self._raw) if packed else self._raw
        self._letters = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._place = 0
        self._line = 1
        self._ended = False
        self._decoder = json.JSONDecoder()
        self._fill()
        self._text = self._text.removeprefix("\ufeff")

    def close(self) -> None:
        """Close the file."""
        self._raw.close()

    def position(self) -> int:
        """How many bytes of the file have been taken in."""
        return self._raw.tell()

    @property
    def line(self) -> int:
        """The number of the line that is read next."""
        return self._line + self._text.count("\n", 0, self._place)

    def peek(self) -> str:
        """The next character that is no space, or an empty text at the end of the file."""
        while True:
            text, place = self._text, self._place
            while place < len(text) and text[place] in _SPACE:
                place += 1
            self._place = place
            if place < len(text):
                return text[place]
            if not self._more():
                return ""

    def take(self, expected: str) -> None:
        """Go past this character. Raises MalformedError where another one stands."""
        found = self.peek()
        if found != expected:
            raise self.wrong(f"expected {expected!r}, found {self._shown()}")
        self._place += 1

    def value(self) -> Any:
        """The next value, whole."""
        self.peek()
        failed = -1
        while True:
            try:
                value, self._place = self._decoder.raw_decode(self._text, self._place)
            except json.JSONDecodeError as error:
                begun = self._place
                ended = error.pos >= len(self._text.rstrip())
                cut_off = ended or error.msg.startswith(("Unterminated", "Invalid \\"))
                if not cut_off and error.pos - begun == failed:
                    raise self.no_json(error.msg, error.pos) from None
                failed = error.pos - begun
                if len(self._text) - begun > _LONGEST:
                    raise self.wrong("expected a card, found a value that does not end") from None
                if not self._more():
                    if self._ended and not cut_off:  # what was read before the value is given up by now
                        raise self.no_json(error.msg, self._place + failed) from None
                    raise self.truncated() from None
            except RecursionError:
                raise self.wrong("this is nested too deeply") from None
            else:
                return value

    def items(self) -> Iterator[Any]:
        """The values of a list, one by one."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if not self._goes_on("]"):
                return

    def names(self) -> Iterator[str]:
        """The keys of an object; the value of each has to be read before the next key."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            if self.peek() not in {'"', ""}:
                raise self.wrong(f"expected a name in quotes, found {self._shown()}")
            key = self.value()
            if self.peek() == "":
                raise self.truncated()
            self.take(":")
            yield str(key)
            if not self._goes_on("}"):
                return

    def _goes_on(self, end: str) -> bool:
        """Whether a comma follows, and not the end of the list or object."""
        found = self.peek()
        if found == "":
            raise self.truncated()
        if found == end:
            self.take(end)
            return False
        if found != ",":
            raise self.wrong(f"expected ',' or {end!r}, found {self._shown()}")
        self.take(",")
        return True

    def wrong(self, message: str, place: int | None = None) -> MalformedError:
        """An error that says where in the file it is."""
        at = self._place if place is None else place
        line = self._line + self._text.count("\n", 0, at)
        column = at - self._text.rfind("\n", 0, at)
        where = f"{self.path}, line {line}"
        return MalformedError(message, f"{where}, column {column}" if column < 1000 else where)

    def no_json(self, message: str, place: int) -> MalformedError:
        """The error of what is no JSON, in Python's words for it."""
        return self.wrong(f"this is no JSON ({message.lower().removesuffix(' at')})", place)

    def truncated(self) -> MalformedError:
        """The error of a file that ends too early."""
        message = "the file ends in the middle of a card; was it downloaded whole?"
        return MalformedError(message, f"{self.path}, line {self.line}")

    def _shown(self) -> str:
        found = self._text[self._place : self._place + 20]
        return repr(found) if found else "the end of the file"

    def _more(self) -> bool:
        """Take in more of the file; false at its end."""
        if self._ended:
            return False
        if self._place:
            self._line += self._text.count("\n", 0, self._place)
            self._text = self._text[self._place :]
            self._place = 0
        self._fill()
        return not self._ended

    def _fill(self) -> None:
        try:
            data = self._bytes.read(max(_CHUNK, len(self._text)))
        except EOFError:
            raise MalformedError("the packed file ends too early; was it downloaded whole?", str(self.path)) from None
        except (OSError, zlib.error) as error:
            raise MalformedError(f"can't read {str(self.path)!r}: {error}") from None
        self._ended = not data
        try:
            self._text += self._letters.decode(data, final=self._ended)
        except UnicodeDecodeError as error:
            if self._ended:
                raise self.truncated() from None
            place = self.position() - len(data) + error.start
            what = "a text in UTF-8" if self._bytes is self._raw else "a packed text in UTF-8"
            message = f"expected {what}, found something else near byte {place + 1}"
            raise MalformedError(message, str(self.path)) from None
