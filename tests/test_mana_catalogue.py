"""The catalogue's cards about mana: at least one of each shape of mana ability, and what it adds on a small board.

Complete too are the cards that ask what could be produced, those that replace what is produced, and those that trigger
on being tapped for mana. The lists of all cards are not part of the repository: comparisons with them run where
``../shared`` beside the repository has them, and are skipped elsewhere.
"""

import csv
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from model.abilities import Activated, SpellAbility, Static, Triggered
from model.amounts import ONE
from model.effects import Replacement
from model.errors import IllegalError
from model.events import AddMana
from model.instructions import CreateEffect
from model.production import TYPE_LETTERS, CouldProduce, Either, Fixed, types_read
from scenarios import catalogue
from scenarios.build import build
from scenarios.documents import validate
from solver.answers import outcomes
from solver.mana_abilities import adding, production_of

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
ABILITIES = SHARED / "reference" / "lists" / "mana_abilities_all.tsv"
CASES = SHARED / "cases" / "cases.jsonl"
ANY = "W | U | B | R | G"
PAIRS = "WU | WB | WR | WG | UB | UR | UG | BR | BG | RG"
TWICE = "WW | UU | BB | RR | GG"
#: What an object needs for a cost of removing a charge counter.
CHARGED = {"counters": {"charge": 1}}


def listed(text):
    return [" ".join(name.split()) for name in text.split(";")]


@dataclass(frozen=True)
class Shape:
    """A shape of mana ability: in words, the cards that have it (the most played one first), and a try of the first.

    ``board`` is what else the player controls, ``it`` what is said of the card, ``gives`` what results: alternatives
    between ``|``, the letters of the types added. ``also`` is the rest of the document. Without ``gives``: not tried.
    """

    words: str
    cards: str
    gives: str = ""
    board: tuple = ()
    it: dict = field(default_factory=dict)
    ability: int | None = None
    x: int = 0
    also: dict = field(default_factory=dict)

    @property
    def names(self):
        return listed(self.cards)


BEARS, ELVES = "Grizzly Bears", "Llanowar Elves"
BEARER = {"name": "Bearer", "cost": "{R}{W}", "type": "Creature — Human", "power": 1, "toughness": 1}
GOAT = {"name": "Goat", "type": "Creature — Goat", "power": 0, "toughness": 1, "token": True}
COMMANDER = {"name": "General", "cost": "{R}{W}", "type": "Creature — Elf", "power": 1, "toughness": 1}
COMMANDER["flags"] = ["commander"]

