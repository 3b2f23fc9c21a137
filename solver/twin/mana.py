"""The naive twin for mana: what permanents could produce, and what tapping one for mana can give (106.7, 106.12, 605).

All permanents at once, round after round from nothing until nothing changes; in each round every ability, every choice
and every order of the effects is replayed by the letter. Abilities are those printed and those of basic land types
(305.6); continuous effects are out of scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import product

from model.abilities import Ability, Activated, Triggered
from model.amounts import Name
from model.errors import OutOfScopeError
from model.events import AddMana
from model.instructions import Do
from model.objects import GameObject
from model.production import Fixed
from model.selectors import Predicate, Quantifier, Selector
from model.situation import Situation
from solver.twin.applicable import Present, effects_present
from solver.twin.fitting import Environment, meant, value_of
from solver.twin.mana_events import SELF, Added, Around, each_its_own, env_of_mana, every_final, sees, watches_mana
from solver.twin.mana_making import Mana, added_up, adding, could_add_mana, moves_to_or_from_library
from solver.twin.things import controller_of, face_of

Pool = tuple[tuple[str, Mana], ...]  #: players with the mana that each has added, sorted; no one with none
Row = tuple[tuple[Situation, AddMana], ...]  #: what would be added one after the other, each with the situation then
_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
MOST_WAVES = 5  #: triggers on mana from triggers on mana


def naive_could_produce(situation: Situation) -> dict[str, frozenset[str]]:
    """The types of mana that each permanent could produce: Kleene iteration from nothing (106.7).

    Raises OutOfScopeError for what is not modelled, and LimitError for too many effects.
    """
    known: dict[str, frozenset[str]] = {each.id: frozenset() for each in situation.battlefield()}
    while True:
        around = Around(situation, _effects(situation), known)
        now = {ref: known[ref] | _types_now(around, ref) for ref in known}
        if now == known:
            return known
        known = now


def naive_tap(
    situation: Situation, permanent: str, x: int = 0, known: dict[str, frozenset[str]] | None = None
) -> set[Pool]:
    """Every combination of mana that can result from tapping the permanent for mana (106.12).

    Costs are taken as paid, but the permanent is tapped then, and what a cost asks to choose must be there. A permanent
    without a mana ability with {T} in its cost gives nothing at all. ``known`` is what permanents could produce with
    the permanent tapped, where that was found already.
    """
    thing = replace(_thing(situation, permanent), tapped=True)
    now = replace(situation, objects=tuple(thing if each.id == permanent else each for each in situation.objects))
    around = Around(now, _effects(now), naive_could_produce(now) if known is None else known)
    found: set[Pool] = set()
    for ability in _abilities(thing):
        if isinstance(ability, Activated) and is_mana_ability(ability) and "{T}" in ability.symbols:
            condition, spoken = ability.limits.condition, _env(situation, thing, x)
            if condition is not None and not value_of(situation, condition, spoken):
                continue  # 602.1b
            for env in _paid(now, ability, _env(now, thing, x)):
                for made in _made(around, ability, env, _rows(around, permanent, ability, env)):
                    found |= _with_triggers(around, made, 1)
    return found


def _paid(situation: Situation, ability: Activated, env: Environment) -> list[Environment]:
    """Who speaks after the costs, for each choice of what they are paid with: that is "them" to the effect."""
    envs = [env]
    for cost in ability.costs:
        for _, value in cost.arguments if isinstance(cost, Do) else ():
            if isinstance(value, Selector) and value.quantifier is Quantifier.ONE:
                envs = [each.adding({"them": ref}, {}) for each in envs for ref in meant(situation, value, each)]
    return envs


def is_mana_ability(ability: Activated) -> bool:
    """605.1a as of 2026-09-25. A loyalty ability, which has no {T}, makes no difference to what is asked here."""
    everything = ability.costs + ability.instructions
    return (
        could_add_mana(ability.instructions)
        and not any(_requires_target(each) for each in everything)
        and not moves_to_or_from_library(everything)
    )


def _requires_target(value: object) -> bool:
    """Whether a target is mentioned anywhere (115.6)."""
    match value:
        case Predicate(_, word):
            return word.removeprefix("controller of ").removeprefix("owner of ").startswith("target")
        case tuple():
            return any(_requires_target(each) for each in value)
        case _ if is_dataclass(value):
            return any(_requires_target(getattr(value, each.name)) for each in fields(value) if each.init)
        case _:
            return False


def _thing(situation: Situation, ref: str) -> GameObject:
    return next(each for each in situation.battlefield() if each.id == ref)


def _effects(situation: Situation) -> tuple[Present, ...]:
    return tuple(each for each in effects_present(situation, {}) if watches_mana(each.effect))


def _abilities(thing: GameObject) -> list[Ability]:
    """The printed abilities, and those that basic land types give a land (305.6)."""
    face = face_of(thing)
    found = list(face.abilities)
    if "land" in face.type_line.types:
        for subtype in face.type_line.subtypes:
            if subtype in _LAND_TYPES:
                found.append(Activated("{T}", (), (Do("add_mana", (("mana", Fixed((_LAND_TYPES[subtype],))),)),)))
    return found


def _env(situation: Situation, thing: GameObject, x: int) -> Environment:
    roles = {
        "you": controller_of(situation, thing.id),
        "this": thing.id,
        "enchanted": thing.attached_to,
        "equipped": thing.attached_to,
        **{f"chosen {name}": value for name, value in thing.chosen},
    }
    return Environment(roles, {"x": x}, dict(thing.chosen), thing.flags)


def _numbers_for_x(ability: Activated | Triggered) -> tuple[int, ...]:
    """1 and 2 where the ability has an X, whose cost is not asked about (106.7)."""
    return (1, 2) if "{X}" in getattr(ability, "symbols", "") or _says_x(ability) else (0,)


def _says_x(value: object) -> bool:
    match value:
        case Name(name):
            return name == "x"
        case tuple():
            return any(_says_x(each) for each in value)
        case _ if is_dataclass(value):
            return any(_says_x(getattr(value, each.name)) for each in fields(value) if each.init)
        case _:
            return False


def _types_now(around: Around, ref: str) -> frozenset[str]:
    """The types that an ability of the permanent would produce now, as far as others are known."""
    found: set[str] = set()
    for ability in _abilities(_thing(around.situation, ref)):
        if isinstance(ability, Activated | Triggered) and could_add_mana(ability.instructions):
            seen: set[tuple[Situation, AddMana]] = set()
            for x in _numbers_for_x(ability):
                for env in _envs(around.situation, ref, ability, x):
                    rows = _rows(around, ref, ability, env)
                    for now, event in {each for row in rows for each in row}:
                        if ability.replacements or (now, event) not in seen:
                            finals = every_final(_inside(around, ability, env, now), event)
                            found |= {letter for final in finals for each in final for letter, _ in each.mana}
                        seen.add((now, event))
    return frozenset(found)


def _envs(situation: Situation, ref: str, ability: Activated | Triggered, x: int) -> Iterator[Environment]:
    """Who speaks as the ability resolves; whether its costs could be paid makes no difference (106.7).

    For a triggered ability that is whoever and whatever its event was about; what it was about is not known, and so
    "that type" is not defined (106.7).
    """
    env = _env(situation, _thing(situation, ref), x)
    if isinstance(ability, Activated):
        yield from _paid(situation, ability, env) or [env]
    else:
        for player, permanent in product(situation.players, situation.battlefield()):
            yield env_of_mana(env, AddMana(player.name, (), None, permanent.id))


def _rows(
    around: Around,
    source: str | None,
    ability: Activated | Triggered,
    env: Environment,
    that_type: frozenset[str] = frozenset(),
) -> set[Row]:
    """Every way in which the ability's instructions would add mana, before effects change it."""
    kind = "triggered" if isinstance(ability, Triggered) else "mana" if is_mana_ability(ability) else "other"
    tapped = source if isinstance(ability, Activated) and kind == "mana" and "{T}" in ability.symbols else None
    tapper = env.roles["you"] if tapped else None
    return {
        tuple((now, AddMana(player, mana, source, tapped, kind, tapper=tapper)) for now, player, mana in row)
        for row in adding(ability.instructions, around.speaking(env, that_type))
    }


