"""Whether a number is in a range is two comparisons, unless it takes a loop to compute: both kernels play the same."""

from __future__ import annotations

import pytest

from ludotome.gamedef import GameDef
from ludotome.native import ALL_OFF, ALL_ON, Options, emit_game
from ludotome.native.lower import ir
from ludotome.spec import compile_text
from tests.support.parity import check_random_lines, pair_of

# A card is put where its numbers say; one kind of card has no `wide`, so both ends of its range are `none`.
GAME = """\
# Ranges

```yaml
metadata: { id: ranges, players: { min: 2, max: 2 }, seats: [A, B], maxPlies: 40 }
zones:
  - grid: { rows: 4, cols: 4, capacity: 4 }
tokenTypes:
  - { id: long, max: 24, props: { low: { type: int, min: -1, max: 3 }, wide: { type: int, min: -2, max: 4 } } }
  - { id: odd, max: 24, props: { low: { type: int, min: -1, max: 3 } } }
globalVars:
  - { name: from, type: int, init: 0, min: -3, max: 5 }
  - { name: last, type: zone, init: none }
actions:
  - id: put
    params:
      - { name: $cell, domain: "board where zoneCount(it) < 2" }
      - { name: $n, domain: "-1..3" }
    pre: >-
      not exists($t in tokens() where $cell.row in $t.low..$t.low + $t.wide - 1)
      and (last.col in from..$n or last.row not in $n..from or $cell.col - $n in 0..1)
      and count(tokens(long)) in 0..$n + 4
    effects:
      - if:
          when: "$cell.col + $n in from..3"
          then: [ createToken: { type: long, zone: $cell, owner: actor, props: { low: $n, wide: "from" } } ]
          else: [ createToken: { type: odd, zone: $cell, owner: actor, props: { low: $n } } ]
      - setVar: { var: last, value: "if $n in -1..0 then $cell else none" }
      - setVar: { var: from, value: "if count(tokens() where low in from..$n) in 1..2 then from - 1 else from + 1" }
endConditions:
  - { when: noLegalMoves, result: { type: draw } }
```
"""


def _game() -> GameDef:
    result = compile_text(GAME)
    assert result.game_def is not None, result.diagnostics
    return result.game_def


@pytest.mark.parametrize("options", [ALL_ON, ALL_OFF])
def test_a_range_holds_the_same_numbers(options: Options) -> None:
    assert check_random_lines(pair_of(_game(), 2, options=options), range(12), plies=40) > 200


def test_only_a_number_that_takes_a_loop_is_searched_for() -> None:
    """`count(…) in 0..$n + 4` counts once; every other range is two comparisons."""
    (plan,) = emit_game(_game(), 2).plans
    guards = [guard for level in plan.levels for guard in level.guards] + list(plan.guards)
    searched = [
        part
        for guard in guards
        for part in ir.walk(guard)
        if isinstance(part, ir.Reduce) and isinstance(part.source, ir.Numbers)
    ]
    assert len(searched) == 1
