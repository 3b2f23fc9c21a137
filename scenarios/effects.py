"""Reads effects: replacement and prevention (614, 615), "can't" (614.17), continuous effects (613)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from model.amounts import Amount, Number
from model.cards import Card
from model.effects import (
    AddCounters,
    AsThough,
    Change,
    Choosing,
    Condition,
    CostChange,
    Effect,
    Instead,
    Limit,
    OneOf,
    Prevent,
    Prohibition,
    Redirect,
    Replacement,
    ReplaceTokens,
    Rewrite,
    TriggersAgain,
    Unpreventable,
    Watch,
    Words,
)
from model.errors import MalformedError
from model.instructions import Argument, CreateEffect, Do, Instruction
from model.permissions import Permission
from model.production import TYPE_LETTERS
from model.selectors import Aspect, role
from scenarios import checking, continuous
from scenarios.checking import at, known, mapping, text, within
from scenarios.instructions import DURATIONS, argument, counters, instructions, templates
from scenarios.phrases import parse_comparison
from scenarios.production import change_mana
from scenarios.roles import ATTEMPTED, VERBS, RoleType, closed_word, role_name, roles_of
from solver.costs import symbols_of
from solver.total_costs import ITS_MANA_COST

REWRITES = (
    "instead", "skip", "prevent", "redirect", "plus", "tokens", "counters", "one_of", "copy", "chooses", "pays",
)  # fmt: skip
_REPLACEMENT = ("when", "while", "may", "then", "chosen_by", "regenerate", "together", "choosing", *REWRITES)
#: The keys that tell which sort of effect a mapping is.
EFFECT_KEYS = (
    "when",
    "as_though_had",
    "regenerate",
    "cannot",
    "cannot_prevent",
    "affects",
    "allows",
    "cost_of",
    "triggers_again",
    "never_triggers",
)
#: Keywords that change what damage comes to (120.3).
_OF_DAMAGE = ("infect", "wither", "lifelink", "deathtouch")


def effect(entry: dict[str, Any], path: str, extra: tuple[str, ...] = ()) -> Effect:
    """The effect that a mapping describes; ``extra`` are further keys that the caller reads.

    Raises MalformedError with the path of what is wrong.
    """
    if "affects" in entry:
        known(entry, (*continuous.KEYS, *extra), path)
        return continuous.continuous(entry, path)
    if "allows" in entry:
        known(entry, ("allows", *extra), path)
        return permission(entry["allows"], at(path, "allows"))
    if "cost_of" in entry:
        known(entry, (*_COST, *extra), path)
        return _cost_change(entry, path)
    for key in ("triggers_again", "never_triggers"):
        if key in entry:
            known(entry, (key, "because", "while", *extra), path)
            of = checking.phrase(entry[key], at(path, key))
            because = watches(entry["because"], at(path, "because")) if "because" in entry else ()
            return TriggersAgain(of, because, _while(entry, path), key == "never_triggers")
    for key, kind in (("cannot", Prohibition), ("cannot_prevent", Unpreventable)):
        if key in entry:
            known(entry, (key, "while", *extra), path)
            seen = prohibitions(entry[key], at(path, key)) if key == "cannot" else watches(entry[key], at(path, key))
            return kind(seen, _while(entry, path))
    if "as_though_had" in entry:
        known(entry, ("as_though_had", "when", "while", *extra), path)
        keyword = text(entry["as_though_had"], at(path, "as_though_had"), "a keyword that changes what damage does")
        known([keyword], _OF_DAMAGE, at(path, "as_though_had"), "keyword")
        return AsThough(keyword, watches(entry.get("when"), at(path, "when")), _while(entry, path))
    known(entry, (*_REPLACEMENT, *extra), path)
    if "regenerate" in entry:
        known(entry, ("regenerate", "while", *extra), path)
        return _regeneration(entry, path)
    if "when" not in entry:
        raise MalformedError("expected 'when', 'affects', 'cannot', 'cannot_prevent' or 'regenerate'", path)
    seen = watches(entry["when"], at(path, "when"))
    nothing_else = "choosing" in entry and not any(key in entry for key in REWRITES)
    made = Change(()) if nothing_else else rewrite(entry, path, seen)
    if "choosing" in entry:
        made = _choosing(entry["choosing"], at(path, "choosing"), made)
    return Replacement(
        seen,
        made,
        _while(entry, path),
        checking.phrase(entry["may"], at(path, "may")) if "may" in entry else None,
        instructions(entry.get("then", []), at(path, "then")),
        together=checking.flag(entry.get("together", False), at(path, "together")),
    )


_COST = ("cost_of", "more", "less", "unless", "also", "times", "while")


def _cost_change(entry: dict[str, Any], path: str) -> CostChange:
    """What is paid besides, or less: ``{cost_of: {cast: {object: noncreature spell}}, more: "{1}"}``."""
    if sum(key in entry for key in ("more", "less", "also")) != 1:
        raise MalformedError("expected one of 'more', 'less' and 'also'", path)
    words = {key: text(entry[key], at(path, key), "symbols such as '{1}'") for key in _COST[1:5] if key in entry}
    for key in ("more", "less", "unless"):
        if key in words and words[key] != ITS_MANA_COST and (not symbols_of(words[key]) or words[key][-1] != "}"):
            wanted = "symbols such as '{1}', or 'its mana cost'"
            raise MalformedError(f"expected {wanted}, found {words[key]!r}", at(path, key))
    seen = prohibitions(entry["cost_of"], at(path, "cost_of"))
    known([watch.kind for watch in seen], ("cast", "play", "activate", "attack", "block"), at(path, "cost_of"))
    times = checking.amount(entry["times"], at(path, "times")) if "times" in entry else None
    return CostChange(seen, **words, times=times, condition=_while(entry, path))


_VERBS = ("cast", "play", "pay", "flash", "find", "lands", "spend", "hasty")
_ALLOWED = (
    "cast", "play", "pay", "flash", "find", "lands", "spend", "hasty", "spell", "if", "cost", "transformed", "player",
    "any_mana", "as", "once_each_turn", "only_mana",
)  # fmt: skip


def permission(value: object, path: str) -> Permission:
    """What an effect allows: ``{cast: card in exile, cost: free, if: mana_value(it) < 3}``. Raises MalformedError."""
    entry = mapping(value, path, "a mapping such as {cast: target, cost: free}", _ALLOWED)
    verbs = [verb for verb in _VERBS if verb in entry]
    if len(verbs) != 1:
        raise MalformedError(f"expected one of: {', '.join(_VERBS)}", path)
    verb = verbs[0]
    number = None
    if verb == "lands":
        known(entry, ("lands", "player"), path)
        number = checking.amount(entry["lands"], at(path, "lands"))
        entry = {**entry, "lands": "land"}
    if verb == "spend":
        known(entry, ("spend", "player"), path)
        word = text(entry["spend"], at(path, "spend"), "the letter of a type of mana, or any")
        known([word], (*TYPE_LETTERS, "any"), at(path, "spend"), "type of mana")
        entry = {**entry, "spend": "spell", "only_mana": word}
    if verb == "pay":
        known(entry, ("pay", "spell", "if", "player", "once_each_turn"), path)
        cost = text(entry["pay"], at(path, "pay"), "a cost such as '{0}'")
        entry = {**entry, "pay": entry.get("spell", "spell"), "cost": cost}
    return Permission(
        verb,
        checking.phrase(entry[verb], at(path, verb)),
        checking.phrase(entry["spell"], at(path, "spell")) if "spell" in entry else None,
        checking.condition(entry["if"], at(path, "if")) if "if" in entry else None,
        text(entry.get("cost", ""), at(path, "cost"), "a cost, 'free' or 'its mana cost'"),
        checking.flag(entry.get("transformed", False), at(path, "transformed")),
        checking.phrase(entry["player"], at(path, "player")) if "player" in entry else None,
        checking.flag(entry.get("any_mana", False), at(path, "any_mana")),
        _as_card(entry["as"], at(path, "as")) if "as" in entry else None,
        checking.flag(entry.get("once_each_turn", False), at(path, "once_each_turn")),
        text(entry.get("only_mana", ""), at(path, "only_mana"), "how the mana is marked in a pool"),
        number,
    )


def _as_card(value: object, path: str) -> Card:
    """The card that a spell is cast as: by its name, or as a mapping like a card's."""
    from scenarios import catalogue, notation

    if isinstance(value, dict):
        return notation.card(value, path)
    with within(path):
        return catalogue.find(text(value, path, "a card"))


