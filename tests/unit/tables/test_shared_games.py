"""Games shared by tables: loaded once, found while a table has them, and otherwise kept for a while."""

from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludotome.play import Game, load
from ludotome.tables.shared_games import SharedGames


def tic_tac_toe() -> Game:
    return load("tic-tac-toe")


def test_those_who_ask_at_once_get_one_game() -> None:
    games, loads, is_free = SharedGames(1), list[int](), threading.Event()

    def slow() -> Game:
        loads.append(1)
        assert is_free.wait(30)
        return tic_tac_toe()

    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(games.get, b"a", slow) for _ in range(4)]
        is_free.set()
        found = {id(one.result()) for one in asked}
    assert len(found) == 1
    assert loads == [1]


def test_a_game_that_a_table_has_is_found_when_others_were_asked_for_since() -> None:
    games = SharedGames(2)
    held = games.get(b"held", tic_tac_toe)
    games.get(b"dropped", tic_tac_toe)
    for key in (b"1", b"2"):
        games.get(key, tic_tac_toe)
    gc.collect()
    loaded: list[bytes] = []

    def noted(key: bytes) -> Game:
        loaded.append(key)
        return tic_tac_toe()

    assert games.get(b"held", lambda: noted(b"held")) is held
    games.get(b"2", lambda: noted(b"2"))
    games.get(b"dropped", lambda: noted(b"dropped"))
    assert loaded == [b"dropped"]


def test_a_game_that_cannot_be_loaded_is_tried_again() -> None:
    games = SharedGames(1)
    with pytest.raises(ZeroDivisionError):
        games.get(b"a", lambda: 1 // 0)  # type: ignore[arg-type,return-value]
    assert games.get(b"a", tic_tac_toe) is games.get(b"a", tic_tac_toe)
