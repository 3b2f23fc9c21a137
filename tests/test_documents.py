"""Scenario documents: reading them, what is said about wrong ones, and the situations that they become."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.actions import CombatDamage, Resolve, StateBasedActions
from model.effects import Replacement
from model.errors import AnyorderError, MalformedError, OutOfScopeError, UnknownNameError
from model.events import (
    Cause,
    CreateTokens,
    DealDamage,
    Destroy,
    Discard,
    DrawCards,
    Enter,
    How,
    Move,
    PutCounters,
    Tokens,
)
from model.zones import Zone
from scenarios import catalogue
from scenarios.build import Scenario, build
from scenarios.documents import documents_in, read_document, read_documents, validate
from scenarios.happenings import REQUIRED
from scenarios.loading import LARGEST, load
from scenarios.roles import VERBS
from scenarios.schema import schema

DRAW = "\nevent: {draw: {player: you, count: 1}}"


def built(text: str) -> Scenario:
    """The scenario of a document, to which a harmless event is added where it has none."""
    return build(read_document(text if re.search("^event:", text, re.MULTILINE) else text + DRAW))


# --- bad input: one message each, with the path and the nearest spelling ---------------------------------------------


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        (
            "battlefield: {you: [Grizly Bears]}",
            "battlefield.you[0]",
            "no card 'Grizly Bears'.*did you mean 'Grizzly Bears'",
        ),
        (
            "battlefield: {you: [Forest, {card: hardened scales, id: a}]}",
            "battlefield.you[1].card",
            "did you mean 'Hardened Scales'",
        ),
        ("titel: x", "titel", "unknown key 'titel'; did you mean 'title'"),
        ("battlefield: {you: [{crad: Forest}]}", "battlefield.you[0].crad", "did you mean 'card'"),
        (
            "battlefield: {you: [Forest, {card: Forest, tapped: very}]}",
            "battlefield.you[1].tapped",
            "expected true or false",
        ),
        ("battlefield: {you: Forest}", "battlefield.you", "expected a list, such as .*, found the text .Forest."),
        ("battlefield: {yuo: [Forest]}", "battlefield.yuo", "no player 'yuo'; did you mean 'you'"),
        ("battlefield: {you: [Forest, 3]}", "battlefield.you[1]", "expected a card, found the number 3"),
        ("library: {you: [3, Forest]}", "library.you[0]", "expected the number of unknown cards last"),
        ("life: {you: many}", "life.you", "expected a whole number, found the text 'many'"),
        ("hand: {you: -1}", "hand.you", "at least 0"),
        ("rules: [616.1]", "rules[0]", "expected a text, found the number 616.1"),
        ("step: upkep", "step", "did you mean 'upkeep'"),
        (
            "battlefield: {you: [{card: Forest, chosen: {colour: red}}]}",
            "battlefield.you[0].chosen",
            "unknown thing to choose 'colour'; did you mean 'color'",
        ),
        (
            "battlefield: {you: [{card: Forest, chosen: {color: Red}}]}",
            "battlefield.you[0].chosen.color",
            "unknown color 'Red'; did you mean 'red'",
        ),
        ("active: nobody", "active", "no player 'nobody'"),
        ("players: [you, you]", "players", "found 'you' twice"),
        (
            "battlefield: {you: [{card: Forest, id: a}, {card: Forest, id: a}]}",
            "battlefield.you[1].id",
            "id of its own",
        ),
        ("battlefield: {you: [{card: Forest, id: opponent}]}", "battlefield.you[0].id", "the name of a player"),
        ("battlefield: {you: [{id: a}]}", "battlefield.you[0]", "expected 'card', or 'name' and 'type'"),
        ("battlefield: {you: [{card: Forest, type: Land}]}", "battlefield.you[0]", "either 'card' or characteristics"),
        ("battlefield: {you: [{name: X, type: Creatur}]}", "battlefield.you[0].type", "did you mean 'creature'"),
        (
            "battlefield: {you: [{card: Forest, attached_to: x}]}",
            "battlefield.you[0].attached_to",
            "no player or object 'x'",
        ),
        ("battlefield: {you: [{card: Forest, face: 1}]}", "battlefield.you[0].face", "a face from 0 to 0, found 1"),
        ("battlefield: {you: [{card: Forest, counters: {a: -1}}]}", "battlefield.you[0].counters.a", "at least 0"),
        ("event: {deal_dammage: {}}", "event.deal_dammage", "unknown event 'deal_dammage'; did you mean 'deal_damage'"),
        ("event: {draw: {player: yu}}", "event.draw.player", "no player 'yu'; did you mean 'you'"),
        ("event: {draw: {payer: you}}", "event.draw.payer", "unknown key 'payer'; did you mean 'player'"),
        (
            "event: {draw: {player: you, count: two}}",
            "event.draw.count",
            "expected a whole number, found the text 'two'",
        ),
        ("event: {draw: {count: 1}}", "event.draw", "expected 'player' among the event's roles"),
        ("event: {draw: you}", "event.draw", "expected the event's roles as a mapping"),
        ("event: [{draw: {player: you}}, 3]", "event[1]", "expected a mapping, found the number 3"),
        ("event: {draw: {player: you}, mill: {player: you}}", "event", "expected one event, found 2 keys"),
        (
            "battlefield: {you: [{card: Grizzly Bears, id: bear}]}\nevent: {destroy: {permanent: bare}}",
            "event.destroy.permanent",
            "no object 'bare'; did you mean 'bear'",
        ),
        (
            "hand: {you: [{card: Grizzly Bears, id: bear}]}\nevent: {in_order: [{destroy: {permanent: bear}}]}",
            "event.in_order[0].destroy.permanent",
            "expected a permanent, found 'bear', which is in the zone hand",
        ),
        (
            "event: {create_tokens: {player: you, token: Cleu}}",
            "event.create_tokens.token",
            "no token 'Cleu'.*mean 'Clue'",
        ),
        ("event: {gain_life: {player: you, amount: 1, by: effct}}", "event.gain_life.by", "did you mean 'effect'"),
        ("event: {gain_life: {player: you, amount: -1}}", "event.gain_life.amount", "at least 0"),
        ("question: outcome", "question", "unknown question 'outcome'; did you mean 'outcomes'"),
        ("answer: {outcome: []}", "answer.outcome", "did you mean 'outcomes'"),
        ("answer: {outcomes: [[{drow: {}}]]}", "answer.outcomes[0][0].drow", "unknown event 'drow'|unknown key 'drow'"),
        ("answer: {chooser: me, outcomes: []}", "answer.chooser", "no player 'me'"),
        ("resolved: [{card: Forest}]", "resolved[0].card", "has no activated or triggered ability|makes no effect"),
        ("effects: [{when: {draw: {player: yuo}}, skip: true}]", "effects[0].when.draw.player", "did you mean 'you'"),
        ("effects: [{when: {draw: {player: you}}}]", "effects[0]", "expected one rewrite"),
        ("a: 1\na: 2", "", "the key 'a' stands here twice .line 2."),
        ("battlefield: {you: [{id: a, id: b}]}", "battlefield.you[0]", "the key 'id' stands here twice"),
    ],
)
def test_wrong_documents_say_where_and_what(text: str, path: str, message: str) -> None:
    with pytest.raises(MalformedError, match=message) as caught:
        built(text)
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", "this is not YAML at line 2, column 1"),
        ("\x00", "this is not YAML"),
        ("x: &a 1", "anchors and aliases can't be used here, at line 1, column 4"),
        ("x: !!python/name:os.system 1", "the tag .* can't be used here"),
        ("[1]", "expected a scenario document .*, found a list"),
        ("just words", "expected a scenario document .*, found the text 'just words'"),
        ("", "found nothing"),
        ("[" * 1000 + "]" * 1000, "nested deeper than 50 levels at line 1, column 51"),
        ("title: " + "[" * 1000 + "]" * 1000, "nested deeper than 50 levels"),
        ("- " * 1000 + "x", "nested deeper than 50 levels"),
        ("{" * 1000, "nested deeper than 50 levels"),
        ('{"title": ' + '\t{"a":' * 1000 + "1" + "}" * 1001, "nested deeper than 50 levels"),
        ("? [a]\n: b", "expected a word as a key at line 1"),
    ],
)
def test_texts_that_are_no_documents(text: str, message: str) -> None:
    with pytest.raises(MalformedError, match=message) as caught:
        read_document(text)
    assert caught.value.path == ""


def test_several_mistakes_are_told_together() -> None:
    with pytest.raises(MalformedError) as caught:
        read_document("titel: x\nlife: {you: many}\nhand: {you: [{crad: x}]}")
    places = [line.split(":")[0] for line in str(caught.value).split("\n")]
    assert places == ["line 1, titel", "line 2, life.you", "line 3, hand.you[0].crad"]


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"title: " + b"x" * 10_000_000)
    with pytest.raises(MalformedError, match="larger than 5 MB"):
        documents_in(file)
    with pytest.raises(MalformedError, match="larger than 5 MB"):
        load("x" * (LARGEST + 1))


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match=r"can't read .*missing"):
        documents_in(tmp_path / "missing.yaml")
    with pytest.raises(MalformedError, match="can't read"):
        documents_in(tmp_path)
    (tmp_path / "latin.yaml").write_bytes(b"title: Jotunn\xe9")
    with pytest.raises(MalformedError, match="not text in UTF-8"):
        documents_in(tmp_path / "latin.yaml")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(AnyorderError):
        for document in read_documents(text):
            build(document)


_plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["you", "Forest", "draw", "card", "amount", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["you", "card", "id", "draw", "player", "count", "outcomes", "when"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["battlefield", "hand", "effects", "resolved", "event", "answer", "question", "life"]), _plain
    )
)
def test_any_values_under_the_known_keys_are_read_or_refused(value: dict[str, object]) -> None:
    with contextlib.suppress(AnyorderError):
        build(validate(value))


# --- loading ---------------------------------------------------------------------------------------------------------


def test_words_of_yaml_1_1_stay_words() -> None:
    text = "on: off\nyes: no\ndate: 2026-09-25\ntime: 1:30\noctal: 010\nplus: +1/+1\nhex: 0x10\n"
    text += "true: [true, false, null, 7, -2]"
    assert load(text) == [
        {
            "on": "off", "yes": "no", "date": "2026-09-25", "time": "1:30", "octal": "010", "plus": "+1/+1",
            "hex": "0x10", "true": [True, False, None, 7, -2],
        }
    ]  # fmt: skip


def test_json_and_several_documents() -> None:
    assert read_document('{"title": "x",\n\t"life": {"you": 3}}').life == {"you": 3}
    assert [document.title for document in read_documents("title: a\n---\ntitle: b\n---\n")] == ["a", "b"]
    with pytest.raises(MalformedError, match="expected one scenario document, found 2"):
        read_document("title: a\n---\ntitle: b")
    with pytest.raises(UnknownNameError) as caught:
        read_documents("title: a\n---\ntitel: b")
    assert str(caught.value).startswith("line 3, document 2: titel: unknown key")


# --- situations ------------------------------------------------------------------------------------------------------


def test_ids_owners_and_timestamps() -> None:
    situation = built(
        "battlefield:\n  you: [Forest, {card: Forest, owner: opponent}, {card: Forest, id: Forest 2}]\n"
        "  opponent: [Plains]"
    ).situation
    assert [thing.id for thing in situation.objects] == ["Forest", "Forest 3", "Forest 2", "Plains"]
    assert [(t.controller, t.owner) for t in situation.objects][1] == ("you", "opponent")
    assert [thing.timestamp for thing in situation.objects] == [1, 2, 3, 4]
    assert situation.next_timestamp == 5


def test_zones_and_unknown_cards() -> None:
    situation = built(
        "library: {you: [Forest, Plains, 3], opponent: []}\nhand: {you: 4}\n"
        "graveyard: {you: [Forest, 2]}\nexile: {opponent: 1}"
    ).situation
    you, opponent = situation.players
    assert you.library == ("Forest", "Plains")
    assert (you.unknown_library, you.unknown_hand, you.unknown_graveyard, you.unknown_exile) == (3, 4, 2, 0)
    assert (opponent.library, opponent.unknown_library, opponent.unknown_exile) == ((), 0, 1)
    assert situation.object("Forest").controller is None
    assert situation.object("Forest 2").zone is Zone.GRAVEYARD
    assert built("title: x").situation.players[0].unknown_library == 60


def test_players_and_what_is_kept_about_them() -> None:
    situation = built(
        "players: [ann, ben, cleo]\nactive: ben\nstep: draw\nlife: {ann: 3}\nplayer_counters: {ben: {poison: 2}}\n"
        "drawn_this_turn: {cleo: 1}\ndrawn_this_step: {cleo: 1}\nevent: {draw: {player: ann}}"
    ).situation
    assert [player.name for player in situation.players] == ["ann", "ben", "cleo"]
    assert situation.active == "ben"
    assert situation.step == "draw"
    assert situation.player("ann").life == 3
    assert situation.player("ben").counters == (("poison", 2),)
    assert (situation.player("cleo").drawn_this_turn, situation.player("cleo").drawn_this_step) == (1, 1)


def test_status_of_objects() -> None:
    situation = built(
        """
