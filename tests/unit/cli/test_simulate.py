"""`ludotome simulate` when it is interrupted late, or before the first game is over."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludotome.cli.main import main
from ludotome.simulate import watch

Said = pytest.CaptureFixture[str]


@pytest.fixture
def interrupted_after(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function of how many games are watched before the interrupt."""
    watched = watch._watch

    def after(games: int) -> None:
        def until(game: Any, index: int, *rest: Any) -> watch.WatchedGame:
            if index == games:
                raise KeyboardInterrupt
            return watched(game, index, *rest)

        monkeypatch.setattr(watch, "_watch", until)

    return after


def test_an_interrupt_while_games_are_watched_is_one_though_all_were_played(
    interrupted_after: Any, capsys: Said
) -> None:
    interrupted_after(3)
    assert main(["simulate", "tic-tac-toe", "-n", "50"]) == 130
    out, err = capsys.readouterr()
    assert out.startswith("tic-tac-toe: 50 games, 2 players")
    assert "(choices and actions from 3 games)" in out
    assert err.strip() == "error: interrupted"


def test_before_the_first_game_is_over_no_kernel_is_named(
    interrupted_after: Any, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(0)
    assert main(["simulate", "tic-tac-toe", "--agents", "greedy", "--json"]) == 130
    assert '"backend": null' in capsys.readouterr().out
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["simulate", "tic-tac-toe", "--agents", "greedy"]) == 130
    assert re.search(r"\d\.\d s, 0\.0 games a second$", capsys.readouterr().err, re.MULTILINE)
