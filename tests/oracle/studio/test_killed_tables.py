"""Tables of a studio that is killed at random moments during play: no move that was sent is lost or made twice."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

import ludotome as lt
from ludotome.tables import open_store
from ludotome.tables.computing import game_of
from ludotome.tables.events import Decided, Opened, read
from ludotome.tables.table import Table
from tests.support.postgres import postgres
from tests.support.studio import Served, served

GAMES = ("breakthrough", "pig", "market", "connect-four")


class Told:
    """The messages about one table, over all starts: its moves in order."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.moves: list[tuple[int, str]] = []
        self.faults: list[str] = []
        self.is_over = False

    def hear(self, message: dict[str, Any]) -> None:
        """Compare a message with the earlier ones, and store what is new."""
        since, moves = message["since"], [(one["by"], one["text"]) for one in message["moves"]]
        known = self.moves[since : since + len(moves)]
        if moves[: len(known)] != known or since > len(self.moves) or message["ply"] < len(self.moves):
            self.faults.append(f"{self.table}: told {len(self.moves)} moves before, and now {message['ply']}")
        self.moves[since:] = moves
        self.is_over = message["isOver"]


def follow(studio: Served, cookie: str, told: Told) -> None:
    """Watch a table until the studio is killed."""
    address = f"{studio.address.replace('http', 'ws')}api/tables/{told.table}/socket"
    with (
        suppress(WebSocketException, OSError, TimeoutError, EOFError),
        connect(address, origin=studio.address.rstrip("/"), additional_headers={"Cookie": cookie}) as socket,  # type: ignore[arg-type]
    ):
        socket.send('{"do": "hello", "secret": null}')
        while True:
            message = json.loads(socket.recv())
            if "table" in message:
                told.hear(message["table"])


def a_round(folder: Path, store: str, told: dict[str, Told], seconds: float) -> None:
    """Start a studio, let agents play at every table that is not over and at some new ones, and kill it."""
    with served(folder, "--store", store) as studio:
        client = studio.client()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        for game in GAMES:
            if all(one.is_over for one in told.values()) or len(told) < len(GAMES):
                agents = {"0": "easy", "1": "easy"}
                table = client.post("/api/tables", json={"document": game, "agents": agents}).json()["table"]
                told[table] = Told(table)
        watching = [
            threading.Thread(target=follow, args=(studio, cookie, one)) for one in told.values() if not one.is_over
        ]
        for one in watching:
            one.start()
        time.sleep(seconds)  # the agents play meanwhile
        studio.process.send_signal(signal.SIGKILL)
        for one in watching:
            one.join(60)


LONG = pytest.param(100, marks=[pytest.mark.long, pytest.mark.timeout(3600)])


@pytest.mark.parametrize("rounds", [2, LONG])
def test_no_sent_move_is_lost_or_made_twice(rounds: int, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    assert faults_of_rounds(tmp_path, str(file), rounds) == []
    assert sqlite3.connect(file).execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("rounds", [2, LONG])
def test_no_sent_move_is_lost_or_made_twice_in_a_database(rounds: int, tmp_path: Path) -> None:
    with postgres() as address:
        assert faults_of_rounds(tmp_path, address, rounds) == []


def faults_of_rounds(folder: Path, address: str, rounds: int) -> list[str]:
    """Kill a studio this many times; return wrong messages, and differences between messages and stored events."""
    draw = random.Random(rounds)
    told: dict[str, Told] = {}
    for _ in range(rounds):
        a_round(folder, address, told, draw.uniform(0.5, 2.5))
    faults = [fault for one in told.values() for fault in one.faults]
    assert sum(len(one.moves) for one in told.values()) > 10 * rounds
    store = open_store(address)
    for one in told.values():
        events = [read(data) for data in store.events(one.table)]
        assert isinstance(events[0], Opened)
        plies = [event.ply for event in events if isinstance(event, Decided)]
        if plies != list(range(len(plies))) or len(plies) < len(one.moves):
            faults.append(f"{one.table}: {len(one.moves)} moves were told, and these plies are kept: {plies}")
        first, again = (Table.of(game_of(events[0]), events) for _ in range(2))
        record = lt.Record.of(first.state)
        hashes = {table.state.state_hash() for table in (first, again)} | {record.replay(first.game).state_hash()}
        if len(hashes) > 1:
            faults.append(f"{one.table}: read again, it is another position")
    store.close()
    return faults
