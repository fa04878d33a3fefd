"""Indexes for runs, steps and draws are kept where the document needs them, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludotome
from ludotome.native import ALL_ON, emit_game
from ludotome.native.indexes.lines import board_lines
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.scalars import new_lowering
from tests.support.native_games import breakthrough, gomoku, hex_game


def test_every_zone_lies_on_one_line_of_each_axis() -> None:
    """On 15 by 15 cells: 15 rows, 15 columns and twice 29 diagonals, the longest of 15 cells."""
    lines = board_lines(new_lowering(Layout(gomoku(), 2)))
    assert lines is not None
    assert (lines.count, lines.longest) == (15 + 15 + 29 + 29, 15)
    assert {len(row) for row in lines.line_of_zone} == {4}
    numbers, places = (sum(rows, ()) for rows in (lines.line_of_zone, lines.place_of_zone))
    on = [*zip(numbers, places, strict=True)]
    assert len(set(on)) == len(on) == 4 * 225


def test_a_hex_board_has_three_axes() -> None:
    """Eleven lines along each side of the rhombus, and 21 across."""
    lines = board_lines(new_lowering(Layout(hex_game(), 2)))
    assert lines is not None
    assert (lines.count, lines.longest) == (11 + 11 + 21, 11)


@pytest.mark.parametrize(
    ("switch", "field"), [("kept_lines", "lines_of"), ("open_sets", "open_count"), ("last_move", "log_end")]
)
def test_a_switch_leaves_its_index_out(switch: str, field: str) -> None:
    """Gomoku keeps all three; with its switch off, an index has no field."""
    on, off = (emit_game(gomoku(), 2, options).source for options in (ALL_ON, replace(ALL_ON, **{switch: False})))
    assert f" {field}[" in on or f" {field}," in on
    assert f" {field}[" not in off
    assert f" {field}," not in off


def test_steps_are_kept_where_every_decision_is_one() -> None:
    """Breakthrough draws from steps, found by planes or else kept; checkers, whose pieces jump, lists its decisions."""
    by_planes, kept = (emit_game(breakthrough(), 2, replace(ALL_ON, step_planes=on)).source for on in (True, False))
    assert "steps_of_move[LT_PLAYERS1]" in kept
    assert "steps_of_move" not in by_planes
    assert "#define LT_GATHERED 1" in by_planes
    assert "#define LT_DRAWN_WORDS 0" in emit_game(ludotome.load("checkers").game_def, 2).source


def test_go_draws_from_its_open_points_and_the_pass() -> None:
    """Two words of points and one bit; only the pass cannot be refused."""
    source = emit_game(ludotome.load("go").game_def, 2).source
    assert "#define LT_DRAWN_WORDS 3" in source
    assert "is_free_word[LT_DRAWN_WORDS] = {0, 0, 1}" in source
