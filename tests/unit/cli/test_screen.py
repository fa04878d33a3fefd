"""A screen of 80 by 24: the board stays visible, however many moves there are."""

from __future__ import annotations

import pytest

from ludotome.cli.screen import page_of, screen, visible_width
from ludotome.play import load, shipped_games

RED = "\x1b[1;31mx\x1b[0m"


def test_moves_stand_beside_a_high_board_and_below_a_low_one() -> None:
    moves = [f"{n} e2e{n}" for n in range(1, 31)]
    beside = screen(["8 r n b", *["x"] * 14], moves, [], width=80, height=24)
    assert len(beside) == 15
    assert beside[0].startswith("8 r n b   1 e2e1")
    below = screen(["a b c"] * 4, moves, [], width=80, height=24)
    assert below[:4] == ["a b c"] * 4
    assert below[4].startswith("1 e2e1")


def test_what_does_not_fit_is_on_further_pages_and_every_move_is_on_one() -> None:
    moves = [f"move{n}" for n in range(500)]
    first = page_of(moves, 40, 5, 0)
    assert len(first) == 5
    assert first[-1] == "… 500 moves, page 1 of 32: `moves`"
    seen = [word for page in range(32) for line in page_of(moves, 40, 5, page)[:-1] for word in line.split()]
    assert seen == moves
    assert page_of(moves, 40, 5, 32) == first


def test_the_last_remarks_stand_above_the_prompt() -> None:
    lines = screen(["board"], ["1 a"], [f"remark {n}" for n in range(20)], width=80, height=24)
    assert lines[-1] == "remark 19"
    assert lines[-8] == "remark 12"
    assert "remark 11" not in lines


def test_a_high_board_stays_whole_and_remarks_stand_under_the_moves_beside_it() -> None:
    board, remarks = [f"row {n}" for n in range(20)], [f"{RED} a remark that is longer than what is beside" * 2] * 5
    lines = screen(board, ["1 a", "2 b"], remarks, width=36, height=24)
    assert len(lines) == 20
    assert all(line.startswith(row) for line, row in zip(lines, board, strict=True))
    assert "1 a" in lines[0]
    assert any("a remark" in line for line in lines)
    assert all(visible_width(line) <= 36 for line in lines)


def test_colours_take_no_room() -> None:
    assert visible_width(RED) == 1
    plain = screen(["x"] * 20, ["1 a1", "2 a2"], [], width=80, height=24)
    painted = screen([RED] * 20, ["1 a1", "2 a2"], [], width=80, height=24)
    assert [line.replace(RED, "x") for line in painted] == plain


@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_fits_eighty_by_twenty_four(name: str) -> None:
    state = load(name).new_initial_state(backend="reference")
    board = state.text(0, width=80).splitlines()
    moves = [f"{n} {text}" for n, text in enumerate(state.legal_action_strings(), 1)]
    lines = screen(board, moves, ["one", "two"], width=80, height=24)
    assert all(visible_width(line) <= 80 for line in lines)
    if len(board) <= 18:
        assert len(lines) <= 23
    assert any(moves[0] in line for line in lines)
