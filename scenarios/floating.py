"""Effects that exist already: of spells and abilities that resolved (``resolved``), or without a card (``effects``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.abilities import Activated, SpellAbility, Triggered
from model.amounts import Amount, Call, Name, Number
from model.cards import Card
from model.effects import Effect, FloatingEffect, Replacement
from model.errors import MalformedError
from model.instructions import ChooseOne, CreateEffect, If, Instruction, May
from scenarios import catalogue, checking
from scenarios.checking import at, text, within
from scenarios.documents import Document, Resolved
from scenarios.effects import created_effect
from scenarios.happenings import References


def floating_effects(document: Document, refs: References) -> tuple[FloatingEffect, ...]:
    """The effects of ``resolved`` and ``effects``. Raises MalformedError with the path of what is wrong."""
    names = _Names({thing.id for thing in refs.situation.objects})
    found: list[FloatingEffect] = []
    for index, entry in enumerate(document.resolved):
        found.extend(_resolved(entry, at("resolved", index), refs, names))
    for index, value in enumerate(document.effects):
        found.append(_written(value, at("effects", index), refs, names))
    return tuple(found)


class _Names:
    """Ids for effects, none of them taken."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken

    def new(self, base: str) -> str:
        """The name itself, or with a number behind it."""
        name, number = base, 1
        while name in self.taken:
            number += 1
            name = f"{base} {number}"
        self.taken.add(name)
        return name


def _resolved(entry: Resolved, path: str, refs: References, names: _Names) -> Iterator[FloatingEffect]:
    if (entry.card is None) == (entry.ability_of is None):
        raise MalformedError("expected either 'card' (a spell) or 'ability_of'", path)
    where = at(path, "card" if entry.card is not None else "ability_of")
    source = refs.situation.find(entry.ability_of)
    with within(where):
        card = source.printed if source is not None else catalogue.find(entry.card or entry.ability_of or "")
    made = list(effects_in(_instructions(card, entry, where), tuple(entry.flags)))
    if not made:
        raise MalformedError(f"{card.name!r} makes no effect that lasts", where)
    controller = (
        entry.controller or (source.controller if source is not None else None) or refs.situation.players[0].name
    )
    refs.player(controller, at(path, "controller"))
    bindings = _bindings(entry.targets, entry.source, entry.chosen, path, refs)
    for _ in range(entry.times):
        for one in made:
            effect: Effect = one.effect  # type: ignore[assignment]
            yield FloatingEffect(
                names.new(entry.id or f"{source.id if source is not None else card.name} effect"),
                effect,
                controller,
                source.id if source is not None else None,
                bindings,
                remaining(effect, {"x": entry.x}, path),
                (("x", entry.x),) if "x" in entry.model_fields_set else (),
            )


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


def effects_in(instructions: tuple[Instruction, ...], flags: tuple[str, ...] = ()) -> Iterator[CreateEffect]:
    """The effects that instructions make. Of an "if" on how a spell was cast only the part that ``flags`` choose."""
    for one in instructions:
        match one:
            case CreateEffect():
                yield one
            case If(Call("flag", (str(flag),)), then, otherwise):
                yield from effects_in(then if flag in flags else otherwise, flags)
            case If(_, then, otherwise):
                yield from effects_in((*then, *otherwise), flags)
            case May():
                yield from effects_in(one.instructions, flags)
            case ChooseOne(options):
                for _, inner in options:
                    yield from effects_in(inner, flags)


_KEYS = ("controller", "target", "targets", "id", "source", "source_chosen", "x", "chosen")


def _written(value: dict[str, Any], path: str, refs: References, names: _Names) -> FloatingEffect:
    made = created_effect(value, path, _KEYS)
    effect: Effect = made.effect  # type: ignore[assignment]
    controller = refs.player(value.get("controller", refs.situation.players[0].name), at(path, "controller"))
    targets = [value["target"]] if "target" in value else value.get("targets", [])
    x = checking.number(value.get("x", 0), at(path, "x"), least=0)
    chosen = checking.mapping(value.get("chosen", {}), at(path, "chosen"))
    return FloatingEffect(
        names.new(text(value.get("id", "effect"), at(path, "id"))),
        effect,
        controller,
        refs.thing(value["source"], at(path, "source")) if "source" in value else None,
        _bindings(targets, value.get("source_chosen"), chosen, path, refs),
        remaining(effect, {"x": x}, path),
        (("x", x),) if "x" in value else (),
    )


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


def remaining(effect: Effect, values: Mapping[str, int], path: str) -> int | None:
    """How often, or for how much damage, an effect still works as it begins; None without such a limit.

    Raises MalformedError for an amount that is neither a number nor one of ``values``.
    """
    if not isinstance(effect, Replacement):
        return None
    amount: Amount | None = effect.limit.amount
    match amount:
        case None:
            return effect.limit.times
        case Number(value):
            return value
        case Name(name) if name in values:
            return values[name]
        case _:
            raise MalformedError(
                "how much of this effect is left can't be told from the document; write it under 'effects'", path
            )
