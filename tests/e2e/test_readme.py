"""The README's examples print the shown output; `make bless` updates the README."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
# A fence of four backticks, since the output may contain one of three.
BLOCK = re.compile(r"^(`{3,})console\n\$ ludotome (?P<words>[^\n]*)\n(?P<printed>.*?)^\1$", re.MULTILINE | re.DOTALL)


def printed_by(words: str) -> str:
    """Return the output of the command as on a terminal: results and remarks together."""
    command = [sys.executable, "-m", "ludotome", *shlex.split(words)]
    ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return ran.stdout


def block(words: str) -> str:
    printed = printed_by(words)
    fence = "````" if "```" in printed else "```"
    return f"{fence}console\n$ ludotome {words}\n{printed}{fence}"


def test_every_example_prints_what_the_readme_says(request: pytest.FixtureRequest) -> None:
    text = README.read_text(encoding="utf-8")
    words = [found["words"] for found in BLOCK.finditer(text)]
    assert len(words) >= 2
    now = BLOCK.sub(lambda found: block(found["words"]), text)
    if request.config.getoption("--bless"):
        README.write_text(now, encoding="utf-8")
    assert README.read_text(encoding="utf-8") == now


def test_the_game_in_the_readme_plays():
    document = re.search(r"^```markdown\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert document is not None
    command = [sys.executable, "-m", "ludotome", "perft", "-", "-d", "3", "--json"]
    ran = subprocess.run(command, input=document[1], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert '"counts": [9, 72, 504]' in ran.stdout
