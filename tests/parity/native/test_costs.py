"""Costs are tried in place and undone, with a `post` or without: both kernels agree on what can be paid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotome.gamedef import GameDef
from ludotome.native import ALL_OFF, ALL_ON, emit_game
from ludotome.spec import compile_text
from tests.support.parity import check_random_lines, pair_of

# A wall costs money and must leave a way; a man is paid for with a wall; a man grows as long as its strength allows.
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
  - id: earn
    effects: [ addVar: { var: money, delta: 2 } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""  # noqa: E501


def game() -> GameDef:
    result = compile_text(GAME)
    assert result.game_def is not None, result.diagnostics
    return result.game_def


@pytest.mark.parametrize("options", [ALL_ON, ALL_OFF, replace(ALL_ON, trial_slice=False)])
def test_what_can_be_paid_is_legal(options: object) -> None:
    """Every state, decision and hash of random games: what a trial changed is as it was."""
    assert check_random_lines(pair_of(game(), 2, options=options), plies=60) > 100


def test_costs_are_undone_instead_of_tried_on_copies() -> None:
    """Also where an action has no `post`."""
    source = emit_game(game(), 2).source
    assert all(f"int32_t trial_cost_{name}(" in source for name in ("build", "hire", "grow"))
    assert "trial_cost_" not in emit_game(game(), 2, replace(ALL_ON, trial_slice=False)).source
