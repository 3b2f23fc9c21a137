"""The page of a table in a real browser: it sorts, filters, unfolds, and asks nobody for anything."""

from __future__ import annotations

import shutil

import pytest

from anyorder.rendering.tables import render
from anyorder.tabling.filling import fill
from scenarios.families.document import values_of
from scenarios.tables.document import read
from tests.test_tables import BEARS

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser, tmp_path):
    file = tmp_path / "bears.html"
    file.write_bytes(render(fill(read(values_of(BEARS), "bears"), workers=1), "html"))
    found = browser.new_page()
    found.asked, found.errors = [], []
    found.on("request", lambda request: found.asked.append(request.url))
    found.on("pageerror", lambda error: found.errors.append(str(error)))
    found.goto(file.as_uri())
    yield found
    assert found.asked == [file.as_uri()]
    assert found.errors == []
    found.close()


def numbers(page):
    return [int(text) for text in page.locator("section:first-of-type tbody tr:visible td.number").all_inner_texts()]


def heading(page, words):
    page.locator("section:first-of-type tr.heads button", has_text=words).first.click()


def test_a_click_on_a_heading_sorts(page):
    assert numbers(page) == [1, 2, 3, 4]
    heading(page, "Beside")
    assert numbers(page) == [3, 4, 1, 2]
    heading(page, "Beside")
    assert numbers(page) == [1, 2, 3, 4]
    heading(page, "Outcomes")
    assert numbers(page) == [3, 4, 1, 2]
    assert page.locator("section:first-of-type th[aria-sort=ascending]").inner_text().strip() == "Outcomes"


def test_fields_filter_by_words_and_by_column(page):
    section = page.locator("section").first
    section.locator("input[type=search]").fill("scales 2")
    page.wait_for_timeout(50)
    assert numbers(page) == [2]
    assert section.locator(".count").inner_text() == "1 of 4 rows"
    section.locator("input[type=search]").fill("")
    section.get_by_label("Filter by beside").fill("season")
    page.wait_for_timeout(50)
    assert numbers(page) == [3, 4]


def test_derivations_unfold(page):
    why = page.locator("section").first.locator(".why")
    assert not why.first.is_visible()
    page.locator("section").first.locator("summary").first.click()
    assert why.first.is_visible()
    assert "616.1e" in why.first.inner_text()
    page.locator("section").first.locator("button.unfold").click()
    assert all(one.is_visible() for one in why.all())


def test_print_leaves_the_fields_out_and_dark_is_dark(page):
    def paper():
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert page.locator("input[type=search]").first.is_visible()
    light = paper()
    page.emulate_media(color_scheme="dark")
    assert paper() != light
    page.emulate_media(media="print", color_scheme="light")
    assert not page.locator("input[type=search]").first.is_visible()
    assert paper() == "rgb(255, 255, 255)"
