"""What stands below the help of a command: how it is used, and its exit statuses."""

from __future__ import annotations

STATUS = (
    "Exit status: 0 answered (and as expected), 1 answered and different, 2 the document or the command line is wrong, "
    "3 a limit was hit."
)


def epilog(*examples: str, status: str = STATUS) -> str:
    """The examples, a line each, then the exit statuses; in the form that the command line's library keeps lines in."""
    shown = "".join(f"\n  anyorder {example}" for example in examples)
    return f"\b\nExamples:{shown}\n\n{status}"
