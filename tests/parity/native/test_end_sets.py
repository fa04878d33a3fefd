"""End conditions that are tests of sets of zones, on boards of one word: the same on both kernels."""

from __future__ import annotations

import pytest

import ludotome
from tests.support.parity import check_random_lines, pair_of

ROW = """\
# In a row

## The game

```yaml
metadata: {{ id: row, players: {{ min: 2, max: 2 }}, seats: [Red, Blue] }}
zones:
  - {board}
tokenTypes: [ {{ id: stone }} ]
actions:
  - id: place
    params: [ {{ name: $cell, domain: "board where empty(it)" }} ]
    effects: [ createToken: {{ type: stone, zone: $cell, owner: actor }} ]
endConditions:
  - when: "exists($z in board where run($z, top(it).owner == lastActor) >= {n})"
    result: {{ type: win, player: lastActor }}
  - when: noLegalMoves
    result: {{ type: draw }}
```
"""

RACE = """\
# Race

## The game

```yaml
metadata: {{ id: race, players: {{ min: 2, max: 2 }}, seats: [Red, Blue] }}
zones:
  - grid: {{ rows: 5, cols: 4, directions: 8 }}
regions:
  goal: {{ Red: "row == 4", Blue: "row == 0" }}
tokenTypes:
  - {{ id: runner, movement: [ {{ step: [n, s, e, w, ne, sw] }} ] }}
  - {{ id: guard, movement: [ {{ step: [n, s, e, w] }} ] }}
setup:
  - place:
      Red: {{ runner: "row == 0", guard: "row == 1" }}
      Blue: {{ runner: "row == 4", guard: "row == 3" }}
actions:
  - id: move
    params:
      - {{ name: $token, domain: "tokens() where owner == actor" }}
      - {{ name: $to, domain: "destinations($token)" }}
    effects:
      - capture: $to
      - moveToken: {{ token: $token, to: $to }}
endConditions:
  - when: "exists({tokens} where {where})"
    result: {{ type: win, player: lastActor }}
  - when: noLegalMoves
    result: {{ type: draw }}
```
"""


@pytest.mark.parametrize("n", [2, 3, 5, 6])
@pytest.mark.parametrize(
    "board",
    [
        "grid: { rows: 8, cols: 8, directions: 8 }",
        "grid: { rows: 3, cols: 9, directions: 4 }",
        "hex: { rhombus: 7 }",
    ],
)
def test_runs_of_any_length(board: str, n: int) -> None:
    """A run of n is found from shorter runs side by side, and none goes over an edge."""
    pair = pair_of(ludotome.load_text(ROW.format(board=board, n=n)).game_def)
    assert f"has_line_of_{n}(" in pair.native.code.source
    assert check_random_lines(pair, range(8), 70) > 8


@pytest.mark.parametrize("tokens", ["tokens()", "tokens(runner)", "tokens(guard)"])
@pytest.mark.parametrize(
    "where",
    [
        "owner == lastActor and zone in lastActor.goal",
        "zone in lastActor.goal and owner == lastActor.opponent",
        "owner == lastActor and zone in Red.goal and zone in lastActor.goal",
    ],
)
def test_tokens_that_reached_a_region(tokens: str, where: str) -> None:
    """Whether there is one is a test of one word, for every last player and every type."""
    pair = pair_of(ludotome.load_text(RACE.format(tokens=tokens, where=where)).game_def)
    assert "end_0_since" not in pair.native.code.source
    assert check_random_lines(pair, range(8), 60) > 8


@pytest.mark.parametrize("further", ["zone.col == turn % 4", "it == first(tokens(runner))"])
def test_tokens_that_must_satisfy_more_are_looked_at(further: str) -> None:
    """The word of a region says nothing of a condition that is left."""
    where = f"owner == lastActor and zone in lastActor.goal and {further}"
    pair = pair_of(ludotome.load_text(RACE.format(tokens="tokens()", where=where)).game_def)
    assert check_random_lines(pair, range(8), 60) > 8
