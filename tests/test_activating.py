"""Whether abilities can be activated: tap and untap symbols, continuous control, mana in the pool, other costs."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import MalformedError, OutOfScopeError
from scenarios import questions
from scenarios.build import build
from scenarios.documents import read_document
from solver.answers import outcomes
from solver.costs import is_payable, mana_symbols, symbols_of


def ask(entries, things, **parts):
    """For each entry whether it can be activated, and the rule that decides."""
    value = {"title": "x", "battlefield": {"you": things}, "question": {"can_activate": entries}, **parts}
    scenario = build(read_document(json.dumps(value)))
    assert scenario.asked is not None
    found = questions.values("can_activate", scenario.asked, scenario.situation)
    return [(one.value, one.citation.rule) for one in found]


def one(things, **parts):
    ((value, rule),) = ask([{"ability_of": "X"}], things, **parts)
    return value, rule


def permanent(cost, *, kind="Artifact", further=(), costs=(), **status):
    ability = {"activated": cost, "costs": list(costs), "do": [{"draw": {"player": "you"}}]}
    sizes = {"power": 1, "toughness": 1} if "Creature" in kind else {}
    return {"name": "X", "type": kind, "abilities": [*further, ability], **sizes, **status}


NEW = {"controlled_since_turn_began": False}


@pytest.mark.parametrize(
    ("cost", "kind", "further", "status", "expected"),
    [
        ("{T}", "Artifact", (), {}, (True, "602.2b")),
        ("{T}", "Artifact", (), {"tapped": True}, (False, "107.5")),
        ("{Q}", "Artifact", (), {}, (False, "107.6")),
        ("{Q}", "Artifact", (), {"tapped": True}, (True, "602.2b")),
        ("{T}", "Artifact", (), NEW, (True, "602.2b")),
        ("{T}", "Creature — Elf", (), NEW, (False, "302.6")),
        ("{T}", "Land Creature — Elf", (), NEW, (False, "302.6")),
        ("{T}", "Land", (), NEW, (True, "602.2b")),
        ("{Q}", "Creature — Elf", (), {**NEW, "tapped": True}, (False, "302.6")),
        ("{T}", "Creature — Elf", ("haste",), NEW, (True, "602.2b")),
        ("{Q}", "Creature — Elf", ("haste",), {**NEW, "tapped": True}, (True, "602.2b")),
        ("{T}", "Creature — Elf", (), {}, (True, "602.2b")),
        ("{1}", "Creature — Elf", (), NEW, (True, "602.2b")),
        ("{T}, {Q}", "Artifact", (), {"tapped": True}, (False, "107.5")),
        ("{T}", "Creature — Elf", (), {**NEW, "counters": {"haste": 1}}, (True, "602.2b")),
    ],
)
def test_tap_and_untap_symbols(cost, kind, further, status, expected):
    assert one([permanent(cost, kind=kind, further=further, **status)]) == expected


def test_control_counts_and_not_when_it_became_a_creature():
    mantle = {"card": "Paradise Mantle", "attached_to": "elf"}
    elf = {"name": "Elf", "type": "Creature — Elf", "power": 1, "toughness": 1, "id": "elf", **NEW}
    assert ask([{"ability_of": "elf"}], [elf, mantle]) == [(False, "302.6")]
    rite = ["Cryptolith Rite", {"name": "Y", "type": "Artifact", "id": "elf", **NEW}]
    animated = [{"controller": "you", "target": "elf", "affects": "target", "add_types": ["creature"]}]
    assert ask([{"ability_of": "elf"}], rite, effects=animated) == [(False, "302.6")]


def test_another_creature_that_is_new_is_tapped_for_a_cost():
    cost = {"tap": {"permanent": "an untapped creature you control"}}
    elf = {"name": "Elf", "type": "Creature — Elf", "power": 1, "toughness": 1, **NEW}
    assert one([permanent("{T}", costs=[cost]), elf]) == (True, "602.2b")
    assert one([permanent("{T}", costs=[cost]), {**elf, "tapped": True}]) == (False, "118.3")


def test_one_permanent_pays_for_one_part_of_a_cost():
    cost = {"tap": {"permanent": "an untapped creature you control"}}
    alone = permanent("{T}", kind="Artifact Creature — Golem", costs=[cost])
    assert one([alone]) == (False, "118.3")
    elf = {"name": "Elf", "type": "Creature — Elf", "power": 1, "toughness": 1}
    assert one([alone, elf]) == (True, "602.2b")
    assert one([permanent("", kind="Creature — Elf", costs=[cost])]) == (True, "602.2b")
    assert one([permanent("", kind="Creature — Elf", costs=[cost, cost])]) == (False, "118.3")
    sacrifice = {"sacrifice": {"permanent": "a creature you control"}}
    assert one([permanent("{T}", kind="Creature — Elf", costs=[sacrifice])]) == (True, "602.2b")


@pytest.mark.parametrize(
    ("cost", "pool", "expected"),
    [
        ("{2}", None, True),
        ("{2}", {}, False),
        ("{2}", {"you": "{2}"}, True),
        ("{2}", {"you": "{G}{C}"}, True),
        ("{2}", {"you": "{G}"}, False),
        ("{2}", {"opponent": "{2}"}, False),
        ("{G}", {"you": "{2}"}, False),
        ("{C}", {"you": "{2}"}, False),
        ("{0}", {"you": ""}, True),
        ("{W/U}{W}", {"you": "{U}{W}"}, True),
        ("{W/U}{W}", {"you": "{U}{U}"}, False),
        ("{2/W}", {"you": "{G}{G}"}, True),
        ("{2/W}", {"you": "{G}"}, False),
        ("{G/P}{G/P}", {"you": "{G}"}, True),
    ],
)
def test_mana_in_the_pool(cost, pool, expected):
    parts = {} if pool is None else {"mana_pool": pool}
    assert one([permanent(cost)], **parts) == ((True, "602.2b") if expected else (False, "118.3a"))


def test_phyrexian_mana_takes_the_life_that_there_is():
    assert one([permanent("{G/P}{G/P}")], mana_pool={}, life={"you": 3}) == (False, "118.3a")
    assert one([permanent("{G/P}{G/P}")], mana_pool={}, life={"you": 4}) == (True, "602.2b")


def test_x_is_paid_too():
    parts = {"mana_pool": {"you": "{G}{G}{G}"}}
    entries = [{"ability_of": "X", "x": number} for number in (2, 3)]
    assert [value for value, _ in ask(entries, [permanent("{X}{G}")], **parts)] == [True, False]


@pytest.mark.parametrize("pool", ["{Z}", "green"])
def test_what_is_no_mana_is_told_with_its_path(pool):
    with pytest.raises(MalformedError) as told:
        one([permanent("{1}")], mana_pool={"you": pool})
    assert told.value.path == "mana_pool.you"


@pytest.mark.parametrize(
    ("cost", "pool", "expected"),
    [
        ("{S}", "{G}", False),
        ("{S}", "{G} snow", True),
        ("{S}{G}", "{G}{R} snow", True),
        ("{S}{G}", "{G} snow, {R}", False),
        ("{2}{S}", "{R} snow, {R}{R}", True),
        ("{L}", "{B} legendary snow", True),
        ("{L}{S}", "{B} legendary snow", False),
    ],
)
def test_mana_whose_source_counts(cost, pool, expected):
    assert one([permanent(cost)], mana_pool={"you": pool})[0] is expected


def test_symbols_that_nobody_knows():
    with pytest.raises(OutOfScopeError):
        one([permanent("{J}")], mana_pool={"you": "{G}"})


@given(
    st.lists(st.sampled_from("WUBRG"), max_size=4),
    st.integers(0, 3),
    st.lists(st.sampled_from("WUBRGC"), max_size=6),
)
def test_colored_and_generic_mana_by_counting(colored, generic, pool):
    """Without hybrid symbols a pool pays when it has every color often enough, and enough in all."""
    symbols = (*colored, str(generic))
    enough = len(pool) >= len(colored) + generic
    expected = enough and all(pool.count(color) >= colored.count(color) for color in "WUBRG")
    numbers = tuple((letter, pool.count(letter)) for letter in sorted(set(pool)))
    assert is_payable(symbols, numbers) is expected


def test_symbols_of_a_cost():
    assert symbols_of("{2}, {q}") == ("2", "Q")
    assert mana_symbols("{2}{W/U}, {T}") == ("2", "W/U")


# --- prohibitions, zones, forms --------------------------------------------------------------------------------------


def test_a_named_source_can_still_make_mana():
    needle = {"card": "Pithing Needle", "chosen": {"name": "Pili-Pala"}}
    assert ask([{"ability_of": "Pili-Pala"}], [{"card": "Pili-Pala", "tapped": True}, needle]) == [(True, "602.2b")]
    needle = {"card": "Pithing Needle", "chosen": {"name": "X"}}
    assert one([permanent("{1}"), needle]) == (False, "602.5")


def test_a_loyalty_ability_is_a_sort_of_its_own():
    lock = {"name": "Lock", "type": "Artifact", "abilities": [{"cannot": {"activate": {"object": "planeswalker",
                                                                                    "sort": "loyalty"}}}]}  # fmt: skip
    gideon = {"card": "Gideon Jura", "counters": {"loyalty": 6}}
    assert ask([{"ability_of": "Gideon Jura", "ability": 2}], [gideon, lock]) == [(False, "602.5")]
    assert ask([{"ability_of": "Gideon Jura", "ability": 2}], [gideon]) == [(True, "602.2b")]


def test_an_ability_works_in_its_zones():
    thing = {**permanent("{1}"), "abilities": [{"activated": "{1}", "in": ["graveyard"], "do": []}]}
    assert one([thing]) == (False, "113.6")
    value = {"graveyard": {"you": [thing]}}
    assert ask([{"ability_of": "X"}], [], **value) == [(True, "602.2b")]


def test_an_ability_named_by_its_cost():
    thing = {**permanent("{1}"), "abilities": [{"activated": cost, "do": []} for cost in ("{1}, {T}", "{2}", "{2}")]}
    assert ask([{"ability_of": "X", "cost": "{1},{T}"}], [thing]) == [(True, "602.2b")]
    for entry in ({"ability_of": "X", "cost": "{3}"}, {"ability_of": "X", "cost": "{2}"}):
        with pytest.raises(MalformedError):
            ask([entry], [thing])
    with pytest.raises(MalformedError):
        ask([{"ability_of": "X", "cost": "{1}, {T}", "ability": 1}], [thing])


def test_mono_artifacts_are_tapped_for_everything():
    orb = "Orb of Origin"
    assert one([permanent("{1}", further=["lifelink"]), orb]) == (True, "602.2b")
    both = [{"card": orb, "id": "a"}, {"card": orb, "id": "X", "tapped": True}]
    with pytest.raises(OutOfScopeError):  # a tapped continuous artifact has no abilities
        one(both)
    assert ask([{"ability_of": "a"}], both[:1]) == [(True, "602.2b")]


def test_once_each_turn_whoever_activated_it():
    thing = {**permanent("{1}"), "abilities": [{"activated": "{1}", "once_each_turn": True, "do": []}]}
    done = {"opponent": ["activated ability 1 of X"]}
    assert one([thing]) == (True, "602.2b")
    assert one([thing], history=done) == (False, "602.5b")
    assert one([permanent("{1}")], history=done) == (True, "602.2b")


def test_one_loyalty_ability_of_a_permanent_each_turn():
    entries = [{"ability_of": "Gideon Jura", "ability": number} for number in (2, 3)]
    done = {"you": ["activated loyalty ability of Gideon Jura"]}
    gideon = {"card": "Gideon Jura", "counters": {"loyalty": 6}}
    assert ask(entries, [gideon]) == [(True, "602.2b")] * 2
    assert ask(entries, [gideon], history=done) == [(False, "606.3")] * 2


def test_what_cannot_be_sacrificed_does_not_stop_another_from_paying():
    """118.3, 614.17b: a cost that asks for one of several things is paid with one that can be sacrificed."""
    outlet = {"name": "X", "type": "Artifact", "id": "X", "abilities": [
        {"activated": "{0}", "costs": [{"sacrifice": {"permanent": "a creature you control"}}],
         "do": [{"draw": {"player": "you"}}]},
    ]}  # fmt: skip
    kept = {"name": "Kept", "type": "Creature — Bear", "power": 2, "toughness": 2, "id": "kept", "abilities": [
        {"cannot": {"sacrifice": {"permanent": "this"}}},
    ]}  # fmt: skip
    assert one([outlet, kept]) == (False, "614.17b")
    assert one([outlet, kept, {"card": "Grizzly Bears"}]) == (True, "602.2b")
    assert one([outlet]) == (False, "118.3")


def test_only_what_can_be_sacrificed_is_offered():
    """614.17b: a player can't choose to pay with what can't be sacrificed."""
    outlet = {"name": "X", "type": "Artifact", "id": "X", "abilities": [
        {"activated": "{0}", "costs": [{"sacrifice": {"permanent": "a creature you control"}}],
         "do": [{"draw": {"player": "you"}}]},
    ]}  # fmt: skip
    kept = {"name": "Kept", "type": "Creature — Bear", "power": 2, "toughness": 2, "id": "kept", "abilities": [
        {"cannot": {"sacrifice": {"permanent": "this"}}},
    ]}  # fmt: skip
    board = {"you": [outlet, kept, {"card": "Grizzly Bears", "id": "bear"}]}
    event = {"activate": {"ability_of": "X", "ability": 1}}
    scenario = build(read_document(json.dumps({"title": "x", "battlefield": board, "event": event})))
    (outcome,) = outcomes(scenario.situation, *scenario.steps).outcomes
    assert outcome.events[0].affected == "bear"


@pytest.mark.parametrize(
    ("spend", "cost", "expected"),
    [
        ("any", "{G}{U}", True),
        ("W", "{G}{U}", False),
        ("W", "{G}{R}", True),
        ("R", "{G}{W}", True),
        ("any", "{C}", False),
        (None, "{G}{R}", False),
    ],
)
def test_mana_spent_as_though_it_were_of_any_color(spend, cost, expected):
    lens = {"name": "Lens", "type": "Artifact", "abilities": [{"allows": {"spend": spend}}] if spend else []}
    found = one([permanent(cost), lens], mana_pool={"you": "{W}{R}"})
    assert found == ((True, "602.2b") if expected else (False, "118.3a"))


def test_what_may_be_spent_so_is_a_type_of_mana():
    with pytest.raises(MalformedError):
        one([{**permanent("{G}"), "abilities": [{"allows": {"spend": "Q"}}]}])