def _choosing(value: object, path: str, made: Rewrite) -> Choosing:
    """Things chosen first: ``{any_number_of: phrase, do: [instructions]}``, or ``{one: phrase}``; then ``them``."""
    expected = "a mapping such as {any_number_of: phrase, do: [...]}"
    entry = mapping(value, path, expected, ("any_number_of", "one", "do"))
    key = "one" if "one" in entry else "any_number_of"
    among = checking.phrase(entry.get(key), at(path, key))
    return Choosing(among, "them", instructions(entry.get("do", []), at(path, "do")), made, key == "one")


def _while(entry: dict[str, Any], path: str) -> Amount | None:
    return checking.condition(entry["while"], at(path, "while")) if "while" in entry else None


def _regeneration(entry: dict[str, Any], path: str) -> Replacement:
    value = entry["regenerate"]
    what = role("this") if value is True else checking.phrase(value, at(path, "regenerate"))
    it = role("it")
    done: tuple[Instruction, ...] = tuple(Do(verb, (("permanent", it),)) for verb in _REGENERATING)
    return Replacement(
        (Watch("destroy", (("permanent", what),)),), Instead(done), _while(entry, path), regeneration=True
    )


_REGENERATING = ("remove_damage", "tap", "remove_from_combat")


# --- what is watched -------------------------------------------------------------------------------------------------


