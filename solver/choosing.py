"""What can be chosen, and for what: targets, choices of spells and abilities, card names, choices of game rules.

These are different things with different prohibitions (101.2): shroud, hexproof and protection stop targets (702.18a,
702.11b, 702.16b) and nothing else; "can't be chosen" stops what a spell or ability has a player choose (608.2d) and
neither targets nor attackers and blockers, which game rules have players choose (508.1a, 509.1a); a prohibited name
stops that name alone, compared exactly (201.2, 201.4).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

from model.attempts import Blocking, ChoosingThing, Naming, Targeting
from model.cards import Card, Face
from model.choices import Choice, Manner
from model.events import Attack, Event
from model.objects import GameObject
from model.rules import Citation, Verdict
from model.selectors import Aspect, Predicate, Selector
from model.situation import Situation
from model.zones import Zone
from solver.blocking import against_blocking
from solver.costs import is_new
from solver.csp import AnyConstraint, Constraint, solutions
from solver.environment import Env
from solver.matching import controller_of, fits, found, has_name, names_of, object_fits, traits_of
from solver.prohibiting import prohibited, source_of
from solver.qualities import quality_of

#: Choices that game rules have players make, by the words of documents.
GAME_RULES = ("attacking", "blocking", "convoke")


def _no(rule: str, gist: str) -> Verdict:
    return Verdict(False, Citation(rule, gist))


# --- targets (115) ---------------------------------------------------------------------------------------------------


def can_target(ref: str, choice: Choice, env: Env, situation: Situation) -> Verdict:
    """Whether an object or player is a legal target for this choice (115.1, 115.2, 601.2c).

    ``env.this`` is the spell, or the source of the ability; ``env.you`` its controller.
    """
    if ref == env.this and situation.object(ref).zone is Zone.STACK:
        return _no("115.5", "a spell or ability on the stack is an illegal target for itself")
    if not fits(ref, choice.among, env, situation):
        return _no("601.2c", f"it is no {choice.among}")
    stopped = _sheltered(ref, env, situation)
    if stopped is not None:
        return Verdict(False, stopped)
    return _unless_prohibited(Targeting(ref, env.you, env.this), "601.2c", "it is a legal target", situation)


def may_stay_target(ref: str, env: Env, situation: Situation) -> bool:
    """Whether nothing keeps an object or player from being a target, whatever kind of thing is asked for (608.2b)."""
    if _sheltered(ref, env, situation) is not None:
        return False
    return _unless_prohibited(Targeting(ref, env.you, env.this), "601.2c", "it is a legal target", situation).value


def _sheltered(ref: str, env: Env, situation: Situation) -> Citation | None:
    """The keyword of a permanent that keeps it from being a target, if any (702.11, 702.16, 702.18)."""
    thing = situation.find(ref)
    if thing is None or thing.zone is not Zone.BATTLEFIELD:
        return None
    has = traits_of(situation, thing)
    if has.has_keyword("shroud"):
        return Citation("702.18a", "a permanent with shroud can't be the target of spells or abilities")
    opposed = env.you != controller_of(situation, ref)
    if opposed and has.has_keyword("hexproof"):
        return Citation("702.11b", "a permanent with hexproof can't be the target of what opponents control")
    for ability in has.abilities:
        name = getattr(ability, "name", "")
        if opposed and name.startswith("hexproof from ") and has_quality(name[14:], env, situation):
            return Citation("702.11d", f"{name} keeps opponents' sources of that quality from targeting it")
        if name.startswith("protection from ") and has_quality(name[16:], env, situation):
            return Citation("702.16b", f"{name} keeps sources of that quality from targeting it")
    return None


def has_quality(text: str, env: Env, situation: Situation) -> bool:
    """Whether the source (``env.this``) has one of the qualities ("red and from blue" is two abilities, 702.16g)."""
    return any(
        (quality := quality_of(part.strip())) is not None and fits(env.this, quality, env, situation)
        for part in text.replace(" and from ", ", ").split(",")
    )


def _unless_prohibited(attempt: Event, rule: str, gist: str, situation: Situation) -> Verdict:
    stopped = prohibited(attempt, situation)
    if stopped is not None:
        return _no("101.2", f"an effect of {source_of(stopped)} says that it can't be")
    return Verdict(True, Citation(rule, gist))


# --- choices of spells and abilities (608.2d) ------------------------------------------------------------------------


def can_choose(ref: str, choice: Choice, env: Env, situation: Situation) -> Verdict:
    """Whether an object or player can be chosen in the manner of this choice (601.2b, 601.2c, 608.2d)."""
    if choice.manner is Manner.TARGET:
        return can_target(ref, choice, env, situation)
    if not fits(ref, choice.among, env, situation):
        return _no("608.2d", f"it is no {choice.among}, and an illegal option can't be chosen")
    if choice.manner is Manner.COST:
        return Verdict(True, Citation("601.2b", "what a cost is paid with is not chosen by an effect"))
    return _unless_prohibited(ChoosingThing(ref, env.you, env.this), "608.2d", "it is a legal option", situation)


def best(verdicts: list[Verdict]) -> Verdict:
    """The first verdict that allows it, else the one of those that came closest: one that a prohibition stopped."""
    for verdict in verdicts:
        if verdict.value:
            return verdict
    stopped = [verdict for verdict in verdicts if verdict.citation.rule not in ("601.2c", "608.2d")]
    return (stopped or verdicts)[0]


Chosen = tuple[tuple[str, ...], ...]


def ways(choices: tuple[Choice, ...], env: Env, situation: Situation) -> tuple[Chosen, ...]:
    """Every way to make these choices together: for each of them what is chosen (115.3, 601.2c, 608.2d).

    Nothing is chosen twice for one choice. ``unlike`` and ``like`` bind what is chosen for it to each other.
    """
    domains: dict[str, tuple[str, ...]] = {}
    constraints: list[AnyConstraint] = []
    slots: list[tuple[str, ...]] = []
    for number, choice in enumerate(choices):
        options = tuple(
            ref for ref in found(choice.among, env, situation) if can_choose(ref, choice, env, situation).value
        )
        names = tuple(f"{number}.{place}" for place in range(choice.count))
        places = {ref: place for place, ref in enumerate(options)} | {_NOTHING: len(options)}
        for place, name in enumerate(names):
            domains[name] = options if place < choice.least else (*options, _NOTHING)
        constraints.append(Constraint(names, _ascending(places)))
        if choice.unlike or choice.like:
            constraints.append(Constraint(names, _bound(choice, situation)))
        if choice.another:
            constraints += [Constraint((old, new), _different) for before in slots for old in before for new in names]
        slots.append(names)
    return tuple(
        tuple(tuple(row[name] for name in names if row[name] != _NOTHING) for names in slots)
        for row in solutions(domains, constraints)
    )


_NOTHING = ""


def _different(one: str, other: str) -> bool:
    return one != other or one == _NOTHING


def _ascending(places: dict[str, int]) -> Callable[..., bool]:
    """Different things, in one order only; nothing stands last."""

    def test(*refs: str) -> bool:
        return all(places[a] < places[b] or a == b == _NOTHING for a, b in pairwise(refs))

    return test


def _bound(choice: Choice, situation: Situation) -> Callable[..., bool]:
    def qualities(what: str, refs: list[str]) -> list[object]:
        return [quality(what, ref, situation) for ref in refs]

    def test(*refs: str) -> bool:
        real = [ref for ref in refs if ref != _NOTHING]
        if choice.like and len(set(qualities(choice.like, real))) > 1:
            return False
        if choice.unlike == "name":
            return differently_named([situation.object(ref) for ref in real], situation)
        return not choice.unlike or len(set(qualities(choice.unlike, real))) == len(real)

    return test


def quality(what: str, ref: str, situation: Situation) -> object:
    """What chosen things may have to share or differ in: controller, owner, mana value."""
    if situation.is_player(ref):
        return ref
    thing = situation.object(ref)
    match what:
        case "controller":
            return controller_of(situation, ref)
        case "owner":
            return thing.owner
        case "mana value":
            return traits_of(situation, thing).mana_value
        case _:
            return names_of(thing, situation)


def differently_named(things: list[GameObject], situation: Situation) -> bool:
    """Whether objects have different names: each has one, and no two have one in common (201.2b)."""
    return all(names_of(thing, situation) for thing in things) and not any(
        _share_a_name(thing, other, situation) for thing, other in combinations(things, 2)
    )


def _share_a_name(thing: GameObject, other: GameObject, situation: Situation) -> bool:
    """Whether two objects have a name in common (201.2a); two that have all card names do."""
    mine, theirs = names_of(thing, situation), names_of(other, situation)
    return (
        not set(mine).isdisjoint(theirs)
        or any(has_name(other, name, situation) for name in mine)
        or any(has_name(thing, name, situation) for name in theirs)
    )


# --- card names (201.4) ----------------------------------------------------------------------------------------------


def can_name(name: str, faces: tuple[Face, ...], choice: Choice, env: Env, situation: Situation) -> Verdict:
    """Whether a player may choose this card name (201.4): the name of one face, half or alternative, never of two.

    ``faces`` are the faces of that name in the card reference, none where no card has it. Characteristics that the
    name must fit are those of that face alone (201.4a, 201.4b, 201.4d). Names compare exactly.
    """
    if " // " in name:
        return _no("201.4", "one name of a card may be chosen, not all of its names together")
    if not faces:
        return _no("201.4", "no card has this name; the name of a token is no card name")
    fitting = [face for face in faces if _face_fits(face, choice.among, env, situation)]
    if not fitting:
        return _no("201.4a", f"the card of this name is no {choice.among}")
    return _unless_prohibited(Naming(env.you, name, env.this), "201.4", "it is the name of a card", situation)


def _face_fits(face: Face, among: Selector, env: Env, situation: Situation) -> bool:
    return object_fits(GameObject("", Card((face,)), Zone.NOWHERE, env.you), among, env, situation)


#: Any card name.
ANY_NAME = Choice(Manner.NAME, Selector(((Predicate(Aspect.KIND, "card"),),), phrase="card"))


# --- choices of game rules (508.1a, 509.1a, 702.51a) -----------------------------------------------------------------


def by_game_rule(ref: str, rule: str, situation: Situation, attacker: str | None = None) -> Verdict:
    """Whether a permanent can be chosen to attack, to block (this attacker, or any at all), or to pay for convoke.

    No prohibition on choosing or targeting matters here.
    """
    thing = situation.object(ref)
    types = traits_of(situation, thing).type_line.types if thing.zone is Zone.BATTLEFIELD else ()
    number = {"attacking": "508.1a", "blocking": "509.1a", "convoke": "702.51a"}[rule]
    if "creature" not in types:
        return _no(number, "it is not a creature on the battlefield")
    if thing.tapped:
        return _no(number, "the chosen creatures must be untapped")
    if rule == "convoke":
        return Verdict(True, Citation(number, "tapping for convoke is not the creature's own {T}"))
    if "battle" in types:
        return _no(number, "a battle can't attack or block")
    player = controller_of(situation, ref)
    if rule == "blocking":
        stopped = prohibited(Blocking(ref, player), situation)
        if stopped is not None:
            return _no("509.1b", f"an effect of {source_of(stopped)} says that it can't block")
        if traits_of(situation, thing).has_keyword("decayed"):
            return _no("702.147a", "a creature with decayed can't block")
        against = against_blocking(thing, situation.object(attacker), situation) if attacker else None
        if against is not None:
            return against
        return Verdict(True, Citation(number, "it is an untapped creature"))
    if is_new(thing, situation):
        return _no(number, "its controller has not controlled it since the turn began, and it has no haste")
    if traits_of(situation, thing).has_keyword("defender"):
        return _no("702.3b", "a creature with defender can't attack")
    opponents = situation.opponents(player) or (player,)
    barred = [active for opponent in opponents if (active := prohibited(Attack(ref, opponent), situation))]
    if len(barred) == len(opponents):
        return _no("508.1c", f"an effect of {source_of(barred[0])} says that it can't attack")
    return Verdict(True, Citation(number, "it is an untapped creature that its controller had as the turn began"))