SHAPES = [
    Shape("one colorless", "Reliquary Tower; Academy Ruins; Mind Stone", "C"),
    Shape("one of a color", "Llanowar Elves; Elvish Mystic; Karakas", "G"),
    Shape("one of two colors", "Adarkar Wastes; Talisman of Progress; Azorius Guildgate", "W | U", ability=2),
    Shape("one of any color", "Birds of Paradise; Mana Confluence; City of Brass", ANY),
    Shape("of a basic land type", "Tundra; Steam Vents; Raugrin Triome", "W | U"),
    Shape("one of three colors", "Noble Hierarch; Ignoble Hierarch; Seaside Citadel", "W | U | G"),
    Shape("one each of two colors", "Azorius Signet; Azorius Chancery; Skycloud Expanse", "WU"),
    Shape("two colorless", "Sol Ring; Ancient Tomb; Ashnod's Altar", "CC"),
    Shape("some of any one color", "Gilded Lotus; Black Lotus; Lotus Field", "WWW | UUU | BBB | RRR | GGG"),
    Shape("one for each thing", "Gaea's Cradle; Cabal Coffers; Priest of Titania", "GG", (BEARS, ELVES)),
    Shape(
        "a number of any one color",
        "Kami of Whispered Hopes; Baldur's Gate; Food Chain",
        TWICE,
        it={"counters": {"+1/+1": 1}},
    ),
    Shape("some in any combination", "Smokebraider; Cascading Cataracts", f"{TWICE} | {PAIRS}"),
    Shape("one of the chosen color", "Coldsteel Heart; Uncharted Haven", "R", it={"chosen": {"color": "red"}}),
    Shape("one each of three colors or more", "Timeless Lotus; Crystal Quarry", "WUBRG"),
    Shape("as many of a color as a number", "Karametra's Acolyte; Marwyn, the Nurturer", "GGG", ("Kalonian Tusker",)),
    Shape("three colorless", "Mana Vault; Grim Monolith; Basalt Monolith; Mishra's Workshop", "CCC"),
    Shape("one colorless for each thing", "Everflowing Chalice; Cloudpost", "CC", it={"counters": {"charge": 2}}),
    Shape("two of a color", "The Great Henge; Phyrexian Tower; Havenwood Battleground", "GG"),
    Shape("three of a color", "Heritage Druid; Llanowar Tribe", "GGG", (ELVES, ELVES), ability=1),
    Shape("a color or the chosen one", "Thriving Grove; Cliffgate", "R | G", it={"chosen": {"color": "red"}}),
    Shape("two in a pair of colors", "Mystic Gate; Cascade Bluffs; Sunken Ruins", "WW | WU | UU", ability=2),
    Shape("one colorless and one of a color", "Karoo; Coral Atoll; Dormant Volcano", "WC"),
    Shape(
        "one of the commander's colors",
        "Command Tower; Arcane Signet; Path of Ancestry",
        "W | R",
        also={"command": {"P1": [COMMANDER]}},
    ),
    Shape(
        "one, and one more for each counter",
        "Black Mana Battery; White Mana Battery",
        "BBB",
        it={"counters": {"charge": 2}},
        ability=2,
        x=2,
    ),
    Shape(
        "X in a combination of two colors",
        "Calciform Pools; Dreadship Reef; Fungal Reaches",
        "WW | WU | UU",
        it={"counters": {"storage": 2}},
        ability=3,
        x=2,
    ),
    Shape("one of each color among things", "Bloom Tender; Faeburrow Elder", "WRG", (BEARER,)),
    Shape("a type that your lands could produce", "Reflecting Pool; Naga Vitalist", "C", ("Wastes",)),
    Shape("two of different colors", "Firemind Vessel; Interplanar Beacon", PAIRS),
    Shape(
        "a color that lands of opponents could produce",
        "Exotic Orchard; Fellwar Stone; Quirion Explorer",
        "G",
        also={"battlefield": {"P2": ["Forest", "Wastes"]}},
    ),
    Shape("one colorless, or two", "Urza's Mine; Urza's Power Plant", "CC", ("Urza's Power Plant", "Urza's Tower")),
    Shape("a number in any combination", "Axebane Guardian; Selvala, Heart of the Wilds", ANY),
    Shape(
        "X in any combination",
        "Crucible of the Spirit Dragon",
        f"{TWICE} | {PAIRS}",
        it={"counters": {"storage": 2}},
        ability=3,
        x=2,
    ),
    Shape("four of a color", "Fanatic of Rhonas; Lake of the Dead", "GGGG", ("Siege Rhino",), ability=2),
    Shape("X of any one color", "Springjack Pasture; Petalmane Baku", TWICE, (GOAT, GOAT), ability=3, x=2),
    Shape("a color among things", "Mox Amber; Plaza of Heroes", "W", ("Thalia, Guardian of Thraben", BEARS)),
    Shape(
        "as many of a color as a number about it",
        "Nykthos, Shrine to Nyx; Nyx Lotus; Three Tree City",
        "WW | GG | ",
        ("Kalonian Tusker", {"name": "Twins", "cost": "{W}{W}", "type": "Enchantment"}),
        ability=2,
    ),
    Shape("colors or colorless", "Processing Plant; Under-Construction Skyscraper", "W | U | B | C"),
    Shape("one of a color for each counter", "Astral Cornucopia", TWICE, it={"counters": {"charge": 2}}),
    Shape("one of a color of things", "Meteor Crater; Corrupted Grafstone", "G", (BEARS,)),
    Shape(
        "some in a combination of two colors",
        "Goblin Clearcutter; Orcish Lumberjack",
        "RRR | RRG | RGG | GGG",
        ("Forest",),
        ability=1,
    ),
    Shape("as much colorless as a number", "Kyren Toy", "CC", it={"counters": {"charge": 1}}, ability=2, x=1),
    Shape("one of a color, or two", "Leafkin Druid; Raucous Audience", "GG", (BEARS, BEARS, BEARS)),
    Shape("two colorless for each thing", "Metalworker", "CCCC", it={"x": 2}),
    Shape("four colorless", "Scorched Ruins; Rosheen Meanderer", "CCCC"),
    Shape("some of the chosen color", "Throne of Eldraine", "RRRR", it={"chosen": {"color": "red"}}),
    Shape("one colorless, or three", "Urza's Tower; Tower Worker", "CCC", ("Urza's Mine", "Urza's Power Plant")),
    Shape("a color, or colorless and that color", "Adarkar Unicorn", "U | UC"),
    Shape(
        "a type that the untapped land could produce",
        "Benthic Explorers",
        "W | U",
        ability=1,
        also={"battlefield": {"P2": [{"card": "Tundra", "tapped": True}, "Forest"]}},
    ),
    Shape(
        "a number of one color or of another",
        "Brigid, Clachan's Heart // Brigid, Doun's Mind",
        "WW | GG",
        (BEARS, BEARS),
        it={"face": 1},
    ),
    Shape("two of one color or of another", "Cadaverous Bloom", "BB | GG", ability=1, also={"hand": {"P1": ["Shock"]}}),
    Shape("six of a color", "Castle Garenbrig", "GGGGGG", ability=2),
    Shape("one for each symbol of a milled card", "Charmed Pendant"),  # refused: what is milled is not followed
    Shape("a number of a color, and lost life", "Chea, Friend to Maybe Too Many", "GG", ("Gurmag Swiftwing",) * 2),
    Shape("five colorless", "Chromatic Orrery", "CCCCC"),
    Shape(
        "a color of the exiled card",
        "Chrome Mox",
        "W | R",
        also={"exile": {"P1": [{"card": "Lightning Helix", "exiled_with": "it"}, "Siege Rhino"]}},
    ),
    Shape("one and a half of any one color", "City of Ass"),
    Shape("one of two colors that were circled", "Cryptic Spires", "W | U", it={"chosen": {"mana": "{W}{U}"}}),
    Shape("one of four colors", "Crystal, Inhuman Princess", "W | U | R | G"),
    Shape("colorless, or any color", "Gemstone Caverns", ANY, it={"counters": {"luck": 1}}),
    Shape("a color that Gates of yours could produce", "Gond Gate", "W | U", ("Azorius Guildgate",), ability=2),
    Shape("two colorless and one of a color", "Grinning Ignus", "RCC", ability=1),
    Shape("a color that lands of yours could produce", "Harvester Druid", "G", ("Forest", "Wastes")),
    Shape("the mana noted", "Ice Cauldron", "UC", it={**CHARGED, "chosen": {"mana": "{U}{C}"}}, ability=2),
    Shape("any color, or more of any one color", "Ilysian Caryatid", TWICE, ("Craw Wurm",)),
    Shape(
        "a type that lands could produce, or more of it",
        "Incubation Druid",
        "WWW | UUU | CCC",
        ("Mystic Gate",),
        it={"counters": {"+1/+1": 1}},
    ),
    Shape("one of the type noted", "Jeweled Amulet", "R", it={**CHARGED, "chosen": {"mana": "{R}"}}, ability=2),
    Shape("something, or nothing", "Mana Screw", "CC", it={"flags": ["flip won"]}, ability=1),
    Shape("a color chosen in a draft", "Paliano, the High City", "W | R | G", it={"chosen": {"mana": "{W}{R}{G}"}}),
    Shape(
        "a color of the exiled cards",
        "Pit of Offerings",
        "B | R",
        also={"exile": {"P1": [{"card": name, "exiled_with": "it"} for name in ("Terminate", "Duress")]}},
        ability=2,
    ),
    Shape("a type that Gates of yours could produce", "Plaza of Harmony", "C", ("Gond Gate",), ability=2),
    Shape(
        "as much colorless as counters removed",
        "Rasputin, the Oneiromancer",
        "CC",
        it={"counters": {"dream": 3}},
        ability=1,
        x=2,
    ),
    Shape("some in a combination of three colors", "Relic of Sauron", "UU | UB | UR | BB | BR | RR"),
    Shape("a color, unless a player pays", "Rhystic Cave", f"{ANY} | "),
    Shape("one color, or another", "River of Tears", "B", also={"history": {"P1": ["played a land"]}}),
    Shape("one for each card revealed", "Selvala, Explorer Returned", "GG", ability=1, x=2),
    Shape("the player chosen adds any color", "Spectral Searchlight"),
    Shape("a type that the sacrificed land could produce", "Squandered Resources"),
    Shape("a color that basic lands could produce", "Star Compass", "G", ("Forest", "Azorius Guildgate")),
    Shape("one of two colors, misprinted", "Study", "W | U"),
    Shape("one of the five colors, listed", "Surgeon General Commander", ANY),
    Shape("two of a color, or six", "Undermountain Adventurer", "G" * 6, it={"flags": ["completed a dungeon"]}),
    Shape("the player chosen adds three of a color", "Valleymaker"),
    Shape("as much colorless as its own number", "Vhal, Candlekeep Researcher", "CCC"),
    Shape("the player chosen adds one colorless", "Victory Chimes"),
    Shape(
        "a number in a combination of two colors",
        "Vivi Ornitier",
        "UU | UR | RR",
        it={"counters": {"+1/+1": 2}},
        ability=1,
    ),
    Shape("each player adds one each of some colors", "Yurlok of Scorch Thrash", "BRG, P2: BRG"),
]

