"""Lowering: text and tree give the same node; names mean what their place expects; macros keep their scopes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ludotome.gamedef import GameDef, Symbols, expression_text, to_json
from ludotome.spec import compile_text
from tests.support.documents import RICH, whole_document

ACTION = """actions:
  - id: wait
    params: [ { name: $z, domain: board }, { name: $t, domain: tokens() } ]
"""


def compiled(snippet: str) -> GameDef:
    result = compile_text(whole_document(snippet, RICH))
    assert [found.message for found in result.diagnostics if found.severity == "error"] == []
    assert result.game_def is not None
    return result.game_def


def condition(written: str) -> object:
    """Return the JSON of a condition, which is written in an action so that there is an actor."""
    snippet = f"{ACTION}    pre: {written}\n    effects: []\n"
    game_def = compiled(snippet)
    return json.loads(to_json(game_def))["actions"][0]["pre"]


# Pairs of lines: an expression as text, and below it, indented, the same as a tree.
TWINS = dict(
    re.findall(r"^(\S.*)\n    (.*)$", (Path(__file__).parent / "twins.txt").read_text(encoding="utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("text", TWINS)
def test_text_and_tree_give_the_same_node(text: str) -> None:
    assert condition(json.dumps(text)) == condition(TWINS[text])


@pytest.mark.parametrize("text", TWINS)
def test_a_node_is_written_as_a_text_that_means_it(text: str) -> None:
    game_def = compiled(f"{ACTION}    pre: {json.dumps(text)}\n    effects: []\n")
    written = expression_text(Symbols(game_def), game_def.actions[0].pre)
    assert condition(json.dumps(written)) == condition(json.dumps(text)), written


def test_there_are_enough_pairs() -> None:
    assert len(TWINS) > 45


def test_the_filter_of_zones_binds_the_seeds_zone() -> None:
    tree = "{op: exists, query: {query: zones, filter: {op: empty, zone: $zone}}}"
    assert condition(tree) == {
        "op": "exists",
        "query": {
            "query": "where",
            "of": {"query": "zones"},
            "where": {"op": "empty", "zone": {"ref": "binding", "name": "$zone"}},
            "bind": "$zone",
        },
    }


def effects(written: str, more: str = "") -> list[object]:
    snippet = f"{more}{ACTION}    effects:\n{written}"
    return json.loads(to_json(compiled(snippet)))["actions"][0]["effects"]


SHORT = {
    "addVar: { var: money, delta: 1 }": {
        "addVar": {"var": "money", "delta": 1, "scope": "player", "player": {"ref": "actor"}}
    },
    "addVar: { var: score, delta: goal }": {"addVar": {"var": "score", "delta": 5}},
    "setVar: { var: heat, zone: $z, value: 0 }": {
        "setVar": {"var": "heat", "value": 0, "scope": "zone", "zone": {"ref": "binding", "name": "$z"}}
    },
    "setVar: { var: mode, value: slow }": {"setVar": {"var": "mode", "value": "slow"}},
    "shuffle: deck": {"shuffle": {"zone": {"ref": "zone", "zone": "deck"}}},
    "setActivePlayer: 1": {"setActivePlayer": {"player": {"ref": "seat", "seat": 1}}},
    "setActivePlayer: left": {
        "setActivePlayer": {"player": {"ref": "playerProp", "player": {"ref": "actor"}, "prop": "next"}}
    },
    "eliminate: activePlayer": {"eliminate": {"player": {"ref": "active"}}},
    "endTurn": {"endTurn": {}},
    "draw: { from: deck, to: hand, count: 3 }": {
        "draw": {
            "from": {"ref": "zone", "zone": "deck"},
            "to": {"ref": "ownedZone", "zone": "hand", "player": {"ref": "actor"}},
            "count": 3,
        }
    },
    "moveTokenAdjacent: { token: $t, direction: n }": {
        "moveTokenAdjacent": {"token": {"ref": "binding", "name": "$t"}, "direction": "n"}
    },
    "moveTokenAdjacent: { token: $t, direction: $z }": {
        "moveTokenAdjacent": {"token": {"ref": "binding", "name": "$t"}, "to": {"ref": "binding", "name": "$z"}}
    },
    "setTokenProp: { token: $t, prop: type, value: man }": {
        "setTokenProp": {"token": {"ref": "binding", "name": "$t"}, "prop": "type", "value": "man"}
    },
}


@pytest.mark.parametrize("written", SHORT)
def test_an_effect_in_short_is_lowered_in_full(written: str) -> None:
    assert effects(f"      - {written}\n") == [SHORT[written]]


def test_a_name_of_an_argument_is_not_captured_by_the_macro() -> None:
    """The element passed to a macro keeps its meaning under the macro's own binders."""
    snippet = """macros:
  - { name: kin, params: [$z], expr: "group($z, top(it).owner == top($z).owner)" }
actions:
  - id: wait
    params: [ { name: $s, domain: "board where exists($s in kin(it) where $s != it)" } ]
    effects: []
"""
    domain = json.loads(to_json(compiled(snippet)))["actions"][0]["params"][0]["domain"]
    assert domain["bind"] == "$it_1"
    group = domain["where"]["query"]["of"]
    assert group["zone"] == {"ref": "binding", "name": "$it_1"}
    assert group["where"]["left"]["token"]["zone"] == {"ref": "binding", "name": "$it"}
    assert group["where"]["right"]["token"]["zone"] == {"ref": "binding", "name": "$it_1"}


