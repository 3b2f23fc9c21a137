"""The layers, and what a continuous effect does to an object in each of them (613.1-613.4, 205.1, 305.7, 612)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple, cast

from model.abilities import Ability, Activated, Keyword
from model.amounts import Amount, Number, selectors_in
from model.characteristics import Characteristics
from model.effects import Continuous
from model.mana import COLOR_WORDS, Color
from model.selectors import Selector
from model.situation import Situation
from model.subtypes import EVERY_CREATURE_TYPE, is_creature_type, types_of_subtype
from model.type_line import BASIC_LAND_TYPES, TypeLine
from solver.amounts import evaluate
from solver.copying import as_card, intrinsic_abilities, of_face, without_intrinsic
from solver.environment import Env, dereference
from solver.matching import found, traits_of
from solver.rewording import reworded


class Layer(IntEnum):
    """The layers and sublayers in the order in which they apply (613.1, 613.2, 613.4)."""

    COPY = 0
    FACE_DOWN = 1
    CONTROL = 2
    TEXT = 3
    TYPE = 4
    COLOR = 5
    ABILITY = 6
    DEFINED = 7
    SET = 8
    MODIFY = 9
    SWITCH = 10

    @property
    def number(self) -> str:
        """The layer as players call it: ``1a``, ``2``, ``7c``."""
        return _NUMBERS[self]

    @property
    def rule(self) -> str:
        """The rule that sets this layer."""
        return _RULES[self]


_NUMBERS = ("1a", "1b", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")
_RULES = (
    "613.2a", "613.2b", "613.1b", "613.1c", "613.1d", "613.1e", "613.1f", "613.4a", "613.4b", "613.4c", "613.4d",
)  # fmt: skip

#: Where an ability of an object comes from: itself or what it copies, or its basic land types (305.6). Any other number
#: is the timestamp of the effect that granted it (613.7a).
OWN, INTRINSIC = -(1 << 60), -(1 << 60) - 1


@dataclass(frozen=True, slots=True)
class Being:
    """What an object is at a moment between two layers.

    ``stamps`` pairs with its abilities: OWN, INTRINSIC, or the timestamp of the effect that granted it. ``latent`` are
    subtypes of card types that it does not have at the moment (205.1a); ``barred`` are keywords that it can't have;
    ``since`` is the timestamp of the copy effect that its own abilities come from, if any.
    """

    has: Characteristics
    stamps: tuple[int, ...]
    latent: tuple[str, ...] = ()
    barred: frozenset[str] = frozenset()
    since: int = OWN


def being_of(has: Characteristics) -> Being:
    """The object of these copiable values, with its intrinsic mana abilities."""
    intrinsic = intrinsic_abilities(has.type_line)
    stamps = (OWN,) * len(has.abilities) + (INTRINSIC,) * len(intrinsic)
    return Being(replace(has, abilities=has.abilities + intrinsic) if intrinsic else has, stamps)


# --- in which layers, and what exactly ------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def layers_of(effect: Continuous, defining: bool) -> frozenset[Layer]:
    """The layers in which the parts of an effect apply (613.6); a characteristic-defining one sets in 7a (613.4a)."""
    found_in = {
        Layer.COPY: effect.become is not None or effect.copy_of is not None,
        Layer.CONTROL: effect.control is not None,
        Layer.TEXT: effect.set_name is not None or bool(effect.words),
        Layer.TYPE: effect.set_types is not None or any(getattr(effect, name) for name in _TYPE_PARTS),
        Layer.COLOR: effect.set_colors is not None or bool(effect.add_colors),
        Layer.ABILITY: any(getattr(effect, name) for name in _ABILITY_PARTS),
        Layer.DEFINED if defining else Layer.SET: effect.set_power is not None or effect.set_toughness is not None,
        Layer.MODIFY: effect.add_power is not None or effect.add_toughness is not None,
        Layer.SWITCH: effect.switch,
    }
    return frozenset(layer for layer, there in found_in.items() if there)


_TYPE_PARTS = (
    "add_types", "add_subtypes", "set_subtypes", "remove_types", "remove_subtypes", "add_supertypes",
    "remove_supertypes",
)  # fmt: skip
_ABILITY_PARTS = (
    "lose_abilities", "lose_keywords", "cannot_have", "add_keywords", "add_abilities", "abilities_of",
)  # fmt: skip


class Types(NamedTuple):
    """What happens to a type line."""

    line: TypeLine | None
    set_subtypes: tuple[str, ...]
    add_types: tuple[str, ...]
    add_subtypes: tuple[str, ...]
    remove_types: tuple[str, ...]
    remove_subtypes: tuple[str, ...]
    add_supertypes: tuple[str, ...]
    remove_supertypes: tuple[str, ...]


class Abilities(NamedTuple):
    """What happens to abilities."""

    lose: bool
    keep_mana: bool
    lose_keywords: tuple[str, ...]
    bar: tuple[str, ...]
    gain: tuple[Ability, ...]


def deed(effect: Continuous, layer: Layer, env: Env, now: Situation) -> object:
    """What an effect does in a layer at this moment, as a value to compare (613.8a); ``it`` in env is the object."""

    def number(amount: Amount | None) -> int | None:
        return None if amount is None else evaluate(amount, env, now)

    def words(listed: Iterable[str], what: str) -> tuple[str, ...]:
        chosen = (_chosen(what, env, now) if word == "chosen" else word for word in listed)
        return tuple(word for word in chosen if word is not None)

    match layer:
        case Layer.COPY:
            return _copied(effect, env, now)
        case Layer.CONTROL:
            assert effect.control is not None
            players = [ref for ref in found(effect.control, env, now) if now.is_player(ref)]
            return players[0] if players else None
        case Layer.TEXT:
            return effect.set_name, _named_words(effect.words, env)
        case Layer.TYPE:
            return Types(
                effect.set_types, words(effect.set_subtypes, "type"), effect.add_types,
                words(effect.add_subtypes, "type"), effect.remove_types, words(effect.remove_subtypes, "type"),
                effect.add_supertypes, effect.remove_supertypes,
            )  # fmt: skip
        case Layer.COLOR:
            fixed = effect.set_colors
            return None if fixed is None else words(fixed, "color"), words(effect.add_colors, "color")
        case Layer.ABILITY:
            gained = (
                *(_keyword(word, env, now) for word in effect.add_keywords),
                *effect.add_abilities,
                *_activated_of(effect.abilities_of, env, now),
            )
            return Abilities(
                effect.lose_abilities, effect.keep_mana_abilities, effect.lose_keywords, effect.cannot_have,
                cast("tuple[Ability, ...]", gained),
            )  # fmt: skip
        case Layer.DEFINED | Layer.SET:
            return number(effect.set_power), number(effect.set_toughness)
        case Layer.MODIFY:
            return number(effect.add_power), number(effect.add_toughness)
        case _:
            return None


def _named_words(words: tuple[tuple[str, str], ...], env: Env) -> tuple[tuple[str, str], ...]:
    """The words of a text change, where it speaks of words that were chosen for it."""
    return tuple((env.role(old) or old, env.role(new) or new) for old, new in words)


def _chosen(what: str, env: Env, now: Situation) -> str | None:
    return env.role(f"chosen {what}") or dereference(f"chosen {what}", env, now)


def _keyword(text: str, env: Env, now: Situation) -> Keyword:
    """The keyword that a text means; "the chosen color" in it is the color chosen."""
    if "chosen color" in text:
        color = _chosen("color", env, now)
        text = text.replace("the chosen color", "chosen color").replace("chosen color", color or "chosen color")
    name, _, number = text.rpartition(" ")
    return Keyword(name, int(number)) if name and number.isdigit() else Keyword(text)


def _activated_of(things: Selector | None, env: Env, now: Situation) -> tuple[Activated, ...]:
    """The activated abilities that these things have at this moment, each once."""
    refs = [ref for ref in found(things, env, now) if ref != env.this] if things is not None else []
    there = [ability for ref in refs if now.find(ref) for ability in traits_of(now, now.object(ref)).abilities]
    return tuple(dict.fromkeys(ability for ability in there if isinstance(ability, Activated)))


def _copied(effect: Continuous, env: Env, now: Situation) -> Being | None:
    """The copiable values that an object takes on (707.2), as the effect's exceptions change them (707.9)."""
    if effect.become is not None:
        being = being_of(of_face(effect.become.faces[0]))
    else:
        assert effect.copy_of is not None
        refs = [ref for ref in found(effect.copy_of, env, now) if now.find(ref) is not None]
        if not refs:
            return None
        being = being_of(without_intrinsic(traits_of(now, now.object(refs[0]))))
    return being if effect.copy_except is None else excepted(being, effect.copy_except, env, now)


