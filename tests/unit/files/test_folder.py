"""Files that a document names: regular files of bounded size in its folder, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludotome.files import Folder

SECRET = "root:x:0:0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A document's folder; beside it, outside, a file that must stay secret."""
    (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
    inside = tmp_path / "game"
    (inside / "parts").mkdir(parents=True)
    (inside / "parts" / "a.txt").write_text("a board", encoding="utf-8")
    return inside


def refused(folder: Path, name: str, most_bytes: int = 100) -> str:
    with pytest.raises(OSError, match=r".") as error:
        Folder(folder).read(name, most_bytes)
    assert SECRET not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("name", ["parts/a.txt", "./parts/a.txt", "link.txt", "way/a.txt"])
def test_a_file_below_the_folder_is_read_also_through_links_inside_it(folder: Path, name: str) -> None:
    (folder / "link.txt").symlink_to("parts/a.txt")
    (folder / "way").symlink_to(folder / "parts")
    assert Folder(folder).read(name) == "a board"
    assert Folder(folder).path(name) == str(folder / name)


def test_the_folder_itself_may_be_reached_by_a_link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "here").symlink_to(folder)
    assert Folder(tmp_path / "here").read("parts/a.txt") == "a board"


@pytest.mark.parametrize("name", ["../secret.txt", "parts/../../secret.txt", "/etc/passwd", "//etc/passwd", ".."])
def test_a_name_that_leads_out_of_the_folder_is_refused(folder: Path, name: str) -> None:
    assert refused(folder, name) == "it is not in the document's folder"


def test_an_absolute_path_is_refused_also_where_it_is_inside(folder: Path) -> None:
    assert refused(folder, str(folder / "parts" / "a.txt")) == "it is not in the document's folder"


@pytest.mark.parametrize("target", ["../secret.txt", "../nothing.txt", "/etc/passwd", "/dev/zero"])
def test_a_link_out_of_the_folder_is_refused_and_does_not_tell_whether_its_target_exists(
    folder: Path, target: str
) -> None:
    (folder / "link.txt").symlink_to(target)
    (folder / "up").symlink_to("..")
    assert refused(folder, "link.txt") == "it is not in the document's folder"
    assert refused(folder, "up/secret.txt") == "it is not in the document's folder"


def test_a_link_put_in_place_after_the_check_is_not_followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of the real path gets a false result, as if the link had been created just after it."""
    (folder / "link.txt").symlink_to("../secret.txt")
    (folder / "up").symlink_to("..")
    monkeypatch.setattr(os.path, "realpath", os.path.abspath)
    assert refused(folder, "link.txt") == "it is not a regular file"
    assert refused(folder, "up/secret.txt") == "there is no such file"


def test_a_fifo_does_not_block_and_a_folder_is_not_a_file(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert refused(folder, "pipe") == "it is not a regular file"
    assert refused(folder, "parts") == "it is not a regular file"
    assert refused(folder, "parts/") == "it is not a regular file"


def test_a_fifo_put_in_place_after_the_look_does_not_block(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(folder / "pipe")
    monkeypatch.setattr("ludotome.files.folder._refuse_special", lambda _: None)
    assert refused(folder, "pipe") == "it is not a regular file"


def test_a_file_is_read_up_to_its_limit(folder: Path) -> None:
    (folder / "long.txt").write_text("x" * 101, encoding="utf-8")
    assert refused(folder, "long.txt") == "it is larger than 100 bytes"
    assert len(Folder(folder).read("long.txt", 101)) == 101


@pytest.mark.parametrize("name", ["", "a\0b", "a\\b", "C:a.txt", "a.txt:stream", "\ud800.txt"])
def test_a_name_that_means_something_else_on_another_system_is_refused(folder: Path, name: str) -> None:
    assert "not a plain file name" in refused(folder, name)


@pytest.mark.parametrize("name", ["nothing.txt", "parts/a.txt/b", "nothing/a.txt"])
def test_a_missing_file_is_said_to_be_missing(folder: Path, name: str) -> None:
    assert refused(folder, name) == "there is no such file"


def test_bytes_that_are_not_text_are_refused_without_showing_them(folder: Path) -> None:
    (folder / "bytes").write_bytes(b"\xff\xfe\x41")
    assert refused(folder, "bytes") == "it is not UTF-8 text"
    assert "too long" in refused(folder, "x" * 5000)
