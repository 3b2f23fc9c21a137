"""Reads the events of scenario documents into model events and special actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from model.abilities import Activated
from model.actions import (
    Activate,
    Resolve,
    ResolveTriggers,
    SpecialAction,
    TapForMana,
)
from model.cards import Card
from model.errors import MalformedError, OutOfScopeError, UnknownNameError
from model.events import (
    KINDS,
    AddMana,
    Cause,
    CopySpell,
    CreateTokens,
    DealDamage,
    Discard,
    Enter,
    Event,
    How,
    Move,
    PutCounters,
    Tokens,
)
from model.situation import Situation
from model.zones import ZONES, Zone
from scenarios import checking, said_targets
from scenarios.checking import at, describe, known, mapping, sequence, text
from scenarios.instructions import new_card, token_card
from scenarios.production import letters_of
from scenarios.roles import VERBS, RoleType, closed_word, role_name
from scenarios.spelling import choices, hint, of_object
from solver.actions import activated_abilities
from solver.costs import symbols_of
from solver.faces import face_of_copy
from solver.production import mana_of

Happening = Event | SpecialAction
#: Events or actions that happen at the same time.
Step = tuple[Happening, ...]

SPECIAL = (
    "resolve",
    "activate",
    "tap_for_mana",
    "state_based_actions",
    "combat_damage",
    "resolve_triggers",
    "resolve_stack",
)
#: Events of scenario documents that no part of the solver models yet.
NOT_MODELLED = (
    "play",
    "regenerate",
)

_PLAYERS = frozenset({"player", "under", "putter", "creator", "of"})
_EITHER = frozenset({"on", "to", "about", "targets"})
#: Roles whose object is a permanent, by verb.
_PERMANENTS = dict.fromkeys(
    ("destroy", "sacrifice", "tap", "untap", "remove_damage", "remove_from_combat", "transform"), "permanent"
) | {"deal_damage": "to", "dies": "object"}
#: What each event can't do without.
REQUIRED: dict[str, tuple[str, ...]] = {
    "deal_damage": ("to", "source", "amount"), "gain_life": ("player", "amount"), "lose_life": ("player", "amount"),
    "set_life": ("player", "total"), "draw": ("player",), "draw_cards": ("player",), "put_counters": ("on",),
    "remove_counters": ("on", "kind", "count"), "create_tokens": ("player",), "enter": ("object",),
    "move": ("object", "to"),
    "dies": ("object",), "exile": ("object",), "destroy": ("permanent",), "sacrifice": ("permanent",),
    "discard": ("player",),
    "mill": ("player", "count"), "exile_top": ("player", "count"), "tap": ("permanent",), "untap": ("permanent",),
    "remove_damage": ("permanent",), "remove_from_combat": ("permanent",), "reveal": ("player",),
    "lose_game": ("player",),
    "win_game": ("player",), "act": ("player", "what"), "begin": ("player", "step"),
    "add_mana": ("player", "mana"), "lose_mana": ("player", "mana"), "keep_mana": ("player", "mana"),
    "attack": ("object",), "shuffle_in": ("player", "card"),
    "transform": ("permanent",), "merge_top": ("player",), "flip_coin": ("player",), "roll_die": ("player",),
    "get_emblem": ("player", "emblem"), "pay": ("player", "mana"), "attach": ("object", "to"),
    "block": ("object", "attacker"), "cast": ("object", "player"), "cycle": ("player", "card"),
    "become_target": ("object", "source", "player"), "turn_face_up": ("permanent",), "copy_spell": ("player", "object"),
}  # fmt: skip


@dataclass(frozen=True)
class References:
    """The players and objects that a document's events can speak of.

    ``later``: the events come after others, so that objects need not be where they are now.
    """

    situation: Situation
    later: bool = False

    def player(self, value: object, path: str) -> str:
        """A player's name. Raises UnknownNameError with the nearest one."""
        name = text(value, path, "a player")
        if not self.situation.is_player(name):
            players = [player.name for player in self.situation.players]
            raise UnknownNameError(
                f"there is no player {name!r}{hint(name, players)} (players: {choices(players)})", path
            )
        return name

    def thing(self, value: object, path: str) -> str:
        """An object's id. Raises UnknownNameError with the nearest one."""
        name = text(value, path, "the id of an object")
        if self.situation.find(name) is None:
            ids = [thing.id for thing in self.situation.objects]
            if self.situation.is_player(name):
                raise MalformedError(f"expected an object, found the player {name!r}", path)
            raise UnknownNameError(_no_object(name, ids), path)
        return name

    def either(self, value: object, path: str) -> str:
        """A player's name or an object's id. Raises UnknownNameError with the nearest one."""
        name = text(value, path, "a player or the id of an object")
        if not self.situation.is_player(name) and self.situation.find(name) is None:
            names = [thing.id for thing in self.situation.objects] + [player.name for player in self.situation.players]
            raise UnknownNameError(_no_object(name, names), path)
        return name

    def things(self, value: object, path: str) -> tuple[str, ...]:
        """A list of players and objects. Raises UnknownNameError with the nearest one."""
        parts = sequence(value, path, "a list of players and ids")
        return tuple(self.either(part, at(path, index)) for index, part in enumerate(parts))


