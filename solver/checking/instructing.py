"""Instructions carried out in the order written, with the questions that they put to players (608.2c-d)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from model.abilities import Triggered
from model.amounts import ONE
from model.errors import OutOfScopeError
from model.events import Act, AddMana, Cause, Discard, Enter, Event, Merge, Move
from model.instructions import (
    AtOnce,
    ChooseOne,
    CreateEffect,
    Do,
    Each,
    If,
    May,
    Note,
    Pick,
    Proliferate,
    Search,
    TakeFromTop,
    TheEvent,
    WhenDone,
)
from model.production import Either, Fixed, Some
from model.selectors import Quantifier, Selector, role
from model.situation import Situation
from model.zones import ZONES, Zone
from solver.agenda import Waiting
from solver.amounts import evaluate, holds
from solver.carrying_out import SEVERAL_STEPS, events_of
from solver.checking.applicable import free_to_choose, prohibition
from solver.checking.costs import COUNTED, can_be_cost, left_open, payable
from solver.checking.ledger import Doing, Entry, Everybody, Question, Reflexed, Task, Together
from solver.containing import known_cards, moves_are_watched
from solver.effects_made import make_effects
from solver.environment import Env
from solver.matching import controller_of, found
from solver.merging import results
from solver.production import productions, written
from solver.reading import reading_of
from solver.searching import fewest, findable, is_unknown, moving, pickable, proliferated, takeable

Ways = list[tuple[str, tuple[Task, ...]]]


def begun(doing: Doing, situation: Situation) -> tuple[Situation, tuple[Task, ...]]:
    """608.2c: the situation, and what is to be done, once the first instruction is begun."""
    if not doing.instructions:
        return situation, ()
    first, rest = doing.instructions[0], replace(doing, instructions=doing.instructions[1:])
    tasks: tuple[Task, ...] = ()
    match first:
        case TheEvent():
            pass
        case If(condition, then, otherwise):
            tasks = (replace(doing, instructions=then if holds(condition, doing.env, situation) else otherwise),)
        case May():
            tasks = (_may(first, doing, situation),)
        case ChooseOne(options, player):
            ways = tuple((label, (replace(doing, instructions=way),)) for label, way in options)
            tasks = (Question(_one(player, doing.env, situation), "608.2d", ways),)
        case Each(players, instructions):
            meant = found(players, doing.env, situation)
            yours = [replace(doing.env, you=player) for player in situation.apnap() if player in meant]  # 101.4
            if any(not isinstance(one, Do) or one.verb in ("add_mana", "merge_top") for one in instructions):
                tasks = tuple(replace(doing, instructions=instructions, env=env) for env in yours)
            else:
                tasks = tuple(
                    Everybody(tuple(Doing((one,), env, doing.lineage, doing.own) for env in yours))
                    for one in instructions
                )
        case Proliferate():
            tasks = (_proliferating(first, doing, situation),)
        case Note(name, amount, instructions):
            noted = doing.env.with_values(**{name: evaluate(amount, doing.env, situation)})
            tasks = (replace(doing, instructions=instructions, env=noted),)
        case Pick():
            tasks = (_picking(first, doing, situation),)
        case Search():
            tasks = (_searching(first, doing, situation),)
        case TakeFromTop():
            situation, question = _taking(first, doing, situation)
            tasks = (question,)
        case WhenDone():
            triggered = Triggered((), first.instructions, choices=first.choices)  # 603.12
            tasks = (Reflexed(Waiting(doing.env.this or doing.env.you, -1, doing.env, triggered)),)
        case AtOnce(actions):
            cause = _cause(doing.env)
            events = (event for action in actions for event in events_of(action, doing.env, situation, cause))
            tasks = (_together(tuple(events), doing),)
        case CreateEffect():
            situation = make_effects(first, doing.env, situation, f"{doing.env.this or doing.env.you} effect")
        case Do():
            tasks = _done(first, doing, situation)
    return situation, (*tasks, rest) if rest.instructions else tasks


def everybody(task: Everybody, situation: Situation) -> tuple[Task, ...]:
    """101.4: the question to the player who is next, or what all of them do, at the same time."""
    if not task.left:
        entries: tuple[Entry, ...] = ()
        for one in task.decided:
            if isinstance(one, Doing):  # what was chosen is done to is known; nothing has happened since
                _, (one,) = begun(one, situation)
            entries += one.entries if isinstance(one, Together) else ()
        return (Together(entries),) if entries else ()
    first, rest = task.left[0], task.left[1:]
    asked = begun(first, situation)[1] if isinstance(first, Doing) else (first,)
    if len(asked) == 1 and isinstance(asked[0], Question) and asked[0].ways:
        ways = tuple((label, (Everybody(rest, task.decided + then),)) for label, then in asked[0].ways)
        return (replace(asked[0], ways=ways),)
    return (Everybody(rest, task.decided + asked),)


def _one(selector: Selector | None, env: Env, situation: Situation) -> str:
    """The player meant, or the one whose effect it is."""
    refs = found(selector, env, situation) if selector is not None else ()
    return refs[0] if refs else env.you


def _together(events: tuple[Event, ...], doing: Doing) -> Together:
    return Together(tuple(Entry(event, doing.lineage, doing.own) for event in events))


def _cause(env: Env) -> Cause:
    return Cause.COST if env.value("cost") else Cause.EFFECT


def _done(instruction: Do, doing: Doing, situation: Situation) -> tuple[Task, ...]:
    """One action; the player who carries it out first chooses what it is done to, where that is left open."""
    env = doing.env
    if instruction.verb == "discard" and instruction.get("card") is None:
        return _discards(instruction, doing, situation)
    if instruction.verb == "add_mana":
        return _adding(instruction, doing, situation)
    if instruction.verb == "merge_top":
        return _merging(instruction, doing, situation)
    if (wanted := left_open(instruction)) is not None:
        return _choosing(instruction, *wanted, doing, situation)
    return (_together(events_of(instruction, env, situation, _cause(env)), doing),)


def _adding(instruction: Do, doing: Doing, situation: Situation) -> tuple[Task, ...]:
    """106.1b, 106.5: each player who adds mana chooses what is left open; of an undefined type there is none."""
    env, player = doing.env, instruction.get("player")
    meant = found(player, env, situation) if isinstance(player, Selector) else (env.you,)
    if isinstance(player, Selector) and player.quantifier is Quantifier.ONE and len(meant) > 1:  # 608.2d
        chosen, ways = role("the chosen player"), Ways()
        meant = free_to_choose(meant, player, env, situation)
        arguments = tuple((key, chosen if key == "player" else value) for key, value in instruction.arguments)
        for name in meant:
            here = env.with_roles(**{"the chosen player": name})
            ways.append((name, (replace(doing, instructions=(Do("add_mana", arguments),), env=here),)))
        return (Question(env.you, "608.2d", tuple(ways)),)
    mana = instruction.get("mana")
    if not isinstance(mana, Fixed | Some | Either):
        raise OutOfScopeError("what mana is added is not said")
    note = "; ".join(str(instruction.get(key)) for key in ("only", "rider") if instruction.get(key))
    sort, tapped = env.role("sort of ability") or "other", env.role("tapped for mana")
    questions: list[Task] = []
    for name in (name for name in situation.apnap() if name in meant):  # 101.4
        ways = Ways()
        for amount in productions(mana, env, situation, reading_of(situation)):
            tapper = env.role("tapper") if tapped else None
            event = AddMana(name, amount, env.this, tapped, sort, note, tapper)
            ways.append((written(amount) or "no mana", (_together((event,), doing),) if amount else ()))
        questions.append(Question(name, "106.1b", tuple(ways)))
    return tuple(questions)


def _merging(instruction: Do, doing: Doing, situation: Situation) -> tuple[Task, ...]:
    """The top cards of a library become one card, which its player chooses; a card that is alone stays what it is."""
    env, player = doing.env, instruction.get("player")
    name = _one(player if isinstance(player, Selector) else None, env, situation)
    count = evaluate(instruction.get("count") or ONE, env, situation)  # type: ignore[arg-type]
    cards = situation.player(name).library[:count]
    if not cards:
        return ()
    to = ZONES[str(instruction.get("to") or "hand")]
    moving = _together((Move(cards[0], to, Zone.LIBRARY, source=env.this),), doing)
    if len(cards) == 1:
        return (moving,)
    ways = Ways()
    for card in dict.fromkeys(results(*(situation.object(ref).card for ref in cards))):
        ways.append((card.full_name, (_together((Merge(name, cards, card, env.this),), doing), moving)))
    return (Question(name, "608.2d", tuple(ways)),)


def _choosing(instruction: Do, name: str, selector: Selector, doing: Doing, situation: Situation) -> tuple[Task, ...]:
    env, player = doing.env, instruction.get("player")
    chooser = _one(player, env, situation) if isinstance(player, Selector) else env.you
    here = replace(env, you=chooser)
    things = free_to_choose(found(selector, here, situation), selector, here, situation)
    if env.value("cost"):  # 614.17b
        things = tuple(ref for ref in things if can_be_cost(instruction, name, ref, env, situation))
    counted = instruction.get("count") if instruction.verb in COUNTED else None
    number = min(len(things), 1 if counted is None else evaluate(counted, env, situation))  # type: ignore[arg-type]
    arguments = tuple(
        (key, role("them") if key == name else value)
        for key, value in instruction.arguments
        if counted is None or key != "count"
    )
    ways = Ways()
    for some in combinations(things, number):
        bound = replace(env, roles=env.roles + tuple(("them", ref) for ref in some))
        ways.append((", ".join(some), (replace(doing, instructions=(Do(instruction.verb, arguments),), env=bound),)))
    return (Question(chooser, "608.2d", tuple(ways)),)


def _discards(instruction: Do, doing: Doing, situation: Situation) -> tuple[Task, ...]:
    """701.9b: each player who discards chooses the cards; those that nobody knows are all alike."""
    wanted: dict[str, list[Discard]] = {}
    for event in events_of(instruction, doing.env, situation, _cause(doing.env)):
        assert isinstance(event, Discard)
        wanted.setdefault(event.player, []).append(event)
    questions: list[Question] = []
    for player in situation.apnap():  # 101.4
        if player not in wanted:
            continue
        known = [o.id for o in situation.objects if o.zone is Zone.HAND and o.owner == player]
        unknown, count = situation.player(player).unknown_hand, len(wanted[player])
        hands: list[tuple[str, ...]] = [
            some + ("",) * (count - size)
            for size in range(min(count, len(known)) + 1)
            if count - size <= unknown
            for some in combinations(known, size)
        ]
        if not hands:  # fewer cards than that: all of them
            hands = [(*known, *("",) * unknown)]
        ways = Ways()
        for hand in hands:
            events = tuple(replace(wanted[player][0], card=ref or None) for ref in hand)
            ways.append((", ".join(ref or "a card not known" for ref in hand), (_together(events, doing),)))
        questions.append(Question(player, "701.9b", tuple(ways)))
    return (Everybody(tuple(questions)),) if len(questions) > 1 else tuple(questions)


def _may(instruction: May, doing: Doing, situation: Situation) -> Task:
    """Players who may do something are asked in APNAP order until one does it (101.4)."""
    answer: Task = replace(doing, instructions=instruction.otherwise)
    order = situation.apnap()
    refs = found(instruction.player, doing.env, situation)
    for player in sorted(refs, key=lambda ref: order.index(controller_of(situation, ref)), reverse=True):
        payer = replace(doing.env, you=player).with_values(cost=1).with_roles(who=player)
        if not payable(instruction.cost, payer, situation):
            continue
        if instruction.otherwise and _none_possible(instruction, doing.env, situation):
            continue
        paid: tuple[Task, ...] = (Doing(instruction.cost, payer, doing.lineage),) if instruction.cost else ()
        do = replace(doing, instructions=instruction.instructions, env=doing.env.with_roles(who=player))
        answer = Question(player, "608.2d", (("yes", (*paid, do)), ("no", (answer,))), may=True)
    return answer


def _none_possible(instruction: May, env: Env, situation: Situation) -> bool:
    """608.2d: what can't happen at all can't be chosen."""
    events: list[Event] = []
    for one in instruction.instructions:
        if not isinstance(one, Do) or one.verb in SEVERAL_STEPS or left_open(one) is not None:
            return False
        events += events_of(one, env, situation)
    return bool(instruction.instructions) and all(prohibition(event, situation) is not None for event in events)


def _searching(instruction: Search, doing: Doing, situation: Situation) -> Question:
    """701.23a-d: the player finds as many of the cards as they like, or must where no quality is stated."""
    player = _one(instruction.player, doing.env, situation)
    cards = findable(instruction, player, doing.env, situation)
    most = min(len(cards), evaluate(instruction.count, doing.env, situation))
    ways = Ways()
    for size in range(fewest(instruction, most, len(cards)), most + 1):
        for some in combinations(cards, size):
            put = moving(instruction, some, player, doing.env.this)
            ways.append((", ".join(some) or "nothing", (_together(put, doing),) if put else ()))
    return Question(player, "701.23a", tuple(ways))


def _taking(instruction: TakeFromTop, doing: Doing, situation: Situation) -> tuple[Situation, Question]:
    """Looking at the top cards of a library: the player chooses which of them to take."""
    player = _one(instruction.player, doing.env, situation)
    looked = evaluate(instruction.look, doing.env, situation)
    holder = situation.player(player)
    cards = list(holder.library[:looked])
    others = min(looked - len(cards), holder.unknown_library)
    if others and moves_are_watched(situation):
        situation, named = known_cards(situation, player, Zone.LIBRARY, others)
        cards += named
    else:
        cards += [""] * others
    ways: dict[str, tuple[Task, ...]] = {}
    fitting = takeable(instruction, cards, doing.env, situation)
    most = min(len(fitting), evaluate(instruction.take, doing.env, situation))
    sizes = range(most + 1) if instruction.up_to else (most,)
    for places in (some for size in sizes for some in combinations(fitting, size)):
        taken = [cards[place] for place in places]
        rest = [card for place, card in enumerate(cards) if place not in places]
        known = ["a card not known" if is_unknown(card) else card for card in taken]
        tasks = (
            *_put(taken, ZONES[instruction.to], "top", player, doing, tapped=instruction.tapped),
            *_put(rest, ZONES[instruction.rest], instruction.rest_position, player, doing),
        )
        ways.setdefault(", ".join(known) or "nothing", tasks)
    return situation, Question(player, "608.2d", tuple(ways.items()))


def _proliferating(instruction: Proliferate, doing: Doing, situation: Situation) -> Question:
    """701.34a: the player chooses what gets another counter of each kind that it has."""
    player = _one(instruction.player, doing.env, situation)
    there = proliferated(player, doing.env, situation)
    ways = Ways()
    for some in (each for size in range(len(there) + 1) for each in combinations(there, size)):
        put = tuple(event for ref in some for event in there[ref])
        ways.append((", ".join(some) or "nothing", (_together(put, doing),) if put else ()))
    return Question(player, "701.34a", tuple(ways))


def _picking(instruction: Pick, doing: Doing, situation: Situation) -> Question:
    """Some of what there is, chosen by the player; what follows speaks of it as "them"."""
    player = _one(instruction.player, doing.env, situation)
    refs = pickable(instruction, player, doing.env, situation)
    most = min(len(refs), evaluate(instruction.count, doing.env, situation))
    ways = Ways()
    for size in range(most + 1) if instruction.up_to else (most,):
        for some in combinations(refs, size):
            bound = replace(doing.env, roles=(*doing.env.roles, *(("them", ref) for ref in some)))
            then = replace(doing, instructions=instruction.instructions, env=bound)
            ways.append((", ".join(some) or "nothing", (then,) if some else ()))
    return Question(player, "608.2d", tuple(ways))


def _put(
    cards: list[str], zone: Zone, position: str, player: str, doing: Doing, tapped: bool = False
) -> tuple[Task, ...]:
    if position == "stay":
        return ()
    where = position if zone is Zone.LIBRARY else None
    events: list[Event] = [Move(card, zone, Zone.LIBRARY, position=where) for card in cards if card]
    if zone is Zone.BATTLEFIELD:
        events = [Enter(card, player, tapped) for card in cards if card]
    if number := cards.count(""):
        events.append(Act(player, f"put cards from the top of the library: {zone.value}", number))
    return (_together(tuple(events), doing),) if events else ()
