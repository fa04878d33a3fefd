"""The commands of machine code: what they print and how they end."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def _ludotome(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "ludotome", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("stage", "wanted"),
    [("layout", "first_token"), ("plan", "action place"), ("c", "static int32_t end_condition(")],
)
def test_build_shows_each_stage(stage: str, wanted: str) -> None:
    """`--emit` prints the stage and nothing else happens."""
    ran = _ludotome("build", "tic-tac-toe", "--emit", stage)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert wanted in ran.stdout


def test_build_compiles_and_names_the_library() -> None:
    """Without `--emit` the path of the compiled library is the one line of output."""
    ran = _ludotome("build", "tic-tac-toe")
    assert ran.returncode == 0
    assert len(ran.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("build", "tic-tac-toe", "--emit", "wasm"), 2, "write c, plan or layout"),
        (("build", "tic-tac-toe", "--players", "5"), 2, "2 to 2 players"),
        (("build", "market"), 1, "chooseOne"),
        (("build", "market", "--emit", "c"), 1, "chooseOne"),
    ],
)
def test_build_says_what_is_wrong(words: tuple[str, ...], status: int, said: str) -> None:
    """Wrong usage ends with 2, a game that cannot be compiled with 1, each with a reason."""
    ran = _ludotome(*words)
    assert ran.returncode == status
    assert said in ran.stderr


def test_bench_plays_on_both_kernels() -> None:
    """One row per kernel, machine code first and faster."""
    ran = _ludotome("bench", "tic-tac-toe", "--seconds", "0.1", "--json")
    rows = json.loads(ran.stdout)["kernels"]
    assert [row["kernel"] for row in rows] == ["native", "reference"]
    assert rows[0]["games per second"] > rows[1]["games per second"] > 0
