"""A game whose notation and tests contain terminal control characters, and whose notation begins like JSON."""

from __future__ import annotations

DISTURBING = """# Disturbing
```yaml
metadata: { id: disturbing, players: { min: 2, max: 2 } }
globalVars: [ { name: total, type: int, min: 0, max: 9 } ]
zones: [ { id: home } ]
tokenTypes: [ { id: man, short: "{{", draw: x } ]
setup: [ createToken: { type: man, zone: home, owner: 0 } ]
actions:
  - id: pick
    params: [ { name: $a, domain: "1..3" } ]
    effects: [ addVar: { var: total, delta: $a } ]
    notation: "{top(home).type}\\e[31m{$a}"
endConditions: [ { when: "total >= 5", result: { type: draw } } ]
tests: [ { name: "be\\e[31mgins", expect: { total: 0 } } ]
```
"""
