"""The words of phrases and amounts, by the part they play, and the predicate that each stands for."""

from __future__ import annotations

import re

from model.mana import COLOR_WORDS
from model.selectors import Aspect, Predicate
from model.type_line import CARD_TYPES, SUPERTYPES

_KEYWORDS = """
    absorb affinity afflict afterlife aftermath amplify annihilator ascend assist aura_swap awaken backup
    banding bargain battle_cry bestow blitz bloodthirst boast bushido buyback cascade casualty champion
    changeling cipher cleave companion compleated conspire convoke craft crew cumulative_upkeep cycling dash
    daybound deathtouch decayed defender delve demonstrate dethrone devoid devour disguise disturb double_strike
    dredge echo embalm emerge enchant encore enlist entwine epic equip escalate escape eternalize evoke evolve
    exalted exhaust exploit extort fabricate fading fear firebending first_strike flanking flash flashback
    flying forecast forestwalk foretell fortify freerunning frenzy fuse gift graft gravestorm harmonize haste
    haunt hexproof hidden_agenda hideaway horsemanship impending improvise increment indestructible infect
    ingest intimidate islandwalk job_select jump-start kicker landwalk level_up lifelink living_metal
    living_weapon madness max_speed mayhem melee menace mentor miracle mobilize modular
    more_than_meets_the_eye morph mountainwalk multikicker mutate myriad nightbound ninjutsu offering offspring
    outlast overload paradigm partner persist phasing plainswalk plot poisonous protection prototype provoke
    prowess prowl rampage ravenous reach read_ahead rebound reconfigure recover reinforce renown replicate
    retrace riot ripple saddle scavenge shadow shroud skulk sneak solved soulbond soulshift space_sculptor
    spectacle splice split_second spree squad start_your_engines station storm sunburst surge suspend swampwalk
    tiered toxic training trample transfigure transmute tribute umbra_armor undaunted undying unearth unleash
    vanishing vigilance visit ward warp web-slinging wither
    """
#: Keyword abilities that "with ..." and lists of abilities know (702), in lower case.
KEYWORDS = frozenset(word.replace("_", " ") for word in _KEYWORDS.split())

#: Words that mean something bound, or a set of players, by the role that they stand for.
REFERENCES = {
    "you": "you", "this": "this", "it": "it", "target": "target", "putter": "putter", "creator": "creator",
    "under": "under", "to": "to", "attacker": "attacker", "opponent": "opponent", "opponents": "opponent",
    "player": "player",
    "players": "player", "another player": "another player", "other player": "another player",
    "other players": "another player", "active player": "active player", "nonactive player": "nonactive player",
    "nonactive players": "nonactive player", "that player": "that player", "chosen player": "chosen player",
    "that permanent": "tapped", "each one": "each one", "them": "them", "who": "who", "source chosen": "source chosen",
    "chosen source": "source chosen", "enchanted player": "enchanted", "what made this": "maker",
    "what is copied": "the copied one",
}  # fmt: skip
#: References that are sets of players, so that "each" and "a" make sense before them.
PLAYER_SETS = frozenset({"you", "opponent", "player", "another player", "active player", "nonactive player"})

STATUSES = (
    "tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "enchanted", "equipped", "face-down",
    "commander",
)  # fmt: skip
COLORS = (*COLOR_WORDS, "colorless", "multicolored", "monocolored")
KINDS = ("permanent", "card", "spell", "source", "token", "object")
DETERMINERS = {"a": "one", "an": "one", "one": "one", "any": "one", "each": "each", "all": "each", "the": "the"}
ZONE_WORDS = ("hand", "library", "graveyard", "exile", "battlefield", "stack", "command")
STATS = {"power": Aspect.POWER, "toughness": Aspect.TOUGHNESS, "mana value": Aspect.MANA_VALUE}

FUNCTIONS_OF_PHRASE = (
    "count", "power", "toughness", "mana_value", "life", "cards_in_hand", "cards_in_library", "cards_in_graveyard",
    "drawn_this_turn", "drawn_this_step", "created_this_turn", "turn_of", "damage_marked", "card_types",
    "lowest_life", "most_cards_in_graveyard",
    "total_power", "total_toughness", "total_mana_value", "greatest_power", "greatest_toughness",
    "greatest_mana_value", "different_powers", "different_names", "colors_among", "basic_land_types",
    "most_with_one_name", "most_of_one_player",
)  # fmt: skip
FUNCTIONS_OF_NUMBERS = {"half_up": 1, "half_down": 1, "max": 2, "min": 2}
FUNCTIONS_OF_WORD = frozenset({"step", "flag", "times", "devotion", "chosen", "unspent"})
FUNCTIONS = {
    **dict.fromkeys(FUNCTIONS_OF_PHRASE, "PHRASE_FUNCTION"),
    **dict.fromkeys(FUNCTIONS_OF_NUMBERS, "NUMBER_FUNCTION"),
    **dict.fromkeys(FUNCTIONS_OF_WORD, "WORD_FUNCTION"),
    "matches": "MATCHES",
    "counters": "COUNTERS",
    "most_counters": "COUNTERS",
}
NAMES = ("amount", "prevented", "x")


