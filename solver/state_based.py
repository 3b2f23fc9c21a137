"""State-based actions (704): what the game does by itself whenever a player would receive priority."""

from __future__ import annotations

from dataclasses import replace

from model.decisions import ChoiceKind
from model.events import Cause, Destroy, Event, How, LoseGame, Move, PutCounters, RemoveCounters, Sacrifice
from model.objects import GameObject
from model.players import Player
from model.situation import Situation
from model.zones import Zone
from solver.agenda import Choose, Group, Item, Pending, State
from solver.attaching import is_legally_attached
from solver.chapters import final_chapter
from solver.faces import SPELL_COPY
from solver.happening import JUST_PUT
from solver.matching import controller_of, traits_of
from solver.prohibiting import prohibited
from solver.spell_copies import COMMANDER

#: Who decides, and between what: legends to keep one of, or whether a commander moves.
Asked = tuple[str, list[str] | Move]


def state_based_actions(state: State) -> State:
    """Perform all that apply, as one event, and check again (704.3); the action leaves the agenda once none applies."""
    situation = _unattached(_without_ceased(state.situation))
    rest = state.agenda[1:]
    events, asked = _events(situation, _busy(state)), _legends(situation) + _commanders(situation)
    situation = _checked(situation)
    if events or asked:
        order = situation.apnap()
        asked.sort(key=lambda question: order.index(question[0]))
        return replace(state, situation=situation, agenda=(_at_once(asked, events), *state.agenda))
    return replace(state, situation=situation, agenda=rest)


def _busy(state: State) -> frozenset[str]:
    """The permanents with an ability that has triggered and not left the stack: on counters put on or removed.

    Where nobody asks for triggers to resolve, what has triggered since the beginning waits to the end.
    """
    if state.tracking:
        return frozenset(one.ref for one in state.waiting)
    return frozenset(event.on for event in state.log if isinstance(event, PutCounters | RemoveCounters))


def _at_once(asked: list[Asked], events: list[Event]) -> Item:
    """All actions as one event, once every player has decided about legends and commanders (704.3, 704.5j, 903.9a).

    What leaves because of its name is not destroyed besides: it is put into the graveyard once (704.7).
    """
    if not asked:
        return Group(tuple(Pending(event) for event in events))
    (player, refs), *others = asked
    if isinstance(refs, Move):  # of a commander
        yes, no = _at_once(others, [*events, refs]), _at_once(others, events)
        return Choose(player, ChoiceKind.MAY, "903.9a", (("yes", (yes,)), ("no", (no,))), f"{refs.object}#commander")
    ways: list[tuple[str, tuple[Item, ...]]] = []
    for kept in refs:
        gone = [ref for ref in refs if ref != kept]
        left = [event for event in events if not (isinstance(event, Destroy | Move) and event.affected in gone)]
        ways.append((f"keeps {kept}", (_at_once(others, [*left, *map(_leaving, gone)]),)))
    return Choose(player, ChoiceKind.VALUE, "704.5j", tuple(ways))


def _leaving(ref: str) -> Event:
    cause = Cause.STATE_BASED_ACTION
    return Move(ref, Zone.GRAVEYARD, Zone.BATTLEFIELD, How.STATE_BASED_ACTION, cause=cause)


def _commanders(situation: Situation) -> list[Asked]:
    """Commanders that were put into a graveyard or into exile since the last check, each with its owner (903.9a)."""
    how, cause = How.STATE_BASED_ACTION, Cause.STATE_BASED_ACTION
    return [
        (thing.owner, Move(thing.id, Zone.COMMAND, thing.zone, how, cause=cause))
        for thing in situation.objects
        if _was_just_put(thing)
    ]


def _was_just_put(thing: GameObject) -> bool:
    return COMMANDER in thing.flags and JUST_PUT in thing.flags and thing.zone in (Zone.GRAVEYARD, Zone.EXILE)


def _checked(situation: Situation) -> Situation:
    """The situation after the check: what happened before it counts no more "since the last time" (704.5b, 704.5h)."""
    for thing in situation.objects:
        if JUST_PUT in thing.flags or thing.deathtouched:
            flags = tuple(flag for flag in thing.flags if flag != JUST_PUT)
            situation = situation.with_object(thing.id, flags=flags, deathtouched=False)
    for player in situation.players:
        if player.drew_from_empty_library:
            situation = situation.with_player(player.name, drew_from_empty_library=False)
    return situation


def _without_ceased(situation: Situation) -> Situation:
    """Tokens outside the battlefield cease to exist, and copies of spells outside the stack (704.5d, 704.5e)."""
    gone = [
        thing.id
        for thing in situation.objects
        if (thing.token and thing.zone is not Zone.BATTLEFIELD)
        or (SPELL_COPY in thing.flags and thing.zone is not Zone.STACK)
    ]
    for ref in gone:
        situation = situation.without_object(ref)
    return situation


