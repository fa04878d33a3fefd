"""The movement specification, clause by clause, and the rulings on it; each test's name cites its clause.

`test_sliding_rule_N__…`, `test_edge_case_N__…` and `test_ruling_x__…` are counted in `tests/meta`. Every query is made
in every layer that can resolve it.
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from ludotome.movement import (
    AnyPattern,
    Board,
    Capture,
    DirectionPattern,
    FastPath,
    FixedPattern,
    LeapPattern,
    MovementConfig,
    MovementMetrics,
    MultiDirectionPattern,
    NullPattern,
    Occupancy,
    Outcome,
    Piece,
    Resolution,
    apply_occupancy_semantics,
    compile_piece,
    destinations,
    resolve_compiled,
    resolve_fast,
    resolve_path,
    resolve_visitor,
    shortest_path,
    trace_compiled,
    trace_visitor,
)
from ludotome.space import generate_grid
from tests.support.movement_boards import (
    BISHOP,
    ENEMY,
    FRIEND,
    KNIGHT,
    NEUTRAL,
    QUEEN,
    ROOK,
    drawn,
    island_board,
    white,
)

Layer = Callable[[Board, Occupancy, Piece, str, str], Resolution]
SLIDING_LAYERS: tuple[Layer, ...] = (resolve_visitor, resolve_compiled, resolve_fast, resolve_path)
ALL_LAYERS: tuple[Layer, ...] = (resolve_visitor, resolve_compiled, resolve_path)

BOARD = Board.grid(8, 8)
ROW = Board.grid(1, 8)
PIECES = {"F": FRIEND, "E": ENEMY, "N": NEUTRAL, "B": (FRIEND, ENEMY)}
ROOK_PIECE = white(*ROOK)


def along(drawing: str, target: int, piece: Piece = ROOK_PIECE) -> set[tuple[Outcome | str, Capture | None]]:
    """Return the results of all sliding layers for *piece* moving east from the left end of a drawn row; hits are one
    word.
    """
    _, occupancy = drawn(drawing, PIECES | {"S": piece})
    answers = [layer(ROW, occupancy, piece, "cell_0_0", f"cell_0_{target}") for layer in SLIDING_LAYERS]
    return {(a.outcome if a.path is None else "path", a.capture) for a in answers}


MOVES = {("path", None)}
TAKES = {("path", Capture.ENEMY)}
BLOCKED = {(Outcome.BLOCKED, None)}


def test_sliding_rule_1__an_empty_ray_is_free() -> None:
    assert along("S . . . . . . .", 5) == MOVES


@pytest.mark.parametrize("drawing", ["S . F . . . . .", "S F . . . . . .", "S . . . F . . .", "S . . . . F . ."])
def test_sliding_rule_2__a_friend_between_or_at_the_target_forbids(drawing: str) -> None:
    assert along(drawing, 5) == BLOCKED


def test_sliding_rule_3__an_enemy_is_taken_at_the_target_and_blocks_before_it() -> None:
    assert along("S . . . . E . .", 5) == TAKES
    assert along("S . . E . . . .", 5) == BLOCKED


def test_sliding_rule_4__only_the_first_occupied_tile_matters() -> None:
    assert along("S . . E . F . .", 3) == TAKES
    assert along("S . F E . . . .", 3) == BLOCKED


def test_sliding_rule_5__no_movement_is_none_and_adjacent_targets_obey_the_same_rules() -> None:
    assert along("S . . . . . . .", 0) == {(Outcome.ZERO_LENGTH, None)}
    assert along("S . . . . . . .", 1) == MOVES
    assert along("S E . . . . . .", 1) == TAKES
    assert along("S F . . . . . .", 1) == BLOCKED


def test_edge_case_1__zero_length_skips_the_fast_path_and_counts_no_hit() -> None:
    metrics = MovementMetrics()
    answer = resolve_path(BOARD, Occupancy(), ROOK_PIECE, "cell_3_3", "cell_3_3", metrics=metrics)
    assert (answer.path, answer.outcome, answer.fast_path) == (None, Outcome.ZERO_LENGTH, FastPath.SKIP_ZERO_LENGTH)
    assert metrics.fast_path == {FastPath.SKIP_ZERO_LENGTH: 1}
    assert metrics.outcomes == {Outcome.ZERO_LENGTH: 1}


@pytest.mark.parametrize(("order", "winner"), [(("cw", "ccw"), "cw"), (("ccw", "cw"), "ccw")])
def test_edge_case_2__equal_rays_go_to_the_earlier_direction(order: tuple[str, ...], winner: str) -> None:
    """Half way round an even ring both directions are equally long; the pattern's own order decides, in every layer."""
    ring = Board.ring(8)
    for layer in SLIDING_LAYERS:
        path = layer(ring, Occupancy(), white(MultiDirectionPattern(order)), "ring_0", "ring_4").path
        assert path is not None
        assert path.directions == (winner,) * 4