def watches(value: object, path: str) -> tuple[Watch, ...]:
    """The watches of ``when``, ``cannot`` or ``trigger``: a mapping of one event or more, or a list of such.

    Raises MalformedError with the path of what is wrong.
    """
    if isinstance(value, list):
        return tuple(found for index, part in enumerate(value) for found in watches(part, at(path, index)))
    entry = mapping(value, path, "an event with its conditions, such as {draw: {player: you}}")
    if not entry:
        raise MalformedError("expected an event with its conditions, found an empty mapping", path)
    return tuple(watch(verb, conditions, at(path, verb), path) for verb, conditions in entry.items())


def prohibitions(value: object, path: str) -> tuple[Watch, ...]:
    """The watches of ``cannot``: events, or what players attempt ({choose: {object: this}}).

    Raises MalformedError with the path of what is wrong.
    """
    if isinstance(value, list):
        return tuple(found for index, part in enumerate(value) for found in prohibitions(part, at(path, index)))
    entry = mapping(value, path, "an event or attempt with its conditions, such as {choose: {object: this}}")
    attempted = [_attempt(verb, part, at(path, verb)) for verb, part in entry.items() if verb in ATTEMPTED]
    others = {verb: part for verb, part in entry.items() if verb not in ATTEMPTED}
    return (*attempted, *(watches(others, path) if others or not entry else ()))


def _attempt(verb: str, value: object, path: str) -> Watch:
    roles = ATTEMPTED[verb]
    entry = mapping({} if value is None else value, path, "the conditions as a mapping", roles)
    return Watch(verb, tuple((key, condition(roles[key], key, part, at(path, key))) for key, part in entry.items()))


