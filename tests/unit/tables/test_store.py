"""The store: appends are complete, in order and durable; disk failures are reported."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ludotome.tables import SqliteStore, StaleError, StoreError, store_path

KEEPER = """
import sys
from ludotome.tables import SqliteStore
store = SqliteStore(sys.argv[1])
count = 0
while True:
    kept = store.append("t", count, [b"event %d" % count])
    kept.result()
    count += 1
    print(count, flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


def test_events_come_back_in_order(file: Path) -> None:
    store = SqliteStore(file)
    store.append("a", 0, [b"1", b"2"]).result()
    store.append("b", 0, [b"x"]).result()
    store.append("a", 2, [b"3"]).result()
    assert store.events("a") == [b"1", b"2", b"3"]
    assert store.events("none") == []
    store.close()
    again = SqliteStore(file)
    assert again.events("a") == [b"1", b"2", b"3"]
    again.close()


def test_the_later_of_two_appends_after_the_same_event_is_stale(file: Path) -> None:
    store = SqliteStore(file)
    store.append("a", 0, [b"1"]).result()
    with pytest.raises(StaleError, match="has 1 events, not 0"):
        store.append("a", 0, [b"other"]).result()
    assert store.events("a") == [b"1"]
    store.close()


def test_many_appends_at_once_are_all_kept_once(file: Path) -> None:
    store = SqliteStore(file)
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda place: store.append(f"t{place}", 0, [b"%d" % place]), range(300)))
    for one in kept:
        one.result()
    assert [store.events(f"t{place}") for place in range(300)] == [[b"%d" % place] for place in range(300)]
    store.close()


def test_a_closed_store_keeps_what_was_asked_before_and_refuses_the_rest(file: Path) -> None:
    store = SqliteStore(file)
    kept = [store.append("t", place, [b"."]) for place in range(50)]
    store.close()
    assert all(one.exception() is None for one in kept)
    with pytest.raises(StoreError, match="closed"):
        store.append("t", 50, [b"."]).result()


def test_a_caller_that_stops_waiting_does_not_stop_the_others(file: Path) -> None:
    store = SqliteStore(file)
    for place in range(200):
        store.append(f"t{place}", 0, [b"."]).cancel()  # before it is stored, or too late
    store.append("last", 0, [b"."]).result(60)
    assert store.events("last") == [b"."]
    store.close()


def test_a_full_disk_is_reported_and_nothing_is_half_kept(file: Path) -> None:
    store = SqliteStore(file)
    store.append("t", 0, [b"first"]).result()
    store.close()
    with sqlite3.connect(file) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    store = SqliteStore(file, most_pages=pages + 2)
    with pytest.raises(StoreError, match="full"):
        store.append("t", 1, [b"x" * 1000] * 100).result()
    assert store.events("t") == [b"first"]
    store.append("t", 1, [b"small"]).result()
    assert store.events("t") == [b"first", b"small"]
    store.close()


@pytest.mark.parametrize("rounds", [3, pytest.param(100, marks=pytest.mark.long)])
def test_a_killed_process_loses_nothing_that_was_answered(file: Path, rounds: int) -> None:
    for place in range(rounds):
        file.unlink(missing_ok=True)
        for more in ("-wal", "-shm"):
            Path(f"{file}{more}").unlink(missing_ok=True)
        process = subprocess.Popen([sys.executable, "-c", KEEPER, str(file)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        told = 0
        for _ in range(1 + place * 7 % 40):
            told = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        rest = process.communicate()[0].split()
        told = int(rest[-1]) if rest else told
        store = SqliteStore(file)
        found = store.events("t")
        store.close()
        assert found == [b"event %d" % number for number in range(len(found))]
        assert told <= len(found) <= told + 1


def test_a_log_that_is_cut_off_anywhere_is_read_up_to_the_cut(file: Path, tmp_path: Path) -> None:
    """Each commit is there completely or not at all."""
    store = SqliteStore(file)
    for place in range(30):
        store.append("t", 2 * place, [b"a%d" % place, b"b%d" % place]).result()
    log = Path(f"{file}-wal").read_bytes()
    base = file.read_bytes()
    store.close()
    whole = [b"%s%d" % (letter, place) for place in range(30) for letter in (b"a", b"b")]
    for cut in range(0, len(log), max(1, len(log) // 40)):
        copy = tmp_path / f"cut{cut}.sqlite"
        copy.write_bytes(base)
        Path(f"{copy}-wal").write_bytes(log[:cut])
        again = SqliteStore(copy)
        found = again.events("t")
        again.close()
        assert found == whole[: len(found)]
        assert len(found) % 2 == 0


def test_a_store_is_a_file_by_path_or_address() -> None:
    assert [store_path(address) for address in ("t.sqlite", "/a/t.sqlite", "sqlite:///t.sqlite", "sqlite:////a/t")] == [
        "t.sqlite",
        "/a/t.sqlite",
        "t.sqlite",
        "/a/t",
    ]
    for address in ("mysql://host/db", "sqlite://t", "sqlite:///", "", " "):
        with pytest.raises(StoreError, match="write the path of a file"):
            store_path(address)


def test_a_file_that_is_not_a_store_is_reported(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("text " * 1000, encoding="utf-8")
    for wrong in (tmp_path / "x", tmp_path, tmp_path / "none" / "t.sqlite"):
        with pytest.raises(StoreError, match="cannot open"):
            SqliteStore(wrong)
