"""What casting, playing and activating cost in all, once effects have added and taken (601.2f, 118.7)."""

import json

import pytest

from model.errors import MalformedError
from scenarios import questions
from scenarios.build import build
from scenarios.documents import read_document
from solver.total_costs import reduced


def asked(document):
    scenario = build(read_document(json.dumps(document)))
    kind = scenario.question.kind
    assert scenario.asked is not None
    return [one.value for one in questions.values(kind, scenario.asked, scenario.situation)]


def costs(cost, *effects, kind="Creature — Elf", **more):
    card = {"name": "Card", "id": "c", "type": kind, **({"cost": cost} if cost else {})}
    abilities = more.pop("abilities", [])
    document = {
        "hand": {"you": [{**card, "abilities": abilities}]},
        "battlefield": {"opponent": [{"name": "Source", "type": "Enchantment", "abilities": list(effects)}]},
        "question": {"can_play": {"player": "you", "cards": "c"}},
        **more,
    }
    return asked(document)[0]


def more(what, symbols, **further):
    return {"cost_of": {"cast": {"object": what}}, "more": symbols, **further}


def less(what, symbols, **further):
    return {"cost_of": {"cast": {"object": what}}, "less": symbols, **further}


@pytest.mark.parametrize(
    ("cost", "effects", "expected"),
    [
        ("{2}{G}", [more("creature spell", "{1}")], "{3}{G}"),
        ("{2}{G}", [more("artifact spell", "{1}")], "{2}{G}"),
        ("{G}", [more("spell", "{1}"), more("spell", "{1}")], "{2}{G}"),
        ("{X}{G}", [more("spell", "{2}")], "{X}{2}{G}"),
        ("{G}", [more("spell", "{R}")], "{G}{R}"),
        ("{2}{G}", [less("spell", "{1}")], "{1}{G}"),
        ("{2}{G}", [less("spell", "{5}")], "{G}"),
        ("{2}", [less("spell", "{5}")], "{0}"),
        ("{1}{G}", [less("spell", "{2}"), more("spell", "{2}")], "{1}{G}"),
        ("{2}{G}", [less("spell", "{G}")], "{2}"),
        ("{2}{G}", [less("spell", "{U}")], "{1}{G}"),
        ("{2}{G}", [more("spell", "{1}", times="count(enchantment)")], "{3}{G}"),
        ("{2}{G}", [more("spell", "{1}", **{"while": "count(creature) > 0"})], "{2}{G}"),
        ("{2}{G}", [more("spell", "{1}", unless="{G}")], "{2}{G}"),
    ],
)
def test_spells(cost, effects, expected):
    assert costs(cost, *effects) == [expected]


def test_alternative_costs_are_changed_too():
    assert costs("{2}{G}", more("spell", "{1}"), abilities=["evoke {G}"]) == ["{3}{G}", "{1}{G}"]


def test_what_is_free_costs_what_is_added():
    free = {"controller": "you", "allows": {"cast": "card in your hand", "cost": "free"}}
    assert costs("{2}{G}", effects=[free]) == ["{2}{G}", "free"]
    assert costs("{2}{G}", more("spell", "{1}"), effects=[free]) == ["{3}{G}", "{1}"]


def test_the_player_who_casts_counts():
    tax = {"cost_of": {"cast": {"object": "spell", "player": "opponent"}}, "more": "{1}"}
    assert costs("{G}", tax) == ["{1}{G}"]
    mine = {"cost_of": {"cast": {"object": "spell", "player": "you"}}, "more": "{1}"}
    assert costs("{G}", mine) == ["{G}"]


def test_a_land_that_is_paid_for():
    paid = {"cost_of": {"play": {"object": "this"}}, "more": "its mana cost"}
    assert costs("{2}{G}", kind="Land", abilities=[paid]) == ["land for {2}{G}"]
    assert costs("", kind="Land", abilities=[paid]) == ["land"]
    pool = {"mana_pool": {"you": "{G}{G}"}}
    assert costs("{2}{G}", kind="Land", abilities=[paid], **pool) == {"why_not": "118.3"}


@pytest.mark.parametrize(
    ("pool", "expected"), [("{G}{G}{G}", ["{2}{G}", "{G}"]), ("{G}", ["{G}"]), ("{R}", {"why_not": "118.3"})]
)
def test_only_what_the_pool_pays_for(pool, expected):
    assert costs("{2}{G}", abilities=["evoke {G}"], mana_pool={"you": pool}) == expected


@pytest.mark.parametrize(
    ("effect", "path"),
    [
        ({"more": "one"}, "effects[0].more"),
        ({"more": "{1} more"}, "effects[0].more"),
        ({"less": "1"}, "effects[0].less"),
        ({"more": "{1}", "unless": "T"}, "effects[0].unless"),
        ({}, "effects[0]"),
        ({"more": "{1}", "less": "{1}"}, "effects[0]"),
    ],
)
def test_what_is_no_change_of_a_cost(effect, path):
    document = {
        "effects": [{"controller": "you", "cost_of": {"cast": {"object": "spell"}}, **effect}],
        "question": {"can_play": {"player": "you"}},
    }
    with pytest.raises(MalformedError) as told:
        build(read_document(json.dumps(document)))
    assert told.value.path == path


def activated(cost, *effects, pool="{1}", **status):
    thing = {"name": "Thing", "type": "Artifact", "abilities": [{"activated": cost, "do": []}], **status}
    document = {
        "battlefield": {"you": [thing, {"name": "Source", "type": "Enchantment", "abilities": list(effects)}]},
        "mana_pool": {"you": pool},
        "question": {"can_activate": {"ability_of": "Thing", "cost": cost}},
    }
    return asked(document)[0]


