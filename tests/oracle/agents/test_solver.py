"""A proven result of a search equals that of an exhaustive search, with rules written here.

Three small games whose whole tree can be searched: tic-tac-toe, connect three on 4×4, breakthrough on 4×4. A board is a
text, row by row from the top; `x` moves first and, in breakthrough, upwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

import ludotome as lt
from ludotome.chance import mix
from ludotome.play import Game, State, shipped_path

Moves = dict[str, str]
"""The board after each move, by the move's notation."""

# ── the rules, written independently ──────────────────────────────────────────────────────────────────────────────


def lines(size: int, length: int) -> list[list[int]]:
    found = []
    for row in range(size):
        for col in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end = row + down * (length - 1), col + right * (length - 1)
                if 0 <= end[0] < size and 0 <= end[1] < size:
                    found.append([(row + down * n) * size + col + right * n for n in range(length)])
    return found


THREES = {size: lines(size, 3) for size in (3, 4)}


def has_three(board: str, mark: str, size: int) -> bool:
    return any(all(board[cell] == mark for cell in line) for line in THREES[size])


def put(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


def tic_tac_toe(board: str, mark: str) -> tuple[Moves, int | None]:
    if has_three(board, other(mark), 3):
        return {}, -1
    moves = {f"{'abc'[cell % 3]}{3 - cell // 3}": put(board, cell, mark) for cell in range(9) if board[cell] == "."}
    return moves, None if moves else 0


def connect_three(board: str, mark: str) -> tuple[Moves, int | None]:
    if has_three(board, other(mark), 4):
        return {}, -1
    moves = {}
    for col in range(4):
        free = [row for row in range(4) if board[4 * row + col] == "."]
        if free:
            moves[str(col)] = put(board, 4 * max(free) + col, mark)
    return moves, None if moves else 0


def breakthrough(board: str, mark: str) -> tuple[Moves, int | None]:
    goal, enemy = (range(12, 16), range(4)) if mark == "x" else (range(4), range(12, 16))
    if any(board[cell] == other(mark) for cell in goal):
        return {}, -1
    del enemy
    ahead, moves = (-1 if mark == "x" else 1), {}
    for cell in range(16):
        row, col = divmod(cell, 4)
        if board[cell] != mark or not 0 <= row + ahead < 4:
            continue
        for side in (-1, 0, 1):
            to = 4 * (row + ahead) + col + side
            if 0 <= col + side < 4 and (board[to] == "." or (side and board[to] == other(mark))):
                name = f"{'abcd'[col]}{4 - row}{'abcd'[col + side]}{4 - row - ahead}"
                moves[name] = put(put(board, cell, "."), to, mark)
    return moves, None if moves else -1


def other(mark: str) -> str:
    return "o" if mark == "x" else "x"


Rules = Callable[[str, str], tuple[Moves, int | None]]


def solver(rules: Rules) -> Callable[[str, str], int]:
    @cache
    def value(board: str, mark: str) -> int:
        moves, over = rules(board, mark)
        return over if over is not None else max(-value(after, other(mark)) for after in moves.values())

    return value


# ── Ludotome games with the same rules ─────────────────────────────────────────────────────────────────────────────


def document(name: str, changes: dict[str, str]) -> Game:
    text = shipped_path(name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return lt.load_text(re.sub(r"^## Tests.*", "", text, flags=re.MULTILINE | re.DOTALL))


GAMES: dict[str, tuple[Callable[[], Game], Rules, str]] = {
    "tic-tac-toe": (lambda: lt.load("tic-tac-toe"), tic_tac_toe, "." * 9),
    "connect-three": (
        lambda: document(
            "connect-four", {"default: 6, min: 4": "default: 4, min: 4", "default: 7": "default: 4", ">= 4": ">= 3"}
        ),
        connect_three,
        "." * 16,
    ),
    "breakthrough-4": (
        lambda: document(
            "breakthrough",
            {"default: 8, min: 5": "default: 4, min: 4", "default: 8, min: 2": "default: 4, min: 2"},
        ),
        breakthrough,
        "oooo........xxxx",
    ),
}


def positions(game: Game, rules: Rules, board: str, number: int) -> list[tuple[State, str, str]]:
    """Return positions from the start, the middle and the end of random games."""
    found = []
    for index in range(number):
        state, here, mark = game.new_initial_state(seed=1), board, "x"
        for ply in range(index % 9):
            moves, over = rules(here, mark)
            if over is not None:
                break
            name = sorted(moves)[mix(index, ply) % len(moves)]
            state.apply_action(name)
            here, mark = moves[name], other(mark)
        if not state.is_terminal():
            found.append((state, here, mark))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_written_here_are_those_of_the_game(name: str):
    made, rules, board = GAMES[name]
    for state, here, mark in positions(made(), rules, board, 40):
        assert sorted(rules(here, mark)[0]) == sorted(state.legal_action_strings())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_proven_is_what_every_continuation_says(name: str):
    """The values of the position and of every proven decision are correct, and the decision is one of the best."""
    made, rules, board = GAMES[name]
    value, proven = solver(rules), 0
    for state, here, mark in positions(made(), rules, board, 60):
        found = state.search(3000, seed=len(here))
        moves, truth = rules(here, mark)[0], value(here, mark)
        if found.proven is None:
            continue
        proven += 1
        assert found.proven == truth
        notation = dict(zip(state.legal_actions(), state.legal_action_strings(), strict=True))
        assert -value(moves[notation[found.decision]], other(mark)) == truth
    assert proven >= 20


@pytest.mark.parametrize(("name", "simulations"), [("tic-tac-toe", 400_000), ("breakthrough-4", 400_000)])
def test_a_whole_game_is_solved(name: str, simulations: int):
    made, rules, board = GAMES[name]
    found = made().new_initial_state(seed=1).search(simulations)
    assert found.proven == solver(rules)(board, "x")


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_proven_does_not_depend_on_threads(threads: int):
    made, rules, board = GAMES["connect-three"]
    value = solver(rules)
    for state, here, mark in positions(made(), rules, board, 30):
        found = state.search(4000, seed=3, threads=threads)
        assert found.proven in (None, value(here, mark))
