"""Where the command line's words go: pages to the standard output, in color on a terminal; complaints to the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anyorder.rendering.page import Page


def colored() -> bool:
    """Whether to print in color: on a terminal, unless NO_COLOR is set; FORCE_COLOR wins over both."""
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write(text: str) -> None:
    """Print a text as it is; what the terminal's encoding lacks is replaced."""
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()


def show(page: Page, markdown: bool = False) -> None:
    """Print a page."""
    if markdown:
        from anyorder.rendering import markdown as renderer

        write(renderer.render(page))
    elif colored():
        from anyorder.rendering import terminal

        terminal.show(page)
    else:
        from anyorder.rendering import plain

        write(plain.render(page))


def complain(text: str) -> None:
    """Print a message to the standard error output."""
    from model.errors import shortened

    sys.stdout.flush()
    sys.stderr.write(f"anyorder: {shortened(text)}\n")
    sys.stderr.flush()


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn the project's errors into a message and an exit status."""
    from model.errors import AnyorderError, LimitError

    try:
        yield
    except LimitError as error:
        complain(str(error))
        raise SystemExit(3) from None
    except AnyorderError as error:
        complain(str(error))
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        complain("interrupted")
        raise SystemExit(130) from None
