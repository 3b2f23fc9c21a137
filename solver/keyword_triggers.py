"""The triggered abilities that keywords stand for, as data (702): a function for each shape, a row for each keyword.

Keywords that trigger, and whose effect is not modelled, are in solver.keywords_told: an answer that comes to resolve
one of them is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from model.abilities import Keyword, Triggered
from model.amounts import ONE, Amount, Binary, Call, Name, Number
from model.cards import Card, Face, Layout
from model.effects import Condition, Continuous, EnterAsCopy, Watch, Words
from model.instructions import CreateEffect, Do, If, Instruction, May, Note, TokenTemplate
from model.mana import Color
from model.production import Fixed
from model.selectors import Aspect, Predicate, Quantifier, Selector, role
from model.type_line import TypeLine
from model.zones import Zone
from solver.keyword_moves import MOVING, recover, soulshift
from solver.keywords_told import told
from solver.qualities import quality_of
from solver.trigger_facts import DEFENDING

Abilities = tuple[Triggered, ...]

_THIS, _IT, _YOU, _DEFENDING = role("this"), role("it"), role("you"), role(DEFENDING)
_PLAYER, _OPPONENTS = role("player"), role("opponent", Quantifier.EACH)
_OWNER = Selector(((Predicate(Aspect.OWNER_OF, "this"),),), phrase="this's owner")
_CREATURE = Predicate(Aspect.TYPE, "creature")
_YOURS = Predicate(Aspect.CONTROLLER, "you")
_MANA = re.compile(r"(?:\{[^{}]+\})+")


def _those(*tests: Predicate, quantifier: Quantifier = Quantifier.THE) -> Selector:
    return Selector((tests,), quantifier, " ".join(test.value for test in tests))


_PERMANENT = _those(Predicate(Aspect.KIND, "permanent"))
_SPELL = _those(Predicate(Aspect.KIND, "spell"))
_NONCREATURE = _those(Predicate(Aspect.TYPE, "creature", True), Predicate(Aspect.KIND, "spell"))


def _when(event: str, /, **conditions: Condition) -> Watch:
    """An event with conditions on its roles; ``origin`` stands for the role "from"."""
    return Watch(event, tuple(("from" if key == "origin" else key, value) for key, value in conditions.items()))


_DIES = _when("move", object=_THIS, origin=Words(("battlefield",)), to=Words(("graveyard",)))
_ENTERS = _when("enter", object=_THIS)
_ATTACKS = _when("attack", object=_THIS)
_BECOMES_BLOCKED = _when("block", attacker=_THIS)
_HITS_A_PLAYER = _when("deal_damage", source=_THIS, to=_PLAYER, combat=True)
_YOUR_UPKEEP = _when("begin", player=_YOU, step=Words(("upkeep",)))


def _counters(kind: str, number: Amount, on: Selector = _THIS) -> Do:
    return Do("put_counters", (("on", on), ("counters", ((kind, number),))))


def _gets(affects: Selector, power: Amount, toughness: Amount) -> CreateEffect:
    """It gets +N/+N until end of turn."""
    return CreateEffect(Continuous(affects, add_power=power, add_toughness=toughness))


def _token(name: str, type_line: str, size: int, colors: tuple[Color, ...] = (), flying: bool = False) -> Card:
    abilities = (Keyword("flying"),) if flying else ()
    return Card((Face(name, TypeLine.parse(type_line), None, colors, abilities, size, size),), Layout.TOKEN)


def _creates(token: Card, number: Amount) -> Do:
    return Do("create_tokens", (("tokens", (TokenTemplate(number, token),)),))


_SPIRIT = _token("Spirit", "Creature \u2014 Spirit", 1, (Color.WHITE, Color.BLACK), flying=True)
_SERVO = _token("Servo", "Artifact Creature \u2014 Servo", 1)
_SACRIFICED = Do("sacrifice", (("permanent", _THIS),))


# --- shapes: what is not the same for all keywords is the argument ---------------------------------------------------


def _does(watch: Watch, *instructions: Instruction, condition: Amount | None = None, once: bool = False) -> Abilities:
    return (Triggered((watch,), instructions, condition, once_each_event=once),)


def _returns(kind: str) -> Abilities:
    """When it dies without such a counter, it returns under its owner's control with one."""
    without = Binary("==", Call("counters", (kind, _THIS)), Number(0))
    back = Do("enter", (("object", _THIS), ("under", _OWNER), ("counters", ((kind, ONE),))))
    return _does(_DIES, back, condition=without)