def excepted(being: Being, exceptions: Continuous, env: Env, now: Situation) -> Being:
    """Copiable values with the exceptions of a copy effect, which are copiable too (707.9)."""
    for layer in (Layer.TEXT, Layer.TYPE, Layer.COLOR, Layer.ABILITY, Layer.SET):
        if layer in layers_of(exceptions, False):
            being = enact(layer, deed(exceptions, layer, env, now), being, OWN)
    return being


# --- doing it --------------------------------------------------------------------------------------------------------


def enact(layer: Layer, what: Any, being: Being, stamp: int) -> Being:
    """The object after the deed; ``stamp`` is the timestamp of abilities that it gains."""
    if what is None and layer is not Layer.SWITCH:
        return being
    return _ENACT[layer](being, what, stamp)


def _become(_being: Being, copy: Being, stamp: int) -> Being:
    return replace(copy, since=stamp)


def _text(being: Being, what: tuple[str | None, tuple[tuple[str, str], ...]], _stamp: int) -> Being:
    """Text changes in rules text and type line, not in granted abilities (612.1-612.3, 612.8)."""
    name, words = what
    has = being.has
    if name is not None:
        has = replace(has, name=name)
    if words:
        pairs = zip(has.abilities, being.stamps, strict=True)
        abilities = tuple(reworded(one, words) if stamp == OWN else one for one, stamp in pairs)
        has = replace(has, type_line=reworded(has.type_line, words), abilities=abilities)
    return _with_intrinsic(replace(being, has=has))


