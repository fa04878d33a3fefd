"""The commands about machine code: their output and exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

# A game without machine code: a number exceeds 32 bits.
LARGE = """```yaml
metadata: { id: large, players: { min: 2, max: 2 } }
zones:
  - { id: here, adjacentTo: [there], props: { worth: 3000000000 } }
  - { id: there, adjacentTo: [here], props: { worth: 1 } }
tokenTypes: [ { id: coin, max: 2 } ]
actions:
  - id: pay
    params: [ { name: $z, domain: "zones where empty(it) and it.worth > 5" } ]
    effects: [ createToken: { type: coin, zone: $z } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""


def _ludotome(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    words = (sys.executable, "-m", "ludotome", *words)
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd)


@pytest.mark.parametrize(
    ("stage", "wanted"),
    [("layout", "first_token"), ("plan", "action place"), ("c", "static int32_t end_condition(")],
)
def test_build_shows_each_stage(stage: str, wanted: str) -> None:
    """`--emit` prints the stage and does nothing else."""
    ran = _ludotome("build", "tic-tac-toe", "--emit", stage)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert wanted in ran.stdout


def test_build_compiles_and_names_the_library() -> None:
    """Without `--emit` the only line of output is the path of the compiled library."""
    ran = _ludotome("build", "tic-tac-toe")
    assert ran.returncode == 0
    assert len(ran.stdout.splitlines()) == 1


def test_build_compiles_what_vector_needs_too_where_that_is_asked() -> None:
    """`vector` uses a separate library; if it was built before, the first `vector` does not wait for the compiler."""
    ran = _ludotome("build", "tic-tac-toe", "--side-by-side")
    assert ran.returncode == 0
    one, many = (Path(line) for line in ran.stdout.splitlines())
    assert [one.parent.name.count("-many-"), many.parent.name.count("-many-")] == [0, 1]
    assert many.exists()
    assert "--side-by-side" in _ludotome("build", "--help").stdout


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (
            ("build", "tic-tac-toe", "--emit", "c", "--side-by-side"),
            2,
            "leave out `--side-by-side`: `--emit` prints",
        ),
        (("build", "tic-tac-toe", "--emit", "wasm"), 2, "write c, plan or layout"),
        (("build", "tic-tac-toe", "--players", "5"), 2, "players is 5; tic-tac-toe is for 2"),
        (("build", "large.md"), 1, "worth"),
        (("build", "large.md", "--emit", "c"), 1, "worth"),
    ],
)
def test_build_says_what_is_wrong(words: tuple[str, ...], status: int, said: str, tmp_path: Path) -> None:
    """Wrong usage has status 2, a game that cannot be compiled status 1, each with a reason."""
    (tmp_path / "large.md").write_text(LARGE, encoding="utf-8")
    ran = _ludotome(*words, cwd=tmp_path)
    assert ran.returncode == status
    assert said in ran.stderr


@pytest.mark.parametrize("compiler", ["/bin/false", "/no/such/compiler"])
def test_bench_measures_the_reference_alone_where_nothing_compiles(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line gives the reason, and the command continues."""
    monkeypatch.setenv("LUDOTOME_CC", compiler)
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path))
    ran = _ludotome("bench", "tic-tac-toe", "--seconds", "0.05", "--json")
    assert ran.returncode == 0
    assert [row["kernel"] for row in json.loads(ran.stdout)["kernels"]] == ["reference"]
    assert ran.stderr.startswith("measured on the reference kernel alone: ")
    assert ran.stderr.count("\n") == 1


def test_bench_plays_on_both_kernels() -> None:
    """One row per kernel; machine code comes first and is faster."""
    ran = _ludotome("bench", "tic-tac-toe", "--seconds", "0.1", "--json")
    rows = json.loads(ran.stdout)["kernels"]
    assert [row["kernel"] for row in rows] == ["native", "reference"]
    assert rows[0]["games per second"] > rows[1]["games per second"] > 0
