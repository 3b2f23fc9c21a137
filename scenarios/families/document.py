"""The form of family documents, and how texts become families (docs/explore.md)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.errors import MalformedError, UnknownNameError
from model.production import TYPE_LETTERS
from scenarios.checking import at, describe, known, mapping, number, sequence, text, words
from scenarios.documents import Document
from scenarios.families import axes
from scenarios.families.conditions import Condition, condition
from scenarios.families.domains import Domain, Listed, Numbers, same
from scenarios.families.space import Block, Different, Fits, Rule, Space, Total
from scenarios.families.templates import Template
from scenarios.loading import load, read_file
from scenarios.spelling import hint
from solver.forcing import Reach

KEYS = ("title", "note", "rules", "axes", "symmetric", "constraints", "scenario", "question", "where", "keep")
#: What conditions can ask about an answer, besides the axes.
FACTS = (
    "outcomes", "orderings", "choosers", "chooser", "types", "differs", "status", "states", "row", "answer",
    "holds", "reach",
)  # fmt: skip
#: What no axis may be called: the columns of results.
RESERVED = (*FACTS, "counts", "error", "found", "results")
#: How a scenario can come out: answered; a limit was hit; refused as wrong or not modelled; failed by a fault of ours;
#: or the process that worked on it died.
STATUSES = ("answered", "limit", "refused", "failed", "died")
#: How far players can get who would force something.
REACHES = tuple(one.value for one in Reach)
#: Which rows are kept: all, or only those that were looked for.
KEEP = ("all", "found")


@dataclass(frozen=True)
class Parts:
    """A family document, read: the axes, the space that they span, the template, and what to look for."""

    values: dict[str, Any]
    title: str
    domains: dict[str, Domain]
    space: Space
    template: Template
    where: tuple[Condition, ...]
    keep: str


def values_of(content: str) -> dict[str, Any]:
    """The one family document of a text as plain values. Raises MalformedError for anything else."""
    found = load(content)
    if len(found) != 1:
        raise MalformedError(f"expected one family document, found {len(found) or 'nothing'}")
    return mapping(found[0], "", "a family document (a mapping with keys such as 'axes' and 'scenario')")


def values_in(path: str | Path) -> dict[str, Any]:
    """The family document of a file as plain values. Raises MalformedError where it can't be read."""
    return values_of(read_file(path))


def read(values: dict[str, Any], space: Space | None = None) -> Parts:
    """The parts of a family; ``space`` is that of the same document where it is known already.

    Raises MalformedError or UnknownNameError with the path of what is wrong.
    """
    known(values, KEYS, "")
    for key in ("axes", "scenario"):
        if key not in values:
            raise MalformedError(f"expected {key!r}, which every family has")
    scenario = mapping(values["scenario"], "scenario", "a scenario document with '$axis' in it")
    _check_keys(scenario)
    players = _players(scenario)
    domains = axes.read(values["axes"], "axes", players) if space is None else space.domains
    for name in domains:
        if name in RESERVED:
            raise MalformedError(
                f"the name {name!r} stands for a column of the results; expected another", at("axes", name)
            )
    title = text(values.get("title", ""), "title")
    template = _template(values, scenario, domains, title)
    return Parts(
        values,
        title,
        domains,
        space or _space(values, domains),
        template,
        _where(values.get("where", []), domains, players),
        _keep(values.get("keep", "all"), "where" in values),
    )


def _space(values: dict[str, Any], domains: dict[str, Domain]) -> Space:
    rules = _rules(values.get("constraints", []), domains)
    return Space(domains, rules, _symmetric(values.get("symmetric", []), domains))


def _players(scenario: dict[str, Any]) -> tuple[str, ...]:
    found = scenario.get("players", ["you", "opponent"])
    return tuple(name for name in words(found, at("scenario", "players")) if not name.startswith("$"))


def _check_keys(scenario: dict[str, Any]) -> None:
    keys = (*Document.model_fields, "in_force")
    for key in scenario:
        if key not in keys and not key.startswith("$"):
            message = f"unknown key {key!r}{hint(key, keys)} (expected a key of scenario documents, or 'in_force')"
            raise UnknownNameError(message, at("scenario", key))


def _template(values: dict[str, Any], scenario: dict[str, Any], domains: dict[str, Domain], title: str) -> Template:
    whole = dict(scenario)
    if "rules" in values:
        whole.setdefault("rules", values["rules"])
    if "question" in values:
        if "question" in scenario:
            raise MalformedError("the question stands here, and in the scenario as well; expected one", "question")
        whole["question"] = values["question"]
    template = Template(whole, domains, "scenario")
    unused = [name for name in domains if name not in template.used]
    if unused:
        raise MalformedError(
            f"the scenario does not use this axis: expected '${unused[0]}' in it", at("axes", unused[0])
        )
    return template


