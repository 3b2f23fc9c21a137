"""Whether a thing fits a selector, and which things a selector means (109.2, 109.4, 109.5)."""

from __future__ import annotations

import operator
from collections.abc import Callable

from model.characteristics import Characteristics
from model.errors import OutOfScopeError
from model.events import Enter, Event
from model.mana import COLOR_WORDS
from model.objects import GameObject
from model.selectors import Aspect, Predicate, Quantifier, Selector
from model.situation import Situation
from model.subtypes import EVERY_CREATURE_TYPE, is_creature_type
from model.type_line import TOKEN
from model.zones import Zone
from solver.calling import is_named, names_among
from solver.environment import PLAYER_SETS, Env, as_last_known, dereference, player_set
from solver.faces import SPELL_COPY, mana_value

Traits = Callable[[Situation, GameObject], Characteristics]

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
#: How the fact begins that an object was dealt damage this turn, in front of the source that dealt it.
DAMAGED_BY = "dealt damage by "
#: The same in front of the player who controlled that source.
DAMAGED_FOR = "dealt damage by a source of "
#: Kinds that may be found outside the battlefield; without one of them a phrase means permanents (109.2).
_ANYWHERE = frozenset({"spell", "card", "source", "object"})


def traits_of(situation: Situation, thing: GameObject) -> Characteristics:
    """The characteristics of an object after continuous effects (613)."""
    from solver.layers import characteristics  # the layers ask selectors what effects apply to, hence the late import

    if situation.traits is not None:
        return situation.traits.by_id.get(thing.id) or _printed(thing)
    return characteristics(situation, thing.id) if situation.find(thing.id) is thing else _printed(thing)


def _printed(thing: GameObject) -> Characteristics:
    from solver.copying import printed

    return printed(thing)


def controller_of(situation: Situation, ref: str) -> str:
    """The player who controls an object after control-changing effects (613.1b); a player stands for itself."""
    from solver.layers import controller_of

    return controller_of(situation, ref)


def chooser_of(event: Event, situation: Situation) -> str:
    """Who chooses between the effects on an event: the affected player, or the affected object's controller (616.1).

    An entering object is looked at as it would exist on the battlefield, so that is who would control it (614.12).
    """
    return event.under if isinstance(event, Enter) else controller_of(situation, event.affected)


def fits(ref: str | None, selector: Selector, env: Env, situation: Situation) -> bool:
    """Whether the player or object ``ref`` fits the selector."""
    if ref is None:
        return False
    if situation.is_player(ref):
        every = selector.quantifier is Quantifier.EACH
        return any(_player_fits(ref, conjunction, env, situation, every) for conjunction in selector.any_of)
    thing = situation.find(ref)
    return thing is not None and object_fits(thing, selector, env, situation)


def object_fits(
    thing: GameObject, selector: Selector, env: Env, situation: Situation, traits: Traits = traits_of
) -> bool:
    """Whether an object fits the selector; it need not be part of the situation (a token about to be created).

    "Each target" is any of the targets.
    """
    every = selector.quantifier is Quantifier.EACH
    return any(_object_fits(thing, conjunction, env, situation, traits, every) for conjunction in selector.any_of)


#: The role of what enters the battlefield at the same time: nothing of it can be chosen to pay with (614.13a).
ENTERING = "entering at the same time"


def found(selector: Selector, env: Env, situation: Situation) -> tuple[str, ...]:
    """All players and objects that the selector means, players in APNAP order, objects in the situation's order.

    A conjunction with a bound role means that one thing (608.2k: even if it no longer has every quality named).
    """
    result: list[str] = []
    for conjunction in selector.any_of:
        several = tuple(part for ref in _several(conjunction, selector, env) for part in parts_of(ref, situation))
        for ref in several or _found(conjunction, env, situation):
            if ref not in result:
                result.append(ref)
    if selector.quantifier is Quantifier.ONE and (barred := env.all_of(ENTERING)):  # 614.13a
        return tuple(ref for ref in result if ref not in barred)
    return tuple(result)


def _several(conjunction: tuple[Predicate, ...], selector: Selector, env: Env) -> tuple[str, ...]:
    """All that is bound to one role, where the phrase means each of them."""
    first = conjunction[0]
    bound = first.aspect is Aspect.ROLE and not first.negated and first.value not in PLAYER_SETS
    several = selector.quantifier is Quantifier.EACH or first.value == "them"
    return env.all_of(first.value) if bound and several else ()


