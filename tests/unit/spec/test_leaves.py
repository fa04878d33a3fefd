"""Plain values, macro parameters, scopes, made bindings and paths are checked; each error says what to write."""

from __future__ import annotations

from typing import Any

import pytest

from ludotome.diagnostics import has_errors
from ludotome.gamedef import AddVar, Binding, ForEach, OwnedZone, PlayError, PlayerVar, from_json, to_json
from ludotome.spec import (
    CompileResult,
    GameSpecDoc,
    compile_game_spec_to_game_def,
    compile_text,
    expand_macros,
    parse_game_spec,
    validate_game_spec,
)
from tests.support.documents import COUNTING, MARKING, RICH, whole_document


def compiled(snippet: str, base: dict[str, str] = COUNTING) -> CompileResult:
    return compile_text(whole_document(snippet, base))


def told(snippet: str, base: dict[str, str] = COUNTING) -> list[tuple[str, str, str, str | None]]:
    return [(one.code, one.path, one.message, one.suggestion) for one in compiled(snippet, base).diagnostics]


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def effect(text: str) -> str:
    return f"actions: [ {{ id: add, effects: [ {text} ] }} ]\n"


@pytest.mark.parametrize(
    ("value", "wrong", "found"),
    [
        ("{ ref: gvar, var: [round] }", "var", "expected the name of a global variable, found a list"),
        ("{ ref: gvar, var: null }", "var", "expected the name of a global variable, found nothing"),
        ("{ ref: int, value: 1.5 }", "value", "expected a whole number, found 1.5"),
        ("{ ref: int, value: true }", "value", "expected a whole number, found true"),
        ("{ ref: int, value: 99999999999999999999 }", "value", "expected a whole number, found `99999999999999999999`"),
        ("{ ref: binding, name: score }", "name", "expected a name with `$`, found `score`"),
        ("{ aggregate: count, query: players, bind: p, where: true }", "bind", "expected a name with `$`, found `p`"),
    ],
)
def test_a_leaf_of_a_tree_is_checked_against_its_kind(value: str, wrong: str, found: str) -> None:
    (one,) = told(effect(f"addVar: {{ var: score, delta: {value} }}"))
    assert one[:3] == ("LT257", f"actions[0].effects[0].addVar.delta.{wrong}", found)


@pytest.mark.parametrize(
    ("written", "path", "found"),
    [
        ("forEach: { bind: $p, over: players, limit: two, effects: [] }", "forEach.limit", "expected a whole number"),
        (
            "forEach: { bind: p, over: players, effects: [ setActivePlayer: $p ] }",
            "forEach.bind",
            "expected a name with",
        ),
        ("addVar: { var: 5, delta: 1 }", "addVar.var", "expected the name of a variable, found 5"),
        ("addVar: { var: score, delta: 1, scope: everywhere }", "addVar.scope", "expected one of `global`, `player`"),
    ],
)
def test_a_leaf_of_an_effect_is_checked_and_nothing_follows_from_it(written: str, path: str, found: str) -> None:
    (one,) = told(effect(written))
    assert one[:2] == ("LT257", f"actions[0].effects[0].{path}")
    assert one[2].startswith(found)


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("if: { when: true, then: 5 }", "if.then"),
        ("if: { when: true, then: [ 5 ] }", "if.then[0]"),
        (
            "forEach: { bind: $p, over: players, effects: [ { endTurn: {}, endPhase: {} } ] }",
            "forEach.effects[0].endPhase",
        ),
        ("let: { bind: $p, value: 1, in: endTurn }", "let.in"),
        ("place: 5", "place"),
    ],
)
def test_lists_inside_effects_are_checked_as_those_outside(written: str, path: str) -> None:
    (one,) = told(effect(written))
    assert one[1] == f"actions[0].effects[0].{path}"


