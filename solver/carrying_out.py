"""Instructions become events: the roles of an action are filled with the players, objects and numbers meant (608.2)."""

from __future__ import annotations

import re
from typing import Any

from model.amounts import ONE, ZERO, Amount, Number
from model.cards import Card
from model.effects import EnterAsCopy
from model.errors import IllegalError, OutOfScopeError
from model.events import (
    KINDS,
    Act,
    Attach,
    Cause,
    CopySpell,
    CreateTokens,
    DealDamage,
    Destroy,
    Discard,
    DrawCards,
    Enter,
    Event,
    ExileTop,
    FlipCoin,
    GainLife,
    GetEmblem,
    How,
    LoseGame,
    LoseLife,
    Mill,
    Move,
    Pay,
    PutCounters,
    RemoveCounters,
    Reveal,
    RollDie,
    Sacrifice,
    SetLife,
    ShuffleIn,
    Tokens,
    Transform,
    WinGame,
)
from model.instructions import Argument, Do, TokenTemplate
from model.mana_events import KeepMana, LoseMana
from model.players import Player
from model.selectors import Aspect, Predicate, Quantifier, Selector, role
from model.situation import Situation
from model.values import replace
from model.zones import ZONES, Zone
from solver.amounts import evaluate
from solver.binding import bound
from solver.environment import Env, as_last_known
from solver.faces import face_of_copy, token_of
from solver.matching import found
from solver.production import unspent, written

_YOU, _IT, _THIS = role("you"), role("it"), role("this")
#: Actions of one step; all others are carried out in several (121.2) or need a decision on the way.
SEVERAL_STEPS = frozenset({"draw_cards", "draw", "discard", "add_mana"})


#: What an Aura is to be attached to where that is nothing: it stays where it is (303.4i).
UNDEFINED = "nothing"


def is_simple(instruction: Do) -> bool:
    """Whether the action is one step without a choice of its own."""
    return instruction.verb not in SEVERAL_STEPS and chosen_argument(instruction) is None


def chosen_argument(instruction: Do) -> tuple[str, Selector] | None:
    """The role of the action whose thing the player has to choose ("sacrifice a creature"), with its selector."""
    for name, value in instruction.arguments:
        if isinstance(value, Selector) and value.quantifier is Quantifier.ONE and name not in ("source", "player"):
            return name, value
    return None


def _unknown_cards(wanted: object, some_known: bool, player: Player) -> tuple[None, ...]:
    """The cards in a hand that nobody knows, which fit as far as anybody can tell: all for "each", or else one."""
    in_hand = isinstance(wanted, Selector) and any(
        predicate.aspect is Aspect.ZONE and predicate.value == "hand" for some in wanted.any_of for predicate in some
    )
    if not isinstance(wanted, Selector) or not in_hand:
        return ()
    if wanted.quantifier is Quantifier.EACH:
        return (None,) * player.unknown_hand
    return () if some_known else (None,) * min(1, player.unknown_hand)


