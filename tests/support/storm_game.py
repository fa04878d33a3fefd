"""A game in which a token is chosen in the middle of a decision: one on the board, or a hidden one."""

from __future__ import annotations

STORM = """# Storm

```yaml
metadata: { id: storm, players: { min: 2, max: 2 }, seats: [Ann, Bob], maxPlies: 20 }
zones:
  - grid: { rows: 2, cols: 2, directions: 4, names: algebraic }
  - { id: bag, visibility: hidden }
tokenTypes: [ { id: scout } ]
setup:
  - place: { Ann: { scout: "row == 1" }, Bob: { scout: "row == 0" } }
  - createToken: { type: scout, zone: bag }
actions:
  - id: storm
    effects:
      - chooseOne: { bind: $lost, options: "tokens(scout)" }
      - destroyToken: $lost
    notation: storm
endConditions:
  - { when: "not exists(tokens(scout))", result: { type: draw } }
```
"""
