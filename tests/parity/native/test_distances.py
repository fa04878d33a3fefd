"""Distances on boards too large for a table of all pairs: machine code agrees with the reference."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome.native import emit_game
from tests.support.parity import check_random_lines, pair_of

pytestmark = pytest.mark.usefixtures("own_cache")
RING = ", ".join(f"p{number}" for number in range(350))
# On an island the distance is `none`. A one-way road is equally long from both ends.
BOARDS = {
    "grid": '{ grid: { id: board, rows: 20, cols: 20, directions: 4, cells: "it.row != 9 and it.col % 7 != 3" } }',
    "ring": f"{{ graph: {{ id: board, zones: [{RING}], "
    f"lines: [ {{ along: on, closed: true, zones: [[{RING}]] }} ] }} }}",
    "table": "{ grid: { id: board, rows: 17, cols: 18, directions: 4 } }",
}
RULES = """
tokenTypes: [ { id: walker } ]
globalVars:
  - { name: there, type: int, min: -1, max: 1000, init: 0 }
  - { name: back, type: int, min: -1, max: 1000, init: 0 }
setup:
  - createToken: { type: walker, zone: "first(board)", owner: X }
actions:
  - id: walk
    params: [ { name: $to, domain: "zonesInRange(first(tokens(walker)).zone, 3)" } ]
    effects: [ moveToken: { token: "first(tokens(walker))", to: $to } ]
  - id: jump
    params:
      - name: $to
        domain: "board where distance(it, first(tokens(walker)).zone) == 7 or distance(first(board), it) % 30 == 4"
    effects:
      - let: { bind: $from, value: "first(tokens(walker)).zone" }
      - setVar: { var: there, value: "if distance($from, $to) >= 0 then distance($from, $to) else -1" }
      - setVar: { var: back, value: "if distance($to, $from) >= 0 then distance($to, $from) else -1" }
      - moveToken: { token: "first(tokens(walker))", to: $to }
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
"""


def _game(board: str) -> lt.Game:
    head = "metadata: { id: far, players: { min: 2, max: 2 }, seats: [X, O] }"
    return lt.load_text(f"```yaml\n{head}\nzones: [ {board} ]\n{RULES}```\n")


@pytest.mark.parametrize("name", BOARDS)
def test_distances_agree(name: str) -> None:
    """Whether they come from a table or from a search."""
    game_def = _game(BOARDS[name]).game_def
    assert ("lt_go_far" in emit_game(game_def, 2).source) == (name != "table")
    assert check_random_lines(pair_of(game_def, flags=("-O1",)), seeds=(1, 2), plies=12) == 24
