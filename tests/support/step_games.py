"""Games of single steps, and of slides onto empty cells, on boards of many sizes: made by rule, played by nobody."""

from __future__ import annotations

from dataclasses import dataclass

import ludotome
from ludotome.gamedef import GameDef

DOCUMENT = """\
# Steps

## The game

```yaml
metadata: {{ id: steps, players: {{ min: 2, max: 2 }}, seats: [White, Black], maxPlies: 60 }}
zones:
  - grid: {{ rows: {rows}, cols: {cols}, directions: 8 }}
orientation: {{ White: n, Black: s }}
tokenTypes:
  - id: piece
    movement: [ {movement} ]
setup:
  - place: {{ White: {{ piece: "row >= {rows} - 2" }}, Black: {{ piece: "row <= 1" }} }}
turnStructure:
  phases: [ {{ id: first }}, {{ id: second, when: "turn % 3 == 0" }} ]
actions:
  - id: move
    phase: [first{second}]
    params:
      - {{ name: $piece, domain: "tokens(piece) where owner == actor" }}
      - {{ name: $to, domain: "destinations($piece)" }}
    effects:
      - capture: $to
      - moveToken: {{ token: $piece, to: $to }}
endConditions:
  - when: noLegalMoves
    result: {{ type: win, player: active.opponent }}
```
"""


@dataclass(frozen=True)
class Shape:
    """A board, what its pieces may do, and whether they sometimes may do it twice in a turn."""

    rows: int
    cols: int
    movement: str
    twice: bool = False

    def definition(self) -> GameDef:
        """Return the game."""
        text = DOCUMENT.format(
            rows=self.rows, cols=self.cols, movement=self.movement, second=", second" if self.twice else ""
        )
        game_def: GameDef = ludotome.load_text(text).game_def
        return game_def


STEPS = (
    Shape(8, 8, "{ step: forward, onto: empty }, { step: [forwardLeft, forwardRight] }"),
    Shape(6, 7, "{ step: directions }"),
    Shape(5, 5, "{ step: directions, onto: enemy }, { leap: [1, 2] }"),
    Shape(7, 9, "{ step: [forward, left, right], onto: empty }, { step: backward, onto: enemy }", twice=True),
    Shape(4, 16, "{ leap: [1, 2] }"),
    Shape(9, 9, "{ step: forward }, { step: [left, right], onto: empty }"),
)
SLIDES = (
    Shape(8, 8, "{ slide: directions, onto: empty }"),
    Shape(10, 12, "{ slide: [forward, left, right, backward], onto: empty }", twice=True),
    Shape(5, 9, "{ slide: directions }"),
    Shape(6, 6, "{ slide: [forwardLeft, forwardRight], onto: empty }, { step: directions, onto: enemy }"),
)