def _types(being: Being, what: Types, _stamp: int) -> Being:
    """Card types, subtypes and supertypes (205.1a, 205.1b, 205.4b); subtypes need their card type (205.3d)."""
    old = being.has.type_line
    types, supertypes, setting = old.types, old.supertypes, what.set_subtypes
    if what.line is not None:
        types = _without_doubles((*what.line.types, *(kind for kind in types if kind in ("instant", "sorcery"))))
        supertypes = _without_doubles((*supertypes, *what.line.supertypes))
        setting = (*what.line.subtypes, *setting)
    types = _without_doubles((*(kind for kind in types if kind not in what.remove_types), *what.add_types))
    kept = (word for word in supertypes if word not in what.remove_supertypes)
    supertypes = _without_doubles((*kept, *what.add_supertypes))

    replaced = frozenset(kind for subtype in setting for kind in types_of_subtype(subtype))
    gained = [s for s in (*setting, *what.add_subtypes) if not types_of_subtype(s).isdisjoint(types)]
    there = [s for s in (*old.subtypes, *being.latent) if types_of_subtype(s).isdisjoint(replaced)]
    everything = EVERY_CREATURE_TYPE in what.remove_subtypes
    there = [s for s in there if s not in what.remove_subtypes and not (everything and is_creature_type(s))]
    subtypes = _without_doubles((*(s for s in there if not types_of_subtype(s).isdisjoint(types)), *gained))
    latent = tuple(s for s in there if types_of_subtype(s).isdisjoint(types))

    line = TypeLine(supertypes, types, subtypes)
    new = replace(being, has=replace(being.has, type_line=line), latent=latent)
    if "land" in types and not _BASIC.isdisjoint(setting):
        new = _keeping(new, lambda _, stamp: stamp not in (OWN, INTRINSIC))  # 305.7
    return _with_intrinsic(new)


_BASIC = frozenset(BASIC_LAND_TYPES)


