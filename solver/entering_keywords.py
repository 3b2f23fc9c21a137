"""The effects on entering that the rules define: of planeswalkers, battles, Sagas and keyword abilities (614.1c)."""

from __future__ import annotations

from functools import lru_cache

from model.abilities import Keyword
from model.amounts import ONE, Amount, Binary, Call, Name, Number
from model.characteristics import Characteristics
from model.effects import AddCounters, Change, Choosing, Continuous, Instead, OneOf, Replacement, Rewrite, Watch
from model.instructions import CreateEffect, Do, TheEvent
from model.mana import COLOR_WORDS
from model.selectors import Aspect, Predicate, Quantifier, Selector, role
from model.type_line import CARD_TYPES

_THIS, _YOU, _OPPONENT = role("this"), role("you"), role("opponent")
_ITSELF = (Watch("enter", (("object", _THIS),)),)
_THEM = role("them", Quantifier.EACH)
#: The kinds of counters that a keyword with a number means.
_NUMBERED = {"fading": "fade", "vanishing": "time", "modular": "+1/+1", "graft": "+1/+1"}


def _counters(kind: str, number: Amount) -> AddCounters:
    return AddCounters(((kind, number),))


def intrinsic_entering(has: Characteristics) -> tuple[tuple[str, Replacement], ...]:
    """What planeswalkers, battles and Sagas enter with, by name (306.5b, 310.4b, 714.3a)."""
    found = []
    if "planeswalker" in has.type_line.types and has.loyalty:
        found.append(("loyalty", _counters("loyalty", Number(has.loyalty))))
    if "battle" in has.type_line.types and has.defense:
        found.append(("defense", _counters("defense", Number(has.defense))))
    if "Saga" in has.type_line.subtypes and not has.has_keyword("read ahead"):
        found.append(("lore", _counters("lore", ONE)))
    return tuple((name, Replacement(_ITSELF, rewrite)) for name, rewrite in found)


@lru_cache(maxsize=1024)
def entering_effects(keyword: Keyword) -> tuple[Replacement, ...]:
    """The effects of a keyword ability on the entering of the permanent that has it."""
    number = Number(keyword.number or 0)
    if keyword.name.partition(" ")[0] == "devour":
        return (_devour(keyword, number),)
    if keyword.name in _NUMBERED and keyword.number:  # 702.32a, 702.63a, 702.43a, 702.58a
        return (Replacement(_ITSELF, _counters(_NUMBERED[keyword.name], number)),)
    match keyword.name:
        case "daybound":  # 702.145b; only what is double-faced can enter so (solver.in_force)
            return (Replacement(_ITSELF, Change((("face", ONE),)), Call("flag", ("it is night",))),)
        case "bloodthirst":  # 702.54a
            hurt = Call("flag", ("an opponent was dealt damage",))
            return (Replacement(_ITSELF, _counters("+1/+1", number), hurt),)
        case "ravenous":  # 702.156a
            return (Replacement(_ITSELF, _counters("+1/+1", Name("x"))),)
        case "riot":  # 702.136a
            haste = CreateEffect(Continuous(_THIS, add_keywords=("haste",)), "forever")
            ways: tuple[tuple[str, Rewrite], ...] = (
                ("+1/+1 counter", _counters("+1/+1", ONE)),
                ("haste", Instead((TheEvent(), haste))),
            )
            return (Replacement(_ITSELF, OneOf(ways)),)
        case "sunburst":  # 702.44a
            return tuple(
                Replacement(_itself_as("creature", negated), _counters(kind, _colors_spent()))
                for kind, negated in (("+1/+1", False), ("charge", True))
            )
        case "tribute":  # 702.104a
            return (Replacement(_ITSELF, _counters("+1/+1", number), optional=_OPPONENT),)
        case "unleash":  # 702.98a
            return (Replacement(_ITSELF, _counters("+1/+1", ONE), optional=_YOU),)
        case _:
            return ()


def _itself_as(kind: str, negated: bool) -> tuple[Watch, ...]:
    tests = (Predicate(Aspect.ROLE, "this"), Predicate(Aspect.TYPE, kind, negated))
    return (Watch("enter", (("object", Selector((tests,))),)),)


def _colors_spent() -> Amount:
    """How many colors of mana were spent to cast it: one flag ("green mana spent") for each."""
    flags: list[Amount] = [Call("flag", (f"{word} mana spent",)) for word in COLOR_WORDS]
    total = flags[0]
    for flag in flags[1:]:
        total = Binary("+", total, flag)
    return total


def _devour(keyword: Keyword, number: Number) -> Replacement:
    """Sacrifice any number of creatures, or of permanents of a quality; counters for each (702.82a, 702.82c)."""
    word = keyword.name.removeprefix("devour").strip() or "creature"
    aspect = Aspect.TYPE if word in CARD_TYPES else Aspect.SUBTYPE
    among = Selector(((Predicate(aspect, word), Predicate(Aspect.CONTROLLER, "you")),), phrase=f"{word} you control")
    sacrificed = Call("count", (role("them"),))
    rewrite = _counters("+1/+1", Binary("*", number, sacrificed))
    return Replacement(_ITSELF, Choosing(among, "them", (Do("sacrifice", (("permanent", _THEM),)),), rewrite))
