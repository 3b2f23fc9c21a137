"""The README shows what the command really prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language, after):
    """The first fenced block of a language after a text."""
    found = re.search(rf"```{language}\n(.*?)```", README[README.index(after) :], re.DOTALL)
    assert found is not None
    return found.group(1)


def test_the_question_of_the_readme_gives_the_output_that_it_shows(tmp_path):
    (tmp_path / "bolt.yaml").write_text(block("yaml", "## A question"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "anyorder", "ask", "--explain", "bolt.yaml"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    shown = block("text", "## A question")
    assert [line.rstrip() for line in done.stdout.rstrip().splitlines()] == shown.rstrip().splitlines()


def test_the_python_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    (tmp_path / "bolt.yaml").write_text(block("yaml", "## A question"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(block("python", "From Python"), {})
    assert capsys.readouterr().out.count("DealDamage") == 2


def test_every_page_that_the_readme_links_to_is_there():
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
