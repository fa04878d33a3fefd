"""compile_text: the first example documents compile without diagnostics, always to the same definition."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotome.gamedef import to_json, validate_game_def
from ludotome.spec import compile_text

DOCUMENTS = sorted((Path(__file__).parents[2] / "documents").glob("*.md"))


def definition(text: str) -> str:
    result = compile_text(text)
    assert result.diagnostics == ()
    assert result.game_def is not None
    return to_json(result.game_def)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.stem)
def test_a_document_compiles_without_a_finding(file: Path) -> None:
    result = compile_text(file.read_text(encoding="utf-8"))
    assert result.diagnostics == ()
    assert result.game_def is not None
    assert result.game_def.metadata.id == file.stem
    assert validate_game_def(result.game_def) == ()


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.stem)
def test_shuffled_sections_give_the_same_definition(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    block = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert block is not None
    sections = re.split(r"^(?=\w+:)", block.group(1), flags=re.MULTILINE)
    random.Random(7).shuffle(sections)
    shuffled = "\n\n".join(f"```yaml\n{section.strip()}\n```" for section in sections if section.strip())
    assert definition(shuffled) == definition(text)


def test_two_processes_give_the_same_bytes() -> None:
    script = (
        "import sys; from ludotome.spec import compile_text; from ludotome.gamedef import to_json; "
        "sys.stdout.write(to_json(compile_text(open(sys.argv[1], encoding='utf-8').read()).game_def))"
    )
    chess = next(file for file in DOCUMENTS if file.stem == "chess")
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script, str(chess)],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[3] / "src")},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().decode() == definition(chess.read_text(encoding="utf-8"))