def test_edge_case_3__the_first_pattern_wins_not_the_shortest_path() -> None:
    """Clockwise first: seven steps round the ring win over one step of a later pattern."""
    ring = Board.ring(8)
    long_way, short_way = DirectionPattern("cw"), FixedPattern(("ccw",))
    for layer in ALL_LAYERS:
        first = layer(ring, Occupancy(), white(long_way, short_way), "ring_0", "ring_7").path
        second = layer(ring, Occupancy(), white(short_way, long_way), "ring_0", "ring_7").path
        assert first is not None
        assert second is not None
        assert (len(first.relations), len(second.relations)) == (7, 1)


def test_edge_case_4__a_fixed_pattern_is_all_or_nothing() -> None:
    """If the second of two steps is missing, they do not lead to the first; and the whole path is still filtered."""
    piece = white(FixedPattern(("n", "n")))
    for layer in ALL_LAYERS:
        assert layer(BOARD, Occupancy(), piece, "cell_1_0", "cell_0_0").outcome is Outcome.NO_PATH
        assert layer(BOARD, Occupancy(), piece, "cell_3_0", "cell_2_0").outcome is Outcome.NO_PATH
        for blocker, at in ((FRIEND, "cell_2_0"), (ENEMY, "cell_2_0"), (FRIEND, "cell_1_0")):
            assert layer(BOARD, Occupancy({at: blocker}), piece, "cell_3_0", "cell_1_0").outcome is Outcome.BLOCKED


def test_edge_case_5__a_ray_ends_at_the_first_blocker() -> None:
    """Nothing beyond an enemy can be reached, even if the next tile holds another."""
    assert along("S . E . . . . .", 2) == TAKES
    assert along("S . E . . . . .", 3) == BLOCKED
    assert along("S . E E . . . .", 3) == BLOCKED


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("S . F . E . . .", BLOCKED),
        ("S . E . F . . .", BLOCKED),
        ("S . . . E . . .", TAKES),
        ("S . E . E . . .", BLOCKED),
        ("S . . . F . . .", BLOCKED),
    ],
)
def test_edge_case_6__mixed_blockers(drawing: str, expected: object) -> None:
    assert along(drawing, 4) == expected


def test_edge_case_7__a_direction_that_does_not_repeat_is_one_step() -> None:
    piece = white(DirectionPattern("e", is_repeatable=False))
    for layer in ALL_LAYERS:
        assert layer(ROW, Occupancy(), piece, "cell_0_0", "cell_0_1").path is not None
        assert layer(ROW, Occupancy(), piece, "cell_0_0", "cell_0_2").outcome is Outcome.NO_PATH


@pytest.mark.parametrize("pattern", [AnyPattern(), NullPattern()])
def test_edge_case_8__any_and_null_yield_no_path(pattern: AnyPattern | NullPattern) -> None:
    for layer in SLIDING_LAYERS:
        assert layer(BOARD, Occupancy(), white(pattern), "cell_0_0", "cell_0_1").outcome is Outcome.NO_PATH
    assert destinations(BOARD, Occupancy(), white(pattern), "cell_0_0") == ()


def test_edge_case_9__the_filter_returns_the_path_it_was_given_or_nothing() -> None:
    path = trace_visitor(BOARD, ROOK_PIECE, "cell_0_0", "cell_0_5")
    assert path is not None
    before = path.relations
    assert apply_occupancy_semantics(path, Occupancy({"cell_0_5": ENEMY}), ROOK_PIECE) is path
    assert apply_occupancy_semantics(path, Occupancy({"cell_0_4": ENEMY}), ROOK_PIECE) is None
    assert path.relations is before


