"""Tables of rulings in several formats."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from anyorder.tabling.rows import Filled

#: The formats, and the module of each; all but the spreadsheet are texts.
FORMATS = {"md": "markdown", "html": "html", "csv": "comma", "json": "data", "xlsx": "spreadsheet"}


def render(table: Filled, form: str) -> bytes:
    """The table as a file of this format. Raises MissingError where a library is not installed."""
    made: Callable[[Filled], str | bytes] = import_module(f"anyorder.rendering.tables.{FORMATS[form]}").render
    content = made(table)
    return content if isinstance(content, bytes) else content.encode()
