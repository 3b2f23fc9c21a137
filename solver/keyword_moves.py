"""Triggered abilities of keywords that move counters or cards, as data (702): modular, graft, soulshift, dash ..."""

from __future__ import annotations

from collections.abc import Callable

from model.abilities import Triggered
from model.amounts import ONE, Amount, Binary, Call, Number
from model.choices import Choice, Manner
from model.effects import Condition, Watch, Words
from model.instructions import Do, Instruction, May
from model.selectors import Aspect, Predicate, Selector, role
from model.zones import Zone

Abilities = tuple[Triggered, ...]

_THIS, _IT, _YOU, _TARGET = role("this"), role("it"), role("you"), role("target")
_CREATURE = Predicate(Aspect.TYPE, "creature")
_OTHER = Predicate(Aspect.OTHER, "this")


def _those(phrase: str, *tests: Predicate) -> Selector:
    return Selector((tests,), phrase=phrase)


def _watch(event: str, *conditions: tuple[str, Condition]) -> Watch:
    return Watch(event, conditions)


_FROM_BATTLEFIELD: tuple[tuple[str, Condition], ...] = (
    ("from", Words(("battlefield",))),
    ("to", Words(("graveyard",))),
)
_DIES = _watch("move", ("object", _THIS), *_FROM_BATTLEFIELD)
_OTHER_CREATURE = _those("other creature", _OTHER, _CREATURE)
_CREATURE_DIES = _watch("move", ("object", _OTHER_CREATURE), ("of", _YOU), *_FROM_BATTLEFIELD)
_ANOTHER_ENTERS = _watch("enter", ("object", _OTHER_CREATURE))
_END_STEP = _watch("begin", ("step", Words(("end",))))


def _puts(number: Amount, on: Selector) -> Do:
    return Do("put_counters", (("on", on), ("counters", (("+1/+1", number),))))


def _to_hand(what: Selector) -> Do:
    return Do("move", (("object", what), ("to", "hand"), ("how", "return")))


def _if_paid(word: str, watch: Watch, *instructions: Instruction) -> Triggered:
    return Triggered((watch,), instructions, Call("flag", (word,)))


_COUNTERS = Call("counters", ("+1/+1", _THIS))
_HAS_COUNTERS = Binary(">=", _COUNTERS, ONE)
_ARTIFACT_CREATURE = _those("artifact creature", Predicate(Aspect.TYPE, "artifact"), _CREATURE)


def _modular(_number: Amount) -> Abilities:
    """As many counters as it had go on an artifact creature; as it last existed (702.43a, 603.10a)."""
    choice = Choice(Manner.TARGET, _ARTIFACT_CREATURE)
    done = May(_YOU, instructions=(_puts(_COUNTERS, _TARGET),))
    return (Triggered((_DIES,), (done,), _HAS_COUNTERS, choices=(choice,)),)


def _graft(_number: Amount) -> Abilities:
    """One of its counters may move onto another creature that enters (702.58a)."""
    removes = Do("remove_counters", (("on", _THIS), ("kind", "+1/+1"), ("count", ONE)))
    done = May(_YOU, instructions=(removes, _puts(ONE, _IT)))
    return (Triggered((_ANOTHER_ENTERS,), (done,), _HAS_COUNTERS),)


def soulshift(number: Amount) -> Abilities:
    """A Spirit card of small mana value may return to the hand (702.46a)."""
    assert isinstance(number, Number)
    spirit = _those(
        f"Spirit card with mana value {number.value} or less in your graveyard",
        Predicate(Aspect.SUBTYPE, "Spirit"), Predicate(Aspect.KIND, "card"),
        Predicate(Aspect.MANA_VALUE, f"<={number.value}"), Predicate(Aspect.ZONE, "graveyard"),
        Predicate(Aspect.OWNER, "you"),
    )  # fmt: skip
    done = May(_YOU, instructions=(_to_hand(_TARGET),))
    return (Triggered((_DIES,), (done,), choices=(Choice(Manner.TARGET, spirit),)),)


def recover(cost: str) -> Abilities:
    """It returns to the hand for its cost, or is exiled (702.59a)."""
    pays = Do("pay", (("player", _YOU), ("mana", cost)))
    gone = Do("exile", (("object", _THIS),))
    done = May(_YOU, (pays,), (_to_hand(_THIS),), (gone,))
    return (Triggered((_CREATURE_DIES,), (done,), zones=(Zone.GRAVEYARD,)),)


#: Keywords without a number that matters here; those of dash, blitz and warp only where that cost was paid (a flag).
MOVING: dict[str, Callable[[Amount], Abilities]] = {
    "modular": _modular,
    "graft": _graft,
    "dash": lambda _: (_if_paid("dash", _END_STEP, _to_hand(_THIS)),),  # 702.109a
    "warp": lambda _: (_if_paid("warp", _END_STEP, Do("exile", (("object", _THIS),))),),  # 702.185a
    "blitz": lambda _: (  # 702.152a
        _if_paid("blitz", _END_STEP, Do("sacrifice", (("permanent", _THIS),))),
        _if_paid("blitz", _DIES, Do("draw", (("player", _YOU), ("count", ONE)))),
    ),
}
