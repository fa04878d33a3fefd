"""Bombs: a document written to exhaust the machine ends in a move, in diagnostics or in a clear error.

Each runs in a process with 10 s of CPU and 1 GB of memory (`tests/support/bomb_range.py`), the compiler apart.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHARE, ALL = 10, 2_000  # bombs per test in `make test`, and in the long run
PER_PROCESS = 50


def tried(first: int, count: int, cache: Path) -> list[dict[str, Any]]:
    """Return the results of this many bombs."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.bomb_range", str(first), str(count)],
        cwd=ROOT,
        env={**os.environ, "LUDOTOME_CACHE": str(cache), "LUDOTOME_TIME_LIMIT": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in ran.stdout.splitlines()]


def assert_fine(results: list[dict[str, Any]], count: int) -> None:
    """Fail with the number and the traceback of every bomb that did harm."""
    assert len(results) == count
    assert [(one["number"], one["charges"], one["ended"], one["trace"]) for one in results if not one["fine"]] == []


@pytest.mark.parametrize("first", range(0, 4 * SHARE, SHARE))
def test_a_share_of_the_bombs_does_no_harm(first: int, tmp_path: Path) -> None:
    """The same ones in every run."""
    assert_fine(tried(first, SHARE, tmp_path), SHARE)


@pytest.mark.parametrize("number", [254])
def test_a_bomb_that_once_went_off_does_no_harm(number: int, tmp_path: Path) -> None:
    """254: an effect over a set whose condition took long between two checks for interrupts."""
    assert_fine(tried(number, 1, tmp_path), 1)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, ALL, PER_PROCESS))
def test_no_bomb_does_harm(first: int, tmp_path: Path) -> None:
    """2,000 of them; a failure names its number, which generates the same bomb again."""
    assert_fine(tried(first, PER_PROCESS, tmp_path), PER_PROCESS)


def test_the_range_notices_a_bomb_that_goes_off(tmp_path: Path) -> None:
    """Running out of memory, a signal, waiting forever or an internal error is a failure."""
    script = """
import json
from dataclasses import asdict
from tests.support import bomb_range
harms = {
    "memory": lambda *_: bytearray(2 << 30),
    "error": lambda *_: [][0],
    "signal": lambda *_: bomb_range.os.kill(bomb_range.os.getpid(), 11),
    "wait": lambda *_: bomb_range.signal.pause(),
}
for name, harm in harms.items():
    bomb_range._play = harm
    bomb_range.LONGEST = 1 if name == "wait" else 60
    print(json.dumps([name, asdict(bomb_range.tried_text("x"))]))
"""
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    found = dict(map(json.loads, ran.stdout.splitlines()))
    assert [result["fine"] for result in found.values()] == [False] * 4
    ended = [result["ended"].partition(":")[0] for result in found.values()]
    assert ended == ["MemoryError", "IndexError", "SIGSEGV", "no end after 1 s"]
