"""The questions without a document: ``anyorder could-produce`` and ``anyorder mana``."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "anyorder", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


BOARD = ("Reflecting Pool", "--you", "Forest", "--you", "Contamination", "--opponent", "Ritual of Subdual")


def test_two_effects_in_any_order():
    done = run("could-produce", *BOARD, "--json")
    assert done.returncode == 0
    answered = json.loads(done.stdout)
    assert answered["answer"] == {"Reflecting Pool": ["B", "C"]} or "types" in answered["answer"]


def test_the_derivation_goes_down_to_mana_that_depends_on_nothing():
    done = run("could-produce", *BOARD, "--explain")
    assert "Reflecting Pool reads {B} off Forest" in done.stdout


def test_why_not():
    done = run("could-produce", *BOARD, "--why-not", "G")
    assert "can't produce {G}" in done.stdout
    assert run("could-produce", *BOARD, "--why-not", "X").returncode == 2


def test_the_picture_is_svg_with_every_permanent(tmp_path):
    path = tmp_path / "reads.svg"
    assert run("could-produce", *BOARD, "--graph", str(path)).returncode == 0
    text = " ".join(ElementTree.parse(path).getroot().itertext())
    for name in ("Reflecting Pool", "Forest", "Contamination", "Ritual of Subdual"):
        assert name in text
    for suffix in (".dot", ".mmd"):
        assert run("could-produce", *BOARD, "--graph", str(path.with_suffix(suffix))).returncode == 0


def test_tapping_gives_every_combination():
    done = run("mana", "Forest", "--you", "Mana Reflection", "--you", "Contamination")
    assert "you add {B}{B}" in done.stdout
    assert "2 outcomes" in done.stdout


def test_a_number_and_a_chosen_color():
    done = run("could-produce", "Reflecting Pool", "--you", "3 Forest", "--you", "Hall of Gemstone [red]")
    assert "{R}" in done.stdout


def test_a_misspelled_card():
    done = run("could-produce", "Reflectin Pool")
    assert done.returncode == 2
    assert "did you mean 'Reflecting Pool'?" in done.stderr


def test_small_letters_do():
    assert run("mana", "forest").stdout == run("mana", "Forest").stdout
    assert run("card", "fire // ice").stdout == run("card", "Fire // Ice").stdout
    assert (
        run("faces", "brainstorm", "delver of secrets").stdout == run("faces", "Brainstorm", "Delver of Secrets").stdout
    )
