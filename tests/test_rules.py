"""Every rule number that the project cites is one that the rules have.

The rules are not part of the repository; where they lie beside it, in ``../shared``, the numbers are looked up there.
"""

import re
from pathlib import Path

import pytest

from tools.rules_page import NUMBER, cited, exercised, order, page

RULES = Path(__file__).resolve().parents[2] / "shared" / "reference" / "comprehensive-rules.txt"


def test_the_page_lists_modules_and_documents():
    text = page()
    assert "| 616.1e |" in text
    assert "`solver/replacement.py`" in text


def test_numbers_are_found_and_ordered_as_the_rules_are():
    assert NUMBER.findall("see 616.1e, 614.12b and 704.5q; not 1.2.3 or 20.5 or 2026.09") == [
        "616.1e",
        "614.12b",
        "704.5q",
    ]
    assert sorted(["616.1e", "106.12", "106.7", "616.1a"], key=order) == ["106.7", "106.12", "616.1a", "616.1e"]


@pytest.mark.skipif(not RULES.exists(), reason="the Comprehensive Rules are not beside the repository")
def test_every_number_is_one_that_the_rules_have():
    text = RULES.read_text(encoding="utf-8")
    numbers = {found.rstrip(".") for found in re.findall(r"^(\d{3}\.\d+[a-z]?)\.? ", text, re.MULTILINE)}
    unknown = {number: where for number, where in cited().items() if number not in numbers}
    assert unknown == {}
    assert {number for number in exercised() if "." in number} <= numbers