def _nouns() -> dict[str, Predicate]:
    nouns = {kind: Predicate(Aspect.KIND, kind) for kind in KINDS}
    nouns |= {kind: Predicate(Aspect.TYPE, kind) for kind in CARD_TYPES}
    plurals = {word + "s": predicate for word, predicate in nouns.items()} | {"sorceries": nouns["sorcery"]}
    return nouns | plurals


def _adjectives() -> dict[str, Predicate]:
    adjectives = {color: Predicate(Aspect.COLOR, color) for color in COLORS}
    adjectives |= {word: Predicate(Aspect.SUPERTYPE, word) for word in SUPERTYPES}
    adjectives |= {word: Predicate(Aspect.STATUS, word) for word in STATUSES}
    for base in [*adjectives.values(), *(Predicate(Aspect.TYPE, kind) for kind in CARD_TYPES)]:
        if base.aspect is not Aspect.STATUS:
            adjectives["non" + base.value] = Predicate(base.aspect, base.value, True)
    adjectives |= {
        "nontoken": Predicate(Aspect.KIND, "token", True),
        "nonattacking": Predicate(Aspect.STATUS, "attacking", True),
        "nonblocking": Predicate(Aspect.STATUS, "blocking", True),
        "unenchanted": Predicate(Aspect.STATUS, "enchanted", True),
        # "enchanted creature" alone is what this is attached to; these are any
        "any-enchanted": Predicate(Aspect.STATUS, "enchanted"),
        "any-equipped": Predicate(Aspect.STATUS, "equipped"),
        "another": Predicate(Aspect.OTHER, "this"),
        "other": Predicate(Aspect.OTHER, "this"),
        "chosen-color": Predicate(Aspect.COLOR, "chosen"),
        "chosen-type": Predicate(Aspect.SUBTYPE, "chosen"),
        "chosen-name": Predicate(Aspect.NAME, "chosen"),
    }
    return adjectives


NOUNS = _nouns()
ADJECTIVES = _adjectives()

#: Qualities of what could be produced (106.7), with the value of their predicate.
COULD_PRODUCE = {
    "that could produce colorless mana": "C",
    "that could produce two or more colors": "colors",
    "that could produce mana that permanent could produce": "like it",
}

#: What was dealt damage this turn, with the source that dealt it.
DAMAGED = {
    "dealt damage this turn": "any",
    "dealt damage by this this turn": "this",
    "dealt damage by target this turn": "target",
    "dealt damage by a source you controlled this turn": "you",
    "dealt damage by enchanted creature this turn": "enchanted",
    "dealt damage by equipped creature this turn": "enchanted",
}

#: What has the same name as something (201.2a).
SAME_NAME = {f"with the same name as {name}": name for name in ("this", "it", "target")}

#: What a spell or ability targets.
TARGETING = {
    "that targets this": "this",
    "that targets you": "you",
    "that targets it": "it",
    "that targets target": "target",
    "that targets enchanted creature": "enchanted",
    "that targets equipped creature": "enchanted",
}

#: What blocks a creature, and what a creature blocks (509.1g).
BLOCKING = {
    f"{words} {name}": (aspect, "enchanted" if name.endswith(" creature") else name)
    for words, aspect in (("blocking", Aspect.BLOCKS), ("blocked by", Aspect.BLOCKED_BY))
    for name in ("this", "it", "target", "source", "enchanted creature", "equipped creature")
}

#: Facts about an object that a phrase may ask for (601.2a).
FACTS = frozenset(
    {
        "cast from a graveyard", "cast from a library", "cast from outside the hand", "with X in its mana cost",
        "cast from exile", "cast from your hand", "cast with this", "cast with five or more mana",
        "that entered this turn",
        "put there from the battlefield this turn",
        "put there from your library this turn",
        "on top of your library",
    }
)  # fmt: skip

