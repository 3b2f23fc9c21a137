"""Questions about choosing: what can be chosen or targeted, for what, and which ways there are (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from model.attempts import ChoosingThing
from model.cards import Face
from model.choices import Choice, Manner
from model.effects import AsEnters, EnterAsCopy, Replacement
from model.errors import MalformedError, OutOfScopeError
from model.instructions import Pick, Search
from model.objects import GameObject
from model.rules import Citation, Verdict
from model.selectors import Quantifier, Selector
from model.situation import Situation
from model.subtypes import is_creature_type
from model.zones import Zone
from scenarios import catalogue
from scenarios.checking import at, known, mapping, text, within
from scenarios.happenings import References
from solver import choosing
from solver.environment import Env
from solver.matching import controller_of, fits, traits_of
from solver.naming import words
from solver.prohibiting import prohibited, source_of

_THINGS = ("permanent", "object", "card", "spell", "player")
#: Words of a kind that are chosen as a permanent enters.
_WORDS = ("color", "type", "mode", "land type", "player")
#: What else an entry says: what the choice is for, who makes it, and which attacker would be blocked.
_ABOUT = ("for", "by", "attacker")


@dataclass(frozen=True)
class Wanted:
    """One thing that a question asks about: what is to be chosen, for what, by whom.

    ``what`` is a thing, a name, a word of some kind, or nothing (then all ways are asked for). ``purpose`` is a game
    rule, or the object ``env.this`` whose ``choices`` these are.
    """

    what: str
    value: str
    purpose: str
    env: Env
    situation: Situation
    choices: tuple[Choice, ...] = ()


def read(kind: str, value: object, path: str, refs: References) -> Wanted:
    """What an entry of ``can_choose`` or ``can_target`` asks. Raises MalformedError or UnknownNameError with the path.

    Raises OutOfScopeError for a card whose choices the catalogue does not have.
    """
    entry = mapping(value, path, "a mapping such as {name: ..., for: ...}", (*_THINGS, "name", *_WORDS, *_ABOUT))
    chosen = [key for key in entry if key not in _ABOUT]
    if len(chosen) > 1:
        raise MalformedError(f"expected one thing that is chosen, found {chosen[0]!r} and {chosen[1]!r}", path)
    what = chosen[0] if chosen else ""
    purpose = text(entry.get("for"), at(path, "for"), "what it is chosen for: an id, a card, attacking ...")
    if purpose in choosing.GAME_RULES and kind == "can_choose":
        known(entry, ("permanent", "for", *(("attacker",) if purpose == "blocking" else ())), path)
        thing = refs.thing(entry.get("permanent"), at(path, "permanent"))
        roles = (("attacker", refs.thing(entry["attacker"], at(path, "attacker"))),) if "attacker" in entry else ()
        return Wanted("thing", thing, purpose, Env(controller_of(refs.situation, thing), None, roles), refs.situation)
    known(entry, [key for key in (*_THINGS, "name", *_WORDS, *_ABOUT) if key != "attacker"], path)
    by = refs.player(entry["by"], at(path, "by")) if "by" in entry else None
    env, situation = _source(purpose, by, at(path, "for"), refs)
    choices = _choices(env, situation) or _as_read(env, situation)
    if kind == "can_target":
        choices = tuple(choice for choice in choices if choice.manner is Manner.TARGET)
    if what and what != "player" and what not in _THINGS and what != "name":
        return Wanted(what, text(entry[what], at(path, what)), purpose, env, situation)
    if what == "player" and not choices:
        return Wanted("player", refs.player(entry[what], at(path, what)), purpose, env, situation)
    open_ones = kind == "can_choose" and bool(what) and env.this is not None and _left_open(situation.object(env.this))
    if not choices and not open_ones:
        raise OutOfScopeError(f"{at(path, 'for')}: what {purpose} has players choose is not in the catalogue")
    if what == "name":
        name = text(entry[what], at(path, what), "a card name")
        if all(choice.manner is not Manner.CALL for choice in choices):
            with within(at(path, what)):
                faces_named(name)
        return Wanted(what, name, purpose, env, situation, choices)
    ref = refs.either(entry[what], at(path, what)) if what else ""
    return Wanted("thing" if what else "", ref, purpose, env, situation, choices)


def _source(purpose: str, by: str | None, path: str, refs: References) -> tuple[Env, Situation]:
    """The spell, or the source of the ability, that has something chosen: an object, or a card as it is cast."""
    situation = refs.situation
    thing = situation.find(purpose)
    if thing is not None:
        return Env(by or controller_of(situation, purpose), purpose), situation
    with within(path):
        card = catalogue.find(purpose)
    face = next((place for place, one in enumerate(card.faces) if one.name == purpose), 0)
    player = by or situation.players[0].name
    spell = GameObject(purpose, card, Zone.STACK, player, player, face)
    return Env(player, purpose), situation.with_new(spell)


def _as_read(env: Env, situation: Situation) -> tuple[Choice, ...]:
    """What the reader found that a card has players choose, where its entry in the catalogue says nothing of it."""
    thing = situation.find(env.this) if env.this is not None else None
    if thing is None:
        return ()
    from scenarios import box, chosen

    face = thing.card.faces[thing.face] if thing.face < len(thing.card.faces) else thing.card.faces[0]
    found = box.find(face.name)
    entry = ((found.entry or found.partial) if found is not None else None) or {}
    for part in entry.get("faces") or [entry]:
        unread = any(isinstance(one, dict) and "not_understood" in one for one in part.get("abilities", ()))
        if part.get("name") == face.name and not unread:
            return chosen.choices(part.get("chooses", []), "chooses")
    return ()


def _choices(env: Env, situation: Situation) -> tuple[Choice, ...]:
    """What the object has players choose, and this player among them: of the face that is up, or of any of its."""
    thing = situation.object(env.this or "")
    faces = thing.printed.faces
    up = faces[min(thing.face, len(faces) - 1)]
    found = up.choices or tuple(choice for face in faces for choice in face.choices)
    return tuple(choice for choice in found if choice.by is None or fits(env.you, choice.by, env, situation))


# --- answering -------------------------------------------------------------------------------------------------------


def answer(kind: str, wanted: Wanted) -> Verdict | tuple[list[Any], Citation]:
    """Yes or no with the rule that decides, or every way to make the choices."""
    env, situation, choices = wanted.env, wanted.situation, wanted.choices
    if wanted.purpose in choosing.GAME_RULES:
        return choosing.by_game_rule(wanted.value, wanted.purpose, situation, env.role("attacker"))
    match wanted.what:
        case "" if any(choice.mode for choice in choices):
            raise OutOfScopeError(f"what {wanted.purpose} has players choose depends on the modes that are chosen")
        case "":
            return _ways(wanted), Citation("601.2c" if kind == "can_target" else "608.2d", "all legal choices together")
        case "name":
            if any(choice.manner is Manner.CALL for choice in choices):
                return Verdict(True, Citation("608.2d", "any name may be given, that of a card or another"))
            named = [choice for choice in choices if choice.manner is Manner.NAME]
            if not named:
                return Verdict(False, Citation("608.2d", "no card name is chosen for it"))
            faces = faces_named(wanted.value)
            return choosing.best([choosing.can_name(wanted.value, faces, one, env, situation) for one in named])
        case "thing":
            things = [choice for choice in choices if choice.manner not in (Manner.NAME, Manner.CALL)]
            none = Verdict(False, Citation("608.2d", "it is none of what is chosen for it"))
            found = choosing.best([choosing.can_choose(wanted.value, one, env, situation) for one in things] or [none])
            return found if found.value or kind == "can_target" else _picked(wanted) or found
        case what:
            return _word(what, wanted)


def _picked(wanted: Wanted) -> Verdict | None:
    """Whether it may be chosen as the spell or ability resolves, whoever is its target; None where it may not."""
    env, situation = wanted.env, wanted.situation
    if env.this is None or situation.find(env.this) is None:
        return None
    for among, worded in _left_open(situation.object(env.this)):
        for player in situation.players:
            if not fits(wanted.value, among, env.with_roles(target=player.name), situation):
                continue
            stopped = prohibited(ChoosingThing(wanted.value, env.you, env.this, worded), situation)
            if stopped is None:
                return Verdict(True, Citation("608.2d", "it is a legal option"))
            return Verdict(False, Citation("101.2", f"an effect of {source_of(stopped)} says that it can't be"))
    return None


def _left_open(thing: GameObject) -> tuple[tuple[Selector, bool], ...]:
    """What an object leaves to choose as it resolves or enters, and whether its text calls that a choice."""
    return tuple(found for face in thing.printed.faces for ability in face.abilities for found in _options(ability))


def _options(value: object) -> Iterator[tuple[Selector, bool]]:
    match value:
        case Pick(wanted=among):
            yield among, True
        case Search(wanted=among):
            yield among, False
        case EnterAsCopy(of=among) if among.quantifier is not Quantifier.EACH:
            yield among, among.worded
        case Selector(quantifier=Quantifier.ONE):
            yield value, value.worded
    if isinstance(value, tuple):
        for part in value:
            yield from _options(part)
    elif is_dataclass(value) and not isinstance(value, Selector):
        for one in fields(value):
            yield from _options(getattr(value, one.name))


def _ways(wanted: Wanted) -> list[Any]:
    """Each way as a list of ids; where each is one thing, that thing."""
    things = tuple(choice for choice in wanted.choices if choice.manner not in (Manner.NAME, Manner.CALL))
    found = choosing.ways(things, wanted.env, wanted.situation)
    flat = [[ref for part in way for ref in part] for way in found]
    return [way[0] for way in flat] if flat and all(len(way) == 1 for way in flat) else flat


def _word(what: str, wanted: Wanted) -> Verdict:
    """Whether a word may be chosen as the permanent enters (614.12a)."""
    env, situation = wanted.env, wanted.situation
    for ability in traits_of(situation, situation.object(env.this or "")).abilities:
        effect = getattr(ability, "effect", None)
        rewrite = effect.rewrite if isinstance(effect, Replacement) else None
        if isinstance(rewrite, AsEnters) and rewrite.what == what:
            allowed = wanted.value in words(rewrite, env, situation)
            if not allowed and not isinstance(rewrite.among, Selector) and "any creature type" in rewrite.among:
                allowed = is_creature_type(wanted.value)
            gist = "it is one of those that may be chosen" if allowed else "it is none of those that may be chosen"
            return Verdict(allowed, Citation("614.12a" if allowed else "608.2d", gist))
    raise OutOfScopeError(f"what {wanted.purpose} has players choose is not in the catalogue")


def faces_named(name: str) -> tuple[Face, ...]:
    """The faces of this name of the catalogue's cards; none where it has a token of the name and no card.

    Raises UnknownNameError for a name that the catalogue does not have at all: it may be that of a card.
    """
    if " // " in name or (catalogue.is_token(name) and not catalogue.is_card_name(name)):
        return ()
    card = catalogue.find_partly(name)
    return tuple(face for face in card.faces if face.name == name)
