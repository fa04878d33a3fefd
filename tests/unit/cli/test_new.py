"""`new` writes a document that compiles without a finding and passes its own tests, and never overwrites."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.cli import main
from ludotome.play import load, run_tests
from ludotome.spec import compile_text


def test_the_document_compiles_and_passes_its_tests(tmp_path: Path) -> None:
    file = tmp_path / "first-game.md"
    assert main(["new", "first-game", "-o", str(file)]) == 0
    result = compile_text(file.read_text(encoding="utf-8"))
    assert result.diagnostics == ()
    assert result.game_def is not None
    assert result.game_def.metadata.id == "first-game"
    assert [found.failures for found in run_tests(load(file))] == [(), ()]


def test_a_file_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game"]) == 0
    before = (tmp_path / "game.md").read_bytes()
    assert main(["new", "game"]) == 1
    assert (tmp_path / "game.md").read_bytes() == before


@pytest.mark.parametrize("name", ["", "2x", "a b", "../x"])
def test_what_is_no_name_is_wrong_usage(name: str) -> None:
    assert main(["new", name]) == 2
