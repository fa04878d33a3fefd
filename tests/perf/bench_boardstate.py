"""Board state: 1,000 × 1,000 cells, 5,000 segments, 10,000 tokens, compared with a board that rebuilds its indices.

Times are medians of interleaved repeats. The peer keeps the same lists and answers the same queries from two plain
dictionaries, which it rebuilds after each change, as a first version would.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from ludotome.boardstate import (
    BoardState,
    Coord,
    SegmentInstance,
    Token,
    add_segment,
    add_token,
    export_mission,
    export_save,
    get_cell_type,
    get_cells_in_same_segment,
    get_tokens_at,
    import_mission,
    import_save,
    new_board,
    remove_segment,
    remove_token,
    update_segment,
    update_token,
)

PITCH = 14
LIBRARY = "".join(
    f"segment s{number} {width}x{height}\n"
    + "".join(" ".join(str((row + col) % 2) for col in range(width)) + "\n" for row in range(height))
    + "endsegment\n"
    for number, (width, height) in enumerate([(14, 14), (14, 10), (5, 5), (12, 3)])
)


def made_board(size: int) -> BoardState:
    """Return a board of *size* with the density of the large one: 5,000 segments on 1,000 × 1,000."""
    rng = random.Random(size)
    state = new_board(size, LIBRARY, "type=door\ntype=blip\n")
    corners = [(x, y) for y in range(0, size - PITCH + 1, PITCH) for x in range(0, size - PITCH + 1, PITCH)]
    for number, (x, y) in enumerate(corners[:5000]):
        add_segment(state, SegmentInstance(f"S{number}", f"s{number % 4}", Coord(x, y), 90 * (number % 4)))
    for number in range(size * size // 100):
        x, y = rng.randrange(size - 1), rng.randrange(size)
        add_token(state, Token(f"T{number}", "blip", 0, (Coord(x, y), Coord(x + 1, y)), {"n": number}))
    return state


class Rebuilt:
    """The naive board: lists, and indices rebuilt after each change."""

    def __init__(self, state: BoardState) -> None:
        self.definitions = {definition.segment_id: definition for definition in state.segment_defs}
        self.segments = list(state.segments)
        self.tokens = list(state.tokens)
        self.rebuild()

    def rebuild(self) -> None:
        """Rebuild both indices."""
        self.cells: dict[tuple[int, int], tuple[str, int]] = {}
        self.tokens_of_cell: dict[tuple[int, int], list[Token]] = {}
        for segment in self.segments:
            grid = self.definitions[segment.segment_id].grid
            for _ in range(segment.rot // 90):
                grid = tuple(zip(*grid[::-1], strict=True))
            for y, row in enumerate(grid, segment.origin.y):
                for x, cell in enumerate(row, segment.origin.x):
                    self.cells[x, y] = (segment.instance_id, cell)
        for token in self.tokens:
            for cell in token.cells:
                self.tokens_of_cell.setdefault((cell.x, cell.y), []).append(token)


def timed(call: Callable[[], Any], loops: int = 1) -> float:
    """Return the seconds of one *call*, averaged over *loops*."""
    start = time.perf_counter()
    for _ in range(loops):
        call()
    return (time.perf_counter() - start) / loops


def medians(calls: dict[str, Callable[[], Any]], repeats: int, loops: int = 1) -> dict[str, float]:
    """Return the median seconds of each call; the calls take turns."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            times[name].append(timed(call, loops))
    return {name: statistics.median(found) for name, found in times.items()}


def _row(job: str, ours: float, peer: str, theirs: float) -> dict[str, Any]:
    return {"job": job, "ours": ours, "peer": peer, "peer_time": theirs, "ratio": theirs / ours}


def _mutations(state: BoardState, naive: Rebuilt) -> list[dict[str, Any]]:
    """One addition, change and removal of each kind, compared with one rebuild; the board ends as it began."""
    size = state.size
    segment = SegmentInstance("new", "s0", Coord(size - PITCH, size - PITCH), 0)
    token = Token("new", "door", 0, (Coord(5, 5), Coord(6, 5)))
    turn = {"rot": 180}
    jobs: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "add and remove a segment": (lambda: add_segment(state, segment), lambda: remove_segment(state, "new")),
        "add and remove a token": (lambda: add_token(state, token), lambda: remove_token(state, "new")),
        "turn a segment twice": (
            lambda: update_segment(state, "S0", turn),
            lambda: update_segment(state, "S0", {"rot": 0}),
        ),
        "move a token twice": (
            lambda: update_token(state, "T0", {"cells": (Coord(1, 1),)}),
            lambda: update_token(state, "T0", {"cells": (Coord(2, 1),)}),
        ),
    }
    rows = []
    for job, (there, back) in jobs.items():
        found = medians({"ours": lambda there=there, back=back: (there(), back()), "peer": naive.rebuild}, repeats=7)
        rows.append(_row(f"{job} (each)", found["ours"] / 2, "rebuilt indices", found["peer"]))
    return rows


def _lookups(boards: dict[int, BoardState]) -> list[dict[str, Any]]:
    """The same queries on a small and on a large board: the ratio shows how the cost grows with the board."""
    small, large = min(boards), max(boards)
    questions: dict[str, Callable[[BoardState, Coord], Any]] = {
        "get_cell_type": get_cell_type,
        "get_tokens_at": get_tokens_at,
        "get_cells_in_same_segment": get_cells_in_same_segment,
    }
    rows = []
    for name, ask in questions.items():
        calls: dict[str, Callable[[], Any]] = {}
        for size in (small, large):
            rng = random.Random(1)
            # The same places relative to the modules, so that both boards get the same queries.
            cells = [Coord(rng.randrange(4 * PITCH), rng.randrange(4 * PITCH)) for _ in range(1000)]
            state = boards[size]
            calls[str(size)] = lambda state=state, cells=cells: [ask(state, cell) for cell in cells]  # noqa: B023
        found = medians(calls, repeats=7)
        ours, theirs = found[str(large)] / 1000, found[str(small)] / 1000
        rows.append(_row(f"{name}, {large}²", ours, f"ours, {small}²", theirs))
    return rows


def bench() -> list[dict[str, Any]]:
    """Return one row per job: our seconds, the peer's, and the ratio."""
    boards = {60: made_board(60), 1000: made_board(1000)}
    state = boards[1000]
    naive = Rebuilt(state)
    mission, save = export_mission(state), export_save(state)
    target = made_board(60)
    rows = _lookups(boards) + _mutations(state, naive)
    found = medians(
        {"mission": lambda: import_mission(target, mission), "save": lambda: import_save(save), "peer": naive.rebuild},
        repeats=3,
    )
    size = f"{len(state.segments)} segments, {len(state.tokens)} tokens"
    rows.append(_row(f"import a mission of {size}", found["mission"], "rebuilt indices, no text", found["peer"]))
    rows.append(_row(f"import a save of {size}", found["save"], "rebuilt indices, no text", found["peer"]))
    return rows
