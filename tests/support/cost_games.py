"""A game whose actions cost something: the same for all instances, or by the instance, with a `post` or without."""

from __future__ import annotations

from ludotome.gamedef import GameDef
from ludotome.spec import compile_text

# A wall costs money and must leave a way; a man is paid for with a wall; a man grows as long as its strength allows;
# razing a wall costs more than building one.
GAME = """\
# Costs

```yaml
metadata: { id: costs, players: { min: 2, max: 2 }, seats: [A, B], maxPlies: 60 }
zones: [ grid: { rows: 4, cols: 4, directions: 4 } ]
tokenTypes:
  - { id: wall }
  - { id: man, props: { strength: { type: int, min: 0, max: 2, init: 0 } } }
perPlayerVars: [ { name: money, type: int, min: 0, max: 6, init: 6 } ]
globalVars: [ { name: spent, type: int, min: 0, max: 30, init: 0 } ]
actions:
  - id: build
    params: [ { name: $z, domain: "board where empty(it)" } ]
    cost: [ addVar: { var: money, delta: -2 }, addVar: { var: spent, delta: 1 } ]
    effects: [ createToken: { type: wall, zone: $z, owner: actor } ]
    post: "joins(board where row == 0, board where row == 3, top(it).type != wall or empty(it)) and actor.money + spent % 5 != 4"
  - id: hire
    params: [ { name: $z, domain: "board where top(it).owner == actor and top(it).type == wall" } ]
    cost: [ destroyToken: { token: "top($z)" }, addVar: { var: money, delta: -1 } ]
    effects: [ createToken: { type: man, zone: $z, owner: actor } ]
  - id: grow
    params: [ { name: $man, domain: "tokens(man) where owner == actor" } ]
    cost: [ setTokenProp: { token: $man, prop: strength, value: "$man.strength + 1" } ]
    effects: [ addVar: { var: spent, delta: 2 } ]
    post: "count(tokens(man) where strength == 2) < 3"
  - id: raze
    params: [ { name: $wall, domain: "tokens(wall)" } ]
    cost: [ addVar: { var: money, delta: -3 } ]
    effects: [ destroyToken: { token: $wall } ]
  - id: earn
    effects: [ addVar: { var: money, delta: 2 } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""  # noqa: E501


def game_of_costs() -> GameDef:
    """Return the game."""
    result = compile_text(GAME)
    assert result.game_def is not None, result.diagnostics
    return result.game_def
