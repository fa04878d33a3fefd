"""A folder is written only inside, atomically, and never through a link; its list follows no link either."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ludotome.files import Folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "kept.md").write_text("kept", encoding="utf-8")
    return tmp_path / "outside"


def test_a_file_is_made_and_replaced_with_its_permissions(tmp_path: Path, outside: Path) -> None:
    folder, file = Folder(tmp_path / "folder"), tmp_path / "folder" / "inner" / "a.md"
    folder.write("inner/a.md", "one é")
    file.chmod(0o600)
    folder.write("./inner/a.md", "two")
    assert folder.read("inner/a.md") == "two"
    assert file.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path / "folder" / "inner") == ["a.md"], "nothing else is left behind"
    assert list(outside.iterdir()) == [outside / "kept.md"]


@pytest.mark.parametrize(
    "name", ["../outside/kept.md", "../outside/new.md", "link.md", "linked/new.md", "inner", "pipe.md", "/tmp/x.md", "",
             "missing/a.md", "inner/../../outside/kept.md"]
)  # fmt: skip
def test_what_is_not_a_file_inside_is_refused(tmp_path: Path, outside: Path, name: str) -> None:
    root = tmp_path / "folder"
    (root / "link.md").symlink_to(outside / "kept.md")
    (root / "linked").symlink_to(outside)
    os.mkfifo(root / "pipe.md")
    with pytest.raises(OSError, match=r"folder|file|no such|plain"):
        Folder(root).write(name, "changed")
    assert (outside / "kept.md").read_text(encoding="utf-8") == "kept"
    assert list(outside.iterdir()) == [outside / "kept.md"]


def test_a_new_file_replaces_none_however_it_is_named(tmp_path: Path, outside: Path) -> None:
    folder = Folder(tmp_path / "folder")
    folder.write("a.md", "kept", is_new=True)
    for name in ("a.md", "./a.md", "inner"):
        with pytest.raises(OSError, match="it already exists"):
            folder.write(name, "changed", is_new=True)
    assert folder.read("a.md") == "kept"
    (tmp_path / "folder" / "linked").symlink_to(outside)
    with pytest.raises(OSError, match="not in the document's folder"):  # and not that there is such a file
        folder.write("linked/kept.md", "changed", is_new=True)


def test_half_a_character_is_refused(tmp_path: Path, outside: Path) -> None:
    with pytest.raises(OSError, match="half of a character"):
        Folder(tmp_path / "folder").write("a.md", "\ud800")


def test_nothing_is_left_behind_on_a_full_disk(tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(number: int, mode: str) -> None:
        os.close(number)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fdopen", is_full)
    with pytest.raises(OSError, match="no space left"):
        Folder(tmp_path / "folder" / "inner").write("a.md", "x")
    assert os.listdir(tmp_path / "folder" / "inner") == []


def test_a_read_only_file_stays(tmp_path: Path, outside: Path) -> None:
    file = tmp_path / "folder" / "a.md"
    file.write_text("kept", encoding="utf-8")
    file.chmod(0o400)
    with pytest.raises(OSError, match="it is read-only"):
        Folder(tmp_path / "folder").write("a.md", "changed")
    assert file.read_text(encoding="utf-8") == "kept"


def test_a_link_inside_leads_to_its_file(tmp_path: Path, outside: Path) -> None:
    root = tmp_path / "folder"
    (root / "inner" / "a.md").write_text("old", encoding="utf-8")
    (root / "alias.md").symlink_to(root / "inner" / "a.md")
    Folder(root).write("alias.md", "new")
    assert (root / "alias.md").is_symlink()
    assert (root / "inner" / "a.md").read_text(encoding="utf-8") == "new"


def test_names_are_those_of_regular_files(tmp_path: Path, outside: Path) -> None:
    root = tmp_path / "folder"
    for name in ("b.md", "inner/a.md", "c.txt"):
        (root / name).write_text("", encoding="utf-8")
    (root / ".hidden").mkdir()
    (root / ".hidden" / "d.md").write_text("", encoding="utf-8")
    (root / "link.md").symlink_to(outside / "kept.md")
    (root / "linked").symlink_to(outside)
    os.mkfifo(root / "pipe.md")
    assert Folder(root).names(".md", 10) == ("b.md", "inner/a.md")
    assert Folder(root).names(".md", 1) == ("b.md",)