battlefield:
  you:
    - {card: Grizzly Bears, id: bear, tapped: true, counters: {+1/+1: 2, charge: 0}, damage: 1, attacking: true,
       chosen: {color: red}, controlled_since_turn_began: false, timestamp: 9}
    - {card: Squirrel, id: chip, copy_of: bear}
    - {name: Wall, type: Creature — Wall, colors: [red], power: 0, toughness: 4, abilities: [defender]}
  opponent:
    - {card: Grizzly Bears, id: other, blocking: bear, attached_to: you}
stack:
  you: [{card: Lightning Bolt, id: bolt, targets: [opponent], x: 2, flags: [kicked]}]
"""
    ).situation
    bear, chip, wall, other, bolt = situation.objects
    assert (bear.tapped, bear.counters, bear.damage, bear.attacking) == (True, (("+1/+1", 2),), 1, "opponent")
    assert (bear.chosen, bear.controlled_since_turn_began, bear.timestamp) == ((("color", "red"),), False, 9)
    assert bear.blocked
    assert not other.blocked
    assert chip.token
    assert chip.printed.name == "Grizzly Bears"
    assert (wall.card.name, wall.card.faces[0].toughness, wall.id) == ("Wall", 4, "Wall")
    assert (other.blocking, other.attached_to) == (("bear",), "you")
    assert (bolt.zone, bolt.targets, bolt.x, bolt.flags) == (Zone.STACK, ("opponent",), 2, ("kicked",))
    assert situation.next_timestamp == 10


# --- events ----------------------------------------------------------------------------------------------------------

BEAR = "battlefield: {you: [{card: Grizzly Bears, id: bear}], opponent: [{card: Siege Rhino, id: rhino, owner: you}]}\n"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("{draw: {player: you}}", DrawCards("you", 1)),
        ("{draw: {player: you, count: 2, by: turn-based action}}", DrawCards("you", 2, cause=Cause.TURN_BASED_ACTION)),
        (
            "{put_counters: {object: bear, kind: +1/+1, count: 2, source: rhino, by: cost}}",
            PutCounters("bear", (("+1/+1", 2),), "opponent", "rhino", Cause.COST),
        ),
        ("{put_counters: {player: opponent, kind: poison}}", PutCounters("opponent", (("poison", 1),), "opponent")),
        (
            "{put_counters: {on: bear, counters: {b: 1, a: 2}, putter: opponent}}",
            PutCounters("bear", (("a", 2), ("b", 1)), "opponent"),
        ),
        ("{deal_damage: {source: rhino, to: you, amount: 3}}", DealDamage("rhino", "you", 3)),
        (
            "{deal_damage: {source: rhino, to: bear, amount: 3, combat: true, preventable: false}}",
            DealDamage("rhino", "bear", 3, True, False),
        ),
        ("{destroy: {permanent: bear, can_regenerate: false}}", Destroy("bear", can_regenerate=False)),
        ("{move: {object: rhino, to: exile}}", Move("rhino", Zone.EXILE, Zone.BATTLEFIELD)),
        ("{exile: {object: rhino}}", Move("rhino", Zone.EXILE, Zone.BATTLEFIELD, How.EXILE)),
        ("{dies: {object: rhino}}", Move("rhino", Zone.GRAVEYARD, Zone.BATTLEFIELD)),
        (
            "{move: {object: rhino, to: library, of: you, position: top, how: return}}",
            Move("rhino", Zone.LIBRARY, Zone.BATTLEFIELD, How.RETURN, "top"),
        ),
        ("{enter: {object: bear}}", Enter("bear", "you")),
        ("{state_based_actions: {}}", StateBasedActions()),
        ("{combat_damage: {}}", CombatDamage()),
        ("{resolve: {ability_of: rhino, ability: 1, targets: [you]}}", Resolve("rhino", 1, ("you",))),
    ],
)
def test_events(event: str, expected: object) -> None:
    assert built(f"{BEAR}event: {event}").steps == ((expected,),)


def test_tokens_in_events() -> None:
    ((event,),) = built(
        f"{BEAR}event: {{create_tokens: {{player: you, tokens: [{{token: Clue}}, "
        "{copy_of: rhino, count: 2, tapped: true}, "
        "{token: {name: Wall, type: Creature — Wall, power: 0, toughness: 4, keywords: [defender]}}]}}"
    ).steps
    assert isinstance(event, CreateTokens)
    clue, rhino, wall = event.tokens
    assert clue == Tokens(catalogue.token("Clue"), 1)
    assert rhino == Tokens(catalogue.find("Siege Rhino"), 2, True)
    assert wall.name == "Wall"
    assert event.creator == "you"
    ((copy,),) = built(
        f"{BEAR}event: {{create_tokens: {{player: you, token: {{copy_of: bear}}, source: rhino}}}}"
    ).steps
    assert isinstance(copy, CreateTokens)
    assert (copy.tokens[0].name, copy.creator, copy.source) == ("Grizzly Bears", "opponent", "rhino")


def test_steps_in_order_and_at_the_same_time() -> None:
    one, two = "{draw: {player: you}}", "{draw: {player: opponent}}"
    both = ((DrawCards("you"), DrawCards("opponent")),)
    assert built(f"event: [{one}, {two}]").steps == both
    assert built(f"event: {{in_order: [{one}, [{one}, {two}]]}}").steps == ((DrawCards("you"),), *both)
    assert built("hand: {you: 3}\nevent: {discard: {player: you, count: 2}}").steps == (
        (Discard("you"), Discard("you")),
    )


def test_effects_of_what_resolved() -> None:
    situation = built(
        """
