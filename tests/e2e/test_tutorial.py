"""The tutorial, followed by somebody who has nothing else: every step checks clean and passes its own tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

TUTORIAL = (Path(__file__).resolve().parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^```yaml\n.*?^```$", TUTORIAL, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_a_step_of_the_tutorial_checks_and_plays(number: int, tmp_path: Path) -> None:
    file = tmp_path / "hill.md"
    file.write_text(f"# Hill\n\n{STEPS[number]}\n", encoding="utf-8")
    for command in ("check", "test"):
        ran = subprocess.run(
            [sys.executable, "-m", "ludotome", command, str(file)], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert "warning" not in ran.stdout


def test_the_first_step_is_tic_tac_toe_in_twelve_lines() -> None:
    assert len(STEPS) == 5
    assert STEPS[0].count("\n") - 1 == 12