def test_edge_case_10__ray_tables_that_the_roads_contradict_fall_back() -> None:
    """Rays and roads contradict each other: the fast path resolves nothing, the other layers decide."""
    board = Board.grid(1, 4)
    east = board.index_of_direction["e"]
    roads = [list(row) for row in board.relation_of]
    roads[east][1] = None
    broken = dataclasses.replace(board, relation_of=tuple(map(tuple, roads)))
    answer = resolve_fast(broken, Occupancy(), ROOK_PIECE, "cell_0_0", "cell_0_3")
    assert (answer.path, answer.outcome, answer.fast_path) == (None, Outcome.NO_PATH, FastPath.SKIP_RECONSTRUCT_FAIL)
    whole = resolve_path(broken, Occupancy(), ROOK_PIECE, "cell_0_0", "cell_0_3")
    assert (whole.path, whole.fast_path) == (None, FastPath.SKIP_RECONSTRUCT_FAIL)
    assert resolve_fast(broken, Occupancy(), ROOK_PIECE, "cell_0_0", "cell_0_1").outcome is Outcome.FAST_HIT


def test_edge_case_11__the_same_question_has_the_same_answer() -> None:
    """Repeated, with a rebuilt board and rebuilt pieces, nothing differs, including the category."""

    def ask() -> list[tuple[object, ...]]:
        board = Board.grid(8, 8)
        occupancy = Occupancy({"cell_0_3": Piece("foe", "black", QUEEN), "cell_3_0": Piece("mate", "white", ROOK)})
        piece = Piece("queen", "white", QUEEN)
        answers = [resolve_path(board, occupancy, piece, "cell_0_0", tile) for tile in board.tiles]
        return [(a.path and a.path.tiles, a.outcome, a.capture, a.fast_path) for a in answers]

    assert ask() == ask()


def test_edge_case_12__only_a_pattern_that_says_so_jumps() -> None:
    """The knight's L written as steps is blocked by pieces on them, unless it leaps (ruling b)."""
    steps = ("n", "n", "e")
    occupancy = Occupancy({"cell_6_1": FRIEND, "cell_5_1": ENEMY})
    for layer in ALL_LAYERS:
        walks = layer(BOARD, occupancy, white(FixedPattern(steps)), "cell_7_1", "cell_5_2")
        leaps = layer(BOARD, occupancy, white(FixedPattern(steps, leaps=True)), "cell_7_1", "cell_5_2")
        assert (walks.outcome, leaps.path is not None) == (Outcome.BLOCKED, True)


def test_edge_case_13__order_is_the_only_precedence_and_duplicates_stay() -> None:
    """Nothing is sorted or dropped: a program has one instruction per pattern, and the first equal one wins."""
    capture_only = DirectionPattern("e", onto=("enemy",))
    both = DirectionPattern("e")
    piece = white(capture_only, both, both)
    assert [code.pattern for code in compile_piece(ROW, piece).instructions] == [capture_only, both, both]
    for layer in SLIDING_LAYERS:
        assert layer(ROW, Occupancy(), piece, "cell_0_0", "cell_0_3").outcome is Outcome.BLOCKED
        assert layer(ROW, Occupancy(), white(both, capture_only), "cell_0_0", "cell_0_3").path is not None


def test_edge_case_14__no_road_is_not_an_error() -> None:
    """Islands, unknown tiles and unknown directions: every layer returns that there is no path."""
    board = island_board()
    piece = white(MultiDirectionPattern(("cw", "ccw", "chord", "up")), FixedPattern(("up", "cw")), LeapPattern((1, 2)))
    for layer in SLIDING_LAYERS:
        for start, target in (("r00", "i0"), ("i1", "r03"), ("r00", "nowhere"), ("nowhere", "r00")):
            assert layer(board, Occupancy(), piece, start, target).outcome is Outcome.NO_PATH


def test_edge_case_15__conditions_stay_above_geometry() -> None:
    """A condition of a pattern is the caller's predicate; neither the patterns nor the layers contain any."""
    pawn = white(FixedPattern(("n", "n"), onto=("empty",)), DirectionPattern("n", is_repeatable=False))
    assert destinations(BOARD, Occupancy(), pawn, "cell_6_0") == ("cell_4_0", "cell_5_0")
    assert destinations(BOARD, Occupancy(), pawn, "cell_6_0", holds=lambda place: place != 0) == ("cell_5_0",)


def test_non_sliders_skip_the_fast_path() -> None:
    """The rules for non-sliding pieces: knights and pawns never use it, and get the same result."""
    pawn = white(FixedPattern(("n", "n")))
    for piece, target in ((white(*KNIGHT), "cell_4_4"), (pawn, "cell_4_3")):
        answer = resolve_path(BOARD, Occupancy(), piece, "cell_6_3", target)
        assert (answer.outcome, answer.fast_path) == (Outcome.COMPILED_HIT, FastPath.SKIP_NOT_SLIDER)
        assert resolve_fast(BOARD, Occupancy(), piece, "cell_6_3", target).path is None