def test_effects_of_a_macro_evaluate_their_arguments_once_before_they_change_anything() -> None:
    zone_of_t = {"ref": "tokenProp", "token": {"ref": "binding", "name": "$t"}, "prop": "zone"}
    made = effects(
        "      - let: { bind: $from, value: a1 }\n      - go: [$t, marked]\n"
        "      - moveToken: { token: $t, to: $from }\n",
        "macros:\n  - name: go\n    params: [$who, $to]\n    effects:\n      - let: { bind: $from, value: $who.zone }\n"
        "      - setVar: { var: marked, value: $from }\n      - moveToken: { token: $who, to: $to }\n",
    )
    assert made == [
        {"let": {"bind": "$from", "value": {"ref": "zone", "zone": "cell_2_0"}}},
        {"let": {"bind": "$to", "value": {"ref": "gvar", "var": "marked"}}},
        {"let": {"bind": "$from_1", "value": zone_of_t}},
        {"setVar": {"var": "marked", "value": {"ref": "binding", "name": "$from_1"}}},
        {"moveToken": {"token": {"ref": "binding", "name": "$t"}, "to": {"ref": "binding", "name": "$to"}}},
        {"moveToken": {"token": {"ref": "binding", "name": "$t"}, "to": {"ref": "binding", "name": "$from"}}},
    ]  # fmt: skip


def test_a_fault_in_a_macro_is_shown_there_with_the_call_beside_it() -> None:
    text = whole_document(
        'macros:\n  - { name: late, params: [$p], expr: "$p.mony > 3" }\n'
        'actions:\n  - { id: wait, pre: "late(actor)", effects: [] }\n',
        RICH,
    )
    (found,) = (one for one in compile_text(text).diagnostics if one.severity == "error")
    assert found.code == "LT208"
    assert found.alternatives[0] == "money"
    assert found.path == "macros[0].expr"
    assert found.span is not None
    assert text[found.span.start : found.span.end] == "mony"
    assert [text[label.span.start : label.span.end] for label in found.labels] == ["late"]


def test_a_word_that_may_not_stand_before_a_dot_is_reported() -> None:
    """`actor.score` without an actor must be reported."""
    found = compile_text(whole_document('scoring: "actor.score"\n')).diagnostics
    assert [one.code for one in found if one.severity == "error"] == ["LT306"]


def test_a_variable_that_a_cost_is_paid_from_counts_as_read() -> None:
    snippet = """
globalVars:
  - { name: score, type: int, min: 0, max: 9, init: 0 }
perPlayerVars:
  - { name: money, type: int, min: 0, max: 3, init: 3 }
actions:
  - id: buy
    cost: [ addVar: { var: money, delta: -1 } ]
    effects: [ addVar: { var: score, delta: 1 } ]
"""
    assert compile_text(whole_document(snippet)).diagnostics == ()