def _inside(around: Around, ability: Activated | Triggered, env: Environment, now: Situation) -> Around:
    """The effects there are while the ability resolves, its own self-replacement effects among them (614.15)."""
    own = tuple(Present(f"{SELF}{place}", effect, env) for place, effect in enumerate(ability.replacements))
    return Around(now, (*around.effects, *own), around.known)


def _made(around: Around, ability: Activated | Triggered, env: Environment, rows: set[Row]) -> set[Added]:
    """Everything that is really added in these ways."""
    found: set[Added] = set()
    for row in rows:
        found |= each_its_own(every_final(_inside(around, ability, env, now), event) for now, event in row)
    return found


def _with_triggers(around: Around, made: Added, wave: int) -> set[Pool]:
    """The mana with that of the triggered mana abilities, which resolve immediately (605.1b, 605.4a, 106.12a).

    An ability triggers once for each resolution that produces mana, so what one resolution gives a player counts
    together. The order in which they resolve changes nothing here: no ability looks at mana that was added.
    """
    if wave > MOST_WAVES:
        raise OutOfScopeError("abilities that trigger on each other's mana")
    own: set[Pool] = {_pool(made)}
    for source, ability, env in _triggered(around.situation):
        events = [each for each in _in_all(made) if _triggers(around.situation, ability, env, each)]
        if len(events) > 1:
            raise OutOfScopeError("an ability that triggers on mana of several players")
        for event in events:
            inner = env_of_mana(env, event)
            types = frozenset(letter for letter, _ in event.mana)
            results = _made(around, ability, inner, _rows(around, source, ability, inner, types))
            more: set[Pool] = set().union(*(_with_triggers(around, each, wave + 1) for each in results))
            own = {_joined(a, b) for a, b in product(own, more)}
    return own