def _becomes_blocked(instruction: Instruction, *, or_blocks: bool = False) -> Abilities:
    """Once, by however many creatures (509.3a, 509.3c)."""
    watches = (_BECOMES_BLOCKED, *((_when("block", object=_THIS),) if or_blocks else ()))
    return (Triggered(watches, (instruction,), once_each_event=True),)


def _has(kind: str, on: Selector = _THIS) -> Amount:
    return Binary(">=", Call("counters", (kind, on)), ONE)


def _removes(kind: str) -> Do:
    return Do("remove_counters", (("on", _THIS), ("kind", kind), ("count", ONE)))


def _fabricate(number: Amount) -> Abilities:
    """Counters, or else tokens; tokens where counters can't be put on it (608.2d)."""
    servos = _creates(_SERVO, number)
    choice = May(_YOU, instructions=(_counters("+1/+1", number),), otherwise=(servos,))
    return _does(_ENTERS, If(Call("matches", (_THIS, _PERMANENT)), (choice,), (servos,)))


def _renown(number: Amount) -> Abilities:
    renowned = Do("act", (("what", "renowned"), ("about", _THIS)))
    not_yet = Binary("==", Call("flag", ("renowned",)), Number(0))
    return _does(_HITS_A_PLAYER, _counters("+1/+1", number), renowned, condition=not_yet)


def _evolve(_number: Amount) -> Abilities:
    """Both are creatures, and what enters has greater power or toughness (702.100a, 702.100c)."""
    greater: list[Amount] = [Binary(">", Call(stat, (_IT,)), Call(stat, (_THIS,))) for stat in ("power", "toughness")]
    creature = Call("matches", (_THIS, _those(_CREATURE)))
    condition = Binary("and", creature, Binary("or", *greater))
    return _does(_when("enter", object=_those(_CREATURE), under=_YOU), _counters("+1/+1", ONE), condition=condition)


def _extort(_number: Amount) -> Abilities:
    """You gain what the opponents have lost in all, however much that was."""
    life = Call("life", (_OPPONENTS,))
    loses = Do("lose_life", (("player", _OPPONENTS), ("amount", ONE)))
    gains = Do("gain_life", (("player", _YOU), ("amount", Binary("-", Name("life_before"), life))))
    pays = Do("pay", (("player", _YOU), ("mana", "{W/B}")))
    return _does(
        _when("cast", player=_YOU, object=_SPELL), May(_YOU, (pays,), (Note("life_before", life, (loses, gains)),))
    )


def _vanishing(_number: Amount) -> Abilities:
    last = _when("remove_counters", on=_THIS, kind=Words(("time",)))
    return (
        *_does(_YOUR_UPKEEP, _removes("time"), condition=_has("time")),
        *_does(last, _SACRIFICED, condition=Binary("==", Name("left"), Number(0))),
    )


def _cumulative_upkeep(cost: str) -> Abilities:
    """An age counter, then the cost for each of them, or it is sacrificed."""
    times = Call("counters", ("age", _THIS))
    pays = Do("pay", (("player", _YOU), ("mana", cost), ("count", times)))
    here = Call("matches", (_THIS, _PERMANENT))
    return _does(_YOUR_UPKEEP, _counters("age", ONE), May(_YOU, (pays,), (), (_SACRIFICED,)), condition=here)


def _decayed(_number: Amount) -> Abilities:
    """A delayed triggered ability at the end of that combat (603.7)."""
    ends = _when("begin", step=Words(("end of combat",)))
    return _does(_ATTACKS, CreateEffect(Triggered((ends,), (_SACRIFICED,)), "until it triggers"))


def _suspend(_number: Amount) -> Abilities:
    """A time counter is removed from the card in exile; that it is played with the last one is not modelled."""
    exile = (Zone.EXILE,)
    last = _when("remove_counters", on=_THIS, kind=Words(("time",)))
    none_left = Binary("==", Name("left"), Number(0))
    return (
        Triggered((_YOUR_UPKEEP,), (_removes("time"),), _has("time"), zones=exile),
        Triggered((last,), (Do("keyword", (("name", "suspend"), ("rule", "702.62a"))),), none_left, zones=exile),
    )


