"""Boards of permanents that make mana and effects on it: built by hand from the notation, and random ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from model.abilities import Static, Triggered
from model.cards import Card, Face
from model.effects import Change, FloatingEffect, Replacement, Watch
from model.objects import GameObject
from model.players import Player
from model.selectors import Aspect, Predicate, Selector, role
from model.situation import Situation
from model.type_line import TypeLine
from model.zones import Zone
from scenarios import catalogue, notation

PLAYERS = ("you", "opponent")
COLORS = ("white", "blue", "black", "red", "green")
#: A permanent: the name of a card, a card in the notation, or one of these with further status.
Entry = str | dict[str, Any] | Card | tuple[Any, dict[str, Any]]


def card(what: str | dict[str, Any] | Card) -> Card:
    """A card of the catalogue, one in the notation, or a card."""
    if isinstance(what, Card):
        return what
    return catalogue.find(what) if isinstance(what, str) else notation.card(what, "")


def land(name: str, *abilities: Any, type: str = "Land") -> dict[str, Any]:
    """A land with these abilities; a text stands for ``{T}: Add ...``."""
    return {"name": name, "type": type, "abilities": [tapping(each) for each in abilities]}


def tapping(what: Any, cost: str = "{T}", **more: Any) -> Any:
    """The mana ability ``{T}: Add ...`` for a text or a mapping of ``add_mana``; other abilities as they are."""
    if isinstance(what, dict) and (isinstance(what.get("mana"), dict) or not set(what) & _PRODUCING):
        return what
    return {"mana": {"cost": cost, "add": what, **more}}


_PRODUCING = {"mana", "among", "could_produce"}


def acting(*do: Any, cost: str = "{T}", costs: list[Any] | None = None) -> dict[str, Any]:
    """An activated ability with {T} and these instructions."""
    return {"activated": cost, "costs": costs or [], "do": list(do)}


def enchantment(name: str, *abilities: Any, type: str = "Enchantment") -> dict[str, Any]:
    """An enchantment with these abilities."""
    return {"name": name, "type": type, "abilities": list(abilities)}


def instead(name: str, watch: dict[str, Any], rewrite: Any, **more: Any) -> dict[str, Any]:
    """An enchantment with a replacement effect on mana."""
    return enchantment(name, {"when": {"add_mana": watch}, "instead": rewrite, **more})


def whenever(name: str, watch: dict[str, Any], add: Any, **more: Any) -> dict[str, Any]:
    """An enchantment that adds mana whenever other mana is added."""
    return enchantment(name, {"trigger": {"add_mana": watch}, "do": [{"add_mana": add}], **more})


def handing_over(name: str, players: Selector) -> Card:
    """An enchantment with which these players add the mana for which lands are tapped."""
    lands = Selector(((Predicate(Aspect.TYPE, "land"),),))
    effect = Replacement((Watch("add_mana", (("tapped", lands),)),), Change((("player", players),)))
    return Card((Face(name, TypeLine.parse("Enchantment"), abilities=(Static(effect),)),))


def permanent(entry: Entry, ref: str, controller: str, timestamp: int = 0) -> GameObject:
    """The permanent of an entry."""
    status: dict[str, Any] = {}
    if isinstance(entry, tuple):
        entry, status = entry
    what: Any = entry
    return GameObject(ref, card(what), Zone.BATTLEFIELD, controller, controller, timestamp=timestamp, **status)


def board(you: list[Entry] | None = None, opponent: list[Entry] | None = None, active: str = "you") -> Situation:
    """Two players with these permanents; ids are names, with `` 2``, `` 3`` ... for further ones of a name."""
    things: list[GameObject] = []
    for player, entries in (("you", you or []), ("opponent", opponent or [])):
        for entry in entries:
            name = card(entry[0] if isinstance(entry, tuple) else entry).name
            number = 1 + sum(thing.card.name == name for thing in things)
            things.append(permanent(entry, name if number == 1 else f"{name} {number}", player, len(things) + 1))
    return Situation(tuple(Player(name) for name in PLAYERS), active, tuple(things))


# --- what random boards are made of ----------------------------------------------------------------------------------

BASICS: tuple[Any, ...] = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes")
READING: tuple[Any, ...] = (
    "Reflecting Pool", "Exotic Orchard", "Fellwar Stone", "Star Compass", "Plaza of Harmony", "Harvester Druid",
    "Naga Vitalist", "Incubation Druid",
    land("Gate of Others", {"could_produce": "Gate you control", "colors": True}, type="Land — Gate"),
    land("Twofold Pool", {"could_produce": "land you control", "count": 2, "how": "combination"}),
    land("Differing Pool", {"could_produce": "other land you control", "count": 2, "how": "different"}),
    land("Jealous Pool", {"could_produce": "nonbasic land an opponent controls"}),
)  # fmt: skip
INNER: Any = land("Inner", acting(  # a self-replacement effect (614.15), which works while a charge counter is on it
    {"add_mana": "{G}"},
    {"self": {"when": {"add_mana": {"source": "this"}}, "while": "counters(charge, this) >= 1",
              "instead": {"mana": "{B}{B}"}}},
))  # fmt: skip
BARGAIN: Any = land("Bargain", tapping(
    {"could_produce": "them"}, costs=[{"sacrifice": {"permanent": "a basic land you control"}}],
))  # fmt: skip
PLAIN: tuple[Any, ...] = (
    "Mystic Gate", "Adarkar Wastes", "Ancient Tomb", "Gaea's Cradle", "Calciform Pools", "Birds of Paradise",
    "Bloom Tender", "Chromatic Sphere", "Blood Pet",
    land("Delta", type="Land — Island Swamp"),
    land("Snowy Vale", type="Basic Snow Land — Plains"),
    land("Mixed", "{W}{U}"),
    land("Rich", "{C}{G}{G} or {R}"),
    land("Altar", tapping("{R}{R}", costs=[{"sacrifice": {"permanent": "a nonbasic land you control"}}])),
    land("Green or Chosen", "{G} or chosen color"),
    land("Two of Any", {"mana": "any color", "count": 2}),
    land("Two Different", {"mana": "{W} or {B}", "count": 2, "how": "different"}),
    land("Noted", "noted"),
    land("River", acting({"if": "turn_of(you)", "then": [{"add_mana": "{U}"}], "otherwise": [{"add_mana": "{B}"}]})),
    land("Storage", acting({"add_mana": {"mana": "{R}", "count": "x"}}, cost="{X}, {T}")),
    land("Drawing", acting({"add_mana": "{R}"}, {"draw": {"player": "you", "count": 1}})),
    land("Fork", acting({"choose": {"red": [{"add_mana": "{R}{R}"}], "green": [{"add_mana": "{G}"}]}})),
    land("Gamble", acting({"may": {"do": [{"add_mana": "{B}"}], "otherwise": [{"add_mana": "{C}"}]}})),
    land("Gift", acting({"add_mana": {"mana": "{G}", "player": "opponent"}})),
    land("Vestige", {"trigger": {"enter": {"object": "this"}}, "do": [{"add_mana": "any color"}]}, "{C}"),
    land("Echo", "{W}", {"trigger": {"add_mana": {"tapped": "this"}}, "do": [{"add_mana": "{R}"}]}),
    INNER, BARGAIN,
)  # fmt: skip
MARKED: Any = instead(
    "Marked", {"tapped": "land"}, {"type": "{U}"}, **{"while": "counters(charge, that permanent) >= 1"}
)
COUNTING: Any = instead("Counting", {"tapped": "land"}, {"mana": "{B}", "count": "counters(charge, that permanent)"})
CHANGING: tuple[Any, ...] = (
    "Contamination", "Infernal Darkness", "Ritual of Subdual", "Damping Sphere", "Mana Reflection", "Nyxbloom Ancient",
    "Virtue of Strength", "Naked Singularity", "Reality Twist", "Pulse of Llanowar",
    instead("Hall", {"tapped": "land", "type": "colored"}, {"type": "chosen color", "of": "colored"}),
    instead("Picky", {"tapped": "permanent", "type": "chosen"}, {"mana": "{R}{R}"}),
    instead("Charged", {"tapped": "land"}, {"type": "{G}"}, **{"while": "counters(charge, this) >= 1"}),
    instead("For Each", {"tapped": "land you control"}, {"count": "amount * count(creature you control)"}),
    instead("Basic", {"source": "basic land"}, {"type": "{W}"}),
    instead("Dawn", {"source": "source you control", "type": "colored"}, {"type": "{W}", "of": "colored"}),
    instead("Gnomes", {"tapped": "Plains", "type": "W"}, {"type": "{C}", "of": ["W"]}),
    instead("Harvest", {"tapped": "land", "player": "you"}, {"mana": "any color"}),
    instead("Single", {"tapped": "permanent", "amount": 1}, {"mana": "{R}{G}"}),
    instead("Wishes", {"tapped": "land you control"}, {"type": "{U} or {R}"}, may="you"),
    instead("Later", {"ability": "triggered"}, {"count": "2 * amount"}),
    instead("Poor", {"tapped": "creature"}, {"count": "0"}),
    instead("Kept", {"tapped": "land", "type": "G"}, ["the event", {"gain_life": {"player": "it", "amount": 1}}]),
    handing_over("Taking", role("you")),
    instead("Sometimes", {"tapped": "land"}, {"type": "{B}"}, **{"while": "count(land you control) >= 3"}),
    enchantment("Skipped", {"when": {"add_mana": {"tapped": "nonland permanent", "type": "G"}}, "skip": True}),
    enchantment("Stopped", {"cannot": {"add_mana": {"tapped": "land", "type": "C"}}}),
    enchantment("Two Ways", {
        "when": {"add_mana": {"tapped": "land"}},
        "one_of": {
            "black": {"instead": {"type": "{B}"}},
            "double": {"if": "amount >= 2", "instead": {"count": "2 * amount"}},
        },
    }),
)  # fmt: skip
FOLLOWING: tuple[Any, ...] = (
    "Mana Flare", "Vernal Bloom", "Snowfall",
    whenever("Wake", {"tapped": "land", "player": "you"}, "that type"),
    whenever("Monument", {"tapped": "permanent", "player": "you", "type": "C"}, "{C}"),
    whenever("Sun", {"source": "land you control", "type": "chosen", "ability": "mana"}, "chosen color"),
    whenever("Plenty", {"tapped": "land", "amount": ">= 2"}, {"mana": "that type", "player": "it"}),
    whenever("Creatures", {"tapped": "creature"}, {"mana": "{G} or {W}", "count": 2, "how": "combination"}),
)  # fmt: skip
ATTACHED: tuple[Any, ...] = (
    "Wild Growth", "Overgrowth", "Fertile Ground", "Utopia Sprawl",
    instead("Veil", {"tapped": "enchanted permanent"}, {"type": "{W} or {G}"}),
    instead("Burden", {"source": "enchanted land"}, {"mana": "{C}"}),
    MARKED, COUNTING,
)  # fmt: skip


@st.composite
def boards(draw: st.DrawFn) -> Situation:
    """Two players with two to seven permanents that make mana and up to four things that change it or follow it.

    Some of these are effects that last, whose source is another permanent.
    """
    made = draw(st.lists(st.sampled_from((*BASICS, *READING, *READING, *PLAIN)), min_size=2, max_size=7))
    changing = draw(st.lists(st.sampled_from((*CHANGING, None)), min_size=1, max_size=4))
    following = draw(st.lists(st.sampled_from(FOLLOWING + ATTACHED), max_size=4 - len(changing)))
    things: list[GameObject] = []
    lasting: list[FloatingEffect] = []
    for entry in (*made, *changing, *following):
        if entry is None:
            continue
        status: dict[str, Any] = {"tapped": draw(st.integers(0, 5)) == 0}
        status["counters"] = draw(st.sampled_from([(), (), (("+1/+1", 1),), (("charge", 2),)]))
        chosen = [("mana", draw(st.sampled_from(["{U}", "{R}{C}"])))] if draw(st.booleans()) else []
        if draw(st.integers(0, 3)):
            chosen.append(("color", draw(st.sampled_from(COLORS))))
        status["chosen"] = tuple(chosen)
        if entry in ATTACHED:
            status["attached_to"] = draw(st.sampled_from(things[: len(made)])).id
        controller = draw(st.sampled_from((*PLAYERS, "you")))
        thing = permanent((entry, status), f"{card(entry).name} {len(things) + 1}", controller, len(things) + 1)
        if entry in made or entry in ATTACHED or draw(st.integers(0, 2)):
            things.append(thing)
            continue
        ability = card(entry).faces[0].abilities[-1]
        if isinstance(ability, Static | Triggered):
            source = draw(st.sampled_from(things)).id
            effect = ability.effect if isinstance(ability, Static) else ability
            lasting.append(FloatingEffect(f"lasting {len(lasting) + 1}", effect, controller, source))
    players = tuple(Player(name) for name in PLAYERS)
    return Situation(players, draw(st.sampled_from(PLAYERS)), tuple(things), tuple(lasting))