def _triggered(situation: Situation) -> Iterator[tuple[str | None, Triggered, Environment]]:
    """The triggered mana abilities: of permanents, and those that last (603.7); no target, could add mana (605.1b)."""
    for thing in situation.battlefield():
        for ability in _abilities(thing):
            if isinstance(ability, Triggered) and _adds_untargeted(ability):
                yield thing.id, ability, _env(situation, thing, thing.x)
    for floating in situation.effects:
        if isinstance(floating.effect, Triggered) and _adds_untargeted(floating.effect):
            source = next((each for each in situation.objects if each.id == floating.source), None)
            roles = {"you": floating.controller, "this": floating.source, **dict(floating.bindings)}
            chosen = dict(source.chosen) if source else {}
            yield floating.source, floating.effect, Environment(roles, dict(floating.values), chosen)


def _adds_untargeted(ability: Triggered) -> bool:
    return could_add_mana(ability.instructions) and not _requires_target(ability.instructions)


def _triggers(situation: Situation, ability: Triggered, env: Environment, event: AddMana) -> bool:
    """Whether it triggers on this event, its intervening "if" included (603.4)."""
    if not any(sees(situation, watch, env, event) for watch in ability.watches):
        return False
    return ability.condition is None or bool(value_of(situation, ability.condition, env_of_mana(env, event)))


def _by_player(made: Added) -> list[AddMana]:
    """What one resolution added, each player's mana in one event."""
    players = dict.fromkeys(each.player for each in made)
    return [
        AddMana(
            player,
            added_up(each.mana for each in made if each.player == player),
            made[0].source,
            made[0].tapped,
            made[0].ability,
        )
        for player in players
    ]


def _in_all(made: Added) -> list[AddMana]:
    """What abilities trigger on: all that a tapped permanent produced, for its tapper, or what each player adds."""
    if made and made[0].tapper is not None:
        return [replace(made[0], player=made[0].tapper, mana=added_up(each.mana for each in made))]
    return _by_player(made)


def _pool(made: Added) -> Pool:
    return tuple(sorted((each.player, each.mana) for each in _by_player(made)))


def _joined(first: Pool, second: Pool) -> Pool:
    players = sorted({player for player, _ in first + second})
    return tuple((player, added_up(mana for name, mana in first + second if name == player)) for player in players)
