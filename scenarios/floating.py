"""Effects that exist already: of spells and abilities that resolved (``resolved``), or without a card (``effects``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from model.abilities import Activated, SpellAbility, Triggered
from model.amounts import Call
from model.cards import Card
from model.errors import MalformedError
from model.instructions import ChooseOne, CreateEffect, If, Instruction, May
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone
from scenarios import catalogue, checking, partly
from scenarios.checking import at, text, within
from scenarios.documents import Document, Resolved
from scenarios.effects import created_effect
from scenarios.happenings import References
from solver.amounts import holds
from solver.effects_made import make_effects
from solver.environment import Env


def with_effects(document: Document, situation: Situation) -> Situation:
    """The situation with the effects of ``resolved`` and ``effects``, and the spells that made them in graveyards.

    Raises MalformedError with the path of what is wrong.
    """
    for index, entry in enumerate(document.resolved):
        situation = _resolved(entry, at("resolved", index), situation)
    for index, value in enumerate(document.effects):
        situation = _written(value, at("effects", index), situation)
    return situation


def _resolved(entry: Resolved, path: str, situation: Situation) -> Situation:
    if (entry.card is None) == (entry.ability_of is None):
        raise MalformedError("expected either 'card' (a spell) or 'ability_of'", path)
    where = at(path, "card" if entry.card is not None else "ability_of")
    source = situation.find(entry.ability_of)
    with within(where):
        card = source.printed if source is not None else catalogue.find(entry.card or entry.ability_of or "")
        for unread in partly.of_card(card):
            raise partly.refusal(card.full_name, unread.words)
    refs = References(situation)
    controller = entry.controller or (source.controller if source is not None else None) or situation.players[0].name
    refs.player(controller, at(path, "controller"))
    bindings = _bindings(entry.targets, entry.source, entry.chosen, path, refs)
    if source is None:
        situation, source = _gone(card, controller, situation)
    values = (("x", entry.x),) if "x" in entry.model_fields_set else ()
    env = Env(controller, source.id, bindings, values)
    made = list(effects_in(_instructions(card, entry, where), env, situation, tuple(entry.flags)))
    if not made:
        raise MalformedError(f"{card.name!r} makes no effect that lasts", where)
    for _ in range(entry.times):
        for one in made:
            after = make_effects(one, env, situation, entry.id or f"{source.id} effect")
            situation = _stamped(after, situation, entry.timestamp)
    return situation


def _gone(card: Card, controller: str, situation: Situation) -> tuple[Situation, GameObject]:
    """The object that a resolved spell has become in its owner's graveyard (608.2n), or what had the ability."""
    types = card.faces[0].type_line.types
    zone = Zone.GRAVEYARD if "instant" in types or "sorcery" in types else Zone.NOWHERE
    for thing in situation.objects:
        if thing.zone is zone and thing.owner == controller and thing.card == card:
            return situation, thing
    taken = {thing.id for thing in situation.objects}
    name, number = card.name, 1
    while name in taken:
        number += 1
        name = f"{card.name} {number}"
    gone = GameObject(name, card, zone, controller)
    return situation.with_new(gone), gone


def _instructions(card: Card, entry: Resolved, path: str) -> tuple[Instruction, ...]:
    """What the spell, or the ability of this number among the activated and then the triggered ones, does."""
    abilities = [ability for face in card.faces for ability in face.abilities]
    spells = [ability for ability in abilities if isinstance(ability, SpellAbility)]
    if entry.card is not None and spells and "ability" not in entry.model_fields_set:
        return tuple(one for ability in spells for one in ability.instructions)
    numbered = numbered_abilities(card)
    if not 1 <= entry.ability <= len(numbered):
        there = (
            f"{len(numbered)} activated and triggered abilities" if numbered else "no activated or triggered ability"
        )
        raise MalformedError(f"{card.name!r} has {there} here, not {entry.ability}", path)
    return numbered[entry.ability - 1].instructions


def numbered_abilities(card: Card) -> tuple[Activated | Triggered, ...]:
    """The abilities that ``ability: 1``, ``ability: 2`` ... mean: the activated ones, then the triggered ones."""
    abilities = [ability for face in card.faces for ability in face.abilities]
    activated = [ability for ability in abilities if isinstance(ability, Activated)]
    return (*activated, *(ability for ability in abilities if isinstance(ability, Triggered)))


