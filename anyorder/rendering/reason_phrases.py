"""The catalogue of sentences, for orders, strategies and reasons; ``phrases`` has the rest."""

from __future__ import annotations

#: Does the order matter.
ORDERS: dict[str, str] = {
    "matters": "The order matters: {pairs:pair of effects does|pairs of effects do} not commute here.",
    "same": "The order does not matter: {orderings:ordering ends|orderings end} with {outcomes:outcome|outcomes}.",
    "single": "There is no order to choose: {orderings:way|ways} to {outcomes:outcome|outcomes}.",
    "choices": "What is chosen besides does matter.",
    "merged": "All orders were followed and equal ones merged: {states:state|states}. At {indifferent} of"
    " {moments:moment that leaves|moments that leave} an order open nothing depends on it.",
    "alone": "There are too many moments to look at each; every pair was tried with the other effects out of it.",
    "pair": "{first} and {second}",
    "pair.who": "{chooser} [chooses|choose]",
    "pair.before": "after {before}",
    "side": "{order}: {result}",
    "side.lost": "{order}, and {other} no longer applies: {result}",
    "result": "{number}, {happens}",
    "result.several": "{numbers}, such as {happens}",
    "result.one": "outcome {number}",
    "result.numbers": "outcome {numbers}",
    "decisions": "Other decisions that make a difference, which are no orders:",
    "decision.may": "{chooser} [decides|decide] whether to use {effect}",
    "decision.may.nothing": "{chooser} [decides|decide] whether to take what is offered",
    "decision.value": "{chooser} [makes|make] the choice of {effect}",
    "decision.value.nothing": "{chooser} [makes|make] a choice",
    "way": "{choice}: {outcomes}",
    "indifferent": "Decisions that change nothing: {decisions}.",
    "outcomes": "The outcomes:",
}

#: Who can force it.
FORCING: dict[str, str] = {
    "always": "Yes: it comes about whatever anybody chooses.",
    "forced": "Yes: {players} can make sure of it, whatever the others choose.",
    "possible": "No: {players} can't make sure of it. {side} can keep it from coming about.",
    "never": "No: it does not come about, whatever anybody chooses.",
    "unknown": "Not settled: {limit}.",
    "strategy": "How {side} [does|do] it:",
    "strategy.several": "How {side} do it together:",
    "nothing": "There is nothing to decide for that.",
    "follows": "{chooser} [chooses|choose] {choice}",
    "any": "whatever {chooser} [chooses|choose]:",
    "to": "go on at {number}",
    "settled": "settled: {outcomes}",
    "pending": "considered: {events}",
    "left": "What can come about then: {outcomes}.",
    "assumed": "Taken for granted: everybody knows everything there is to know and all choices made before; those who"
    " choose at the same time do so in APNAP order (101.4, 101.4b); all other players act against {players}.",
    "unknown cards": "Cards that the document does not name are the same to everybody and decide nothing.",
}

#: Why, and why not.
REASONS: dict[str, str] = {
    "wanted": "Wanted",
    "why": "It can happen. The shortest way to it:",
    "why.not": "It can't happen; why_not asks what stops it.",
    "value.yes": "It can be done.",
    "value.no": "It can't be done.",
    "not": "It can't happen: it is in none of {outcomes:outcome|outcomes}.",
    "not.force": "{players} can't make sure of it. {side} can keep it from coming about:",
    "not.type": "{thing} can't produce {letter}.",
    "can": "It can happen after all, with no change:",
    "can.orders": "who chooses so: {who}",
    "unknown": "Not settled: {limit}.",
    "stops": "What stops it:",
    "stops.instead": "It is never about to happen. What happens to the events that are:",
    "stops.nothing": "Nothing stops it: nothing here begins to make it happen.",
    "stops.rule": "the rule that decides",
    "stops.outcomes": "on the way to {outcomes:outcome|outcomes}",
    "changes": "The smallest changes that make it happen:",
    "changes.nothing": "No change that was tried makes it happen.",
    "remove": "take away {things}",
    "add": "add {card} under {player's} control{chosen}",
    "chosen": " ({what}: {value})",
    "control": "let {player} control {things}",
    "active": "let it be {player's} turn",
    "newest": "let {things} have the latest timestamp",
    "looked": "Looked at: {kinds}.",
    "looked.remove": "each permanent and effect taken away ({tried})",
    "looked.remove two": "every two of them taken away ({tried})",
    "looked.control": "each permanent under another player's control ({tried})",
    "looked.active": "another active player ({tried})",
    "looked.newest": "each permanent as the newest ({tried})",
    "looked.add": "one card of the catalogue more: {cards:card|cards} could make a difference ({tried} tried)",
    "looked.stopped": ", not all",
    "looked.enough": ", until enough was found",
}
