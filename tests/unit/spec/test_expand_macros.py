"""expand_macros: boards become zones, built-in macros become effects; the results know where they come from."""

from __future__ import annotations

import pytest

from ludotome.gamedef import to_json
from ludotome.spec import compile_text, expand_macros, parse_game_spec
from tests.support.documents import MARKING, whole_document


def expanded(snippet: str) -> dict[str, object]:
    result = expand_macros(parse_game_spec(f"```yaml\n{snippet}\n```\n").doc)
    assert result.diagnostics == ()
    return dict(result.doc.sections)


def test_a_grid_becomes_zones_with_their_neighbours_row_by_row() -> None:
    zones = expanded("zones: [ grid: { rows: 3, cols: 3 } ]")["zones"]
    assert isinstance(zones, list)
    assert [zone["id"] for zone in zones] == [f"cell_{row}_{col}" for row in range(3) for col in range(3)]
    assert zones[4]["adjacentTo"] == ["cell_0_1", "cell_2_1", "cell_1_0", "cell_1_2"]


def test_the_explicit_form_of_a_board_means_the_same() -> None:
    short = expanded("zones: [ grid: { rows: 3, cols: 2 } ]")
    assert expanded("zones: [ { macro: grid, args: [3, 2] } ]") == short
    assert expanded("zones: [ { macro: grid, args: { rows: 3, cols: 2 } } ]") == short
    assert expanded("zones: [ { macro: hex, args: [1] } ]") == expanded("zones: [ hex: { radius: 1 } ]")


def test_a_hex_board_of_radius_one_has_seven_zones() -> None:
    zones = expanded("zones: [ hex: { radius: 1 } ]")["zones"]
    assert isinstance(zones, list)
    assert len(zones) == 7
    assert zones[3]["adjacentTo"] == ["hex_1_0", "hex_n1_0", "hex_0_1", "hex_0_n1", "hex_1_n1", "hex_n1_1"]


@pytest.mark.parametrize(
    ("board", "code", "path"),
    [
        ("grid: { rows: 0, cols: 3 }", "LT108", "zones[0].grid.rows"),
        ("grid: { rows: 9000000000000000000, cols: 3 }", "LT108", "zones[0].grid.rows"),
        ("grid: { rows: -9000000000000000000000, cols: 3 }", "LT108", "zones[0].grid.rows"),
        ("grid: { rows: 3 }", "LT106", "zones[0].grid"),
        ("grid: { rows: 3, cols: x }", "LT107", "zones[0].grid.cols"),
        ("hex: { radius: -1 }", "LT108", "zones[0].hex.radius"),
        ("hex: {}", "LT612", "zones[0].hex"),
        ("hexagon: { radius: 1 }", "LT113", "zones[0].hexagon"),
        ("grid: [3, 3]", "LT113", "zones[0].grid"),
        ("grid: { rows: 101, cols: 100 }", "LT610", "zones[0].grid"),
    ],
)
def test_a_board_that_cannot_be_blocks_compilation_and_says_what_to_write(board: str, code: str, path: str) -> None:
    result = compile_text(whole_document(f"zones:\n  - {board}\n", MARKING))
    assert result.game_def is None
    first = result.diagnostics[0]
    assert (first.code, first.path) == (code, path)
    assert first.suggestion


def test_a_hundred_by_a_hundred_is_allowed() -> None:
    zones = expanded("zones: [ grid: { rows: 100, cols: 100 } ]")["zones"]
    assert isinstance(zones, list)
    assert len(zones) == 10_000


def test_draw_to_each_becomes_a_draw_for_every_player() -> None:
    assert expanded("setup: [ draw: { from: 'deck:none', to: 'hand:each', count: 5 } ]")["setup"] == [
        {
            "forEach": {
                "bind": "$each 1",
                "over": {"query": "players"},
                "effects": [{"draw": {"from": "deck:none", "to": "hand:$each 1", "count": 5}}],
            }
        }
    ]


@pytest.mark.parametrize("effect", ["shuffle: 'pile:each'", "draw: { from: 'pile:each', to: deck, count: 1 }"])
def test_each_works_for_every_owned_zone_and_in_every_zone_field(effect: str) -> None:
    ((made,),) = (expanded(f"setup: [ {effect} ]")["setup"],)
    assert list(made) == ["forEach"]


