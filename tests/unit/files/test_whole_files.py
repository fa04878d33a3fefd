"""A file is either complete or unchanged, under the name that its owner gave it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.files import write_whole


def test_a_locked_file_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("kept", encoding="utf-8")
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only") as refused:
        write_whole(file, "new")
    assert refused.value.filename == str(file)
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("kept", 0o444)
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_keeps_its_mode_and_a_link_its_place(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    file.write_text("before", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("new", 0o640)


def test_what_cannot_be_written_is_named_as_the_caller_did(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.json"
    with pytest.raises(FileNotFoundError) as refused:
        write_whole(file, "new")
    assert refused.value.filename == str(file)


@pytest.mark.parametrize("name", ["game.json.part", ".game.json.part"])
def test_a_link_put_where_the_new_file_is_written_is_not_followed(tmp_path: Path, name: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("kept", encoding="utf-8")
    (tmp_path / name).symlink_to(victim)
    write_whole(tmp_path / "game.json", "new")
    assert victim.read_text(encoding="utf-8") == "kept"
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "new"
    assert {file.name for file in tmp_path.iterdir()} == {"victim", name, "game.json"}


def test_a_link_at_the_very_name_of_the_new_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the name could be guessed."""
    monkeypatch.setattr("os.urandom", lambda n: bytes(n))
    victim = tmp_path / "victim"
    (tmp_path / f".game.json.{bytes(8).hex()}.part").symlink_to(victim)
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "game.json", "new")
    assert not victim.exists()
