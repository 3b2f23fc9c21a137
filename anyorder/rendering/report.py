"""Answers as pages: what is said about a question, its outcomes, their derivations, and the expected answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from anyorder.rendering import wording
from anyorder.rendering.excerpts import flow
from anyorder.rendering.page import Block, Entries, Entry, Facts, Note, Page, Paragraph, Reason, Title
from anyorder.rendering.phrases import ANSWERS, CHECKS, UNREAD
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Line, Role, Span, fill, joined, line, plain, sentence
from model.derivation import Derivation, Step, StepKind
from scenarios.partly import Unread, as_in_a_text
from scenarios.question_kinds import FACES, LISTED
from scenarios.writing import is_ordinary
from solver.logging_events import recorded

if TYPE_CHECKING:
    from anyorder.asking import Asked
    from anyorder.checking import Checked, Report
    from scenarios.answers import Difference
    from solver.answers import Outcome


def answered(asked: Asked, explain: bool = False) -> Page:
    """What there is to say about one document: the question, its answer, and whether that is what it expects."""
    if asked.scenario.reasoning is not None:
        return _reasoned(asked)
    names = asked.names()
    blocks: list[Block] = [title(asked), facts(asked, names)]
    if not asked.complete:
        limit = sentence(fill(ANSWERS["limit"], limit=asked.limit))
        blocks.append(Paragraph((Span(plain(limit), Role.BAD),)))
    if asked.values:
        blocks.append(Entries(tuple(_values(asked, names, explain))))
    else:
        blocks.append(summary(asked, names))
        blocks.append(Entries(tuple(entry(asked, number, explain) for number in range(1, len(asked.outcomes) + 1))))
        blocks += _edition(asked, names)
    blocks += [_unread(one) for one in dict.fromkeys(one._replace(object="") for one in asked.unread)]
    if asked.expects and asked.complete:
        blocks.append(verdict(asked, names))
    return tuple(blocks)


def _edition(asked: Asked, names: Names) -> Iterable[Block]:
    """What would happen by the other edition of the rules, where that is something else."""
    if asked.edition is None:
        return ()
    edition, other = asked.edition
    told = [wording.events([event for event in one.events if not is_ordinary(event)], names) for one in other.outcomes]
    words = fill(ANSWERS["edition"], edition=line(Span(edition, Role.STRONG)), outcomes=joined(told, "; ", " or "))
    return (Paragraph(sentence(words)),)


def _unread(one: Unread) -> Note:
    """A part of a card that was not understood, or that its entry goes without, which can't touch the answer."""
    told = UNREAD[one.why]
    words = line(Span(as_in_a_text(one.words), Role.STRONG))
    return Note(fill(told, card=line(Span(one.card, Role.OBJECT)), words=words))


def _reasoned(asked: Asked) -> Page:
    """What there is to say about an order, a strategy or a reason."""
    from anyorder.rendering import reasons

    names = asked.names()
    told = facts(asked, names)
    blocks: list[Block] = [title(asked), Facts((*told.rows, *reasons.rows(asked))), *reasons.blocks(asked)]
    if asked.expects and asked.complete:
        blocks.append(verdict(asked, names))
    return tuple(blocks)


def title(asked: Asked) -> Title:
    """The document's title, and its file."""
    return Title(line(Span(asked.title or ANSWERS["title.none"], Role.STRONG)), asked.origin)


def facts(asked: Asked, names: Names) -> Facts:
    """The event in words, and the rules that the document names."""
    rows: list[tuple[str, Line]] = []
    if asked.scenario.steps:
        rows.append((ANSWERS["event"], wording.steps(asked.scenario.steps, names)))
    if asked.values:
        rows.append((ANSWERS["question"], line(ANSWERS[f"question.{asked.scenario.question.kind}"])))
    if asked.rules:
        rows.append((ANSWERS["rules"], line(Span(", ".join(asked.rules), Role.RULE))))
    return Facts(tuple(rows))


