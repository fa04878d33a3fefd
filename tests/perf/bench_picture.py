"""The time to view and draw positions: chess compared with the picture writer of python-chess, and a large grid.

Our views are made from native positions. The seat that decides also gets its legal moves with their notation.
Goals, in CPU time: a view of chess 0.3 ms, view and SVG 1 ms, a grid of 100 by 100 50 ms.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import chess
import chess.svg

import ludotome as lt

ROUNDS, TIMES = 7, 40
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"
LARGE = """
```yaml
metadata: { id: large, players: { min: 2, max: 2 } }
zones: [ { grid: { rows: 100, cols: 100 } } ]
tokenTypes: [ { id: man } ]
setup: [ place: { P1: { man: "row < 25" }, P2: { man: "row > 74" } } ]
actions:
  - id: take
    params: [ { name: $man, domain: "tokens(man) where owner == actor and it.zone.row == it.zone.col" } ]
    effects: [ destroyToken: $man ]
endConditions: [ { when: "count(tokens(man)) == 0", result: { type: draw } } ]
```
"""


def seconds(job: Callable[[], object], times: int = TIMES) -> float:
    started = time.process_time()
    for _ in range(times):
        job()
    return (time.process_time() - started) / times


def bench() -> list[dict[str, Any]]:
    """Return a row per job, medians of interleaved rounds, in CPU seconds."""
    state, board = lt.load("chess").new_initial_state(), chess.Board()
    for move in MOVES.split():
        before = state.clone()
        state.apply_action(move)
        board.push_san(move)
    last = state.history()[-1]

    def played_and_viewed() -> object:
        """Nothing is cached from an earlier view of the position."""
        fresh = before.clone()
        fresh.apply_action(last)
        return fresh.view(0)

    drawing, view = state.game.svg_drawing(), state.view()
    large = lt.load_text(LARGE).new_initial_state(backend="reference")
    large.svg()  # the cells are written once
    beside = {
        "svg of a view of chess": lambda: drawing.draw(view),
        "view of chess and svg": lambda: drawing.draw(state.view()),
    }
    rows = []
    for name, ours in beside.items():
        pairs = [(seconds(ours), seconds(lambda: str(chess.svg.board(board)))) for _ in range(ROUNDS)]
        mine, peer = (statistics.median(times) for times in zip(*pairs, strict=True))
        rows.append({"job": name, "ours": mine, "peer name": "python-chess", "peer": peer, "ratio": peer / mine})
    own: dict[str, tuple[Callable[[], object], int]] = {
        "view of chess, no last move": (lt.load("chess").new_initial_state().view, TIMES),
        "view of chess": (state.view, TIMES),
        "view of chess for the seat that decides": (lambda: state.view(0), TIMES),
        "a move of chess, and the view for the seat that decides": (played_and_viewed, TIMES),
        "view and svg of a grid of 100 by 100": (large.svg, 3),
    }
    for name, (job, times) in own.items():
        median = statistics.median(seconds(job, times) for _ in range(ROUNDS))
        rows.append({"job": name, "ours": median, "peer name": "", "peer": None, "ratio": None})
    return rows
