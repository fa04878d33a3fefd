"""Laws of movement that hold for every board, piece and position."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.movement import (
    Board,
    Capture,
    DirectionPattern,
    FastPath,
    MovementConfig,
    Occupancy,
    Outcome,
    Path,
    Piece,
    Resolution,
    attackers,
    attacks,
    destinations,
    orient,
    resolve_path,
    shortest_path,
)
from tests.support.movement_boards import (
    ENEMY,
    FRIEND,
    NEUTRAL,
    random_graph,
    random_occupancy,
    random_pattern,
    white,
)

BOARDS = (
    Board.grid(5, 6),
    Board.grid(4, 4, wrap="both"),
    Board.hex(2),
    Board.ring(7),
    *(random_graph(random.Random(seed), 12) for seed in range(4)),
)
seeds = st.randoms(use_true_random=False)
boards = st.sampled_from(BOARDS)


def told(answer: Resolution) -> tuple[object, ...]:
    return (answer.path and answer.path.tiles, answer.outcome, answer.capture, answer.fast_path)


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), rng=seeds)
def test_the_order_of_tiles_and_relations_does_not_matter(seed: int, rng: random.Random) -> None:
    """A board given in another order gives the same results, tile lists in the same order."""
    board = random_graph(random.Random(seed), 8)
    tiles, relations = list(board.tiles), list(board.relations)
    rng.shuffle(tiles)
    rng.shuffle(relations)
    other = Board.from_relations(relations, tiles=tiles, directions=board.directions, islands=True)
    piece = white(*(random_pattern(rng, board) for _ in range(3)))
    occupancy = random_occupancy(rng, board, 0.3)
    for start in board.tiles:
        assert destinations(board, occupancy, piece, start) == destinations(other, occupancy, piece, start)
        for target in board.tiles:
            question = (occupancy, piece, start, target)
            assert told(resolve_path(board, *question)) == told(resolve_path(other, *question))


@settings(max_examples=60)
@given(board=boards, rng=seeds)
def test_a_path_is_a_destination_and_ends_are_as_asked(board: Board, rng: random.Random) -> None:
    """A resolved path leads to a destination; roads join end to end; a capture is the piece there."""
    piece = white(*(random_pattern(rng, board) for _ in range(3)))
    occupancy = random_occupancy(rng, board, 0.3)
    start = rng.choice(board.tiles)
    reached = destinations(board, occupancy, piece, start)
    assert start not in reached
    assert len(set(reached)) == len(reached)
    for target in board.tiles:
        answer = resolve_path(board, occupancy, piece, start, target)
        if answer.path is None:
            assert (answer.capture, answer.outcome.name.endswith("HIT")) == (None, False)
            continue
        assert target in reached
        assert (answer.path.tiles[0], answer.path.tiles[-1]) == (start, target)
        assert all(a.to == b.from_ for a, b in zip(answer.path.relations, answer.path.relations[1:], strict=False))
        stack = occupancy.at(target)
        assert (answer.capture is Capture.ENEMY) == (ENEMY in stack)
        assert (answer.capture is None) == (not stack)


@settings(max_examples=60)
@given(board=boards, rng=seeds)
def test_for_one_direction_paths_and_destinations_are_the_same(board: Board, rng: random.Random) -> None:
    """With only one pattern and direction the two kinds of query cannot differ."""
    piece = white(DirectionPattern(rng.choice(board.directions), is_repeatable=rng.random() < 0.7))
    occupancy = random_occupancy(rng, board, 0.3)
    for start in board.tiles:
        hits = {tile for tile in board.tiles if resolve_path(board, occupancy, piece, start, tile).path}
        assert hits == set(destinations(board, occupancy, piece, start))


@settings(max_examples=60)
@given(board=boards, rng=seeds)
def test_repeating_a_pattern_changes_nothing(board: Board, rng: random.Random) -> None:
    """A later copy of a pattern never has an effect."""
    patterns = [random_pattern(rng, board) for _ in range(2)]
    once, twice = white(*patterns), white(*patterns, patterns[0], patterns[1])
    occupancy = random_occupancy(rng, board, 0.3)
    start, target = rng.choices(board.tiles, k=2)
    assert destinations(board, occupancy, once, start) == destinations(board, occupancy, twice, start)
    assert (
        told(resolve_path(board, occupancy, once, start, target))[:3]
        == told(resolve_path(board, occupancy, twice, start, target))[:3]
    )


@settings(max_examples=60)
@given(board=boards, rng=seeds)
def test_attacks_and_attackers_are_one_relation(board: Board, rng: random.Random) -> None:
    """A tile is attacked from exactly the tiles whose pieces attack it, and every capture is an attack."""
    held: dict[str, Piece] = {}
    for number, tile in enumerate(board.tiles):
        if rng.random() < 0.4:
            owner = rng.choice(("white", "black"))
            held[tile] = Piece(f"p{number}", owner, tuple(random_pattern(rng, board) for _ in range(2)))
    occupancy = Occupancy(held)
    attacked = {tile: attacks(board, occupancy, piece, tile) for tile, piece in held.items()}
    for target in board.tiles:
        for owner in ("white", "black"):
            expected = [t for t in board.tiles if t in held and held[t].owner == owner and target in attacked[t]]
            assert list(attackers(board, occupancy, target, owner)) == expected
    for tile, piece in held.items():
        for target in destinations(board, occupancy, piece, tile):
            if target in held and held[target].owner != piece.owner:
                assert target in attacked[tile]


@settings(max_examples=60)
@given(rng=seeds)
def test_turning_the_board_turns_the_destinations(rng: random.Random) -> None:
    """Half a turn of the board: black moves on it as white did before, in the same order."""
    board = Board.grid(5, 6)
    words = ("forward", "backward", "left", "right", "forwardLeft", "forwardRight", "backwardLeft", "backwardRight")
    patterns = tuple(DirectionPattern(rng.choice(words), is_repeatable=rng.random() < 0.5) for _ in range(3))
    facing = {"white": "n", "black": "s"}
    one, other = (orient(board, Piece("p", side, patterns), facing) for side in facing)
    seen = random_occupancy(rng, board, 0.3)
    swap = {FRIEND: Piece("f", "black", ()), ENEMY: Piece("e", "white", ()), NEUTRAL: NEUTRAL}

    def turned(tile: str) -> str:
        _, row, col = tile.split("_")
        return f"cell_{4 - int(row)}_{5 - int(col)}"

    mirrored = Occupancy({turned(tile): tuple(swap[piece] for piece in stack) for tile, stack in seen.items()})
    for start in board.tiles:
        expected = tuple(turned(tile) for tile in destinations(board, seen, one, start))
        assert destinations(board, mirrored, other, turned(start)) == expected


@settings(max_examples=40)
@given(board=boards, rng=seeds)
def test_a_configuration_never_changes_an_answer(board: Board, rng: random.Random) -> None:
    """Every call has one outcome and one category, and only the layer that resolves depends on the configuration."""
    piece = white(*(random_pattern(rng, board) for _ in range(2)))
    occupancy = random_occupancy(rng, board, 0.3)
    start, target = rng.choices(board.tiles, k=2)
    answers = [
        resolve_path(board, occupancy, piece, start, target, MovementConfig(fast_path=fast, compiled=compiled))
        for fast in (True, False)
        for compiled in (True, False)
    ]
    assert len({(a.path, a.capture) for a in answers}) == 1
    for answer in answers:
        assert (answer.outcome is Outcome.FAST_HIT) <= (answer.fast_path is FastPath.USED)
        assert (answer.outcome is Outcome.ZERO_LENGTH) == (answer.fast_path is FastPath.SKIP_ZERO_LENGTH)


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6))
def test_shortest_paths_obey_the_triangle(seed: int) -> None:
    """No detour over a third tile is shorter, and where a detour exists there is a path."""
    board = random_graph(random.Random(seed), 7)
    found: dict[tuple[str, str], Path | None] = {
        (a, b): shortest_path(board, a, b) for a in board.tiles for b in board.tiles if a != b
    }
    for (a, b), direct in found.items():
        for c in board.tiles:
            first, second = found.get((a, c)), found.get((c, b))
            if first and second:
                assert direct is not None
                assert direct.distance <= first.distance + second.distance