def _values(asked: Asked, names: Names, explain: bool) -> Iterable[Entry]:
    """The value for each thing asked about, with the rule that decides."""
    assert asked.scenario.asked is not None
    kind = asked.scenario.question.kind
    subjects = [one.about for one in asked.values] if kind in FACES else asked.scenario.asked.subjects
    for number, (subject, found) in enumerate(zip(subjects, asked.values, strict=True), 1):
        words = wording.value(asked.scenario.question.kind, subject, found.value, names)
        reasons = [Reason(found.citation.rule, sentence(line(found.citation.gist)))]
        if explain:
            reasons += _produced(asked, number - 1)
        shown = explain or kind in LISTED or kind in FACES
        yield Entry(number, tuple(words), (), tuple(reasons) if shown else ())


def _produced(asked: Asked, place: int) -> Iterable[Reason]:
    """A derivation of each type that a permanent could produce."""
    for letter, steps in asked.derivations(place):
        names = asked.names(steps)
        kept = [step for step in steps if step.kind is not StepKind.HAPPEN]
        told = [Reason(step.citation.rule, wording.step(step, names)) for step in kept]
        if told:
            heading = fill(ANSWERS["could_produce.type"], letter=line(Span(f"{{{letter}}}", Role.MANA)))
            yield told[0]._replace(words=line(heading, " ", told[0].words))
            yield from told[1:]


def summary(asked: Asked, names: Names) -> Paragraph:
    """How many outcomes and orderings there are, and who chooses."""
    if not asked.outcomes:
        return Paragraph(line(ANSWERS["limit.none"]))
    orderings = sum(one.orderings for one in asked.outcomes)
    number, *rest = fill(ANSWERS["outcomes"], outcomes=len(asked.outcomes))
    counted = line(Span(number.text, Role.STRONG), *rest, ", ", fill(ANSWERS["orderings"], orderings=orderings))
    if asked.choosers:
        who = wording.choosers(asked.choosers, names)
    else:
        who = line(ANSWERS["choices.none" if orderings > 1 else "choices.nothing"])
    return Paragraph(line(counted, "; ", who, "."))


def entry(asked: Asked, number: int, explain: bool) -> Entry:
    """One outcome, with its derivation if that is asked for."""
    found = asked.outcomes[number - 1]
    names = asked.names(found.derivation) if explain else asked.plain_names
    shown = [event for event in found.events if not is_ordinary(event)]
    lines = wording.happenings(shown, names)
    reasons = tuple(derivation(found, names)) if explain else ()
    return Entry(number, tuple(lines), aside(asked, found, names), reasons)


def aside(asked: Asked, found: Outcome, names: Names) -> Line:
    """How many orderings lead there, and who chooses where that is not so for all outcomes."""
    counted = fill(ANSWERS["orderings"], orderings=found.orderings)
    if found.choosers == asked.choosers:
        return counted
    who = wording.choosers(found.choosers, names) if found.choosers else line(ANSWERS["choices.nothing"])
    return line(counted, "; ", who)


def derivation(found: Outcome, names: Names) -> Iterable[Reason]:
    """The steps of an outcome's derivation; events that happen one after the other are one step."""
    cited: set[tuple[str, str]] = set()
    for taken in _gathered(found.derivation):
        rule, gist, words = taken.citation.rule, taken.citation.gist, wording.step(taken, names)
        told = (rule, gist) in cited or gist.casefold() in plain(words).casefold()
        cited.add((rule, gist))
        yield Reason(rule, words, "" if told else gist)


def _gathered(steps: Derivation) -> Derivation:
    """The derivation without ordinary results of damage, events that happen in a row put together."""
    kept: list[Step] = []
    for step in steps:
        if step.kind is StepKind.HAPPEN:
            happened = tuple(event for event in step.after if not is_ordinary(event))
            if not happened:
                continue
            if kept and kept[-1].kind is StepKind.HAPPEN and kept[-1].citation == step.citation:
                step = replace(step, after=reduce(recorded, happened, kept.pop().after))
            else:
                step = replace(step, after=happened)
        kept.append(step)
    return tuple(kept)


