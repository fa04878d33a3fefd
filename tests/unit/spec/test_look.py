"""The section `look`: compiled, checked, and not part of the rules."""

from __future__ import annotations

import pytest

from ludotome.gamedef import LookDef, TypeLookDef, from_json, rules_hash, to_json
from ludotome.spec import compile_text

DOCUMENT = """
```yaml
metadata: { id: looks, players: { min: 2, max: 2 }, seats: [Cats, Rats] }
zones:
  - graph: { zones: [a, b, c], lines: [ { along: e, back: w, zones: [[a, b, c]] } ]GRAPH }
terrain: { mud: { cost: 1 } }
tokenTypes:
  - { id: tank, props: { facing: { type: [n, e], init: e } }DRAW }
  - { id: odd }
actions:
  - id: go
    params: [ { name: $z, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: odd, zone: $z, owner: actor } ]
endConditions:
  - { when: noLegalMoves, result: { type: draw } }
tests:
  - { name: a move, moves: [ "go a" ] }
LOOK
```
"""


def document(look: str = "", *, graph: str = "", draw: str = "") -> str:
    return DOCUMENT.replace("LOOK", look).replace("GRAPH", graph).replace("DRAW", draw)


def compiled(text: str):
    result = compile_text(text)
    assert result.game_def is not None, result.diagnostics
    return result.game_def


def test_a_look_is_compiled_with_its_colours_written_out() -> None:
    look = """look:
  seats: { Cats: green, Rats: "#a0f" }
  board: { style: lines, light: white }
  terrain: { mud: brown }
  types: { tank: ship, odd: { mark: "!", color: "#123456" } }"""
    assert compiled(document(look)).look == LookDef(
        seats={"Cats": "#2C7F4F", "Rats": "#AA00FF"},
        board="lines",
        light="#FFFDF8",
        terrain={"mud": "#7A4F2B"},
        types={"tank": TypeLookDef(shape="ship"), "odd": TypeLookDef(mark="!", color="#123456")},
    )


def test_draw_may_follow_a_property() -> None:
    made = compiled(document(draw=', draw: { by: facing, n: "^", e: star }'))
    assert made.token_types[0].draw is None
    assert made.look == LookDef(types={"tank": TypeLookDef(by="facing", values={"n": "^", "e": "star"})})


def test_a_flat_top_of_hexagons_is_not_part_of_the_rules() -> None:
    graph = "graph: { zones: [a, b, c], lines: [ { along: e, back: w, zones: [[a, b, c]] } ] }"
    assert graph in document()
    text = document().replace('"go a"', '"go hex_0_0"')
    plain, pointed, flat = (
        compiled(text.replace(graph, f"hex: {{ radius: 1{top} }}")) for top in ("", ", top: pointed", ", top: flat")
    )
    assert plain == pointed
    assert flat.boards[0].layout == "flat"
    assert flat != plain
    assert rules_hash(flat) == rules_hash(plain)
    assert from_json(to_json(flat)) == flat


def test_looks_places_and_layouts_are_no_part_of_the_rules() -> None:
    plain = compiled(document())
    dressed = compiled(
        document("look: { seats: { Cats: red } }", graph=", layout: ring, at: { a: [0, 0], b: [3, -1] }")
    )
    assert rules_hash(dressed) == rules_hash(plain)
    assert [zone.at for zone in dressed.zones] == [(0, 0), (3, -1), None]
    assert dressed.boards[0].layout == "ring"
    assert '"look"' not in to_json(plain)
    assert '"at"' not in to_json(plain)
    assert from_json(to_json(dressed)) == dressed


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ("look: { seats: { Cat: red } }", "there is no seat called `Cat`"),
        ("look: { seats: { Cats: blurple } }", "`blurple` is not a colour"),
        ('look: { seats: { Cats: "#12" } }', "`#12` is not a colour"),
        ("look: { terrain: { mire: red } }", "there is no terrain called `mire`"),
        ("look: { types: { tnak: ship } }", "there is no token type called `tnak`"),
        ("look: { types: { tank: shp } }", "there is no shape called `shp`"),
        ('look: { types: { tank: { path: "M1 1<script>" } } }', "this is not path data"),
        ('look: { types: { tank: { path: "url(#x)" } } }', "this is not path data"),
        (f'look: {{ types: {{ tank: {{ path: "M{" 1" * 2000}" }} }} }}', "this is not path data"),
        ("look: { types: { tank: { mark: abcde } } }", "`abcde` is too long for a mark"),
        ("look: { types: { tank: { draw: { by: fcing, n: x } } } }", "there is no property called `fcing`"),
        ("look: { types: { tank: { draw: { by: facing, x: x } } } }", "there is no value called `x`"),
    ],
)
def test_what_cannot_be_drawn_is_reported(look: str, told: str) -> None:
    found = compile_text(document(look)).diagnostics
    errors = [one for one in found if one.severity == "error"]
    assert [one.code for one in errors] == ["LT260"]
    assert told in errors[0].message


def test_a_place_is_two_whole_numbers() -> None:
    found = compile_text(document(graph=", at: { a: [1] }")).diagnostics
    assert [one.code for one in found if one.severity == "error"] == ["LT614"]


@pytest.mark.parametrize("path", ["M NaN 0", "M1e9 0", "M0 0'/><script>", "M", "hello", "M0 0" + "L1 1" * 600, ""])
def test_invalid_path_data_is_refused(path: str) -> None:
    found = compile_text(document(f'look: {{ types: {{ tank: {{ path: "{path}" }} }} }}')).diagnostics
    assert [one.code for one in found if one.severity == "error"] == ["LT260"]


@pytest.mark.parametrize(
    "color", ["url(http://x)", "#12345678", "rgb(1,2,3)", "red;fill:blue", "5", "#12345G", "transparent"]
)
def test_invalid_colours_are_refused(color: str) -> None:
    found = compile_text(document(f'look: {{ seats: {{ Cats: "{color}" }} }}')).diagnostics
    assert [one.code for one in found if one.severity == "error"] == ["LT260"]


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("[1000000, 0]", "LT419"),
        ("[.nan, 0]", "LT107"),
        ("[.inf, 0]", "LT107"),
        ("[1]", "LT614"),
        ("[1, 2, 3]", "LT614"),
        ("[0, 0]", "LT614"),
    ],
)
def test_places_that_cannot_be_drawn_are_refused(place: str, code: str) -> None:
    found = compile_text(document(graph=f", at: {{ b: [0, 0], a: {place} }}")).diagnostics
    assert [one.code for one in found if one.severity == "error"] == [code]


def test_two_zones_with_one_place_are_both_named() -> None:
    found = compile_text(document(graph=", at: { a: [2, 1], b: [2, 1] }")).diagnostics
    messages = [one.message for one in found if one.severity == "error"]
    assert messages == ["`b` has the same position as `a`"]
