"""What a newcomer's mistakes are told: the line, the path, and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

import anyorder
from model.errors import MalformedError
from scenarios.lines import line_of

BEAR = "battlefield: {you: [{card: Grizzly Bears, id: bear}]}\n"
DRAW = "event: {draw: {player: you, count: 1}}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "battlefield:\n  you: [Torbran, Thane of Red Fell]\n" + DRAW,
            "line 2, battlefield.you[0]: there is no card 'Torbran'; did you mean 'Torbran, Thane of Red Fell'? "
            "(a name with a comma stands in quotes within brackets)",
        ),
        (
            "battlefield:\n  you:\n  - Hardened Scales\n   - Doubling Season\n" + DRAW,
            "line 3, battlefield.you[0]: there is no card 'Hardened Scales - Doubling Season'; entries of a list that",
        ),
        (
            "effects: [{controller: you, skip: true, when: {draw: {player: Frodo}}}]\n" + DRAW,
            "expected players as an effect speaks of them ('you', 'opponent', 'player'), found 'Frodo'",
        ),
        ("battlefield: {you: [3 Forest]}\n" + DRAW, "did you mean 'Forest'? (a card stands once for each copy of it)"),
        (
            "battlefield:\n\tyou: [Forest]\n" + DRAW,
            "at line 2, column 1: found character that cannot start any token (",
        ),
        ("battlefield:\n  you: [Forest\n" + DRAW, "(for the bracket at line 2, column 8)"),
        ("title: Who: me?\n" + DRAW, "(a text with ': ' in it stands in quotes; "),
        ("battlefield: [Forest]\n" + DRAW, "line 1, battlefield: expected a mapping, such as {you: [Forest]}, found a"),
        ("life: 20\n" + DRAW, "line 1, life: expected a mapping, such as {you: 20}, found the number 20"),
        ("event: draw two cards\n", "such as {draw: {player: you, count: 2}}, found the text 'draw two cards'"),
        ("event: {draw: {player: you, count: 1.5}}", "expected a whole number, found the number 1.5"),
        ("event: {draw: {player: you, count: 99999999999999999999}}", "(a number has at most 18 digits, "),
        (
            "rules: [616.1]\n" + DRAW,
            "line 1, rules[0]: expected a text, found the number 616.1 (in quotes it is a text)",
        ),
        (BEAR.replace("id", "tapped: yes, id") + DRAW, "found the text 'yes' (write true, without quotes)"),
        (BEAR.replace("bear}", "bear, counters: {+1/+1: two}}") + DRAW, "line 1, battlefield.you[0].counters.+1/+1: "),
        (
            DRAW + "stack: {you: [Opt]}\nevnet:\n  draw: 1\nhand: 7\n",
            "line 3, evnet: unknown key 'evnet'; did you mean 'event'?",
        ),
        (
            "event: {deal_damage: {source: Lightning Bolt, to: you, amount: 3}}",
            "there is no object 'Lightning Bolt'; the card must be in a zone first, such as battlefield: {you: [Light",
        ),
        (
            BEAR + "event:\n  destroy:\n    permanent: baer\n",
            "line 4, event.destroy.permanent: there is no object 'baer'",
        ),
        ("title: one\n" + DRAW + "---\ntitle: two\ntitel: three\n", "line 5, document 2: titel: unknown key 'titel'"),
        ("", "found nothing"),
        (
            "battlefield: {you: [{card: Urborg, Tomb of Yawgmoth}]}\n" + DRAW,
            "unknown key 'Tomb of Yawgmoth'; a text with a comma stands in quotes within braces",
        ),
        (
            "battlefield: {you: ['Urborg, Tomb of Yawgmoth']}\nquestion: {characteristics: Urborg, Tomb of Yawgmoth}\n",
            "expected one question, found characteristics, Tomb of Yawgmoth; a text with a comma stands in quotes",
        ),
        (
            "battlefield: {you: ['Urborg, Tomb of Yawgmoth']}\nevent: {tap: {permanent: Urborg, Tomb of Yawgmoth}}\n",
            "there is no object 'Urborg'; did you mean 'Urborg, Tomb of Yawgmoth'? (a text with a comma stands in",
        ),
        (
            "stack: {you: [{card: Lightning Bolt, id: bolt}]}\nevent:\n  resolve: {object: bolt}\n",
            "line 3, event.resolve: expected 'targets': bolt speaks of a target (targets: [ids], or [] where none was",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_to_do(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "question.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedError) as caught:
        anyorder.ask(file)
    assert expected in str(caught.value)


def test_several_mistakes_have_a_line_each() -> None:
    with pytest.raises(MalformedError) as caught:
        anyorder.ask("titel: x\nlife: {you: many}\n" + DRAW)
    assert [line.partition(":")[0] for line in str(caught.value).splitlines()] == ["line 1, titel", "line 2, life.you"]


def test_what_the_command_line_asks_has_no_line() -> None:
    with pytest.raises(MalformedError) as caught:
        anyorder.why_not(BEAR + DRAW + "question: outcomes\n", {"destroy": {"permanent": "nobody"}})
    assert caught.value.path.startswith("question.why_not")
    assert caught.value.line == 0


@pytest.mark.parametrize(("codec", "newline"), [("utf-8-sig", "\r\n"), ("utf-16", "\n"), ("utf-16", "\r\n")])
def test_files_of_windows_are_read(codec: str, newline: str, tmp_path: Path) -> None:
    file = tmp_path / "question.yaml"
    file.write_bytes((BEAR + "event: {destroy: {permanent: bear}}\n").replace("\n", newline).encode(codec))
    assert len(anyorder.ask(file).outcomes) == 1


@pytest.mark.parametrize(
    ("path", "number", "line"),
    [
        ("a", 1, 2), ("a.b", 1, 3), ("a.b[1]", 1, 5), ("a.b[1].c.d", 1, 6), ("a.b[7].x", 1, 3), ("a.b.x", 1, 3),
        ("", 1, 0), ("z", 1, 0), ("a.b c.d", 1, 7), ("a", 2, 10), ("a", 3, 0),
    ],
)  # fmt: skip
def test_the_line_of_a_path(path: str, number: int, line: int) -> None:
    text = "# a comment\na:\n  b:\n  - 1\n  - c:\n      d: 2\n  b c.d: 4\n---\n---\na: 1\n"
    assert line_of(text, path, number) == line


def test_a_text_that_is_no_yaml_has_no_lines() -> None:
    assert line_of("a: [", "a") == 0
