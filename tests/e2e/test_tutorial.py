"""The tutorial as its reader follows it: each step has no errors, plays, and prints the shown output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Golden
from tests.support.house import ROOT
from tests.support.literate import Block, blocks_of

TUTORIAL = ROOT / "docs" / "tutorial.md"
BLOCKS = blocks_of(TUTORIAL)
STEPS = [block for block in BLOCKS if block.info == "yaml"]
MISSPELT = re.compile(r"console with (\S+) for (\S+)")
TYPED = re.compile(r"^\w+> (.+)$", re.MULTILINE)
PROMPT = re.compile(r"^(\w+> )", re.MULTILINE)


def save(step: Block, folder: Path) -> Path:
    file = folder / "hill.md"
    file.write_text(f"# Hill\n\n```yaml\n{step.text}```\n", encoding="utf-8")
    return file


def ludotome(line: str, folder: Path, typed: str = "") -> str:
    """Return the output of the command *line* on both streams, without times."""
    _, *words = line.split()
    ran = subprocess.run(
        [sys.executable, "-m", "ludotome", *words],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return re.sub(r"\d+\.\d\d s\b", "0.01 s", ran.stdout)


def session(block: Block, folder: Path) -> str:
    """Return the block with the output of its commands; input after a prompt is where a terminal shows it."""
    shown = ""
    for part in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE):
        line, _, rest = part.partition("\n")
        if line:
            typed = TYPED.findall(rest)
            answer = ludotome(line.removeprefix("$ "), folder, "".join(f"{words}\n" for words in typed))
            for words in typed:
                answer = PROMPT.sub(lambda prompt, words=words: f"\0{prompt[1]}{words}\n", answer, count=1)
            shown += f"{line}\n{answer.replace(chr(0), '')}"
    return shown


def replayed(folder: Path) -> str:
    """Return the text of the tutorial with the current output of every session."""
    lines = TUTORIAL.read_text(encoding="utf-8").splitlines(keepends=True)
    made: list[tuple[Block, str]] = []
    for block in BLOCKS:
        if block.info == "yaml":
            file = save(block, folder)
        elif block.language == "console":
            text = file.read_text(encoding="utf-8")
            if misspelt := MISSPELT.fullmatch(block.info):
                assert misspelt[2] in text
                file.write_text(text.replace(misspelt[2], misspelt[1]), encoding="utf-8")
            made.append((block, session(block, folder)))
            file.write_text(text, encoding="utf-8")
    for block, shown in reversed(made):
        lines[block.line : block.line + block.text.count("\n")] = [shown]
    return "".join(lines)


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_a_step_of_the_tutorial_checks_and_plays(number: int, tmp_path: Path) -> None:
    save(STEPS[number], tmp_path)
    assert ludotome("ludotome check hill.md", tmp_path) == "hill.md: fine\n"
    assert re.search(r"^[1-9] passed, 0 failed$", ludotome("ludotome test hill.md", tmp_path), re.MULTILINE)


def test_the_first_step_is_tic_tac_toe_in_twelve_lines() -> None:
    assert len(STEPS) == 5
    assert STEPS[0].text.count("\n") == 12


def test_the_commands_answer_as_the_tutorial_shows(tmp_path: Path, golden: Golden) -> None:
    golden(replayed(tmp_path), TUTORIAL)
