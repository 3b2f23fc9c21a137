"""The catalogue of sentences: one for each event, each kind of step, each rule and each interaction.

Everything that people read about an answer is worded here, so that it can be changed, or said in another language, in
one place. The templates are explained in ``words``; ``wording`` fills them.
"""

from __future__ import annotations

from model.actions import (
    Action,
    Activate,
    CombatDamage,
    Resolve,
    ResolveStack,
    ResolveTriggers,
    StateBasedActions,
    TapForMana,
)

#: What happens, by the event's kind. The first field is who does it or to what it is done.
EVENTS: dict[str, str] = {
    "deal_damage": "{source} [deals|deal] {amount} {sort}damage to {to}{unpreventable}",
    "mark_damage": "{amount} damage is marked on {permanent}",
    "gain_life": "{player} [gains|gain] {amount} life",
    "lose_life": "{player} [loses|lose] {amount} life",
    "set_life": "{player's} life total becomes {total}",
    "draw_cards": "{player} [draws|draw] {count:card|cards}",
    "draw": "{player} [draws|draw] {one:card|cards}",
    "put_counters": "{on} [gets|get] {counters}",
    "remove_counters": "{on} [loses|lose] {count} {counter} {noun}",
    "create_tokens": "{player} [creates|create] {tokens}",
    "enter": "{object} enters the battlefield{how}",
    "move": "{object} goes {from}{to}{how}",
    "move.unknown": "{count:unknown card goes|unknown cards go} {from}{to}{how}",
    "destroy": "{permanent} is destroyed{unregenerated}",
    "sacrifice": "{permanent} is sacrificed",
    "discard": "{player} [discards|discard] {card}",
    "mill": "{player} [mills|mill] {count:card|cards}",
    "exile_top": "{player} [exiles|exile] {top} of {player's} library{face_down}",
    "tap": "{permanent} becomes tapped",
    "untap": "{permanent} becomes untapped",
    "remove_damage": "all damage is removed from {permanent}",
    "remove_from_combat": "{permanent} is removed from combat",
    "reveal": "{player} [reveals|reveal] {revealed}",
    "lose_game": "{player} [loses|lose] the game",
    "win_game": "{player} [wins|win] the game",
    "add_mana": "{player} [adds|add] {mana}",
    "begin": "{player's} {step} begins",
    "attack": "{object} attacks {player}",
    "block": "{object} blocks {attacker}",
    "cast": "{player} [casts|cast] {object}",
    "become_target": "{object} becomes the target of {source}",
    "cycle": "{player} [cycles|cycle] {card}",
    "turn_face_up": "{permanent} is turned face up",
    "pay": "{player} [pays|pay] {mana}",
    "attach": "{object} becomes attached to {to}",
    "lose_mana": "{player} [loses|lose] unspent {mana}",
    "keep_mana": "{player} [keeps|keep] unspent {mana}",
    "transform": "{permanent} {verb}",
    "shuffle_in": "{player} [shuffles|shuffle] {count:new card|new cards} named {card} into {player's} library",
    "copy_spell": "{player} [copies|copy] {object}{times}",
    "merge_top": "{player} [puts|put] two cards together as {into}",
    "get_emblem": "{player} [gets|get] an emblem",
    "flip_coin": "{player} [flips|flip] {count:coin|coins}",
    "roll_die": "{player} [rolls|roll] {count:die|dice} with {sides} sides",
    "act": "{player}: {what}{count}{about}",
    "trigger": "an ability of {ability_of} triggers",
}

#: What is done that is more than one event.
ACTIONS: dict[type[Action], str] = {
    Resolve: "{object} resolves",
    Activate: "{ability} of {object} is activated",
    StateBasedActions: "state-based actions are performed",
    CombatDamage: "combat damage is dealt",
    TapForMana: "{permanent} is tapped for mana",
    ResolveStack: "the spells on the stack resolve",
    ResolveTriggers: "the abilities that have triggered resolve",
}