def _squad(_number: Amount) -> Abilities:
    copies = TokenTemplate(Call("times", ("squad",)), copy_of=_THIS)
    return _does(_ENTERS, Do("create_tokens", (("tokens", (copies,)),)), condition=Call("flag", ("squad",)))


def _offspring(_number: Amount) -> Abilities:
    small = TokenTemplate(ONE, copy_of=_THIS, changes=EnterAsCopy(_THIS, power=1, toughness=1))
    return _does(_ENTERS, Do("create_tokens", (("tokens", (small,)),)), condition=Call("flag", ("offspring",)))


def _champion(quality: str) -> Abilities:
    """It is sacrificed unless another one is exiled, which returns when it leaves; the two are linked (607.2k)."""
    of_one = (quality_of(word) for word in re.sub("^an? ", "", quality).split(" or "))
    tests = [found.any_of[0][1:] for found in of_one if found is not None]
    other = (Predicate(Aspect.OTHER, "this"), Predicate(Aspect.KIND, "permanent"), _YOURS)
    another = Selector(tuple((*test, *other) for test in tests), Quantifier.ONE, f"another {quality} you control")
    exiled = _those(Predicate(Aspect.KIND, "card"), Predicate(Aspect.EXILED_WITH, "this"), quantifier=Quantifier.EACH)
    back = Do("enter", (("object", exiled), ("under", Selector(((Predicate(Aspect.OWNER_OF, "it"),),)))))
    choice = May(_YOU, (), (Do("exile", (("object", another),)),), (_SACRIFICED,))
    there_is = Binary(">=", Call("count", (another,)), ONE)
    leaves = _when("move", object=_THIS, origin=Words(("battlefield",)))
    return (*_does(_ENTERS, If(there_is, (choice,), (_SACRIFICED,))), *_does(leaves, back))


_ATTACKING = Predicate(Aspect.STATUS, "attacking")
_OTHERS_ATTACKING = _those(Predicate(Aspect.OTHER, "this"), _ATTACKING, _CREATURE, quantifier=Quantifier.EACH)
_BLOCKERS = Call("count", (_those(Predicate(Aspect.BLOCKS, "this")),))
_BLOCKERS_BEYOND_ONE = Call("max", (Number(0), Binary("-", _BLOCKERS, ONE)))
_WITHOUT_FLANKING = _those(Predicate(Aspect.KEYWORD, "flanking", True), _CREATURE)
_DEFENDERS_PERMANENT = _those(
    Predicate(Aspect.KIND, "permanent"), Predicate(Aspect.CONTROLLER, DEFENDING), quantifier=Quantifier.ONE
)
_YOUR_CREATURE = _those(_CREATURE, _YOURS, quantifier=Quantifier.ONE)
_ZERO, _ATTACKED = Number(0), Name("opponents_attacked")

