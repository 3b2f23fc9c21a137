"""What the commands ``ask``, ``check`` and ``schema`` do; each returns its exit status."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyorder.output import complain, show, write
from model.errors import AnyorderError, LimitError, MalformedError

if TYPE_CHECKING:
    from anyorder.asking import Asked
    from scenarios.documents import Document

#: The kinds of pictures by the end of the file's name.
PICTURES = {".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".mermaid": "mermaid", ".svg": "svg"}
#: Exit statuses, the one that wins over the others first.
_GRAVEST = (2, 1, 3, 0)


def gravest(statuses: Sequence[int]) -> int:
    """The exit status for several documents."""
    return min(statuses, key=_GRAVEST.index, default=0)


def ask(
    files: Sequence[str],
    *,
    explain: bool = False,
    as_json: bool = False,
    markdown: bool = False,
    graph: str | None = None,
    interaction: str | None = None,
    order_matters: bool = False,
    why_not: str | None = None,
    limit: int | None = None,
) -> int:
    """Answer every document of these files, or another question about its situation."""
    if order_matters and why_not is not None:
        raise MalformedError("expected --order-matters or --why-not, found both")
    for path in (graph, interaction):
        if path is not None:
            picture_kind(path)
    results = list(_read(files))
    if (graph or interaction) and len(results) > 1:
        raise MalformedError(f"expected one document with --graph or --interaction, found {len(results)}")
    data: list[Any] = []
    statuses: list[int] = []
    for origin, document in results:
        asked = _asked(origin, document, limit, order_matters, why_not)
        if isinstance(asked, AnyorderError):
            complain(str(asked) if repr(origin) in str(asked) else f"{origin}: {asked}")
            statuses.append(3 if isinstance(asked, LimitError) else 2)
            data.append({"error": str(asked)})
            continue
        statuses.append(asked.status)
        if as_json:
            data.append(_as_data(asked))
        else:
            _show(asked, explain, markdown, first=not data)
            data.append(None)
        if graph or interaction:
            _draw(asked, graph, interaction)
    if as_json and (len(data) > 1 or statuses != [2]):
        write_json(data[0] if len(data) == 1 else data)
    return gravest(statuses)


def _read(files: Sequence[str]) -> Iterator[tuple[str, Document | AnyorderError]]:
    """Every document with where it was read from, or what is wrong with its file."""
    from anyorder.asking import documents
    from scenarios.documents import read_documents

    for file in files:
        try:
            found = read_documents(_standard_input()) if file == "-" else documents(Path(file))
        except MalformedError as error:
            yield file, error
            continue
        for number, document in enumerate(found, 1):
            yield (file if len(found) == 1 else f"{file}, document {number}"), document


def _standard_input() -> str:
    from scenarios.loading import LARGEST, decoded

    content = sys.stdin.buffer.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise MalformedError(f"the document is larger than {LARGEST // 1_000_000} MB, the limit for scenario documents")
    return decoded(content, "the standard input")


def _asked(
    origin: str, document: Document | AnyorderError, limit: int | None, order: bool, why_not: str | None
) -> Asked | AnyorderError:
    from anyorder.asking import ask as answered
    from solver.answers import DEFAULT_LIMIT

    if isinstance(document, AnyorderError):
        return document
    try:
        if order or why_not is not None:
            document = _rephrased(document, why_not)
        return answered(document, origin, limit or DEFAULT_LIMIT)
    except AnyorderError as error:
        return error


def _rephrased(document: Document, why_not: str | None) -> Document:
    """The document with the question of the command line in the place of its own."""
    from scenarios import rephrasing
    from scenarios.loading import load

    if why_not is None:
        return rephrasing.order_matters(document)
    values = load(why_not)
    return rephrasing.why_not(document, values[0] if values else None)


def _as_data(asked: Asked) -> dict[str, Any]:
    from anyorder.rendering import data

    if asked.differences:
        from anyorder.rendering import phrases, report

        lines = "\n  ".join(report.differences(asked.differences, asked.names()))
        complain(f"{asked.origin}: {phrases.ANSWERS['different']}\n  {lines}")
    return data.answered(asked)


def _show(asked: Asked, explain: bool, markdown: bool, first: bool) -> None:
    from anyorder.rendering import report

    if not first:
        write("\n")
    show(report.answered(asked, explain), markdown)


def write_json(value: Any) -> None:
    """Print a value as JSON."""
    from anyorder.rendering.data import json_text

    write(json_text(value) + "\n")


# --- pictures --------------------------------------------------------------------------------------------------------


def picture_kind(path: str) -> str:
    """The kind of picture that a file is to hold. Raises MalformedError for a name that ends otherwise."""
    kind = PICTURES.get(Path(path).suffix.lower())
    if kind is None:
        raise MalformedError(f"expected a file whose name ends with {', '.join(PICTURES)}, found {path!r}")
    return kind


def _draw(asked: Asked, graph: str | None, interaction: str | None) -> None:
    from anyorder.asking import AskedOutcomes
    from anyorder.rendering import pictures
    from anyorder.rendering.phrases import ANSWERS
    from solver.graphs import first_moments, interaction_graph
    from solver.interaction import interactions_in

    if not isinstance(asked, AskedOutcomes):
        raise MalformedError("--graph and --interaction take a document that asks for the outcomes of an event")
    title = asked.title or ANSWERS["title.none"]
    if graph:
        found = first_moments(asked.answer, pictures.MOST, pictures.COUNTED)
        effects = {one.effect: None for *_, data in found.edges(data=True) for way in data["options"] for one in way}
        save_picture(graph, pictures.outcomes(found, asked.names(effects=effects), title, asked.players))
    if interaction:
        between = interaction_graph(interactions_in(asked.answer))
        save_picture(interaction, pictures.interactions(between, asked.names(effects=between), title))


def save_picture(path: str, drawing: Any) -> None:
    """Write a drawing to a file of the kind that its name says. Raises MalformedError where that can't be done."""
    from importlib import import_module

    renderer = import_module(f"anyorder.rendering.{picture_kind(path)}")
    try:
        Path(path).write_text(renderer.render(drawing), encoding="utf-8")
    except OSError as error:
        raise MalformedError(f"can't write {path!r}: {error.strerror or error}") from None


# --- check and schema ------------------------------------------------------------------------------------------------


def check(paths: Sequence[str], limit: int | None = None) -> int:
    """Hold every document below these paths against its answer."""
    from anyorder.checking import check as checked
    from anyorder.rendering import report
    from solver.answers import DEFAULT_LIMIT

    found = checked([Path(path) for path in paths], limit or DEFAULT_LIMIT)
    show(report.checked(found))
    return found.status


def schema() -> int:
    """Print the JSON Schema of scenario documents."""
    from scenarios.schema import schema as published

    write_json(published())
    return 0