COULD_PRODUCE = """
    Benthic Explorers; Break the Ice; Cactus Preserve; Exotic Orchard; Experiment Five; Fellwar Stone; Gond Gate;
    Harvester Druid; Horizon of Progress; Incubation Druid; Mana Web; Naga Vitalist; Obsidian Charmaw; Plaza of Harmony;
    Quirion Explorer; Reflecting Pool; Squandered Resources; Star Compass; Sylvok Explorer
    """
#: Those that ask what could be produced and add nothing themselves.
CONSUMERS = {"Break the Ice", "Experiment Five", "Mana Web", "Obsidian Charmaw"}
REPLACEMENTS = """
    Chaos Moon; Contamination; Damping Sphere; Deep Water; False Dawn; Hall of Gemstone; Harvest Mage;
    Infernal Darkness; Mana Abundance; Mana Reflection; Naked Singularity; Nyxbloom Ancient; Pale Moon;
    Pulse of Llanowar; Quarum Trench Gnomes; Reality Twist; Ritual of Subdual; Virtue of Strength // Garenbrig Growth
    """
TRIGGERS = """
    Autumn Willow, Harmony; Badgermole Cub; Barbflare Gremlin; Blighted Burgeoning; Bubbling Muck; Buried in the Garden;
    Burning Earth; C.A.M.P.; Chaos Moon; Crypt Ghast; Dawn's Reflection; Dictate of Karametra; Elvish Guidance;
    Extraplanar Lens; Fertile Ground; Forbidden Orchard; Forsaken Monument; Gauntlet of Might; Gauntlet of Power;
    Glittering Frost; Groundchuck & Dirtbag; Heartbeat of Spring; High Tide; Keeper of Progenitus;
    Kinnan, Bonder Prodigy; Lavaleaper; Leyline of Abundance; Mana Flare; Mana Web; Manabarbs; Market Festival;
    Mirari's Wake; Nikya of the Old Ways; Nirkana Revenant; Nissa, Who Shakes the World; Overabundance; Overgrowth;
    Price of Glory; Regal Behemoth; Roxanne, Starfall Savant; Sanctimony;
    Sasaya, Orochi Ascendant // Sasaya's Essence; Savage Firecat; Scald; Shimmerwilds Growth; Snowfall; Storm Cauldron;
    Trace of Abundance; Treasure Nabber; Ultima, Origin of Oblivion; Utopia Sprawl; Verdant Haven; Vernal Bloom;
    Vorinclex, Voice of Hunger; War's Toll; Wild Growth; Winter's Night; Wolfwillow Haven; Zendikar Resurgent;
    Zhur-Taa Ancient; Zhur-Taa Druid
    """