_SHORT: dict[str, tuple[str, tuple[tuple[str, Condition], ...]]] = {
    "dies": ("move", (("from", Words(("battlefield",))), ("to", Words(("graveyard",))))),
    "exile": ("move", (("to", Words(("exile",))),)),
}


def watch(verb: str, value: object, path: str, outer: str) -> Watch:
    """One event with the conditions on its roles. Raises MalformedError with the path of what is wrong."""
    roles = roles_of(verb, outer)
    entry = mapping({} if value is None else value, path, "the conditions as a mapping")
    conditions: dict[str, Condition] = {}
    for key, part in entry.items():
        name = role_name(verb, key, path)
        if name in conditions:
            raise MalformedError(f"{key!r} is another name for {name!r}, which is there already", at(path, key))
        conditions[name] = condition(roles[name], name, part, at(path, key))
    target, extra = _SHORT.get(verb, (verb, ()))
    return Watch(target, (*conditions.items(), *extra))


#: Roles that players have, and no creature type.
_PLAYERS = frozenset({"player", "under", "putter", "creator"})


def condition(kind: RoleType, name: str, value: object, path: str) -> Condition:
    """The condition on a role of this type. Raises MalformedError with the path of what is wrong."""
    match kind:
        case RoleType.THING:
            found = checking.phrase(value, path)
            if name in _PLAYERS and all(tests[0].aspect is Aspect.SUBTYPE for tests in found.any_of):
                raise MalformedError(
                    f"expected players as an effect speaks of them ('you', 'opponent', 'player'), found {value!r}", path
                )
            return found
        case RoleType.TOKENS if name == "token":
            return checking.phrase(value, path)
        case RoleType.FLAG:
            return checking.flag(value, path)
        case RoleType.AMOUNT:
            with within(path):
                return parse_comparison(str(checking.number(value, path)) if not isinstance(value, str) else value)
        case RoleType.COUNTERS | RoleType.TOKENS | RoleType.CHOICES | RoleType.VALUES | RoleType.CARD:
            raise MalformedError(f"{name!r} can't be a condition", path)
        case _:
            return _words(checking.words(value, path), kind, path)


def _words(found: tuple[str, ...], kind: RoleType, path: str) -> Words:
    negated = {word.startswith("not ") for word in found}
    if len(negated) != 1:
        raise MalformedError("expected words that all stand with 'not' or all without it", path)
    plain = tuple(closed_word(word.removeprefix("not ").strip(), kind, path) for word in found)
    return Words(plain, negated.pop())


# --- what happens instead --------------------------------------------------------------------------------------------


def rewrite(entry: dict[str, Any], path: str, seen: tuple[Watch, ...]) -> Rewrite:
    """The one rewrite among the keys of a mapping. Raises MalformedError when there is none, or more than one."""
    found = [key for key in REWRITES if key in entry]
    if len(found) != 1:
        there = f"both {found[0]!r} and {found[1]!r}" if found else "none"
        raise MalformedError(f"expected one rewrite ({', '.join(REWRITES)}), found {there}", path)
    key = found[0]
    value, path = entry[key], at(path, key)
    match key:
        case "instead" if isinstance(value, dict) and all(watch.kind == "add_mana" for watch in seen):
            return change_mana(value, path)
        case "instead" if isinstance(value, dict):
            return _change(value, path, seen)
        case "instead":
            return Instead(instructions(value, path))
        case "skip":
            if not checking.flag(value, path):
                raise MalformedError("expected true, found false", path)
            return Instead(())
        case "prevent":
            return _prevent(value, path)
        case "redirect":
            return Redirect(checking.phrase(value, path))
        case "plus" | "tokens":
            return ReplaceTokens(templates(value, path), keep=key == "plus")
        case "counters":
            return AddCounters(counters(value, path))
        case "copy" | "chooses" | "pays":
            from scenarios.entering import entering

            return entering(key, value, path, seen)
        case _:
            options = mapping(value, path, "a mapping of labels to rewrites")
            chooser = (
                checking.phrase(entry["chosen_by"], path.removesuffix(key) + "chosen_by")
                if "chosen_by" in entry
                else None
            )
            conditions = tuple(
                checking.condition(part["if"], at(at(path, label), "if"))
                if isinstance(part, dict) and "if" in part
                else None
                for label, part in options.items()
            )
            return OneOf(
                tuple((label, _option(part, at(path, label), seen)) for label, part in options.items()),
                chooser,
                conditions if any(conditions) else (),
            )


