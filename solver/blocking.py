"""Whether a creature may be chosen to block a certain attacker: what lets attackers evade blockers (509.1b, 702)."""

from __future__ import annotations

from model.abilities import Keyword
from model.attempts import Blocking
from model.characteristics import Characteristics
from model.objects import GameObject
from model.rules import Citation, Verdict
from model.situation import Situation
from solver.environment import Env
from solver.matching import controller_of, fits, traits_of
from solver.prohibiting import prohibited, source_of
from solver.qualities import quality_of


def against_blocking(blocker: GameObject, attacker: GameObject, situation: Situation) -> Verdict | None:
    """What keeps one creature from being chosen to block another one; None where nothing does.

    How many creatures block together (menace) is no matter of one of them.
    """
    player = controller_of(situation, blocker.id)
    if attacker.attacking is None or controller_of(situation, attacker.attacking) != player:
        return _no("509.1a", "it is not attacking that player, or a planeswalker or battle of theirs")
    stopped = prohibited(Blocking(blocker.id, player, attacker.id), situation)
    if stopped is not None:
        return _no("509.1b", f"an effect of {source_of(stopped)} says that it can't block this attacker")
    mine, theirs = traits_of(situation, blocker), traits_of(situation, attacker)
    evaded = _evades(mine, theirs)
    if evaded is not None:
        return evaded
    for ability in theirs.abilities:
        name = ability.name if isinstance(ability, Keyword) else ""
        if name.startswith("protection from ") and _has_quality(name[16:], blocker, situation):
            return _no("702.16f", f"{name}: it can't be blocked by creatures of that quality")
        land = name.removesuffix("walk")
        if name.endswith("walk") and _walks(land, player, situation):
            return _no("702.14c", f"{name}: the defending player controls such a land")
    return None


def _no(rule: str, gist: str) -> Verdict:
    return Verdict(False, Citation(rule, gist))


def _evades(mine: Characteristics, theirs: Characteristics) -> Verdict | None:
    """The keyword of the attacker, or the blocker's lack of shadow, by which it can't be blocked."""
    artifact = "artifact" in mine.type_line.types
    if theirs.has_keyword("flying") and not (mine.has_keyword("flying") or mine.has_keyword("reach")):
        return _no("702.9b", "flying: only creatures with flying or reach can block it")
    if theirs.has_keyword("shadow") != mine.has_keyword("shadow"):
        return _no("702.28b", "creatures with shadow and those without it can't block each other")
    if theirs.has_keyword("horsemanship") and not mine.has_keyword("horsemanship"):
        return _no("702.31b", "horsemanship: only creatures with it can block it")
    if theirs.has_keyword("fear") and not (artifact or any(color.word == "black" for color in mine.colors)):
        return _no("702.36b", "fear: only artifact creatures and black creatures can block it")
    if theirs.has_keyword("intimidate") and not (artifact or set(mine.colors) & set(theirs.colors)):
        return _no("702.13b", "intimidate: only artifact creatures and those that share a color can block it")
    if theirs.has_keyword("skulk") and (mine.power or 0) > (theirs.power or 0):
        return _no("702.118b", "skulk: creatures with greater power can't block it")
    return None


def _has_quality(text: str, thing: GameObject, situation: Situation) -> bool:
    quality = quality_of(text)
    return quality is not None and fits(thing.id, quality, Env(controller_of(situation, thing.id), thing.id), situation)


def _walks(words: str, player: str, situation: Situation) -> bool:
    """Whether the player controls a land of the kind that a landwalk names: ``island``, ``nonbasic land``, ``snow``."""
    for thing in situation.battlefield():
        line = traits_of(situation, thing).type_line
        if "land" not in line.types or controller_of(situation, thing.id) != player:
            continue
        kinds = {*line.types, *line.supertypes, *(word.lower() for word in line.subtypes)}
        if all((word in kinds) or (word[:3] == "non" and word[3:] not in kinds) for word in words.split()):
            return True
    return False