def test_refill_draws_only_the_deficit() -> None:
    ((made,),) = (expanded("setup: [ refillToSize: { zone: row, size: 4, fromZone: deck } ]")["setup"],)
    deficit = {"op": "-", "left": 4, "right": {"ref": "zoneCount", "zone": "row"}}
    assert made == {"draw": {"from": "deck", "to": "row", "count": {"op": "max", "args": [0, deficit]}}}


def test_discard_removes_exactly_the_surplus() -> None:
    surplus = {"op": "-", "left": {"ref": "zoneCount", "zone": "hand"}, "right": 5}
    ((made,),) = (expanded("setup: [ discardDownTo: { zone: hand, size: 5, to: pile } ]")["setup"],)
    assert made == {"draw": {"from": "hand", "to": "pile", "count": {"op": "max", "args": [0, surplus]}}}
    ((made,),) = (expanded("setup: [ discardDownTo: { zone: hand, size: 5, to: pile, choose: actor } ]")["setup"],)
    assert made["forEach"]["over"] == {"query": "intsInRange", "min": 1, "max": surplus}
    assert [next(iter(effect)) for effect in made["forEach"]["effects"]] == ["chooseOne", "moveToken"]
    ((made,),) = (expanded("setup: [ discardDownTo: { zone: hand, size: 5 } ]")["setup"],)
    assert made["forEach"]["effects"][0]["if"]["then"] == [{"destroyToken": {"token": made["forEach"]["bind"]}}]


def test_macros_inside_effects_are_expanded_too() -> None:
    snippet = "actions: [ { id: a, effects: [ if: { when: true, then: [ capture: $z ] } ] } ]"
    (action,) = expanded(snippet)["actions"]  # type: ignore[misc]
    assert next(iter(action["effects"][0]["if"]["then"][0])) == "forEach"


def test_expanding_twice_changes_nothing_more() -> None:
    doc = parse_game_spec(whole_document("setup: [ capture: a1 ]\n", MARKING)).doc
    once = expand_macros(doc).doc
    assert expand_macros(once).doc == once


def test_what_a_macro_made_is_shown_where_it_was_written() -> None:
    text = whole_document("setup:\n  - place: { X: { mark: [a1] } }\n  - capture: a9\n", MARKING)
    (found,) = compile_text(text).diagnostics
    assert found.span is not None
    assert text[found.span.start : found.span.end] == "a9"
    assert found.path == "setup[1].capture"


def test_a_graph_has_its_roads_and_directions() -> None:
    snippet = """zones:
  - { id: bar, owner: player }
  - graph:
      id: track
      zones: [p, q, r]
      lines:
        - { along: cw, back: ccw, closed: true, zones: [[p, q, r]] }
        - { along: enter, zones: [["bar:X", p]] }
tokenTypes: [ { id: mark, max: 3 } ]
actions: [ { id: go, effects: [] } ]
endConditions: [ { when: "step(p, cw, 3) == p and empty(step(lastActor.bar, enter))", result: { type: draw } } ]
"""
    game_def = compile_text(whole_document(snippet, MARKING)).game_def
    assert game_def is not None
    zones = {zone.id: zone for zone in game_def.zones}
    assert list(zones) == ["bar:0", "bar:1", "p", "q", "r"]
    assert zones["p"].directions == {"cw": "q", "ccw": "r"}  # type: ignore[index]
    assert zones["bar:0"].directions == {"enter": "p"}  # type: ignore[index]
    assert zones["p"].adjacent_to == ("q", "r", "bar:0")  # type: ignore[index]
    assert game_def.boards[0].directions == ("cw", "ccw", "enter")


def test_a_compiled_definition_holds_no_macro() -> None:
    text = whole_document("setup:\n  - place: { X: { mark: [a1] } }\n  - capture: a2\n", MARKING)
    game_def = compile_text(text).game_def
    assert game_def is not None
    assert not any(word in to_json(game_def) for word in ('capture"', 'place":{', "refillToSize", ":each"))
