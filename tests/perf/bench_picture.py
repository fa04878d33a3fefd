"""How quickly a position of chess is viewed and drawn, beside the picture writer of python-chess.

Our views are made from native positions. The notation of legal moves still comes from the reference kernel, so it is
measured apart: the seat that decides pays for it, a spectator pays for the last move alone.
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


def seconds(job: Callable[[], object]) -> float:
    started = time.process_time()
    for _ in range(TIMES):
        job()
    return (time.process_time() - started) / TIMES


def bench() -> list[dict[str, Any]]:
    """Return a row for a drawing alone and for a text drawing, medians of interleaved rounds, in CPU seconds."""
    state, board = lt.load("chess").new_initial_state(), chess.Board()
    for move in MOVES.split():
        state.apply_action(move)
        board.push_san(move)
    drawing, view = state.game.svg_drawing(), state.view()
    jobs = {"svg of a view of chess": (lambda: drawing.draw(view), lambda: str(chess.svg.board(board)))}
    rows = []
    for name, (ours, theirs) in jobs.items():
        pairs = [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)]
        mine, peer = (statistics.median(times) for times in zip(*pairs, strict=True))
        rows.append({"job": name, "ours": mine, "peer name": "python-chess", "peer": peer, "ratio": peer / mine})
    own = {
        "view for a spectator, no last move": lt.load("chess").new_initial_state().view,
        "view for a spectator": state.view,
    }
    for name, job in own.items():
        rows.append(
            {
                "job": name,
                "ours": statistics.median(seconds(job) for _ in range(ROUNDS)),
                "peer name": "",
                "peer": None,
                "ratio": None,
            }
        )
    return rows
