"""`new` writes a document that compiles without diagnostics and passes its own tests, and never overwrites a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.cli import main
from ludotome.gamedef import OUTCOMES
from ludotome.play import load, load_text, run_tests
from ludotome.spec import BOARDS, MOST_PLAYERS, compile_text, starter


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", range(1, MOST_PLAYERS + 1))
def test_the_document_compiles_and_passes_its_tests(board: str, players: int, tmp_path: Path) -> None:
    file = tmp_path / "first-game.md"
    assert main(["new", "first-game", "--board", board, "--players", str(players), "-o", str(file)]) == 0
    result = compile_text(file.read_text(encoding="utf-8"))
    assert result.diagnostics == ()
    assert result.game_def is not None
    assert result.game_def.metadata.id == "first-game"
    game = load(file)
    assert game.num_players == players
    assert [found.failures for found in run_tests(game)] == [(), ()]


@pytest.mark.parametrize(("board", "alone"), [("grid", "takes"), ("hex", "takes"), ("cards", "has")])
def test_a_single_player_is_written_in_the_singular(board: str, alone: str) -> None:
    assert f"\nOne player {alone} t" in starter("game", 1, board)
    assert f"\nTwo players {'have' if alone == 'has' else 'take'} t" in starter("game", 2, board)


@pytest.mark.parametrize("board", BOARDS)
def test_the_game_can_be_played_to_its_end(board: str) -> None:
    results = load_text(starter("NAME", 3, board)).playouts(5, backend="reference")
    assert set(results.outcome) <= {OUTCOMES.index(end) for end in ("win", "draw", "rank")}


def test_a_file_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game"]) == 0
    before = (tmp_path / "game.md").read_bytes()
    assert main(["new", "game"]) == 1
    assert (tmp_path / "game.md").read_bytes() == before


@pytest.mark.parametrize("name", ["", "2x", "a b", "../x", "true", "NULL", "x" * 101])
def test_what_is_not_a_name_is_wrong_usage(name: str) -> None:
    assert main(["new", name]) == 2


@pytest.mark.parametrize("options", [["--players", "0"], ["--players", "9"], ["--board", "sphere"]])
def test_options_without_a_starter_are_wrong_usage(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", *options]) == 2
    assert options[1] in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_file_is_told_from_the_name_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "my-game.md"]) == 2
    assert "`my-game.md` is the name of a file: write the name of the game, `my-game`" in capsys.readouterr().err
