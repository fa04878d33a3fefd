"""Movement on stacks: on both kernels only the top token blocks, can be captured and moves."""

from __future__ import annotations

import pytest

from ludotome.gamedef import GameDef
from ludotome.native import ALL_OFF
from ludotome.spec import compile_text
from tests.support.parity import check_every_line, check_random_lines, pair_of

GAME = """\
# Towers

```yaml
metadata: {{ id: towers, players: {{ min: 2, max: 3 }}, seats: [A, B, C], maxPlies: 60 }}
zones: [ {board}, {{ id: off, ordering: queue }} ]
orientation: {orientation}
tokenTypes:
  - {{ id: man, movement: [ {{ step: forward, onto: [empty, friend, enemy, neutral] }}, {{ hop: directions, over: enemy }} ] }}
  - {{ id: tower, movement: [ {{ slide: directions, onto: [empty, enemy] }} ] }}
setup:
  - forEach: {{ bind: $z, over: "board where {where}", effects: [ createToken: {{ type: tower, zone: $z, owner: A }}, createToken: {{ type: man, zone: $z, owner: B }}, createToken: {{ type: man, zone: $z }} ] }}
  - forEach: {{ bind: $z, over: "board where not ({where})", effects: [ if: {{ when: "count(tokens()) < 12", then: [ createToken: {{ type: man, zone: $z, owner: A }}, createToken: {{ type: tower, zone: $z, owner: B }} ] }} ] }}
actions:
  - id: move
    params:
      - {{ name: $piece, domain: "tokens() where owner == actor and zone != off" }}
      - {{ name: $to, domain: "destinations($piece)" }}
    pre: "zoneCount($to) < 5"
    effects: [ moveToken: {{ token: $piece, to: $to }} ]
    notation: "{{$piece}} {{$to}} {{count(attacks($piece))}}{{if attacked($to, actor.next): !}}"
  - id: lift                                  # the top of a cell goes away, so that what lay below can move
    params: [ {{ name: $z, domain: "board where zoneCount(it) > 1" }} ]
    effects: [ moveToken: {{ token: top($z), to: off, position: bottom }} ]
endConditions:
  - {{ when: "attacked(first(board), A) and turn > 9", result: {{ type: win, player: A }} }}
  - {{ when: noLegalMoves, result: {{ type: draw }} }}
```
"""  # noqa: E501
BOARDS = {
    "grid": ("grid: {{ rows: 4, cols: 4, directions: 8, {0} }}", "{ A: n, B: s, C: n }", "row == 0"),
    "hex": ("hex: {{ radius: 2, {0} }}", "{ A: e, B: w, C: e }", "r == 0"),
    "graph": (
        "graph: {{ zones: [a, b, c, d], lines: [ {{ along: e, back: w, zones: [[a, b, c, d]] }} ], {0} }}",
        "{ A: e, B: w, C: e }",
        "it == a",
    ),
}


def towers(shape: str, ordering: str) -> GameDef:
    board, orientation, where = BOARDS[shape]
    text = GAME.format(board=board.format(f"ordering: {ordering}, capacity: 12"), orientation=orientation, where=where)
    result = compile_text(text)
    assert result.game_def is not None, result.diagnostics
    return result.game_def


@pytest.mark.parametrize("ordering", ["stack", "queue", "set"])
@pytest.mark.parametrize("shape", BOARDS)
def test_both_kernels_agree(shape: str, ordering: str) -> None:
    pair = pair_of(towers(shape, ordering))
    assert check_every_line(pair, 1, 1) > 1
    assert check_random_lines(pair, seeds=range(3), plies=25) > 20


def test_both_kernels_agree_without_indexes() -> None:
    assert check_random_lines(pair_of(towers("grid", "stack"), options=ALL_OFF), seeds=range(2), plies=25) > 20
