"""Settles what the words of an ability stand for: which target is meant, and what "it" and "that creature" are.

While a sentence is read, "target creature" means the text target creature between guillemets, and "that creature" or
"it" the text that creature between them, in the order of the words. Here the targets get their names (target, target
2), what they may be goes into the list of choices, and each mark with "that" becomes what it refers to: the last target
before it, or what the trigger or replacement effect is about (it).
"""

from __future__ import annotations

import re
from typing import Any

from scenarios.reading.bringing import (
    acts_on_itself,
    all_reflexive,
    brought_up,
    may_mean_that,
    refuse_amounts,
    refuse_each,
    refuse_its_own,
    refuse_others,
    refuse_unpaid,
    told_once,
)
from scenarios.reading.meanings import CHOSEN, FIGHT, INSTEAD, MODES, NotSayableError, with_x
from scenarios.reading.referring import (
    AMOUNTS,
    DONE_TO,
    OTHER,
    about,
    all_others,
    cast_by_others,
    choice_of,
    costs_itself,
    dealer_of,
    done_to,
    is_one_effect,
    is_player,
    is_target,
    is_told_apart,
    may_be,
    other_sources,
    speaks_of_another,
    watched_phrase,
    what_is_fought,
    what_it_affects,
)

_MARK = re.compile(r"\u00ab(target|that|self|way|those|cast|tapped|defender) ?([^\u00ab\u00bb]*)\u00bb")
#: "two target creatures" is marked as ==2, "up to one target creature" as <=1, "any number of" as <=99.
_SEVERAL = re.compile(r"(==|<=)([0-9]+) (.*)")


def resolve(found: Any) -> tuple[list[Any], list[Any]]:
    """Abilities with every mark replaced, and the choices.

    Raises NotSayableError where a reference can't be settled.
    """
    abilities: list[Any] = []
    choices: list[Any] = []
    for ability in map(told_once, found if isinstance(found, list) else [found]):
        settled, chosen = _Resolver(ability, len(choices)).all()
        refuse_others(settled)
        abilities.append(settled)
        choices.extend(chosen)
    return abilities, choices


