"""The types of mana that permanents could produce (106.7), as the least fixpoint over who reads whom.

For each permanent every ability counts that could add mana, mana ability or not; costs, tapped state, summoning
sickness and restrictions on activating do not, conditions inside effects do. Each production is followed through every
order and choice of the effects that would replace it. Permanents whose abilities read what others could produce form a
graph; its strongly connected components are solved one after the other, each from nothing upward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations

from model.abilities import Activated, Triggered
from model.amounts import selectors_in
from model.effects import ChangeMana, OneOf, Replacement
from model.errors import OutOfScopeError
from model.events import AddMana
from model.instructions import ChooseOne, Do, Each, If, Instruction, May, Pick
from model.objects import GameObject
from model.production import CouldProduce, Fixed, Some, types_read
from model.selectors import Selector, role
from model.situation import Situation
from solver.agenda import Group, Pending, Sequence, State
from solver.amounts import evaluate, holds
from solver.environment import Env
from solver.explorer import explore, path_to, shortest
from solver.in_force import Active, replacements_for, self_replacements
from solver.mana_abilities import SORT, TAPPED, adding, is_mana_ability, production_of, with_costs_chosen
from solver.matching import controller_of, found, traits_of
from solver.process import Move, moves, settle
from solver.production import Mana, productions
from solver.searching import pickable
from solver.watching import watched_parts

Types = frozenset[str]
#: X in a cost is as large as its payer likes (107.3a): both one mana and more than one are looked at.
X_VALUES = (1, 2)


@dataclass(frozen=True, slots=True)
class Source:
    """One way in which a permanent's ability adds mana: the instruction and the environment in which it is read.

    ``there`` is the situation once what the ability does before has been done; ``own`` are its self-replacement
    effects.
    """

    ability: int
    instruction: Do
    env: Env
    tapped: bool
    there: Situation
    own: tuple[Active, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """How a type comes to be producible: the ability, the mana it would add, and the moves through 616 after it."""

    source: Source
    event: AddMana
    path: tuple[Move, ...]
    outcome: AddMana


class Producible(dict[str, Types]):
    """For each permanent the types. Those that can't be told are known by the reason, which reading them raises."""

    def __init__(self, refs: Iterable[str] = ()) -> None:
        """Nothing is found for any of them yet."""
        super().__init__((ref, frozenset()) for ref in refs)
        self.untold: dict[str, OutOfScopeError] = {}

    def __getitem__(self, ref: str) -> Types:
        """The types of one. Raises OutOfScopeError where they can't be told."""
        if ref in self.untold:
            raise self.untold[ref]
        return super().__getitem__(ref)

    def of(self, ref: str | None) -> Types:
        """The types of one, none for what is no permanent. Raises OutOfScopeError where they can't be told."""
        return self[ref] if ref is not None and ref in self else frozenset()


@dataclass(slots=True)
class CouldProduceAnswer:
    """For each permanent the types it could produce, a way to each, whom it reads, and the loops.

    ``rank`` numbers the findings in the order made: what one reads was found before it.
    """

    types: Producible = field(default_factory=Producible)
    ways: dict[tuple[str, str], Way] = field(default_factory=dict)
    rank: dict[tuple[str, str], int] = field(default_factory=dict)
    reads: dict[str, tuple[str, ...]] = field(default_factory=dict)
    loops: tuple[tuple[str, ...], ...] = ()


def types_of(situation: Situation) -> Producible:
    """What each permanent could produce."""
    return solve(situation).types


@lru_cache(maxsize=256)
def solve(situation: Situation) -> CouldProduceAnswer:
    """The answer for every permanent of the situation."""
    answer = CouldProduceAnswer()
    sources: dict[str, tuple[Source, ...]] = {}
    untold: dict[str, OutOfScopeError] = {}
    for thing in situation.battlefield():
        try:
            sources[thing.id] = tuple(sources_of(thing, situation))
        except OutOfScopeError as error:
            sources[thing.id], untold[thing.id] = (), error
    readers = Readers(situation)
    for ref, own in sources.items():
        answer.reads[ref] = _read_by(own, readers)
    components = _components(answer.reads)
    outcomes = Outcomes(situation)
    answer.types = Producible(sources)
    answer.types.untold.update(untold)
    answer.loops = tuple(c for c in components if len(c) > 1 or c[0] in answer.reads[c[0]])
    for component in components:
        changed = True
        while changed:
            changed = False
            for ref in component:
                if ref in answer.types.untold:
                    continue
                try:
                    new = _types(ref, sources[ref], answer, outcomes, readers, situation)
                except OutOfScopeError as error:  # only those who read it are touched
                    answer.types.untold[ref], changed = error, True
                    continue
                if new != answer.types[ref]:
                    answer.types[ref], changed = new, True
            if len(component) == 1 and component[0] not in answer.reads[component[0]]:
                break
    return answer


