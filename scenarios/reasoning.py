"""Questions about questions: does the order matter, who can force it, why, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.errors import MalformedError
from scenarios import checking, claims
from scenarios.checking import at, known, mapping, sequence
from scenarios.claims import Claim, Evidence, Steps
from scenarios.happenings import References
from solver.forcing import Reach
from solver.order_matters import OrderMatters, order_matters

if TYPE_CHECKING:
    from scenarios.build import Scenario
    from scenarios.why_not import WhyNot
    from solver.answers import Answer

#: The keys of expected answers, by question, with the one that may stand alone first.
ANSWERS = {
    "order_matters": ("order_matters", "pairs", "choices"),
    "can_force": ("can_force", "reach"),
    "why": ("possible", "effects"),
    "why_not": ("possible", "stopped_by", "changes"),
}


@dataclass(frozen=True)
class Reasoning:
    """A question as read: its kind, the claim that it is about (none for orders), its steps, the expected answer."""

    kind: str
    claim: Claim | None
    steps: Steps
    expected: dict[str, Any] | None


def read(kind: str, arguments: Any, answer: Any, refs: References, event: Any) -> Reasoning:
    """The question with its claim and its expected answer. Raises MalformedError or UnknownNameError with the path."""
    path = f"question.{kind}"
    claim: Claim | None = None
    match kind:
        case "order_matters":
            if arguments is not None:
                entry = mapping(arguments, path, "nothing, or {mana: id}", ("mana",))
                steps = claims.steps_of(entry, path, refs, event)
            else:
                steps = claims.steps_of({}, path, refs, event)
        case "can_force":
            claim = claims.read_force(arguments, path, refs, event)
            steps = claim.steps
        case _:
            claim = claims.read(arguments, path, refs, event)
            steps = claim.steps if isinstance(claim, claims.OfOutcome | claims.OfForce) else ()
    return Reasoning(kind, claim, steps, _expected(kind, answer))


def _expected(kind: str, answer: Any) -> dict[str, Any] | None:
    """The expected answer: true or false, or a mapping that says more."""
    if answer is None:
        return None
    keys = ANSWERS[kind]
    if isinstance(answer, bool):
        return {keys[0]: answer}
    entry = mapping(answer, "answer", f"true, false, or a mapping with {', '.join(keys)}", keys)
    if not entry:
        raise MalformedError(f"expected at least one of {', '.join(keys)}", "answer")
    if keys[0] in entry:
        checking.flag(entry[keys[0]], at("answer", keys[0]))
    if "reach" in entry:
        known([entry["reach"]], [one.value for one in Reach], "answer.reach", "word")
    for key in ("pairs", "choices"):
        for place, pair in enumerate(sequence(entry.get(key, []), at("answer", key))):
            if len(checking.words(pair, where := at(at("answer", key), place))) != 2:
                raise MalformedError("expected two names", where)
    for key in ("effects", "stopped_by"):
        checking.words(entry.get(key, []), at("answer", key))
    for place, change in enumerate(sequence(entry.get("changes", []), "answer.changes")):
        mapping(change, at("answer.changes", place), "a change such as {remove: id}", CHANGES)
    return entry


CHANGES = ("remove", "add", "control", "active", "newest", "player", "chosen")


def find(scenario: Scenario, limit: int) -> OrderMatters | Evidence | WhyNot:
    """The answer to the question of a scenario."""
    reasoning = scenario.reasoning
    assert reasoning is not None
    if reasoning.claim is None:
        return order_matters(claims.explored(scenario.situation, reasoning.steps, limit))
    if reasoning.kind == "why_not":
        from scenarios.why_not import why_not

        return why_not(scenario, limit)
    return reasoning.claim.evidence(scenario.situation, limit)


def complete(result: OrderMatters | Evidence | WhyNot) -> bool:
    """Whether the answer is complete."""
    if isinstance(result, OrderMatters):
        return result.complete
    evidence = result if isinstance(result, Evidence) else result.evidence
    return evidence.holds is not None


def answer_of(result: OrderMatters | Evidence | WhyNot) -> Answer | None:
    """All outcomes of the situation as it is, where the question is about outcomes."""
    if isinstance(result, OrderMatters):
        return result.answer
    return result.answer if isinstance(result, Evidence) else result.evidence.answer


# --- answers ---------------------------------------------------------------------------------------------------------


def written(reasoning: Reasoning, result: OrderMatters | Evidence | WhyNot) -> dict[str, Any]:
    """The answer as documents write it, with everything that can be said."""
    if isinstance(result, OrderMatters):
        return {
            "order_matters": result.matters,
            "pairs": [[thing_of(pair.first), thing_of(pair.second)] for pair in result.pairs],
            "choices": [[one.chooser, thing_of(one.effect)] for one in result.decisions if one.matters],
        }
    if isinstance(result, Evidence):
        if reasoning.kind == "can_force":
            assert result.game is not None
            return {"can_force": result.holds, "reach": result.game.reach.value}
        effects = dict.fromkeys(thing_of(step.effect) for step in result.steps if step.effect)
        return {"possible": result.holds, "effects": list(effects)}
    return {
        "possible": result.possible,
        "stopped_by": [*dict.fromkeys(map(_stopper, result.stops))] or [*result.in_the_way] or _rule(result),
        "changes": [found.change.written for found in result.found],
    }


def _stopper(stop: Any) -> str:
    return thing_of(stop.step.effect) or str(stop.step.citation.rule)


def _rule(result: WhyNot) -> list[str]:
    citation = result.evidence.citation
    return [citation.rule] if citation is not None and not result.possible else []


def thing_of(effect: str) -> str:
    """The object that an effect is of: its id without the place of the ability."""
    return effect.partition("#")[0]


def differences(reasoning: Reasoning, result: OrderMatters | Evidence | WhyNot) -> tuple[tuple[str, Any, Any], ...]:
    """Where the answer is not the expected one: what about, expected, found."""
    found = written(reasoning, result)
    return tuple(
        (key, expected, found[key])
        for key, expected in (reasoning.expected or {}).items()
        if not _agree(key, expected, found[key])
    )


def _agree(key: str, expected: Any, found: Any) -> bool:
    match key:
        case "pairs":
            return _sets(expected) == _sets(found)
        case "choices":
            return sorted(map(list, expected)) == sorted(found)
        case "stopped_by":
            return sorted(expected) == sorted(found)
        case "changes":
            return _changes_agree(expected, found)
        case _:
            return bool(expected == found)


def _sets(pairs: list[list[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


def _changes_agree(expected: list[dict[str, Any]], found: list[dict[str, Any]]) -> bool:
    """Whether every expected change is found; of those that take away or move something, no others are."""
    if any(change not in found for change in expected):
        return False
    kinds = {next(iter(change)) for change in expected} - {"add"}
    kinds |= {"remove", "control"} if not expected else set()
    return all(change in expected for change in found if next(iter(change)) in kinds)