def _no_object(name: str, known_ids: list[str]) -> str:
    there = f" (there are: {choices(known_ids)})" if known_ids else " (there are none)"
    return f"there is no object {name!r}{of_object(name, known_ids)}{there}"


def steps(value: object, path: str, refs: References) -> tuple[Step, ...]:
    """The steps of ``event``: one event, several at once, or ``in_order``. Raises MalformedError with the path."""
    if isinstance(value, dict) and "in_order" in value:
        known(value, ("in_order",), path)
        path = at(path, "in_order")
        parts = sequence(value["in_order"], path, "a list of events")
        return tuple(step(part, at(path, index), replace(refs, later=index > 0)) for index, part in enumerate(parts))
    return (step(value, path, refs),)


def step(value: object, path: str, refs: References) -> Step:
    """One event, or a list of events at the same time. Raises MalformedError with the path."""
    if isinstance(value, list):
        if not value:
            raise MalformedError("expected an event, found an empty list", path)
        return tuple(found for index, part in enumerate(value) for found in happening(part, at(path, index), refs))
    return happening(value, path, refs)


def verb_of(value: object, path: str, further: tuple[str, ...] = ()) -> tuple[str, Any]:
    """The name of an event, and its roles. Raises UnknownNameError, or OutOfScopeError for what is not modelled yet."""
    entry = mapping(value, path, "an event such as {draw: {player: you, count: 1}}")
    if len(entry) != 1:
        raise MalformedError(f"expected one event, found {len(entry)} keys ({choices(entry)})", path)
    (verb, roles), *_ = entry.items()
    if verb in NOT_MODELLED:
        raise OutOfScopeError(f"{at(path, verb)}: the event {verb!r} is not modelled yet")
    if verb not in VERBS and verb not in further:
        names = (*VERBS, *further)
        raise UnknownNameError(
            f"unknown event {verb!r}{hint(verb, names)} (expected one of: {choices(names, 40)})", at(path, verb)
        )
    return verb, {} if roles is None else roles


def happening(value: object, path: str, refs: References) -> Step:
    """The event or special action of a mapping (several, where one entry stands for several at once).

    Raises MalformedError or UnknownNameError with the path, OutOfScopeError for an event that is not modelled yet.
    """
    verb, inner = verb_of(value, path, SPECIAL)
    path = at(path, verb)
    if verb in SPECIAL:
        return (_special(verb, inner, path, refs),)
    roles: dict[str, Any] = {}
    for key, part in mapping(inner, path, "the event's roles as a mapping").items():
        name = role_name(verb, key, path)
        if name in roles:
            raise MalformedError(f"{key!r} is another name for {name!r}, which is there already", at(path, key))
        roles[name] = _value(verb, name, part, at(path, key), refs)
    for name in REQUIRED[verb]:
        if name not in roles:
            raise MalformedError(f"expected {name!r} among the event's roles, found {choices(roles) or 'none'}", path)
    if (role := _PERMANENTS.get(verb)) is not None:
        _on_battlefield(roles[role], at(path, role), refs)
    return _made(verb, roles, path, refs, mapping(inner, path))


def _on_battlefield(ref: str, path: str, refs: References) -> None:
    thing = refs.situation.find(ref)
    if thing is not None and thing.zone is not Zone.BATTLEFIELD and not refs.later:
        raise MalformedError(f"expected a permanent, found {ref!r}, which is in the zone {thing.zone.value}", path)


