"""A document from a stranger reads nothing outside its folder, by any command."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.cli import main

DOCUMENT = """```yaml
metadata: {{ id: trap, players: {{ min: 2, max: 2 }} }}
zones: [ {{ mission: {{ file: "{file}" }} }} ]
actions: [ {{ id: go, effects: [] }} ]
endConditions: [ {{ when: "turn > 3", result: {{ type: draw }} }} ]
```
"""
SECRET = "top secret line"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "secret.txt").write_text(f"{SECRET}\n", encoding="utf-8")
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "link.txt").symlink_to("../secret.txt")
    (folder / "zero").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    "name", ["ABSOLUTE", "../secret.txt", "link.txt", "zero", "/dev/zero", "pipe", "/proc/self/mem"]
)
def test_no_file_outside_the_folder_of_a_document_is_read(
    home: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(home.parent / "secret.txt") if name == "ABSOLUTE" else name
    document = home / "trap.md"
    document.write_text(DOCUMENT.format(file=file), encoding="utf-8")
    with pytest.raises(lt.SpecError) as error:
        lt.load(document)
    assert [found.code for found in error.value.diagnostics] == ["LT617"]
    assert SECRET not in str(error.value)
    assert main(["check", "trap.md"]) == 1
    assert main(["show", "trap.md"]) == 1
    said = capsys.readouterr()
    assert "LT617" in said.out
    assert SECRET not in said.out + said.err


@pytest.mark.parametrize("name", ["../secret.txt", "link.txt", "pipe"])
def test_a_mission_names_libraries_only_in_its_folder(
    home: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mission = f"board: 25\nsegments: {name}\ntokenlib: {name}\n"
    (home / "trap.mission.txt").write_text(mission, encoding="utf-8")
    assert main(["board", "check", "trap.mission.txt"]) == 1
    said = capsys.readouterr()
    assert "which `trap.mission.txt` names" in said.err
    assert SECRET not in said.out + said.err


def test_a_document_without_end_is_refused(home: Path) -> None:
    with pytest.raises(lt.PlayError, match="larger than"):
        lt.load("/dev/zero")