def test_activated_abilities():
    tax = {"cost_of": {"activate": {"object": "permanent", "sort": ["loyalty", "other"]}}, "more": "{2}"}
    assert activated("{1}") is True
    assert activated("{1}", tax) is False
    assert activated("{1}", tax, pool="{3}") is True
    tapping = {"cost_of": {"activate": {"object": "artifact"}}, "more": "{T}", "unless": "{T}"}
    assert activated("{1}", tapping) is True
    assert activated("{1}", tapping, tapped=True) is False
    assert activated("{1}, {T}", tapping) is True


def test_a_reduced_cost():
    assert reduced("{5}{U}", "{3}") == "{2}{U}"
    assert reduced("{1}{U}", "{3}") == "{U}"


def land(history, *effects):
    return costs("", kind="Land", history={"you": history}, effects=list(effects))


def test_land_plays():
    assert land([]) == ["land"]
    assert land(["played a land"]) == {"why_not": "305.2b"}
    assert land(["gave up a land drop"]) == {"why_not": "305.2b"}
    one_more = {"controller": "you", "allows": {"lands": 1}}
    assert land(["played a land"], one_more) == ["land"]
    assert land(["played a land", "played a land"], one_more) == {"why_not": "305.2b"}
    theirs = {"controller": "opponent", "allows": {"lands": 1}}
    assert land(["played a land"], theirs) == {"why_not": "305.2b"}


@pytest.mark.parametrize(
    ("history", "active", "expected"),
    [
        ([], "you", ["{2}{D}"]),
        (["played a land"], "you", {"why_not": "118.3"}),
        ([], "opponent", {"why_not": "118.3"}),
    ],
)
def test_a_land_drop_as_a_cost(history, active, expected):
    assert costs("{2}{D}", history={"you": history}, active=active) == expected


def now(kind, *effects, abilities=(), **more):
    question = {"can_play": {"player": "you", "cards": "c", "now": True}}
    cost = "" if "Land" in kind else "{G}"
    found = costs(cost, kind=kind, abilities=list(abilities), effects=list(effects), question=question, **more)
    return found["why_not"] if isinstance(found, dict) else "yes"


@pytest.mark.parametrize(
    ("kind", "more", "expected"),
    [
        ("Land", {}, "yes"),
        ("Land", {"active": "opponent"}, "305.3"),
        ("Land", {"step": "end of combat"}, "305.1"),
        ("Land", {"stack": {"opponent": ["Brainstorm"]}}, "305.1"),
        ("Land", {"active": "opponent", "abilities": ["flash"]}, "305.3"),
        ("Land", {"step": "end of combat", "abilities": ["flash"]}, "yes"),
        ("Land", {"step": "second main"}, "yes"),
        ("Sorcery", {}, "yes"),
        ("Sorcery", {"active": "opponent"}, "117.1a"),
        ("Instant", {"active": "opponent", "step": "end of combat"}, "yes"),
        ("Creature", {"step": "end of combat"}, "117.1a"),
        ("Creature", {"step": "end of combat", "abilities": ["flash"]}, "yes"),
    ],
)
def test_timing_where_it_is_asked_for(kind, more, expected):
    assert now(kind, **more) == expected


def test_as_though_it_had_flash():
    effect = {"controller": "you", "allows": {"flash": "creature spell"}}
    assert now("Creature", effect, active="opponent") == "yes"
    assert now("Sorcery", effect, active="opponent") == "117.1a"


def test_once_each_turn():
    free = {"controller": "you", "id": "e", "allows": {"pay": "{0}", "once_each_turn": True}, "source": "Source"}
    assert costs("{2}{G}", effects=[free]) == ["{2}{G}", "{0}"]
    assert costs("{2}{G}", effects=[free], history={"you": ["used Source"]}) == ["{2}{G}"]


def test_cast_as_another_card():
    other = {"controller": "you", "allows": {"cast": "creature card in your hand", "as": "Grizzly Bears"}}
    document = {
        "hand": {"you": [{"name": "Card", "id": "c", "type": "Creature — Elf", "cost": "{5}{B}"}, "Brainstorm"]},
        "effects": [other],
        "question": {"can_play": {"player": "you"}},
    }
    assert asked(document) == [["{5}{B}"], ["{1}{G}"], ["{U}"]]
    stopped = {"controller": "you", "cannot": {"cast": {"object": "spell named Grizzly Bears"}}}
    assert asked({**document, "effects": [other, stopped]}) == [["{5}{B}"], {"why_not": "601.3"}, ["{U}"]]


def test_mana_of_one_kind_only():
    allowed = {"controller": "you", "allows": {"cast": "card in your graveyard", "only_mana": "life"}}
    card = {"name": "Card", "id": "c", "type": "Sorcery", "cost": "{B}"}
    document = {
        "graveyard": {"you": [card]}, "effects": [allowed], "question": {"can_play": {"player": "you", "cards": "c"}},
    }  # fmt: skip
    assert asked({**document, "mana_pool": {"you": "{B}"}}) == [{"why_not": "118.3"}]
    assert asked({**document, "mana_pool": {"you": "{B} life"}}) == [["{B}"]]


def test_an_additional_cost_in_words_is_paid_besides():
    also = {"in": ["hand", "stack"], "cost_of": {"cast": {"object": "this"}}, "also": "sacrifice a creature"}
    assert costs("{1}{B}", abilities=[also]) == ["{1}{B}, sacrifice a creature"]
    assert costs("{1}{B}", more("spell", "{1}"), abilities=[also]) == ["{2}{B}, sacrifice a creature"]
    assert costs("{1}{B}", abilities=[{**also, "while": "turn_of(opponent)"}]) == ["{1}{B}"]
