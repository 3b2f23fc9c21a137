"""The verbs of the notation and their roles: what may be said about each event, and of what type it is."""

from __future__ import annotations

from enum import Enum

from model.errors import UnknownNameError
from model.events import Cause, How
from model.zones import Zone
from scenarios.checking import at, known
from scenarios.spelling import choices, hint


class RoleType(Enum):
    """What stands in a role."""

    THING = "a player or object"
    AMOUNT = "an amount"
    WORD = "a word"
    CAUSE = "a cause"
    ZONE = "a zone"
    HOW = "a way to move"
    FLAG = "true or false"
    COUNTERS = "kinds of counters with their numbers"
    TOKENS = "tokens"
    CHOICES = "what was chosen"
    VALUES = "copied values"
    CARD = "a card"
    EXCEPTIONS = "what differs in a copy"


_T, _A, _W, _F = RoleType.THING, RoleType.AMOUNT, RoleType.WORD, RoleType.FLAG
_SOURCE = {"source": _T, "cause": RoleType.CAUSE}
_PERMANENT = {"permanent": _T, **_SOURCE}
_LIFE = {"player": _T, "amount": _A, **_SOURCE}
_CARDS = {"player": _T, "count": _A, **_SOURCE}
_MOVED = {
    "object": _T, "to": RoleType.ZONE, "from": RoleType.ZONE, "how": RoleType.HOW, "of": _T, "position": _W,
    "count": _A,
    "counters": RoleType.COUNTERS, "face_down": _F, "until_leaves": _F,
    "order": _W, **_SOURCE,
}  # fmt: skip

#: The roles of each verb, by the names that documents and cards use.
VERBS: dict[str, dict[str, RoleType]] = {
    "deal_damage": {"to": _T, "source": _T, "amount": _A, "combat": _F, "preventable": _F, "cause": RoleType.CAUSE},
    "gain_life": _LIFE,
    "lose_life": _LIFE,
    "set_life": {"player": _T, "total": _A, **_SOURCE},
    "draw_cards": _CARDS,
    "draw": _CARDS,
    "put_counters": {
        "on": _T, "kind": _W, "count": _A, "counters": RoleType.COUNTERS, "putter": _T, "entering": _F, **_SOURCE,
    },
    "remove_counters": {"on": _T, "kind": _W, "count": _A, **_SOURCE},
    "create_tokens": {
        "player": _T, "token": RoleType.TOKENS, "tokens": RoleType.TOKENS, "copy_of": _T, "count": _A, "creator": _T,
        "tapped": _F, "attacking": _F, "power": _A, "toughness": _A, "except": RoleType.VALUES, **_SOURCE,
    },
    "enter": {
        "object": _T, "under": _T, "from": RoleType.ZONE, "tapped": _F, "counters": RoleType.COUNTERS, "attacking": _F,
        "copy_of": _T, "transformed": _F, "chosen": RoleType.CHOICES, "as": RoleType.VALUES,
        "attached_to": _T, **_SOURCE,
    },
    "move": _MOVED,
    "dies": {"object": _T, "how": RoleType.HOW, **_SOURCE},
    "exile": {"object": _T, "from": RoleType.ZONE, "count": _A, "counters": RoleType.COUNTERS,
    "face_down": _F, "until_leaves": _F, **_SOURCE},
    "destroy": {**_PERMANENT, "can_regenerate": _F},
    "sacrifice": {**_PERMANENT, "player": _T, "count": _A},
    "discard": {"player": _T, "card": _T, "count": _A, **_SOURCE},
    "mill": _CARDS,
    "exile_top": {**_CARDS, "face_down": _F},
    "tap": {**_PERMANENT, "count": _A},
    "untap": _PERMANENT,
    "remove_damage": _PERMANENT,
    "remove_from_combat": _PERMANENT,
    "reveal": {"player": _T, "count": _A, "card": _T, **_SOURCE},
    "lose_game": {"player": _T, "why": _W, **_SOURCE},
    "win_game": {"player": _T, **_SOURCE},
    "add_mana": {
        "player": _T, "mana": _W, "source": _T, "tapped": _T, "amount": _A, "type": _W, "ability": _W, "only": _W,
    },
    "begin": {"player": _T, "step": _W},
    "attack": {"object": _T, "player": _T},
    "block": {"object": _T, "attacker": _T},
    "cast": {"object": _T, "player": _T},
    "become_target": {"object": _T, "source": _T, "player": _T},
    "cycle": {"player": _T, "card": _T},
    "turn_face_up": {"permanent": _T},
    "pay": {"player": _T, "mana": _W},
    "attach": {"object": _T, "to": _T},
    "lose_mana": {"player": _T, "mana": _W, "type": _W, "cause": RoleType.CAUSE},
    "keep_mana": {"player": _T, "mana": _W, "count": _A},
    "transform": {**_PERMANENT, "converted": _F, "own": _W},
    "shuffle_in": {"player": _T, "card": RoleType.CARD, "count": _A, "token_cards": _F, **_SOURCE},
    "copy_spell": {"player": _T, "object": _T, "count": _A, "targets": _T, "except": RoleType.EXCEPTIONS, **_SOURCE},
    "merge_top": {"player": _T, "count": _A, "into": _W, "to": RoleType.ZONE, "cards": _T, **_SOURCE},
    "get_emblem": {"player": _T, "emblem": RoleType.CARD, **_SOURCE},
    "flip_coin": _CARDS,
    "roll_die": {**_CARDS, "sides": _A},
    "act": {"player": _T, "what": _W, "count": _A, "about": _T, **_SOURCE},
}  # fmt: skip

