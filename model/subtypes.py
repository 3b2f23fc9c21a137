"""Subtypes and the card types that they belong to (205.3)."""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


ARTIFACT_TYPES = _set(
    """
    Attraction Blood Bobblehead Book Clue Contraption Equipment Food Fortification Gold Incubator Infinity Junk
    Lander Map Mutagen Powerstone Spacecraft Stone Treasure Vehicle
    """
)
ENCHANTMENT_TYPES = _set("Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine")
LAND_TYPES = _set(
    """
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp Tower Town
    Urza's
    """
)
PLANESWALKER_TYPES = _set(
    """
    Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel
    Dellian Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace
    Jared Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko
    Nissa Nixilis Oko Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo
    Tezzeret Tibalt Tyvar Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling Zariel
    """
)
SPELL_TYPES = _set("Adventure Arcane Lesson Omen Trap")
BATTLE_TYPES = _set("Siege")
DUNGEON_TYPES = _set("Undercity")

#: Stands among the subtypes of an object for all creature types at once (702.73a).
EVERY_CREATURE_TYPE = "every creature type"

_CORRELATED: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (ARTIFACT_TYPES, frozenset({"artifact"})),
    (ENCHANTMENT_TYPES, frozenset({"enchantment"})),
    (LAND_TYPES, frozenset({"land"})),
    (PLANESWALKER_TYPES, frozenset({"planeswalker"})),
    (SPELL_TYPES, frozenset({"instant", "sorcery"})),
    (BATTLE_TYPES, frozenset({"battle"})),
    (DUNGEON_TYPES, frozenset({"dungeon"})),
)
_OF_CREATURES = frozenset({"creature", "kindred"})
_TYPES_OF: dict[str, frozenset[str]] = {
    spelling: types
    for subtypes, types in _CORRELATED
    for subtype in subtypes
    for spelling in (subtype, subtype.replace("'", "\u2019"))
}


def types_of_subtype(subtype: str) -> frozenset[str]:
    """The card types that a subtype belongs to; what is on no other list is a creature type (205.3c, 205.3m)."""
    return _TYPES_OF.get(subtype, _OF_CREATURES)


def is_creature_type(subtype: str) -> bool:
    """Whether this is a creature type (205.3m), or stands for all of them."""
    return subtype not in _TYPES_OF