def _found(conjunction: tuple[Predicate, ...], env: Env, situation: Situation) -> tuple[str, ...]:
    for predicate in conjunction:
        if predicate.aspect is Aspect.ROLE and not predicate.negated and predicate.value in PLAYER_SETS:
            players = player_set(predicate.value, env, situation)
            return tuple(p for p in players if _player_fits(p, conjunction, env, situation))
        one = _bound(predicate, env, situation)
        if one is not _UNBOUND:
            return parts_of(one, situation) if isinstance(one, str) else ()
    things = (thing for thing in situation.objects if _object_fits(thing, conjunction, env, situation, traits_of))
    return tuple(thing.id for thing in things)


def parts_of(ref: str, situation: Situation) -> tuple[str, ...]:
    """What an object is now: of a melded permanent that has left, both its cards (712.21c); of any other, itself."""
    thing = situation.find(ref)
    if thing is None or thing.zone is not Zone.NOWHERE or not thing.card.melded:
        return (ref,)
    return tuple(other.id for other in situation.objects if f"part of {ref}" in other.flags)


_UNBOUND = object()


def _bound(predicate: Predicate, env: Env, situation: Situation) -> object:
    """The one thing a predicate is bound to (None when bound to nothing), or _UNBOUND for an ordinary predicate."""
    if predicate.negated or predicate.aspect not in (Aspect.ROLE, Aspect.CONTROLLER_OF, Aspect.OWNER_OF):
        return _UNBOUND
    ref = dereference(predicate.value, env, situation)
    if ref is None or predicate.aspect is Aspect.ROLE:
        return ref
    if situation.is_player(ref):
        return ref
    there = as_last_known(ref, env, situation)
    thing = there.find(ref)
    if thing is None:
        return None
    return thing.owner if predicate.aspect is Aspect.OWNER_OF else controller_of(there, ref)


def _player_fits(
    ref: str, conjunction: tuple[Predicate, ...], env: Env, situation: Situation, every: bool = False
) -> bool:
    for predicate in conjunction:
        match predicate.aspect:
            case Aspect.ROLE if predicate.value in PLAYER_SETS:
                holds = ref in player_set(predicate.value, env, situation)
            case Aspect.ROLE if every and predicate.value == "target":
                holds = ref in env.all_of(predicate.value)
            case Aspect.ROLE | Aspect.CONTROLLER_OF | Aspect.OWNER_OF:
                plain = Predicate(predicate.aspect, predicate.value) if predicate.negated else predicate
                holds = _bound(plain, env, situation) == ref
            case Aspect.KIND:
                holds = predicate.value == "player"
            case Aspect.COUNTER:
                player = situation.player(ref)
                holds = bool(player.counters) if predicate.value == "any" else player.counter(predicate.value) > 0
            case _:
                return False
        if holds == predicate.negated:
            return False
    return True


def _object_fits(
    thing: GameObject,
    conjunction: tuple[Predicate, ...],
    env: Env,
    situation: Situation,
    traits: Traits,
    every: bool = False,
) -> bool:
    anywhere = False
    has: Characteristics | None = None
    for predicate in conjunction:
        aspect, value = predicate.aspect, predicate.value
        match aspect:
            case Aspect.ROLE:
                if value in PLAYER_SETS:
                    return False
                anywhere = True
                several = value in ("them", "affected") or (every and value == "target")
                holds = thing.id in env.all_of(value) if several else dereference(value, env, situation) == thing.id
            case Aspect.CONTROLLER_OF | Aspect.OWNER_OF:
                return False
            case Aspect.OTHER:
                holds = thing.id != env.this
            case Aspect.KIND:
                anywhere = anywhere or value in _ANYWHERE
                holds = _is_kind(thing, value)
                if value in ("card", "token") and thing.zone is Zone.BATTLEFIELD and is_made_token(thing, situation):
                    holds = value == "token"
            case Aspect.CONTROLLER:
                holds = _is_players(_controller(thing, situation), value, env, situation)
            case Aspect.OWNER:
                holds = _is_players(thing.owner, value, env, situation)
            case Aspect.EXILED_WITH:
                source = as_last_known(dereference(value, env, situation), env, situation).find(env.this)
                holds = source is not None and thing.exiled_with == (source.id, source.timestamp)
            case Aspect.ZONE:
                anywhere = True
                holds = thing.zone.value == value
            case Aspect.STATUS:
                holds = _has_status(thing, value, env, situation)
            case Aspect.COUNTER:
                holds = bool(thing.counters) if value == "any" else thing.counter(value) > 0
            case Aspect.BLOCKS:
                holds = dereference(value, env, situation) in thing.blocking
            case Aspect.BLOCKED_BY:
                blocker = situation.find(dereference(value, env, situation))
                holds = blocker is not None and thing.id in blocker.blocking
            case Aspect.TARGETS:
                holds = dereference(value, env, situation) in thing.targets
            case Aspect.DAMAGED:
                facts = [flag for flag in thing.flags if flag.startswith(DAMAGED_BY)]
                by = dereference(value, env, situation) if value != "any" else None
                fact = f"{DAMAGED_FOR if value == 'you' else DAMAGED_BY}{by}"
                holds = bool(facts) if value == "any" else fact in facts
            case _:
                if has is None:
                    has = traits(situation, thing)
                holds = _has_trait(has, thing, aspect, value, env, situation)
        if holds == predicate.negated:
            return False
    return anywhere or thing.zone is Zone.BATTLEFIELD