def verdict(asked: Asked, names: Names) -> Note:
    """Whether the answer is the expected one, and where not."""
    if not asked.differences:
        return Note(line(Span("✓ " + ANSWERS["equal"], Role.GOOD)))
    return Note(line(Span("✗ " + ANSWERS["different"], Role.BAD)), tuple(differences(asked.differences, names)))


def differences(found: Sequence[Difference], names: Names) -> Iterable[str]:
    """Each difference as a line: what is missing, what is too much, in the notation of documents."""
    for one in found:
        if one.kind == "chooser":
            expected, actual = (_who(players, names) for players in (one.expected, one.found))
            yield plain(fill(ANSWERS["chooser"], expected=expected, found=actual))
        elif one.kind == "value":
            about, expected = one.expected
            yield plain(fill(ANSWERS["value"], about=about, expected=flow(expected), found=flow(one.found)))
        elif one.kind == "alike":
            yield f"{ANSWERS['alike']}: {flow(one.expected)}"
            yield from (f"    {flow(outcome)}" for outcome in one.found)
        else:
            yield f"{ANSWERS[one.kind]}: {flow(one.expected if one.kind == 'missing' else one.found)}"


def _who(players: Sequence[str], names: Names) -> Line:
    return wording.choosers(players, names) if players else line(ANSWERS["chooser.nobody"])


# --- several documents -----------------------------------------------------------------------------------------------


def checked(found: Report) -> Page:
    """What there is to say about checked documents: each that failed, those not checked, and a summary."""
    from anyorder.checking import Verdict

    blocks: list[Block] = []
    for one in found.checked:
        if one.verdict in (Verdict.DIFFERENT, Verdict.WRONG, Verdict.LIMIT):
            blocks.append(_failing(one))
    for verdict in (Verdict.NOT_MODELLED, Verdict.UNANSWERED):
        left_out = found.of(verdict)
        if left_out:
            heading = line(Span(CHECKS[f"{verdict.name.lower()}.heading"], Role.FAINT))
            reasons = (f"{one.origin}: {one.message}" if one.message else one.origin for one in left_out)
            blocks.append(Note(heading, tuple(reasons)))
    blocks.append(Paragraph(_tally(found)))
    return tuple(blocks)


def _failing(one: Checked) -> Note:
    heading = line(Span("✗ ", Role.BAD), Span(one.origin, Role.STRONG))
    if one.asked is None:
        return Note(line(heading, ": ", one.message))
    heading = line(heading, f"  {one.asked.title}" if one.asked.title else "")
    if one.message:
        return Note(heading, (plain(fill(ANSWERS["limit.short"], limit=one.message)),))
    return Note(heading, tuple(differences(one.asked.differences, one.asked.names())))


def _tally(found: Report) -> Line:
    from anyorder.checking import Verdict

    parts = [fill(CHECKS["documents"], documents=len(found.checked))]
    for verdict in Verdict:
        number = len(found.of(verdict))
        if number or verdict is Verdict.EQUAL:
            role = Role.GOOD if verdict is Verdict.EQUAL else Role.BAD if verdict.name in _FAILED else Role.FAINT
            parts.append((Span(f"{number:,} {CHECKS[verdict.name.lower()]}", role),))
    first, *rest = parts
    failed = any(found.of(verdict) for verdict in Verdict if verdict.name in _FAILED) or not found.of(Verdict.EQUAL)
    mark = Span("✗ ", Role.BAD) if failed else Span("✓ ", Role.GOOD)
    return line(mark, first, ": ", joined(rest), ".")


_FAILED = ("DIFFERENT", "WRONG", "LIMIT")
