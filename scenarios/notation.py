"""Reads card entries (docs/notation.md) into values of ``model.cards`` and ``model.abilities``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from model.abilities import (
    NO_LIMITS,
    Ability,
    Activated,
    Keyword,
    Limits,
    Remark,
    SpellAbility,
    Static,
    ThisAbility,
    Triggered,
)
from model.cards import DOUBLE_FACED, INSET, ONE_FACE, SPLIT, Card, Face, Layout
from model.effects import Continuous, Effect, Replacement
from model.errors import MalformedError
from model.instructions import Instruction
from model.mana import COLOR_WORDS, Color, ManaCost
from model.selectors import role
from model.type_line import CARD_TYPES, TypeLine
from model.zones import ZONES, Zone
from scenarios import checking
from scenarios.checking import at, known, mapping, sequence, text, within
from scenarios.chosen import choices, of_keywords
from scenarios.effects import EFFECT_KEYS, effect, watches
from scenarios.instructions import instruction, instructions
from scenarios.keyword_abilities import keyword
from scenarios.partly import not_understood, without
from scenarios.production import add_mana
from scenarios.targeting import with_targets

FACE_KEYS = ("name", "cost", "type", "power", "toughness", "loyalty", "defense", "colors", "abilities", "chooses")
#: ``left_out`` says which abilities of a card the entry goes without.
CARD_KEYS = (
    *FACE_KEYS, "layout", "faces", "token", "left_out", "prototype", "melds_into", "melded", "legal_in", "same_name_as",
)  # fmt: skip


def card(entry: object, path: str = "") -> Card:
    """The card or token that a mapping describes. Raises MalformedError with the path of what is wrong."""
    found = mapping(entry, path, "a card as a mapping", CARD_KEYS)
    name = text(found.get("name"), at(path, "name"), "the card's name")
    token = checking.flag(found.get("token", False), at(path, "token"))
    made = _of_faces(found, name, path, token=token) if "faces" in found else _of_one_face(found, token, path)
    return replace(made, left_out=without(found["left_out"], at(path, "left_out"))) if "left_out" in found else made


def _of_faces(found: dict[str, Any], name: str, path: str, *, token: bool) -> Card:
    known(found, ("name", "layout", "faces", "token", "left_out", "legal_in"), path)
    parts = sequence(found["faces"], at(path, "faces"), "a list of faces")
    faces = []
    for index, part in enumerate(parts):
        where = at(at(path, "faces"), index)
        faces.append(_face(mapping(part, where, "a face as a mapping", FACE_KEYS), where))
    if len(faces) < 2 or name != " // ".join(face.name for face in faces):
        raise MalformedError("expected two faces or more whose names, joined by ' // ', are the card's name", path)
    if token and "layout" not in found:  # a double-faced token
        return Card(tuple(faces), Layout.TOKEN)
    layouts = {layout.value: layout for layout in DOUBLE_FACED | SPLIT | INSET | {Layout.FLIP}}
    layout = text(found.get("layout"), at(path, "layout"), f"a layout ({', '.join(layouts)})")
    known([layout], layouts, at(path, "layout"), "layout")
    return Card(tuple(faces), layouts[layout])


def _of_one_face(found: dict[str, Any], token: bool, path: str) -> Card:
    """A card with one set of characteristics, or with a prototype's second one; meld cards and what they become."""
    layout = Layout.TOKEN if token else Layout.NORMAL
    if "layout" in found:
        layouts = {one.value: one for one in ONE_FACE}
        word = text(found["layout"], at(path, "layout"), "a layout")
        if word not in layouts and word in {one.value for one in Layout}:
            raise MalformedError(f"the layout {word!r} belongs to cards with 'faces'", at(path, "layout"))
        known([word], layouts, at(path, "layout"), "layout")
        layout = layouts[word]
    front = _face(found, path)
    if "same_name_as" in found:
        front = _interchangeable(front, checking.words(found["same_name_as"], at(path, "same_name_as")))
    if "prototype" in found:
        where = at(path, "prototype")
        inset = mapping(found["prototype"], where, "mana cost, power and toughness", ("cost", "power", "toughness"))
        return Card((front, _face({"name": front.name, "type": found.get("type"), **inset}, where)), Layout.PROTOTYPE)
    if "melded" not in found:
        into = text(found["melds_into"], at(path, "melds_into")) if "melds_into" in found else ""
        return Card((front,), layout, into)
    from scenarios import catalogue

    where = at(path, "melded")
    names = checking.words(found["melded"], where)
    with within(where):
        return Card((front,), Layout.MELD, melded=tuple(catalogue.find_partly(name) for name in names))