def _controller(thing: GameObject, situation: Situation) -> str:
    """The controller of an object, which need not be part of the situation; the owner of one without (108.4a)."""
    if situation.traits is None and thing.zone is Zone.BATTLEFIELD and situation.find(thing.id) is thing:
        return controller_of(situation, thing.id)
    return thing.controller or thing.owner


def _is_players(player: str, value: str, env: Env, situation: Situation) -> bool:
    if value == "opponent":
        return player != env.you
    if value == "another player":
        return player in player_set(value, env, situation)
    for holder in ("controller of ", "owner of "):
        if value.startswith(holder):
            ref = dereference(value.removeprefix(holder), env, situation)
            there = as_last_known(ref, env, situation)
            held = there.find(ref)
            return held is not None and player == (held.owner if holder[0] == "o" else controller_of(there, held.id))
    ref = dereference(value, env, situation)
    if ref is None:
        return False
    return player == (ref if situation.is_player(ref) else controller_of(situation, ref))


def is_made_token(thing: GameObject, situation: Situation) -> bool:
    """Whether an effect makes a token of a permanent that is none."""
    return TOKEN in traits_of(situation, thing).type_line.supertypes


def _is_kind(thing: GameObject, value: str) -> bool:
    match value:
        case "permanent":
            return thing.zone is Zone.BATTLEFIELD
        case "spell":
            return thing.zone is Zone.STACK
        case "card":
            return not thing.token and SPELL_COPY not in thing.flags
        case "token":
            return thing.token
        case "source" | "object":
            return True
        case _:
            return False


#: The fact that a spell was cast from a zone, or would be.
CAST_FROM = {
    Zone.HAND: "cast from hand", Zone.GRAVEYARD: "cast from graveyard", Zone.EXILE: "cast from exile",
    Zone.LIBRARY: "cast from library", Zone.COMMAND: "cast from the command zone",
}  # fmt: skip


def _has_status(thing: GameObject, value: str, env: Env, situation: Situation) -> bool:
    match value:
        case "cast from your hand":
            return value in thing.flags or CAST_FROM[Zone.HAND] in thing.flags
        case "cast from a graveyard" | "cast from a library":
            return value.replace(" a ", " ") in thing.flags
        case "cast from outside the hand":
            return not {CAST_FROM[Zone.HAND], "cast from your hand"} & set(thing.flags)
        case "with X in its mana cost":
            cost = traits_of(situation, thing).mana_cost
            return cost is not None and any(symbol.strip("{}") == "X" for symbol in cost.symbols)
        case "cast with this":
            return f"cast with {env.this}" in thing.flags
        case "tapped":
            return thing.tapped
        case "untapped":
            return not thing.tapped
        case "attacking":
            return thing.attacking is not None
        case "blocking":
            return bool(thing.blocking)
        case "blocked":
            return thing.attacking is not None and thing.blocked
        case "unblocked":
            return thing.attacking is not None and not thing.blocked
        case "enchanted" | "equipped":
            subtype = "Aura" if value == "enchanted" else "Equipment"
            return any(
                o.attached_to == thing.id and subtype in o.printed.faces[o.face].type_line.subtypes
                for o in situation.objects
            )
        case "on top of your library":
            holder = situation.player(env.you)
            return thing.zone is Zone.LIBRARY and holder.library[:1] == (thing.id,)
        case "attacking you":
            return thing.attacking == env.you
        case "that entered this turn":  # a fact of documents, with or without "that"
            return not thing.controlled_since_turn_began or not {value, value[5:]}.isdisjoint(thing.flags)
        case _:
            return value in thing.flags