battlefield: {you: [{card: Savannah Lions, id: lion}, {card: Words of Wilding, id: words}]}
resolved:
  - {card: Test of Faith, controller: opponent, targets: [lion]}
  - {ability_of: words, times: 2}
effects:
  - {controller: opponent, next: 2, when: {deal_damage: {to: target}}, prevent: all, target: lion, id: shield}
  - {next: time, when: {deal_damage: {source: source chosen, to: you}}, prevent: all, source_chosen: lion}
"""
    ).situation
    test, first, second, shield, last = situation.effects
    assert (test.id, test.controller, test.bindings, test.remaining) == (
        "Test of Faith effect",
        "opponent",
        (("target", "lion"),),
        3,
    )
    assert [one.id for one in (first, second)] == ["words effect", "words effect 2"]
    assert (first.source, first.controller, first.remaining) == ("words", "you", 1)
    assert (shield.id, shield.remaining, shield.bindings) == ("shield", 2, (("target", "lion"),))
    assert isinstance(shield.effect, Replacement)
    assert shield.effect.prevents
    assert (last.id, last.remaining, last.bindings) == ("effect", 1, (("source chosen", "lion"),))


def test_events_that_are_not_modelled_yet() -> None:
    with pytest.raises(OutOfScopeError, match=r"event\.regenerate: the event 'regenerate' is not modelled yet"):
        built("event: {regenerate: {player: you}}")


# --- the schema ------------------------------------------------------------------------------------------------------


def test_the_schema_knows_the_keys_of_documents_and_events() -> None:
    found = schema()
    assert found["additionalProperties"] is False
    assert {"battlefield", "event", "question", "answer"} <= set(found["properties"])
    assert {"type": "string"} in found["properties"]["battlefield"]["additionalProperties"]["anyOf"][0]["items"][
        "anyOf"
    ]
    assert "by" in found["$defs"]["Event"]["properties"]["put_counters"]["properties"]


_ROLE_VALUES: dict[str, list[object]] = {
    "player": ["you", "opponent"],
    "token": ["Clue", {"copy_of": "bear"}, {"name": "Wall", "type": "Creature — Wall"}],
    "tokens": [[{"token": "Clue", "count": 2}, {"copy_of": "rhino"}]],
    "counters": [{"charge": 2}],
    "to": ["you", "bear", "exile", "library", "battlefield"],
    "from": ["battlefield"],
    "how": ["discard", "put"],
    "cause": ["cost", "effect"],
    "mana": ["{G}{W}", "{X}", "grün"],
}
_BOTH = {"battlefield": {"you": [{"card": "Grizzly Bears", "id": "bear"}, {"card": "Siege Rhino", "id": "rhino"}]}}


@given(st.data())
def test_any_roles_of_any_event_are_read_or_refused(data: st.DataObject) -> None:
    verb = data.draw(st.sampled_from(sorted(VERBS)))
    names = data.draw(st.sets(st.sampled_from(sorted(VERBS[verb])), max_size=6) | st.just(set(VERBS[verb])))
    names |= set(REQUIRED.get(verb, ()))
    usual: list[object] = ["bear", "you", 1, True, "+1/+1", "draw"]
    roles = {name: data.draw(st.sampled_from(_ROLE_VALUES.get(name, []) + usual)) for name in sorted(names)}
    scenario = None
    with contextlib.suppress(AnyorderError):
        scenario = build(validate({**_BOTH, "event": {verb: roles}}))
    assert scenario is None or scenario.steps[0]


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"merge_top"}))  # what resolves puts cards together
def test_every_event_is_read(verb: str) -> None:
    values: dict[str, object] = {
        "player": "you", "object": "bear", "permanent": "bear", "on": "bear", "source": "rhino", "amount": 1,
        "count": 2, "total": 5, "step": "upkeep", "kind": "+1/+1", "what": "scry", "token": "Clue",
        "mana": "{G}", "card": "bear" if verb == "cycle" else "Grizzly Bears", "attacker": "rhino",
        "emblem": {"name": "Emblem", "type": "Emblem"},
        "to": "exile" if verb == "move" else "you",
    }  # fmt: skip
    needed = (*REQUIRED.get(verb, ()), *{"create_tokens": ["token"], "put_counters": ["kind"]}.get(verb, []))
    roles = {name: values[name] for name in needed}
    assert build(validate({**_BOTH, "hand": {"you": 3}, "event": {verb: roles}})).steps[0][0]
