"""No command overwrites a file that it reads, however that file is named, and the error comes before any work."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.cli import main
from ludotome.cli.documents import check_output
from ludotome.cli.errors import CommandError
from ludotome.play import shipped_path
from ludotome.spec import starter

Said = pytest.CaptureFixture[str]
MISSIONS = Path(__file__).parents[3] / "examples" / "missions"
MISSION, SEGMENTS, TOKENS = "derelict.mission.txt", "ship.segments.txt", "crew.tokens.txt"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a document, a record of its game, and a mission with its libraries."""
    monkeypatch.chdir(tmp_path)
    Path("game.md").write_text(starter("game"), encoding="utf-8")
    lt.load("game.md").new_initial_state(seed=1).record().save("record.json")
    for file in MISSIONS.iterdir():
        Path(file.name).write_bytes(file.read_bytes())
    return tmp_path


COMMANDS = {
    "simulate": (("simulate", "game.md", "-n", "5", "--parquet"), "game.md"),
    "compile": (("compile", "game.md", "-o"), "game.md"),
    "replay-record": (("replay", "record.json", "--game", "game.md", "--seat", "0", "--seen"), "record.json"),
    "replay-document": (("replay", "record.json", "--game", "game.md", "--seat", "0", "--seen"), "game.md"),
    "convert": (("board", "convert", MISSION, "-o"), MISSION),
    "convert-library": (("board", "convert", MISSION, "-o"), SEGMENTS),
    "convert-given": (("board", "convert", MISSION, "--tokens", TOKENS, "-o"), TOKENS),
}


def _by_name(file: Path) -> str:
    return file.name


def _by_whole_path(file: Path) -> str:
    return str(file.resolve())


def _by_symlink(file: Path) -> str:
    Path("link").symlink_to(file.name)
    return "link"


def _by_hard_link(file: Path) -> str:
    os.link(file, "hard")
    return "hard"


@pytest.mark.parametrize("named", [_by_name, _by_whole_path, _by_symlink, _by_hard_link])
@pytest.mark.parametrize(("words", "read"), COMMANDS.values(), ids=COMMANDS)
@pytest.mark.usefixtures("folder")
def test_a_file_that_is_read_is_not_written_over(
    words: tuple[str, ...], read: str, named: Callable[[Path], str], capsys: Said
) -> None:
    before, output = Path(read).read_bytes(), named(Path(read))
    assert main((*words, output)) == 2
    assert Path(read).read_bytes() == before
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"error: cannot write `{output}`: it is read here; name another file to write to\n"


@pytest.mark.parametrize(("words", "read"), COMMANDS.values(), ids=COMMANDS)
@pytest.mark.usefixtures("folder")
def test_another_file_is_written_though_it_is_there(words: tuple[str, ...], read: str) -> None:
    Path("other").write_text("before", encoding="utf-8")
    before = Path(read).read_bytes()
    assert main((*words, "other")) == 0
    assert Path("other").read_bytes() != b"before"
    assert Path(read).read_bytes() == before


@pytest.mark.usefixtures("folder")
def test_a_document_is_refused_before_it_is_read(capsys: Said) -> None:
    """The errors of the document are not shown first."""
    Path("game.md").write_text("# No game\n", encoding="utf-8")
    assert main(("compile", "game.md", "-o", "game.md")) == 2
    assert "it is read here" in capsys.readouterr().err


def test_a_mission_that_a_document_names_is_not_written_over(folder: Path, capsys: Said) -> None:
    """The files beside a document are known once the document is read."""
    for file in shipped_path("boarding").parent.glob("boarding.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    mission = folder / "boarding.mission.txt"
    before = mission.read_bytes()
    assert main(("compile", "boarding.md", "-o", mission.name)) == 2
    assert "it is read here" in capsys.readouterr().err
    assert mission.read_bytes() == before


def test_the_document_of_a_shipped_game_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy replaces it, which a bug here may overwrite."""
    document = tmp_path / "pig.md"
    document.write_text("as it was", encoding="utf-8")
    monkeypatch.setattr("ludotome.play.shipped_path", lambda _: document)
    assert main(("compile", "pig", "-o", str(document))) == 2
    assert document.read_text(encoding="utf-8") == "as it was"


def test_what_standard_input_comes_from_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.md"
    file.write_text("# A game\n", encoding="utf-8")
    with file.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        with pytest.raises(CommandError, match="it is read here"):
            check_output(str(file), ["-"])
    monkeypatch.setattr("sys.stdin", io.StringIO())
    check_output(str(file), ["-"])


def test_a_device_holds_nothing_that_could_be_lost() -> None:
    check_output(os.devnull, [os.devnull])
