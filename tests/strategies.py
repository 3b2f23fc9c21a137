"""Small situations: built by hand from the catalogue and from phrases, and random ones for hypothesis."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from hypothesis import strategies as st

from model.abilities import Activated, Keyword, SpellAbility, Static
from model.amounts import AMOUNT, Amount, Binary, Call, Name, Number
from model.cards import Card, Face
from model.effects import (
    AddCounters,
    Change,
    Comparison,
    Effect,
    FloatingEffect,
    Instead,
    Limit,
    OneOf,
    Prevent,
    Prohibition,
    Redirect,
    Replacement,
    ReplaceTokens,
    Rewrite,
    Unpreventable,
    Watch,
    Words,
)
from model.events import (
    Cause,
    CreateTokens,
    DealDamage,
    DrawCards,
    Event,
    GainLife,
    LoseLife,
    PutCounters,
    Tokens,
)
from model.instructions import CreateEffect, Do, TheEvent, TokenTemplate
from model.mana import Color, ManaCost
from model.objects import GameObject
from model.players import Player
from model.selectors import Aspect, Predicate, Quantifier, Selector, role
from model.situation import Situation
from model.type_line import TypeLine
from model.zones import Zone
from scenarios.catalogue import find, names

PLAYERS = ("you", "opponent")

# --- by hand ---------------------------------------------------------------------------------------------------------


def permanent(card: Card, id: str | None = None, controller: str = "you", **status: Any) -> GameObject:
    """This card on the battlefield."""
    owner = status.pop("owner", controller)
    return GameObject(id or card.name, card, Zone.BATTLEFIELD, owner, controller, **status)


def creature(
    id: str = "bear",
    controller: str = "you",
    *abilities: Any,
    type: str = "Creature — Bear",
    power: int = 2,
    **status: Any,
) -> GameObject:
    """A green creature with these abilities."""
    keywords = tuple(Keyword(each) if isinstance(each, str) else each for each in abilities)
    face = Face(id, TypeLine.parse(type), ManaCost(("1", "G")), (Color.GREEN,), keywords, power, 2)
    return permanent(Card((face,)), id, controller, **status)


def enchantment(id: str, *effects: Effect, controller: str = "you", **status: Any) -> GameObject:
    """An enchantment whose static abilities have these effects."""
    face = Face(id, TypeLine.parse("Enchantment"), abilities=tuple(Static(each) for each in effects))
    return permanent(Card((face,)), id, controller, **status)


def spell(id: str = "bolt", controller: str = "opponent", color: Color = Color.RED) -> GameObject:
    """An instant of this color on the stack."""
    face = Face(id, TypeLine.parse("Instant"), ManaCost((color.value,)), (color,))
    return GameObject(id, Card((face,)), Zone.STACK, controller, controller)


def situation(
    *things: GameObject, effects: tuple[FloatingEffect, ...] = (), active: str = "you", **you: Any
) -> Situation:
    """Two players with these objects and effects; further arguments describe the player ``you``."""
    return Situation((Player("you", **you), Player("opponent")), active, things, effects)


# --- words for effects -----------------------------------------------------------------------------------------------

YOU, IT, THIS, SOURCE = role("you"), role("it"), role("this"), role("source")
OPPONENT = role("opponent")
DOUBLE = Binary("*", Number(2), AMOUNT)
ONE_MORE = Binary("+", AMOUNT, Number(1))
ONE_LESS = Binary("-", AMOUNT, Number(1))
HALF_UP = Call("half_up", (AMOUNT,))
HALF_DOWN = Call("half_down", (AMOUNT,))


def creature_of(controller: str, *more: Predicate, quantifier: Quantifier = Quantifier.THE) -> Selector:
    """``creature you control`` or ``creature an opponent controls``."""
    tests = (Predicate(Aspect.TYPE, "creature"), Predicate(Aspect.CONTROLLER, controller), *more)
    return Selector((tests,), quantifier, f"creature {controller} controls")


def source_of(controller: str) -> Selector:
    """``source you control``."""
    return Selector(((Predicate(Aspect.KIND, "source"), Predicate(Aspect.CONTROLLER, controller)),))


def anything() -> Selector:
    """``player or creature``."""
    return Selector(((Predicate(Aspect.ROLE, "player"),), (Predicate(Aspect.TYPE, "creature"),)), phrase="anything")


def token_card(name: str, type: str = "Creature") -> Card:
    """A token without abilities."""
    power = 1 if "Creature" in type else None
    return Card((Face(name, TypeLine.parse(f"{type} — {name}"), power=power, toughness=power),))


SQUIRREL, CLUE = token_card("Squirrel"), token_card("Clue", "Artifact")
#: Kinds of creatures' sources and recipients that the random situations have.
CREATURES = ("bear", "lion", "rhino")

# --- at random -------------------------------------------------------------------------------------------------------

amounts: st.SearchStrategy[Amount] = st.sampled_from(
    [
        DOUBLE,
        Binary("*", Number(3), AMOUNT),
        ONE_MORE,
        Binary("+", AMOUNT, Number(2)),
        ONE_LESS,
        HALF_UP,
        HALF_DOWN,
        Number(0),
        Number(1),
        Number(3),
        Call("min", (AMOUNT, Number(2))),
        Call("max", (AMOUNT, Number(2))),
    ]
)
whose = st.sampled_from(["you", "you", "you", "opponent"])
numbers = st.integers(1, 4)


@st.composite
def instructions(draw: st.DrawFn, amount: Amount = AMOUNT) -> Do:
    """One thing to do instead, or besides."""
    player = draw(st.sampled_from([YOU, OPPONENT]))
    choices = [
        Do("gain_life", (("player", player), ("amount", amount))),
        Do("lose_life", (("player", player), ("amount", amount))),
        Do("put_counters", (("on", role("bear")), ("counters", (("+1/+1", amount),)))),
        Do("create_tokens", (("player", player), ("tokens", (TokenTemplate(Number(1), SQUIRREL),)))),
        Do("draw_cards", (("player", player), ("count", Number(1)))),
    ]
    if sometimes(draw, 4):
        source = draw(st.sampled_from(["rhino", "bear"]))
        choices = [Do("deal_damage", (("source", role(source)), ("to", player), ("amount", amount)))]
    return draw(st.sampled_from(choices))


def sometimes(draw: st.DrawFn, one_in: int) -> bool:
    """True once in so many times."""
    return draw(st.integers(1, one_in)) == one_in


@st.composite
def watches(draw: st.DrawFn, kind: str) -> Watch:
    """A watch on events of this kind, more often broad than narrow."""
    found: list[tuple[str, Any]] = []
    compared = st.builds(Comparison, st.sampled_from([">=", "<=", "=="]), st.builds(Number, numbers))
    match kind:
        case "deal_damage":
            if sometimes(draw, 3):
                found.append(("source", source_of(draw(whose))))
            yours = Selector((*YOU.any_of, *creature_of("you").any_of))
            theirs = Selector((*OPPONENT.any_of, *creature_of("opponent").any_of))
            found.append(("to", draw(st.sampled_from([anything(), anything(), yours, yours, theirs, YOU]))))
            if sometimes(draw, 5):
                found.append(("amount", draw(compared)))
            if sometimes(draw, 8):
                found.append(("combat", draw(st.booleans())))
        case "put_counters":
            found.append(("on", draw(st.sampled_from([anything(), creature_of("you"), creature_of("opponent")]))))
            if sometimes(draw, 3):
                found.append(("kind", Words((draw(st.sampled_from(["+1/+1", "-1/-1"])),), draw(st.booleans()))))
            if sometimes(draw, 4):
                found.append(("cause", Words(("effect",))))
            if sometimes(draw, 5):
                found.append(("putter", draw(st.sampled_from([YOU, OPPONENT]))))
            if sometimes(draw, 5):
                found.append(("count", draw(compared)))
        case "create_tokens":
            found.append(("player", draw(st.sampled_from([YOU, YOU, OPPONENT, role("player"), role("player")]))))
            if sometimes(draw, 3):
                type = draw(st.sampled_from(["creature", "artifact"]))
                found.append(("token", Selector(((Predicate(Aspect.TYPE, type),),))))
            if sometimes(draw, 4):
                found.append(("cause", Words(("effect",))))
        case _:
            found.append(("player", draw(st.sampled_from([YOU, YOU, OPPONENT, role("player"), role("player")]))))
            if kind != "draw" and sometimes(draw, 5):
                found.append(("count" if kind == "draw_cards" else "amount", draw(compared)))
    return Watch(kind, tuple(found))


@st.composite
def rewrites(draw: st.DrawFn, kind: str, deep: bool = True) -> Rewrite:
    """A rewrite that makes sense for events of this kind."""
    amount = draw(amounts)
    choices: list[st.SearchStrategy[Rewrite]] = []
    match kind:
        case "deal_damage":
            to = draw(st.sampled_from([YOU, OPPONENT, role("bear"), role("lion")]))
            choices = [
                st.just(Change((("amount", amount),))),
                st.just(Change((("amount", amount),))),
                st.just(Prevent()),
                st.just(Prevent(Number(1))),
                st.just(Prevent(HALF_UP)),
                st.just(Prevent(all_but=Number(1))),
                st.just(Redirect(to)),
            ]
        case "put_counters":
            choices = [st.just(Change((("count", amount),)))] * 3 + [
                st.just(AddCounters(((draw(st.sampled_from(["+1/+1", "charge"])), Number(1)),))),
                st.just(Change((("kind", "-1/-1"),))),
            ]
        case "create_tokens":
            player = draw(st.sampled_from([YOU, OPPONENT]))
            choices = [st.just(Change((("count", amount),)))] * 3 + [
                st.just(Change((("player", player),))),
                st.just(ReplaceTokens((TokenTemplate(AMOUNT, draw(st.sampled_from([SQUIRREL, CLUE]))),), keep=True)),
                st.just(ReplaceTokens((TokenTemplate(AMOUNT, CLUE), TokenTemplate(AMOUNT, SQUIRREL)))),
            ]
        case "draw":
            choices = [
                st.just(Instead((Do("draw_cards", (("player", YOU), ("count", Number(2)))),))),
                st.just(Change((("player", draw(st.sampled_from([YOU, OPPONENT]))),))),
            ]
        case _:
            name = "count" if kind == "draw_cards" else "amount"
            choices = [st.just(Change(((name, amount),)))] * 3
    other = Number(1) if kind == "draw" else AMOUNT
    choices.append(st.builds(lambda each: Instead((each,)), instructions(other)))
    choices.append(st.builds(lambda each: Instead((TheEvent(), each)), instructions(Number(1))))
    two = st.tuples(instructions(Number(1)), instructions(other))
    choices.append(st.builds(Instead, two))
    if sometimes(draw, 15):
        return Instead(())
    if deep and sometimes(draw, 8):
        return OneOf((("first", draw(rewrites(kind, False))), ("second", draw(rewrites(kind, False)))))
    return draw(st.one_of(choices))


KINDS = ("deal_damage", "put_counters", "create_tokens", "gain_life", "lose_life", "draw_cards", "draw")
WITH_AMOUNTS = ("deal_damage", "gain_life", "lose_life")
#: What one kind of event may lead to, so that effects on it are worth having.
NEAR = {
    "deal_damage": ("lose_life", "put_counters", "gain_life"),
    "put_counters": (),
    "create_tokens": (),
    "gain_life": ("draw", "lose_life"),
    "lose_life": ("gain_life",),
    "draw_cards": ("draw", "draw"),
}


@st.composite
def effects(draw: st.DrawFn, kind: str) -> Effect:
    """A replacement or prevention effect on this kind of event, or sometimes one that forbids or protects it."""
    watch = draw(watches(kind))
    sort = draw(st.integers(0, 24))
    if sort == 0:
        return Prohibition((watch,))
    if sort == 1 and kind == "deal_damage":
        return Unpreventable((watch,))
    rewrite = draw(rewrites(kind))
    then: tuple[Do, ...] = ()
    if sometimes(draw, 2 if isinstance(rewrite, Prevent) else 6):
        amount: Amount = Name("prevented") if draw(st.booleans()) else Number(1)
        then = (draw(instructions(amount)),)
    seen = [watch]
    if kind in WITH_AMOUNTS and isinstance(rewrite, Change | Instead) and sometimes(draw, 3):
        # one effect on two kinds of events, so that its one opportunity (614.5) is seen to cross from one to the other
        seen.append(draw(watches(draw(st.sampled_from(WITH_AMOUNTS)))))
    optional = draw(st.sampled_from([YOU, None, None, None, None]))
    return Replacement(
        tuple(seen), rewrite, optional=optional, then=then, self_replacement=draw(st.integers(0, 15)) == 0
    )


@st.composite
def events(draw: st.DrawFn, kind: str) -> Event:
    """An event of this kind."""
    player = draw(whose)
    on = draw(st.sampled_from(["bear", "bear", "rhino"]))
    cause = draw(st.sampled_from([Cause.EFFECT, Cause.EFFECT, Cause.COST, Cause.TURN_BASED_ACTION]))
    amount = draw(numbers)
    match kind:
        case "deal_damage":
            to = draw(st.sampled_from(["you", "opponent", "bear", "rhino"]))
            source = draw(st.sampled_from(["bolt", "rhino", "bear"]))
            return DealDamage(
                source, to, amount, draw(st.booleans()) and source != "bolt", draw(st.integers(0, 7)) != 0
            )
        case "put_counters":
            counters = {draw(st.sampled_from(["+1/+1", "-1/-1"])): amount}
            if draw(st.integers(0, 3)) == 0:
                counters["charge"] = 1
            return PutCounters(on, tuple(sorted(counters.items())), player, "bolt", cause)
        case "create_tokens":
            tokens = (Tokens(draw(st.sampled_from([SQUIRREL, CLUE])), amount),)
            return CreateTokens(player, tokens, player, "bolt", cause)
        case "gain_life":
            return GainLife(player, amount, "bolt", cause)
        case "lose_life":
            return LoseLife(player, amount, "bolt", cause)
        case _:
            return DrawCards(player, draw(st.integers(1, 2)), "bolt", cause)


@st.composite
def questions(draw: st.DrawFn, most_effects: int = 4) -> tuple[Situation, tuple[Event, ...]]:
    """A situation of two players, three creatures and a few effects, with one event or two that happen in it."""
    kind = draw(st.sampled_from([each for each in KINDS if each != "draw"]))
    number = draw(st.integers(2, most_effects))
    kinds = [
        kind,
        *draw(st.lists(st.sampled_from((kind, kind, kind, *NEAR[kind])), min_size=number - 1, max_size=number - 1)),
    ]
    things = _bystanders(draw)
    floating = []
    bindings = tuple((name, name) for name in CREATURES)
    for place, each in enumerate(kinds):
        effect = draw(effects(each))
        controller = draw(whose)
        limit = draw(st.integers(0, 7))
        if isinstance(effect, Replacement) and limit == 0 and not effect.self_replacement:
            effect = _limited(effect, Limit(times=1))
        elif isinstance(effect, Replacement) and limit == 1 and isinstance(effect.rewrite, Prevent | Redirect):
            effect = _limited(effect, Limit(amount=Number(2)))
        left = None
        if isinstance(effect, Replacement):
            left = 2 if effect.limit.amount else effect.limit.times
        floating.append(FloatingEffect(f"effect {place}", effect, controller, "lion", bindings, left))
    happening = [draw(events(kind))]
    if kind != "draw_cards" and sometimes(draw, 6):
        other = draw(events(kind))
        if not isinstance(other, DealDamage) or (other.source, other.to) != (happening[0].source, happening[0].to):  # type: ignore[attr-defined]
            happening.append(other)
    active = draw(whose)
    players = (Player("you", unknown_hand=draw(st.integers(0, 1))), Player("opponent", life=draw(st.integers(1, 20))))
    return Situation(players, active, things, tuple(floating)), tuple(happening)


def _bystanders(draw: st.DrawFn) -> tuple[GameObject, ...]:
    return (
        creature("bear", "you", *draw(st.sampled_from([(), ("lifelink",), ("infect",)]))),
        creature("lion", "you", type="Creature — Cat"),
        creature("rhino", "opponent", *draw(st.sampled_from([(), ("lifelink",), ("wither",)]))),
        spell("bolt", draw(whose)),
    )


def _limited(effect: Replacement, limit: Limit) -> Replacement:
    return Replacement(effect.watches, effect.rewrite, None, effect.optional, effect.then, limit)


# --- from the catalogue ----------------------------------------------------------------------------------------------

#: What players and objects the effects of spells are about, in the random situations.
BOUND = (("target", "bear"), ("target 2", "rhino"), ("source chosen", "bolt"))


@cache
def watching() -> dict[str, tuple[Card | CreateEffect, ...]]:
    """Permanents with static abilities, and effects that spells and abilities make, by the events they watch."""
    found: dict[str, list[Card | CreateEffect]] = {kind: [] for kind in KINDS}
    for name in names():
        card = find(name)
        face = card.faces[0]
        for kind in KINDS:
            statics = [each.effect for each in face.abilities if isinstance(each, Static)]
            if face.type_line.is_permanent and any(kind in _kinds(each) for each in statics):
                found[kind].append(card)
            found[kind] += [made for made in _made(face) if kind in _kinds(made.effect)]
    return {kind: tuple(each) for kind, each in found.items()}


def _kinds(effect: object) -> set[str]:
    return {watch.kind for watch in getattr(effect, "watches", ())}


def _made(face: Face) -> list[CreateEffect]:
    lists = [each.instructions for each in face.abilities if isinstance(each, SpellAbility | Activated)]
    return [each for instructions in lists for each in instructions if isinstance(each, CreateEffect)]


@st.composite
def catalogue_questions(draw: st.DrawFn) -> tuple[Situation, tuple[Event, ...]]:
    """A question as above, with cards of the catalogue for effects."""
    kind = draw(st.sampled_from([each for each in KINDS if each != "draw"]))
    number = draw(st.sampled_from([4, 3, 2]))
    near = (kind, kind, kind, kind, *NEAR[kind])
    kinds = draw(st.lists(st.sampled_from(near), min_size=number, max_size=number))
    things, floating = list(_bystanders(draw)), []
    for place, each in enumerate(kinds):
        if not watching()[each]:
            continue
        card = draw(st.sampled_from(watching()[each]))
        controller = draw(whose)
        if isinstance(card, Card):
            attached = draw(st.sampled_from(["bear", "rhino"]))
            if "enchant player" in [one.name for one in card.faces[0].abilities if isinstance(one, Keyword)]:
                attached = "you"
            aura = {"Aura", "Equipment"} & set(card.faces[0].type_line.subtypes)
            chosen = (("color", "red"), ("name", "bolt"), ("type", "Bear"), ("player", "you"))
            things.append(
                permanent(
                    card,
                    f"{card.name} {place}",
                    controller,
                    attached_to=attached if aura else None,
                    chosen=chosen,
                    counters=(("+1/+1", 1),) if draw(st.booleans()) else (),
                )
            )
        else:
            left = None
            if isinstance(card.effect, Replacement) and card.effect.limit != Limit():
                limit = card.effect.limit.amount
                left = card.effect.limit.times or (limit.value if isinstance(limit, Number) else 2)
            effect = cast(Effect, card.effect)
            floating.append(FloatingEffect(f"effect {place}", effect, controller, "lion", BOUND, left, (("x", 2),)))
    players = (Player("you", unknown_hand=draw(st.integers(0, 1))), Player("opponent", life=draw(st.integers(1, 20))))
    happening = (draw(events(kind)),)
    return Situation(players, draw(whose), tuple(things), tuple(floating)), happening