#: What players attempt and ``cannot`` may forbid, with the roles that its conditions look at (model/attempts.py).
ATTEMPTED: dict[str, dict[str, RoleType]] = {
    "choose": {"object": _T, "player": _T, "source": _T, "worded": _F},
    "target": {"object": _T, "player": _T, "source": _T},
    "name": {"name": _W, "player": _T, "source": _T},
    "cast": {"object": _T, "player": _T},
    "play": {"object": _T, "player": _T},
    "activate": {"object": _T, "player": _T, "sort": _W},
    "block": {"object": _T, "player": _T, "attacker": _T, "together": _A},
    "attack": {"object": _T, "player": _T, "together": _A},
    "regenerate": {"object": _T},
}

#: Other names for roles: ``by`` is the cause; an object may be called a permanent, and a recipient an object or player.
ALIASES: dict[str, dict[str, str]] = {verb: {"by": "cause"} for verb in VERBS}
for _verb in ("move", "dies", "exile", "enter", "attack", "block", "become_target"):
    ALIASES[_verb] |= {"permanent": "object", "card": "object"}
for _verb in (
    "destroy", "sacrifice", "tap", "untap", "remove_damage", "remove_from_combat", "transform", "turn_face_up",
):  # fmt: skip
    ALIASES[_verb] |= {"object": "permanent"}
for _verb in ("put_counters", "remove_counters"):
    ALIASES[_verb] |= {"object": "on", "player": "on", "permanent": "on"}

#: What counts as said when nothing is said about it.
CLOSED_WORDS: dict[RoleType, tuple[str, ...]] = {
    RoleType.CAUSE: tuple(cause.value for cause in Cause),
    RoleType.HOW: tuple(how.value for how in How),
    RoleType.ZONE: tuple(zone.value for zone in Zone if zone is not Zone.NOWHERE),
}


def roles_of(verb: str, path: str) -> dict[str, RoleType]:
    """The roles of a verb. Raises UnknownNameError with the nearest spelling for a verb that is not there."""
    if verb not in VERBS:
        message = f"unknown event {verb!r}{hint(verb, VERBS)} (expected one of: {choices(VERBS, 30)})"
        raise UnknownNameError(message, at(path, verb))
    return VERBS[verb]


def role_name(verb: str, role: str, path: str) -> str:
    """The proper name of a role. Raises UnknownNameError with the nearest spelling for a role the verb lacks."""
    name = ALIASES[verb].get(role, role)
    if name not in VERBS[verb]:
        known([role], [*VERBS[verb], *(alias for alias in ALIASES[verb] if alias != "by")], path)
    return name


def closed_word(value: str, kind: RoleType, path: str) -> str:
    """A word of a closed set (zones, causes, ways to move). Raises UnknownNameError with the nearest spelling."""
    if kind in CLOSED_WORDS:
        known([value], CLOSED_WORDS[kind], path, {"a cause": "cause", "a zone": "zone"}.get(kind.value, "word"))
    return value