#: Entries of those lists whose ability the notation can't say yet.
LEFT_OUT = {"Sasaya, Orochi Ascendant // Sasaya's Essence"}


def abilities_of(name):
    return [ability for face in catalogue.find(name).faces for ability in face.abilities]


def adders(name):
    """The activated abilities of a card that add mana, each with its instructions to add."""
    found = [
        (ability, list(adding(ability.instructions)))
        for ability in abilities_of(name)
        if isinstance(ability, Activated)
    ]
    return [(ability, added) for ability, added in found if added]


# --- the shapes -----------------------------------------------------------------------------------------------------


def test_there_are_86_shapes():
    assert len({shape.words for shape in SHAPES}) == len(SHAPES) == 86


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.words for shape in SHAPES])
def test_each_shape_has_cards_that_add_mana(shape):
    for name in shape.names:
        subtypes = {word for face in catalogue.find(name).faces for word in face.type_line.subtypes}
        assert adders(name) or subtypes & {"Plains", "Island", "Swamp", "Mountain", "Forest"}, name


def letters(mana):
    return "".join(letter * number for letter, number in mana)


def results(shape):
    """What the players add in all, in each outcome of a document with the shape's first card."""
    name = shape.names[0]
    it = {"card": name, "id": "it", **shape.it}
    also = {key: dict(value) for key, value in shape.also.items()}
    field = {**also.pop("battlefield", {}), "P1": [it, *shape.board]}
    event = {"tap_for_mana": {"permanent": "it"}}
    if shape.ability is not None or shape.x:
        event = {"activate": {"ability_of": "it", "ability": shape.ability, "x": shape.x}}
    return added_in({"battlefield": field, **also, "event": event})