#: Steps of a derivation, by kind and variant.
STEPS: dict[str, str] = {
    "start": "{after} would happen",
    "start.sentence": "what would happen: {after}",
    "apply.chosen": "{actor} [chooses|choose] {effect}, one of {choices} that can apply: {after}",
    "apply.alone": "{effect} applies: {after}",
    "apply.nothing": "nothing happens in place of this: {before}",
    "apply.instead": "what it says happens in place of this: {before}",
    "apply.prevented": "all of the damage is prevented",
    "apply.same": "no change to the event itself",
    "decline": "{actor} [does|do] not use {effect}",
    "decline.refuse": "{actor} [turns|turn] down what is offered",
    "choose": "{actor} [chooses|choose] {detail}, one of {choices}",
    "choose.effect": "{actor} [chooses|choose] {effect}, one of {choices} that can apply",
    "choose.for": "{actor} [chooses|choose] {detail} for {effect}",
    "choose.yes": "{actor} [uses|use] {effect}",
    "choose.agree": "{actor} [agrees|agree] to what is offered",
    "cannot": "because of {effect} this can't happen: {before}",
    "cannot.rule": "this can't happen: {before}",
    "nothing": "nothing is left of this: {before}",
    "add": "{actor's} ability {detail} could add mana: {after}",
    "read": "{actor} reads {detail} off {effect}",
    "contain": "this comes to: {after}",
    "contain.nothing": "this comes to nothing",
    "then": "immediately afterward: {after}",
    "happen": "this happens: {after}",
}

#: What is said about outcomes and orderings, whole answers, expected answers, and interactions.
ANSWERS: dict[str, str] = {
    "could_produce.none": "nothing",
    "loop": "loop {number}",
    "why_not": "why {thing} can't produce {letter}: nothing that its abilities could add comes to it",
    "why_not.can": "{thing} could produce {letter} after all",
    "why_not.nothing": "{thing} has no ability that could add mana now",
    "why_not.end": "ability {number} could add {mana}, which comes to {becomes}",
    "why_not.no mana": "no mana",
    "title.none": "Untitled scenario",
    "event": "Event",
    "question": "Question",
    "question.can_activate": "Can it be activated?",
    "question.can_choose": "What can be chosen?",
    "question.can_target": "What can be targeted?",
    "question.count": "How many can there be?",
    "question.format_legal": "Is it legal in the format?",
    "question.could_produce": "What types of mana could it produce?",
    "question.faces": "Which faces can there be?",
    "question.mana_value": "What is its mana value?",
    "question.can_play": "What can be played, and at what cost?",
    "question.transform": "What does transforming it do?",
    "mana_value": "{object} has mana value {value}",
    "about": "{about}: {value}",
    "question.characteristics": "What are its characteristics?",
    "could_produce": "{object} could produce {mana}",
    "could_produce.type": "{letter}:",
    "characteristics": "{object}: {key} {value}",
    "can": "yes, {ability} of {object} can be activated",
    "can.not": "no, {ability} of {object} can't be activated",
    "choose": "yes, {what} can be chosen for {purpose}",
    "choose.not": "no, {what} can't be chosen for {purpose}",
    "target": "yes, {what} can be a target of {purpose}",
    "target.not": "no, {what} can't be a target of {purpose}",
    "ways": "for {purpose} can be chosen: {ways}",
    "count": "{card} in the {zone} of {player}: {numbers}",
    "legal": "yes, {card} is legal in {format}",
    "legal.not": "no, {card} is not legal in {format}",
    "value": "{about}: expected {expected}, found {found}",
    "effects": "Effects",
    "rules": "Rules",
    "outcomes": "{outcomes:outcome|outcomes}",
    "orderings": "{orderings:ordering|orderings}",
    "choices": "{chooser} [chooses|choose]",
    "choices.several": "{choosers} choose",
    "choices.none": "no choice changes the outcome",
    "choices.nothing": "nobody has a choice",
    "nothing": "nothing happens",
    "edition": "by the edition of {edition}: {outcomes}",
    "then": "then ",
    "and": "and ",
    "copied": " {number} times",
    "times": "{what}, {number} times",
    "top": "the top card",
    "top.several": "the top {count} cards",
    "limit": "Not complete: {limit}. What follows is what was found until then; --limit raises the limit.",
    "limit.none": "No outcome was found before the limit was hit.",
    "equal": "as the document's answer says",
    "different": "not what the document's answer says",
    "missing": "expected, not found",
    "surplus": "found, not expected",
    "alike": "the answer says too little: this fits several outcomes",
    "chooser": "expected that {expected}; found that {found}",
    "chooser.nobody": "nobody chooses",
    "shown": "showing the first {shown} of {total:state|states}",
    "shown.first": "showing the first {shown} of more than {total:state|states}",
    "shown.pairs": "showing the first {shown} of {total:pair|pairs}",
    "shown.effects": "showing the first {shown} of {total:effect|effects}",
    "cut": "…",
    "copies": "{copies} alike",
    "so far": "so far: ",
    "asks": "whether or how {effect} is used",
    "asks.nothing": "a choice",
    "later": "not applicable at first",
    "limit.short": "not complete: {limit}",
    "interactions.cut": "not complete: not every state was looked at, or not every pair tried to the end",
    "legend.player": "{player} [decides|decide]",
    "legend.outcome": "an outcome",
    "legend.producer": "could produce mana",
    "witnesses": "What the effects do to each other, each pair alone",
    "outcome.number": "outcome {number}",
}