def _rules(value: object, domains: dict[str, Domain]) -> list[Rule]:
    found: list[Rule] = []
    for place, entry in enumerate(sequence(value, "constraints", "a list of constraints")):
        path = at("constraints", place)
        if not isinstance(entry, dict):
            stated = condition(entry, domains, path, Words(domains))
            if stated.different is not None and not same([domains[name] for name in stated.different]):
                stated = Condition(stated.text, stated.names, stated.holds)
            found.append(Fits(stated))
            continue
        entry = mapping(entry, path, "a condition, or {different: [axes]}", ("different", "total"))
        if len(entry) != 1:
            raise MalformedError("expected one constraint: 'different' or 'total'", path)
        if "different" in entry:
            found.append(Different(_names(entry["different"], at(path, "different"), domains)))
        else:
            where = at(path, "total")
            inner = mapping(entry["total"], where, "a mapping such as {of: [a, b], is: 5}", ("of", "is"))
            names = _names(inner.get("of"), at(where, "of"), domains)
            for name in names:
                if not domains[name].numeric:
                    raise MalformedError(f"expected axes of whole numbers, found {name!r}", at(where, "of"))
            found.append(Total(names, number(inner.get("is"), at(where, "is"))))
    return found


def _names(value: object, path: str, domains: dict[str, Domain]) -> tuple[str, ...]:
    names = tuple(text(name, at(path, i), "an axis") for i, name in enumerate(sequence(value, path, "a list of axes")))
    known(names, domains, path, "axis")
    if len(names) < 2 or len(set(names)) < len(names):
        raise MalformedError("expected two or more axes, each once", path)
    return names


def _symmetric(value: object, domains: dict[str, Domain]) -> list[tuple[Block, ...]]:
    """Groups of interchangeable axes, or of lists of axes that go together."""
    found: list[tuple[Block, ...]] = []
    listed = sequence(value, "symmetric", "a list of groups of axes")
    groups = [listed] if listed and all(isinstance(one, str) for one in listed) else listed
    used: set[str] = set()
    for place, group in enumerate(groups):
        path = "symmetric" if groups is not listed else at("symmetric", place)
        blocks: list[Block] = []
        for number_of, block in enumerate(sequence(group, path, "a list of axes that can be interchanged")):
            names = words(block, at(path, number_of))
            known(names, domains, at(path, number_of), "axis")
            if used & set(names) or len(set(names)) < len(names):
                raise MalformedError("expected each axis once among the symmetries", at(path, number_of))
            used |= set(names)
            blocks.append(names)
        if len(blocks) < 2:
            raise MalformedError(f"expected two or more axes to interchange, found {len(blocks)}", path)
        for other in blocks[1:]:
            if len(other) != len(blocks[0]) or any(
                not same((domains[a], domains[b])) for a, b in zip(blocks[0], other, strict=True)
            ):
                raise MalformedError(
                    f"expected axes of the same values to interchange, found {other} beside {blocks[0]}", path
                )
        found.append(tuple(blocks))
    return found


def _where(value: object, domains: dict[str, Domain], players: tuple[str, ...]) -> tuple[Condition, ...]:
    listed = value if isinstance(value, list) else [value]
    single = not isinstance(value, list)
    names, there = (*domains, *FACTS), Words(domains, (*players, *STATUSES, *REACHES, *TYPE_LETTERS))
    return tuple(
        condition(one, names, "where" if single else at("where", place), there) for place, one in enumerate(listed)
    )


class Words:
    """The texts that axes and facts can be: their labels, and further ones."""

    def __init__(self, domains: dict[str, Domain], further: tuple[str, ...] = ()) -> None:
        self._domains = domains
        self._further = frozenset(further)

    def __contains__(self, text: object) -> bool:
        """Whether something can be this text; the values of orders are not looked through."""
        return text in self._further or any(
            not isinstance(domain, Listed) or text in domain.labels
            for domain in self._domains.values()
            if not isinstance(domain, Numbers)
        )


def _keep(value: object, looked_for: bool) -> str:
    if value not in KEEP:
        raise MalformedError(f"expected 'all' or 'found' (only the rows looked for), found {describe(value)}", "keep")
    if value == "found" and not looked_for:
        raise MalformedError("nothing is looked for: expected 'where', or all rows", "keep")
    return str(value)
