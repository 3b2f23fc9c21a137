"""A second implementation of 613 for tests: slow, on plain mutable things, with every order tried by definition.

It shares nothing with the solver but the values of ``model``, and understands the effects that ``layer_boards`` makes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count, product
from typing import Any

from model.abilities import Keyword, Static
from model.amounts import Binary, Call, Number
from model.effects import Continuous
from model.selectors import Aspect, Selector
from model.situation import Situation

LAYERS = ("control", "types", "colors", "abilities", "defined", "set", "modify", "switch")
LANDS = {"Forest": "G", "Swamp": "B", "Mountain": "R", "Island": "U", "Plains": "W"}


@dataclass
class Thing:
    id: str
    place: int
    timestamp: int
    controller: str
    attached_to: str | None
    supertypes: set[str]
    types: set[str]
    subtypes: set[str]
    colors: set[str]
    #: Each as its number, the ability, and the timestamp of what granted it (None: the thing's own).
    abilities: list[tuple[int, Any, int | None]]
    power: int | None
    toughness: int | None
    counters: dict[str, int]
    #: Subtypes that come back with their card type (205.1a).
    hidden: set[str] = field(default_factory=set)

    def copy(self) -> Thing:
        return replace(
            self,
            supertypes=set(self.supertypes),
            types=set(self.types),
            subtypes=set(self.subtypes),
            colors=set(self.colors),
            abilities=list(self.abilities),
            hidden=set(self.hidden),
        )

    def keywords(self) -> list[str]:
        return sorted(one.name for _, one, _ in self.abilities if isinstance(one, Keyword))


@dataclass
class Effect:
    key: Any
    name: str
    says: Continuous
    order: tuple[int, int, int]
    source: str | None
    you: str | None
    targets: list[str] | None
    defining: bool = False


class Twin:
    """All that the layers do to a situation; ``edges`` are the dependencies found at each application of an effect."""

    def __init__(self, situation: Situation) -> None:
        self.numbers = count()
        self.things: dict[str, Thing] = {}
        for place, each in enumerate(situation.objects):
            face = each.printed.faces[0]
            self.things[each.id] = Thing(
                each.id,
                place,
                each.timestamp,
                each.controller or each.owner,
                each.attached_to,
                set(face.type_line.supertypes),
                set(face.type_line.types),
                set(face.type_line.subtypes),
                {color.word for color in face.colors},
                [(next(self.numbers), one, None) for one in face.abilities],
                face.power,
                face.toughness,
                dict(each.counters),
            )
        self.floating = [
            Effect(
                ("floating", each.id),
                each.id,
                each.effect,  # type: ignore[arg-type]
                (1000 if each.timestamp is None else each.timestamp, 1, place),
                None,
                each.controller,
                [ref for role, ref in each.bindings if role == "affected"],
            )
            for place, each in enumerate(situation.effects)
        ]
        for thing in self.things.values():
            for kind, number in thing.counters.items():
                change = Number({"+1/+1": 1, "-1/-1": -1}[kind] * number)
                says = Continuous(Selector(()), add_power=change, add_toughness=change)
                order = (thing.timestamp, 2, thing.place)
                self.floating.append(Effect((kind, thing.id), thing.id, says, order, None, "you", [thing.id]))
        self.started: dict[Any, tuple[Effect, list[str]]] = {}
        self.edges: list[set[tuple[str, str, str]]] = []
        for layer in LAYERS:
            if layer == "defined":
                for thing in self.things.values():
                    creature = "creature" in thing.types
                    thing.power = (thing.power or 0) if creature else None
                    thing.toughness = (thing.toughness or 0) if creature else None
            for defining in (True, False):
                (self.things, self.started, edges), *others = self.orders(
                    layer, defining, set(), self.things, self.started, []
                )
                assert not others, "more than one order is right"
                self.edges += edges

    # --- every order that the definition allows ----------------------------------------------------------------------

    def orders(self, layer: str, defining: bool, done: set, things: dict, started: dict, edges: list) -> list:
        standing = {effect.key: effect for effect in self.effects(things)}
        for key, (effect, _) in started.items():
            standing.setdefault(key, effect)
        rest = [
            e
            for e in standing.values()
            if e.key not in done and layer in layers_of(e) and (e.defining if layer != "defined" else True) is defining
        ]
        if not rest:
            return [(things, started, edges)]
        depends = {
            (a.key, b.key): reason
            for a, b in product(rest, rest)
            if a is not b and (reason := self.why(a, b, layer, things, started))
        }
        reach = dict.fromkeys(depends, True)
        for k, i, j in product(rest, rest, rest):  # Floyd and Warshall
            if (i.key, k.key) in reach and (k.key, j.key) in reach:
                reach[i.key, j.key] = True
        found = []
        for effect in rest:
            free = [
                e
                for e in rest
                if not any((e.key, o.key) in depends and (o.key, e.key) not in reach for o in rest if o is not e)
            ]
            if effect not in free or effect.order != min(e.order for e in free):
                continue
            copied, began = copies(things), dict(started)
            began_now = effect.key not in began and self.condition(effect, copied)
            to = self.reached(effect, copied, began)
            if began_now:
                began[effect.key] = (effect, to)
            self.do(effect, layer, to, copied)
            seen = {
                (self.name_of(a, standing), self.name_of(b, standing), reason) for (a, b), reason in depends.items()
            }
            found += self.orders(layer, defining, done | {effect.key}, copied, began, [*edges, seen])
        return found

    def name_of(self, key: Any, standing: dict) -> str:
        return str(standing[key].source or standing[key].name)

    def why(self, one: Effect, other: Effect, layer: str, things: dict, started: dict) -> str | None:
        """613.8a for ``one`` and ``other``: the clause by which ``one`` depends, or None."""
        after = copies(things)
        self.do(other, layer, self.reached(other, things, started), after)
        there = {effect.key for effect in self.effects(after)}
        if one.key not in started and one.key not in there and one.source is not None:
            return "existence"
        before_to, after_to = self.reached(one, things, started), self.reached(one, after, started)
        if set(before_to) != set(after_to):
            return "applies to"
        if any(self.deed(one, layer, ref, things) != self.deed(one, layer, ref, after) for ref in before_to):
            return "does"
        return None

    # --- effects, what they apply to, what they do -------------------------------------------------------------------

    def effects(self, things: dict) -> list[Effect]:
        found = []
        for thing in things.values():
            for number, ability, granted in thing.abilities:
                if isinstance(ability, Static) and isinstance(ability.effect, Continuous):
                    stamp = max(thing.timestamp, -1 if granted is None else granted)
                    found.append(
                        Effect(
                            number,
                            f"{thing.id}",
                            ability.effect,
                            (stamp, 0, (thing.controller != "you") * 10**6 + thing.place * 1000 + number),
                            thing.id,
                            None,
                            None,
                            granted is None and defines(ability.effect),
                        )
                    )
        return found + self.floating

    def you(self, effect: Effect, things: dict) -> str:
        return effect.you or things[effect.source].controller

    def condition(self, effect: Effect, things: dict) -> bool:
        return effect.says.condition is None or bool(self.amount(effect.says.condition, effect, None, things))

    def reached(self, effect: Effect, things: dict, started: dict) -> list[str]:
        if effect.key in started:
            return list(started[effect.key][1])
        if not self.condition(effect, things):
            return []
        if effect.targets is not None:
            return effect.targets
        return [ref for ref, thing in things.items() if self.fits(thing, effect.says.affects, effect, things)]

    def fits(self, thing: Thing, selector: Selector, effect: Effect, things: dict) -> bool:
        return any(all(self.passes(thing, p, effect, things) for p in tests) for tests in selector.any_of)

    def passes(self, thing: Thing, test: Any, effect: Effect, things: dict) -> bool:
        match test.aspect:
            case Aspect.TYPE:
                answer = test.value in thing.types
            case Aspect.SUPERTYPE:
                answer = test.value in thing.supertypes
            case Aspect.SUBTYPE:
                answer = test.value in thing.subtypes
            case Aspect.COLOR:
                answer = test.value in thing.colors
            case Aspect.KEYWORD:
                answer = test.value in thing.keywords()
            case Aspect.POWER:
                answer = thing.power is not None and thing.power >= int(test.value.removeprefix(">="))
            case Aspect.CONTROLLER:
                answer = (thing.controller == self.you(effect, things)) == (test.value == "you")
            case Aspect.OTHER:
                answer = thing.id != effect.source
            case Aspect.ROLE:
                mine = things[effect.source].attached_to if test.value == "enchanted" else effect.source
                answer = thing.id == mine
            case _:
                raise AssertionError(test)
        return answer is not test.negated

    def amount(self, amount: Any, effect: Effect, ref: str | None, things: dict) -> int:
        match amount:
            case Number(value):
                return value
            case Binary(">=", left, right):
                return self.amount(left, effect, ref, things) >= self.amount(right, effect, ref, things)
            case Call("count", (Selector() as selector,)):
                return sum(self.fits(thing, selector, effect, things) for thing in things.values())
            case Call("power", _):
                return things[ref].power or 0
        raise AssertionError(amount)

    def deed(self, effect: Effect, layer: str, ref: str, things: dict) -> Any:
        says = effect.says
        pairs = {"defined": (says.set_power, says.set_toughness), "modify": (says.add_power, says.add_toughness)}
        pairs["set"] = pairs["defined"]
        if layer in pairs:
            return tuple(None if a is None else self.amount(a, effect, ref, things) for a in pairs[layer])
        return self.you(effect, things) if layer == "control" else None

    def do(self, effect: Effect, layer: str, to: list[str], things: dict) -> None:
        deeds = {ref: self.deed(effect, layer, ref, things) for ref in to}
        for ref in to:
            thing, says, deed = things[ref], effect.says, deeds[ref]
            match layer:
                case "control":
                    thing.controller = deed
                case "types":
                    retype(thing, says)
                case "colors":
                    base = thing.colors if says.set_colors is None else set(says.set_colors)
                    thing.colors = base | set(says.add_colors)
                case "abilities":
                    if says.lose_abilities:
                        thing.abilities = []
                    thing.abilities = [
                        cell
                        for cell in thing.abilities
                        if not (isinstance(cell[1], Keyword) and cell[1].name in says.lose_keywords)
                    ]
                    gained = [Keyword(word) for word in says.add_keywords] + list(says.add_abilities)
                    thing.abilities += [(next(self.numbers), one, effect.order[0]) for one in gained]
                case "defined" | "set" if thing.power is not None:
                    thing.power = thing.power if deed[0] is None else deed[0]
                    thing.toughness = thing.toughness if deed[1] is None else deed[1]
                case "modify" if thing.power is not None and thing.toughness is not None:
                    thing.power += deed[0] or 0
                    thing.toughness += deed[1] or 0
                case "switch":
                    thing.power, thing.toughness = thing.toughness, thing.power


def copies(things: dict) -> dict:
    return {ref: thing.copy() for ref, thing in things.items()}


def layers_of(effect: Effect) -> set[str]:
    says = effect.says
    there = {
        "control": says.control is not None,
        "types": bool(says.add_types or says.add_subtypes or says.set_subtypes or says.remove_types),
        "colors": says.set_colors is not None or bool(says.add_colors),
        "abilities": bool(says.lose_abilities or says.lose_keywords or says.add_keywords or says.add_abilities),
        "defined" if effect.defining else "set": says.set_power is not None or says.set_toughness is not None,
        "modify": says.add_power is not None or says.add_toughness is not None,
        "switch": says.switch,
    }
    return {layer for layer, acts in there.items() if acts}


def defines(says: Continuous) -> bool:
    """604.3a for the effects made here."""
    itself = [[(p.aspect, p.value) for p in tests] for tests in says.affects.any_of] == [[(Aspect.ROLE, "this")]]
    others = (
        says.add_types, says.remove_types, says.add_keywords, says.add_abilities, says.lose_keywords,
        says.lose_abilities, says.switch, says.control, says.add_power, says.add_toughness,
    )  # fmt: skip
    return itself and says.condition is None and not any(part not in ((), None, False) for part in others)


def retype(thing: Thing, says: Continuous) -> None:
    """205.1, 305.7: with lands' own abilities lost where a basic land type is set."""

    def belongs(subtype: str) -> set[str]:
        return {"land"} if subtype in LANDS else {"creature"}

    thing.types = (thing.types - set(says.remove_types)) | set(says.add_types)
    replaced = set().union(*(belongs(s) for s in says.set_subtypes))
    there = {s for s in thing.subtypes | thing.hidden if not belongs(s) & replaced}
    gained = {s for s in (*says.set_subtypes, *says.add_subtypes) if belongs(s) & thing.types}
    thing.subtypes = {s for s in there if belongs(s) & thing.types} | gained
    thing.hidden = {s for s in there if not belongs(s) & thing.types}
    if "land" in thing.types and set(says.set_subtypes) & set(LANDS):
        thing.abilities = [cell for cell in thing.abilities if cell[2] is not None]
