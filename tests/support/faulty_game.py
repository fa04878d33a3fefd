"""Documents with warnings: a stone may step or be put onto another, but there is room for only one."""

from __future__ import annotations

from pathlib import Path

from ludotome.gamedef import PlayError
from ludotome.play import Record, load_text

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


def decisions_at_fault(record: Path) -> int:
    """Return how many decisions of the state in which a record of FULL ends meet a fault of the document."""
    state = Record.load(record).replay(load_text(FULL))
    faults = 0
    for decision in state.legal_actions():
        try:
            state.clone().apply_action(decision)
        except PlayError as error:
            faults += error.code == "document-fault"
    return faults
