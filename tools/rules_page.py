"""Writes ``docs/rules.md``: each rule that the code cites, where, and which scenario documents exercise it.

``python -m tools.rules_page`` writes it; ``--check`` only tells whether it is up to date (exit status 1 if not).
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules.md"
ROOMS = ("model", "solver", "scenarios", "anyorder")
NUMBER = re.compile(r"(?<![\d.,])([1-9]\d\d\.[1-9]\d*[a-z]?)(?!\d|\.\d)")


def cited() -> dict[str, set[str]]:
    """Return the modules that cite each rule."""
    found: dict[str, set[str]] = defaultdict(set)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for number in NUMBER.findall(path.read_text(encoding="utf-8")):
                found[number].add(str(path.relative_to(ROOT)))
    return found


def exercised() -> dict[str, set[str]]:
    """Return the scenario documents that name each rule."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "scenarios" / "library").rglob("*.yaml")):
        for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            for number in (document or {}).get("rules", []):
                found[str(number)].add(f"{path.parent.name}/{path.stem}")
    return found


def order(number: str) -> tuple[int, int, str]:
    """Return the place of a rule number in the rules."""
    section, _, rest = number.partition(".")
    digits = re.match(r"\d*", rest)
    return int(section), int(digits.group() or 0) if digits else 0, rest


def page() -> str:
    """Return the text of the page."""
    code, documents = cited(), exercised()
    lines = [
        "# Rules and where they are",
        "",
        "Written by `python -m tools.rules_page`: each rule of the Comprehensive Rules that the code cites or a",
        "scenario document names, with the modules and the documents.",
        "",
        "| rule | modules | documents |",
        "|---|---|---|",
    ]
    for number in sorted({*code, *documents}, key=order):
        modules = ", ".join(f"`{name}`" for name in sorted(code.get(number, ())))
        names = sorted(documents.get(number, ()))
        shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        lines.append(f"| {number} | {modules} | {shown} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell whether the page is up to date")
    if parser.parse_args().check:
        return int(not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
