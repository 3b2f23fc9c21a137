"""Questions without a document: ``anyorder could-produce`` and ``anyorder mana`` put the board together from names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from anyorder import commands
from anyorder.output import show, write
from model.errors import MalformedError

if TYPE_CHECKING:
    from anyorder.asking import Asked
    from scenarios.documents import Document

_CHOSEN = re.compile(r"(.+?)\s*\[([^\[\]]+)\]")
_NUMBER = re.compile(r"(\d+)\s*x?\s+(.+)")


def board(permanent: str, you: Sequence[str], opponent: Sequence[str], kind: str) -> Document:
    """The document that asks about a permanent that you control, beside others.

    A name may have a number before it (``"3 Forest"``), and a color chosen for it after it (``"Hall of Gemstone
    [red]"``). Whether its letters are large or small makes no difference.
    Raises UnknownNameError with the nearest spelling for a card that is not there.
    """
    from scenarios.documents import validate

    asked = _entry(permanent)
    asked["id"] = str(asked["card"])
    mine = [asked, *(entry for name in you for entry in _entries(name))]
    theirs = [entry for name in opponent for entry in _entries(name)]
    title = {"could_produce": f"What could {asked['card']} produce?", "mana": f"{asked['card']} is tapped for mana"}[
        kind
    ]
    return validate({"title": title, "battlefield": {"you": mine, "opponent": theirs}, "question": {kind: asked["id"]}})


def _entries(name: str) -> list[dict[str, Any]]:
    number = _NUMBER.fullmatch(name)
    if number is None:
        return [_entry(name)]
    if int(number[1]) > 1000:
        raise MalformedError(f"expected at most 1,000 of a card, found {number[1]}")
    return [_entry(number[2]) for _ in range(int(number[1]))]


def _entry(name: str) -> dict[str, Any]:
    from anyorder.browsing import exact

    chosen = _CHOSEN.fullmatch(name)
    if chosen is None:
        return {"card": exact(name)}
    return {"card": exact(chosen[1]), "chosen": {"color": chosen[2]}}


def answer(
    kind: str,
    permanent: str,
    you: Sequence[str],
    opponent: Sequence[str],
    *,
    explain: bool = False,
    as_json: bool = False,
    why_not: str | None = None,
    graph: str | None = None,
) -> int:
    """Answer the question, and print it as ``anyorder ask`` would; the exit status."""
    from anyorder.asking import ask
    from anyorder.rendering import data, report

    if graph is not None:
        commands.picture_kind(graph)
    asked = ask(board(permanent, you, opponent, kind))
    if as_json:
        write(data.json_text(data.answered(asked)) + "\n")
    else:
        show(report.answered(asked, explain))
    if why_not is not None:
        _show_why_not(asked, why_not)
    if graph is not None:
        _draw(asked, graph)
    return asked.status


def _show_why_not(asked: Asked, letter: str) -> None:
    from anyorder.rendering import producing
    from model.production import TYPE_LETTERS
    from scenarios.checking import known

    letter = letter.strip("{}").upper()
    known([letter], TYPE_LETTERS, "--why-not", "type of mana")
    assert asked.scenario.asked is not None
    show(producing.why_not(asked, asked.scenario.asked.subjects[0], letter))


def _draw(asked: Asked, path: str) -> None:
    from anyorder.rendering import producing
    from solver.graphs import producers_graph

    assert asked.scenario.asked is not None
    graph = producers_graph(asked.scenario.situation, asked.scenario.asked.subjects)
    effects = [node for node, data in graph.nodes(data=True) if data["kind"] == "effect"]
    commands.save_picture(path, producing.picture(graph, asked.names(effects=effects), asked.title))