def test_ruling_a__a_slider_uses_only_its_own_directions() -> None:
    """A bishop from c1 to c5 has no path in any layer."""
    for layer in SLIDING_LAYERS:
        assert layer(BOARD, Occupancy(), white(*BISHOP), "cell_7_2", "cell_3_2").outcome is Outcome.NO_PATH


def test_ruling_b__a_leap_of_steps_needs_its_tiles_and_a_leap_by_offset_only_the_landing() -> None:
    """A board with a hole: the steps of the L lead over the hole, the offset does not need it."""
    holed = Board.from_zones(generate_grid(3, 2, directions=8, removed={(1, 0), (2, 0)}))
    steps, offset = white(FixedPattern(("s", "s", "e"), leaps=True)), white(LeapPattern((2, 1)))
    for layer in ALL_LAYERS:
        assert layer(holed, Occupancy(), steps, "cell_0_0", "cell_2_1").outcome is Outcome.NO_PATH
        assert layer(holed, Occupancy(), offset, "cell_0_0", "cell_2_1").path is not None


def test_ruling_c__inside_one_pattern_the_shortest_ray_wins() -> None:
    ring = Board.ring(8)
    for layer in SLIDING_LAYERS:
        path = layer(ring, Occupancy(), white(MultiDirectionPattern(("cw", "ccw"))), "ring_0", "ring_6").path
        assert path is not None
        assert path.tiles == ("ring_0", "ring_7", "ring_6")


def test_ruling_d__the_fast_path_breaks_ties_by_the_piece_s_order_not_the_board_s() -> None:
    """The board lists `cw` first, the piece `ccw`: the piece decides, also across two patterns of one direction."""
    ring = Board.ring(6)
    for patterns in ((MultiDirectionPattern(("ccw", "cw")),), (DirectionPattern("ccw"), DirectionPattern("cw"))):
        path = resolve_fast(ring, Occupancy(), white(*patterns), "ring_0", "ring_3").path
        assert path is not None
        assert path.directions == ("ccw",) * 3


def test_ruling_e__geometry_first_then_the_filter() -> None:
    """The chosen way round is blocked, the other is free: there is no path. Only `destinations` considers every way."""
    ring = Board.ring(8)
    piece = white(MultiDirectionPattern(("cw", "ccw")))
    occupancy = Occupancy({"ring_2": FRIEND})
    for layer in SLIDING_LAYERS:
        assert layer(ring, occupancy, piece, "ring_0", "ring_4").outcome is Outcome.BLOCKED
    assert "ring_4" in destinations(ring, occupancy, piece, "ring_0")


def test_ruling_f__shortest_path_is_a_question_of_its_own() -> None:
    """`AnyPattern` finds nothing; the function finds the path, over a one-way chord, and None where there is none."""
    board = island_board()
    path = shortest_path(board, "r04", "r01")
    assert path is not None
    assert path.tiles == ("r04", "r03", "r02", "r01")
    over_chord = shortest_path(board, "r11", "r03")
    assert over_chord is not None
    assert over_chord.tiles == ("r11", "r12", "r02", "r03")
    assert shortest_path(board, "r00", "i0") is None


def test_ruling_g__a_cyclic_ray_ends() -> None:
    """On a ring, and on a road that leads into a cycle, every layer ends, and `from == to` has no path."""
    lasso = Board.from_relations([("a", "b", "on"), ("b", "c", "on"), ("c", "d", "on"), ("d", "b", "on")])
    piece = white(DirectionPattern("on"))
    for layer in SLIDING_LAYERS:
        far = layer(lasso, Occupancy(), piece, "a", "d").path
        assert far is not None
        assert far.tiles == ("a", "b", "c", "d")
        assert layer(lasso, Occupancy(), piece, "b", "a").outcome is Outcome.NO_PATH
        assert layer(lasso, Occupancy(), piece, "b", "b").outcome is Outcome.ZERO_LENGTH
    assert destinations(lasso, Occupancy(), piece, "c") == ("d", "b")