def _has_trait(
    has: Characteristics, thing: GameObject, aspect: Aspect, value: str, env: Env, situation: Situation
) -> bool:
    match aspect:
        case Aspect.TYPE:
            return value in has.type_line.types
        case Aspect.SUPERTYPE:
            return value in has.type_line.supertypes
        case Aspect.SUBTYPE:
            word = _chosen("type", env, situation) if value == "chosen" else value
            subtypes = has.type_line.subtypes
            return word in subtypes or (EVERY_CREATURE_TYPE in subtypes and word is not None and is_creature_type(word))
        case Aspect.COLOR:
            return _has_color(has, value, env, situation)
        case Aspect.KEYWORD:
            return has.has_keyword(value)
        case Aspect.NAME:
            name = _chosen("name", env, situation) if value == "chosen" else value
            return name is not None and is_named(has, thing, name)
        case Aspect.NAME_PART:
            return any(value in name for name in names_among(has, thing))
        case Aspect.POWER:
            return _compare(has.power, value, env, situation)
        case Aspect.TOUGHNESS:
            return _compare(has.toughness, value, env, situation)
        case Aspect.MANA_VALUE:
            number = mana_value(has, thing)
            if value in ("odd", "even"):
                return number % 2 == (1 if value == "odd" else 0)
            return _compare(number, value, env, situation)
        case Aspect.COULD_PRODUCE:
            return _could_produce(thing, value, env, situation)
        case Aspect.SHARES_COLOR:
            other = situation.find(dereference(value, env, situation))
            return other is not None and bool(set(has.colors) & set(traits_of(situation, other).colors))
        case Aspect.SHARES_NAME:
            return _shares_name(has, thing, dereference(value, env, situation), situation)
        case _:
            return False


def has_name(thing: GameObject, name: str, situation: Situation) -> bool:
    """Whether one of an object's names is this one (201.2a)."""
    return is_named(traits_of(situation, thing), thing, name)


def names_of(thing: GameObject, situation: Situation) -> tuple[str, ...]:
    """The names of an object (201.2a, 709.4a)."""
    return names_among(traits_of(situation, thing), thing)


def _shares_name(has: Characteristics, thing: GameObject, ref: str | None, situation: Situation) -> bool:
    """Whether two objects have a name in common (201.2a); those without a name have none."""
    other = situation.find(ref)
    if other is None:
        return False
    others = traits_of(situation, other)
    return any(is_named(has, thing, name) for name in names_among(others, other) if name) or any(
        is_named(others, other, name) for name in names_among(has, thing) if name
    )


def _has_color(has: Characteristics, value: str, env: Env, situation: Situation) -> bool:
    match value:
        case "colorless":
            return not has.colors
        case "multicolored":
            return len(has.colors) > 1
        case "monocolored":
            return len(has.colors) == 1
        case "chosen":
            word = _chosen("color", env, situation)
            return word in COLOR_WORDS and COLOR_WORDS[word] in has.colors
        case _:
            return COLOR_WORDS.get(value) in has.colors


def _could_produce(thing: GameObject, value: str, env: Env, situation: Situation) -> bool:
    """Whether a permanent could produce a type, two colors or more, or a type that the one tapped for mana could."""
    from solver.could_produce import types_of  # what could be produced asks selectors in its turn

    types = types_of(situation).of(thing.id)
    if value == "colors":
        return len(types - {"C"}) >= 2
    if value == "like it":
        return bool(types & types_of(situation).of(env.role("tapped")))
    return value in types


def _chosen(what: str, env: Env, situation: Situation) -> str | None:
    """The color, name or type that was chosen for the effect or for its source."""
    return env.role(f"chosen {what}") or dereference(f"chosen {what}", env, situation)


def _compare(number: int | None, text: str, env: Env, situation: Situation) -> bool:
    """Whether a number fits a comparison such as ``<= 4`` or ``<= x``, with the X of this spell or ability (107.3)."""
    if number is None:
        return False
    sign = next((one for one in ("==", "!=", "<=", ">=", "<", ">") if text.startswith(one)), "")
    word = text[len(sign) :].strip()
    return COMPARE[sign or "=="](number, int(word) if word.lstrip("-").isdigit() else _named(word, env, situation))


def _named(name: str, env: Env, situation: Situation) -> int:
    """The number of this name. Raises OutOfScopeError where nothing gives one."""
    if (number := env.value(name)) is not None:
        return number
    thing = as_last_known(env.this, env, situation).find(env.this)
    if name != "x" or thing is None:
        raise OutOfScopeError(f"nothing here gives {name!r} a number")
    return thing.x
