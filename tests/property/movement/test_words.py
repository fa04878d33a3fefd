"""`destinations` and `attacks` follow the language page on movement literally.

The implementation below works on names and sets, one clause after the other, and shares nothing with the tables it
checks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.movement import (
    AnyPattern,
    Board,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    NullPattern,
    Occupancy,
    Pattern,
    Piece,
    attacks,
    destinations,
)
from tests.support.movement_boards import island_board, random_graph, random_occupancy, random_pattern

Line = tuple[str, ...]
BOARDS = (
    Board.grid(5, 5),
    Board.grid(3, 4, wrap="both"),
    Board.grid(4, 4, wrap="cols"),
    Board.hex(2),
    Board.ring(5),
    island_board(),
    *(random_graph(random.Random(seed), 9) for seed in range(5)),
)


def held(occupancy: Occupancy, piece: Piece, tile: str, start: str) -> set[str]:
    """Return the content of a tile in words, several if it has several pieces."""
    if tile == start:
        return {"empty"}
    words = set()
    for other in occupancy.at(tile):
        if other.owner is not None:
            words.add("friend" if other.owner == piece.owner else "enemy")
        elif "passable" not in (piece.neutral, other.neutral):
            words.add("neutral")
    return words or {"empty"}


def allowed_between(over: str, words: set[str]) -> bool:
    match over:
        case "any":
            return True
        case "occupied":
            return words != {"empty"}
    return words == {over}


def follow(board: Board, start: str, ways: tuple[str, ...]) -> Line | None:
    line, here = [], start
    for way in ways:
        relation = board.relation(here, way)
        if relation is None:
            return None
        line.append(here := relation.to)
    return tuple(line)


def lines(board: Board, pattern: Pattern, start: str) -> Iterator[tuple[Line, str]]:
    """Yield every line of the pattern from *start*, the landing tile last, with the required content in between; in
    order.
    """
    match pattern:
        case DirectionPattern() | MultiDirectionPattern():
            for way in pattern.directions:
                length, met = 1, {start}
                while (line := follow(board, start, (way,) * length)) and line[-1] not in met:
                    yield line, "empty"
                    met.add(line[-1])
                    length += 1
                    if not pattern.is_repeatable:
                        break
        case HopPattern():
            for way in pattern.directions:
                if line := follow(board, start, (way, way)):
                    yield line, pattern.over
        case FixedPattern():
            if line := follow(board, start, pattern.directions):
                yield line, pattern.over
        case LeapPattern():
            for offset in pattern.cells:
                if relation := board.leap(board.tile_index(start), offset):
                    yield (relation.to,), "any"
        case AnyPattern() | NullPattern():
            pass


def read_literally(board: Board, occupancy: Occupancy, piece: Piece, start: str, *, attacking: bool) -> Line:
    found: dict[str, None] = {}
    for pattern in piece.pattern_list:
        if attacking and "enemy" not in pattern.onto:
            continue
        for line, over in lines(board, pattern, start):
            between_is_right = all(allowed_between(over, held(occupancy, piece, tile, start)) for tile in line[:-1])
            landing_is_right = attacking or held(occupancy, piece, line[-1], start) <= set(pattern.onto)
            if line[-1] != start and between_is_right and landing_is_right:
                found[line[-1]] = None
    return tuple(found)


@settings(max_examples=300)
@given(board=st.sampled_from(BOARDS), rng=st.randoms(use_true_random=False))
def test_destinations_and_attacks_are_the_words_read_literally(board: Board, rng: random.Random) -> None:
    """Every pattern kind, `onto`, `over`, stacks, neutral pieces, any board: the same tiles in the same order."""
    occupancy = random_occupancy(rng, board, rng.choice((0.1, 0.3, 0.6)))
    patterns = tuple(random_pattern(rng, board) for _ in range(rng.randint(1, 4)))
    piece = Piece("piece", "white", patterns, neutral=rng.choice(("blocks", "passable")))
    for start in board.tiles:
        assert destinations(board, occupancy, piece, start) == read_literally(
            board, occupancy, piece, start, attacking=False
        )
        assert attacks(board, occupancy, piece, start) == read_literally(board, occupancy, piece, start, attacking=True)
