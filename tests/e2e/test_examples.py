"""The programs in `examples/` run as documented, and print what their pages promise."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.house import HOUSE

EXAMPLES = HOUSE.root / "examples"


def run(name: str, *arguments: str, code: int = 0) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    ran = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300, check=False, cwd=HOUSE.root
    )
    assert ran.returncode == code, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("seed", ["1", "4"])
def test_the_hero_of_the_roguelike_finds_the_stairs(seed: str) -> None:
    shown = run("roguelike.py", "--auto", "--seed", seed)
    assert shown.splitlines()[-1].startswith("found the stairs in turn ")
    assert shown.count("@") == 1
    assert shown == run("roguelike.py", "--auto", "--seed", seed), "the same seed is the same game"


def test_the_roguelike_has_a_hundred_lines() -> None:
    lines = (EXAMPLES / "roguelike.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip() and not line.strip().startswith(('"""', "#"))]) <= 100


def test_the_hex_skirmish_ends_with_one_team() -> None:
    last = run("hex_skirmish.py", "--seed", "1").splitlines()[-1]
    assert last.split()[0] in ("red", "blue")
    assert last.split()[1] == "left"


def test_the_boarder_opens_the_doors_on_its_way() -> None:
    shown = run("mission_board.py").splitlines()
    assert shown[:2] == ["opens D1 at (7, 4)", "opens D4 at (7, 10)"]
    # Eleven steps to the right, and each of the two doors costs two more.
    assert shown[-1] == "11 steps, cost 15; seen on the way by nobody"
    assert "B * * * * * * * * * * K ." in shown
    assert sum(line.count("M") for line in shown) == 2