def _value(verb: str, name: str, value: object, path: str, refs: References) -> Any:
    kind = VERBS[verb][name]
    match kind:
        case RoleType.THING if name in _PLAYERS:
            return refs.player(value, path)
        case RoleType.THING if name in _EITHER:
            return refs.either(value, path)
        case RoleType.THING:
            return None if value is None and name in {"source", "card"} else refs.thing(value, path)
        case RoleType.AMOUNT:
            return checking.number(value, path, "a whole number", least=None if name == "total" else 0)
        case RoleType.FLAG:
            return checking.flag(value, path)
        case RoleType.COUNTERS:
            return numbers(value, path)
        case RoleType.TOKENS:
            return value
        case RoleType.CARD:
            return new_card(value, path)
        case RoleType.CHOICES:
            entry = mapping(value, path, "a mapping such as {color: red}")
            return tuple(sorted((what, text(word, at(path, what))) for what, word in entry.items()))
        case _:
            return closed_word(text(value, path, kind.value), kind, path)


def numbers(value: object, path: str) -> tuple[tuple[str, int], ...]:
    """Kinds of counters with their numbers, sorted by kind. Raises MalformedError for anything else."""
    entry = mapping(value, path, "a mapping such as {+1/+1: 2}")
    return tuple(sorted((kind, checking.number(count, at(path, kind), least=0)) for kind, count in entry.items()))


def _special(verb: str, value: object, path: str, refs: References) -> SpecialAction:
    if verb == "tap_for_mana":
        entry = mapping(value, path, "a mapping", ("permanent", "ability", "x"))
        permanent = refs.thing(entry.get("permanent"), at(path, "permanent"))
        number = checking.number(entry["ability"], at(path, "ability"), least=1) if "ability" in entry else None
        return TapForMana(permanent, number, checking.number(entry.get("x", 0), at(path, "x"), least=0))
    if verb == "resolve_triggers":
        return _resolve_triggers(value, path, refs)
    if (plain := said_targets.plain(verb, refs.situation)) is not None:
        mapping(value, path, "an empty mapping", ())
        return plain
    entry = mapping(
        value, path, "a mapping", ("object", "ability_of", "ability", "targets", "x", "source", "controller")
    )
    targets = refs.things(entry.get("targets", []), at(path, "targets"))
    x = checking.number(entry.get("x", 0), at(path, "x"), least=0)
    controller = refs.player(entry["controller"], at(path, "controller")) if "controller" in entry else None
    if verb == "resolve" and "object" in entry:
        known(entry, ("object", "targets", "x", "source", "controller"), path)
        thing = refs.thing(entry["object"], at(path, "object"))
        if refs.situation.object(thing).zone is not Zone.STACK:
            raise MalformedError(f"expected a spell on the stack, found {thing!r}", at(path, "object"))
        spell = Resolve(thing, None, targets, x, _chosen(entry, path, refs), controller)
        return said_targets.told(spell, "targets" in entry, path, refs.situation)
    if "ability_of" not in entry:
        raise MalformedError(
            "expected 'object' (a spell) or 'ability_of'" if verb == "resolve" else "expected 'ability_of'", path
        )
    thing = refs.thing(entry["ability_of"], at(path, "ability_of"))
    ability = checking.number(entry.get("ability", 1), at(path, "ability"), least=1)
    if verb == "activate":
        return Activate(thing, ability, targets, x)
    resolving = Resolve(thing, ability, targets, x, _chosen(entry, path, refs), controller)
    return said_targets.told(resolving, "targets" in entry, path, refs.situation)


def activation(value: object, path: str, refs: References) -> Activate:
    """The activating that a question asks about. Raises MalformedError or UnknownNameError with the path."""
    if isinstance(value, dict) and "cost" in value:
        if "ability" in value:
            raise MalformedError("expected either 'ability' or 'cost', found both", path)
        number = _by_cost(value, path, refs)
        value = {**{key: part for key, part in value.items() if key != "cost"}, "ability": number}
    action = _special("activate", value, path, refs)
    assert isinstance(action, Activate)
    return action


