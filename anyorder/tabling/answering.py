"""From a scenario document to a row of a table: the question in words, and every outcome with its derivation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, repeat

from anyorder.asking import Asked, ask
from anyorder.rendering import report, wording
from anyorder.rendering.page import Entries, Facts, Note, Page, Paragraph
from anyorder.rendering.page import Reason as Step
from anyorder.rendering.phrases import ANSWERS
from anyorder.rendering.words import Line, plain
from anyorder.tabling.rows import Reason, Result, Row
from model.errors import AnyorderError, LimitError
from scenarios.documents import Document
from solver.answers import DEFAULT_LIMIT


def row(cells: tuple[str, ...], document: Document, question: str = "", limit: int = DEFAULT_LIMIT) -> Row:
    """The row of one scenario; what can't be answered says why. ``question`` stands for the question in words."""
    try:
        asked = ask(document, limit=limit)
        results = tuple(_results(asked))
        asks = question or question_of(asked)
    except LimitError as error:
        return Row(cells, question, status="limit", error=str(error))
    except AnyorderError as error:
        return Row(cells, question, status="refused", error=str(error))
    cited = {reason.rule for result in results for reason in result.reasons} - {""}
    status = "answered" if asked.complete else "limit"
    rules = tuple(sorted(cited, key=_by_number))
    return Row(cells, asks, results, _choosers(asked), rules, status, asked.limit)


def _choosers(asked: Asked) -> tuple[str, ...]:
    """Who chooses; where faces are asked for, that is one of the values."""
    told = [player for one in asked.values if one.about == "chooser" for player in one.value]
    return tuple(told) or asked.choosers


def question_of(asked: Asked) -> str:
    """The question in words: the event that would happen, or what is asked about which object."""
    if asked.scenario.steps:
        return plain(wording.steps(asked.scenario.steps, asked.plain_names))
    kind = asked.scenario.question.kind
    asks = ANSWERS.get(f"question.{kind}", kind.replace("_", " "))
    if kind == "could_produce":
        return f"{', '.join(dict.fromkeys(one.about for one in asked.values))}: {asks}"
    return asks


def _results(asked: Asked) -> Iterator[Result]:
    if asked.values and asked.scenario.question.kind == "could_produce":
        yield from _types(asked)
        return
    if asked.values and asked.scenario.question.kind == "faces":
        yield from _faces(asked)
        return
    page = report.answered(asked, explain=True)
    counted = [one.orderings for one in asked.outcomes]
    for block in page:
        if isinstance(block, Entries):
            told = ["; ".join(plain(line) for line in entry.lines).rstrip(".") for entry in block.listed]
            reasons = [tuple(_reasons(entry.reasons)) for entry in block.listed]
            if asked.values:  # what is so of several things is one answer
                yield Result("; ".join(told), None, tuple(dict.fromkeys(chain.from_iterable(reasons))))
            else:
                yield from map(Result, told, counted or repeat(None), reasons)
    if not any(isinstance(block, Entries) for block in page):
        yield Result(_told(page))


def _types(asked: Asked) -> Iterator[Result]:
    """A result for each type of mana, and one for a permanent that could produce none."""
    several = len(asked.values) > 1
    for place, found in enumerate(asked.values):
        about = f"{found.about}: " if several else ""
        if not found.value:
            yield Result(f"{about}no mana", None, (Reason(found.citation.rule, f"{found.citation.gist}."),))
        for letter, steps in asked.derivations(place):
            reasons = tuple(Reason(*one) for one in _steps(asked, steps))
            yield Result(f"{about}{{{letter}}}", None, reasons or (Reason(found.citation.rule, found.citation.gist),))


def _steps(asked: Asked, steps: tuple[object, ...]) -> Iterator[tuple[str, str]]:
    from model.derivation import Step as Taken
    from model.derivation import StepKind

    names = asked.names(steps)  # type: ignore[arg-type]
    for step in steps:
        if isinstance(step, Taken) and step.kind is not StepKind.HAPPEN:
            yield step.citation.rule, plain(wording.step(step, names))


def _faces(asked: Asked) -> Iterator[Result]:
    """A result for each card that can come of it."""
    for found in asked.values:
        if found.about == "chooser":
            continue
        for card in found.value if isinstance(found.value, list | tuple) else (found.value,):
            yield Result(str(card), None, (Reason(found.citation.rule, f"{found.citation.gist}."),))


def _told(page: Page) -> str:
    """What a page says besides the question, as one text."""
    lines: list[Line] = []
    for block in page:
        if isinstance(block, Paragraph | Note):
            lines.append(block.words)
        elif isinstance(block, Facts):
            continue
    return " ".join(plain(line) for line in lines)


def _reasons(steps: Iterable[Step]) -> Iterator[Reason]:
    for step in steps:
        yield Reason(step.rule, plain(step.words), step.gist)


def _by_number(rule: str) -> tuple[int, int, str]:
    """Rules in the order of the rules."""
    section, _, rest = rule.partition(".")
    digits = "".join(letter for letter in rest if letter.isdigit())
    return int(section) if section.isdigit() else 0, int(digits or 0), rest
