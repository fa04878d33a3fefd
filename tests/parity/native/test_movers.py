"""Tokens that may move, found by shifted sets of zones, and lines between two zones: both kernels play the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import ALL_OFF, ALL_ON, Options, emit_game
from tests.support.parity import check_random_lines, pair_of

# Pawns and horses hop, but a horse that hopped must not hop again at once, and rocks belong to nobody. How many are
# taken depends on the line between two zones that need not be on one.
GAME = """\
# Hops

```yaml
metadata: {{ id: hops, players: {{ min: 2, max: 2 }}, seats: [A, B], maxPlies: 60 }}
zones:
  - grid: {{ rows: 6, cols: {cols}, directions: {directions}, names: algebraic }}
orientation: {{ A: n, B: s }}
globalVars:
  - {{ name: tired, type: token, init: none }}
  - {{ name: mark, type: zone, init: none }}
  - {{ name: score, type: int, init: 0, min: -50, max: 50 }}
tokenTypes:
  - id: rock
  - id: pawn
    movement:
      walk: [ {{ step: [forward, left], onto: {onto} }} ]
      jump: [ {{ hop: [forward, left, right], over: occupied, onto: empty }} ]
  - id: horse
    movement:
      walk: [ {{ step: [n, e, s, w], onto: {onto} }}, {{ leap: [1, 2], onto: empty }} ]
      jump: [ {{ hop: [n, s, e], over: enemy, onto: [empty, enemy] }} ]
setup:
  - place: {{ A: {{ pawn: "row >= 4 and col % 2 == 0", horse: "row == 3 and col == 1" }} }}
  - place: {{ B: {{ pawn: "row <= 1 and col % 2 == 1", horse: "row == 2 and col == 2" }} }}
  - forEach:
      bind: $z
      over: "board where row == 2 and col == 0 or row == 3 and col == 3"
      effects: [ createToken: {{ type: rock, zone: $z }} ]
actions:
  - id: hop
    params:
      - {{ name: $t, domain: "tokens({hoppers}) where owner == actor and (tired == none or it != tired)" }}
      - {{ name: $to, domain: "destinations($t, jump)" }}
    effects:
      - let: {{ bind: $from, value: "$t.zone" }}
      - setVar: {{ var: score, value: "score + count(between($from, mark)) - count(between(mark, $to))" }}
      - forEach: {{ bind: $z, over: "between($from, $to)", effects: [ capture: $z ] }}
      - forEach: {{ bind: $x, over: "tokensInZone($to)", effects: [ destroyToken: $x ] }}
      - moveToken: {{ token: $t, to: $to }}
      - setVar: {{ var: tired, value: "if $t.type == horse then $t else none" }}
      - if: {{ when: "not canTake(hop)", then: [ setVar: {{ var: mark, value: $from }} ] }}
      - if: {{ when: "canTake(hop, actor.opponent)", then: [ setVar: {{ var: score, value: "score + 3" }} ] }}
  - id: walk
    params:
      - {{ name: $t, domain: "tokens(pawn, horse) where owner == actor" }}
      - {{ name: $to, domain: "destinations($t, walk)" }}
    pre: "not canTake(hop) or score % 2 == 1"
    effects:
      - forEach: {{ bind: $x, over: "tokensInZone($to)", effects: [ destroyToken: $x ] }}
      - moveToken: {{ token: $t, to: $to }}
      - setVar: {{ var: score, value: "score + count(between($to, mark))" }}
  - id: rest
    effects: [ setVar: {{ var: tired, value: none }} ]
endConditions:
  - {{ when: "count(tokens(horse)) == 0", result: {{ type: draw }} }}
```
"""
GAMES = {
    "square": {"cols": 5, "directions": 8, "onto": "empty", "hoppers": "pawn, horse"},
    "of one kind": {"cols": 6, "directions": 4, "onto": "empty", "hoppers": "horse"},
    "onto others": {"cols": 7, "directions": 8, "onto": "enemy", "hoppers": "pawn, horse"},
    "two words": {"cols": 12, "directions": 8, "onto": "empty", "hoppers": "pawn, horse"},
}


def _game(name: str) -> GameDef:
    return ludotome.load_text(GAME.format(**GAMES[name])).game_def


@pytest.mark.parametrize("options", [ALL_ON, ALL_OFF, replace(ALL_ON, token_index=False)])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_tokens_move(name: str, options: Options) -> None:
    assert check_random_lines(pair_of(_game(name), 2, options=options), range(8), plies=60) > 150


@pytest.mark.parametrize(("name", "found"), [("square", True), ("of one kind", True), ("two words", False)])
def test_movers_are_found_on_boards_of_one_word(name: str, found: bool) -> None:
    source = emit_game(_game(name), 2).source
    assert ("moving[slot / 64]" in source) is found
    assert ("way_between" in source) is found