class _Resolver:
    """One ability: the targets found so far, and what it is about."""

    def __init__(self, ability: Any, before: int) -> None:
        self.ability = ability
        self.targets: list[str] = []
        self.before = before
        self.of_modes: list[dict[str, Any]] = []
        self.chosen = False  #: whether the target is one of two that are told by the modes
        self.several: dict[str, int] = {}  #: how many targets the one mark stands for, as the choice says it
        #: What a trigger or replacement effect around the current place is about: "player", "object" or "".
        self.about = ""
        self.phrase = ""  #: how that is described, where it is said in one phrase
        self.hidden = range(0)  #: the targets of other modes
        self.making = self.watching = self.bound = False  #: within an effect that is made; in what it watches
        self.dealt = False  #: whether what has the ability has dealt damage already
        self.spoken_of = ""  #: "this" where the instruction has spoken of what has the ability, and of nothing since
        self.last = ""  #: the same of the instruction before, or what that is attached to
        self.known: dict[str, str] = {}  #: controllers and owners spoken of, as they are written, and who they are
        self.brought = ("", "")  #: whether something was brought up that "it" could be (see ``bringing``)
        self.acted = False  #: whether something was done to what has the ability
        self.tapped = False  #: whether the trigger is on mana of a permanent that was tapped for it
        self.fought = ""  #: which role this creature has in the block that the trigger watches
        self.attacked = False  #: whether the trigger watches an attack, of which one player is the defending player
        self.same: dict[str, str] = {}  #: the targets spoken of in the text that is read, by their marks
        self.amounts: dict[
            str, str
        ] = {}  #: those that an instruction has spoken of, which its amount may speak of again
        self.caster = False  #: whether the trigger watches a spell being cast by somebody else than "you"
        self.exiled = False  #: whether the last target has been exiled, so that "that card" is it
        self.dealer = ""  #: what deals the damage that the trigger watches
        self.within = 0  #: how many targets had been found before that effect

    def all(self) -> tuple[Any, list[Any]]:
        """The ability with its marks replaced, and its targets."""
        settled = self.walk(self.ability)
        if self.several and (len(self.targets) > 1 or self.of_modes):
            raise NotSayableError("several targets, and another target besides")
        told = {(one["target"], one.get("another")) for one in self.of_modes}
        own = [choice_of(what) for what in self.targets]
        own = [one for one in own if not self.chosen or (one["target"], one.get("another")) not in told]
        return settled, [{**one, **self.several} for one in own] + self.of_modes

    def walk(self, value: Any) -> Any:
        settled = self.walked(value)
        found = brought_up(settled)
        self.brought = found if found[0] else self.brought
        return settled

    def walked(self, value: Any) -> Any:
        if isinstance(value, dict):
            if FIGHT in value:
                one, other = self.walk(value[FIGHT])
                damage = [(one, other), (other, one)]
                return {
                    "at_once": [
                        {"deal_damage": {"source": source, "to": to, "amount": f"power({source})"}}
                        for source, to in damage
                    ]
                }
            if isinstance(value.get("effect"), dict) and self.about:
                return {"effect": self.effect(value["effect"])}
            if "exile" in value:
                settled = self.inner(value)
                self.exiled = settled["exile"] == {"object": "target"}
                return settled
            if "at_once" in value:
                return self.at_once(value["at_once"])
            if "deal_damage" in value:
                self.source_of(value["deal_damage"])
                refuse_each(value["deal_damage"])
            refuse_its_own(value)
            if "choose" in value:
                return self.modes(value)
            if INSTEAD in value:
                return self.alternatives({key: part for key, part in value.items() if key != INSTEAD})
            return self.scope(value) if "when" in value or "trigger" in value else self.inner(value)
        if isinstance(value, list):
            value = all_reflexive(with_x(value))
            for place, part in enumerate(value):
                if isinstance(part, dict) and INSTEAD in part and not is_told_apart(part, value[:place]):
                    raise NotSayableError("what is replaced of all that is done")
            walked: list[Any] = []
            for part in value:
                refuse_unpaid(part, walked)
                walked.append(self.walk(part))
                self.last = done_to(part)
                self.acted = self.acted or acts_on_itself(part)
            return [part for part in walked if not (isinstance(part, dict) and CHOSEN in part)]
        if isinstance(value, str) and "\u00ab" in value:
            if self.brought[0] and value in self.known:  # "its controller may search ..., then shuffle"
                return self.known[value]
            written = value
            self.same = dict(self.amounts)  # one text speaks of a target once, whatever number of parts it has
            while _MARK.search(value):  # a target's description may speak of another target, or of a player
                value = _MARK.sub(self.settle, value)
            if written.endswith(("'s controller", "'s owner")):
                self.known[written] = value
            return value
        return value

    def at_once(self, damages: list[Any]) -> dict[str, Any]:
        """Damage of one source to several: the source is spoken of once."""
        (source,) = {damage["deal_damage"]["source"] for damage in damages}
        self.source_of(damages[0]["deal_damage"])
        source = self.walk(source)
        return {"at_once": [self.inner({"deal_damage": {**one["deal_damage"], "source": source}}) for one in damages]}

    def source_of(self, damage: Any) -> None:
        """ "It deals damage" behind "~ deals damage" may be either (refused)."""
        source = damage.get("source") if isinstance(damage, dict) else None
        if source == "\u00abthat it\u00bb" and self.dealt:
            raise NotSayableError("what 'it' refers to")
        self.dealt = self.dealt or source == "this"

    def modes(self, value: dict[str, Any]) -> dict[str, Any]:
        """Modes to choose from (700.2c): the targets of each option follow those before, and nothing after them."""
        before, dealt, hidden = list(self.targets), self.dealt, self.hidden
        brought = self.brought
        for mode, done in value.get(MODES, {}).items():
            self.brought = brought
            self.walk(done)
            found = [{**choice_of(what), "mode": mode} for what in self.targets[len(before) :]]
            self.of_modes += [one for one in found if one not in self.of_modes]
            self.targets, self.dealt = list(before), dealt
        options: dict[str, Any] = {}
        named: list[list[str]] = []
        for label, done in value["choose"].items():
            modes = (
                [value[MODES][f"mode {number}"] for number in re.findall("[0-9]+", label)] if MODES in value else [done]
            )
            options[label] = []
            for mode in modes:  # a mode speaks of its own targets, and of those before all modes
                self.hidden = range(len(before) + 1, len(self.targets) + 1)
                self.brought = brought
                options[label] += self.walk(mode)
            named.append(self.targets[len(before) :])
            self.targets, self.dealt, self.hidden = list(before), dealt, hidden
        if MODES not in value and any(named):  # options that are no modes are about the same target
            if any(one != named[0] for one in named):
                raise NotSayableError("options with targets of their own")
            self.targets += named[0]
        return {
            **{key: self.walk(part) for key, part in value.items() if key not in {MODES, "choose"}},
            "choose": options,
        }

    def alternatives(self, value: dict[str, Any]) -> dict[str, Any]:
        """Two ways under a condition (614.15): where the second has targets of its own, it has only those."""
        before = list(self.targets)
        otherwise = self.walk(value["otherwise"])
        condition = self.walk(value["if"])
        first = self.targets[len(before) :]
        if "\u00abtarget " not in repr(value["then"]):
            return {"otherwise": otherwise, "if": condition, "then": self.walk(value["then"])}
        if "\u00abthat" in repr(value["if"]):
            raise NotSayableError("a condition on one of two targets")
        several, self.several = self.several, {}
        self.targets = list(before)
        then = self.walk(value["then"])
        second = self.targets[len(before) :]
        self.of_modes += [{**choice_of(what), **several, "mode": "otherwise"} for what in first]
        self.of_modes += [{**choice_of(what), **self.several, "mode": condition} for what in second]
        self.several = {}
        if len(first) == len(second) == 1 and not several and not otherwise and not then:
            self.chosen = True  # "choose target creature": one or the other is spoken of behind it
            self.targets = [*before, second[0]]
            return {CHOSEN: True}
        self.targets = list(before)
        return {"otherwise": otherwise, "if": condition, "then": then}

    def inner(self, value: dict[str, Any]) -> dict[str, Any]:
        watches = {"cannot", "cannot_prevent", "allows"}
        settled: dict[str, Any] = {}
        around = self.spoken_of
        for key, part in value.items():
            if key in AMOUNTS:  # "double the number of counters on target creature"
                self.amounts = {value[role]: settled[role] for role in settled if is_target(value[role])}
            settled[key] = self.watched(part) if key in watches else self.walk(part)
            self.amounts = {}
            if key in DONE_TO:
                self.spoken_of = "this" if settled[key] == "this" else ""
        self.spoken_of = around
        return settled

    def effect(self, made: dict[str, Any]) -> dict[str, Any]:
        """An effect that a trigger or replacement effect makes: what it watches may be about what that is about.

        There, "it" would be what the effect itself is about, so it is "each one" of the one thing.
        """
        around, self.bound, self.making = (self.bound, self.making), False, True
        settled: dict[str, Any] = self.walk(made)
        if self.bound:
            settled = {"each": "it", **settled}
        self.bound, self.making = around
        return settled

    def outer(self) -> str:
        """What the trigger or replacement effect is about, by its name where that is looked for."""
        if not self.watching:
            return "it"
        if self.phrase == "this":
            return "this"
        self.bound = True
        return "each one"

    def watched(self, value: Any) -> Any:
        """What an effect watches, with the references in it."""
        around, self.watching, brought = self.watching, self.making, self.brought
        settled = self.walk(value)
        self.watching, self.brought = around, brought
        return settled

    def scope(self, value: dict[str, Any]) -> dict[str, Any]:
        """A trigger or replacement effect: what it watches is settled from outside, the rest by what it is about."""
        key = "when" if "when" in value else "trigger"
        dealt = self.dealt
        watched = self.watched(value[key])
        self.dealt = dealt  # what is watched is not what is done
        around = self.about, self.phrase, self.tapped, self.within
        last = self.last
        if self.phrase == "this" and key == "trigger" and "begin" in watched:  # "sacrifice it at end of combat"
            self.last = "this"
        if (
            isinstance(watched, dict) and watched.get("act", {}).get("about") == "this"
        ):  # "you may exert it. When you do"
            self.last = "this"
        dealer, self.dealer = self.dealer, dealer_of(watched)
        caster, self.caster = self.caster, cast_by_others(watched)
        fought, self.fought = self.fought, what_is_fought(watched)
        attacked, self.attacked = self.attacked, isinstance(watched, dict) and watched.keys() == {"attack"}
        self.about, self.phrase = about(watched), watched_phrase(watched)
        self.tapped, self.within = "tapped" in str(watched), len(self.targets)
        refuse_amounts(value, watched)
        settled = {one: watched if one == key else self.walk(part) for one, part in value.items()}
        self.about, self.phrase, self.tapped, self.within = around
        self.last, self.caster = last, caster
        self.dealer, self.attacked, self.fought = dealer, attacked, fought
        return settled

    def fighter(self, what: str) -> str:
        """ "It" and "that creature" where creatures block: it is this one, that creature is the other."""
        if self.fought in {"object", "attacker", "both"} and what == "it":
            return "this"
        if self.fought == "object" and what == "creature":
            return "attacker"
        if self.fought == "attacker" and what == "creature":
            return self.outer()
        if self.fought == "attackers":
            return "attacker"
        if self.fought == "block" and what == "it" and self.phrase == "this":
            return self.outer()
        if self.fought == "others" and what != "it":
            return self.outer()  # "whenever a creature you control blocks, that creature ..."
        raise NotSayableError(f"what {what!r} refers to in a block")

    def _deals(self, what: str) -> bool:
        """Whether "it" or "that creature" may be what deals the damage that the trigger watches."""
        return what == "it" or (self.dealer != "this" and bool(set(what.split()) & set(self.dealer.split())))

    def settle(self, match: re.Match[str]) -> str:
        kind, what = match[1], match[2]
        if kind == "self":  # "if it was kicked": the object that the ability is of
            if self.targets or self.about == "player":
                raise NotSayableError("what 'it' refers to")
            return ""
        if kind == "cast":  # "that spell", "a spell cast this way": what this allowed to be cast
            found = [number for number, target in enumerate(self.targets, 1) if may_be("spell", target)]
            if len(found) > 1 or "'cast" not in repr(self.ability):
                raise NotSayableError("which spell is meant")
            return self.target(found[0]) if found else "spell cast with this"
        if kind == "way":  # "dealt damage this way": by the spell that is resolving, which deals damage only so
            if not is_one_effect(self.ability) or other_sources(self.ability):
                raise NotSayableError("'this way' in what is no spell's own damage")
            return "this"
        if kind == "tapped":  # the land that was tapped for mana
            if not self.tapped:
                raise NotSayableError("what was tapped for mana")
            return "that permanent"
        if kind == "defender":
            if not self.attacked:
                raise NotSayableError("who the defending player is")
            return "that player"
        if kind == "target" and match[0] in self.same:
            return self.same[match[0]]
        if kind == "target":
            several = _SEVERAL.fullmatch(what)
            if several:
                return self.some_targets(several[1], int(several[2]), several[3])
            other = what.startswith("another ") and bool(self.targets) and not is_player(self.targets[-1])
            self.targets.append(f"{OTHER}{what.removeprefix('another ')}" if other else all_others(what))
            self.brought = ("", "")
            self.same[match[0]] = self.target(len(self.targets))
            return self.same[match[0]]
        if kind == "those":
            if len(self.targets) == 1 and self.several and may_be(what or "it", self.targets[0]):
                return "each target"
            raise NotSayableError(f"what 'those {what}' refers to")
        if not what.startswith("=") and not is_player(what) and self.may_be_brought(what, match):
            raise NotSayableError(f"what {what!r} refers to")
        if what in {"card", "it"} and self.exiled and len(self.targets) == 1 and self.one():
            return "target"
        if what.startswith("="):  # named again in the same words
            wanted = {what[1:], what[1:].replace("another ", OTHER, 1)}
            same = [number for number, target in enumerate(self.targets, 1) if target in wanted]
            if not same:
                raise NotSayableError(f"what {what[1:]!r} refers to")
            return self.target(same[-1])
        there = [
            (number, target.removeprefix(OTHER))
            for number, target in enumerate(self.targets, 1)
            if number not in self.hidden
        ]
        fitting = [number for number, target in there if may_be(what, target)]
        if exact := [number for number, target in there if target == what]:
            fitting = exact
        inside = [number for number in fitting if number > self.within]
        if self.fought and not inside and not is_player(what):
            return self.fighter(what)
        mine = bool(self.about) and is_player(what) == (self.about == "player") and self._is_called(what)
        if self.phrase == "this" and what != "it" and not is_player(what):
            mine = False  # "when this enters ... that creature" is some other one
        if self.attacked and is_player(what) and not self.targets:
            return "that player"  # the defending player
        if what == "it" and self.last not in {"", "this"} and not self.targets and self.phrase in {"", "this"}:
            return self.last  # "tap enchanted creature. It deals damage ..."
        if speaks_of_another(self.phrase, what):
            raise NotSayableError(f"what 'that {what}' refers to")
        if mine and not inside:
            if what == "it" and self.acted and self.phrase != "this":  # "put a counter on ~. It gains flying"
                raise NotSayableError("what 'it' refers to")
            return self.outer()
        if self.tapped and self.about == "player" and not is_player(what) and not fitting:
            return "that permanent"
        if self.dealer and self.about == "player" and not is_player(what) and not fitting and self._deals(what):
            return "source"
        if is_player(what) and self.caster and not fitting and not self.watching:
            return "it's controller"  # "whenever an opponent casts a spell, that player"
        if what == "it" and not self.targets and not self.about and (itself := what_it_affects(self.ability)):
            return itself
        if what == "it" and not self.targets and not self.about and costs_itself(self.ability):
            return "this"  # "{1}, Discard this: It deals ..."
        if what == "it" and self.about != "object" and not fitting and "this" in {self.spoken_of, self.last}:
            return "this"  # "exile this, then return it": nothing else was spoken of
        if what == "it" and (inside or fitting):
            return self.target((inside or fitting)[-1])
        if len(inside or fitting) == 1 and not (mine and inside):
            return self.target((inside or fitting)[0])
        raise NotSayableError(f"what {what!r} refers to")

    def one(self) -> bool:
        """Whether the target is one, or "up to one"."""
        return not self.several or set(self.several.values()) == {1}

    def may_be_brought(self, what: str, match: re.Match[str]) -> bool:
        """Whether a reference may mean what the ability has brought up of its own."""
        return may_mean_that(what, self.brought, match.string[: match.start()])

    def some_targets(self, sign: str, number: int, what: str) -> str:
        """ "Up to two target creatures": one mark for all of them, which must be the only one."""
        if self.targets:
            raise NotSayableError("several targets, and another target besides")
        self.targets.append(all_others(what))
        self.several = {"count" if sign == "==" else "up_to": number}
        return "target" if number == 1 else "each target"

    def _is_called(self, what: str) -> bool:
        """Whether what the effect is about may be called so."""
        if self.about == "player":
            return self.phrase != "you"  # "that player" is somebody else
        if what == "it" or not self.phrase or self.phrase == "this":
            return True
        return what == "card" or may_be(what, self.phrase)

    @staticmethod
    def target(number: int) -> str:
        return "target" if number == 1 else f"target {number}"
