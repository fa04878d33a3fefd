"""The layers agree on every path, on boards of every kind, for seeded random queries.

The visitor is the reference. The fast path resolves only targets won by sliding patterns; whatever it resolves must
agree, and for a piece that only slides it must resolve everything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from ludotome.movement import (
    Board,
    FastPath,
    MovementConfig,
    MovementMetrics,
    Occupancy,
    Outcome,
    Piece,
    Resolution,
    destinations,
    resolve_compiled,
    resolve_fast,
    resolve_path,
    resolve_visitor,
)
from tests.support.movement_boards import island_board, random_graph, random_occupancy, random_pattern, random_slides

BOARDS: dict[str, Callable[[random.Random], Board]] = {
    "ring-2": lambda _: Board.ring(2),
    "ring-3": lambda _: Board.ring(3),
    "ring-16": lambda _: Board.ring(16),
    "ring-with-chords-and-island": lambda _: island_board(),
    "hex": lambda _: Board.hex(3),
    "wrapped-rows": lambda _: Board.grid(5, 6, wrap="rows"),
    "wrapped-both": lambda _: Board.grid(6, 6, wrap="both"),
    "wrapped-tiny": lambda _: Board.grid(2, 3, wrap="both"),
    "random-graph": lambda rng: random_graph(rng, rng.randint(2, 40)),
    "four-directions": lambda _: Board.grid(7, 5, directions=4),
    "grid-64": lambda _: Board.grid(8, 8),
    "grid-65": lambda _: Board.grid(13, 5),
    "grid-128": lambda _: Board.grid(16, 8),
    "grid-129": lambda _: Board.grid(43, 3),
    "grid-361": lambda _: Board.grid(19, 19),
}
QUERIES = 2000
CONFIGS = [MovementConfig(fast_path=fast, compiled=compiled) for fast in (True, False) for compiled in (True, False)]


def verdict(answer: Resolution) -> tuple[object, ...]:
    """Return what must not depend on the layer: the relation objects, the pattern, the capture, and why there is no
    path.
    """
    if answer.path is None:
        return (answer.outcome,)
    return (tuple(map(id, answer.path.relations)), answer.path.tiles, answer.path.pattern, answer.capture)


def questions(name: str, *, only_slides: bool) -> list[tuple[Board, Occupancy, Piece, str, str]]:
    rng = random.Random(f"{name} {only_slides}")
    asked = []
    for _ in range(QUERIES // 100):
        board = BOARDS[name](rng)
        for _ in range(10):
            occupancy = random_occupancy(rng, board, rng.choice((0, 0.1, 0.3, 0.6)))
            patterns = (
                random_slides(rng, board)
                if only_slides
                else tuple(random_pattern(rng, board) for _ in range(rng.randint(1, 3)))
            )
            piece = Piece("piece", "white", patterns, neutral=rng.choice(("blocks", "passable")))
            for start in rng.choices(board.tiles, k=10):
                # Half of the targets are reachable on an empty board: few random ones would be.
                likely = destinations(board, Occupancy(), piece, start) if rng.random() < 0.5 else ()
                asked.append((board, occupancy, piece, start, rng.choice(likely or board.tiles)))
    return asked


@pytest.mark.parametrize("name", BOARDS)
def test_compiled_and_configurations_agree_with_the_visitor(name: str) -> None:
    """Any patterns: the compiled layer agrees with the visitor, and no configuration changes a result."""
    seen: Counter[str] = Counter()
    for question in questions(name, only_slides=False):
        expected = verdict(resolve_visitor(*question))
        assert verdict(resolve_compiled(*question)) == expected
        assert [verdict(resolve_path(*question, config)) for config in CONFIGS] == [expected] * 4
        fast = resolve_fast(*question)
        if fast.fast_path is FastPath.USED:
            assert verdict(fast) == expected
        else:
            assert fast.path is None
        seen[fast.fast_path] += 1
        seen["path" if len(expected) > 1 else str(expected[0])] += 1
    assert sum(seen.values()) == 2 * QUERIES
    # Not vacuous: every kind of result occurred.
    assert min(seen[kind] for kind in (FastPath.USED, FastPath.SKIP_NOT_SLIDER, "path", Outcome.BLOCKED)) > 30


@pytest.mark.parametrize("name", BOARDS)
def test_the_fast_path_answers_sliders_alone(name: str) -> None:
    """Pieces that only slide: the fast path alone equals the visitor, also if there is no path."""
    metrics = MovementMetrics()
    for question in questions(name, only_slides=True):
        fast = resolve_fast(*question)
        assert verdict(fast) == verdict(resolve_visitor(*question))
        metrics.count(fast)
    assert metrics.calls == QUERIES
    assert metrics.fast_path[FastPath.USED] == metrics.outcomes[Outcome.FAST_HIT] + metrics.outcomes[Outcome.BLOCKED]
    assert metrics.fast_path[FastPath.USED] > 100
