"""``anyorder ask`` with --order-matters and --why-not, and documents that ask such questions, as people see them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import anyorder
from anyorder.cli import app

BOLT = """\
battlefield:
  you: [Fiery Emancipation, "Torbran, Thane of Red Fell"]
  opponent: [{card: Siege Rhino, id: rhino}]
stack: {you: [{card: Lightning Bolt, id: bolt}]}
event: {deal_damage: {source: bolt, to: rhino, amount: 3}}
"""
POOL = "battlefield: {you: [Forest, Reflecting Pool, Contamination]}\nquestion: {could_produce: Reflecting Pool}\n"
FOREST = "battlefield: {you: [Forest], opponent: [Contamination]}\nquestion: {mana: Forest}\n"
DRUID = """\
battlefield: {you: [Solemnity, {card: Devoted Druid, id: druid, tapped: true}]}
question: {can_activate: [{ability_of: druid, ability: 1}]}
"""
FORCE = """\
battlefield:
  you: [{card: Grizzly Bears, id: bear}]
  opponent: ["Kalitas, Traitor of Ghet", Leyline of the Void]
event: {destroy: {permanent: bear}}
question: {can_force: {player: %s, happens: {create_tokens: {token: Zombie}}}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own, without colors asked for from outside."""
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def run(document: str, *options: str) -> Result:
    Path("a.yaml").write_text(document, encoding="utf-8")
    return CliRunner().invoke(app, ["ask", "a.yaml", *options], prog_name="anyorder")


def data(document: str, *options: str) -> dict[str, Any]:
    result = run(document, *options, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    assert list(found)[:5] == ["question", "complete", "answer", "outcomes", "stats"]
    return found


def test_order_matters_names_the_pair_with_both_orders_and_who_chooses():
    text = run(BOLT, "--order-matters").stdout
    assert "The order matters: 1 pair of effects does not commute here." in text
    assert "(opponent chooses, 616.1e)" in text
    assert "Fiery Emancipation, then Torbran, Thane of Red Fell: outcome 1, bolt deals 11 damage to rhino" in text
    assert "Torbran, Thane of Red Fell, then Fiery Emancipation: outcome 2, bolt deals 15 damage to rhino" in text


def test_order_matters_as_data():
    found = data(BOLT, "--order-matters")
    assert found["answer"] == {
        "order_matters": True,
        "pairs": [["Fiery Emancipation", "Torbran, Thane of Red Fell"]],
        "choices": [],
    }
    (pair,) = found["pairs"]
    assert (pair["chooser"], pair["rule"], pair["before"]) == ("opponent", "616.1e", [])
    assert [order["outcomes"] for order in pair["orders"]] == [[1], [2]]
    amounts = [[stage[0]["deal_damage"]["amount"] for stage in order["stages"]] for order in pair["orders"]]
    assert amounts == [[9, 11], [5, 15]]
    assert len(found["outcomes"]) == 2


def test_one_order_ends_like_another():
    text = run(BOLT.replace('"Torbran, Thane of Red Fell"', "Furnace of Rath"), "--order-matters").stdout
    assert "The order does not matter: 2 orderings end with 1 outcome." in text
    assert "At 1 of 1 moment that leaves an order open nothing depends on it." in text


def test_more_than_can_be_looked_at_is_told():
    cards = ", ".join(f"{{card: Voice of All, id: v{number}}}" for number in range(6))
    events = ", ".join(f"{{enter: {{object: v{number}, under: you}}}}" for number in range(6))
    result = run(f"hand: {{you: [{cards}]}}\nevent: [{events}]\n", "--order-matters", "--limit", "100")
    assert result.exit_code == 3
    assert "Not complete: more than 5,000 moments, each pair tried alone." in result.stdout
    assert "No pair of effects that does not commute was found." in result.stdout


def test_why_not_an_event():
    text = run(BOLT, "--why-not", "{deal_damage: {to: rhino, amount: 9}}").stdout
    assert "It can't happen: it is in none of 2 outcomes." in text
    assert "616.1e  Torbran, Thane of Red Fell applies: bolt deals 11 damage to rhino." in text
    assert "1. Take away Torbran, Thane of Red Fell." in text
    assert "Looked at: each permanent and effect taken away (2)" in text


def test_why_not_as_data():
    found = data(BOLT, "--why-not", "[{deal_damage: {to: rhino, amount: 9}}]")
    assert found["answer"]["possible"] is False
    assert found["answer"]["stopped_by"] == ["Torbran, Thane of Red Fell"]
    first = found["changes"][0]
    assert first["change"] == {"remove": "Torbran, Thane of Red Fell"}
    assert first["events"][0]["deal_damage"]["amount"] == 9
    assert [step["step"] for step in first["derivation"]] == ["start", "apply", "happen", "happen"]
    assert {one["for"] for one in found["looked"]} == {"remove", "control", "active", "newest", "add"}


@pytest.mark.parametrize(
    ("document", "what", "shown"),
    [
        (POOL, "G", "Reflecting Pool can't produce {G}."),
        (POOL, "{Reflecting Pool: G}", "Take away Contamination."),
        (FOREST, "G", "Take away Contamination."),
        (FOREST, '"{G}"', "Take away Contamination."),
        (DRUID, "1", "Take away Solemnity."),
        (BOLT, "{deal_damage: {amount: 11}}", "It can happen after all, with no change:"),
        (FORCE % "you", "{never: {move: {to: exile}}}", "It can't happen"),
    ],
)
def test_what_can_be_asked_of_other_documents(document: str, what: str, shown: str):
    result = run(document, "--why-not", what)
    assert (result.exit_code, result.stderr) == (0, "")
    assert shown in result.stdout


@pytest.mark.parametrize(
    ("document", "options", "message"),
    [
        (BOLT, ["--why-not", "x"], "expected an event, a list of events, or a goal"),
        (BOLT, ["--why-not", ""], "expected an event"),
        (BOLT, ["--why-not", "{"], "this is not YAML"),
        (BOLT, ["--why-not", "{dies: {object: rino}}"], "did you mean 'rhino'"),
        (POOL, ["--why-not", "X"], "expected a type of mana (W, U, B, R, G, C), found 'X'"),
        (DRUID, ["--why-not", "2"], "expected the number of what is asked about, 1 to 1, found 2"),
        (POOL, ["--order-matters"], "only what happens has an order"),
        (BOLT, ["--order-matters", "--why-not", "x"], "expected --order-matters or --why-not, found both"),
    ],
)
def test_mistakes(document: str, options: list[str], message: str):
    result = run(document, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_who_can_force_it_with_the_strategy():
    text = run(FORCE % "opponent").stdout
    assert "No: opponent can't make sure of it. You can keep it from coming about." in text
    assert "How you do it:" in text
    assert "1. you choose Leyline of the Void; settled: outcome 1" in text
    assert "those who choose at the same time do so in APNAP order (101.4, 101.4b)" in text
    found = data(FORCE % "opponent")
    assert (found["answer"], found["reach"]) == (False, "possible")
    (position,) = found["strategy"]["positions"]
    assert found["strategy"]["side"] == ["you"]
    assert position["branches"][0]["choose"][0][0]["effect"].startswith("Leyline of the Void")


def test_a_limit_is_told_with_exit_status_3():
    twice = BOLT.replace("event: ", "event: {in_order: [").rstrip() + ", {draw: {player: you}}, "
    twice += "{deal_damage: {source: bolt, to: rhino, amount: 3}}]}\n"
    result = run(twice + "question: {can_force: {player: you, never: {draw: {player: you}}}}\n", "--limit", "1")
    assert result.exit_code == 3
    assert "Not settled: more than 1 states." in result.stdout


@pytest.mark.parametrize("options", [["--markdown"], []], ids=["Markdown", "in color"])
@pytest.mark.parametrize(
    ("document", "more", "words"),
    [
        (BOLT, ["--order-matters"], "The order matters: 1 pair"),
        (FORCE % "you", [], "you can make sure of it"),
        (BOLT, ["--why-not", "{draw: {}}"], "No change that was tried makes it happen"),
    ],
)
def test_other_pages(document: str, more: list[str], words: str, options: list[str], monkeypatch: pytest.MonkeyPatch):
    if not options:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", "300")
    shown = run(document, *more, *options).stdout
    assert words in re.sub(r"\x1b\[[0-9;]*m|\*", "", shown)


def test_the_same_from_python():
    assert anyorder.order_matters(BOLT).written["order_matters"] is True
    assert anyorder.can_force(BOLT, "opponent", happens={"deal_damage": {"amount": 15}}).written["can_force"] is True
    assert anyorder.can_force(BOLT, "you", happens={"deal_damage": {"amount": 15}}).written["can_force"] is False
    assert anyorder.why_not(BOLT, {"deal_damage": {"amount": 11}}).written["possible"] is True
    with pytest.raises(anyorder.MalformedError, match="only what happens can be forced"):
        anyorder.can_force(POOL, "you", happens={"draw": {}})
