"""At most so many tokens of a type: one more is the same fault on both kernels, however the tokens are counted."""

from __future__ import annotations

import pytest

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import emit_game
from tests.support.parity import check_every_line, pair_of

# Two kinds have a limit, and all tokens together can be as few as one of the limits.
GAME = """\
# Limits

```yaml
metadata: {{ id: limits, players: {{ min: 2, max: 2 }}, seats: [A, B], maxPlies: 30 }}
zones: [ {{ id: yard, capacity: {room} }}, {{ grid: {{ rows: 1, cols: 2 }} }} ]
tokenTypes: [ {{ id: cat, max: 3 }}, {{ id: dog, max: 2 }}, {{ id: cow, max: 2 }} ]
globalVars: [ {{ name: many, type: int, init: 0, min: 0, max: 9 }} ]
actions:
  - id: bear
    params:
      - {{ name: $kind, domain: "[cat, dog, cow]" }}
      - {{ name: $zone, domain: "zones" }}
    effects:
      - createToken: {{ type: $kind, zone: $zone, owner: actor }}
      {counted}
  - {{ id: lose, params: [ {{ name: $t, domain: tokens() }} ], effects: [ destroyToken: $t ] }}
  {more}
endConditions:
  - {{ when: "count(tokens()) == 99", result: {{ type: draw }} }}
```
"""
COUNTED = '- setVar: { var: many, value: "count(tokens(dog)) + 2 * count(tokens(cow))" }'
TURN = "- { id: turn, params: [ { name: $t, domain: tokens(dog) } ], effects: [ setTokenProp: { token: $t, prop: type, value: cat } ] }"  # noqa: E501
GAMES = {
    "counted anew": {"room": 9, "counted": "", "more": ""},
    "counted by type": {"room": 9, "counted": COUNTED, "more": ""},
    "changing type": {"room": 9, "counted": COUNTED, "more": TURN},
    "little room": {"room": 1, "counted": COUNTED, "more": ""},
}


def _game(name: str) -> GameDef:
    return ludotome.load_text(GAME.format(**GAMES[name])).game_def


@pytest.mark.parametrize("name", GAMES)
def test_one_token_too_many_is_the_same_fault(name: str) -> None:
    """Every line of four decisions, the last with its faults: three cats, two dogs and a full zone are all exceeded."""
    assert check_every_line(pair_of(_game(name)), 1, 3) > 400


def test_the_counts_kept_for_rules_are_used() -> None:
    kept, anew = (emit_game(_game(name), 2).source for name in ("counted by type", "counted anew"))
    assert "count += lt_bit_count(s->typed_" in kept
    assert "count += lt_bit_count(s->typed_" not in anew
