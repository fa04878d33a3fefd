"""A record on disk: whole or as it was, under the name its owner gave it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.play import Record, load


@pytest.fixture
def record() -> Record:
    return load("tic-tac-toe").new_initial_state(seed=1).record()


def test_a_locked_file_stays_as_it_is(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("kept", encoding="utf-8")
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only") as refused:
        record.save(file)
    assert refused.value.filename == str(file)
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("kept", 0o444)
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_keeps_its_mode_and_a_link_its_place(record: Record, tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    file.write_text("before", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    record.save(link)
    assert link.is_symlink()
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == (record.to_json(), 0o640)


def test_what_cannot_be_written_is_named_as_the_caller_did(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.json"
    with pytest.raises(FileNotFoundError) as refused:
        record.save(file)
    assert refused.value.filename == str(file)