@pytest.mark.parametrize(
    ("piece", "target", "config", "outcome", "category"),
    [
        (white(*QUEEN), "cell_0_5", MovementConfig(), Outcome.FAST_HIT, FastPath.USED),
        (white(*QUEEN), "cell_5_0", MovementConfig(), Outcome.BLOCKED, FastPath.USED),
        (white(*QUEEN), "cell_1_2", MovementConfig(), Outcome.NO_PATH, FastPath.SKIP_ATTACK_MISS),
        (white(*QUEEN), "cell_0_0", MovementConfig(), Outcome.ZERO_LENGTH, FastPath.SKIP_ZERO_LENGTH),
        (white(*KNIGHT), "cell_1_2", MovementConfig(), Outcome.COMPILED_HIT, FastPath.SKIP_NOT_SLIDER),
        (white(*KNIGHT), "cell_1_1", MovementConfig(), Outcome.NO_PATH, FastPath.SKIP_NOT_SLIDER),
        (white(*QUEEN), "cell_0_5", MovementConfig(fast_path=False), Outcome.COMPILED_HIT, FastPath.SKIP_NO_SERVICES),
        (
            white(*QUEEN),
            "cell_0_5",
            MovementConfig(fast_path=False, compiled=False),
            Outcome.VISITOR_HIT,
            FastPath.SKIP_NO_SERVICES,
        ),
        (white(*KNIGHT, *QUEEN), "cell_1_2", MovementConfig(), Outcome.COMPILED_HIT, FastPath.SKIP_ATTACK_MISS),
        (white(*QUEEN), "cell_0_0", MovementConfig(fast_path=False), Outcome.ZERO_LENGTH, FastPath.SKIP_ZERO_LENGTH),
    ],
)
def test_ruling_h__one_outcome_and_one_category(
    piece: Piece, target: str, config: MovementConfig, outcome: Outcome, category: FastPath
) -> None:
    answer = resolve_path(BOARD, Occupancy({"cell_3_0": FRIEND}), piece, "cell_0_0", target, config)
    assert (answer.outcome, answer.fast_path) == (outcome, category)
    assert (answer.path is not None) == outcome.name.endswith("HIT")


def test_ruling_h__counters_are_sums_and_add_up() -> None:
    metrics = MovementMetrics()
    answers = [
        resolve_path(BOARD, Occupancy({"cell_3_0": FRIEND}), piece, "cell_0_0", tile, metrics=metrics)
        for piece in (white(*QUEEN), white(*KNIGHT), white(*KNIGHT, *ROOK))
        for tile in BOARD.tiles
    ]
    assert metrics == MovementMetrics.of(answers)
    assert metrics.calls == metrics.outcomes.total() == metrics.fast_path.total() == 3 * 64
    assert metrics.outcomes[Outcome.FAST_HIT] < metrics.fast_path[FastPath.USED]


@pytest.mark.parametrize(
    ("drawing", "piece", "expected"),
    [
        ("S . . B . . . .", ROOK_PIECE, BLOCKED),
        ("S . . N . . . .", ROOK_PIECE, BLOCKED),
        ("S . N E . . . .", ROOK_PIECE, BLOCKED),
        ("S . N E . . . .", Piece("ghost", "white", ROOK, neutral="passable"), TAKES),
        ("S . . N . . . .", Piece("ghost", "white", ROOK, neutral="passable"), MOVES),
        ("S . . N . . . .", white(DirectionPattern("e", onto=("empty", "neutral"))), {("path", Capture.NEUTRAL)}),
        ("S . N . . . . .", white(DirectionPattern("e", onto=("empty", "neutral"))), BLOCKED),
        ("S . . F . . . .", white(DirectionPattern("e", onto=("friend",))), {("path", Capture.FRIEND)}),
        ("S . . B . . . .", white(DirectionPattern("e", onto=("friend", "enemy"))), TAKES),
        ("S . . . . . . .", white(DirectionPattern("e", onto=("enemy",))), BLOCKED),
        ("S . . E . . . .", white(DirectionPattern("e", onto=("empty",))), BLOCKED),
        ("S . . . . . . .", Piece("nobody's", None, ROOK), BLOCKED),
    ],
)
def test_ruling_i__stacks_and_neutral_pieces(drawing: str, piece: Piece, expected: object) -> None:
    assert along(drawing, 3, piece) == expected


def test_ruling_i__an_unowned_piece_may_itself_be_passable() -> None:
    mist = Piece("mist", None, (), neutral="passable")
    answer = resolve_path(ROW, Occupancy({"cell_0_2": mist, "cell_0_4": mist}), ROOK_PIECE, "cell_0_0", "cell_0_4")
    assert (answer.path is not None, answer.capture) == (True, None)