def _components(reads: dict[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Strongly connected components, those that are read before those that read them."""
    if not any(reads.values()):
        return [(ref,) for ref in reads]
    from solver.graphs import components

    return components(reads)


def _types(
    ref: str,
    sources: tuple[Source, ...],
    answer: CouldProduceAnswer,
    outcomes: Outcomes,
    readers: Readers,
    situation: Situation,
) -> Types:
    result: set[str] = set(answer.types[ref])
    for source in sources:
        for event in events_of_source(source, ref, answer, readers, situation):
            for letter, (outcome, path) in outcomes.of(event, source.own).items():
                if letter not in result:
                    result.add(letter)
                    answer.rank[ref, letter] = len(answer.rank)
                    answer.ways[ref, letter] = Way(source, event, path, outcome)
    return frozenset(result)


def events_of_source(
    source: Source, ref: str, answer: CouldProduceAnswer, readers: Readers, situation: Situation
) -> Iterator[AddMana]:
    """The mana that the source could add, for each choice, given what others are known to be able to produce."""

    def reading(read: CouldProduce, env: Env) -> Types:
        letters = frozenset().union(*(answer.types.of(other) for other in readers.things(read, env)))
        return letters - {"C"} if read.colors else letters

    production = production_of(source.instruction)
    if isinstance(production, Some) and production.half:
        production = replace(production, half=False)  # half a mana more is of the same types
    for mana in productions(production, source.env, source.there, reading):
        if mana:
            for player in _players(source, situation):
                yield _event(source, player, mana, ref)


def _event(source: Source, player: str, mana: Mana, ref: str) -> AddMana:
    sort = source.env.role(SORT) or "other"
    tapped, tapper = (ref, source.env.you) if source.tapped else (None, None)
    return AddMana(player, mana, ref, tapped, sort, tapper=tapper)


def _players(source: Source, situation: Situation) -> tuple[str, ...]:
    selector = source.instruction.get("player")
    players = found(selector if isinstance(selector, Selector) else role("you"), source.env, situation)
    return tuple(player for player in players if situation.is_player(player)) or (source.env.you,)


def sources_of(thing: GameObject, situation: Situation) -> Iterator[Source]:
    """Every way in which an object's abilities would add mana if they resolved now."""
    you = controller_of(situation, thing.id)
    for number, ability in enumerate(traits_of(situation, thing).abilities):
        if not isinstance(ability, Activated | Triggered) or not any(adding(ability.instructions)):
            continue
        mana_ability = is_mana_ability(ability)
        tapped = isinstance(ability, Activated) and mana_ability and "{T}" in ability.symbols
        sort = "mana" if isinstance(ability, Activated) and mana_ability else "triggered"
        roles = ((SORT, sort), *(((TAPPED, thing.id),) if tapped else ()))
        seen: set[tuple[Do, Env]] = set()
        for x in X_VALUES:
            base = Env(you, thing.id, roles, (("x", x), ("amount", 1), ("prevented", 0)))
            envs = [base]
            if isinstance(ability, Activated):  # costs do not count, but what they are paid with may be spoken of
                envs = [env for _, _, env in with_costs_chosen(ability, base, situation)] or envs
            for env in envs:
                own = self_replacements(thing.id, ability.replacements, env)
                for instruction, here, there in _adding_now(ability.instructions, env, situation):
                    if (instruction, here) not in seen:
                        seen.add((instruction, here))
                        yield Source(number, instruction, here, tapped, there, own)


def _adding_now(
    instructions: tuple[Instruction, ...], env: Env, situation: Situation
) -> Iterator[tuple[Do, Env, Situation]]:
    """What would add mana if the ability resolved now, each with the environment and the situation then."""
    for place, instruction in enumerate(instructions):
        match instruction:
            case Do("add_mana"):
                yield instruction, env, situation
            case If(condition, then, otherwise):
                yield from _adding_now(then if holds(condition, env, situation) else otherwise, env, situation)
            case May():
                yield from _adding_now((*instruction.instructions, *instruction.otherwise), env, situation)
            case Each():
                yield from _adding_now(instruction.instructions, env, situation)
            case Pick():  # as many as can be chosen: fewer add no other types
                refs = pickable(instruction, env.you, env, situation)
                number = min(evaluate(instruction.count, env, situation), len(refs))
                for some in combinations(refs, number) if number else ():
                    here = replace(env, roles=env.roles + tuple(("them", ref) for ref in some))
                    yield from _adding_now(instruction.instructions, here, situation)
            case ChooseOne(options):
                for _, way in options:
                    yield from _adding_now(way, env, situation)
            case _ if any(adding(instructions[place + 1 :])):
                done = settle(State(situation, (Sequence((instruction,), env),), alone=True))
                situation = situation if done.agenda else done.situation


def _read_by(sources: tuple[Source, ...], readers: Readers) -> tuple[str, ...]:
    """The permanents that these productions look at, in the situation's order."""
    read: dict[str, None] = {}
    for source in sources:
        for reading in types_read(production_of(source.instruction)):
            read.update(dict.fromkeys(readers.things(reading, source.env)))
    return tuple(read)


class Readers:
    """Which permanents a set means, remembered for all who read it alike."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.known: dict[object, tuple[str, ...]] = {}

    def things(self, read: CouldProduce, env: Env) -> tuple[str, ...]:
        """The permanents of the set, in the situation's order."""
        own = read.things.mentions("this") or read.things.mentions("enchanted")
        key = (read.things, env.you, env.this if own else None, env.all_of("them"))
        if key not in self.known:
            found_ones = found(read.things, env, self.situation)
            on_battlefield = {thing.id for thing in self.situation.battlefield()}
            self.known[key] = tuple(ref for ref in found_ones if ref in on_battlefield)
        return self.known[key]


class Outcomes:
    """What mana becomes through the effects that replace it, remembered for events that they treat alike."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.known: dict[object, dict[str, tuple[AddMana, tuple[Move, ...]]]] = {}
        self.treatments: dict[object, object] = {}

    def of(self, event: AddMana, own: tuple[Active, ...] = ()) -> dict[str, tuple[AddMana, tuple[Move, ...]]]:
        """For each type that can come out, mana with it and the moves on a shortest way to it."""
        key = (event.mana, event.player, event.ability, self._treatment(event), own)
        if key not in self.known:
            self.known[key] = self._explored(event, own)
        return self.known[key]

    def applied_to(self, event: AddMana) -> tuple[str, ...]:
        """The effects that watch this event when its turn comes, whatever its mana is by then."""
        treatment = self._treatment(event)
        assert isinstance(treatment, tuple)
        return tuple(ref for ref, watched, *_ in treatment if watched)

    def _treatment(self, event: AddMana) -> object:
        """Which effects could apply to such an event whatever its mana, and which of their options would be open."""
        key = (event.player, event.source, event.tapped, event.ability)
        if key not in self.treatments:
            result: list[object] = []
            for active in replacements_for(event, self.situation):
                effect = active.effect
                assert isinstance(effect, Replacement)
                bare = [
                    replace(w, conditions=tuple(c for c in w.conditions if c[0] not in ("type", "amount")))
                    for w in effect.watches
                ]
                env = active.env.seeing(event)
                watched = any(watched_parts(watch, event, active.env, self.situation) for watch in bare)
                conditions = effect.rewrite.conditions if isinstance(effect.rewrite, OneOf) and watched else ()
                told_apart = event.source if watched and _looks_at_event(effect) else None
                result.append(
                    (active.id, watched, tuple(holds(c, env, self.situation) for c in conditions), told_apart)
                )
            self.treatments[key] = tuple(result)
        return self.treatments[key]

    def _explored(self, event: AddMana, own: tuple[Active, ...]) -> dict[str, tuple[AddMana, tuple[Move, ...]]]:
        first = settle(State(self.situation, (Group((Pending(event, own=own),)),), alone=True))
        exploration = explore(first, moves)
        if not exploration.complete:
            raise OutOfScopeError("more orders of effects on mana than can be looked at")
        before, lengths = shortest(exploration)
        result: dict[str, tuple[AddMana, tuple[Move, ...]]] = {}
        for leaf in sorted(exploration.leaves, key=lambda state: lengths[state]):
            for done in leaf.log:
                if isinstance(done, AddMana):
                    for letter, _number in done.mana:
                        result.setdefault(letter, (done, tuple(path_to(leaf, before))))
        return result


def _looks_at_event(effect: Replacement) -> bool:
    """Whether a condition or an amount of the effect looks at the permanent that the mana comes from."""
    amounts = [effect.condition]
    if isinstance(effect.rewrite, ChangeMana):
        amounts.append(effect.rewrite.count)
        if isinstance(effect.rewrite.mana, Fixed):
            amounts.append(effect.rewrite.mana.times)
        elif isinstance(effect.rewrite.mana, Some):
            amounts.append(effect.rewrite.mana.count)
    selectors = [selector for amount in amounts if amount is not None for selector in selectors_in(amount)]
    return any(selector.mentions(name) for selector in selectors for name in ("tapped", "source", "it", "player"))