def events_of(instruction: Do, env: Env, situation: Situation, cause: Cause = Cause.EFFECT) -> tuple[Event, ...]:
    """The events that carrying out one action would be, several at once for "each".

    A role that means nothing (a target that is gone) gives no event (101.3). Raises OutOfScopeError for an action that
    is not modelled.
    """
    args = dict(instruction.arguments)
    source = _first(args.get("source", _THIS), env, situation)

    def things(name: str, default: Selector | None = None) -> tuple[str, ...]:
        value = args.get(name, default)
        if not isinstance(value, Selector):
            return (str(value),) if value is not None else ()
        refs = found(value, env, situation)
        other = next((ref for ref in refs if name == "player" and not situation.is_player(ref)), None)
        if other is not None:
            raise IllegalError(
                f"{other} is no player, and only a player can {instruction.verb.replace('_', ' ')}", "601.2c"
            )
        return refs

    def number(name: str, default: Amount = ONE) -> int:
        value: Any = args.get(name, default)
        return max(0, evaluate(value, env, situation))

    def flag(name: str, default: bool = False) -> bool:
        return bool(args.get(name, default))

    match instruction.verb:
        case "deal_damage":
            sources = things("source", _THIS)
            return tuple(
                DealDamage(src, to, number("amount"), flag("combat"), flag("preventable", True))
                for src in sources
                for to in things("to", _IT)
            )
        case "gain_life":
            return tuple(GainLife(p, number("amount"), source, cause) for p in things("player", _YOU))
        case "lose_life":
            return tuple(LoseLife(p, number("amount"), source, cause) for p in things("player", _YOU))
        case "set_life":
            return tuple(SetLife(p, number("total"), source) for p in things("player", _YOU))
        case "draw_cards" | "draw":
            return tuple(DrawCards(p, number("count"), source, cause) for p in things("player", _YOU))
        case "put_counters":
            counters = _counters(args.get("counters"), env, situation)
            putter = _first(args.get("putter", _YOU), env, situation)
            recipients = things("on") or things("object") or things("player")
            return tuple(PutCounters(on, counters, putter, source, cause) for on in recipients)
        case "remove_counters":
            kind = str(args.get("kind") or args.get("counter"))
            on = things("on", _THIS)
            return tuple(_removal(ref, kind, number("count"), cause, situation) for ref in on)
        case "create_tokens":
            return tuple(
                CreateTokens(p, make_tokens(_templates(args.get("tokens")), env, situation, p), env.you, source, cause)
                for p in things("player", _YOU)
            )
        case "enter":
            counters = _counters(args.get("counters"), env, situation)
            face = number("face", ZERO)
            to = (*things("attached_to"), UNDEFINED)[0] if "attached_to" in args else None
            return tuple(
                Enter(o, _under(o, args, env, situation), flag("tapped"), counters, None, cause, False, face, to)
                for o in things("object", _IT)
                if not face or _is_double_faced(o, situation)
            )
        case "destroy":
            regenerable = flag("can_regenerate", True)
            return tuple(Destroy(p, source, cause, regenerable) for p in things("permanent", _IT))
        case "sacrifice":
            return tuple(Sacrifice(p, source, cause) for p in things("permanent", _THIS))
        case "discard":
            if "card" not in args:
                return tuple(
                    Discard(p, None, source, cause) for p in things("player", _YOU) for _ in range(number("count"))
                )
            return tuple(
                Discard(p, card, source, cause)
                for p in things("player", _YOU)
                for card in (*things("card"), *_unknown_cards(args["card"], bool(things("card")), situation.player(p)))
            )
        case "mill":
            return tuple(Mill(p, number("count"), source, cause) for p in things("player", _YOU))
        case "exile_top":
            return tuple(ExileTop(p, number("count"), flag("face_down"), source, cause) for p in things("player", _YOU))
        case "move" | "exile":
            return _moves(instruction, args, things("object", _IT), source, cause, env, situation)
        case "reveal" if "card" in args:
            return tuple(Reveal(p, 1, card) for p in things("player", _YOU) for card in things("card"))
        case "reveal":
            return tuple(Reveal(p, number("count")) for p in things("player", _YOU))
        case "lose_game":
            return tuple(LoseGame(p, cause) for p in things("player", _YOU))
        case "win_game":
            return tuple(WinGame(p, cause) for p in things("player", _YOU))
        case "flip_coin":
            return tuple(FlipCoin(p, number("count"), source, cause) for p in things("player", _YOU))
        case "roll_die":
            sides = number("sides", Number(6))
            return tuple(RollDie(p, sides, number("count"), source, cause) for p in things("player", _YOU))
        case "lose_mana":
            lost = {p: str(args.get("mana", "")) or written(unspent(p, situation)) for p in things("player", _YOU)}
            return tuple(LoseMana(p, mana, cause) for p, mana in lost.items() if mana)
        case "keep_mana":
            return tuple(KeepMana(p, str(args.get("mana", "")) * number("count")) for p in things("player", _YOU))
        case "attach":
            return tuple(Attach(ref, to) for ref in things("object", _IT) for to in things("to"))
        case "pay":
            mana = times_over(str(args.get("mana", "")), number("count"))
            return tuple(Pay(p, mana) for p in things("player", _YOU))
        case "act":
            what = str(args.get("what", ""))
            about = _first(args["about"], env, situation) if "about" in args else None
            return tuple(Act(p, what, number("count"), about) for p in things("player", _YOU))
        case "keyword":
            raise OutOfScopeError(f"what {args['name']} does ({args['rule']}) is not modelled, and it triggers here")
        case "shuffle_in":
            card = args["card"]
            assert isinstance(card, Card)
            players = things("player", _YOU)
            return tuple(ShuffleIn(p, card, number("count"), flag("token_cards"), source, cause) for p in players)
        case "copy_spell":
            targets = things("targets") if "targets" in args else ()
            exceptions: Any = args.get("except")
            return tuple(
                CopySpell(p, spell, number("count"), targets, exceptions, source, cause)
                for p in things("player", _YOU)
                for spell in things("object", _IT)
            )
        case "get_emblem":
            emblem = args["emblem"]
            assert isinstance(emblem, Card)
            return tuple(GetEmblem(p, emblem, source, cause) for p in things("player", _YOU))
        case "transform":
            own, refs = str(args.get("own", "")), things("permanent", _IT)
            return tuple(Transform(p, source, flag("converted"), own, cause) for p in refs)
        case "tap" | "untap" | "remove_damage" | "remove_from_combat":
            return tuple(KINDS[instruction.verb](permanent=p) for p in things("permanent", _IT))  # type: ignore[call-arg]
        case verb:
            raise OutOfScopeError(f"the action {verb!r} is not modelled")


def times_over(mana: str, count: int) -> str:
    """A cost of mana so many times over, its generic mana added up (702.24a): {1}{U} twice is {2}{U}{U}."""
    symbols = re.findall(r"\{[^}]*\}", mana)
    generic = sum(int(symbol[1:-1]) for symbol in symbols if symbol[1:-1].isdigit()) * count
    others = "".join(symbol * count for symbol in symbols if not symbol[1:-1].isdigit())
    return (f"{{{generic}}}" if generic or not others else "") + others


