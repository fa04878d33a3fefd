"""Properties of zones by condition, and variables of zones that `place` and tests set."""

# ruff: noqa: E501  (one case a line)

from __future__ import annotations

import pytest

from ludotome.diagnostics import Diagnostic
from ludotome.play import load_text
from ludotome.spec import compile_text

GAME = """# Fields

```yaml
metadata: {{ id: fields, players: {{ min: 2, max: 2 }}, seats: [Ann, Bob] }}
zones: [ {board}, {{ id: deck }} ]
regions: {{ ones: "side == 1" }}
perZoneVars:
  - {{ name: heat, type: int, min: 0, max: 9 }}
  - {{ name: mode, type: [cold, warm] }}
  - {{ name: holder, type: player }}
tokenTypes: [ {{ id: man }} ]
setup: [ place: {{ Ann: {{ man: [{cell}] }}, vars: {{ {vars} }} }} ]
actions: [ {{ id: warm, params: [ {{ name: $z, domain: ones }} ], effects: [ addVar: {{ var: heat, zone: $z, delta: 1 }} ] }} ]
endConditions: [ {{ when: "{cell}.heat == 9", result: {{ type: draw }} }} ]
tests: [ {{ name: it, {test} }} ]
```
"""
GRID = "grid: { rows: 2, cols: 3, names: algebraic, props: %s }"
SIDES = '{ side: { 1: "row == 0", 2: [a1, b1] } }'


def text(board: str = GRID % SIDES, cell: str = "a1", vars: str = "", test: str = "expect: { turn: 0 }") -> str:  # noqa: A002
    return GAME.format(board=board, cell=cell, vars=vars, test=test)


def failures(written: str) -> tuple[str, ...]:
    (result,) = load_text(written).run_tests()
    return result.failures


def error(written: str) -> Diagnostic:
    (found,) = [one for one in compile_text(written).diagnostics if one.severity == "error"]
    return found


@pytest.mark.parametrize(
    ("board", "cell", "expected"),
    [
        (GRID % SIDES, "a1", '"count(ones)": 3, a1.side: 2, "c1.side == none": true'),
        (GRID % '{ side: { 1: "col == 0" }, price: 4, kind: { wet: [a1] }, open: { true: [b1] } }', "a1", "c2.price: 4, a1.kind: wet, b1.open: true"),
        (GRID % '{ side: { -1: "row == 0", 1: "row == 1" } }', "a1", "b2.side: -1"),
        ('hex: { radius: 1, props: { side: { 1: "q == 0" } } }', "hex_0_0", '"count(ones)": 3'),
        ("graph: { zones: [a, b, c], props: { side: { 1: [a, c] } } }", "a", '"count(ones)": 2, "b.side == none": true'),
    ],
)  # fmt: skip
def test_cells_have_the_properties_written(board: str, cell: str, expected: str) -> None:
    assert failures(text(board, cell, test=f"expect: {{ {expected} }}")) == ()


@pytest.mark.parametrize(
    ("props", "code", "suggestion"),
    [
        ('{ side: { 1: "row == 0", 2: "col == 0" } }', "LT619", "write conditions of which only one is true"),
        ('{ side: "row == 0" }', "LT619", '`side: { 1: "row == 0" }`'),
        ('{ side: { 1: "rwo == 0" } }', "LT202", "write `row`"),
        ("{ side: { 1: [a7] } }", "LT201", "write one of"),
        ("{ side: [1] }", "LT107", "write one value or a mapping"),
        ('{ side: { 1: "turn == 0" } }', "LT241", "use coordinates"),
    ],
)
def test_faulty_properties_are_reported(props: str, code: str, suggestion: str) -> None:
    found = error(text(GRID % props, test="name: it").replace("tests:", "# ").replace('"side == 1"', '"row == 0"'))
    assert (found.code, found.path.startswith("zones[0].grid.props.side")) == (code, True)
    assert suggestion in (found.suggestion or "")


def test_variables_of_zones_are_set_by_zone_region_and_board() -> None:
    placed = "a1.heat: 3, ones.heat: 2 + 2, b1.mode: warm, c1.holder: Bob"
    assert (
        failures(
            text(vars=placed, test='expect: { a1.heat: 3, "sum(board, heat)": 15, b1.mode: warm, c1.holder: Bob }')
        )
        == ()
    )
    assert (
        failures(text(vars=placed, test='vars: { board.heat: 1, a2.heat: 5 }, expect: { "sum(board, heat)": 10 }'))
        == ()
    )
    position = "position: { Bob: { man: [b1] }, vars: { b1.heat: 7 } }"
    assert failures(text(vars=placed, test=f'{position}, expect: {{ "sum(board, heat)": 7, b1.mode: cold }}')) == ()


@pytest.mark.parametrize(
    ("written", "code", "suggestion"),
    [
        ("a1.haet: 3", "LT202", "write `a1.heat`"),
        ("deck.heat: 3", "LT202", "write `"),
        ("heat: 3", "LT202", "`a2.heat`"),
        ("a1.mode: hot", "LT211", "`cold`"),
        ("a1.heat: warm", "LT220", ""),
    ],
)
def test_faulty_variables_are_reported(written: str, code: str, suggestion: str) -> None:
    found = error(text(vars=written))
    assert (found.code, found.path.startswith("setup[0].place.vars")) == (code, True)
    assert suggestion in (found.suggestion or "")


def test_a_seat_called_vars_is_a_seat() -> None:
    written = text().replace("seats: [Ann, Bob]", "seats: [Ann, vars]").replace("vars: {  }", "vars: { man: [b1] }")
    assert failures(written.replace("turn: 0", '"top(b1).owner": vars')) == ()


def test_what_a_token_hides_is_listed_below_the_board() -> None:
    shown = str(load_text(text(vars="a1.heat: 3, b2.heat: 4, board.mode: cold")).new_initial_state(1))
    assert "heat: a1 3" in shown.splitlines()
    assert "b2" not in shown