#: Cards that people bring: what is understood of them, and what is taken in.
READING: dict[str, str] = {
    "cards": "{whole} of {cards:card is|cards are} understood whole ({share}), {vanilla} of them without text.",
    "column.family": "family",
    "column.understood": "understood",
    "column.all": "of",
    "column.share": "share",
    "failed": "The reader failed on:",
    "missing": "{count:ability|abilities} not understood ({family}), by the words where reading stopped:",
    "stopped": "reading stopped at: {words}",
    "known by name": "not understood whole",
    "no words": "There are no words for this ability:",
    "no abilities": "No ability of it is written down.",
    "targets not described": "(What its targets may be is not written down.)",
    "left out": "Left out: {what}",
}

#: What of a card an answer is given without.
UNREAD: dict[str, str] = {
    "left out": "{card} is built in without this, which has no part in this answer: {words}",
    "not followed": "Of {card} this is not followed: {words}",
    "not understood": "Not understood, and without part in this answer: a part of {card} (reading stopped at: {words})",
}

#: What came of an import or a download of cards.
IMPORTING: dict[str, str] = {
    "read": "{cards:card|cards} in the file ({form}):",
    "compiled": "{cards} compiled, {whole} of them understood whole",
    "unchanged": "{cards} there already, unchanged",
    "again": "{cards:further printing|further printings} of these, left aside",
    "left out": "{number} left out: {what}",
    "translated": "{cards:card has|cards have} other languages, too: only the English is read",
    "refused": "{cards:card|cards} that can't be kept:",
    "more": "and {number} more",
    "store": "The store has {cards:card|cards}, {whole} of them understood whole: {store}",
    "fetched": "Downloaded: {path} ({size})",
    "there already": "Nothing newer there than {path} ({size})",
}

#: Checked documents: what came of them, and the headings of those that were not checked.
CHECKS: dict[str, str] = {
    "documents": "{documents:document|documents}",
    "equal": "as expected",
    "different": "different",
    "wrong": "wrong",
    "limit": "cut off by a limit",
    "unanswered": "without an answer",
    "not_modelled": "not modelled yet",
    "unanswered.heading": "Not checked, since they say no answer:",
    "not_modelled.heading": "Not checked, since they ask what is not modelled yet:",
}

#: Interactions, by what a relation is called: the whole in a sentence, the edge in a picture, the lines of a witness.
INTERACTIONS: dict[str, str] = {
    "enables": "{first} makes {second} applicable",
    "disables": "{first} makes {second} no longer applicable",
    "does not commute": "{first} and {second} do not commute",
}
INTERACTION_OF_COPIES = "{first} and further ones like it: once one is applied, the others are no longer applicable"
INTERACTION_MUTUAL = "{first} and {second}: whichever is applied first makes the other no longer applicable"
EDGES: dict[str, str] = {
    "enables": "enables",
    "disables": "disables",
    "does not commute": "order matters",
    "reads": "reads",
    "acts on": "acts on",
}
TRIALS: dict[str, str] = {
    "none": "without it: {happens}",
    "order": "{order}: {happens}",
    "only": "{order} alone: {happens}",
}

#: How an object came to move, where the event says so.
HOW: dict[str, str] = {
    "destroy": "destroyed", "sacrifice": "sacrificed", "discard": "discarded", "mill": "milled", "counter": "countered",
    "resolve": "having resolved", "state-based action": "as a state-based action", "return": "returned",
    "draw": "drawn", "no legal target": "without a legal target",
}  # fmt: skip
ZONES: dict[str, str] = {
    "library": "library", "hand": "hand", "graveyard": "graveyard", "exile": "exile", "battlefield": "the battlefield",
    "stack": "the stack", "command": "the command zone", "nowhere": "nowhere",
}  # fmt: skip
#: Where a card goes in a library.
POSITIONS = {"top": "the top of ", "bottom": "the bottom of ", "shuffled": ""}
