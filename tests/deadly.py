"""A family on one of whose scenarios a process dies, for tests of what is done about that."""

from __future__ import annotations

import os
from typing import Any

from scenarios.documents import Document
from scenarios.families.family import Family


class Deadly(Family):
    """The family of a text; the process that makes the scenario with the label ``x`` 13 ends at once."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.values, self.name, self.space)

    def document(self, number: int) -> Document:
        if self.labels(number).get("x") == 13:
            os._exit(9)
        return super().document(number)
