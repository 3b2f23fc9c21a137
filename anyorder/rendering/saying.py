"""The abilities of a card as rules text, as a page and as plain data."""

from __future__ import annotations

from typing import Any

from anyorder.rendering.page import Block, Code, Note, Page, Title
from anyorder.rendering.phrases import READING
from anyorder.rendering.words import Role, Span, fill, line
from scenarios.bringing.yaml_text import as_yaml
from scenarios.reading.saying_cards import Said, together


def page(name: str, said: tuple[Said, ...], left_out: tuple[str, ...] = ()) -> Page:
    """Each ability as a sentence, or its notation where there are no words for it; faces under their names.

    ``left_out`` is what the entry does not model.
    """
    blocks: list[Block] = []
    face = ""
    for one in together(said) or ():
        if one.face != face:
            face = one.face
            blocks.append(Title(line(Span(face, Role.STRONG))))
        if one.text is not None:
            blocks += [Note(line(text)) for text in one.text.split("\n")]
            if not one.described:
                blocks.append(Note(line(Span(READING["targets not described"], Role.FAINT))))
        else:
            blocks.append(Note(line(Span(READING["no words"], Role.FAINT))))
            blocks.append(Code(as_yaml([one.ability])))
    if not said:
        blocks += [Title(line(Span(name, Role.STRONG))), Note(fill(READING["no abilities"]))]
    blocks += [Note(fill(READING["left out"], what=what)) for what in left_out]
    return tuple(blocks)


def data(name: str, said: tuple[Said, ...], left_out: tuple[str, ...] = ()) -> dict[str, Any]:
    """The same as plain data; ``text`` is null where there are no words."""
    abilities = [
        {"face": one.face, "text": one.text, "targets_described": one.described, "ability": one.ability} for one in said
    ]
    return {"card": name, "abilities": abilities, "left_out": list(left_out)}