def _interchangeable(face: Face, others: tuple[str, ...]) -> Face:
    """A face whose name is treated as other cards' names, too, in every zone (201.3a)."""
    names = " // ".join(sorted({face.name, *others}))
    zones = tuple(zone for zone in Zone if zone is not Zone.NOWHERE)
    return replace(face, abilities=(*face.abilities, Static(Continuous(role("this"), set_name=names), zones)))


def _face(entry: dict[str, Any], path: str) -> Face:
    def optional(key: str) -> int | None:
        if key not in entry:
            return None
        return 0 if entry[key] == "*" else checking.number(entry[key], at(path, key))

    cost = None
    if entry.get("cost") is not None:
        with within(at(path, "cost")):
            cost = ManaCost.parse(text(entry["cost"], at(path, "cost"), "a mana cost such as '{2}{G}'"))
    abilities = []
    for index, part in enumerate(sequence(entry.get("abilities", []), at(path, "abilities"), "a list of abilities")):
        abilities.append(ability(part, at(at(path, "abilities"), index)))
    if entry.get("type") == EMBLEM:
        return Face("", TypeLine(), abilities=tuple(map(_of_emblem, abilities)))
    if "colors" in entry:
        colors = _colors(entry["colors"], at(path, "colors"))
    elif any(isinstance(one, Keyword) and one.name == "devoid" for one in abilities):
        colors = ()
    else:
        colors = tuple(color for color in Color if cost is not None and color in cost.colors)
    chosen = choices(entry.get("chooses", []), at(path, "chooses"))
    return Face(
        text(entry.get("name"), at(path, "name"), "the face's name"),
        type_line(entry.get("type"), at(path, "type")),
        cost,
        colors,
        with_targets(tuple(abilities), chosen),
        optional("power"),
        optional("toughness"),
        optional("loyalty"),
        optional("defense"),
        chosen + of_keywords(abilities),
    )


#: The type line that stands for none: an emblem has abilities, and no other characteristics (114.3).
EMBLEM = "Emblem"


def _of_emblem(ability: Ability) -> Ability:
    """An ability that works in the command zone (114.4)."""
    return replace(ability, zones=(Zone.COMMAND,)) if isinstance(ability, Static | Activated | Triggered) else ability


def type_line(value: object, path: str) -> TypeLine:
    """The type line of a text. Raises UnknownNameError for a card type that is not there."""
    if value == EMBLEM:
        return TypeLine()
    line = TypeLine.parse(text(value, path, "a type line such as 'Creature — Human Cleric'"))
    known(line.types, CARD_TYPES, path, "card type")
    if not line.types:
        raise MalformedError("expected a type line with a card type", path)
    return line


def _colors(value: object, path: str) -> tuple[Color, ...]:
    words = sequence(value, path, "a list of colors")
    for index, word in enumerate(words):
        known([text(word, at(path, index), "a color")], COLOR_WORDS, at(path, index), "color")
    return tuple(color for word, color in COLOR_WORDS.items() if word in words)


# --- abilities -------------------------------------------------------------------------------------------------------