def test_the_binder_of_move_all_is_seen_by_its_filter() -> None:
    snippet = 'actions: [ { id: go, effects: [ moveAll: { from: a1, to: a2, filter: "$x.power > 1", bind: $x } ] } ]\n'
    game_def = compiled(snippet, RICH).game_def
    assert game_def is not None
    assert from_json(to_json(game_def)) == game_def


# ── scope ──


def test_a_wrong_scope_says_where_the_variable_belongs() -> None:
    (one,) = told(effect("addVar: { var: score, scope: player, delta: 1 }"))
    path = "actions[0].effects[0].addVar.scope"
    assert one == ("LT258", path, "`score` is a global variable, not a player variable", "leave `scope` out")


def test_scopes_may_be_called_as_the_expressions_that_read_them() -> None:
    game_def = compiled(
        "actions: [ { id: go, effects: [ addVar: { var: money, scope: pvar, delta: 1 } ] } ]\n", RICH
    ).game_def
    assert game_def is not None
    (made,) = game_def.actions[0].effects
    assert isinstance(made, AddVar)
    assert made.scope == "player"
    text = to_json(game_def)
    assert from_json(text.replace('"scope":"player"', '"scope":"pvar"')) == game_def


# ── macros ──

BOARDS = [
    ("grid: { rows: 0, cols: 3 }", "zones[0].grid.rows"),
    ("{ macro: grid, args: [0, 3] }", "zones[0].args[0]"),
    ("{ macro: grid, args: [3, x] }", "zones[0].args[1]"),
    ("hex: { radius: -1 }", "zones[0].hex.radius"),
    ("{ macro: hex, args: [-1] }", "zones[0].args[0]"),
    ("grid: { rows: 3 }", "zones[0].grid"),
    ("grid: { rows: [3], cols: 3 }", "zones[0].grid.rows"),
    ("grid: { rows: none, cols: 3 }", "zones[0].grid.rows"),
    ("grid: { rows: 3, cols: 3, wrap: 5 }", "zones[0].grid.wrap"),
    ("grid: { rows: tiny, cols: 3 }", "zones[0].grid.rows"),
    ("hex: { rectangle: [2, tiny] }", "zones[0].hex.rectangle[1]"),
    ("graph: { zones: 7 }", "zones[0].graph.zones"),
    ("{ macro: [grid], args: [3, 3] }", "zones[0].macro"),
]


@pytest.mark.parametrize(("board", "path"), BOARDS)
def test_expand_macros_checks_the_parameters_of_boards_itself(board: str, path: str) -> None:
    doc = parse_game_spec(f"```yaml\nconstants: {{ tiny: 0 }}\nzones:\n  - {board}\n```\n").doc
    expanded = expand_macros(doc)
    assert has_errors(expanded.diagnostics)
    assert [found.path for found in expanded.diagnostics] == [path]
    assert all(found.suggestion for found in expanded.diagnostics)
    assert expanded.doc is doc, "nothing is half done"


@pytest.mark.parametrize(
    ("macro", "path"),
    [
        ("refillToSize: { zone: row, size: 4 }", "setup[0].refillToSize"),
        ("refillToSize: { zone: row, size: 1.5, fromZone: deck }", "setup[0].refillToSize.size"),
        ("refillToSize: row", "setup[0].refillToSize"),
        ("discardDownTo: { size: 4 }", "setup[0].discardDownTo"),
        ("if: { when: true, then: [ discardDownTo: { zone: row } ] }", "setup[0].if.then[0].discardDownTo"),
        ("capture: { zoon: a1, zone: a1 }", "setup[0].capture.zoon"),
    ],
)
def test_expand_macros_checks_the_fields_of_effects_itself(macro: str, path: str) -> None:
    doc = parse_game_spec(f"```yaml\nsetup:\n  - {macro}\n```\n").doc
    assert [found.path for found in expand_macros(doc).diagnostics] == [path]
    assert expand_macros(doc).doc is doc


