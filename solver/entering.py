"""Entering the battlefield: as a copy, with something chosen, with a cost paid (614.12, 614.12a, 707.5)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Ability, Keyword, Static
from model.cards import Card, Face
from model.characteristics import Characteristics
from model.decisions import ChoiceKind
from model.effects import AsEnters, Change, Continuous, EnterAsCopy, Paying, Replacement, Rewrite
from model.events import Enter
from model.instructions import Do, Instruction
from model.mana import COLOR_WORDS
from model.selectors import Selector, role
from model.situation import Situation
from model.subtypes import types_of_subtype
from solver.agenda import Apply, Choose, Group, Item, Sequence
from solver.amounts import evaluate, holds
from solver.copying import face_of, face_up, is_face_down
from solver.environment import Env
from solver.in_force import Active
from solver.layers import copiable_values
from solver.matching import ENTERING, found
from solver.naming import is_open, words
from solver.paying import can_pay
from solver.prohibiting import choosable
from solver.static_effects import is_defining
from solver.watching import as_seen

#: The role of the thing that is copied, once it has been chosen.
COPIED = "the copied one"
_COPIED, _THIS = role(COPIED), role("this")


def is_decided(rewrite: EnterAsCopy | AsEnters | Paying) -> bool:
    """Whether no choice is left in the rewrite."""
    if isinstance(rewrite, EnterAsCopy):
        return rewrite.of == _COPIED
    return isinstance(rewrite, AsEnters) and not is_open(rewrite)


def copyable(active: Active, place: int, group: Group, rewrite: EnterAsCopy, situation: Situation) -> tuple[str, ...]:
    """What could be copied: nothing that enters at the same time (614.13a for what is chosen while entering)."""
    event = group.pendings[place].event
    entering = {pending.event.affected for pending in group.pendings if isinstance(pending.event, Enter)}
    if rewrite.of == _THIS:
        entering -= {event.affected}  # what it may be, with other values, is itself (707.2)
    env = active.env.seeing(event)
    there = tuple(ref for ref in found(rewrite.of, env, situation) if ref not in entering)
    return choosable(there, rewrite.of, env, situation)


def entering_choice(
    active: Active, place: int, group: Group, rewrite: EnterAsCopy | AsEnters | Paying, situation: Situation
) -> Item:
    """The decision that an effect on entering leaves, or its application where there is none.

    The permanent's controller-to-be decides for its own effects, the effect's controller for others.
    """
    event = group.pendings[place].event
    chooser = active.env.you
    env = active.env.seeing(event)
    ways: list[tuple[str, tuple[Item, ...]]] = []
    match rewrite:
        case EnterAsCopy():
            for ref in copyable(active, place, group, rewrite, situation):
                bound = replace(active, env=active.env.with_roles(**{COPIED: ref}))
                ways.append((ref, (Apply(bound, place, group, replace(rewrite, of=_COPIED)),)))
            rule = "707.5"
        case AsEnters():
            if rewrite.player is not None:
                chooser = next(iter(found(rewrite.player, env, situation)), chooser)
            for word in words(rewrite, env, situation):
                ways.append((word, (Apply(active, place, group, replace(rewrite, among=(word,))),)))
            rule = "614.12a"
        case Paying(cost, paid, unpaid):
            at_once = (one.event.affected for one in group.pendings if isinstance(one.event, Enter))
            entering = tuple((ENTERING, ref) for ref in at_once if changes_zones(cost))
            payer = replace(env, you=chooser, roles=env.roles + entering)
            if can_pay(cost, payer, situation):
                doing = Sequence(cost, payer.with_values(cost=1))
                ways.append(("pays", (doing, Apply(active, place, group, paid or _NOTHING))))
            ways.append(("does not pay", (Apply(active, place, group, unpaid or _NOTHING),)))
            rule = "614.12a"
    if not ways:
        return Apply(active, place, group, _NOTHING)
    return Choose(chooser, ChoiceKind.VALUE, rule, tuple(ways), active.id)


def changes_zones(cost: tuple[Instruction, ...]) -> bool:
    """Whether what a cost is paid with changes zones; what is only revealed may enter at the same time (614.13a)."""
    return any(isinstance(one, Do) and one.verb not in ("reveal", "tap", "untap") for one in cost)


#: A rewrite that changes nothing.
_NOTHING: Rewrite = Change(())


def entered_as(event: Enter, rewrite: EnterAsCopy | AsEnters, env: Env, situation: Situation) -> Enter:
    """The entering once the choice has been made."""
    if isinstance(rewrite, AsEnters):
        assert not isinstance(rewrite.among, Selector)
        return replace(event, chosen=(*event.chosen, (rewrite.what, rewrite.among[0])))
    refs = found(rewrite.of, env, situation)
    if not refs:
        return event
    return copied(event, refs[0], rewrite, env, situation)


def copied(event: Enter, ref: str, rewrite: EnterAsCopy, env: Env, situation: Situation) -> Enter:
    """The entering with the values of what is copied, and what the copy effect adds (707.9e).

    Whether conditional exceptions apply, and how much is added, is looked at with the permanent as the copy that it
    would be without them (707.9f).
    """
    conditional = rewrite.condition is not None
    plain = replace(rewrite, add_keywords=(), abilities=()) if conditional else rewrite
    card = _copied_card(event, ref, plain, situation)
    event = replace(event, copied=card, face=0, copy_counters=(), copy_tapped=rewrite.tapped)
    there = as_seen(event, situation)
    counted = ((kind, max(0, evaluate(number, env, there))) for kind, number in rewrite.counters)
    event = replace(event, copy_counters=tuple(pair for pair in counted if pair[1]))
    if conditional and holds(rewrite.condition, env, there):
        return replace(event, copied=_copied_card(event, ref, rewrite, situation))
    return event


def with_own_values(lineage: tuple[str, ...], event: Enter, situation: Situation) -> tuple[str, ...]:
    """The effects that have had their opportunity, by what they are called once it enters with values of its own.

    Its abilities are still the same ones then, and not those of something that it copies (614.5).
    """
    name = copiable_values(as_seen(event, situation), event.object).name
    own = f"{event.object}#"
    same = (own + f"{name}, {one.removeprefix(own)}" for one in lineage if one.startswith(own) and ", " not in one)
    return tuple(sorted({*lineage, *same}))


def _copied_card(event: Enter, ref: str, rewrite: EnterAsCopy, situation: Situation) -> Card:
    """What a permanent enters as: the copiable values of an object with the exceptions of a copy effect (707.9)."""
    own = face_of(replace(situation.object(event.object), copied=None))  # 707.9c: what it retains is its own
    if ref == event.object:  # "as this enters" effects that set values, on top of those applied before
        situation = as_seen(event, situation)
    return with_exceptions(ref, rewrite, situation, own)


def with_exceptions(ref: str, rewrite: EnterAsCopy, situation: Situation, own: Characteristics | None = None) -> Card:
    """The copiable values of an object with the exceptions of a copy effect (707.2, 707.9)."""
    thing = situation.object(ref)
    has = copiable_values(situation, ref)
    line = has.type_line
    if (kinds := rewrite.set_types) is not None:  # 205.1a: subtypes of other card types are not kept
        kept = tuple(word for word in line.subtypes if not types_of_subtype(word).isdisjoint(kinds))
        line = replace(line, types=kinds, subtypes=kept)
    line = line.adding(rewrite.add_types, rewrite.add_subtypes)
    supertypes = tuple(word for word in line.supertypes if word not in rewrite.without_supertypes)
    line = replace(line, supertypes=supertypes + tuple(w for w in rewrite.add_supertypes if w not in supertypes))
    keywords: tuple[Ability, ...] = tuple(Keyword(word) for word in rewrite.add_keywords)
    further: tuple[Ability, ...] = tuple(rewrite.abilities)  # type: ignore[arg-type]
    if rewrite.own_abilities and own is not None:
        further = (*(ability for ability in own.abilities if not _makes_a_copy(ability)), *further)
    colors = has.colors
    if rewrite.colors == ("own",):
        colors = own.colors if own is not None else colors
    elif rewrite.colors is not None:
        colors = tuple(COLOR_WORDS[word] for word in rewrite.colors)
    abilities = tuple(ability for ability in has.abilities if not _is_provided(ability, rewrite))
    new = Face(
        has.name if rewrite.name is None else rewrite.name, line, None if rewrite.no_cost else has.mana_cost, colors,
        (*abilities, *keywords, *further), _number(rewrite.power, has.power, own.power if own else None),
        _number(rewrite.toughness, has.toughness, own.toughness if own else None), has.loyalty, has.defense,
        face_up(thing).choices if has == face_of(thing) and not is_face_down(thing) else (),
    )  # fmt: skip
    if has == face_of(thing) and not is_face_down(thing) and thing.face == 0:
        return replace(thing.printed, faces=(new, *thing.printed.faces[1:]))
    return Card((new,))


def _number(said: int | str | None, copied: int | None, own: int | None) -> int | None:
    """A power or toughness of a copy: what is copied, a number in its place, or its own."""
    if said is None:
        return copied
    return said if isinstance(said, int) else own


def _makes_a_copy(ability: Ability) -> bool:
    effect = ability.effect if isinstance(ability, Static) else None
    return isinstance(effect, Replacement) and isinstance(effect.rewrite, EnterAsCopy)


def _is_provided(ability: Ability, rewrite: EnterAsCopy) -> bool:
    """Whether the ability defines a characteristic for which the copy effect provides values (707.9d)."""
    effect = ability.effect if isinstance(ability, Static) else None
    if not isinstance(effect, Continuous) or not is_defining(effect):
        return False
    numbers = (rewrite.power is not None and effect.set_power is not None) or (
        rewrite.toughness is not None and effect.set_toughness is not None
    )
    return numbers or (rewrite.colors is not None and effect.set_colors is not None)