def _by_cost(value: dict[str, Any], path: str, refs: References) -> int:
    """The number of the one activated ability with this activation cost (602.1a)."""
    thing = refs.situation.object(refs.thing(value.get("ability_of"), at(path, "ability_of")))
    wanted = "".join(symbols_of(text(value["cost"], at(path, "cost"), "mana and tap symbols")))
    activated = [one for one in activated_abilities(thing, refs.situation) if isinstance(one, Activated)]
    places = [place for place, one in enumerate(activated, 1) if "".join(symbols_of(one.symbols)) == wanted]
    if len(places) != 1:
        there = choices([one.symbols for one in activated]) or "none"
        raise MalformedError(f"expected the cost of one activated ability (there are: {there})", at(path, "cost"))
    return places[0]


def _resolve_triggers(value: object, path: str, refs: References) -> ResolveTriggers:
    """What has triggered resolves; ``targets`` says what the abilities of some objects target (603.3d)."""
    entry, path = mapping(value, path, "a mapping such as {targets: {id: [ids]}}", ("targets",)), at(path, "targets")
    said = mapping(entry.get("targets", {}), path, "a mapping of ids to the ids of their targets")
    listed = (
        (refs.thing(ref, at(path, ref)), part if isinstance(part, list) else [part]) for ref, part in said.items()
    )
    return ResolveTriggers(tuple((ref, refs.things(part, at(path, ref))) for ref, part in listed))


def _chosen(entry: Mapping[str, Any], path: str, refs: References) -> str | None:
    return refs.thing(entry["source"], at(path, "source")) if "source" in entry else None


# --- from roles to events --------------------------------------------------------------------------------------------


def _made(verb: str, roles: dict[str, Any], path: str, refs: References, raw: dict[str, Any]) -> Step:
    usual = Cause.TURN_BASED_ACTION if verb == "lose_mana" else Cause.EFFECT
    cause = Cause(roles.pop("cause", usual.value))
    match verb:
        case "deal_damage":
            return (DealDamage(**roles),)
        case "put_counters":
            counters = roles.pop("counters", None)
            if (counters is None) == ("kind" not in roles):
                raise MalformedError("expected either 'kind' (with 'count') or 'counters'", path)
            counters = counters or ((roles.pop("kind"), roles.pop("count", 1)),)
            roles.setdefault("putter", _actor(roles, roles["on"], refs))
            return (_event(PutCounters, {**roles, "counters": counters}, cause, path),)
        case "create_tokens":
            return (_tokens(roles, raw, cause, path, refs),)
        case "move" | "dies" | "exile":
            return (_moved(verb, roles, cause, path, refs),)
        case "enter":
            roles.setdefault("under", refs.situation.controller(roles["object"]))
            roles["attacking"] = _defender(roles.get("attacking", False), roles["under"], refs.situation)
            thing = refs.situation.object(roles["object"])
            roles["face"] = 1 if roles.pop("transformed", False) else thing.face if thing.zone is Zone.STACK else 0
            return (_event(Enter, roles, cause, path),)
        case "copy_spell":
            roles["targets"] = (roles["targets"],) if "targets" in roles else ()
            return (_event(CopySpell, roles, cause, path),)
        case "merge_top":
            raise MalformedError("cards are put together by a spell or ability: write 'resolve'", path)
        case "add_mana":
            mana = mana_of(letters_of(roles.pop("mana"), at(path, "mana")))
            kept = {name: roles[name] for name in ("player", "source", "tapped", "ability") if name in roles}
            return (AddMana(mana=mana, **kept),)
        case "attack":
            thing = refs.situation.object(roles["object"])
            opponents = refs.situation.opponents(thing.controller or thing.owner)
            roles.setdefault("player", thing.attacking or next(iter(opponents), thing.owner))
            return (_event(KINDS["attack"], roles, cause, path),)
        case "discard" if "card" not in roles:
            count = roles.pop("count", 1)
            return tuple(_event(Discard, roles, cause, path) for _ in range(count))
        case "draw":
            return (_event(KINDS["draw_cards"], roles, cause, path),)
        case "remove_counters":
            roles["counter"] = roles.pop("kind")
    return (_event(KINDS[verb], roles, cause, path),)


def _event(kind: type[Event], roles: dict[str, Any], cause: Cause, path: str) -> Event:
    """The event with these roles. Raises MalformedError for a role that only watches and instructions have."""
    names = {field.name for field in fields(kind)}
    for name in roles:
        if name not in names:
            raise MalformedError(f"{name!r} can't be said of an event that would happen", at(path, name))
    return kind(**roles, **({"cause": cause} if "cause" in names else {}))