def test_an_expanded_document_is_checked_as_strictly_as_one_that_is_not() -> None:
    doc = parse_game_spec(whole_document("metadata: { id: 5, players: { min: 1, max: two } }\n", MARKING)).doc
    at_once = compile_game_spec_to_game_def(doc)
    assert [found.path for found in at_once.diagnostics] == ["metadata.id", "metadata.players.max"]
    assert compile_game_spec_to_game_def(expand_macros(doc).doc) == at_once


def test_a_section_changed_after_expansion_is_checked_too() -> None:
    made = expand_macros(parse_game_spec(whole_document("", MARKING)).doc).doc
    changed = GameSpecDoc(
        {**made.sections, "actions": 5}, boards=made.boards, changed=made.changed, origins=made.origins
    )
    assert [found.path for found in compile_game_spec_to_game_def(changed).diagnostics] == ["actions"]


# ── bindings that macros make ──

DEALS = """zones:
  - { id: deck, ordering: stack, capacity: 9 }
  - { id: hand, owner: player, capacity: 9 }
tokenTypes: [ { id: card, max: 9 } ]
actions: [ { id: wait, effects: [] } ]
"""


def test_a_made_binding_cannot_be_spelt() -> None:
    snippet = DEALS + 'setup: [ draw: { from: deck, to: hand:each, count: "$each_1.seat" } ]\n'
    (one,) = [found for found in compiled(snippet, MARKING).diagnostics if found.code == "LT207"]
    assert (one.path, one.message) == ("setup[0].draw.count", "unknown binding `$each_1`")
    assert "$each" not in " ".join(one.alternatives)


@pytest.mark.parametrize("name", ["$each_1", "$each 1"])
def test_a_made_binding_cannot_be_spelt_in_a_tree_either(name: str) -> None:
    tree = f'{{ ref: playerProp, player: {{ ref: binding, name: "{name}" }}, prop: seat }}'
    snippet = DEALS + f"setup: [ draw: {{ from: deck, to: hand:each, count: {tree} }} ]\n"
    assert [found.path for found in compiled(snippet, MARKING).diagnostics if found.severity == "error"] == [
        "setup[0].draw.count.player.name"
    ]


def test_a_binding_of_the_authors_never_takes_the_place_of_a_made_one() -> None:
    snippet = DEALS + (
        "setup: [ forEach: { bind: $each_1, over: { query: tokensInZone, zone: hand:each },"
        " effects: [ moveToken: { token: $each_1, to: hand:each } ] } ]\n"
    )
    game_def = compiled(snippet, MARKING).game_def
    assert game_def is not None
    (outer,) = game_def.setup
    assert isinstance(outer, ForEach)
    assert outer.bind == "$each_2"
    inner = outer.effects[0]
    assert isinstance(inner, ForEach)
    assert inner.bind == "$each_1"
    assert inner.effects[0].to == OwnedZone("hand", Binding("$each_2"))  # type: ignore[union-attr]


# ── generated documents ──


@pytest.mark.parametrize(
    ("sections", "told"),
    [
        ({"metadata": object()}, "doc holds object values"),
        ({"metadata": {1: 2}}, "a key that is not a string"),
        ({"actions": ({"id": "a"},)}, "doc holds tuple values"),
        ([], "doc.sections is []"),
        ({"zones": nested(300)}, "nested more than 64 deep"),
    ],
)
@pytest.mark.parametrize("stage", [validate_game_spec, expand_macros, compile_game_spec_to_game_def])
def test_values_that_yaml_does_not_have_are_refused_in_words(stage: Any, sections: Any, told: str) -> None:
    with pytest.raises(PlayError) as caught:
        stage(GameSpecDoc(sections))
    assert told in str(caught.value)


@pytest.mark.parametrize("stage", [validate_game_spec, expand_macros, compile_game_spec_to_game_def])
def test_the_deepest_document_is_answered(stage: Any) -> None:
    tree: Any = True
    for _ in range(55):
        tree = {"op": "not", "arg": tree}
    doc = parse_game_spec(whole_document("", COUNTING)).doc
    ends = [{"when": tree, "result": {"type": "draw"}}]
    assert stage(GameSpecDoc({**doc.sections, "endConditions": ends})) is not None


