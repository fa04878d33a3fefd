"""`ludotome show` as a process: text, pictures, seats and files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest


def show(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotome", "show", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=cwd)


def test_svg_goes_to_standard_output_or_to_the_file_that_is_named(tmp_path: Path) -> None:
    printed = show("breakthrough", "--svg")
    assert printed.returncode == 0
    assert ElementTree.fromstring(printed.stdout).tag == "{http://www.w3.org/2000/svg}svg"
    written = show("breakthrough", "-o", "board.svg", cwd=tmp_path)
    assert (written.stdout, written.stderr) == ("", "wrote `board.svg`\n")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == printed.stdout


def test_a_seat_is_shown_what_it_may_see_and_no_more() -> None:
    hands = [json.loads(show("kuhn-poker", "--json", "--seat", seat).stdout)["zones"] for seat in ("First", "1")]
    assert "tokens" in hands[0]["hand:0"]
    assert "tokens" not in hands[0]["hand:1"]
    assert "tokens" in hands[1]["hand:1"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["breakthrough", "--seat", "Red"], "there is no seat `Red`: write White or Black, or 0 to 1"),
        (["breakthrough", "--seat", "2"], "there is no seat `2`"),
        (["breakthrough", "--svg", "--json"], "`--svg` and `--json` exclude each other"),
    ],
)
def test_wrong_usage_is_reported(arguments: list[str], told: str) -> None:
    ran = show(*arguments)
    assert ran.returncode == 2
    assert told in ran.stderr
