"""The command ``cards say``."""

from __future__ import annotations

import json

from typer.testing import CliRunner, Result

from anyorder.cli import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["cards", "say", *arguments])


def test_a_card_is_said_in_rules_english() -> None:
    assert run("Llanowar Elves").output.split("\n")[-2:] == ["{T}: Add {G}.", ""]
    assert run("Llanowar Elves").exit_code == 0


def test_what_an_entry_leaves_out_is_told() -> None:
    done = run("possessed portal")
    assert done.exit_code == 1
    assert "Left out: " in done.output
    assert "end step trigger" in done.output
    assert "If a player would draw a card, skip that draw instead." in done.output


def test_what_has_no_words_is_shown_in_the_notation() -> None:
    done = run("Zur's Weirding")
    assert done.exit_code == 1
    assert "There are no words for this ability" in done.output
    assert "reveal" in done.output


def test_targets_that_are_not_written_down_are_not_made_up_silently() -> None:
    done = run("Lightning Bolt", "--json")
    (ability,) = json.loads(done.output)["abilities"]
    assert ability["text"] == "Lightning Bolt deals 3 damage to any target."
    assert ability["targets_described"] is False
    assert "not written down" in run("Lightning Bolt").output


def test_markdown() -> None:
    assert run("Grave Titan", "--markdown").output.startswith("#")


def test_a_card_that_is_not_there() -> None:
    done = run("Grave Titann")
    assert done.exit_code == 2
