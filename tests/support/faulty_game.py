"""A document that `check` warns of: a stone may step onto another, and there is room for one."""

from __future__ import annotations

FULL = """\
# Full

```yaml
metadata: { id: full, players: { min: 2, max: 2 }, seats: [Red, Grey], maxPlies: 60 }
zones:
  - grid: { rows: 3, cols: 3, directions: 4, names: algebraic }
tokenTypes: [ { id: stone } ]
setup:
  - place:
      Red: { stone: [a1, b1] }
      Grey: { stone: [a3] }
actions:
  - id: move
    params:
      - { name: $p, domain: "tokens(stone) where owner == actor" }
      - { name: $to, domain: "adjacentZones($p.zone)" }
    effects:
      - moveToken: { token: $p, to: $to }
    notation: "{$p.zone}{$to}"
endConditions:
  - { when: "turn >= 20", result: { type: draw } }
```
"""
LINE = "line 18 of the document: - moveToken: { token: $p, to: $to }"
