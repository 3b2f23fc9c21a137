"""Entries that are written down read back the same, in the form of the catalogue's files."""

from hypothesis import example, given
from hypothesis import strategies as st

from scenarios import catalogue
from scenarios.bringing.yaml_text import as_yaml
from scenarios.loading import load


def test_every_entry_of_the_catalogue_reads_back_the_same():
    names = (*catalogue.names(), *catalogue.names(tokens=True))
    assert len(names) > 1000
    for name in names:
        entry = catalogue.entry(name)
        assert load(as_yaml([entry]))[0] == [entry], name


WORDS = st.one_of(
    st.sampled_from(
        ["on", "no", "1:30", "{T}", "a: b", "# x", "'", '"', "null", "-", "+1/+1", "", "\u2014", "a\nb", "[x]"]
    ),
    st.text("abc {}:,#'\"\\", max_size=8),
)
PLAIN = st.one_of(WORDS, st.integers(-99, 99), st.booleans(), st.none())
VALUES = st.recursive(
    PLAIN, lambda part: st.lists(part, max_size=3) | st.dictionaries(WORDS.filter(bool), part, max_size=3), max_leaves=8
)


@given(VALUES)
@example({"a\nb": None})
def test_any_value_reads_back_the_same(value: object):
    assert load(as_yaml([value]))[0] == [value]


def test_the_form_is_that_of_the_catalogue():
    entry = {
        "name": "Oddball", "cost": "{G}", "type": "Creature \u2014 Elf", "power": 1,
        "abilities": ["flying", {"when": {"enter": {"object": "this"}}, "instead": {"tapped": True}}],
    }  # fmt: skip
    assert as_yaml([entry]) == (
        "- name: Oddball\n"
        '  cost: "{G}"\n'
        "  type: Creature \u2014 Elf\n"
        "  power: 1\n"
        "  abilities:\n"
        "    - flying\n"
        "    - when: {enter: {object: this}}\n"
        "      instead: {tapped: true}\n"
    )
