"""Words, phrases and pictures: every event and step has its sentence, and what is written can be read again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anyorder.asking import AskedOutcomes, ask, documents
from anyorder.rendering import (
    dot,
    markdown,
    mermaid,
    page,
    phrases,
    pictures,
    plain,
    report,
    svg,
    terminal,
    wording,
    words,
)
from anyorder.rendering.data import json_text
from anyorder.rendering.drawing import Arrow, Box, Drawing, Shape, Stroke
from anyorder.rendering.excerpts import flow
from anyorder.rendering.layout import layered
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Line, Role, Span, fill, line, sentence, wrapped
from model.actions import Action
from model.cards import Card, Face
from model.derivation import Step, StepKind
from model.events import KINDS, Event, Tokens
from model.rules import Citation
from model.type_line import TypeLine
from scenarios.documents import Document
from scenarios.loading import load
from solver.graphs import first_moments, interaction_graph
from solver.interaction import Relation, interactions_in

LIBRARY = Path(__file__).resolve().parents[1] / "scenarios" / "library"
LISTED = [(file, number) for file in sorted(LIBRARY.rglob("*.yaml")) for number in range(len(documents(file)))]
NAMES = Names(frozenset({"you", "opponent"}))
CLUE = Card((Face("Clue", TypeLine((), ("artifact",), ("Clue",))),))
#: Values for the roles of events, by their type.
VALUES: dict[str, Any] = {
    "amount": 1, "total": 12, "count": 1, "counters": (("+1/+1", 1), ("charge", 2)), "mana": (("G", 2),),
    "tokens": (Tokens(CLUE, 1), Tokens(CLUE, 2, True)), "counter": "stun", "what": "scry", "step": "draw",
    "permanent": "bear", "object": "bear", "on": "bear", "to": "bear", "source": "bolt", "ability_of": "bear",
}  # fmt: skip


def an_event(kind: type[Event], player: str) -> Event:
    """An event of this kind that the player does or that happens to them."""
    values: dict[str, Any] = {}
    hints = get_type_hints(kind)
    for field in fields(kind):
        hint = hints[field.name]
        if isinstance(hint, type) and issubclass(hint, Enum):
            values[field.name] = next(iter(hint)) if field.default is MISSING else field.default
        elif hint is Card:
            values[field.name] = CLUE
        elif hint is str and field.name == "mana":
            values[field.name] = "{G}"
        elif field.default is MISSING:
            values[field.name] = VALUES.get(field.name, player)
    return kind(**values)


# --- phrases ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("player", ["you", "opponent"])
def test_every_event_has_its_sentence(kind: str, player: str):
    said = words.plain(wording.event(an_event(KINDS[kind], player), NAMES))
    assert said
    assert not re.search(r"[{}\[\]|]|None|<", said.replace("{G}", ""))
    assert "you draws" not in said
    assert "opponent draw " not in said


def test_events_are_said_as_people_say_them():
    for kind, player, said in [
        ("draw_cards", "you", "you draw 1 card"),
        ("draw_cards", "opponent", "opponent draws 1 card"),
        ("set_life", "you", "your life total becomes 12"),
        ("set_life", "opponent", "opponent's life total becomes 12"),
        ("put_counters", "you", "bear gets 1 +1/+1 counter and 2 charge counters"),
        ("create_tokens", "you", "you create 1 Clue token and 2 tapped Clue tokens"),
        ("deal_damage", "you", "bolt deals 1 damage to bear"),
        ("add_mana", "you", "you add {G}{G}"),
    ]:
        assert words.plain(wording.event(an_event(KINDS[kind], player), NAMES)) == said


@pytest.mark.parametrize("kind", list(StepKind))
@pytest.mark.parametrize("effect", ["", "Hardened Scales#0"])
@pytest.mark.parametrize("detail", ["", "yes", "no", "Cat"])
@pytest.mark.parametrize("choices", [1, 3])
@pytest.mark.parametrize("filled", [False, True])
def test_every_step_has_its_sentence(kind: StepKind, effect: str, detail: str, choices: int, filled: bool):
    if (not effect and kind in (StepKind.APPLY, StepKind.READ)) or (not detail and kind is StepKind.ADD):
        pytest.skip("there are no such steps")
    events = (an_event(KINDS["draw_cards"], "you"),) if filled else ()
    step = Step(kind, Citation("616.1e", "gist"), "you", effect, events, events, choices, detail)
    said = words.plain(wording.step(step, NAMES))
    assert said[0].isupper() or said[0].isdigit()
    assert said[-1] in ".!?"
    assert "  " not in said
    assert " ." not in said


def test_every_action_and_relation_has_its_sentence():
    assert set(phrases.ACTIONS) == set(get_args(Action))
    assert set(phrases.INTERACTIONS) == {relation.value for relation in Relation}
    assert set(phrases.EDGES) == set(phrases.INTERACTIONS) | {"reads", "acts on"}  # those of could produce
    assert set(terminal.STYLES) == set(Role)


def test_effects_are_named_by_their_card():
    names = Names(
        frozenset(), {"scales": "Hardened Scales", "Doubling Season 2": "Doubling Season"}, {}, frozenset({"scales"})
    )
    assert words.plain(names.effect("scales#1")) == "scales (Hardened Scales), ability 2"
    assert words.plain(names.effect("Doubling Season 2#0")) == "Doubling Season 2"
    assert words.plain(names.effect("bear#stun counter")) == "the stun counter on bear"
    assert words.plain(names.effect("bolt#self 0")) == "bolt itself"
    assert words.plain(names.effect("Test of Faith effect")) == "Test of Faith effect"


# --- words -----------------------------------------------------------------------------------------------------------


def test_templates_agree_with_their_subject():
    template = "{player} [draws|draw] {count:card|cards}"
    assert words.plain(fill(template, player="you", count=1)) == "you draw 1 card"
    assert words.plain(fill(template, player=line(Span("Alice", Role.PLAYER)), count=1234)) == "Alice draws 1,234 cards"


def test_sentences_begin_with_a_capital_except_for_names():
    assert words.plain(sentence(line("you ", "draw"))) == "You draw."
    assert words.plain(sentence(line(Span("bear", Role.OBJECT), " dies"))) == "bear dies."
    assert words.plain(sentence(line("is it so?"))) == "Is it so?"


roles = st.sampled_from(list(Role))
lines = st.lists(st.builds(Span, st.text("ab ", max_size=12), roles), max_size=8).map(lambda spans: line(*spans))


@given(lines, st.integers(1, 20))
def test_wrapping_loses_no_words(words_: Line, columns: int):
    parts = wrapped(words_, columns)
    assert " ".join(words.plain(part) for part in parts).split() == words.plain(words_).split()
    for part in parts:
        assert words.width(part) <= columns or " " not in words.plain(part).strip() or part == words_
    roles_before = {(char, span.role) for span in words_ for char in span.text if char != " "}
    assert {(char, span.role) for part in parts for span in part for char in span.text if char != " "} == roles_before


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1), inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_json_is_laid_out_without_a_change(value: Any):
    import json

    assert json.loads(json_text(value)) == value
    narrow = json_text(value, columns=20)
    assert json.loads(narrow) == value


plain_texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufeff"), max_size=20
)
documents_values = st.recursive(
    st.integers(0, 999) | plain_texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain_texts.filter(bool), inner, max_size=3),
    max_leaves=8,
)


@given(documents_values)
def test_excerpts_are_read_back_as_they_were(value: Any):
    assert load(f"key: {flow(value)}") == [{"key": value}]


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S", "Zs"]), max_size=30))
def test_markdown_escapes_what_it_would_read_as_its_own(text: str):
    escaped = markdown.escaped(text)
    assert re.sub(r"\\(.)", r"\1", escaped) == text
    assert not re.search(r"(?<!\\)[*_`<\[]", re.sub(r"\\\\", "", escaped))


# --- pages -----------------------------------------------------------------------------------------------------------


def answered(file: Path, number: int) -> tuple[Document, Any]:
    document = documents(file)[number]
    return document, ask(document, file.name)


@pytest.mark.parametrize(
    ("file", "number"), LISTED, ids=lambda value: value.stem if isinstance(value, Path) else str(value)
)
def test_every_document_of_the_library_can_be_drawn(file: Path, number: int):
    _, asked = answered(file, number)
    drawn = report.answered(asked, explain=True)
    for text in (plain.render(drawn), markdown.render(drawn)):
        assert (asked.title or phrases.ANSWERS["title.none"])[:10] in text.replace("\\", "")
        assert "None" not in text
        assert " ." not in text
    if isinstance(asked, AskedOutcomes) and asked.answer.stats.states < 500:
        graph = first_moments(asked.answer, 60, 200)
        between = interaction_graph(interactions_in(asked.answer))
        for drawing in (
            pictures.outcomes(graph, asked.names(), asked.title, asked.players),
            pictures.interactions(between, asked.names(effects=between), asked.title),
        ):
            check_dot(dot.render(drawing), drawing)
            check_mermaid(mermaid.render(drawing), drawing)
            check_svg(svg.render(drawing), drawing)


def test_pages_are_drawn_by_every_renderer():
    reason = page.Reason("616.1", line("r"), "gist")
    blocks = (
        page.Title(line("A title"), "file.yaml"),
        page.Facts((("Event", line("x")),)),
        page.Paragraph(line("p"), (line("q"),)),
        page.Entries((page.Entry(1, (line("a"), line("b")), line("aside"), (reason,)),)),
        page.Note(line("n"), ("excerpt",)),
        page.Table(((line("cell"), line(Span("{G}", Role.MANA))),)),
        page.Code("a: {b: 1}\n"),
    )
    assert set(map(type, blocks)) == set(get_args(page.Block))
    from rich.console import Console

    console = Console(record=True, width=60, file=open("/dev/null", "w"))  # noqa: SIM115
    terminal.show(blocks, console)
    for text in (plain.render(blocks), markdown.render(blocks), console.export_text()):
        for word in ("A title", "file.yaml", "aside", "616.1", "gist", "excerpt", "{G}", "a: {b: 1}"):
            assert word in text


# --- pictures --------------------------------------------------------------------------------------------------------

_DOT = re.compile(r'  (\w+)( -> (\w+))? \[((?:\w+=(?:"(?:[^"\\]|\\.)*"|\w+)(?:, )?)+)\];')


def check_dot(text: str, drawing: Drawing) -> None:
    """Every statement is one of ours, with balanced quotes, and the boxes and arrows are all there."""
    first, *statements, last = text.splitlines()
    assert re.fullmatch(r'digraph "(?:[^"\\]|\\.)*" \{', first)
    assert last == "}"
    nodes: list[str] = []
    edges: list[tuple[str, str]] = []
    for statement in statements:
        match = re.fullmatch(r"  graph \[.*\];|  (node|edge) \[.*\];", statement)
        if match:
            continue
        found = _DOT.fullmatch(statement)
        assert found, statement
        if found[2]:
            edges.append((found[1], found[3]))
        else:
            nodes.append(found[1])
    assert nodes == [box.id for box in drawing.boxes]
    assert edges == [(arrow.start, arrow.end) for arrow in drawing.arrows]


def check_mermaid(text: str, drawing: Drawing) -> None:
    """A flowchart of quoted labels without anything in them that Mermaid would read as its own."""
    lines_ = [row for row in text.splitlines() if not row.startswith("%%")]
    assert lines_[0] == "flowchart LR"
    box = re.compile(r'  \w+(\(\[|\[)"[^"`<>]*"(\]\)|\])(:::\w+)?')
    arrow = re.compile(r'  \w+ (-->|--x|---)\|"[^"`<>]*"\| \w+')
    other = re.compile(r"  (classDef \w+ [\w:#,;. -]+|linkStyle \d+ stroke:#[0-9a-f]{6})")
    plain_rows = [row.replace("<br/>", " ") for row in lines_[1:]]
    assert sum(bool(box.fullmatch(row)) for row in plain_rows) >= len(drawing.boxes)
    assert sum(bool(arrow.fullmatch(row)) for row in plain_rows) == len(drawing.arrows)
    for row in plain_rows:
        assert box.fullmatch(row) or arrow.fullmatch(row) or other.fullmatch(row), row


def check_svg(text: str, drawing: Drawing) -> None:
    """Well-formed, with a title, all of it inside the picture."""
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == (drawing.title or None)  # type: ignore[union-attr]
    group = root.find(f"{space}g")
    assert group is not None
    boxes = [shape for shape in group.iter(f"{space}rect") if shape.get("rx")]
    assert len(boxes) == len(drawing.boxes)
    move = re.findall(r"[\d.]+", group.get("transform", ""))
    left, top = float(move[0]), float(move[1])
    for shape in boxes:
        x, y, wide, high = (float(shape.get(name, "")) for name in ("x", "y", "width", "height"))
        assert x + left >= 0
        assert y + top >= 0
        assert x + left + wide <= float(root.get("width", "")) + 1
        assert y + top + high <= float(root.get("height", "")) + 1


NASTY = 'a "quoted" <b>&amp;</b> `x` #1 | [y] {z} \\ %% ]] --> ü'


@pytest.mark.parametrize(
    ("render", "check"),
    [(dot.render, check_dot), (mermaid.render, check_mermaid), (svg.render, check_svg)],
    ids=["dot", "mermaid", "svg"],
)
def test_nothing_in_a_label_breaks_a_picture(render: Callable[[Drawing], str], check: Callable[[str, Drawing], None]):
    drawing = Drawing(
        NASTY,
        (Box("s0", (NASTY, NASTY), Shape.STATE, 0), Box("o1", (NASTY,), Shape.OUTCOME), Box("s2", (NASTY,), Shape.CUT)),
        (Arrow("s0", "o1", (NASTY, NASTY), player=0), Arrow("s0", "s2", (NASTY,), player=0, told=(NASTY, NASTY))),
        (NASTY,),
        notes=(NASTY,),
    )
    check(render(drawing), drawing)


def test_effects_in_a_circle_with_every_kind_of_line():
    boxes = tuple(Box(f"e{n}", (f"effect {n}",), Shape.LATER if n == 2 else Shape.EFFECT) for n in range(4))
    arrows = (
        Arrow("e0", "e1", ("order matters",), Stroke.ORDER, told=("a", "b")),
        Arrow("e1", "e2", ("enables",), Stroke.ENABLES),
        Arrow("e2", "e1", ("disables",), Stroke.DISABLES),
        Arrow("e3", "e3", ("disables",), Stroke.DISABLES),
    )
    drawing = Drawing("Effects", boxes, arrows, strokes=tuple(Stroke)[1:])
    check_dot(dot.render(drawing), drawing)
    check_mermaid(mermaid.render(drawing), drawing)
    check_svg(svg.render(drawing), drawing)


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30))
def test_boxes_of_a_layer_do_not_overlap(pairs: list[tuple[int, int]]):
    edges = list(dict.fromkeys((f"b{min(pair)}", f"b{max(pair)}") for pair in pairs if pair[0] != pair[1]))
    sizes = {f"b{n}": (50.0 + n, 20.0 + 3 * n) for n in range(12)}
    placed = layered(sizes, edges, 40, 10)
    for start, end in edges:
        assert placed.centers[start][0] + sizes[start][0] / 2 < placed.centers[end][0] - sizes[end][0] / 2
    rectangles = [(placed.centers[name], sizes[name]) for name in sizes]
    for place, ((x1, y1), (w1, h1)) in enumerate(rectangles):
        for (x2, y2), (w2, h2) in rectangles[place + 1 :]:
            apart = abs(x1 - x2) >= (w1 + w2) / 2 - 0.01 or abs(y1 - y2) >= (h1 + h2) / 2 - 0.01
            assert apart
