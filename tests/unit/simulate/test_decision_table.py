"""A table of decisions has a row per decision, and independent readers join it with the table of games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars
import pytest

import ludotome as lt
from ludotome.gamedef import PlayError
from ludotome.simulate import Played, decision_table, game_table, play_games, write_decisions, write_parquet
from ludotome.toolchain import ToolError

AGENTS = ["mcts:20", "random"]


@pytest.fixture(scope="module")
def played() -> Played:
    return play_games(lt.load("connect-four"), 6, agents=AGENTS, seed=5, decisions=True)


@pytest.fixture(scope="module")
def files(played: Played, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tables")
    games, decisions = folder / "games.parquet", folder / "decisions.parquet"
    games.write_bytes(write_parquet(game_table(played), len(played.results.plies)))
    decisions.write_bytes(write_decisions(played))
    return games, decisions


def test_the_games_are_those_that_are_played_without_looking(played: Played) -> None:
    plain = play_games(lt.load("connect-four"), 6, agents=AGENTS, seed=5)
    assert plain.results.returns.tolist() == played.results.returns.tolist()
    assert plain.results.plies.tolist() == played.results.plies.tolist()


def test_polars_reads_rows_that_replay_the_games(files: tuple[Path, Path]) -> None:
    """The chosen decisions, replayed from the seed, give the result in the row of the game."""
    games, rows = (polars.read_parquet(file).to_dicts() for file in files)
    game = lt.load("connect-four")
    for one in games:
        state = game.new_initial_state(seed=one["seed"])
        for row in (row for row in rows if row["game"] == one["game"]):
            legal = state.legal_actions()
            assert (row["seat"], row["legal"], row["ply"]) == (state.current_player(), len(legal), len(state.history()))
            assert row["decision"] == state.legal_action_strings()[row["chosen"]]
            assert row["agent"] == one[f"agent_{game.game_def.metadata.seats[row['seat']]}"]
            state.apply_action(legal[row["chosen"]])
        assert state.outcome() is not None
        assert state.returns() == (one["return_Yellow"], one["return_Red"])


def by_duckdb(query: str) -> list[list[Any]]:
    """Return the rows of *query*, run in a separate process: duckdb reports leaks when its process ends."""
    program = "import duckdb, json, sys; print(json.dumps(duckdb.sql(sys.argv[1]).fetchall()))"
    asked = subprocess.run([sys.executable, "-c", program, query], capture_output=True, text=True, check=True)
    rows: list[list[Any]] = json.loads(asked.stdout)
    return rows


def test_duckdb_joins_both_tables_and_reads_the_values_of_a_search(files: tuple[Path, Path]) -> None:
    games, decisions = (f"'{file}'" for file in files)
    joined = by_duckdb(
        f"select g.decisions, count(*) from {games} g join {decisions} d using (game, seed) group by all"
    )
    assert sum(rows for _, rows in joined) == sum(made for (made,) in by_duckdb(f"select decisions from {games}"))
    asked = f"select legal, chosen, value, visits, values from {decisions} where agent = 'mcts:20' and legal > 1"
    searched = by_duckdb(asked)
    assert searched
    for legal, chosen, value, visits, values in searched:
        assert len(visits) == len(values) == legal
        assert value == values[chosen]
        assert 1 <= sum(visits) <= 20  # fewer if the search has proven a win
    assert by_duckdb(f"select count(value) from {decisions} where agent = 'random'") == [[0]]


def test_the_table_says_what_it_is_of(played: Played) -> None:
    about = json.loads(decision_table(played).schema.metadata[b"ludotome"])
    game = lt.load("connect-four")
    assert about == {
        "game": "connect-four", "rules": game.rules_hash, "parameters": {"rows": 6, "cols": 7}, "seed": 5,
        "agents": AGENTS,
    }  # fmt: skip


def test_random_players_have_decisions_too() -> None:
    played = play_games(lt.load("kuhn-poker"), 8, seed=2, decisions=True)
    table = decision_table(played).to_pydict()
    assert len(table["game"]) == played.results.plies.sum()
    assert table["seed"] == [played.watched[game].seed for game in table["game"]]
    assert set(table["values"]) == {None}


def test_decisions_that_were_not_kept_and_a_missing_library_are_reported(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PlayError, match="play the games with `decisions=True`"):
        decision_table(play_games(lt.load("tic-tac-toe"), 2))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ToolError, match=r'run `pip install "ludotome\[parquet\]"`'):
        decision_table(played)


def test_the_page_names_every_column(played: Played) -> None:
    page = (Path(__file__).parents[3] / "docs" / "simulate.md").read_text(encoding="utf-8")
    part = page.partition("## A row for each decision")[2].partition("\n## ")[0]
    named = [line.split("`")[1] for line in part.splitlines() if line.startswith("| `")]
    assert named == decision_table(played).schema.names
