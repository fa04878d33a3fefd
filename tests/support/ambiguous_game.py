"""A game in which two decisions have the same notation: a cell is painted red or blue, but only the cell is written."""

from __future__ import annotations

TWINS = """# Twins
```yaml
metadata: { id: twins, players: { min: 2, max: 2 } }
zones: [ grid: { rows: 1, cols: 3, names: algebraic } ]
tokenTypes: [ { id: red }, { id: blue } ]
actions:
  - id: paint
    params: [ { name: $z, domain: "board where empty(it)" }, { name: $kind, domain: [red, blue] } ]
    effects: [ createToken: { type: $kind, zone: $z } ]
    notation: "{$z}"
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
tests: [ { name: three cells, expect: { count(board): 3 } } ]
```
"""