def _option(value: object, path: str, seen: tuple[Watch, ...]) -> Rewrite:
    entry = mapping(value, path, "a mapping with one rewrite", (*REWRITES, "if"))
    return rewrite({key: part for key, part in entry.items() if key != "if"}, path, seen)


def _prevent(value: object, path: str) -> Prevent:
    if value == "all":
        return Prevent()
    if isinstance(value, dict):
        return Prevent(
            all_but=checking.amount(mapping(value, path, keys=("all_but",)).get("all_but"), at(path, "all_but"))
        )
    return Prevent(checking.amount(value, path))


def _change(value: dict[str, Any], path: str, seen: tuple[Watch, ...]) -> Change:
    """Changed roles, read by the first of the watched events that has the role."""
    changes: list[tuple[str, Argument]] = []
    for key, part in mapping(value, path).items():
        verb = next((watch.kind for watch in seen if key in VERBS[watch.kind]), seen[0].kind)
        name = role_name(verb, key, path)
        if verb == "create_tokens" and name in {"token", "tokens"}:
            raise MalformedError("write 'tokens: [...]' in place of 'instead' to create other tokens", at(path, key))
        if verb == "enter" and name == "transformed":
            changes.append(("face", Number(int(checking.flag(part, at(path, key))))))
            continue
        changes.append((name, argument(verb, name, part, at(path, key))))
    if not changes:
        raise MalformedError("expected the roles that change, found an empty mapping; 'skip: true' is no event", path)
    return Change(tuple(changes))


# --- effects made by resolving spells and abilities ------------------------------------------------------------------


def created_effect(value: object, path: str, extra: tuple[str, ...] = ()) -> CreateEffect:
    """An effect that lasts, with ``next`` and ``lasts``. Raises MalformedError with the path of what is wrong."""
    entry = mapping(value, path, "an effect such as {next: time, when: {...}, instead: [...]}")
    if "trigger" in entry:
        from scenarios.notation import ability

        known(entry, ("trigger", "do", "if", "lasts", "once_each_turn"), path)
        return CreateEffect(ability({key: entry[key] for key in entry if key != "lasts"}, path))
    made = effect(entry, path, ("next", "lasts", "each", *extra))
    duration = text(entry.get("lasts", DURATIONS[0]), at(path, "lasts"), "a duration")
    known([duration], DURATIONS, at(path, "lasts"), "duration")
    if "next" in entry:
        if not isinstance(made, Replacement):
            raise MalformedError("'next' belongs to replacement and prevention effects", at(path, "next"))
        made = replace(made, limit=limit(entry["next"], at(path, "next")))
    each = checking.phrase(entry["each"], at(path, "each")) if "each" in entry else None
    return CreateEffect(made, duration, each)


def limit(value: object, path: str) -> Limit:
    """``time`` (once), ``2 times``, or how much damage: a number or an amount. Raises MalformedError otherwise."""
    if value == "time":
        return Limit(times=1)
    if isinstance(value, str) and value.endswith(" times") and value[:-6].isdecimal():
        return Limit(times=int(value[:-6]))
    found = checking.amount(value, path)
    if isinstance(found, Number) and found.value < 1:
        raise MalformedError(f"expected a number of at least 1, found {found.value}", path)
    return Limit(amount=found)
