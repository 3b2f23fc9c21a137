"""Effects that the rules define: of counters, of keywords, of commanders (122.1, 702, 903.9)."""

from __future__ import annotations

from functools import cache, lru_cache

from model.abilities import Keyword, Static
from model.amounts import ONE, Binary, Call, Name, Number
from model.effects import Change, Instead, Prevent, Replacement, Watch, Words
from model.instructions import Do
from model.objects import GameObject
from model.selectors import Aspect, Predicate, Quantifier, Selector, role
from model.zones import Zone
from solver.qualities import quality_of

#: The fact that life was paid for a Phyrexian mana symbol in the cost of the spell, once for each (702.150a).
LIFE_PAID = "life paid for Phyrexian mana"
_THIS = role("this")
_YOU = role("you")
_OWNER = Selector(((Predicate(Aspect.OWNER_OF, "this"),),), phrase="this's owner")


@cache
def commander_effect(zone: str) -> Replacement:
    """A commander that would be put into its owner's hand or library may be put into the command zone (903.9b).

    It may apply more than once to one event: once for each of the two zones, as another effect may change it.
    """
    watch = Watch("move", (("object", _THIS), ("to", Words((zone,)))))
    return Replacement((watch,), Change((("to", "command"),)), optional=_OWNER)


def counter_effects(thing: GameObject) -> tuple[tuple[str, Replacement], ...]:
    """The effects of shield, stun and finality counters (122.1c, 122.1d, 122.1h); each kind makes one of each."""
    return tuple((name, effect) for kind, name, effect in _COUNTER_EFFECTS if thing.counter(kind))


def resolving_effects(subtypes: tuple[str, ...]) -> tuple[tuple[str, Replacement], ...]:
    """Where a spell cast as an Adventure goes as it resolves, and one cast as an Omen (715.3d, 720.3d)."""
    return tuple((name, effect) for name, effect in _RESOLVING if name in subtypes)


_RESOLVES = Watch("move", (("object", _THIS), ("how", Words(("resolve",))), ("to", Words(("graveyard",)))))
_RESOLVING = (
    ("Adventure", Replacement((_RESOLVES,), Change((("to", "exile"),)))),
    ("Omen", Replacement((_RESOLVES,), Change((("to", "library"), ("position", "shuffled"))))),
)


def _remove(kind: str) -> Do:
    return Do("remove_counters", (("on", _THIS), ("kind", kind), ("count", ONE)))


_COUNTER_EFFECTS = (
    (
        "shield",
        "shield counter (destroy)",
        Replacement(
            (Watch("destroy", (("permanent", _THIS), ("cause", Words(("effect",))))),),
            Instead((_remove("shield"),)),
        ),
    ),
    (
        "shield",
        "shield counter (damage)",
        Replacement((Watch("deal_damage", (("to", _THIS),)),), Prevent(), then=(_remove("shield"),), together=True),
    ),
    (
        "stun",
        "stun counter",
        Replacement((Watch("untap", (("permanent", _THIS),)),), Instead((_remove("stun"),))),
    ),
    (
        "finality",
        "finality counter",
        Replacement(
            (Watch("move", (("object", _THIS), ("from", Words(("battlefield",))), ("to", Words(("graveyard",))))),),
            Change((("to", "exile"),)),
        ),
    ),
)


@lru_cache(maxsize=1024)
def keyword_effects(keyword: Keyword) -> tuple[Static, ...]:
    """The replacement effects that a keyword stands for: dredge (702.52), absorb (702.64)."""
    number = Number(keyword.number or 0)
    match keyword.name:
        case "dredge":
            enough = Binary(">=", Call("cards_in_library", (_YOU,)), number)
            rewrite = Instead(
                (
                    Do("mill", (("player", _YOU), ("count", number))),
                    Do("move", (("object", _THIS), ("to", "hand"), ("how", "return"))),
                )
            )
            effect = Replacement((Watch("draw", (("player", _YOU),)),), rewrite, enough, _YOU)
            return (Static(effect, (Zone.GRAVEYARD,)),)
        case "flashback":
            leaves = Watch("move", (("object", _THIS), ("from", Words(("stack",)))))
            cast_so = Call("flag", ("flashback",))
            return (Static(Replacement((leaves,), Change((("to", "exile"),)), cast_so), (Zone.STACK,)),)
        case "jump-start" | "aftermath" | "harmonize":  # 702.133a, 702.127a, 702.180a
            leaves = Watch("move", (("object", _THIS), ("from", Words(("stack",)))))
            cast_so = Call("flag", (keyword.name,))
            return (Static(Replacement((leaves,), Change((("to", "exile"),)), cast_so), (Zone.STACK,)),)
        case "buyback" | "rebound":  # 702.27a, 702.88a
            resolves = Watch("move", (("object", _THIS), ("how", Words(("resolve",))), ("to", Words(("graveyard",)))))
            flag, to = ("buyback", "hand") if keyword.name == "buyback" else ("cast from hand", "exile")
            elsewhere = Replacement((resolves,), Change((("to", to),)), Call("flag", (flag,)))
            return (Static(elsewhere, (Zone.STACK,)),)
        case "madness":  # 702.35a
            put = (("how", Words(("discard",))), ("from", Words(("hand",))), ("to", Words(("graveyard",))))
            discarded = Watch("move", (("object", _THIS), *put))
            return (Static(Replacement((discarded,), Change((("to", "exile"),))), (Zone.HAND,)),)
        case _ if keyword.name.startswith("protection from "):
            quality = quality_of(keyword.name.removeprefix("protection from "))
            if quality is None:
                return ()
            watch = Watch("deal_damage", (("to", _THIS), ("source", quality)))
            return (Static(Replacement((watch,), Prevent())),)
        case "compleated":  # 702.150a; one flag for each such symbol
            watch = Watch("put_counters", (("on", _THIS), ("kind", Words(("loyalty",))), ("entering", True)))
            fewer = Binary("*", Number(2), Call("times", (LIFE_PAID,)))
            change = Change((("count", Call("max", (Number(0), Binary("-", Name("amount"), fewer)))),))
            return (Static(Replacement((watch,), change, Call("flag", (LIFE_PAID,)))),)
        case "absorb":
            return (Static(Replacement((Watch("deal_damage", (("to", _THIS),)),), Prevent(number))),)
        case "umbra armor":
            enchanted = Selector(((Predicate(Aspect.ROLE, "enchanted"),),), Quantifier.THE, "enchanted permanent")
            rewrite = Instead(
                (Do("remove_damage", (("permanent", enchanted),)), Do("destroy", (("permanent", _THIS),)))
            )
            return (Static(Replacement((Watch("destroy", (("permanent", enchanted),)),), rewrite)),)
        case _:
            return ()