#: Keywords without a number, or whose number is not used by what triggers.
PLAIN: dict[str, Callable[[Amount], Abilities]] = {
    **MOVING,
    "persist": lambda _: _returns("-1/-1"),  # 702.79a
    "undying": lambda _: _returns("+1/+1"),  # 702.93a
    "prowess": lambda _: _does(_when("cast", player=_YOU, object=_NONCREATURE), _gets(_THIS, ONE, ONE)),  # 702.108a
    "flanking": lambda _: _does(  # 702.25a
        _when("block", attacker=_THIS, object=_WITHOUT_FLANKING), _gets(_IT, Number(-1), Number(-1))
    ),
    "battle cry": lambda _: _does(_ATTACKS, _gets(_OTHERS_ATTACKING, ONE, _ZERO)),  # 702.91a
    "exalted": lambda _: _does(  # 702.83a
        _when("attack", object=_those(_CREATURE, _YOURS)), _gets(_IT, ONE, ONE),
        condition=Binary("==", Name("attackers"), ONE),
    ),
    "dethrone": lambda _: _does(_ATTACKS, _counters("+1/+1", ONE), condition=Name("most_life")),  # 702.105a
    "training": lambda _: _does(_ATTACKS, _counters("+1/+1", ONE), condition=Name("stronger_attackers")),  # 702.149a
    "melee": lambda _: _does(_ATTACKS, _gets(_THIS, _ATTACKED, _ATTACKED)),  # 702.121a
    "ingest": lambda _: _does(_HITS_A_PLAYER, Do("exile_top", (("player", role("to")), ("count", ONE)))),  # 702.115a
    "evolve": _evolve,  # 702.100a
    "extort": _extort,  # 702.101a
    "exploit": lambda _: _does(  # 702.110a
        _ENTERS, May(_YOU, (), (Do("sacrifice", (("permanent", _YOUR_CREATURE),)),))
    ),
    "ravenous": lambda _: _does(  # 702.156a
        _ENTERS, Do("draw", (("player", _YOU), ("count", ONE))), condition=Binary(">=", Name("x"), Number(5))
    ),
    "evoke": lambda _: _does(_ENTERS, _SACRIFICED, condition=Call("flag", ("evoke",))),  # 702.74a
    "squad": _squad,  # 702.157a
    "offspring": _offspring,  # 702.175a
    "vanishing": _vanishing,  # 702.63a
    "fading": lambda _: _does(_YOUR_UPKEEP, If(_has("fade"), (_removes("fade"),), (_SACRIFICED,))),  # 702.32a
    "decayed": _decayed,  # 702.147a
    "suspend": _suspend,  # 702.62a
    "impending": lambda _: _does(  # 702.176a
        _when("begin", player=_YOU, step=Words(("end",))), _removes("time"),
        condition=Binary("and", Call("flag", ("impending",)), _has("time")),
    ),
}  # fmt: skip

#: Keywords that are nothing without their number; one that is printed as X is told (solver.keywords_told).
NUMBERED: dict[str, Callable[[Amount], Abilities]] = {
    "soulshift": soulshift,  # 702.46a
    "afterlife": lambda n: _does(_DIES, _creates(_SPIRIT, n)),  # 702.135a
    "fabricate": _fabricate,  # 702.123a
    "bushido": lambda n: _becomes_blocked(_gets(_THIS, n, n), or_blocks=True),  # 702.45a
    "rampage": lambda n: _becomes_blocked(  # 702.23a
        _gets(_THIS, Binary("*", n, _BLOCKERS_BEYOND_ONE), Binary("*", n, _BLOCKERS_BEYOND_ONE))
    ),
    "annihilator": lambda n: _does(  # 702.86a
        _ATTACKS, Do("sacrifice", (("player", _DEFENDING), ("permanent", _DEFENDERS_PERMANENT), ("count", n)))
    ),
    "afflict": lambda n: _becomes_blocked(Do("lose_life", (("player", _DEFENDING), ("amount", n)))),  # 702.130a
    "firebending": lambda n: _does(  # 702.189a
        _ATTACKS, Do("add_mana", (("mana", Fixed(("R",), n)), ("rider", "kept until end of combat")))
    ),
    "renown": _renown,  # 702.112a
    "poisonous": lambda n: _does(_HITS_A_PLAYER, _counters("poison", n, role("to"))),  # 702.70a
}

#: Keywords that are nothing without their cost, as far as it is all mana.
WITH_COST: dict[str, Callable[[str], Abilities]] = {
    "cumulative upkeep": _cumulative_upkeep,  # 702.24a
    "recover": recover,  # 702.59a
}

#: Keywords that are followed by a quality of what they are about.
WITH_QUALITY: dict[str, Callable[[str], Abilities]] = {"champion": _champion}  # 702.72a

#: All keywords whose triggered abilities are modelled.
MODELLED = frozenset({*PLAIN, *NUMBERED, *WITH_COST, *WITH_QUALITY})


@lru_cache(maxsize=1024)
def keyword_triggers(keyword: Keyword) -> tuple[Triggered, ...]:
    """The triggered abilities of a keyword; none for one that never triggers."""
    number = keyword.number
    if keyword.name in PLAIN:
        return PLAIN[keyword.name](Number(number or 0))
    if keyword.name in NUMBERED and number is not None:
        return NUMBERED[keyword.name](Number(number))
    if keyword.name in WITH_COST and _MANA.fullmatch(keyword.cost):
        return WITH_COST[keyword.name](keyword.cost)
    name, _, quality = keyword.name.partition(" ")
    if name in WITH_QUALITY and quality:
        return WITH_QUALITY[name](quality)
    return told(keyword)
