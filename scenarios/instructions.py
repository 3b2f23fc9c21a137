"""Reads instructions ("what the effect tells players to do") and tokens into values of ``model.instructions``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from model.amounts import ONE, Amount
from model.cards import Card, Layout
from model.errors import MalformedError
from model.instructions import (
    Argument,
    AtOnce,
    ChooseOne,
    Do,
    Each,
    If,
    Instruction,
    May,
    Pick,
    Proliferate,
    Search,
    TakeFromTop,
    TheEvent,
    TokenTemplate,
    WhenDone,
)
from model.selectors import Quantifier, Selector, role
from scenarios import checking
from scenarios.checking import at, known, mapping, sequence, wrong
from scenarios.continuous import exceptions
from scenarios.production import add_mana
from scenarios.roles import VERBS, RoleType, closed_word, role_name

DURATIONS = (
    "this turn", "until your next turn", "until the end of your next turn", "this combat", "until it triggers",
    "through that player's next untap step", "until its condition fails", "forever",
)  # fmt: skip
_OTHER = ("may", "if", "choose", "take", "effect", "each", "search", "at_once", "when_done", "pick", "proliferate")


def instructions(value: object, path: str) -> tuple[Instruction, ...]:
    """A list of instructions. Raises MalformedError with the path of what is wrong."""
    parts = sequence(value, path, "a list of instructions")
    return tuple(instruction(part, at(path, index)) for index, part in enumerate(parts))


def instruction(value: object, path: str) -> Instruction:
    """One instruction. Raises MalformedError with the path of what is wrong."""
    if value == "the event":
        return TheEvent()
    entry = mapping(value, path, "an instruction such as {draw: {player: you, count: 1}} or 'the event'")
    if not entry:
        raise wrong(value, "an instruction", path)
    name = next(iter(entry))
    if "may" in entry:
        known(entry, ("may",), path)
        return _may(entry["may"], at(path, "may"))
    if "if" in entry:
        known(entry, ("if", "then", "otherwise"), path)
        return If(
            checking.condition(entry["if"], at(path, "if")),
            instructions(entry.get("then", []), at(path, "then")),
            instructions(entry.get("otherwise", []), at(path, "otherwise")),
        )
    if "choose" in entry:
        known(entry, ("choose", "by"), path)
        options = mapping(entry["choose"], at(path, "choose"), "a mapping of labels to lists of instructions")
        chooser = checking.phrase(entry["by"], at(path, "by")) if "by" in entry else None
        inner = at(path, "choose")
        return ChooseOne(
            tuple((label, instructions(part, at(inner, label))) for label, part in options.items()), chooser
        )
    if "each" in entry:
        known(entry, ("each", "do"), path)
        return Each(checking.phrase(entry["each"], at(path, "each")), instructions(entry.get("do", []), at(path, "do")))
    if "when_done" in entry:
        known(entry, ("when_done",), path)
        return WhenDone(instructions(entry["when_done"], at(path, "when_done")))
    if "at_once" in entry:
        known(entry, ("at_once",), path)
        return _at_once(entry["at_once"], at(path, "at_once"))
    if "take" in entry:
        known(entry, ("take",), path)
        return _take(entry["take"], at(path, "take"))
    if "proliferate" in entry:
        known(entry, ("proliferate",), path)
        who = mapping(entry["proliferate"], at(path, "proliferate"), "a mapping such as {player: you}", ("player",))
        return Proliferate(checking.phrase(who.get("player", "you"), at(path, "proliferate")))
    if "pick" in entry:
        known(entry, ("pick",), path)
        return _pick(entry["pick"], at(path, "pick"))
    if "search" in entry:
        known(entry, ("search",), path)
        return _search(entry["search"], at(path, "search"))
    if "effect" in entry:
        from scenarios.effects import created_effect

        known(entry, ("effect",), path)
        return created_effect(entry["effect"], at(path, "effect"))
    if len(entry) > 1:
        known(list(entry)[1:], (), path)
    if name not in VERBS:
        known([name], (*VERBS, *_OTHER), path)
    if name == "merge_top" and isinstance(entry[name], int):
        return do(name, {"count": entry[name]}, path)
    if name == "add_mana":
        return add_mana(entry[name], at(path, name))
    return do(name, entry[name], at(path, name))


def _at_once(value: object, path: str) -> AtOnce:
    """Actions at the same time, none of which leaves a choice. Raises MalformedError for any other instruction."""
    actions = []
    for index, part in enumerate(instructions(value, path)):
        if not isinstance(part, Do) or part.verb in {"add_mana", "merge_top"} or _leaves_a_choice(part):
            raise MalformedError("expected an action without a choice of its own", at(path, index))
        actions.append(part)
    return AtOnce(tuple(actions))


def _leaves_a_choice(action: Do) -> bool:
    return (action.verb == "discard" and action.get("card") is None) or any(
        isinstance(part, Selector) and part.quantifier is Quantifier.ONE for _, part in action.arguments
    )


def _may(value: object, path: str) -> May:
    entry = mapping(value, path, "a mapping", ("player", "cost", "do", "otherwise"))
    return May(
        checking.phrase(entry.get("player", "you"), at(path, "player")),
        instructions(entry.get("cost", []), at(path, "cost")),
        instructions(entry.get("do", []), at(path, "do")),
        instructions(entry.get("otherwise", []), at(path, "otherwise")),
    )


_SEARCH = ("player", "for", "count", "to", "tapped", "of")


def _search(value: object, path: str) -> Search:
    entry = mapping(value, path, "a mapping such as {for: basic land card}", _SEARCH)
    return Search(
        checking.phrase(entry.get("player", "you"), at(path, "player")),
        checking.phrase(entry.get("for"), at(path, "for")),
        checking.amount(entry.get("count", 1), at(path, "count")),
        closed_word(checking.text(entry.get("to", "hand"), at(path, "to")), RoleType.ZONE, at(path, "to")),
        checking.flag(entry.get("tapped", False), at(path, "tapped")),
        checking.phrase(entry["of"], at(path, "of")) if "of" in entry else None,
    )


_TAKE = ("player", "look", "take", "to", "rest", "rest_position", "for", "up_to", "tapped")


def _take(value: object, path: str) -> TakeFromTop:
    entry = mapping(value, path, "a mapping", _TAKE)
    return TakeFromTop(
        checking.phrase(entry.get("player", "you"), at(path, "player")),
        checking.amount(entry.get("look"), at(path, "look")),
        checking.amount(entry.get("take", 1), at(path, "take")),
        closed_word(checking.text(entry.get("to", "hand"), at(path, "to")), RoleType.ZONE, at(path, "to")),
        closed_word(checking.text(entry.get("rest", "graveyard"), at(path, "rest")), RoleType.ZONE, at(path, "rest")),
        checking.text(entry.get("rest_position", "bottom"), at(path, "rest_position")),
        checking.phrase(entry["for"], at(path, "for")) if "for" in entry else None,
        checking.flag(entry.get("up_to", False), at(path, "up_to")),
        checking.flag(entry.get("tapped", False), at(path, "tapped")),
    )


def _pick(value: object, path: str) -> Pick:
    keys = ("player", "one", "count", "up_to", "do")
    entry = mapping(value, path, "a mapping such as {one: creature you control, do: [...]}", keys)
    return Pick(
        checking.phrase(entry.get("player", "you"), at(path, "player")),
        checking.phrase(entry.get("one"), at(path, "one")),
        checking.amount(entry.get("count", 1), at(path, "count")),
        instructions(entry.get("do", []), at(path, "do")),
        checking.flag(entry.get("up_to", False), at(path, "up_to")),
    )


#: Short names for events, as the verb and arguments that they stand for.
_SHORT: dict[str, tuple[str, tuple[tuple[str, Argument], ...]]] = {
    "draw": ("draw_cards", ()),
    "dies": ("move", (("from", "battlefield"), ("to", "graveyard"))),
    "exile": ("move", (("to", "exile"), ("how", "exile"))),
}


def do(verb: str, value: object, path: str) -> Do:
    """An event as an instruction, its roles filled by phrases and amounts. Raises MalformedError with the path."""
    entry = mapping(value, path, "the event's roles as a mapping")
    arguments: dict[str, Argument] = {}
    for key, part in entry.items():
        name = role_name(verb, key, path)
        if verb == "create_tokens" and name in _TEMPLATE:
            continue
        if name in arguments:
            raise MalformedError(f"{key!r} is another name for {name!r}, which is there already", at(path, key))
        arguments[name] = argument(verb, name, part, at(path, key))
    if verb == "create_tokens":
        arguments.setdefault("player", role("you"))
        arguments["tokens"] = _tokens(entry, path)
    if verb in {"put_counters", "enter"} and "kind" in arguments:
        kind, count = arguments.pop("kind"), arguments.pop("count", ONE)
        arguments["counters"] = ((kind, count),)  # type: ignore[assignment]
    if verb == "enter" and arguments.pop("transformed", False):
        arguments["face"] = ONE
    if verb == "sacrifice" and arguments.get("player") == role("you"):  # without a word about it, it is you
        del arguments["player"]
    target, extra = _SHORT.get(verb, (verb, ()))
    if target in {"draw_cards", "mill", "exile_top", "remove_counters"}:
        arguments.setdefault("count", ONE)
    return Do(target, (*arguments.items(), *extra))


def _tokens(entry: dict[str, Any], path: str) -> tuple[TokenTemplate, ...]:
    if "tokens" in entry:
        return templates(entry["tokens"], at(path, "tokens"))
    own = {key: entry[key] for key in _TEMPLATE if key in entry}
    return (template(own, path),)


_TEMPLATE = ("token", "copy_of", "count", "tapped", "attacking", "power", "toughness", "except")


def templates(value: object, path: str) -> tuple[TokenTemplate, ...]:
    """A list of tokens with their numbers. Raises MalformedError with the path."""
    parts = sequence(value, path, "a list such as [{token: Squirrel, count: amount}]")
    return tuple(template(part, at(path, index)) for index, part in enumerate(parts))


def template(value: object, path: str) -> TokenTemplate:
    """Tokens of one sort: ``{token: Squirrel, count: amount}`` or ``{copy_of: phrase}``. Raises MalformedError."""
    entry = mapping(value, path, "a mapping such as {token: Squirrel, count: amount}", _TEMPLATE)
    if ("token" in entry) == ("copy_of" in entry):
        raise wrong(value, "either 'token' or 'copy_of' in it", path)
    inner = entry.get("token")
    if isinstance(inner, dict) and set(inner) == {"copy_of"}:
        return template({**{key: part for key, part in entry.items() if key != "token"}, **inner}, path)
    return TokenTemplate(
        checking.amount(entry.get("count", 1), at(path, "count")),
        token_card(inner, at(path, "token")) if "token" in entry else None,
        checking.phrase(entry["copy_of"], at(path, "copy_of")) if "copy_of" in entry else None,
        checking.flag(entry.get("tapped", False), at(path, "tapped")),
        checking.flag(entry.get("attacking", False), at(path, "attacking")),
        checking.amount(entry["power"], at(path, "power")) if "power" in entry else None,
        checking.amount(entry["toughness"], at(path, "toughness")) if "toughness" in entry else None,
        _changes(entry["except"], at(path, "except")) if "except" in entry else None,
    )


def _changes(value: object, path: str) -> object:
    """What differs in tokens that are copies: the exceptions of ``copy``."""
    from scenarios.entering import exceptions

    return exceptions(value, path)


def token_card(value: object, path: str) -> Card:
    """A token by its name in the catalogue, or written out as a mapping.

    Raises UnknownNameError for a name that is not there, MalformedError for anything else.
    """
    from scenarios import catalogue, notation

    if isinstance(value, dict):
        return notation.card({**value, "token": True}, path)
    with checking.within(path):
        return catalogue.token(checking.text(value, path, "the name of a token, or a mapping"))


def new_card(value: object, path: str) -> Card:
    """A card by its name in the catalogue, or written out as a mapping.

    Raises UnknownNameError for a name that is not there, MalformedError for anything else.
    """
    from scenarios import catalogue, notation

    if isinstance(value, dict):
        return notation.card(value, path)
    name = checking.text(value, path, "the name of a card, or a mapping")
    if catalogue.is_token(name) and not catalogue.is_card(name):  # a card that is made as tokens are
        return replace(catalogue.token(name), layout=Layout.NORMAL)
    with checking.within(path):
        return catalogue.find(name)


def counters(value: object, path: str) -> tuple[tuple[str, Amount], ...]:
    """Kinds of counters with their numbers: ``{+1/+1: 2}``. Raises MalformedError for anything else."""
    entry = mapping(value, path, "a mapping such as {+1/+1: 2}")
    return tuple((kind, checking.amount(count, at(path, kind))) for kind, count in entry.items())


def argument(verb: str, name: str, value: object, path: str) -> Argument:
    """What stands in a role of an instruction, of the type that the role has. Raises MalformedError."""
    kind = VERBS[verb][name]
    match kind:
        case RoleType.THING:
            return checking.phrase(value, path)
        case RoleType.AMOUNT:
            return checking.amount(value, path)
        case RoleType.FLAG:
            return checking.flag(value, path)
        case RoleType.COUNTERS:
            return counters(value, path)
        case RoleType.TOKENS:
            return templates(value, path)
        case RoleType.CARD:
            return new_card(value, path)
        case RoleType.EXCEPTIONS:
            return exceptions(value, path)  # type: ignore[return-value]  # below model.effects
        case _:
            return closed_word(checking.text(value, path, kind.value), kind, path)