#: Every word or group of words with the terminal of the grammar that it is.
TERMINALS: dict[str, str] = {
    **dict.fromkeys(KEYWORDS, "KEYWORD"),
    **dict.fromkeys(ADJECTIVES, "ADJECTIVE"),
    **dict.fromkeys(NOUNS, "NOUN"),
    **dict.fromkeys(REFERENCES, "REFERENCE"),
    **dict.fromkeys(DETERMINERS, "DETERMINER"),
    **dict.fromkeys(ZONE_WORDS, "ZONE"),
    **dict.fromkeys(STATS, "STAT"),
    **dict.fromkeys(NAMES, "NAME"),
    **dict.fromkeys(("controller", "owner"), "HOLDER"),
    **dict.fromkeys(("control", "controls"), "CONTROLS"),
    **dict.fromkeys(("own", "owns"), "OWNS"),
    **dict.fromkeys(("don't control", "doesn't control", "do not control"), "NOT_CONTROLS"),
    **dict.fromkeys(("don't own", "doesn't own", "do not own"), "NOT_OWNS"),
    **dict.fromkeys(("counter", "counters"), "COUNTER"),
    **dict.fromkeys(("odd", "even"), "PARITY"),
    **dict.fromkeys(("of the chosen color", "of the chosen type", "sharing a color with target"), "CHOSEN_QUALITY"),
    **dict.fromkeys(COULD_PRODUCE, "CHOSEN_QUALITY"),
    **dict.fromkeys(DAMAGED, "CHOSEN_QUALITY"),
    **dict.fromkeys(TARGETING, "CHOSEN_QUALITY"),
    **dict.fromkeys(SAME_NAME, "CHOSEN_QUALITY"),
    **dict.fromkeys(BLOCKING, "CHOSEN_QUALITY"),
    **dict.fromkeys(FACTS, "CHOSEN_QUALITY"),
    "not on the battlefield": "CHOSEN_QUALITY", "exiled with this": "CHOSEN_QUALITY",
    **dict.fromkeys(("on it", "on them"), "ON_IT"),
    "or": "OR", "and": "AND", "not": "NOT", "with": "WITH", "without": "WITHOUT", "no": "NO", "in": "IN", "on": "ON",
    "its": "ITS", "your": "YOUR",
}  # fmt: skip

#: What the terminals are called in messages.
EXPECTED = {
    "KEYWORD": "a keyword ability", "ADJECTIVE": "an adjective", "NOUN": "a noun", "SUBTYPE": "a subtype",
    "REFERENCE": "'you', 'this', 'it' ...", "DETERMINER": "'a', 'each', 'the'", "ZONE": "a zone",
    "STAT": "'power', 'mana value' ...",
    "NAME": "'amount', 'x', 'prevented'", "HOLDER": "'controller' or 'owner'", "CONTROLS": "'control'", "OWNS": "'own'",
    "COUNTER": "'counter'", "PARITY": "'odd' or 'even'", "OR": "'or'", "AND": "'and'", "NOT": "'not'", "WITH": "'with'",
    "WITHOUT": "'without'", "NO": "'no'", "IN": "'in'", "ON": "'on'", "ITS": "'its'", "YOUR": "'your'",
    "POSSESSIVE": "\"'s\"", "NUMBER": "a number", "COMPARE": "a comparison", "PLUS": "'+'", "MINUS": "'-'",
    "TIMES": "'*'",
    "OPEN": "'('", "CLOSE": "')'", "COMMA": "','", "PHRASE_FUNCTION": "a function", "NUMBER_FUNCTION": "a function",
    "WORD_FUNCTION": "a function", "MATCHES": "a function", "COUNTERS": "a function", "NAMED": "'named'",
    "NAME_PART": "'with ... in its name'",
    "RAW": "a word",
    "COUNTER_KIND": "a kind of counter", "CHOSEN_QUALITY": "'of the chosen color'", "ON_IT": "'on it'",
    "NOT_CONTROLS": "\"don't control\"", "NOT_OWNS": "\"don't own\"", "$END": "the end",
}  # fmt: skip

_IRREGULAR = {
    "Elves": "Elf", "Dwarves": "Dwarf", "Wolves": "Wolf", "Werewolves": "Werewolf", "Allies": "Ally",
    "Mercenaries": "Mercenary",
    "Harpies": "Harpy", "Ponies": "Pony", "Foxes": "Fox", "Sphinxes": "Sphinx", "Leeches": "Leech",
    "Lhurgoyfs": "Lhurgoyf",
    "Mice": "Mouse", "Oxen": "Ox", "Fungi": "Fungus", "Octopuses": "Octopus", "Walruses": "Walrus",
}  # fmt: skip
#: Subtypes whose plural is not the singular with an s.
IRREGULAR_PLURALS = {one: plural for plural, one in _IRREGULAR.items() if one != plural}
_SINGULAR_S = re.compile(r"(?:us|ss|is|['\u2019]s|Plains|Cyclops)$")


def singular(subtype: str) -> str:
    """A subtype in the singular: ``Squirrels`` is ``Squirrel``, ``Plains`` stays."""
    if subtype in _IRREGULAR:
        return _IRREGULAR[subtype]
    if subtype.endswith("s") and not _SINGULAR_S.search(subtype):
        return subtype[:-1]
    return subtype
