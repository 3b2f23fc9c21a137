"""Who can force it: the verdict, the strategy of those who get their way, and what is taken for granted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from anyorder.rendering import deciding
from anyorder.rendering.page import Block, Entries, Entry, Paragraph
from anyorder.rendering.reason_phrases import FORCING
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Line, fill, joined, line, sentence
from model.decisions import Option
from solver.agenda import Group, Repeat, State
from solver.forcing import Branch, Game, Position, Reach

if TYPE_CHECKING:
    from anyorder.reasoned import AskedReasoning

#: So many positions of a strategy are told, and so many branches of one.
MOST = 60
MOST_BRANCHES = 12


def blocks(asked: AskedReasoning, game: Game) -> Iterator[Block]:
    """The verdict and the strategy."""
    names = asked.names(effects=_effects(game))
    yield Paragraph(verdict(asked, game, names))
    yield from strategy(asked, game, names)


def verdict(asked: AskedReasoning, game: Game, names: Names) -> Line:
    """Whether the players can make sure of it."""
    if game.reach is Reach.UNKNOWN:
        return fill(FORCING["unknown"], limit=asked.limit)
    key = "forced.all" if game.reach is Reach.FORCED and not _others(asked, game) else game.reach.value
    return fill(FORCING[key], players=_who(game.players, names), side=_who(game.side, names, True))


def strategy(asked: AskedReasoning, game: Game, names: Names) -> Iterator[Block]:
    """The positions of the strategy, what can come about then, and what is taken for granted."""
    if game.strategy:
        key = "strategy" if len(game.side) == 1 else "strategy.several"
        yield Paragraph(fill(FORCING[key], side=_who(game.side, names)))
        yield Entries(tuple(_position(one, names) for one in game.strategy[:MOST]))
    if game.outcomes:
        said = [
            line(deciding.numbers([number]), ": ", deciding.told(asked.outcomes[number - 1].events, names))
            for number in game.outcomes[:MOST]
        ]
        yield Paragraph(fill(FORCING["left"], outcomes=joined(said, "; ")))
    if game.reach in (Reach.FORCED, Reach.POSSIBLE):
        against = fill(FORCING["assumed.against"], players=_who(game.players, names)) if _others(asked, game) else ""
        yield Paragraph(fill(FORCING["assumed"], against=against))


def _others(asked: AskedReasoning, game: Game) -> bool:
    """Whether there is anybody else."""
    return set(asked.players) != set(game.players)


def _who(players: Sequence[str], names: Names, start: bool = False) -> Line:
    said = joined((names.thing(player) for player in players), ", ", " and ")
    return sentence(said)[:-1] if start and said else said


def _position(one: Position, names: Names) -> Entry:
    considered = _pending(one.state)
    aside = fill(FORCING["pending"], events=deciding.told(considered, names)) if considered else ()
    if one.follows:
        (branch,) = one.branches
        said = fill(FORCING["follows"], chooser=names.thing(one.chooser), choice=_options(branch, names))
        return Entry(one.number, (line(said, "; ", _then(branch)),), aside)
    heading = fill(FORCING["any"], chooser=names.thing(one.chooser))
    below = [line(_options(branch, names), ": ", _then(branch)) for branch in one.branches[:MOST_BRANCHES]]
    more = [line("…")] if len(one.branches) > MOST_BRANCHES else []
    return Entry(one.number, (heading, *below, *more), aside)


def _options(branch: Branch, names: Names) -> Line:
    return joined((deciding.choices(options, names) for options in branch.options), " or ")


def _then(branch: Branch) -> Line:
    if branch.to is None:
        return fill(FORCING["settled"], outcomes=deciding.numbers(branch.outcomes))
    return fill(FORCING["to"], number=branch.to)


def _pending(state: State) -> list[Any]:
    """The events that are considered at a position."""
    for item in state.agenda:
        if isinstance(item, Group):
            return [pending.event for pending in item.pendings]
        if isinstance(item, Repeat):
            return [item.pending.event]
    return []


def _effects(game: Game) -> list[str]:
    options = [option for one in game.strategy for way in one.branches for path in way.options for option in path]
    return [option.effect for option in options if option.effect]


def data(game: Game, events: Any) -> dict[str, Any]:
    """The game as plain data; ``events`` writes events in the notation of documents."""
    return {
        "players": list(game.players),
        "reach": game.reach.value,
        "strategy": {
            "side": list(game.side),
            "outcomes": list(game.outcomes),
            "positions": [
                {
                    "position": one.number, "chooser": one.chooser, "follows": one.follows,
                    "considered": events(_pending(one.state)), "happened": events(one.state.log),
                    "branches": [
                        {
                            "choose": [[_option(option) for option in path] for path in branch.options],
                            **({"to": branch.to} if branch.to is not None else {"outcomes": list(branch.outcomes)}),
                        }
                        for branch in one.branches
                    ],
                }
                for one in game.strategy
            ],
        },
    }  # fmt: skip


def _option(option: Option) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": option.kind.value, "rule": option.rule}
    if option.effect:
        found["effect"] = option.effect
    if option.value:
        found["value"] = option.value
    if option.event:
        found["event"] = option.event
    return found
