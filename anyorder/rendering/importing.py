"""What is said about an import or a download."""

from __future__ import annotations

from typing import Any

from anyorder.rendering.page import Block, Note, Page, Paragraph
from anyorder.rendering.phrases import IMPORTING
from anyorder.rendering.words import Role, Span, fill, line, plain
from scenarios.bringing.importing import Imported

#: So many of the cards that can't be kept are named.
_NAMED = 5


def imported(done: Imported, store: str, size: tuple[int, int]) -> Page:
    """What came of an import, and what the store has now."""
    below = [
        fill(IMPORTING["compiled"], cards=done.compiled, whole=done.whole),
        fill(IMPORTING["unchanged"], cards=done.unchanged),
    ]
    if done.again:
        below.append(fill(IMPORTING["again"], cards=done.again))
    below += [fill(IMPORTING["left out"], number=number, what=why) for why, number in done.left_out.most_common()]
    if done.translated:
        below.append(fill(IMPORTING["translated"], cards=done.translated))
    blocks: list[Block] = [Paragraph(fill(IMPORTING["read"], cards=done.cards, form=done.form), tuple(below))]
    if done.refused:
        named = [f"{name}: {why.partition(' (expected')[0]}" for name, why in done.refused[:_NAMED]]
        more = len(done.refused) - len(named)
        named += [plain(fill(IMPORTING["more"], number=more))] if more else []
        heading = fill(IMPORTING["refused"], cards=len(done.refused))
        blocks.append(Note(line(Span(plain(heading), Role.BAD)), tuple(named)))
    blocks.append(Paragraph(fill(IMPORTING["store"], cards=size[0], whole=size[1], store=store)))
    return tuple(blocks)


def fetched(path: str, size: int, fresh: bool) -> Page:
    """What came of a download."""
    return (
        Paragraph(fill(IMPORTING["fetched" if fresh else "there already"], path=path, size=f"{size / 1e6:.1f} MB")),
    )


def data(done: Imported, store: str) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "form": done.form,
        "cards": done.cards,
        "compiled": done.compiled,
        "understood_whole": done.whole,
        "unchanged": done.unchanged,
        "further_printings": done.again,
        "left_out": dict(done.left_out),
        "translations_ignored": done.translated,
        "refused": [{"card": name, "why": why} for name, why in done.refused],
        "store": store,
    }
