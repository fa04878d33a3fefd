"""`ludotome simulate` when it is interrupted late, or before the first game is over."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ludotome.cli.main import main
from ludotome.play import Game, Playouts

watch = import_module("ludotome.simulate.watch")
play_agents = import_module("ludotome.simulate.play_agents")  # the package has a function of this name

Said = pytest.CaptureFixture[str]


@pytest.fixture
def interrupted_after(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Interrupt after this many watched games, each played decision by decision in Python."""
    watched = watch.watch_game
    monkeypatch.setattr(Game, "contest", lambda *_, **__: None)

    def after(games: int) -> None:
        def until(game: Any, index: int, *rest: Any, **how: Any) -> Any:
            if index == games:
                raise KeyboardInterrupt
            return watched(game, index, *rest, **how)

        for module in (watch, play_agents):
            monkeypatch.setattr(module, "watch_game", until)

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


@pytest.fixture
def interrupted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt random games before any of them is over."""
    playouts = Game.playouts

    def none(game: Game, n: int, *rest: Any, **how: Any) -> Playouts:
        some = playouts(game, 1, *rest, **how)
        return Playouts(some.returns[:0], some.plies[:0], some.outcome[:0], some.condition[:0], interrupted=True)

    monkeypatch.setattr(Game, "playouts", none)


def test_before_the_first_game_is_over_no_kernel_is_named(interrupted_after: Any, capsys: Said) -> None:
    interrupted_after(0)
    assert main(["simulate", "tic-tac-toe", "--agents", "greedy", "--json"]) == 130
    assert '"backend": null' in capsys.readouterr().out


NOTHING = "tic-tac-toe: none of 1,000 games was finished\n"


@pytest.mark.parametrize("agents", ["greedy", "greedy,random"])
@pytest.mark.parametrize("is_terminal", [True, False])
def test_where_no_game_was_finished_there_is_no_table_and_no_speed(
    is_terminal: bool, agents: str, interrupted_after: Any, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    assert main(["simulate", "tic-tac-toe", "--agents", agents]) == 130
    out, err = capsys.readouterr()
    assert out == NOTHING
    assert "games a second" not in err


@pytest.mark.usefixtures("interrupted_at_once")
def test_where_no_random_game_was_finished_that_is_said_too(capsys: Said) -> None:
    assert main(["simulate", "tic-tac-toe"]) == 130
    assert capsys.readouterr().out == NOTHING


def test_where_no_game_was_finished_earlier_results_stay(interrupted_after: Any, tmp_path: Path, capsys: Said) -> None:
    interrupted_after(0)
    kept, fresh = tmp_path / "kept.parquet", tmp_path / "fresh.parquet"
    kept.write_bytes(b"good results")
    assert main(["simulate", "tic-tac-toe", "--agents", "greedy", "--parquet", str(kept)]) == 130
    assert kept.read_bytes() == b"good results"
    assert f"no game was finished: `{kept}` stays as it was\n" in capsys.readouterr().err
    assert main(["simulate", "tic-tac-toe", "--agents", "greedy", "--parquet", str(fresh)]) == 130
    assert not fresh.exists()
    assert f"no game was finished: `{fresh}` is not written\n" in capsys.readouterr().err


def test_the_games_finished_before_an_interrupt_are_written(
    interrupted_after: Any, tmp_path: Path, capsys: Said
) -> None:
    interrupted_after(2)
    kept = tmp_path / "kept.parquet"
    kept.write_bytes(b"good results")
    assert main(["simulate", "tic-tac-toe", "--agents", "greedy", "--parquet", str(kept)]) == 130
    assert kept.read_bytes().startswith(b"PAR1")
    assert f"wrote `{kept}`: 2 games\n" in capsys.readouterr().err