def test_an_unknown_section_is_reported() -> None:
    doc = parse_game_spec(whole_document("", COUNTING)).doc
    result = compile_game_spec_to_game_def(GameSpecDoc({**doc.sections, "acitons": []}))
    assert [(found.path, found.suggestion) for found in result.diagnostics] == [("acitons", "write `actions`")]


# ── paths ──


@pytest.mark.parametrize(
    ("snippet", "path"),
    [
        ("setup: [ refillToSize: { zone: shop, size: 4, fromZone: a1 } ]\n", "setup[0].refillToSize.zone"),
        ("setup: [ discardDownTo: { zone: shop, size: 4 } ]\n", "setup[0].discardDownTo.zone"),
        ("zones: [ grid: { rows: 3, cols: 3, names: algebraic }, { id: row, capacity: 0 } ]\n", "zones[1].capacity"),
        ("zones: [ grid: { rows: 3, cols: 3, names: algebraic, capacity: 0 } ]\n", "zones[0].grid.capacity"),
        ("zones: [ grid: { rows: 3, cols: 3, names: algebraic }, { id: board } ]\n", "zones[0].grid"),
    ],
)
def test_paths_are_those_of_the_document_as_written(snippet: str, path: str) -> None:
    result = compiled(snippet, MARKING)
    assert path in {found.path for found in result.diagnostics}
    assert all(
        parse_game_spec(whole_document(snippet, MARKING)).doc.nearest_path(one.path) == one.path
        for one in result.diagnostics
    )


def test_a_path_in_a_message_is_one_of_the_document_too() -> None:
    snippet = "zones: [ grid: { rows: 3, cols: 3, names: algebraic }, { id: board } ]\n"
    (one,) = [found for found in compiled(snippet, MARKING).diagnostics if found.code == "LT403"]
    assert "`zones[1].id`" in one.message


# ── missing capabilities ──


def test_missing_capabilities_are_in_a_separate_tuple() -> None:
    result = compiled(effect("wait: 5") + 'endConditions: [ { when: "nope", result: { type: draw } } ]\n')
    assert [found.code for found in result.missing_capabilities] == ["LT701"]
    assert set(result.missing_capabilities) < set(result.diagnostics)
    assert compiled("").missing_capabilities == ()
    assert compiled("actions: [ { id: add, effects: [], priority: 5 } ]\n").missing_capabilities != ()


def test_a_player_variable_read_without_a_player_is_the_actors() -> None:
    game_def = compiled(
        effect("addVar: { var: money, delta: { ref: pvar, var: money } }").replace("add,", "go,"), RICH
    ).game_def
    assert game_def is not None
    made = game_def.actions[0].effects[0]
    assert isinstance(made, AddVar)
    assert isinstance(made.delta, PlayerVar)


@pytest.mark.parametrize(
    ("winner", "said"),
    [("{ id: mark }", "a mapping"), ("[[X]]", "a list"), ("true", "true"), ("1.5", "1.5"), ("7", "7")],
)
def test_a_winner_that_is_not_a_seat_is_not_shown_as_a_python_value(winner: str, said: str) -> None:
    text = f"""```yaml
metadata: {{ id: g, players: {{ min: 2, max: 2 }}, seats: [X, O] }}
zones: [ grid: {{ rows: 2, cols: 2 }} ]
tokenTypes: [ {{ id: mark }} ]
actions: [ {{ id: wait, effects: [] }} ]
endConditions: [ {{ when: turn > 3, result: {{ type: draw }} }} ]
tests: [ {{ name: t, outcome: {{ win: {winner} }} }} ]
```
"""
    (found,) = (one for one in compile_text(text).diagnostics if one.severity == "error")
    assert (found.code, found.message) == ("LT238", f"expected a seat, found {said}")
    assert found.suggestion == "write one of `X`, `O`"
