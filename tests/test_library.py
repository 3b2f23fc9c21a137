"""Every document of the library is asked: its outcomes and who chooses between them, or its values, are its answer.

The cases that the library covers, the examples and the text of the rules are not part of the repository. What compares
with them runs where ``../shared`` beside the repository has them, and is skipped elsewhere.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from scenarios import questions, reasoning
from scenarios.answers import compare
from scenarios.build import build
from scenarios.documents import documents_in
from scenarios.question_kinds import KINDS, REASONED
from solver.answers import DEFAULT_LIMIT, outcomes

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "scenarios" / "library"
SHARED = ROOT.parent / "shared"
CASES = SHARED / "cases" / "cases.jsonl"
RULES = SHARED / "reference" / "comprehensive-rules.txt"
EXAMPLES = (
    "counters", "damage", "draw", "enter", "tokens", "zones", "could-produce", "could-produce-loop", "tap-for-mana",
    "layers", "faces", "choosing", "activating", "force",
)  # fmt: skip
#: The topics whose cases the library has: of A, C and D all of them, of B those whose subtopics begin with these words.
SUBTOPICS = {
    "A": ("",),
    "C": ("",),
    "D": ("",),
    "B": ("counters", "tokens", "damage", "draws", "life gain", "enters the battlefield", "zone change"),
}
FOLDERS = ("cases", "first", "mana", "playtest", "reasons", "rules")

FILES = sorted(LIBRARY.rglob("*.yaml"))


def name_of(path):
    return f"{path.parent.name}/{path.stem}"


def places():
    """Each document as its file and its place there; files that can't be read have one place, whose test then fails."""
    for path in FILES:
        for place in range(path.read_text(encoding="utf-8").count("\n---\n") + 1):
            yield pytest.param(path, place, id=f"{name_of(path)}-{place + 1}")


@cache
def documents(path):
    return documents_in(path)


def differences(document):
    """How the answer that is found differs from the one that is written; nothing where they agree."""
    scenario = build(document)
    situation = scenario.situation
    if scenario.reasoning is not None:
        result = reasoning.find(scenario, DEFAULT_LIMIT)
        assert reasoning.complete(result)
        return reasoning.differences(scenario.reasoning, result)
    if scenario.asked is not None:
        values = questions.values(scenario.question.kind, scenario.asked, situation)
        return questions.differences(scenario.asked, values)
    found = outcomes(situation, *scenario.steps)
    assert found.complete, found.limit
    assert scenario.answer is not None
    owner = {thing.id: thing.owner for thing in situation.objects}

    def owner_of(name: str) -> str:
        return owner.get(name, "")

    events = [one.events for one in found.outcomes]
    return compare(scenario.answer, events, found.choosers, situation.is_player, owner_of)


each_document = pytest.mark.parametrize(("path", "place"), list(places()))


@each_document
def test_a_document_gives_its_answer(path, place):
    assert not differences(documents(path)[place])


@each_document
def test_a_document_has_a_title_rules_and_a_whole_answer(path, place):
    document = documents(path)[place]
    assert document.title
    assert document.rules
    assert document.answer is not None
    question = document.question
    kind, asked = next(iter(question.items())) if isinstance(question, dict) else (question, None)
    if kind not in KINDS and kind not in REASONED:
        assert set(document.answer) - {"editions"} == {"chooser", "outcomes"}
        assert document.answer["outcomes"]
    elif isinstance(asked, list):
        assert len(document.answer) == len(asked)


@each_document
def test_a_document_is_named_by_what_it_is_about(path, place):
    document = documents(path)[place]
    assert path.parent.parent == LIBRARY
    assert path.parent.name in FOLDERS
    assert document.case == (path.stem if path.parent.name == "cases" else None)
    if path.parent.name == "rules":
        assert path.stem in document.rules


def test_every_place_is_a_document():
    for path in FILES:
        assert len(documents(path)) == path.read_text(encoding="utf-8").count("\n---\n") + 1, path


def test_titles_are_unlike_each_other():
    titles = [document.title for path in FILES for document in documents(path)]
    assert len(titles) == len(set(titles))


def test_there_are_documents_to_begin_with():
    assert sum(path.parent.name == "first" for path in FILES) >= 3


# --- against what lies beside the repository ------------------------------------------------------------------------


@cache
def cases():
    if not CASES.exists():
        pytest.skip(f"the cases are not at hand ({CASES})")
    found = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines() if line]
    return {case["id"]: case for case in found if case["subtopic"].startswith(SUBTOPICS.get(case["topic"], ()))}


def test_every_case_has_its_file():
    missing = set(cases()) - {path.stem for path in FILES if path.parent.name == "cases"}
    assert not missing


def test_documents_of_cases_have_the_cards_and_players_of_the_case():
    for path in FILES:
        if path.parent.name == "cases" and path.stem in cases():
            text = path.read_text(encoding="utf-8")
            case = cases()[path.stem]
            assert not [card for card in case["cards"] if card not in text], path
            players = sorted({"P1", "P2", *re.findall(r"\bP\d\b", case["situation"])})
            assert all(document.players == players for document in documents(path)), path


def test_the_numbers_of_rules_are_rules():
    if not RULES.exists():
        pytest.skip(f"the rules are not at hand ({RULES})")
    numbers = set(re.findall(r"^(\d{3}\.\d+[a-z]?)[. ]", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    for path in FILES:
        for document in documents(path):
            assert not set(document.rules) - numbers, path


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_give_their_answers(name):
    path = SHARED / "examples" / f"{name}.yaml"
    if not path.exists():
        pytest.skip(f"the examples are not at hand ({path.parent})")
    for document in documents_in(path):
        assert not differences(document)