def effects_in(
    instructions: tuple[Instruction, ...], env: Env, situation: Situation, flags: tuple[str, ...] = ()
) -> Iterator[CreateEffect]:
    """The effects that instructions make: of an "if" the part that holds, by ``flags`` or as things are."""
    for one in instructions:
        match one:
            case CreateEffect():
                yield one
            case If(Call("flag", (str(flag),)), then, otherwise):
                yield from effects_in(then if flag in flags else otherwise, env, situation, flags)
            case If(condition, then, otherwise):
                branch = then if holds(condition, env, situation) else otherwise
                yield from effects_in(branch, env, situation, flags)
            case May():
                yield from effects_in(one.instructions, env, situation, flags)
            case ChooseOne(options):
                for _, inner in options:
                    yield from effects_in(inner, env, situation, flags)


_KEYS = ("controller", "target", "targets", "id", "source", "source_chosen", "x", "chosen", "timestamp")


def _written(value: dict[str, Any], path: str, situation: Situation) -> Situation:
    value = _with_ids(value, situation)
    made = created_effect(value, path, _KEYS)
    refs = References(situation)
    controller = refs.player(value.get("controller", situation.players[0].name), at(path, "controller"))
    targets = [value["target"]] if "target" in value else value.get("targets", [])
    x = checking.number(value.get("x", 0), at(path, "x"), least=0)
    chosen = checking.mapping(value.get("chosen", {}), at(path, "chosen"))
    source = refs.thing(value["source"], at(path, "source")) if "source" in value else None
    bindings = _bindings(targets, value.get("source_chosen"), chosen, path, refs)
    env = Env(controller, source, bindings, (("x", x),) if "x" in value else ())
    stamp = checking.number(value["timestamp"], at(path, "timestamp"), least=0) if "timestamp" in value else None
    after = make_effects(made, env, situation, text(value.get("id", "effect"), at(path, "id")))
    return _stamped(after, situation, stamp)


def _with_ids(value: dict[str, Any], situation: Situation) -> dict[str, Any]:
    """The effect with a target in the place of each id where a phrase could stand: ``affects: Celestial Dawn``.

    Words that are subtypes of something there are a phrase: ``Forest`` is every Forest.
    """
    subtypes = {word for thing in situation.objects for face in thing.card.faces for word in face.type_line.subtypes}
    ids = {thing.id for thing in situation.objects if not set(thing.id.split()) <= subtypes}
    targets = [value["target"]] if "target" in value else list(value.get("targets", []))

    def said(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: said(inner) for key, inner in part.items()}
        if not isinstance(part, str) or part not in ids:
            return part
        if part not in targets:
            targets.append(part)
        place = targets.index(part) + 1
        return "target" if place == 1 else f"target {place}"

    changed = {key: part if key in _KEYS else said(part) for key, part in value.items()}
    if changed == value:
        return value
    changed.pop("target", None)
    return {**changed, "targets": targets}


def _stamped(after: Situation, before: Situation, stamp: int | None) -> Situation:
    """The situation with a timestamp of their own for the effects that were made (613.7b)."""
    if stamp is None:
        return after
    made = (replace(effect, timestamp=stamp) for effect in after.effects[len(before.effects) :])
    return replace(after, effects=(*before.effects, *made))


def _bindings(
    targets: list[Any], source: Any, chosen: Mapping[str, Any], path: str, refs: References
) -> tuple[tuple[str, str], ...]:
    """The roles that an effect is bound to: its targets, the source chosen, and what else was chosen."""
    found = [
        ("target" if number == 1 else f"target {number}", name)
        for number, name in enumerate(refs.things(targets, at(path, "targets")), start=1)
    ]
    if source is not None:
        found.append(("source chosen", refs.thing(source, at(path, "source"))))
    for key, name in chosen.items():
        value = text(name, at(at(path, "chosen"), key))
        found.append((f"chosen {key}", refs.player(value, at(at(path, "chosen"), key)) if key == "player" else value))
    return tuple(found)