def added_in(document):
    """What the players add in all, in each outcome."""
    scenario = build(validate({"players": ["P1", "P2"], "question": "outcomes", **document}))
    found = set()
    for outcome in outcomes(scenario.situation, *scenario.steps).outcomes:
        added: Counter[tuple[str, str]] = Counter()
        for happened in outcome.events:
            if isinstance(happened, AddMana):
                added.update({(happened.player, letter): number for letter, number in happened.mana})
        shares = {player: letters((t, added[player, t]) for t in TYPE_LETTERS) for player in ("P1", "P2")}
        found.add(shares["P1"] + (f", P2: {shares['P2']}" if shares["P2"] else ""))
    return found


def alternatives(text):
    return {part.strip() for part in text.split("|")}


TRIED = [shape for shape in SHAPES if shape.gives]


@pytest.mark.parametrize("shape", TRIED, ids=[shape.words for shape in TRIED])
def test_what_the_first_card_of_a_shape_adds(shape):
    assert results(shape) == alternatives(shape.gives)


# --- triggers on mana -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tapping:
    """What results where the permanent ``taps`` is tapped for mana by the card's controller, or by the opponent."""

    cards: str
    taps: str
    gives: str
    theirs: str = ""
    it: dict = field(default_factory=dict)
    also: dict = field(default_factory=dict)


RED = {"chosen": {"color": "red"}}
GREEN = {"chosen": {"color": "green"}}
ANY_MORE = "WG | UG | BG | RG | GG"
TWO_MORE = "WWG | UUG | BBG | RRG | GGG | WUG | WBG | WRG | WGG | UBG | URG | UGG | BRG | BGG | RGG"


def imprinted(land):
    return {"exile": {"P1": [{"card": land, "exiled_with": "lens"}]}}