def ability(value: object, path: str) -> Ability:
    """One ability: a keyword as a text, or a mapping. Raises MalformedError with the path of what is wrong."""
    if value == "this ability":
        return ThisAbility()  # type: ignore[return-value]  # another ability takes its place
    if isinstance(value, str):
        return keyword(value, path)
    entry = mapping(value, path, "a keyword, or an ability as a mapping")
    if "spell" in entry:
        known(entry, ("spell",), path)
        done, replacements = _with_self(entry["spell"], at(path, "spell"))
        return SpellAbility(done, replacements)
    if "remark" in entry:
        known(entry, ("remark",), path)
        return Remark(text(entry["remark"], at(path, "remark"), "what it is about"))
    if "not_understood" in entry:
        return not_understood(entry, path)
    if "mana" in entry:
        known(entry, ("mana", "once_each_turn", *_LIMITS), path)
        short = mapping(entry["mana"], at(path, "mana"), "a mapping such as {add: '{G}'}", ("cost", "costs", "add"))
        symbols = text(short.get("cost", "{T}"), at(at(path, "mana"), "cost"), "mana and tap symbols")
        costs = instructions(short.get("costs", []), at(at(path, "mana"), "costs"))
        added = add_mana(short.get("add"), at(at(path, "mana"), "add"))
        once = checking.flag(entry.get("once_each_turn", False), at(path, "once_each_turn"))
        return Activated(symbols, costs, (added,), once=once, limits=_limits(entry, path))
    if "activated" in entry:
        known(entry, ("activated", "costs", "do", "in", "once_each_turn", "chooses", *_LIMITS), path)
        choices(entry.get("chooses", []), at(path, "chooses"))
        symbols = text(entry["activated"], at(path, "activated"), "mana and tap symbols such as '{1}, {T}'")
        done, replacements = _with_self(entry.get("do", []), at(path, "do"))
        costs = instructions(entry.get("costs", []), at(path, "costs"))
        once = checking.flag(entry.get("once_each_turn", False), at(path, "once_each_turn"))
        return Activated(symbols, costs, done, replacements, _zones(entry, path), once, _limits(entry, path))
    if "trigger" in entry:
        known(entry, ("trigger", "do", "if", "once", "once_each_turn", "nth_each_turn", "in", "chooses"), path)
        chosen = choices(entry.get("chooses", []), at(path, "chooses"))
        done, replacements = _with_self(entry.get("do", []), at(path, "do"))
        once = entry.get("once", False)
        event, state = entry["trigger"], None
        if isinstance(event, dict) and set(event) == {"state"}:  # 603.8
            state = checking.condition(event["state"], at(at(path, "trigger"), "state"))
        triggered = Triggered(
            watches(event, at(path, "trigger")) if state is None else (),
            done,
            checking.condition(entry["if"], at(path, "if")) if "if" in entry else None,
            once in _ROLES_OF_ONCE or checking.flag(once, at(path, "once")),
            replacements,
            _zones(entry, path),
            checking.flag(entry.get("once_each_turn", False), at(path, "once_each_turn")),
            once if once in _ROLES_OF_ONCE else "",
            nth_each_turn=checking.number(entry.get("nth_each_turn", 0), at(path, "nth_each_turn")),
            state=state,
        )
        return with_targets((triggered,), chosen)[0]
    if not any(key in entry for key in EFFECT_KEYS):
        known(entry, ("spell", "activated", "trigger", "mana", "not_understood", "remark", *EFFECT_KEYS), path)
    return Static(effect(entry, path, ("in",)), _zones(entry, path))


#: The roles for each of whose things a trigger may be said to happen once.
_ROLES_OF_ONCE = ("to", "object", "attacker", "player", "on")
_LIMITS = ("only_if", "times_each_turn", "once", "by", "only")


def _limits(entry: dict[str, Any], path: str) -> Limits:
    """The restrictions on activating an ability, besides once each turn."""
    if not any(key in entry for key in _LIMITS):
        return NO_LIMITS
    times = entry.get("times_each_turn")
    return Limits(
        checking.condition(entry["only_if"], at(path, "only_if")) if "only_if" in entry else None,
        None if times is None else checking.number(times, at(path, "times_each_turn")),
        checking.flag(entry.get("once", False), at(path, "once")),
        checking.phrase(entry["by"], at(path, "by")) if "by" in entry else None,
        checking.words(entry["only"], at(path, "only")) if "only" in entry else (),
    )


def _zones(entry: dict[str, Any], path: str) -> tuple[Zone, ...]:
    if "in" not in entry:
        return (Zone.BATTLEFIELD,)
    words = checking.words(entry["in"], at(path, "in"))
    known(words, [name for name in ZONES if name != "nowhere"], at(path, "in"), "zone")
    return tuple(ZONES[word] for word in words)


def _with_self(value: object, path: str) -> tuple[tuple[Instruction, ...], tuple[Effect, ...]]:
    """Instructions, and the self-replacement effects among them (614.15)."""
    done: list[Instruction] = []
    replacements: list[Effect] = []
    for index, part in enumerate(sequence(value, path, "a list of instructions")):
        where = at(path, index)
        if isinstance(part, dict) and "self" in part:
            known(part, ("self",), where)
            made = effect(mapping(part["self"], at(where, "self"), "an effect as a mapping"), at(where, "self"))
            if not isinstance(made, Replacement):
                raise MalformedError("expected a replacement effect ('when' with a rewrite)", at(where, "self"))
            replacements.append(replace(made, self_replacement=True))
        else:
            done.append(instruction(part, where))
    return tuple(done), tuple(replacements)
