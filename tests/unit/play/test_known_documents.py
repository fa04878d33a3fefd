"""A compiled document is found in the cache by its texts, and compiled again if any of them changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import markdown_it
import pytest
import yaml

from ludotome import spec
from ludotome.play import load, load_text, shipped_games
from ludotome.play.known_documents import KIND, recall_document
from ludotome.play.loading import shipped_path


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate cache."""
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _compiles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with each compiled document."""
    compiled: list[str] = []
    compile_text = spec.compile_text

    def noted(markdown: str, *others: object) -> object:
        compiled.append(markdown)
        return compile_text(markdown, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(spec, "compile_text", noted)
    return compiled


@pytest.mark.parametrize("name", ["tic-tac-toe", "boarding"])
def test_the_second_time_a_document_is_not_compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The definition is equal, with its tests and looks; `boarding` reads a mission file."""
    assert name in shipped_games()
    compiled = _compiles(monkeypatch)
    first, second = load(name), load(name)
    assert len(compiled) == 1
    assert first.game_def == second.game_def
    assert first.rules_hash == second.rules_hash
    assert second.document == first.document


def test_another_text_is_another_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every letter counts."""
    compiled, text = _compiles(monkeypatch), shipped_path("tic-tac-toe").read_text(encoding="utf-8")
    load_text(text)
    load_text(text + "\n")
    assert len(compiled) == 2


def test_a_file_that_changed_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that a document reads are part of its meaning."""
    folder = shipped_path("boarding").parent
    text = (folder / "boarding.md").read_text(encoding="utf-8")
    compiled, more = _compiles(monkeypatch), [""]

    def read(name: str) -> str:
        return (folder / name).read_text(encoding="utf-8") + more[0]

    load_text(text, read=read)
    load_text(text, read=read)
    assert len(compiled) == 1
    more[0] = "\n"
    load_text(text, read=read)
    assert len(compiled) == 2
    assert recall_document(text, None, {}) is None


def test_a_damaged_entry_is_compiled_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is one that others could have written."""
    compiled = _compiles(monkeypatch)
    load("tic-tac-toe")
    (kept,) = (cache / KIND).iterdir()
    kept.write_bytes(kept.read_bytes()[:-3] + b"???")
    load("tic-tac-toe")
    assert len(compiled) == 2
    kept.chmod(0o666)
    load("tic-tac-toe")
    assert len(compiled) == 3


def test_another_version_of_a_library_that_reads_documents_compiles_them_again(cache: Path, tmp_path: Path) -> None:
    """A new version of yaml or markdown-it may read a document differently."""
    program = "import ludotome; ludotome.load('tic-tac-toe')"
    known = []

    def load_once() -> None:
        path = os.pathsep.join([str(tmp_path / "other"), *sys.path])
        subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, check=True)
        known.append(len(list((cache / KIND).iterdir())))

    load_once()
    load_once()
    for library in (yaml, markdown_it):
        name = library.__name__
        shutil.copytree(Path(library.__file__).parent, tmp_path / "other" / name)
        first = tmp_path / "other" / name / "__init__.py"
        text = first.read_text(encoding="utf-8")
        assert library.__version__ in text
        first.write_text(text.replace(library.__version__, "77.0"), encoding="utf-8")
        load_once()
    assert known == [1, 1, 2, 3]