TAPPINGS = [
    Tapping(
        "Dictate of Karametra; Heartbeat of Spring; Keeper of Progenitus; Lavaleaper; Mana Flare; Overabundance; "
        "Vernal Bloom; Zhur-Taa Ancient",
        "Forest",
        "GG",
        "GG",
    ),
    Tapping(
        "Groundchuck & Dirtbag; Mirari's Wake; Nikya of the Old Ways; Nissa, Who Shakes the World; "
        "Vorinclex, Voice of Hunger; Zendikar Resurgent",
        "Forest",
        "GG",
        "G",
    ),
    Tapping("Wild Growth; Wolfwillow Haven", "Forest", "GG", "GG", {"attached_to": "tapped"}),
    Tapping("Overgrowth", "Forest", "GGG", "GGG", {"attached_to": "tapped"}),
    Tapping("Elvish Guidance", "Dryad Arbor", "G", "G", {"attached_to": "tapped"}),
    Tapping(
        "Blighted Burgeoning; Buried in the Garden; Fertile Ground; Glittering Frost; Trace of Abundance; "
        "Verdant Haven",
        "Forest",
        ANY_MORE,
        ANY_MORE,
        {"attached_to": "tapped"},
    ),
    Tapping("Dawn's Reflection; Market Festival", "Forest", TWO_MORE, TWO_MORE, {"attached_to": "tapped"}),
    Tapping("Shimmerwilds Growth; Utopia Sprawl", "Forest", "RG", "RG", {"attached_to": "tapped", **RED}),
    Tapping("Crypt Ghast; Nirkana Revenant", "Swamp", "BB", "B"),
    Tapping("Gauntlet of Might", "Mountain", "RR", "RR"),
    Tapping("Gauntlet of Power", "Forest", "GG", "GG", GREEN),
    Tapping("Gauntlet of Power", "Forest", "G", "G", RED),
    Tapping("Caged Sun", "Forest", "GG", "G", GREEN),
    Tapping("Badgermole Cub; Leyline of Abundance", "Llanowar Elves", "GG", "G"),
    Tapping("Badgermole Cub; Kinnan, Bonder Prodigy", "Forest", "G", "G"),
    Tapping("Autumn Willow, Harmony", "Dryad Arbor", "GG", "G"),
    Tapping("Kinnan, Bonder Prodigy", "Sol Ring", "CCC", "CC"),
    Tapping("Roxanne, Starfall Savant", "Sol Ring", "CC", "CC"),
    Tapping("Forsaken Monument", "Mana Vault", "CCCC", "CCC"),
    Tapping("Forsaken Monument", "Forest", "G", "G"),
    Tapping("Ultima, Origin of Oblivion", "Wastes", "CC", "C"),
    Tapping("Ultima, Origin of Oblivion", "Sol Ring", "CC", "CC"),
    Tapping("Winter's Night", "Snow-Covered Forest", "GG", "GG"),
    Tapping("Winter's Night", "Forest", "G", "G"),
    Tapping("Extraplanar Lens", "Forest", "GG", "GG", {"id": "lens"}, imprinted("Forest")),
    Tapping("Extraplanar Lens", "Forest", "G", "G", {"id": "lens"}, imprinted("Snow-Covered Forest")),
    Tapping("Extraplanar Lens", "Forest", "G", "G"),
    Tapping("Snowfall", "Island", "U | UU", "U | UU"),
    Tapping("Snowfall", "Snow-Covered Island", "U | UUU", "U | UUU"),
    Tapping("Barbflare Gremlin", "Forest", "GG", "GG", {"tapped": True}),
    Tapping("Regal Behemoth", "Forest", ANY_MORE, "G", {"flags": ["monarch"]}),
    Tapping("Zhur-Taa Druid; Forbidden Orchard; Savage Firecat; Manabarbs; Storm Cauldron", "Forest", "G", "G"),
]
MADE = [
    ("Bubbling Muck", "Swamp", "BB"),
    ("Bubbling Muck", "Island", "U"),
    ("High Tide", "Island", "UU"),
]


def tapping(name, tapping, whose):
    card = {"card": name, **tapping.it}
    tapped = {"card": tapping.taps, "id": "tapped"}
    field = {"P1": [card, tapped]} if whose == "P1" else {"P1": [card], "P2": [tapped]}
    return added_in({"battlefield": field, "event": {"tap_for_mana": {"permanent": "tapped"}}, **tapping.also})


EACH_TAPPING = [(name, one) for one in TAPPINGS for name in listed(one.cards)]


@pytest.mark.parametrize(("name", "one"), EACH_TAPPING, ids=[f"{name}, {one.taps}" for name, one in EACH_TAPPING])
def test_what_tapping_comes_to_with_a_card_that_triggers_on_it(name, one):
    assert tapping(name, one, "P1") == alternatives(one.gives)
    assert tapping(name, one, "P2") == {f", P2: {part}" for part in alternatives(one.theirs)}


