"""The JSON Schema of scenario documents, for editors."""

from __future__ import annotations

from typing import Any

from model.production import TYPE_LETTERS
from scenarios.build import QUESTIONS, STEPS
from scenarios.claims import VALUES
from scenarios.documents import Document
from scenarios.happenings import SPECIAL
from scenarios.roles import ALIASES, CLOSED_WORDS, VERBS, RoleType

_ROLES: dict[RoleType, dict[str, Any]] = {
    RoleType.THING: {"type": ["string", "null"]},
    RoleType.AMOUNT: {"type": "integer"},
    RoleType.WORD: {"type": "string"},
    RoleType.FLAG: {"type": "boolean"},
    RoleType.COUNTERS: {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
    RoleType.TOKENS: {},
    RoleType.VALUES: {"type": "object"},
    RoleType.EXCEPTIONS: {"type": "object"},
    RoleType.CARD: {"type": ["string", "object"]},
    RoleType.CHOICES: {"type": "object", "additionalProperties": {"type": "string"}},
}


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a scenario document: pydantic's, with the forms of events and questions."""
    found = Document.model_json_schema()
    found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    found["title"] = "anyorder scenario"
    definitions = found["$defs"]
    definitions["Event"] = _events()
    definitions["Events"] = {"anyOf": [_EVENT, {"type": "array", "items": _EVENT, "minItems": 1}]}
    properties = found["properties"]
    in_order = {
        "type": "object",
        "properties": {"in_order": {"type": "array", "items": {"$ref": "#/$defs/Events"}}},
        "required": ["in_order"],
        "additionalProperties": False,
    }
    properties["event"] = {
        "title": "Event",
        "description": "What would happen: one event, several at the same time, or several in order",
        "anyOf": [{"$ref": "#/$defs/Events"}, in_order],
    }
    properties["step"] |= {"enum": list(STEPS)}
    properties["question"] = {
        "title": "Question",
        "description": "What is asked",
        "default": "outcomes",
        "anyOf": [
            {"type": "string", "enum": list(QUESTIONS)},
            {
                "type": "object",
                "properties": {name: _ASKED.get(name, {}) for name in QUESTIONS},
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
            },
        ],
    }
    outcome = {"anyOf": [{"type": "array", "items": _EVENT}, _EVENT]}
    properties["answer"]["anyOf"] = [
        {
            "type": "object",
            "properties": {
                "chooser": {"type": ["string", "array"], "items": {"type": "string"}},
                "outcomes": {"type": "array", "items": outcome},
            },
            "required": ["outcomes"],
            "additionalProperties": False,
        },
        {},
    ]
    return found


_EVENT = {"$ref": "#/$defs/Event"}
_SEVERAL = {"anyOf": [_EVENT, {"type": "array", "items": _EVENT, "minItems": 1}]}
#: What is to happen: in questions for strategies and reasons (scenarios.goals).
_GOAL: dict[str, Any] = {
    "happens": _SEVERAL, "never": _SEVERAL, "outcome": {"type": "array", "items": _EVENT}, "where": {},
    "mana": {"type": "string"},
}  # fmt: skip
_FORCE: dict[str, Any] = {
    "type": "object",
    "properties": {"player": {"type": ["string", "array"], "items": {"type": "string"}}, **_GOAL},
    "required": ["player"],
    "additionalProperties": False,
}
_REASON: dict[str, Any] = {
    "type": "object",
    "properties": {
        **_GOAL, "could_produce": {"type": "string"}, "type": {"enum": list(TYPE_LETTERS)}, "can_force": _FORCE,
        **{name: {} for name in VALUES},
    },
    "additionalProperties": False,
    "minProperties": 1,
}  # fmt: skip
_ASKED: dict[str, dict[str, Any]] = {
    "can_force": _FORCE, "why": _REASON, "why_not": _REASON,
    "order_matters": {"type": ["object", "null"], "properties": {"mana": {"type": "string"}},
    "additionalProperties": False},
}  # fmt: skip


def _events() -> dict[str, Any]:
    """An event: a mapping of one key, the event's name, to its roles."""
    return {
        "title": "Event",
        "type": "object",
        "properties": {verb: _roles(verb) for verb in VERBS} | {name: {"type": ["object", "null"]} for name in SPECIAL},
        "minProperties": 1,
        "maxProperties": 1,
    }


def _roles(verb: str) -> dict[str, Any]:
    roles = {name: _role(kind) for name, kind in VERBS[verb].items()}
    roles |= {alias: roles[name] for alias, name in ALIASES[verb].items() if name in roles}
    return {"type": "object", "properties": roles, "additionalProperties": False}


def _role(kind: RoleType) -> dict[str, Any]:
    if kind in CLOSED_WORDS:
        return {"type": "string", "enum": list(CLOSED_WORDS[kind])}
    return _ROLES[kind]
