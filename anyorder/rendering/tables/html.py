"""Tables as one HTML file that needs nothing else: it sorts, filters, and unfolds derivations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files

from anyorder.rendering.tables import wording
from anyorder.tabling.rows import Filled, Result, Row, Section

_SYMBOL = re.compile(r"\{(\d{1,2}|[A-Z](?:/[A-Z])?)\}")
#: Mana symbols in words, for those who can't see them.
_SPOKEN = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}
_SEARCH, _UNFOLD, _FOLD = "Find in this table", "Unfold derivations", "Fold derivations"


def render(table: Filled) -> str:
    """The table as an HTML document."""
    place = files("anyorder.rendering.tables")
    style, script = (place.joinpath(name).read_text(encoding="utf-8") for name in ("table.css", "table.js"))
    return "".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(table.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n",
            *_body(table),
            f"<script>\n{script}</script>\n</body>\n</html>\n",
        ]
    )


def _body(table: Filled) -> Iterator[str]:
    yield f"<h1>{_text(table.title)}</h1>\n"
    if table.note:
        yield f"<p>{_text(' '.join(table.note.split()))}</p>\n"
    rules = f" Rules: {', '.join(map(escape, table.rules))}." if table.rules else ""
    yield f'<p class="faint">{wording.summary(table)}{rules}</p>\n'
    first = 1
    for section in table.sections:
        yield from _section(section, first)
        first += len(section.rows)


def _section(section: Section, first: int) -> Iterator[str]:
    yield "<section>\n"
    if section.title:
        yield f"<h2>{_text(section.title)}</h2>\n"
    if section.note:
        yield f"<p>{_text(' '.join(section.note.split()))}</p>\n"
    yield (
        f'<div class="find"><input type="search" placeholder="{_SEARCH}" aria-label="{_SEARCH}">'
        f'<button class="unfold" aria-pressed="false" data-unfold="{_UNFOLD}" data-fold="{_FOLD}">{_UNFOLD}</button>'
        '<span class="count" role="status"></span></div>\n'
    )
    headings = (wording.NUMBER, *section.headings)
    headings += (wording.QUESTION, wording.OUTCOMES, wording.CHOOSES, wording.RULES)
    yield '<div class="wide"><table>\n<thead>\n<tr class="heads">'
    yield from (f'<th scope="col"><button>{escape(heading)}</button></th>' for heading in headings)
    yield '</tr>\n<tr class="filters">'
    yield from (f'<th><input aria-label="Filter by {escape(one.lower())}"></th>' for one in headings)
    yield "</tr>\n</thead>\n<tbody>\n"
    for number, row in enumerate(section.rows, first):
        yield from _row(number, row)
    yield "</tbody>\n</table></div>\n</section>\n"


def _row(number: int, row: Row) -> Iterator[str]:
    yield f'<tr><td class="number">{number}</td>'
    yield from (f"<td>{_text(cell)}</td>" for cell in row.cells)
    yield f"<td>{_text(row.question)}</td>"
    # Sorted by how many outcomes there are, then by what they are.
    told = "\n".join(wording.outcomes(row))
    key = f"{len(row.results):04d} {told}"
    yield f'<td class="outcomes" data-sort="{escape(key)}" data-text="{escape(told)}">'
    if len(row.results) == 1:
        yield "".join(_result(row.results[0], 0))
    elif row.results:
        yield "<ol>"
        for place, result in enumerate(row.results):
            many = wording.outcomes(row)[place].removeprefix(result.words)
            yield f"<li>{''.join(_result(result, 1, many))}</li>"
        yield "</ol>"
    if message := wording.error(row):
        yield f'<span class="error">{escape(message)}</span>'
    rules = ", ".join(map(escape, row.rules))
    yield f'</td><td>{_text(wording.chooses(row))}</td><td class="rules">{rules}</td></tr>\n'


def _result(result: Result, indent: int, many: str = "") -> Iterator[str]:
    yield f"{_text(result.words)}" + (f' <span class="faint">{escape(many)}</span>' if many else "")
    if result.reasons:
        yield f'<details><summary>{wording.WHY}</summary><ul class="why">'
        for one in result.reasons:
            gist = f' <span class="faint">({_text(one.gist)})</span>' if one.gist else ""
            yield f"<li><b>{escape(one.rule)}</b>{_text(one.words)}{gist}</li>"
        yield "</ul></details>"


def _text(words: str) -> str:
    """A text with its mana symbols as symbols."""
    return _SYMBOL.sub(_symbol, escape(words))


def _symbol(found: re.Match[str]) -> str:
    sign = found[1]
    spoken = " or ".join(_SPOKEN.get(part, part) for part in sign.split("/"))
    kind = "two" if "/" in sign else sign if sign in _SPOKEN else "other"
    return f'<span class="mana {kind}" role="img" aria-label="{spoken}">{sign.replace("/", "")}</span>'