def _is_double_faced(ref: str, situation: Situation) -> bool:
    """Whether it can enter with its back face up; what is not double-faced stays where it is (712.14a)."""
    thing = situation.find(ref)
    return thing is not None and thing.card.is_double_faced


def _under(ref: str, args: dict[str, Argument], env: Env, situation: Situation) -> str:
    """Under whose control something enters: "its owner's" is that of the thing that enters (110.2a)."""
    value = args.get("under", _YOU)
    if isinstance(value, Selector) and value.any_of == ((Predicate(Aspect.OWNER_OF, "it"),),):
        return situation.object(ref).owner if situation.find(ref) else env.you
    return _first(value, env, situation) or env.you


def _first(value: Argument | None, env: Env, situation: Situation) -> str | None:
    if not isinstance(value, Selector):
        return None if value is None else str(value)
    refs = found(value, env, situation)
    return refs[0] if refs else None


def _removal(ref: str, kind: str, count: int, cause: Cause, situation: Situation) -> RemoveCounters:
    """Removing more counters than there are removes those that are there (101.3)."""
    holder = situation.player(ref) if situation.is_player(ref) else situation.find(ref)
    return RemoveCounters(ref, kind, min(count, holder.counter(kind) if holder else 0), cause)


def _counters(value: Argument | None, env: Env, situation: Situation) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, tuple):
        return ()
    pairs: list[tuple[str, int]] = []
    for pair in value:
        assert isinstance(pair, tuple)
        pairs.append((pair[0], max(0, evaluate(pair[1], env, situation))))
    return tuple(pairs)


def _templates(value: Argument | None) -> tuple[TokenTemplate, ...]:
    if not isinstance(value, tuple):
        return ()
    return tuple(part for part in value if isinstance(part, TokenTemplate))


def make_tokens(
    templates: tuple[TokenTemplate, ...], env: Env, situation: Situation, player: str
) -> tuple[Tokens, ...]:
    """The groups of tokens that templates mean; a copy of nothing is no token (111.12)."""
    groups: list[Tokens] = []
    for template in templates:
        count = max(0, evaluate(template.count, env, situation))
        attacking = situation.opponents(player)[0] if template.attacking else None
        if template.copy_of is not None:
            for ref in found(template.copy_of, env, situation):
                if situation.is_player(ref):  # a player is nothing that a token could be a copy of
                    continue
                thing = as_last_known(ref, env, situation).object(ref)
                card = token_of(thing.printed)
                if isinstance(template.changes, EnterAsCopy):
                    card = _with_exceptions(ref, template.changes, env, situation)
                face = 0 if isinstance(template.changes, EnterAsCopy) else face_of_copy(thing)
                groups.append(Tokens(card, count, template.tapped, attacking, face))
        elif template.card is not None:
            card = bound(template.card, env.this) if env.this is not None else template.card
            if (power := template.power) is not None:
                card = _sized(card, evaluate(power, env, situation), template.toughness, env, situation)
            groups.append(Tokens(card, count, template.tapped, attacking))
    return tuple(groups)


def _with_exceptions(ref: str, changes: EnterAsCopy, env: Env, situation: Situation) -> Card:
    from solver.entering import with_exceptions  # entering pays costs, which are instructions carried out

    return token_of(with_exceptions(ref, changes, as_last_known(ref, env, situation)))


def _sized(card: Card, power: int, toughness: Amount | None, env: Env, situation: Situation) -> Card:
    size = power if toughness is None else evaluate(toughness, env, situation)
    return replace(card, faces=(replace(card.faces[0], power=power, toughness=size), *card.faces[1:]))


def _moves(
    instruction: Do,
    args: dict[str, Argument],
    objects: tuple[str, ...],
    source: str | None,
    cause: Cause,
    env: Env,
    situation: Situation,
) -> tuple[Event, ...]:
    to = Zone.EXILE if instruction.verb == "exile" else ZONES[str(args.get("to", "graveyard"))]
    how = How(str(args.get("how", "exile" if to is Zone.EXILE else "put")))
    position = args.get("position")
    counters = _counters(args.get("counters"), env, situation)
    if to is Zone.BATTLEFIELD:
        tapped = bool(args.get("tapped", False))
        return tuple(Enter(o, _under(o, args, env, situation), tapped, counters, cause=cause) for o in objects)
    return tuple(
        Move(
            ref, to, situation.object(ref).zone, how, str(position) if position else None, counters,
            bool(args.get("face_down", False)), source, cause,
            bool(args.get("until_leaves", False)),
        )
        for ref in objects
        if situation.find(ref) and (not args.get("until_leaves") or _is_there(source, env, situation))
    )  # fmt: skip


def _is_there(source: str | None, env: Env, situation: Situation) -> bool:
    """Whether what an object would be exiled with has not left the battlefield yet (610.3a-b)."""
    thing = situation.find(source)
    return thing is not None and thing.zone is Zone.BATTLEFIELD and as_last_known(source, env, situation) is situation
