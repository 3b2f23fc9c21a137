"""Reading abilities that add mana: costs, amounts, what the mana may be spent on, restrictions, grants, triggers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from scenarios import questions
from scenarios.build import build
from scenarios.documents import read_document
from scenarios.loading import load
from scenarios.reading import read_text
from scenarios.reading.comparing import canonical
from scenarios.reading.saying import say


def mana(cost: str, add: object, *costs: object, **more: object) -> dict[str, object]:
    """A mana ability in the notation."""
    adding = {"mana": add} if isinstance(add, str) else add
    found: dict[str, object] = {"activated": cost, "do": [{"add_mana": adding}], **more}
    return {**found, "costs": list(costs)} if costs else found


def counted(count: object, add: str = "any color", **more: object) -> dict[str, object]:
    return {"mana": add, "count": count, **more}


GONE = {"sacrifice": {"permanent": "this"}}
OWN = {"player": "you"}

MEANINGS: list[tuple[str, object]] = [
    # amounts
    ("{T}: Add {W} or {U}.", mana("{T}", "{W} or {U}")),
    ("{T}: Add {W}, {U}, or {B}.", mana("{T}", "{W}, {U} or {B}")),
    ("{W/U}, {T}: Add {W}{W}, {W}{U}, or {U}{U}.", mana("{W/U}, {T}", "{W}{W}, {W}{U} or {U}{U}")),
    ("{T}: Add one mana of any color.", mana("{T}", "any color")),
    ("{T}: Add three mana of any one color.", mana("{T}", counted(3))),
    ("{T}: Add six {R}.", mana("{T}", counted(6, "{R}"))),
    ("{T}: Add {G} for each Elf you control.", mana("{T}", counted("count(Elf you control)", "{G}"))),
    ("{T}: Add {G} for each Elf on the battlefield.", mana("{T}", counted("count(Elf)", "{G}"))),
    ("{T}: Add an amount of {R} equal to Zork's power.", mana("{T}", counted("power(this)", "{R}"))),
    (
        "{T}: Add X mana of any one color, where X is the greatest power among creatures you control.",
        mana("{T}", counted("greatest_power(creature you control)")),
    ),
    (
        "{T}: Add X mana in any combination of {U} and/or {R}, where X is the number of Islands you control.",
        mana("{T}", counted("count(Island you control)", "{U} or {R}", how="combination")),
    ),
    ("{T}: Add two mana in any combination of colors.", mana("{T}", counted(2, how="combination"))),
    ("{T}: Add two mana of different colors.", mana("{T}", counted(2, how="different"))),
    ("{T}: Add one mana of the chosen color.", mana("{T}", "chosen color")),
    ("{T}: Add {B} or one mana of the chosen color.", mana("{T}", "{B} or chosen color")),
    ("{T}: Add one mana of any color in your commander's color identity.", mana("{T}", "commander's colors")),
    (
        "{T}: Add one mana of any type that a Gate you control could produce.",
        mana("{T}", {"could_produce": "Gate you control"}),
    ),
    (
        "{T}: Add one mana of any color that a land an opponent controls could produce.",
        mana("{T}", {"could_produce": "land an opponent controls", "colors": True}),
    ),
    (
        "{T}: Add one mana of any color among legendary creatures and planeswalkers you control.",
        mana("{T}", {"among": "legendary creature or legendary planeswalker you control"}),
    ),
    (
        "{1}, {T}: For each color among monocolored permanents you control, add one mana of that color.",
        mana("{1}, {T}", {"among": "monocolored permanent you control", "how": "each"}),
    ),
    (
        "{T}: Choose a color. Add an amount of mana of that color equal to your devotion to that color.",
        mana("{T}", counted("devotion(chosen)")),
    ),
    (
        "{T}: Add an amount of {R} equal to your devotion to red and green.",
        mana("{T}", counted("devotion(red and green)", "{R}")),
    ),
    ("~ has all activated abilities of all lands on the battlefield.", {"affects": "this", "abilities_of": "land"}),
    ("~ is every nonbasic land type.", {"affects": "this", "add_subtypes": ["every nonbasic land type"]}),
    (
        "You don't lose unspent green mana as steps and phases end.",
        {"cannot": {"lose_mana": {"player": "you", "type": "G", "cause": "turn-based action"}}},
    ),
    (
        "~ gets +1/+1 for each unspent green mana you have.",
        {"affects": "this", "power_plus": "unspent(green)", "toughness_plus": "unspent(green)"},
    ),
    (
        "{T}: Reveal any number of artifact cards in your hand. Add {C}{C} for each card revealed this way.",
        {
            "activated": "{T}",
            "do": [
                {
                    "pick": {
                        "player": "you",
                        "one": "artifact card in your hand",
                        "count": "count(artifact card in your hand)",
                        "up_to": True,
                        "do": [{"add_mana": {"player": "you", "mana": "{C}{C}", "count": "count(them)"}}],
                    }
                }
            ],
        },
    ),
    (
        "During turns other than yours, ~ is a 2/3 Gargoyle artifact creature with flying.",
        {
            "affects": "this",
            "add_types": ["artifact", "creature"],
            "add_subtypes": ["Gargoyle"],
            "power": 2,
            "toughness": 3,
            "keywords": ["flying"],
            "while": "not turn_of(you)",
        },
    ),
    ("{T}: Add {C} for each {S} spent to cast ~.", mana("{T}", counted("times(snow mana spent)", "{C}"))),
    (
        "You may activate abilities of creatures you control as though those creatures had haste.",
        {"allows": {"hasty": "creature you control"}},
    ),
    ("{3}, {T}: Double the amount of each type of unspent mana you have.", mana("{3}, {T}", "unspent")),
    (
        "As long as your devotion to red and green is less than seven, ~ isn't a creature.",
        {"affects": "this", "remove_types": ["creature"], "while": "devotion(red and green) < 7"},
    ),
    (
        "{T}: Add {G}. If you control four or more creatures, add {G}{G} instead.",
        {
            "activated": "{T}",
            "do": [
                {
                    "if": "count(creature you control) >= 4",
                    "then": [{"add_mana": {"mana": "{G}{G}"}}],
                    "otherwise": [{"add_mana": {"mana": "{G}"}}],
                }
            ],
        },
    ),
    # costs
    ("Sacrifice Zork: Add {B}.", mana("", "{B}", GONE)),
    ("{T}, Sacrifice a Swamp: Add {B}{B}.", mana("{T}", "{B}{B}", {"sacrifice": {"permanent": "a Swamp you control"}})),
    (
        "Sacrifice another creature or artifact: Add {C}.",
        mana("", "{C}", {"sacrifice": {"permanent": "another creature or another artifact you control"}}),
    ),
    (
        "Sacrifice two Foods: Add {C}.",
        mana("", "{C}", {"sacrifice": {"permanent": "a Food you control", "count": 2}}),
    ),
    (
        "{T}, Sacrifice an artifact: Add an amount of {R} equal to the sacrificed artifact's mana value.",
        mana("{T}", counted("mana_value(them)", "{R}"), {"sacrifice": {"permanent": "an artifact you control"}}),
    ),
    ("{T}, Pay 1 life: Add {U}.", mana("{T}", "{U}", {"lose_life": {**OWN, "amount": 1}})),
    (
        "{T}, Pay {E}{E}: Add one mana of any color.",
        mana("{T}", "any color", {"remove_counters": {"on": "you", "kind": "energy", "count": 2}}),
    ),
    (
        "{T}, Tap an untapped creature you control: Add {G}.",
        mana("{T}", "{G}", {"tap": {"permanent": "an untapped creature you control"}}),
    ),
    (
        "Tap two untapped Elves you control: Add {G}.",
        mana("", "{G}", *[{"tap": {"permanent": "an untapped Elf you control"}}] * 2),
    ),
    ("Exile Zork from your hand: Add {R}.", {**mana("", "{R}", {"exile": {"object": "this"}}), "in": ["hand"]}),
    ("Discard a card: Add {R}.", mana("", "{R}", {"discard": {**OWN, "count": 1}})),
    (
        "{T}, Remove any number of charge counters from Zork: Add {B}, then add an additional {B} for each charge "
        "counter removed this way.",
        mana("{T}", counted("x + 1", "{B}"), {"remove_counters": {"on": "this", "kind": "charge", "count": "x"}}),
    ),
    (
        "{T}, Remove one or more dream counters from Zork: Add that much {C}.",
        mana(
            "{T}",
            counted("x", "{C}"),
            {"remove_counters": {"on": "this", "kind": "dream", "count": "x"}},
            only_if="x >= 1",
        ),
    ),
    (
        "[+1]: Add {R}{R}.",
        mana("", "{R}{R}", {"put_counters": {"on": "this", "kind": "loyalty", "count": 1}}),
    ),
    (
        "\u22122: Add {R}{R}.",
        mana("", "{R}{R}", {"remove_counters": {"on": "this", "kind": "loyalty", "count": 2}}),
    ),
    # what the mana may be spent on
    (
        "{T}: Add {C}{C}. Spend this mana only to cast artifact spells or activate abilities of artifacts.",
        mana("{T}", {"mana": "{C}{C}", "only": "artifact spells and abilities of artifacts"}),
    ),
    (
        "{T}: Add {G}. Spend this mana only to cast an Elf spell or to activate an ability of an Elf source.",
        mana("{T}", {"mana": "{G}", "only": "Elf spells and abilities of Elf sources"}),
    ),
    (
        "{T}: Add {C}. Spend this mana only to cast a colorless spell, activate an ability of a colorless permanent, "
        "or pay a cost that contains {C}.",
        mana(
            "{T}",
            {
                "mana": "{C}",
                "only": "colorless spells, abilities of colorless permanents and costs that contain {C}",
            },
        ),
    ),
    (
        "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell.",
        mana("{T}", {"mana": "{C}", "only": "anything but nonartifact spells"}),
    ),
    (
        "{T}: Add one mana of any color. Spend this mana only to cast a creature spell of the chosen type, and that "
        "spell can't be countered.",
        mana(
            "{T}",
            {
                "mana": "any color",
                "only": "creature spells of the chosen type",
                "rider": "the spell can't be countered",
            },
        ),
    ),
    (
        "{T}: Add {R}. If that mana is spent on a creature spell, it gains haste until end of turn.",
        mana("{T}", {"mana": "{R}", "rider": "if spent on a creature spell: it gains haste until end of turn"}),
    ),
    # restrictions on activating
    ("{1}: Add {U}. Activate only once each turn.", mana("{1}", "{U}", once_each_turn=True)),
    ("{1}: Add {U}. Activate no more than three times each turn.", mana("{1}", "{U}", times_each_turn=3)),
    (
        "{T}: Add {W}. Activate only if you control a Plains or an Island.",
        mana("{T}", "{W}", only_if="count(Plains or Island you control) >= 1"),
    ),
    (
        "{0}: Add {U}. Activate only during your turn and only once each turn.",
        mana("{0}", "{U}", only="your turn", once_each_turn=True),
    ),
    (
        "{T}: Add {R}. Activate only if creatures you control have total power 8 or greater.",
        mana("{T}", "{R}", only_if="total_power(creature you control) >= 8"),
    ),
    ("Exhaust \u2014 {G}: Add {G}{G}.", mana("{G}", "{G}{G}", once=True)),
    (
        "Max speed \u2014 {T}: Add {R}.",
        {"affects": "this", "while": "flag(max speed)", "abilities": [mana("{T}", "{R}")]},
    ),
    (
        "12+ | {T}: Add {G}.",
        {"affects": "this", "while": "counters(charge, this) >= 12", "abilities": [mana("{T}", "{G}")]},
    ),
    # grants
    (
        'Lands you control have "{T}: Add one mana of any color."',
        {"affects": "land you control", "abilities": [mana("{T}", "any color")]},
    ),
    (
        'Equipped creature gets +1/+1 and has "{T}, Sacrifice this creature: Add {B}."',
        {
            "affects": "equipped creature",
            "power_plus": 1,
            "toughness_plus": 1,
            "abilities": [mana("{T}", "{B}", GONE)],
        },
    ),
    (
        'As long as enchanted permanent is a land, it has "{T}: Add {G}{G}."',
        {
            "affects": "enchanted permanent",
            "while": "matches(enchanted permanent, land)",
            "abilities": [mana("{T}", "{G}{G}")],
        },
    ),
    # triggers and effects on mana
    (
        "Whenever enchanted land is tapped for mana, its controller adds an additional {G}.",
        {
            "trigger": {"add_mana": {"tapped": "enchanted land"}},
            "do": [{"add_mana": {"mana": "{G}", "player": "that permanent's controller"}}],
        },
    ),
    (
        "Whenever a player taps a land for mana, that player adds one mana of any type that land produced.",
        {"trigger": {"add_mana": {"tapped": "land"}}, "do": [{"add_mana": {"mana": "that type", "player": "it"}}]},
    ),
    (
        "Whenever an opponent taps a land for mana, destroy that land.",
        {
            "trigger": {"add_mana": {"tapped": "land", "player": "opponent"}},
            "do": [{"destroy": {"permanent": "that permanent"}}],
        },
    ),
    (
        "If a land is tapped for two or more mana, it produces {C} instead of any other type and amount.",
        {"when": {"add_mana": {"tapped": "land", "amount": ">= 2"}}, "instead": {"mana": "{C}"}},
    ),
    (
        "If you tap a permanent for mana, it produces twice as much of that mana instead.",
        {"when": {"add_mana": {"tapped": "permanent", **OWN}}, "instead": {"count": "2 * amount"}},
    ),
    (
        "If you would lose unspent mana, that mana becomes colorless instead.",
        {"when": {"lose_mana": OWN}, "instead": [{"keep_mana": {**OWN, "mana": "{C}", "count": "amount"}}]},
    ),
]


@pytest.mark.parametrize(("text", "meaning"), MEANINGS, ids=[text for text, _ in MEANINGS])
def test_a_text_means_this(text: str, meaning: object) -> None:
    (clause,) = read_text(text, name="Zork", type_line="Artifact")
    assert clause.abilities is not None, clause.stopped_at
    (found,) = clause.abilities
    assert canonical(found) == canonical(meaning)


@pytest.mark.parametrize(("text", "meaning"), MEANINGS, ids=[text for text, _ in MEANINGS])
def test_what_is_said_of_it_reads_back_the_same(text: str, meaning: object) -> None:
    (clause,) = read_text(text, name="Zork", type_line="Artifact")
    assert clause.abilities is not None
    (found,) = clause.abilities
    said = say(found)
    if said is not None:
        (again,) = read_text(said, name="~", type_line="Artifact")
        assert again.abilities is not None, said
        assert [canonical(one) for one in again.abilities] == [canonical(meaning)], said


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add X mana of any one color.",  # no X in the cost
        "{T}: Add that much {R}.",
        "{T}: Add {R} for each charge counter removed this way.",
        "{T}: Add an amount of {R} equal to the sacrificed creature's mana value.",
        "{T}: Add {R}. Spend this mana only to frobnicate.",
        "{T}: Add {R}. Activate only if the moon is full.",
        'Lands you control have "{T}: Zork deals 1 damage to you."',  # Zork is not the land
        "II \u2014 {T}: Add {R}.",
        "Forecast \u2014 {1}: Add {R}.",
    ],
)
def test_what_can_not_be_settled_is_not_understood(text: str) -> None:
    (clause,) = read_text(text, name="Zork", type_line="Artifact")
    assert not clause.understood


def test_what_stands_under_a_level_is_there_only_at_that_level() -> None:
    text = '{1}{R}: Level 2\nLands you control have "{T}: Add {R}."'
    first, second = read_text(text, name="Zork", type_line="Enchantment \u2014 Class")
    assert first.abilities is not None
    assert second.abilities is not None
    assert first.abilities[0]["only"] == "sorcery"
    assert second.abilities[0]["while"] == "flag(level 2 or greater)"
    leveler = read_text("LEVEL 1-3\n4/4\n{T}: Add {G}.\nLEVEL 4+\n6/6", name="Zork", type_line="Creature")
    assert [clause.understood for clause in leveler] == [True, True]
    assert leveler[0].abilities is not None
    assert leveler[0].abilities[0]["while"] == "counters(level, this) >= 1 and counters(level, this) <= 3"


def activatable(ability: Mapping[str, object], things: list[object], **parts: object) -> tuple[bool, str]:
    """Whether an ability of a permanent X could be activated, and the rule that decides."""
    permanent = {"id": "X", "name": "X", "type": "Artifact", "abilities": [ability]}
    document = {
        "title": "x",
        "battlefield": {"you": [permanent, *things]},
        "question": {"can_activate": [{"ability_of": "X"}]},
        **parts,
    }
    scenario = build(read_document(json.dumps(document)))
    assert scenario.asked is not None
    (found,) = questions.values("can_activate", scenario.asked, scenario.situation)
    return found.value, found.citation.rule


BEAR = {"name": "Bear", "type": "Creature \u2014 Bear", "power": 4, "toughness": 2}


@pytest.mark.parametrize(
    ("condition", "things", "expected"),
    [
        ("total_power(creature you control) >= 8", [BEAR, BEAR], True),
        ("total_power(creature you control) >= 8", [BEAR], False),
        ("most_with_one_name(creature you control) >= 2", [BEAR, BEAR], True),
        ("most_with_one_name(creature you control) >= 2", [BEAR, {**BEAR, "name": "Ursine"}], False),
        ("different_powers(creature you control) == 2", [BEAR, BEAR, {**BEAR, "power": 1}], True),
        ("greatest_power(creature you control) == 4", [{**BEAR, "power": 1}, BEAR], True),
        ("colors_among(creature you control) == 2", [{**BEAR, "colors": ["red", "green"]}], True),
        ("basic_land_types(land you control) == 2", ["Taiga", "Mountain"], True),
    ],
)
def test_a_restriction_on_activating_holds(condition: str, things: list[object], expected: bool) -> None:
    found = activatable({"activated": "{T}", "only_if": condition, "do": []}, things)
    assert found == ((True, "602.2b") if expected else (False, "602.1b"))


def test_poison_counters_of_one_opponent_count() -> None:
    ability = {"activated": "{T}", "only_if": "most_counters(poison, opponent) >= 3", "do": []}
    parts: dict[str, object] = {"players": ["you", "P2", "P3"]}
    two = {"player_counters": {"P2": {"poison": 2}, "P3": {"poison": 2}}, **parts}
    three = {"player_counters": {"P2": {"poison": 3}}, **parts}
    assert activatable(ability, [], **two) == (False, "602.1b")
    assert activatable(ability, [], **three) == (True, "602.2b")


def test_what_could_be_produced_does_not_look_at_restrictions() -> None:
    ability = {**mana("{T}", "{R}"), "only_if": "count(Mountain you control) >= 5"}
    land = {"id": "X", "name": "X", "type": "Land", "abilities": [ability]}
    document = {"title": "x", "battlefield": {"you": [land]}, "question": {"could_produce": "X"}}
    scenario = build(read_document(json.dumps(document)))
    assert scenario.asked is not None
    assert "R" in str(questions.values("could_produce", scenario.asked, scenario.situation))


DATA = Path("/work/shared/data/oracle.jsonl")


@pytest.mark.skipif(not DATA.exists(), reason="the file of cards is not there")
def test_the_catalogue_and_the_reader_agree_on_mana_abilities() -> None:
    """Every mana ability that the catalogue has of a card without gaps is read as the same."""
    from scenarios.reading import read_card
    from scenarios.reading.records import from_scryfall

    folder = Path(__file__).parent.parent / "scenarios" / "catalogue"
    entries = {
        entry["name"]: entry
        for name in ("mana_abilities", "mana_lands", "mana_granted", "mana_triggers", "mana_effects", "could_produce")
        for entry in load((folder / f"{name}.yaml").read_text(encoding="utf-8"))[0]
        if "left_out" not in entry and "token" not in entry and "faces" not in entry
    }
    compared, different = 0, []
    for line in DATA.open(encoding="utf-8"):
        record = json.loads(line)
        entry = entries.get(record["name"])
        if entry is None:
            continue
        reading = read_card(from_scryfall(record)).entry
        if "left_out" in reading:
            continue
        found = {repr(canonical(one)) for one in reading.get("abilities", []) if "add_mana" in str(one)}
        known = {repr(canonical(one)) for one in entry.get("abilities", []) if "mana'" in str(one)}
        compared += 1
        if found != known and found:
            different.append(record["name"])
    assert compared > 250
    assert set(different) - KNOWN == set(), sorted(set(different) - KNOWN)


#: Cards on which the two say the same in other words: "each" before what an effect affects, riders as short facts,
#: a spell in two parts, a permanent that is tapped as "that permanent", levels in the effect.
KNOWN = {
    "Chaos Moon", "Divergent Growth", "False Dawn", "Manamorphose", "Nature's Embrace", "Opal Palace",
    "Path of Ancestry",
    "Roxanne, Starfall Savant", "Under-Construction Skyscraper", "Zhur-Taa Druid",
}  # fmt: skip
