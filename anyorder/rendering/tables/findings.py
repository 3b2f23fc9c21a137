"""The findings of the tables as a page: counts, what only triples show, the strangest, where one order is not all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from anyorder.rendering.markdown import escaped
from anyorder.tabling.answering import row
from anyorder.tabling.commuting import Survey
from anyorder.tabling.engines import Differing
from anyorder.tabling.rows import Filled
from scenarios.commuting.pairs import APART, COMMUTE, DEPENDS, UNSETTLED, Verdict
from scenarios.commuting.stages import events
from scenarios.documents import validate

MARK = "<!-- What follows is written by: python -m tools.commutation -->"
STRANGEST = 10
#: Of one event at most so many are among the strangest, and so many outcomes of each are derived.
OF_ONE_EVENT, DERIVED = 3, 4
_POOLS = {
    "box": "every card of the box and the catalogue that is understood whole",
    "catalogue": "every card of the catalogue",
}


def page(
    pool: str,
    sizes: tuple[int, int],
    surveys: Sequence[Survey],
    left_out: dict[str, int],
    tables: Sequence[Filled],
    differing: tuple[int, list[Differing]],
) -> str:
    """The findings as Markdown."""
    parts = [_built_in(tables)] if tables else []
    parts += [_counts(pool, sizes, surveys, left_out), _triples(surveys), _strangest(surveys)]
    parts.append(_engines(surveys, differing))
    return "\n\n".join(parts) + "\n"


def _built_in(tables: Sequence[Filled]) -> str:
    lines = ["## What the built-in tables found", "", "| table | rows | with several outcomes | without an answer |"]
    lines.append("|---|---:|---:|---:|")
    for table in tables:
        rows, several, unanswered = table.counts
        lines.append(f"| `{table.name}` | {rows:,} | {several:,} | {unanswered:,} |")
    return "\n".join(lines)


def _counts(pool: str, sizes: tuple[int, int], surveys: Sequence[Survey], left_out: dict[str, int]) -> str:
    whole = f" ({sizes[1]:,} of the {sizes[0]:,} cards of the box)" if pool == "box" else ""
    lines = [
        "## The commutation table of Magic", "",
        f"Counted over {_POOLS[pool]}{whole}. An effect is counted once, however many cards have it.", "",
        "| event | cards | effects | of them applied | pairs | meet | commute | depend on order | not settled |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]  # fmt: skip
    totals = [0] * 8
    for one in surveys:
        cards = len({made.card.full_name for group in one.groups for made in group.makers})
        numbers = [cards, len(one.groups), one.applied, len(one.pairs), len(one.pairs) - len(one.of(APART))]
        numbers += [len(one.of(COMMUTE)), len(one.of(DEPENDS)), len(one.of(UNSETTLED))]
        totals = [total + number for total, number in zip(totals, numbers, strict=True)]
        lines.append(f"| `{one.event}` | " + " | ".join(f"{number:,}" for number in numbers) + " |")
    lines.append("| all | | " + " | ".join(f"{number:,}" for number in totals[1:]) + " |")
    meet, depend = totals[4], totals[6]
    tries = sum(verdict.tries for one in surveys for verdict in (*one.pairs, *one.triples))
    share = f" ({100 * depend / meet:.1f} %)" if meet else ""
    lines += ["", f"{tries:,} scenarios were answered. Of {meet:,} pairs that meet, {depend:,}{share} depend on order."]
    missing = [event for event in events() if event not in {one.event for one in surveys}]
    if missing:
        lines.append(f"Not tried in this run: {', '.join(f'`{event}`' for event in missing)}.")
    if left_out:
        told = ", ".join(f"{number:,} on `{event}`" for event, number in left_out.items())
        lines.append(f"Effects on events without a stage are not among them: {told}.")
    return "\n".join(lines)


def _triples(surveys: Sequence[Survey]) -> str:
    lines = [
        "## What only triples show", "",
        "| event | triples | two of them do not commute | tried | the order matters with all three alone |",
        "|---|---:|---:|---:|---:|",
    ]  # fmt: skip
    found: list[tuple[Survey, Verdict]] = []
    for one in surveys:
        if not one.triples and not one.with_pairs:
            continue
        depends = [verdict for verdict in one.triples if verdict.verdict == DEPENDS]
        found += [(one, verdict) for verdict in depends]
        numbers = (one.number_of_triples, one.with_pairs, len(one.triples), len(depends))
        lines.append(f"| `{one.event}` | " + " | ".join(f"{number:,}" for number in numbers) + " |")
    if found:
        lines += ["", "They are:", ""]
        lines += [
            f"- `{one.event}`, {verdict.stage}, amount {verdict.amount}: {_names(one, verdict)}"
            for one, verdict in found
        ]
    return "\n".join(lines)


def _names(survey: Survey, verdict: Verdict) -> str:
    return "; ".join(f"*{escaped(survey.groups[number].label)}*" for number in verdict.groups)


def strangest(surveys: Sequence[Survey], most: int = STRANGEST) -> list[tuple[Survey, Verdict]]:
    """The strangest: triples that show what no pair does, then by how many players choose, then by how many outcomes.

    No effect is there twice, and of one event there are at most ``OF_ONE_EVENT``, and at most half are triples.
    """
    depends = [
        (one, verdict) for one in surveys for verdict in (*one.triples, *one.pairs) if verdict.verdict == DEPENDS
    ]
    depends.sort(key=lambda pair: (
        -len(pair[1].groups), -len(pair[1].found.choosers), -pair[1].found.outcomes, pair[1].amount, pair[1].event,
        pair[1].groups,
    ))  # fmt: skip
    chosen: list[tuple[Survey, Verdict]] = []
    used: set[tuple[str, int]] = set()
    of_event: dict[str, int] = {}
    triples = 0
    for survey, verdict in depends:
        mine = {(survey.event, number) for number in verdict.groups}
        is_triple = len(verdict.groups) > 2
        if mine & used or of_event.get(survey.event, 0) == OF_ONE_EVENT or (is_triple and triples == most // 2):
            continue
        chosen.append((survey, verdict))
        used |= mine
        triples += is_triple
        of_event[survey.event] = of_event.get(survey.event, 0) + 1
        if len(chosen) == most:
            break
    return chosen


def _strangest(surveys: Sequence[Survey]) -> str:
    lines = [
        f"## The strangest {STRANGEST}", "",
        "Triples in which the order matters with all three alone come first, then by how many players choose, then by",
        f"how many outcomes there are. No effect stands here twice; of one event there are at most {OF_ONE_EVENT}, and",
        "triples are at most half.",
    ]  # fmt: skip
    for place, (survey, verdict) in enumerate(strangest(surveys), 1):
        lines += ["", f"### {place}. {_names(survey, verdict)}", "", *_derived(verdict)]
    return "\n".join(lines)


def _derived(verdict: Verdict) -> Iterator[str]:
    assert verdict.scenario is not None
    found = row((), validate(verdict.scenario))
    who = " and ".join(found.choosers) or "nobody"
    yield f"{escaped(found.question)} ({verdict.stage}). {len(found.results)} outcomes; who chooses: {who}."
    yield ""
    for number, result in enumerate(found.results[:DERIVED], 1):
        yield f"{number}. {escaped(result.words)}"
        yield from (f"   - {one.rule}: {escaped(one.words)}" for one in result.reasons)
    if len(found.results) > DERIVED:
        yield f"\nand {len(found.results) - DERIVED} more outcomes."


def _engines(surveys: Sequence[Survey], differing: tuple[int, list[Differing]]) -> str:
    rows, others = differing
    depend = sum(len(one.of(DEPENDS)) for one in surveys)
    many = sum(1 for one in surveys for verdict in one.of(DEPENDS) if verdict.found.outcomes > 2)
    triples = sum(1 for one in surveys for verdict in one.triples if verdict.verdict == DEPENDS)
    lines = [
        "## Where public engines show one of several answers",
        "",
        "Engines that play the game (XMage, Forge, phase, magical-vibes) ask a player for one order and go on with it,",
        "and python-mtg has one formula for all: each shows one outcome of a situation. In each of the",
        f"{depend:,} pairs and {triples:,} triples above another legal outcome stays unseen, and in {many:,} pairs",
        "more than one does.",
    ]
    if not rows:
        return "\n".join(lines)
    lines += [
        "",
        "XMage and Forge leave replacement effects out of what a permanent could produce (106.7). In",
        f"{len(others):,} of the {rows:,} rows of `could-produce` the types are others without them, among these:",
        "",
        "| permanent | mana replacement | beside | could produce | without the replacement |",
        "|---|---|---|---|---|",
    ]  # fmt: skip
    seen: set[str] = set()
    for one in others:
        if one.labels[1] not in seen:
            seen.add(one.labels[1])
            types, without = (" ".join(some) or "nothing" for some in (one.types, one.without))
            lines.append(f"| {' | '.join(map(escaped, one.labels))} | {types} | {without} |")
    return "\n".join(lines)
