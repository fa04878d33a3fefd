"""Backup and restore as described in `docs/deploy.md`: copied during play, restored after everything was lost."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.support.house import ROOT
from tests.support.postgres import find_programs, postgres
from tests.support.studio import Served, served

MOVES = 12  # with these choices a game of breakthrough is not over yet


class Seat:
    """A person with the link to a seat."""

    def __init__(self, table: str, secret: str) -> None:
        self.table, self.secret = table, secret

    @contextmanager
    def at(self, studio: Served, cookie: str) -> Iterator[Any]:
        place = f"{studio.address.replace('http', 'ws')}api/tables/{self.table}/socket"
        own: Any = {"Cookie": cookie}
        with connect(place, origin=studio.address.rstrip("/"), additional_headers=own) as socket:  # type: ignore[arg-type]
            socket.send(json.dumps({"do": "hello", "secret": self.secret}))
            yield socket


def told(socket: Any, ply: int) -> dict[str, Any]:
    """Return the first message about *ply* or a later one."""
    while (found := json.loads(socket.recv(timeout=60))).get("table", {}).get("ply", -1) < ply:
        assert "error" not in found, found
    table: dict[str, Any] = found["table"]
    return table


def cookie_of(client: Any) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def open_table(client: Any) -> list[Seat]:
    table = client.post("/api/tables", json={"document": "breakthrough"}).json()["table"]
    names = ("Ann", "Bob")
    return [
        Seat(table, client.post(f"/api/tables/{table}/seats", json={"name": name}).json()["secret"]) for name in names
    ]


def play(studio: Served, cookie: str, seats: list[Seat], first: int, last: int) -> list[str]:
    """Make the moves *first* to *last* - 1; return all moves in the messages."""
    with seats[0].at(studio, cookie) as ann, seats[1].at(studio, cookie) as bob:
        for ply in range(first, last):
            person = (ann, bob)[ply % 2]
            told(person, ply)
            person.send(json.dumps({"id": ply, "do": "decide", "ply": ply, "choice": ply % 3}))
        with seats[0].at(studio, cookie) as whole:
            return [one["text"] for one in told(whole, last)["moves"]]


def commands(language: str, about: str) -> list[str]:
    """Return the lines of the first block after *about* in the section on backups."""
    text = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    section = text[text.index("## Backup and restore") :]
    found = re.search(rf"```{language}\n(.*?)```", section[section.index(about) :], re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def run(line: str, replaced: dict[str, str]) -> None:
    for there, here in replaced.items():
        assert there in line, f"the docs say `{line}`, without {there}"
        line = line.replace(there, here)
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, (line, done.stderr)


def kept_by_a_backup(folder: Path, store: str, back_up: Any, lose_and_restore: Any) -> list[bool]:
    """Play at three tables, back the store up while one of them continues, delete everything, restore, and play on.

    Return for each table whether its seats and moves are still there and it goes on.
    """
    with served(folder, "--store", store) as studio:
        client = studio.client()
        cookie = cookie_of(client)
        tables = [open_table(client) for _ in range(3)]
        before = [play(studio, cookie, seats, 0, 4) for seats in tables]
        playing = threading.Thread(target=play, args=(studio, cookie, tables[0], 4, MOVES))
        playing.start()
        back_up()
        playing.join()
        studio.process.kill()
        studio.process.wait()
    lose_and_restore()
    kept = []
    with served(folder, "--store", store) as studio:
        client = studio.client()
        cookie = cookie_of(client)
        for seats, moves in zip(tables, before, strict=True):
            with seats[0].at(studio, cookie) as ann:
                found = told(ann, 4)
            after = play(studio, cookie, seats, found["ply"], found["ply"] + 2)
            kept.append(found["you"] == 0 and after[:4] == moves and len(after) == found["ply"] + 2)
    return kept


def test_a_store_in_a_file(tmp_path: Path) -> None:
    store, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    (line,) = commands("", "All tables")

    def back_up() -> None:
        run(line, {"/srv/ludotome/tables.sqlite": str(store), "/backup/tables.sqlite": str(copy)})

    def lose_and_restore() -> None:
        for file in tmp_path.glob("tables.sqlite*"):
            file.unlink()
        shutil.copy(copy, store)

    assert kept_by_a_backup(tmp_path, str(store), back_up, lose_and_restore) == [True] * 3


def test_a_store_in_a_database(tmp_path: Path) -> None:
    programs = find_programs()
    copy = str(tmp_path / "copy.dump")
    with postgres() as address:
        dump, restore = commands("", "With PostgreSQL")
        names = {"postgresql://ludotome@/ludotome": f"'{address}'"}

        def back_up() -> None:
            run(f"{programs}/{dump}", {**names, "/backup/tables.dump": copy})

        def lose_and_restore() -> None:
            import psycopg

            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("DROP TABLE events")
            run(f"{programs}/{restore}", {**names, "/backup/tables.dump": copy})

        assert kept_by_a_backup(tmp_path, address, back_up, lose_and_restore) == [True] * 3
