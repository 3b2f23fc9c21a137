"""Values of tables as values of JSON."""

from __future__ import annotations

from decimal import Decimal
from typing import Any


def plain(value: Any) -> Any:
    """The value with exact numbers as numbers, and anything that JSON does not have as text."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list):
        return [plain(part) for part in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
