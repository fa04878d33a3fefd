"""`ludotome play` on a terminal of 80 by 24, as a person sees it: a terminal emulator in memory shows the screen."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pyte
import pytest

MORE = Path(__file__).parents[1] / "documents" / "more"
ROWS, COLUMNS = 24, 80


class Terminal:
    """A program in a pseudo-terminal, and its screen."""

    def __init__(self, *arguments: str) -> None:
        environment = {
            name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
        }
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "ludotome", *arguments],
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            timeout=120,
            env=environment | {"TERM": "xterm", "PAGER": "cat"},
        )

    def until(self, *patterns: str) -> list[str]:
        """Wait until the output matches one of *patterns*; return the lines of the screen then."""
        self.child.expect([*patterns, pexpect.EOF])
        after = "" if self.child.after is pexpect.EOF else self.child.after
        self._stream.feed(self.child.before + after)
        return self.lines()

    def type(self, keys: str, *patterns: str) -> list[str]:
        self.child.send(keys)
        return self.until(*patterns)

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]


PROMPT = r"[A-Za-z0-9]+\x1b\[0m> "

# game -> the top of the screen, a sign that a legal move is listed, and what else must be visible
GAMES = {
    "tic-tac-toe": ("3 . . .", "1 a3", ["a b c"]),
    "chess": ("8 ♜", "1 a3", ["a b c d e f g h"]),
    "hex": ("   a b c d e f g h i j k", "1 a1", [" 11 . ."]),
    f"{MORE}/kalah.md": ("       n6:4", "1 s1", ["storeS:0", "s1:4"]),
    f"{MORE}/backgammon.md": ("barX:.", "1 24:", ["p24:XX", "dice: "]),
    f"{MORE}/hearts.md": ("hand of North (13):", "1 13C", ["trick (0)"]),
    "boarding": (" 1           #", "1 b7>c7", ["# wall, : crates"]),
}


@pytest.mark.parametrize("game", GAMES, ids=lambda name: Path(name).stem)
def test_board_moves_and_prompt_are_on_one_screen(game: str) -> None:
    top, move, others = GAMES[game]
    terminal = Terminal("play", game, "--agents", "human", "--seed", "3")
    first = terminal.until(PROMPT, "press Enter")
    if "press Enter" in first[0]:  # with hidden information, the screen belongs to one person
        first = terminal.type("\r", PROMPT)
    for lines in (first, terminal.type("why nonsense\r", PROMPT), terminal.type("help\r", PROMPT)):
        assert lines[0].startswith(top)
        assert any(move in line for line in lines)
        assert all(any(other in line for line in lines) for other in others)
        assert any(line.endswith(">") for line in lines)
    after = terminal.type("1\r", PROMPT, "press Enter")
    assert after != first
    terminal.child.close(force=True)


def test_tab_completes_and_leaving_says_that_nothing_was_saved() -> None:
    terminal = Terminal("play", "tic-tac-toe", "--agents", "human", "--seed", "3")
    terminal.until(PROMPT)
    terminal.type("mov\t\r", PROMPT)
    assert terminal.child.before.startswith("moves")
    terminal.type("b\t\t", "b1")  # several moves begin like this, so they are listed
    lines = terminal.type("2\rquit\r", "to save it")
    assert any("game closed (not saved; use `--record FILE`" in line for line in lines)
    terminal.child.expect(pexpect.EOF)


def test_the_rules_are_shown_as_prose_and_the_board_comes_back() -> None:
    terminal = Terminal("play", "tic-tac-toe", "--agents", "human", "--seed", "3")
    terminal.until(PROMPT)
    lines = terminal.type("rules\r", PROMPT)
    assert "metadata:" not in terminal.child.before
    assert lines[0].startswith("3 . . .")
    terminal.child.close(force=True)


def test_an_explanation_is_wrapped_to_the_screen() -> None:
    terminal = Terminal("explain", "LT209")
    terminal.until("instead", "Instead")
    terminal.until(pexpect.EOF)
    assert terminal.screen.columns == COLUMNS
    text = terminal.lines()
    assert max(map(len, text)) <= COLUMNS
    assert not any(line.endswith("…") for line in text)