def _without_doubles(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _keeping(being: Being, keep: Callable[[Ability, int], bool]) -> Being:
    """The object with those of its abilities that the test keeps."""
    pairs = [pair for pair in zip(being.has.abilities, being.stamps, strict=True) if keep(*pair)]
    if len(pairs) == len(being.stamps):
        return being
    has = replace(being.has, abilities=tuple(ability for ability, _ in pairs))
    return replace(being, has=has, stamps=tuple(stamp for _, stamp in pairs))


def _with_intrinsic(being: Being) -> Being:
    """The object with just the mana abilities of its basic land types (305.6)."""
    wanted = intrinsic_abilities(being.has.type_line)
    there = tuple(a for a, stamp in zip(being.has.abilities, being.stamps, strict=True) if stamp == INTRINSIC)
    if wanted == there:
        return being
    rest = _keeping(being, lambda _, stamp: stamp != INTRINSIC)
    has = replace(rest.has, abilities=rest.has.abilities + wanted)
    return replace(rest, has=has, stamps=rest.stamps + (INTRINSIC,) * len(wanted))


def _colors(being: Being, what: tuple[tuple[str, ...] | None, tuple[str, ...]], _stamp: int) -> Being:
    base: tuple[Color, ...] = being.has.colors
    if what[0] is not None:
        base = tuple(COLOR_WORDS[word] for word in what[0])
    added = tuple(color for word in what[1] if (color := COLOR_WORDS[word]) not in base)
    return replace(being, has=replace(being.has, colors=base + added))


def _abilities(being: Being, what: Abilities, stamp: int) -> Being:
    """What is taken away, then what is barred (113.11), then what is gained."""
    if what.lose:
        from solver.mana_abilities import is_mana_ability

        being = _keeping(being, lambda ability, _: what.keep_mana and is_mana_ability(ability))
    if what.lose_keywords or what.bar:
        gone = (*what.lose_keywords, *what.bar)
        being = _keeping(being, lambda ability, _: not _is_one_of(ability, gone))
        being = replace(being, barred=being.barred.union(what.bar))
    gained = tuple(ability for ability in what.gain if not (being.barred and _is_one_of(ability, being.barred)))
    has = replace(being.has, abilities=being.has.abilities + gained)
    return replace(being, has=has, stamps=being.stamps + (stamp,) * len(gained))


def _is_one_of(ability: Ability, names: Iterable[str]) -> bool:
    """Whether this is one of the keywords, in whatever form: hexproof means hexproof from a color too."""
    return isinstance(ability, Keyword) and any(
        ability.name == name or ability.name.startswith(f"{name} from ") for name in names
    )


def _set(being: Being, what: tuple[int | None, int | None], _stamp: int) -> Being:
    """Power and toughness set; a permanent that has none is no creature, and gets none (208.3a)."""
    has = being.has
    if has.power is None and has.toughness is None:
        return being
    power, toughness = (old if new is None else new for old, new in zip((has.power, has.toughness), what, strict=True))
    return replace(being, has=replace(has, power=power, toughness=toughness))


def _modify(being: Being, what: tuple[int | None, int | None], _stamp: int) -> Being:
    has = being.has
    power = None if has.power is None else has.power + (what[0] or 0)
    toughness = None if has.toughness is None else has.toughness + (what[1] or 0)
    return replace(being, has=replace(has, power=power, toughness=toughness))


def _switch(being: Being, _what: object, _stamp: int) -> Being:
    return replace(being, has=replace(being.has, power=being.has.toughness, toughness=being.has.power))


_ENACT: dict[Layer, Callable[[Being, Any, int], Being]] = {
    Layer.COPY: _become,
    Layer.TEXT: _text,
    Layer.TYPE: _types,
    Layer.COLOR: _colors,
    Layer.ABILITY: _abilities,
    Layer.DEFINED: _set,
    Layer.SET: _set,
    Layer.MODIFY: _modify,
    Layer.SWITCH: _switch,
}


def mentions_it(amount: Amount | None) -> bool:
    """Whether the amount reads the object that the effect applies to."""
    return amount is not None and any(selector.mentions("it") for selector in selectors_in(amount))


def reads_each(effect: Continuous) -> bool:
    """Whether what the effect does can differ between the objects it applies to."""
    amounts = (effect.set_power, effect.set_toughness, effect.add_power, effect.add_toughness)
    return any(map(mentions_it, amounts)) or (effect.control is not None and effect.control.mentions("it"))


def settled_effect(effect: Continuous, env: Env, now: Situation, outer: Env | None = None) -> Continuous:
    """The effect of something that resolves, with its amounts and what it copies as they are now (611.2d, 707.2b).

    ``it`` is each affected object in amounts; in what is copied it is what the ability speaks of (``outer``).
    """

    def fixed(amount: Amount | None) -> Amount | None:
        return None if amount is None else Number(evaluate(amount, env, now))

    effect = replace(
        effect,
        set_power=fixed(effect.set_power),
        set_toughness=fixed(effect.set_toughness),
        add_power=fixed(effect.add_power),
        add_toughness=fixed(effect.add_toughness),
        words=_named_words(effect.words, env),
    )
    if effect.copy_of is None:
        return effect
    from solver.layers import copiable_values

    refs = [ref for ref in found(effect.copy_of, outer or env, now) if now.find(ref) is not None]
    if not refs:
        return replace(effect, copy_of=None, copy_except=None)
    being = being_of(copiable_values(now, refs[0]))
    if effect.copy_except is not None:
        being = excepted(being, effect.copy_except, env, now)
    return replace(effect, become=as_card(without_intrinsic(being.has)), copy_of=None, copy_except=None)
