"""A game at a real terminal: decided by number and notation, taken back, asked about, left and resumed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def start(*arguments: str, columns: int = 80) -> pexpect.spawn:
    # the terminal alone says how wide it is
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    command = [sys.executable, "-m", "ludotome", "play", *arguments]
    return pexpect.spawn(
        command[0], command[1:], dimensions=(40, columns), encoding="utf-8", timeout=60, env=environment
    )


@pytest.fixture
def tic_tac_toe(record: Path) -> Iterator[pexpect.spawn]:
    terminal = start("tic-tac-toe", "--agents", "human", "--record", str(record))
    yield terminal
    terminal.close(force=True)


def answer(terminal: pexpect.spawn, *lines: str) -> str:
    """Write *lines* at the prompt, one after the other; return what the last one was answered, without colour."""
    for line in lines:
        terminal.expect("> ")
        terminal.sendline(line)
    terminal.expect(["> ", pexpect.EOF])
    shown = terminal.before
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", shown)


def test_a_whole_game_by_number_and_by_notation(tic_tac_toe: pexpect.spawn):
    shown = answer(tic_tac_toe, "1", "b1", "a2", "b2", "a1")
    assert "X wins" in shown
    tic_tac_toe.wait()
    assert tic_tac_toe.exitstatus == 0


def test_a_refused_move_says_why_and_changes_nothing(tic_tac_toe: pexpect.spawn):
    assert "is not legal now" in answer(tic_tac_toe, "z9")
    tic_tac_toe.sendline("99")
    tic_tac_toe.expect("there is no 99")
    tic_tac_toe.expect("> ")
    tic_tac_toe.sendline("why place a1")
    tic_tac_toe.expect("is legal")


def test_undo_takes_back_and_hint_names_a_move(tic_tac_toe: pexpect.spawn):
    shown = answer(tic_tac_toe, "b2", "undo")
    assert "X to decide" in shown or "O to decide" in shown
    tic_tac_toe.sendline("hint")
    tic_tac_toe.expect("a search would play [abc][123]")


def test_leaving_and_coming_back(record: Path):
    first = start("tic-tac-toe", "--agents", "human", "--record", str(record))
    answer(first, "a1", "quit")
    first.wait()
    again = start("--resume", str(record))
    again.expect("1 X|O to decide")
    again.expect("> ")
    again.sendeof()
    again.expect(pexpect.EOF)
    again.wait()
    assert again.exitstatus == 0


def test_a_narrow_terminal_still_shows_every_move():
    narrow = start("tic-tac-toe", "--agents", "human", columns=40)
    shown = answer(narrow, "moves")
    narrow.close(force=True)
    assert all(f"{column}{row}" in shown for column in "abc" for row in "123")
    assert max(len(line) for line in shown.splitlines()) <= 40


def test_an_agent_answers(record: Path):
    terminal = start("tic-tac-toe", "--agents", "human,mcts:50")
    answer(terminal, "b2")
    shown = terminal.before
    terminal.close(force=True)
    assert "mcts:50" in shown