@pytest.mark.parametrize(
    ("it", "rule"),
    [
        ({"card": "Gemstone Mine"}, "118.3"),
        ({"card": "Mana Confluence"}, "118.3"),
        ({"card": "Sol Ring", "tapped": True}, "107.5"),
        ({"card": "Dryad Arbor", "controlled_since_turn_began": False}, "302.6"),
        ({"card": "Chromatic Sphere"}, "605.1a"),
        ({"card": "Deathrite Shaman"}, "605.1a"),
        ({"card": "Gold"}, "106.12"),
        ({"card": "Mutavault", "copy_of": "Ornithopter"}, "106.12"),
    ],
    ids=["no counters", "no life", "tapped", "new", "draws a card", "targets", "no {T}", "nothing"],
)
def test_what_cannot_be_tapped_for_mana(it, rule):
    with pytest.raises(IllegalError) as error:
        added_in({"battlefield": {"P1": [it]}, "life": {"P1": 0}, "event": {"tap_for_mana": {"permanent": it["card"]}}})
    assert error.value.rule == rule


@pytest.mark.parametrize(("name", "taps", "gives"), MADE)
def test_what_tapping_comes_to_after_a_spell_that_triggers_on_it(name, taps, gives):
    document = {"battlefield": {"P2": [taps]}, "resolved": [{"card": name, "controller": "P1"}]}
    assert added_in({**document, "event": {"tap_for_mana": {"permanent": taps}}}) == {f", P2: {gives}"}


# --- the lists ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", listed(COULD_PRODUCE))
def test_cards_that_ask_what_could_be_produced(name):
    reads = [
        reading
        for _, added in adders(name)
        for instruction in added
        for reading in types_read(production_of(instruction))
    ]
    assert bool(reads) == (name not in CONSUMERS)
    assert all(isinstance(reading, CouldProduce) for reading in reads)


def effects_of(name):
    """All effects of a card that last: those of static abilities, and those that its other abilities make."""
    for ability in abilities_of(name):
        if isinstance(ability, Static):
            yield ability.effect
        elif isinstance(ability, Activated | Triggered | SpellAbility):
            yield from made_by(ability.instructions)


def made_by(instructions):
    for instruction in instructions:
        if isinstance(instruction, CreateEffect):
            yield instruction.effect
        for part in ("then", "otherwise", "instructions"):
            yield from made_by(getattr(instruction, part, ()))


@pytest.mark.parametrize("name", listed(REPLACEMENTS))
def test_cards_that_replace_the_mana_produced(name):
    replacements = [effect for effect in effects_of(name) if isinstance(effect, Replacement)]
    seen = {watch.kind for effect in replacements for watch in effect.watches}
    assert ("add_mana" in seen) != (name in LEFT_OUT)


@pytest.mark.parametrize("name", listed(TRIGGERS))
def test_cards_that_trigger_on_being_tapped_for_mana(name):
    triggers = [ability for ability in (*abilities_of(name), *effects_of(name)) if isinstance(ability, Triggered)]
    on_tapping = [t for t in triggers if any("tapped" in dict(w.conditions) for w in t.watches if w.kind == "add_mana")]
    assert bool(on_tapping) != (name in LEFT_OUT)


# --- the entries against the lists of all cards ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def rows():
    """Every activated ability that adds mana, of all cards."""
    if not ABILITIES.is_file():
        pytest.skip(f"no list of mana abilities at {ABILITIES}")
    with ABILITIES.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_the_cards_have_every_shape_that_there_is(rows):
    wanted = {row["template"] for row in rows}
    names = {name for shape in SHAPES for name in shape.names}
    assert len(wanted) == len(SHAPES)
    assert wanted - {row["template"] for row in rows if row["name"] in names} == set()


def test_the_cards_of_a_shape_have_one_in_common(rows):
    templates: dict[str, set[str]] = {}
    for row in rows:
        templates.setdefault(row["name"], set()).add(row["template"])
    apart = [shape.words for shape in SHAPES if not set.intersection(*(templates.get(n, set()) for n in shape.names))]
    assert apart == []


#: Level abilities, which are one ability with conditions here.
SEVERAL_IN_ONE = {"Under-Construction Skyscraper"}
_LISTED = re.compile(r"\b[Aa]dds? ((?:\{[WUBRGC]\}|, | or |or )+)(?:\.|$)")


