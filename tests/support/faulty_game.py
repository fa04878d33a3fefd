"""Documents that `check` warns of: a stone may step or be put onto another, and there is room for one."""

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
ALWAYS_NINE = """\
# Always nine

```yaml
metadata: { id: always-nine, players: { min: 2, max: 2 }, maxPlies: 60 }
zones:
  - grid: { rows: 3, cols: 3, directions: 4, names: algebraic }
tokenTypes: [ { id: stone } ]
actions:
  - id: put
    params: [ { name: $to, domain: board } ]
    effects:
      - createToken: { type: stone, zone: $to, owner: actor }
    notation: "{$to}"
endConditions:
  - { when: "turn >= 20", result: { type: draw } }
```
"""
