"""Expressions of zones, names and players that are read from tables: both kernels play alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import ALL_OFF, ALL_ON, emit_game
from tests.support.parity import check_random_lines, pair_of

# A quarter of the board turns; the targets are written as arithmetic of rows, columns and the name of the turn.
GAME = """\
# Turns

```yaml
metadata: {{ id: turns, players: {{ min: 2, max: 2 }}, seats: [A, B], maxPlies: 60 }}
zones:
  - grid: {{ rows: 4, cols: 4, names: algebraicDown, directions: 8, capacity: 16, wrap: {wrap} }}
  - {{ id: off, capacity: 99 }}
orientation: {{ A: n, B: s }}
tokenTypes: [ {{ id: stone, max: 30 }} ]
globalVars:
  - {{ name: near, type: zone, init: none }}
  - {{ name: way, type: [start, left, right], init: start }}
  - {{ name: seen, type: int, init: 0, min: -99, max: 99 }}
macros:
  - {{ name: top2, params: [$turn], expr: "if $turn in [left, right] then 0 else 2" }}
  - {{ name: at, params: [$row, $col], expr: "step(step(a1, s, $row), e, $col)" }}
actions:
  - id: play
    params:
      - {{ name: $cell, domain: "board where zoneCount(it) < 2 and min(row, col) + abs(row - col) // 2 != seen % 3" }}
      - {{ name: $turn, domain: "[left, right, up, down]" }}
    effects:
      - createToken: {{ type: stone, zone: $cell, owner: actor }}
      - forEach:
          bind: $stone
          over: "tokens(stone) where zone.row - top2($turn) in 0..1 and (zone.col in 0..1 or $turn == up)"
          effects:
            - moveToken:
                token: $stone
                to: "if $turn in [left, down] then at(top2($turn) + $stone.zone.col, top2($turn) + 1 - $stone.zone.row) else step($stone.zone, actor.forward, 1 + $stone.zone.row % 2)"
      - setVar: {{ var: near, value: "step($cell, actor.forward, 2)" }}
      - setVar: {{ var: way, value: "if $turn == up then left else start" }}
      - setVar:
          var: seen
          value: "(if near.row // 2 == 1 and not (near.col % 2 == 1) then max(near.row, near.col) * 7 else min(-3 // 2, near.row - near.col)) + (if way == left or way == right then 5 else -5 % 3) + {ahead}"
endConditions:
  - {{ when: "exists(tokensInZone(off))", result: {{ type: draw }} }}
  - {{ when: noLegalMoves, result: {{ type: draw }} }}
```
"""  # noqa: E501
BOARDS = {
    "flat": {"wrap": "none", "ahead": "count(ray(near, lastActor.forward))"},
    "ring": {"wrap": "both", "ahead": "1"},
}


def game_of(board: str) -> GameDef:
    return ludotome.load_text(GAME.format(**BOARDS[board])).game_def


@pytest.mark.parametrize("options", [ALL_ON, ALL_OFF, replace(ALL_ON, static_values=False)])
@pytest.mark.parametrize("board", BOARDS)
def test_tables_hold_what_the_expressions_mean(board: str, options: object) -> None:
    """Every state, decision and hash of random games, including `none` and floored division."""
    pair = pair_of(game_of(board), 2, options=options)
    assert check_random_lines(pair, plies=60) > 50


@pytest.mark.parametrize("board", BOARDS)
def test_long_expressions_are_read_from_tables(board: str) -> None:
    """By the name of a turn, by the zone of a stone, or both."""
    source = emit_game(game_of(board), 2).source
    assert "static_0[1 + " in source
    assert "static_0" not in emit_game(game_of(board), 2, replace(ALL_ON, static_values=False)).source
