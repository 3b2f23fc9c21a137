"""Libraries that only exploring needs: imported when they are used, and asked for where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from model.errors import AnyorderError


class MissingError(AnyorderError):
    """A library that is not installed; the message says how to install it."""


def library(name: str, extra: str) -> Any:
    """The module of this name. Raises MissingError with the extra to install where it is not there."""
    try:
        return import_module(name)
    except ImportError as error:
        missing = error.name.partition(".")[0] if error.name else name.partition(".")[0]
        raise MissingError(
            f"this needs {missing}, which is not installed: python -m pip install 'anyorder[{extra}]'"
        ) from None
