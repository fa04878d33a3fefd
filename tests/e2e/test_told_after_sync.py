"""A move is sent only after it is on disk: a preloaded library logs writes, syncs and messages of a running studio."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.house import ROOT
from tests.support.studio import served

PLIES = 12
MISSING = "no C compiler found: install gcc (on Debian: apt install gcc)"


def told(connection: ClientConnection) -> dict[str, Any]:
    """Return the next message about the table."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=60))
        assert "error" not in message, message
        if "table" in message:
            found: dict[str, Any] = message["table"]
            return found


def test_no_move_is_sent_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler is not None, MISSING
    library, log = tmp_path / "sync_log.so", tmp_path / "log"
    source = ROOT / "tests" / "support" / "sync_log.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("SYNC_LOG", str(log))
    folder = tmp_path / "games"
    folder.mkdir()
    with served(folder) as studio:
        monkeypatch.undo()
        client = studio.client()
        table = client.post("/api/tables", json={"document": "breakthrough"}).json()["table"]
        seats = [client.post(f"/api/tables/{table}/seats", json={"name": name}).json() for name in ("Ann", "Bob")]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        address = f"{studio.address.replace('http', 'ws')}api/tables/{table}/socket"
        origin = studio.address.rstrip("/")
        with ExitStack() as stack:
            people = []
            for seat in seats:
                made = connect(address, origin=origin, additional_headers={"Cookie": cookie}, compression=None)
                people.append(stack.enter_context(made))
                people[-1].send(json.dumps({"do": "hello", "secret": seat["secret"]}))
            for ply in range(PLIES):
                while (now := told(people[ply % 2]))["ply"] < ply or not now["view"]["legal"]:
                    pass
                people[ply % 2].send(json.dumps({"id": ply, "do": "decide", "ply": ply, "choice": ply % 3}))
            for person in people:
                while told(person)["ply"] < PLIES:
                    pass
    highest, is_safe, first_told = 0, True, []
    for line in log.read_text(encoding="ascii").split("\n"):
        if line == "w":
            is_safe = False
        elif line == "s":
            is_safe = True
        elif line.startswith("p ") and int(line[2:]) > highest:
            highest = int(line[2:])
            first_told.append((highest, is_safe))
    assert first_told == [(ply, True) for ply in range(1, PLIES + 1)]
    assert log.read_text(encoding="ascii").count("s\n") >= PLIES
