"""What something can be attached to, and what an Aura enchants as it enters the battlefield (303.4, 701.3, 702.5)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Keyword, Static
from model.characteristics import Characteristics
from model.choices import Choice, Manner
from model.effects import Continuous
from model.events import Attach, Cause, Enter, Event, Move
from model.objects import GameObject
from model.selectors import Aspect, Predicate, Selector
from model.situation import Situation
from model.zones import Zone
from solver.choosing import can_target, has_quality
from solver.environment import Env
from solver.matching import controller_of, fits, traits_of
from solver.prohibiting import prohibited
from solver.watching import as_seen

#: What each kind of thing that is attached is attached to (301.5, 301.6).
_HOSTS = {"Equipment": "creature", "Fortification": "land"}


def can_be_attached(thing: GameObject, to: str, situation: Situation) -> bool:
    """Whether it can be attached to that object or player (301.5-6, 303.4d, 303.4j, 701.3a-b).

    An Aura whose enchant ability says nothing that is read here can be attached to anything.
    """
    has = traits_of(situation, thing)
    kinds = has.type_line.subtypes
    host = situation.find(to)
    if thing.id == to or (host is None and not situation.is_player(to)):
        return False
    if "Aura" in kinds:
        if "creature" in has.type_line.types or not _can_enchant(thing, has, to, situation):
            return False
    elif is_bestowed(thing, has):
        if host is None or host.zone is not Zone.BATTLEFIELD or not _is_creature(host, situation):
            return False
    elif not _can_carry(has, host, situation):
        return False
    if host is not None and _is_protected(thing, has, host, situation):
        return False
    return prohibited(Attach(thing.id, to), situation) is None


def is_bestowed(thing: GameObject, has: Characteristics) -> bool:
    """Whether a permanent with bestow is attached to something, and so a bestowed Aura (702.103b, 702.103f)."""
    return thing.attached_to is not None and has.has_keyword("bestow")


def bestowed_on(thing: GameObject, situation: Situation) -> str | None:
    """What a spell cast bestowed (the flag) will be attached to; nothing if its target is illegal (702.103e)."""
    has = traits_of(situation, thing)
    if "bestow" not in thing.flags or not thing.targets or not has.has_keyword("bestow"):
        return None
    target = thing.targets[0]
    legal = can_be_attached(replace(thing, attached_to=target), target, situation)
    among = Selector(((Predicate(Aspect.TYPE, "creature"),),), phrase="creature")
    env = Env(controller_of(situation, thing.id), thing.id)
    return target if legal and can_target(target, Choice(Manner.TARGET, among), env, situation).value else None


def _is_creature(thing: GameObject, situation: Situation) -> bool:
    return "creature" in traits_of(situation, thing).type_line.types


def _can_carry(has: Characteristics, host: GameObject | None, situation: Situation) -> bool:
    """Equipment goes on creatures and Fortifications on lands; nothing else is attached at all (701.3b)."""
    needed = {types for kind, types in _HOSTS.items() if kind in has.type_line.subtypes}
    if host is None or host.zone is not Zone.BATTLEFIELD or not needed:
        return False
    if "creature" in has.type_line.types and not has.has_keyword("reconfigure"):  # 301.5c
        return False
    return needed <= set(traits_of(situation, host).type_line.types)


def enchants(has: Characteristics) -> tuple[Selector, ...]:
    """What its enchant abilities say; all of them apply (702.5a, 702.5c)."""
    return tuple(
        ability.about for ability in has.abilities if isinstance(ability, Keyword) and ability.about is not None
    )


def _can_enchant(thing: GameObject, has: Characteristics, to: str, situation: Situation) -> bool:
    host = situation.find(to)
    about = enchants(has)
    if not about:
        return host is None or host.zone is Zone.BATTLEFIELD
    env = Env(controller_of(situation, thing.id), thing.id)
    return all(fits(to, each, env, situation) for each in about)


def _is_protected(thing: GameObject, has: Characteristics, host: GameObject, situation: Situation) -> bool:
    """Whether protection keeps it off (702.16c-d); what an Aura gives itself does not remove it (702.16n)."""
    env = Env(controller_of(situation, thing.id), thing.id)
    given = {
        word
        for ability in has.abilities
        if isinstance(ability, Static) and isinstance(ability.effect, Continuous)
        for word in ability.effect.add_keywords
    }
    names = (getattr(ability, "name", "") for ability in traits_of(situation, host).abilities)
    return any(
        name.startswith("protection from ") and name not in given and has_quality(name[16:], env, situation)
        for name in names
    )


def is_legally_attached(thing: GameObject, situation: Situation) -> bool:
    """Whether what it is attached to is still legal for it (704.5m-p)."""
    return thing.attached_to is not None and can_be_attached(thing, thing.attached_to, situation)


def enters_as_aura(event: Enter, situation: Situation) -> bool:
    """Whether it would be an Aura on the battlefield whose enchant ability is read here."""
    thing = situation.find(event.object)
    if thing is None or thing.zone is Zone.BATTLEFIELD:
        return False
    has = traits_of(there := as_seen(event, situation), there.object(event.object))
    return "Aura" in has.type_line.subtypes and "creature" not in has.type_line.types and bool(enchants(has))


def hosts(event: Enter, situation: Situation) -> tuple[str, ...]:
    """What an Aura may enchant as it enters: what is said, its target, or what its controller chooses (303.4f, 608.3b).

    A spell whose targets are not said may have any legal target. What enters at the same time is not there yet.
    """
    thing, there = situation.object(event.object), as_seen(event, situation)
    aura = there.object(event.object)
    targeted = is_aura_spell(event, situation)
    if event.attached_to is not None:
        candidates: tuple[str, ...] = (event.attached_to,)
    elif targeted and thing.targets:
        candidates = thing.targets[:1]
    else:
        candidates = (*situation.apnap(), *(other.id for other in situation.objects))
    legal = tuple(ref for ref in candidates if can_be_attached(aura, ref, there))
    if not targeted or event.attached_to is not None:
        return legal
    env, about = Env(event.under, thing.id), enchants(traits_of(there, aura))
    choices = tuple(Choice(Manner.TARGET, each) for each in about)
    return tuple(ref for ref in legal if all(can_target(ref, each, env, situation).value for each in choices))


def is_aura_spell(event: Enter, situation: Situation) -> bool:
    """Whether it enters as a resolving Aura spell, whose target was chosen as it was cast (303.4a)."""
    thing = situation.object(event.object)
    return thing.zone is Zone.STACK and "Aura" in traits_of(situation, thing).type_line.subtypes


def stays_out(event: Enter, situation: Situation) -> bool:
    """Whether it is an Aura that nothing can be enchanted by as it would enter (303.4g, 303.4i, 608.3b)."""
    return enters_as_aura(event, situation) and not hosts(event, situation)


def instead_of_entering(event: Enter, situation: Situation) -> tuple[Event, ...]:
    """What happens to an Aura that can't enter: a spell goes to the graveyard, others stay where they are (303.4g)."""
    if situation.object(event.object).zone is not Zone.STACK:
        return ()
    return (Move(event.object, Zone.GRAVEYARD, Zone.STACK, cause=Cause.RULE),)