def test_ruling_j__paths_are_made_of_the_board_s_own_relations() -> None:
    """Also a leap by offset, which is the same object each time."""
    own = {id(relation) for relation in BOARD.relations}
    for layer in SLIDING_LAYERS:
        path = layer(BOARD, Occupancy(), white(*QUEEN), "cell_0_0", "cell_5_5").path
        assert path is not None
        assert all(id(relation) in own for relation in path.relations)
    leaps = [trace(BOARD, white(*KNIGHT), "cell_0_0", "cell_1_2") for trace in (trace_visitor, trace_compiled)]
    assert leaps[0] is not None
    assert leaps[1] is not None
    assert leaps[0].relations[0] is leaps[1].relations[0]


@pytest.mark.parametrize("size", [64, 65, 128, 129, 361])
def test_ruling_k__any_number_of_tiles_takes_the_same_road(size: int) -> None:
    """One row of this many tiles: the last is reached in size - 1 steps, a blocker on the last but one stops it."""
    board = Board.grid(1, size)
    last = f"cell_0_{size - 1}"
    for layer in SLIDING_LAYERS:
        path = layer(board, Occupancy(), ROOK_PIECE, "cell_0_0", last).path
        assert path is not None
        assert path.tiles == board.tiles
        blocked = layer(board, Occupancy({f"cell_0_{size - 2}": ENEMY}), ROOK_PIECE, "cell_0_0", last)
        assert blocked.outcome is Outcome.BLOCKED


def test_ruling_l__an_older_or_branched_state_gives_its_own_answer() -> None:
    start = Occupancy({"cell_7_0": ROOK_PIECE, "cell_4_0": ENEMY})
    taking = resolve_path(BOARD, start, ROOK_PIECE, "cell_7_0", "cell_4_0").path
    aside = resolve_path(BOARD, start, ROOK_PIECE, "cell_7_0", "cell_7_3").path
    assert taking is not None
    assert aside is not None
    taken, moved = start.moved(taking, ROOK_PIECE), start.moved(aside, ROOK_PIECE)
    for layer in SLIDING_LAYERS:
        assert layer(BOARD, taken, ROOK_PIECE, "cell_4_0", "cell_0_0").path is not None
        assert layer(BOARD, moved, ROOK_PIECE, "cell_7_3", "cell_0_3").path is not None
        assert layer(BOARD, start, ROOK_PIECE, "cell_7_0", "cell_0_0").outcome is Outcome.BLOCKED
    assert destinations(BOARD, start, ROOK_PIECE, "cell_7_0")[:3] == ("cell_6_0", "cell_5_0", "cell_4_0")
    assert len(taken.at("cell_4_0")) == 1
    assert taken.at("cell_7_0") == ()


def test_ruling_m__each_layer_is_its_own() -> None:
    """A hit names its layer, so no comparison compares a layer with itself."""
    outcomes = [layer(BOARD, Occupancy(), ROOK_PIECE, "cell_0_0", "cell_0_4").outcome for layer in SLIDING_LAYERS[:3]]
    assert outcomes == [Outcome.VISITOR_HIT, Outcome.COMPILED_HIT, Outcome.FAST_HIT]


def test_the_pawn_of_the_charter_walks_and_takes_apart() -> None:
    """Move-only and capture-only patterns in one piece, facing north."""
    pawn = white(
        DirectionPattern("n", is_repeatable=False, onto=("empty",)),
        MultiDirectionPattern(("nw", "ne"), is_repeatable=False, onto=("enemy",)),
    )
    occupancy = Occupancy({"cell_5_3": ENEMY, "cell_5_2": ENEMY, "cell_5_4": FRIEND})
    assert destinations(BOARD, occupancy, pawn, "cell_6_3") == ("cell_5_2",)


def test_answers_do_not_depend_on_the_hash_seed() -> None:
    """Determinism: a new process with another hash seed of Python lists the same, in order."""
    program = (
        "from ludotome.movement import *\n"
        "board = Board.from_relations([('a', 'b', 'x'), ('b', 'c', 'y'), ('a', 'c', 'z'), ('c', 'a', 'x')])\n"
        "piece = Piece('p', 'white', (MultiDirectionPattern(('z', 'x', 'y'), onto={'enemy', 'empty'}),))\n"
        "print(board.tiles, board.directions, destinations(board, Occupancy(), piece, 'a'))\n"
        "print(resolve_path(board, Occupancy(), piece, 'a', 'c'))\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(told) == 1
