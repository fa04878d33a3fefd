"""Zones joined by one player's pieces, on boards with four, six and eight neighbours: the same on both kernels."""

from __future__ import annotations

import pytest

import ludotome
from ludotome.kernel import apply_move, initial_state, legal_moves
from ludotome.native import compile_game, decode_state, encode_state
from tests.support.parity import check_random_lines, pair_of

DOCUMENT = """\
# Joined

## The game

```yaml
metadata: {{ id: joined, players: {{ min: 2, max: 2 }}, seats: [Red, Blue] }}
zones:
  - {board}
regions:
{regions}
tokenTypes: [ {{ id: stone }} ]
{setup}
actions:
  - id: place
    params: [ {{ name: $cell, domain: "board where empty(it)" }} ]
    effects: [ createToken: {{ type: stone, zone: $cell, owner: actor }} ]
endConditions:
  - when: "joins(lastActor.start, lastActor.goal, top(it).owner == lastActor)"
    result: {{ type: win, player: lastActor }}
  - when: noLegalMoves
    result: {{ type: draw }}
```
"""

ENDS = """\
  start: {{ Red: "{row} == 0", Blue: "{col} == 0" }}
  goal: {{ Red: "{row} == {last}", Blue: "{col} == {last}" }}
"""
# Four zones that are all adjacent; two pairs are joined first.
FOUR = """\
graph:
      zones: [s, g, p, q, x, y, a, b]
      lines:
        - { along: one, back: one, zones: [[x, y], [a, b]] }
        - { along: two, back: two, zones: [[x, a], [y, b]] }
        - { along: three, back: three, zones: [[x, b], [y, a]] }
        - { along: four, back: four, zones: [[s, x], [a, g]] }
"""


@pytest.mark.parametrize(
    ("board", "size"),
    [
        ("grid: {{ rows: {size}, cols: {size}, directions: 4 }}", 6),
        ("grid: {{ rows: {size}, cols: {size}, directions: 8 }}", 12),
        ("grid: {{ rows: {size}, cols: {size}, directions: 8, wrap: rows }}", 9),
        ("hex: {{ rhombus: {size} }}", 7),
    ],
)
def test_groups_join_alike(board: str, size: int) -> None:
    """Piece by piece along a game, and all at once from each of its states."""
    row, col = ("r", "q") if board.startswith("hex") else ("row", "col")
    regions = ENDS.format(last=size - 1, row=row, col=col)
    text = DOCUMENT.format(board=board.format(size=size), regions=regions, setup="")
    pair = pair_of(ludotome.load_text(text).game_def)
    assert "joined_0[" in pair.native.code.source
    assert check_random_lines(pair, range(4), size * size) > 4 * size


def test_a_group_whose_places_all_touch_is_one() -> None:
    """Each state is loaded with all its pieces; then the piece that joins the ends wins."""
    regions = "  start: { Red: [s], Blue: [p] }\n  goal: { Red: [g], Blue: [q] }"
    setup = "setup: [ place: { Red: { stone: [x, y, a, b] } } ]"
    game_def = ludotome.load_text(DOCUMENT.format(board=FOUR, regions=regions, setup=setup)).game_def
    native = compile_game(game_def, 2)
    state = initial_state(game_def, 0, 2)
    for place in (0, 1, 0):  # s, p and g, if empty
        flat = encode_state(native, state)
        state = apply_move(game_def, state, legal_moves(game_def, state)[place]).state
        assert decode_state(native, native.apply(flat, native.legal(flat)[place])) == state
    assert state.outcome is not None
