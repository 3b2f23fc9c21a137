"""How a family is cut into chunks. The cut depends on its size alone, so that every run writes the same files."""

from __future__ import annotations

from dataclasses import dataclass

#: So many scenarios make a chunk: where a run is interrupted, at most so many are begun again by each worker.
_SIZES = ((2_000, 50), (20_000, 250), (1_000_000, 1_000))
_LARGEST = 4_000


def chunk_size(size: int) -> int:
    """How many scenarios a chunk of a family of this size has."""
    return next((chunk for most, chunk in _SIZES if size <= most), _LARGEST)


@dataclass(frozen=True, slots=True)
class Plan:
    """The chunks of a family: how many scenarios it has, and how many each chunk but the last one."""

    size: int
    chunk: int

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.size // self.chunk)

    def numbers(self, chunk: int) -> range:
        """The numbers of the scenarios of a chunk, counted from 0."""
        return range(chunk * self.chunk, min((chunk + 1) * self.chunk, self.size))
