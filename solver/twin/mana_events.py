"""What effects make of mana that would be added, replayed order by order (106.12b, 614.5, 614.6, 616.1).

For one row of the effects, at each moment the first in the row is applied that is applicable now and was not applied
to this event before. Every row is tried, and nothing is remembered between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations, product

from model.effects import (
    Change,
    ChangeMana,
    Comparison,
    Instead,
    Limit,
    OneOf,
    Prohibition,
    Replacement,
    Rewrite,
    Watch,
    Words,
)
from model.errors import LimitError, OutOfScopeError
from model.events import AddMana
from model.instructions import Do, TheEvent
from model.selectors import Selector
from model.situation import Situation
from solver.twin.applicable import Present
from solver.twin.fitting import Environment, compare, fits, meant, value_of
from solver.twin.mana_making import (
    Mana,
    Speaking,
    added_up,
    could_add_mana,
    letters_of,
    mana_of,
    productions,
)
from solver.twin.things import color_named, thing_of

Added = tuple[AddMana, ...]  #: what is really added in the place of one event
SELF = "self-replacement "  #: how the ids of self-replacement effects begin
MOST_EFFECTS = 6  #: more than 720 rows take too long one by one


@dataclass(frozen=True, slots=True)
class Around:
    """A situation, the effects on mana in it, and what permanents could produce as far as it is known."""

    situation: Situation
    effects: tuple[Present, ...]
    known: dict[str, frozenset[str]]

    def speaking(self, env: Environment, that_type: frozenset[str] = frozenset()) -> Speaking:
        """Who speaks in this environment."""
        return Speaking(self.situation, env, self.known, that_type)


def watches_mana(effect: object) -> bool:
    """Whether a replacement effect or prohibition watches mana being added."""
    return isinstance(effect, Replacement | Prohibition) and any(each.kind == AddMana.kind for each in effect.watches)


def env_of_mana(env: Environment, event: AddMana, amount: int | None = None) -> Environment:
    """The environment with the event's roles: who taps the permanent for mana, or else who adds it, is "it"; what was
    tapped is "that permanent" (106.12).
    """
    who = event.tapper or event.player
    roles = {
        "player": who,
        "it": who,
        "that player": who,
        "source": event.source,
        "tapped": event.tapped,
        "that permanent": event.tapped,
    }
    return env.adding(roles, {"amount": event.amount if amount is None else amount})


def sees(situation: Situation, watch: Watch, env: Environment, event: AddMana) -> bool:
    """Whether the watch sees the event as it is now; amounts are those of the whole event (106.12b)."""
    if watch.kind != event.kind:
        return False
    inner = env_of_mana(env, event)
    tapping = event.tapper is not None and any(name == "tapped" for name, _ in watch.conditions)
    for name, condition in watch.conditions:
        name = "tapper" if name == "player" and tapping else name  # "if you tap ... for mana"
        match name, condition:
            case (("player" | "tapper" | "source" | "tapped"), Selector()):
                good = fits(situation, condition, thing_of(situation, getattr(event, name)), inner)
            case (("player" | "source" | "tapped"), bool()):
                good = (getattr(event, name) is not None) == condition
            case "amount", Comparison(operator, amount):
                good = compare(operator, event.amount, value_of(situation, amount, inner))
            case "ability", Words(words, negated):
                good = (event.ability in words) != negated
            case "type", Words(words, False):
                good = any(_is_type(letter, word, env) for letter, _ in event.mana for word in words)
            case _:
                raise OutOfScopeError(f"a condition on {name!r} of mana")
        if not good:
            return False
    return True


def _is_type(letter: str, word: str, env: Environment) -> bool:
    if word == "colored":
        return letter != "C"
    if word == "chosen":
        color = color_named(env.chosen.get("color", ""))
        return color is not None and color.value == letter
    return letter == word


def _applies(situation: Situation, present: Present, event: AddMana) -> bool:
    effect = present.effect
    if not isinstance(effect, Replacement | Prohibition):
        return False
    if not any(sees(situation, watch, present.env, event) for watch in effect.watches):
        return False
    if isinstance(effect, Replacement) and (effect.limit != Limit() or could_add_mana(effect.then)):
        raise OutOfScopeError("an effect on mana that is used up, or that adds mana afterward")
    return effect.condition is None or bool(value_of(situation, effect.condition, env_of_mana(present.env, event)))


def every_final(around: Around, event: AddMana, applied: frozenset[str] = frozenset()) -> set[Added]:
    """All that an event can become: each order of the effects, each choice, each "may" (616.1)."""
    rows = [each for each in around.effects if isinstance(each.effect, Replacement) and each.id not in applied]
    if len(rows) > MOST_EFFECTS:
        raise LimitError(f"{len(rows)} effects on mana are more than {MOST_EFFECTS}")
    return set().union(*(_replay(around, event, row, applied) for row in permutations(rows)))


def _replay(around: Around, event: AddMana, row: tuple[Present, ...], applied: frozenset[str]) -> set[Added]:
    if event.amount == 0:  # no mana is no event
        return {()}
    situation = around.situation
    able = [each for each in row if each.id not in applied and _applies(situation, each, event)]
    own = [each for each in able if each.id.startswith(SELF)]  # 616.1a
    forbidden = any(
        isinstance(each.effect, Prohibition) and _applies(situation, each, event) for each in around.effects
    )
    if forbidden and not own:  # 614.17c
        return {()}
    chosen = next(iter(own or able), None)
    if chosen is None:
        return {(event,)}
    after = applied | {chosen.id}
    found: set[Added] = set()
    assert isinstance(chosen.effect, Replacement)
    if chosen.effect.optional is not None:  # declining takes the one opportunity too (614.5)
        found |= _replay(around, event, row, after)
    for events in _rewritten(around, chosen.effect.rewrite, chosen.env, event):
        if len(events) == 1:
            found |= _replay(around, events[0], row, after)
        else:
            found |= each_its_own(every_final(around, each, after) for each in events)
    return found


def each_its_own(parts: Iterable[set[Added]]) -> set[Added]:
    """Several events, each of which becomes any of its own."""
    return {tuple(each for part in parts_chosen for each in part) for parts_chosen in product(*parts)}


def _rewritten(around: Around, rewrite: Rewrite, env: Environment, event: AddMana) -> list[tuple[AddMana, ...]]:
    """Every way in which a rewrite can change the event, as the events that take its place."""
    situation = around.situation
    inner = env_of_mana(env, event)
    match rewrite:
        case ChangeMana():
            return [(replace(event, mana=mana),) for mana in sorted(_changed(around, rewrite, env, event))]
        case OneOf(options, _, conditions):
            asked = conditions or (None,) * len(options)
            offered = [
                option
                for (_, option), condition in zip(options, asked, strict=True)
                if condition is None or value_of(situation, condition, inner)
            ]
            if not offered:
                return [(event,)]
            return [way for option in offered for way in _rewritten(around, option, env, event)]
        case Change((("player", Selector() as players),)):
            return [tuple(replace(event, player=each) for each in meant(situation, players, inner))]
        case Instead(instructions) if not could_add_mana(instructions):
            if any(not isinstance(each, Do | TheEvent) for each in instructions):
                raise OutOfScopeError("instructions in the place of mana")
            return [tuple(event for each in instructions if isinstance(each, TheEvent))]
        case _:
            raise OutOfScopeError(f"the rewrite {type(rewrite).__name__} of mana")


def _changed(around: Around, change: ChangeMana, env: Environment, event: AddMana) -> set[Mana]:
    """The mana instead: other mana altogether, or as much or another number of each of its types (106.6a, 106.12b)."""
    if change.mana is not None:
        return productions(change.mana, around.speaking(env_of_mana(env, event)))
    touched = [(letter, number) for letter, number in event.mana if not change.of or letter in change.of]
    others = tuple(each for each in event.mana if each not in touched)
    if change.count is not None:
        touched = [
            (letter, max(0, value_of(around.situation, change.count, env_of_mana(env, event, number))))
            for letter, number in touched
        ]
    if change.types is None:
        return {added_up((others, tuple(touched)))}
    number = sum(each for _, each in touched)
    if number == 0:
        return {others}
    letters = letters_of(change.types, around.speaking(env_of_mana(env, event)))
    return {added_up((others, mana_of(letter * number))) for letter in letters} or {others}