def _unattached(situation: Situation) -> Situation:
    """What is attached to what it can't be attached to becomes unattached; Auras leave instead (704.5n, 704.5p)."""
    for thing in situation.battlefield():
        if thing.attached_to is None or "Aura" in traits_of(situation, thing).type_line.subtypes:
            continue
        if not is_legally_attached(thing, situation):
            situation = situation.with_object(thing.id, attached_to=None)
    return situation


def _events(situation: Situation, busy: frozenset[str]) -> list[Event]:
    events: list[Event] = []
    for player in situation.players:
        losses = [] if player.lost else [LoseGame(player.name, Cause.STATE_BASED_ACTION, why) for why in _why(player)]
        events += [event for event in losses if prohibited(event, situation) is None][:1]
    for thing in situation.battlefield():
        events += _of_permanent(thing, situation, busy)
    leaving = {event.affected for event in events}
    events += [_leaving(ref) for ref in (*_older_worlds(situation), *_older_roles(situation)) if ref not in leaving]
    # 614.17: an action that can't happen is not performed, so that nothing has to be checked again because of it.
    return [event for event in events if prohibited(event, situation) is None]


def _why(player: Player) -> list[str]:
    """The reasons for which state-based actions have a player lose the game (704.5a-c)."""
    reasons = {
        "life": player.life <= 0,
        "library": player.drew_from_empty_library,
        "poison": player.counter("poison") >= 10,
    }
    return [why for why, is_so in reasons.items() if is_so]


def _older_worlds(situation: Situation) -> list[str]:
    """World permanents but the one that has been one for the shortest time; all of them in case of a tie (704.5k)."""
    worlds = [thing for thing in situation.battlefield() if "world" in traits_of(situation, thing).type_line.supertypes]
    latest = max((thing.timestamp for thing in worlds), default=0)
    newest = [thing.id for thing in worlds if thing.timestamp == latest]
    return [thing.id for thing in worlds if len(worlds) > 1 and (len(newest) > 1 or thing.id not in newest)]


def _older_roles(situation: Situation) -> list[str]:
    """A player's Roles on one permanent but the one with the latest timestamp (704.5y)."""
    groups: dict[tuple[str, str | None], list[GameObject]] = {}
    for thing in situation.battlefield():
        if "Role" in traits_of(situation, thing).type_line.subtypes:
            groups.setdefault((controller_of(situation, thing.id), thing.attached_to), []).append(thing)
    return [
        thing.id
        for roles in groups.values()
        for thing in roles
        if thing.timestamp < max(one.timestamp for one in roles)
    ]


def _of_permanent(thing: GameObject, situation: Situation, busy: frozenset[str]) -> list[Event]:
    has = traits_of(situation, thing)
    cause = Cause.STATE_BASED_ACTION
    if "creature" in has.type_line.types:
        toughness = has.toughness or 0
        if toughness <= 0:  # 704.5f
            return [_leaving(thing.id)]
        lethal = thing.damage >= toughness or thing.deathtouched
        if lethal and not has.has_keyword("indestructible"):  # 704.5g-h, 702.12b
            return [Destroy(thing.id, cause=cause)]
    if "Aura" in has.type_line.subtypes and not is_legally_attached(thing, situation):  # 704.5m
        return [_leaving(thing.id)]
    if thing.id not in busy:
        if "battle" in has.type_line.types and not thing.counter("defense"):  # 704.5v
            return [_leaving(thing.id)]
        if 0 < final_chapter(thing, situation) <= thing.counter("lore"):  # 704.5s
            return [Sacrifice(thing.id, cause=cause)]
    if "planeswalker" in has.type_line.types and not thing.counter("loyalty"):  # 704.5i
        return [_leaving(thing.id)]
    both = min(thing.counter("+1/+1"), thing.counter("-1/-1"))
    if both:  # 704.5q
        return [RemoveCounters(thing.id, kind, both, cause) for kind in ("+1/+1", "-1/-1")]
    return []


def _legends(situation: Situation) -> list[Asked]:
    """The legendary permanents with one name and controller where there are several, in order of choice (704.5j)."""
    groups: dict[tuple[str, str], list[str]] = {}
    for thing in situation.battlefield():
        has = traits_of(situation, thing)
        if "legendary" in has.type_line.supertypes:
            groups.setdefault((controller_of(situation, thing.id), has.name), []).append(thing.id)
    order = situation.apnap()
    several: list[Asked] = [(player, refs) for (player, _name), refs in groups.items() if len(refs) > 1]
    return sorted(several, key=lambda group: order.index(group[0]))
