"""A table has a row per game, and independent readers read its file back equal."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as arrow
import pytest

import ludotome as lt
from ludotome.agents import GreedyAgent, RandomAgent
from ludotome.chance import mix
from ludotome.simulate import Column, Played, game_table, play_games, write_parquet
from tests.support.faulty_game import FULL

PAGE = Path(__file__).parents[3] / "docs" / "simulate.md"


def read(columns: tuple[Column, ...], rows: int) -> Any:
    return arrow.read_table(io.BytesIO(write_parquet(columns, rows)))


def table(played: Played) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = read(game_table(played), len(played.results.plies)).to_pydict()
    return found


@pytest.mark.parametrize("rows", [0, 1, 7, 8, 9, 1000])
def test_another_reader_reads_what_was_written(rows: int):
    """Every kind of column with and without missing values, and names that are not ASCII."""
    numbers = np.arange(rows)
    present = numbers % 3 != 0
    kinds = {
        "int32": (-numbers).astype(np.int32),
        "int64": numbers * 2**40,
        "uint64": np.full(rows, 2**64 - 1, np.uint64),
        "double": numbers / 3,
        "text": ["zwölf"[: n % 6] for n in numbers],
    }
    columns = [Column(f"all {kind}", kind, values) for kind, values in kinds.items()]  # type: ignore[arg-type]
    columns += [Column(f"some {kind}", kind, values, present) for kind, values in kinds.items()]  # type: ignore[arg-type]
    found = read(tuple(columns), rows)
    assert [str(field.type) for field in found.schema] == ["int32", "int64", "uint64", "double", "string"] * 2
    assert [field.nullable for field in found.schema] == [False] * 5 + [True] * 5
    for kind, values in kinds.items():
        assert found[f"all {kind}"].to_pylist() == list(values)
        wanted = [value if there else None for value, there in zip(values, present, strict=True)]
        assert found[f"some {kind}"].to_pylist() == wanted


def test_more_columns_than_a_short_list_holds():
    columns = tuple(Column(f"c{n}", "int32", np.array([n])) for n in range(40))
    assert read(columns, 1).to_pylist() == [{f"c{n}": n for n in range(40)}]


def test_random_games_have_their_results_and_nothing_unseen():
    game = lt.load("tic-tac-toe")
    rows = table(play_games(game, 50, seed=3))
    results = game.playouts(50, seed=3)
    assert rows["game"] == list(range(50))
    assert rows["seed"] == [mix(3, game) for game in range(50)]
    assert rows["decisions"] == results.plies.tolist()
    assert rows["return_X"] == results.returns[:, 0].tolist()
    assert {(outcome, won) for outcome, won in zip(rows["outcome"], rows["return_O"], strict=True)} == {
        ("win", 1.0), ("win", -1.0), ("draw", 0.0)
    }  # fmt: skip
    assert set(rows["agent_O"]) == {"random"}
    assert set(rows["choices"]) == set(rows["taken_place"]) == set(rows["lead_changes"]) == {None}


def test_watched_games_say_who_sat_where_and_what_was_done():
    rows = table(play_games(lt.load("tic-tac-toe"), 6, agents=[GreedyAgent(), RandomAgent()]))
    assert rows["agent_X"] == ["greedy", "random"] * 3
    assert rows["agent_O"] == ["random", "greedy"] * 3
    assert rows["taken_place"] == rows["decisions"]
    assert all(1 < choices <= 9 for choices in rows["choices"])


def test_agents_that_differ_meet_the_same_deal_on_every_seat():
    """Games of one round of seats share a seed; equal agents get a new seed for each game."""
    game = lt.load("kuhn-poker")
    seeds = table(play_games(game, 6, agents=[GreedyAgent(), RandomAgent()]))["seed"]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3
    assert len(set(table(play_games(game, 6, agents=[GreedyAgent()]))["seed"])) == 6


def test_a_game_cut_short_has_no_return():
    rows = table(play_games(lt.load("tic-tac-toe"), 3, max_plies=2))
    assert set(rows["outcome"]) == {"cut"}
    assert set(rows["return_X"]) == set(rows["condition"]) == {None}


def test_a_game_in_which_nothing_was_decided_has_no_mean_number_of_choices():
    """The first decision may hit a fault, and then it was not made."""
    rows = table(play_games(lt.load_text(FULL), 40, agents=[GreedyAgent(), RandomAgent()]))
    assert 0 in rows["decisions"]
    for decisions, choices in zip(rows["decisions"], rows["choices"], strict=True):
        assert (choices is None) == (decisions == 0)


def test_the_page_names_every_column():
    columns = PAGE.read_text(encoding="utf-8").partition("| column |")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `([a-z_]+)(?:SEAT|ACTION)?` \|", columns, re.MULTILINE)
    made = [column.name for column in game_table(play_games(lt.load("tic-tac-toe"), 1))]
    for seat in ("X", "O", "place"):
        made = [name.removesuffix(seat) if name.endswith(f"_{seat}") else name for name in made]
    assert list(dict.fromkeys(made)) == named