def in_catalogue(rows):
    for name in sorted({row["name"] for row in rows}):
        own = [row for row in rows if row["name"] == name and not row["template"].startswith("INTRINSIC")]
        if own and catalogue.is_written(name) and name not in SEVERAL_IN_ONE:
            yield name, own


def symbols(cost):
    return sorted(re.findall(r"\{[^{}]+\}", cost.replace("{E}", "energy")))


def test_every_mana_ability_of_a_card_is_there_with_its_costs(rows):
    """The mana and tap symbols of each cost, and whether there is anything else in it."""
    wrong = {}
    for name, own in in_catalogue(rows):
        expected = sorted((symbols(row["cost"]), bool(_COST_WORDS.search(row["cost"]))) for row in own)
        found = sorted((symbols(ability.symbols), bool(ability.costs)) for ability, _ in adders(name))
        if found != expected:
            wrong[name] = (found, expected)
    assert wrong == {}


_COST_WORDS = re.compile(r"\b(?:Discard|Exile|Mill|Pay|Put|Remove|Return|Sacrifice|Tap|Untap)\b")


def test_restrictions_on_spending_the_mana_are_told(rows):
    wrong = []
    for name, own in in_catalogue(rows):
        expected = sum("spend-only" in row["riders"] or "can't-be-spent" in row["riders"] for row in own)
        found = sum(any(instruction.get("only") for instruction in added) for _, added in adders(name))
        if found != expected:
            wrong.append((name, found, expected))
    assert wrong == []


def test_fixed_mana_is_what_the_card_adds(rows):
    wrong = {}
    for name, own in in_catalogue(rows):
        expected = sorted(fixed for row in own if (fixed := written(row["effect"])))
        found = sorted(
            fixed for _, added in adders(name) if len(added) == 1 if (fixed := produced(production_of(added[0])))
        )
        conditional = any(len(added) > 1 for _, added in adders(name))
        if found != expected and not conditional:
            wrong[name] = (found, expected)
    assert wrong == {}


def written(effect):
    """The alternatives of an effect that only lists symbols, sorted."""
    match = _LISTED.search(effect)
    if match is None or " instead" in effect or "for each" in effect:
        return None
    return sorted("".join(sorted(part)) for part in re.findall(r"[WUBRGC]+", match[1].replace("}{", "")))


def produced(production):
    """The same of a production that is fixed mana, or a choice of such."""
    options = production.options if isinstance(production, Either) else (production,)
    fixed = ["".join(sorted(option.letters)) for option in options if isinstance(option, Fixed) and option.times == ONE]
    return sorted(fixed) if len(fixed) == len(options) else None


def names_in_list(file):
    path = SHARED / "reference" / "lists" / file
    if not path.is_file():
        pytest.skip(f"no list at {path}")
    return {line.split("\t")[0] for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line}


def faces_of(text):
    return {face for name in listed(text) for face in (name, *name.split(" // "))}


def test_the_lists_are_complete():
    assert names_in_list("could_produce.txt") == set(listed(COULD_PRODUCE))
    assert names_in_list("tapped_for_mana_triggers.txt") - faces_of(TRIGGERS) == set()
    # Besides production the list has what becomes of unspent mana, and self-replacement within abilities.
    others = {"Horizon Stone", "Kruphix, God of Horizons", "Omnath, Locus of All", "Ozai, the Phoenix King"}
    inside = {"Ilysian Caryatid", "Incubation Druid"}
    assert names_in_list("mana_replacement.txt") - faces_of(REPLACEMENTS) == others | inside
    assert (len(listed(COULD_PRODUCE)), len(listed(REPLACEMENTS)), len(listed(TRIGGERS))) == (19, 18, 61)


def test_the_cards_of_every_case_about_mana_are_there():
    if not CASES.is_file():
        pytest.skip(f"no cases at {CASES}")
    with CASES.open(encoding="utf-8") as lines:
        cases = [case for case in map(json.loads, lines) if case["topic"] == "A"]
    assert cases
    assert sorted({name for case in cases for name in case["cards"] if not catalogue.is_card(name)}) == []
