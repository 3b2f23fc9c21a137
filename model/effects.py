"""Effects as data: replacement and prevention effects (614, 615), "can't" effects (614.17), continuous effects (613).

Nothing here knows a card. A replacement effect says what it watches, under which condition, whether it may be declined,
how it rewrites the event, what happens immediately afterward, and how often it can be used.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from model.amounts import Amount
from model.cards import Card
from model.instructions import Argument, Instruction, TokenTemplate
from model.permissions import Permission
from model.production import Production, TypeSet
from model.selectors import Selector
from model.type_line import TypeLine
from model.zones import Zone


@dataclass(frozen=True, slots=True)
class Comparison:
    """A condition on a number: ``>= 4``, ``== x``."""

    operator: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Words:
    """A condition on a word-valued role: it is one of these (or none of them)."""

    any_of: tuple[str, ...]
    negated: bool = False


Condition = Selector | Comparison | Words | bool


@dataclass(frozen=True, slots=True)
class Watch:
    """A kind of event with conditions on its roles, all of which must hold."""

    kind: str
    conditions: tuple[tuple[str, Condition], ...] = ()

    def get(self, role: str) -> Condition | None:
        """The condition on this role, or None."""
        for name, value in self.conditions:
            if name == role:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Change:
    """The event happens with some roles changed: another amount, recipient, destination, controller ..."""

    roles: tuple[tuple[str, Argument], ...]


@dataclass(frozen=True, slots=True)
class Prevent:
    """Damage is prevented (615): all of it, an amount, or all but an amount."""

    amount: Amount | None = None
    all_but: Amount | None = None


@dataclass(frozen=True, slots=True)
class Redirect:
    """Damage is dealt to another recipient instead (614.9)."""

    to: Selector


@dataclass(frozen=True, slots=True)
class Instead:
    """Other instructions are carried out in place of the event; none at all is "skip" (614.10)."""

    instructions: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplaceTokens:
    """Within an event that creates tokens: the watched tokens become others, or (``keep``) others are added.

    ``amount`` in the counts is the number of watched tokens.
    """

    tokens: tuple[TokenTemplate, ...]
    keep: bool = False


@dataclass(frozen=True, slots=True)
class AddCounters:
    """Within an event that puts counters, or an entering: further counters of a kind."""

    counters: tuple[tuple[str, Amount], ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """The effect's controller (or ``player``) chooses one of several labelled rewrites.

    ``conditions`` pairs with the options: those whose condition fails are not offered.
    """

    options: tuple[tuple[str, Rewrite], ...]
    player: Selector | None = None
    conditions: tuple[Amount | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeMana:
    """Mana is produced instead of other mana: other mana altogether, other types, another number of each type.

    ``of`` limits the change to mana of these types. ``players`` add it in place of the player
    who would. Where several types fit, the player who adds it chooses.
    """

    mana: Production | None = None
    types: TypeSet | None = None
    of: tuple[str, ...] = ()
    count: Amount | None = None
    players: Selector | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """The player first chooses any number of things, something is done with them, and the rewrite may look at them.

    ``name`` is the role under which the chosen things are known: "As this creature enters, discard any number of ...".
    With ``one``, just one of them is chosen.
    """

    among: Selector
    name: str
    instructions: tuple[Instruction, ...]
    rewrite: Rewrite
    one: bool = False


@dataclass(frozen=True, slots=True)
class EnterAsCopy:
    """The permanent enters as a copy of something (707.5), with exceptions (707.9).

    The exceptions change the values copied: types and keywords added, supertypes taken away, a name, numbers, further
    abilities, colors ("own": its original ones). ``counters`` and ``tapped`` are what it also enters with; a later copy
    effect undoes them (707.9e). Keywords and abilities are added only if ``condition`` holds for the copy (707.9f).
    """

    of: Selector
    add_types: tuple[str, ...] = ()
    add_subtypes: tuple[str, ...] = ()
    add_supertypes: tuple[str, ...] = ()
    without_supertypes: tuple[str, ...] = ()
    add_keywords: tuple[str, ...] = ()
    abilities: tuple[object, ...] = ()  #: abilities of model.abilities
    name: str | None = None
    power: int | str | None = None  #: "own": what it would have if it were no copy
    toughness: int | str | None = None
    counters: tuple[tuple[str, Amount], ...] = ()
    tapped: bool = False
    colors: tuple[str, ...] | None = None
    condition: Amount | None = None
    set_types: tuple[str, ...] | None = (
        None  #: the card types in place of those copied; subtypes of others go with them
    )
    own_abilities: bool = False  #: its own abilities are added, but the one that makes it a copy
    no_cost: bool = False  #: it has no mana cost


#: Sorts of words that are too many to list, with what stands for all of them that nothing in the situation has.
ANY = {
    "any creature type": "another creature type", "any name": "another name", "any nonland name": "another name",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class AsEnters:
    """Something is chosen as the permanent enters (614.12a): ``what`` names it, ``among`` are the words or players.

    Among ``ANY`` of its keys alone are all words of that sort: those that something in the situation has, and one that
    stands for all others. ``player`` is who chooses, where that is not the permanent's controller.
    """

    what: str
    among: tuple[str, ...] | Selector
    player: Selector | None = None


@dataclass(frozen=True, slots=True)
class Paying:
    """A cost may be paid as the permanent enters; what follows if it is, and if it is not."""

    cost: tuple[Instruction, ...]
    paid: Rewrite | None = None
    unpaid: Rewrite | None = None


Rewrite = (
    Change | Prevent | Redirect | Instead | ReplaceTokens | AddCounters | OneOf | Choosing | ChangeMana
    | EnterAsCopy | AsEnters | Paying
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limit:
    """How often an effect that was created by a resolving spell or ability works.

    ``times``: the next so many times (one-shot effects have 1). ``amount``: the next so much damage (615.7).
    Neither: until its duration ends.
    """

    times: int | None = None
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Replacement:
    """A replacement or prevention effect.

    ``optional`` is the player who may decline it. ``self_replacement``: part of the resolving spell or ability
    (614.15).
    ``regeneration``: a destruction-replacement effect that "can't be regenerated" stops (614.8, 701.19c).
    ``together``: it covers all that happens at the same time at once ("if damage would be dealt to this creature"),
    where others cover what each source does ("if a source would deal damage").
    """

    watches: tuple[Watch, ...]
    rewrite: Rewrite
    condition: Amount | None = None
    optional: Selector | None = None
    then: tuple[Instruction, ...] = ()
    limit: Limit = Limit()
    self_replacement: bool = False
    regeneration: bool = False
    together: bool = False
    text: str = field(default="", compare=False)

    @property
    def prevents(self) -> bool:
        """Whether this is a prevention effect (615.1a)."""
        return isinstance(self.rewrite, Prevent)


@dataclass(frozen=True, slots=True)
class Prohibition:
    """Something can't happen (614.17)."""

    watches: tuple[Watch, ...]
    condition: Amount | None = None
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class CostChange:
    """What casting a spell, playing a land or activating an ability costs besides, or less (118.7, 118.8, 601.2f).

    ``watches`` are attempts of model.attempts. ``more`` and ``less`` are symbols, or "its mana cost", each of them
    ``times`` over; ``more`` is not added to a cost that has the symbols of ``unless``. ``also`` is an additional cost
    in words ("sacrifice a creature").
    """

    watches: tuple[Watch, ...]
    more: str = ""
    less: str = ""
    unless: str = ""
    also: str = ""
    times: Amount | None = None
    condition: Amount | None = None
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class TriggersAgain:
    """Triggered abilities of some objects trigger an additional time (603.2d), on any event or on those watched.

    ``never``: those events don't cause them to trigger at all.
    """

    of: Selector
    watches: tuple[Watch, ...] = ()
    condition: Amount | None = None
    never: bool = False
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class AsThough:
    """Damage that is dealt as though its source had a keyword ability, such as infect or wither (609.4)."""

    keyword: str
    watches: tuple[Watch, ...]
    condition: Amount | None = None
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Unpreventable:
    """Damage that can't be prevented (615.12)."""

    watches: tuple[Watch, ...]
    condition: Amount | None = None
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Continuous:
    """A continuous effect on characteristics or control (613), by what it adds, sets or takes away.

    Its parts apply in their own layers, to one set of objects (613.6). In each layer what it takes away goes first.
    ``chosen`` among subtypes or colors is the type or color chosen for the effect or its source; ``every creature
    type`` among subtypes is all of them.

    ``become`` and ``copy_of`` make copies (layer 1), changed as ``copy_except`` says; ``control`` is who gains control
    (layer 2); ``set_name`` and ``words`` (pairs of a color word or subtype and what takes its place) change text (layer
    3). ``set_types`` replaces the card types, and the subtypes of the kinds that it names; ``set_subtypes`` replaces
    subtypes of their kinds alone (205.1a); ``remove_subtypes`` removes those named. ``lose_abilities`` takes all
    abilities away (but with ``keep_mana_abilities`` not those), ``lose_keywords`` only these; ``cannot_have`` keeps
    objects from having keywords (113.11). ``add_abilities`` are Abilities of model.abilities; all activated abilities
    that the things of ``abilities_of`` have are added, too. ``switch`` exchanges power and toughness.
    ``combat_damage`` is what they assign rather than their power (510.1a), in no layer.
    """

    affects: Selector
    condition: Amount | None = None
    add_types: tuple[str, ...] = ()
    add_subtypes: tuple[str, ...] = ()
    set_types: TypeLine | None = None
    set_colors: tuple[str, ...] | None = None
    add_colors: tuple[str, ...] = ()
    lose_abilities: bool = False
    add_keywords: tuple[str, ...] = ()
    set_power: Amount | None = None
    set_toughness: Amount | None = None
    add_power: Amount | None = None
    add_toughness: Amount | None = None
    become: Card | None = None
    copy_of: Selector | None = None
    copy_except: Continuous | None = None
    control: Selector | None = None
    set_name: str | None = None
    words: tuple[tuple[str, str], ...] = ()
    set_subtypes: tuple[str, ...] = ()
    remove_types: tuple[str, ...] = ()
    remove_subtypes: tuple[str, ...] = ()
    add_supertypes: tuple[str, ...] = ()
    remove_supertypes: tuple[str, ...] = ()
    keep_mana_abilities: bool = False
    lose_keywords: tuple[str, ...] = ()
    cannot_have: tuple[str, ...] = ()
    add_abilities: tuple[object, ...] = ()
    switch: bool = False
    combat_damage: Amount | None = None
    abilities_of: Selector | None = None
    text: str = field(default="", compare=False)


Effect = Replacement | Prohibition | Unpreventable | AsThough | Continuous | Permission | CostChange | TriggersAgain


@dataclass(frozen=True, slots=True)
class FloatingEffect:
    """An effect made by a resolved spell or ability, with what it is bound to and how much of it is left.

    ``effect`` is an Effect, or a Triggered ability of model.abilities that lasts (603.7). ``timestamp`` orders
    continuous effects (613.7b); an effect without one is later than everything.
    """

    id: str
    effect: object
    controller: str
    source: str | None = None
    bindings: tuple[tuple[str, str], ...] = ()
    remaining: int | None = None
    values: tuple[tuple[str, int], ...] = ()
    timestamp: int | None = None


#: Zones in which a static ability works unless it says otherwise (113.6).
USUAL_ZONES = (Zone.BATTLEFIELD,)