def _actor(roles: Mapping[str, Any], affected: str, refs: References) -> str:
    """Who puts or creates something: the source's controller, else that of the affected object, else the player."""
    return refs.situation.controller(roles.get("source") or affected)


def _moved(verb: str, roles: dict[str, Any], cause: Cause, path: str, refs: References) -> Event:
    thing = refs.situation.object(roles["object"])
    if roles.pop("of", thing.owner) != thing.owner:
        raise MalformedError(
            f"a card goes to its owner's zone, and {thing.id!r} is owned by {thing.owner}", at(path, "of")
        )
    to = {"dies": Zone.GRAVEYARD, "exile": Zone.EXILE}.get(verb) or ZONES[roles.pop("to")]
    how = How(roles.pop("how", "exile" if verb == "exile" else "put"))
    here = Zone.NOWHERE if refs.later else thing.zone  # where it is will be known when it moves
    origin = ZONES[roles.pop("from", here.value)]
    if origin is not thing.zone and not refs.later:
        raise MalformedError(f"{thing.id!r} is in the zone {thing.zone.value}, not {origin.value}", at(path, "from"))
    if to is Zone.BATTLEFIELD:
        return _event(Enter, {**roles, "under": thing.controller or thing.owner}, cause, path)
    return _event(Move, {**roles, "to": to, "how": how, "origin": origin}, cause, path)


def _tokens(roles: dict[str, Any], raw: dict[str, Any], cause: Cause, path: str, refs: References) -> Event:
    player: str = roles["player"]
    if "tokens" in raw:
        parts = sequence(raw["tokens"], at(path, "tokens"), "a list of tokens")
        made = tuple(_some(part, at(at(path, "tokens"), i), player, refs) for i, part in enumerate(parts))
    else:
        made = (_some({key: raw[key] for key in _TOKEN_KEYS if key in raw}, path, player, refs),)
    further = {key: part for key, part in roles.items() if key in {"creator", "source"}}
    further.setdefault("creator", _actor(further, player, refs))
    return CreateTokens(player, made, cause=cause, **further)


_TOKEN_KEYS = ("token", "copy_of", "count", "tapped", "attacking")


def _some(value: object, path: str, player: str, refs: References) -> Tokens:
    entry = mapping(value, path, "a mapping such as {token: Clue, count: 1}", _TOKEN_KEYS)
    if ("token" in entry) == ("copy_of" in entry):
        raise MalformedError("expected either 'token' or 'copy_of'", path)
    where, copied, face = path, entry.get("copy_of"), 0
    if isinstance(entry.get("token"), dict) and "copy_of" in entry["token"]:
        where, copied = at(path, "token"), entry["token"]["copy_of"]
    if copied is not None:
        face = face_of_copy(refs.situation.object(refs.thing(copied, at(where, "copy_of"))))
    return Tokens(
        token_of(entry if "copy_of" in entry else entry["token"], where if copied else at(path, "token"), refs),
        checking.number(entry.get("count", 1), at(path, "count"), "a whole number", least=0),
        checking.flag(entry.get("tapped", False), at(path, "tapped")),
        _defender(entry.get("attacking", False), player, refs.situation),
        face,
    )


def token_of(value: object, path: str, refs: References | None = None) -> Card:
    """The card of a token: a token's or card's name, a mapping with its characteristics, or ``{copy_of: id}``.

    Raises UnknownNameError for a name or id that is not there, MalformedError for anything else.
    """
    from scenarios import catalogue

    if isinstance(value, dict) and "copy_of" in value and refs is not None:
        known(value, _TOKEN_KEYS, path)
        return refs.situation.object(refs.thing(value["copy_of"], at(path, "copy_of"))).printed
    if isinstance(value, str) and not catalogue.is_token(value) and catalogue.is_card(value):
        return catalogue.find(value)
    if isinstance(value, dict):
        value = dict(value)
        value["abilities"] = [*value.pop("keywords", []), *value.get("abilities", [])]
    elif not isinstance(value, str):
        raise MalformedError(f"expected the name of a token, or a mapping, found {describe(value)}", path)
    return token_card(value, path)


def _defender(attacking: object, player: str, situation: Situation) -> str | None:
    """Whom something attacks: as named, or for ``true`` the next player in turn order."""
    if not attacking:
        return None
    return attacking if isinstance(attacking, str) else next(iter(situation.opponents(player)), None)
