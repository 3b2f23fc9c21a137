"""The reader of rules text: from the words of a card to the notation of docs/notation.md."""

from __future__ import annotations

from scenarios.reading.compiling import read_card, read_text
from scenarios.reading.records import Clause, OracleCard, OracleFace, Reading

__all__ = ["Clause", "OracleCard", "OracleFace", "Reading", "read_card", "read_text"]
