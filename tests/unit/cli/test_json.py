"""Every command prints one JSON object with `--json`, whether it succeeds or fails, and nothing else on its output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotome.cli import main
from ludotome.cli.application import COMMANDS, command_words

BROKEN = """# Broken

```yaml
metadata: { id: broken, players: { min: 2, max: 2 } }
zones: [ grid: { rows: 3, cols: 3 } ]
actions: [ { id: go, effects: [ endTrun ] } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.md").write_text(BROKEN, encoding="utf-8")
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    status = main([*arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return status, found


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("check", "pig.md"), "diagnostics"),
        (("explain", "LT601"), "codes"),
        (("schema",), "properties"),
        (("games",), "games"),
        (("show", "tic-tac-toe"), "zones"),
        (("test", "tic-tac-toe"), "tests"),
        (("compile", "tic-tac-toe"), "actions"),
        (("simulate", "tic-tac-toe", "-n", "5"), "games"),
        (("perft", "tic-tac-toe", "-d", "2"), "counts"),
        (("build", "tic-tac-toe", "--emit", "layout"), "output"),
        (("new", "mine"), "messages"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else value,
)
def test_success_is_one_object(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: tuple[str, ...], key: str
) -> None:
    from ludotome.play import shipped_path

    (folder / "pig.md").write_text(Path(shipped_path("pig")).read_text(encoding="utf-8"), encoding="utf-8")
    status, found = printed(capsys, *arguments)
    assert status == 0
    assert key in found
    assert "error" not in found


@pytest.mark.parametrize(
    "command", [name for name in COMMANDS if name not in ("new", "games", "schema", "explain", "board")]
)
def test_a_missing_file_is_one_object(capsys: pytest.CaptureFixture[str], command: str) -> None:
    needed = {
        "perft": ("-d", "1"), "build": ("--emit", "c"), "export": ("-o", "game.html"), "compare": ("other.md",),
        "tune": ("--goal", "fair"),
    }  # fmt: skip
    status, found = printed(capsys, command, "nowhere.md", *needed.get(command, ()))
    assert status == 2
    assert "nowhere.md" in found["error"]["message"]
    assert found["error"]["status"] == 2


@pytest.mark.parametrize("command", ["simulate", "test", "show", "compile", "play", "perft", "build", "bench"])
def test_a_broken_document_is_one_object_with_its_diagnostics(capsys: pytest.CaptureFixture[str], command: str) -> None:
    extra = ("-d", "1") if command == "perft" else ("--emit", "c") if command == "build" else ()
    status, found = printed(capsys, command, "broken.md", *extra)
    assert status == 1
    assert found["error"]["status"] == 1
    (diagnostic,) = [one for one in found["diagnostics"] if one["severity"] == "error"]
    assert diagnostic["code"] == "LT242"
    assert diagnostic["fix"]["edits"][0]["replacement"] == "endTurn"
    assert diagnostic["file"] == "broken.md"


@pytest.mark.parametrize(
    "arguments",
    [("frobnicate",), ("simulate",), ("simulate", "pig", "-n", "0"), ("explain", "LT999"), ("perft", "pig", "-d", "x"),
     ("board", "check", "nowhere.txt"), ("replay", "nowhere.json")],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_is_one_object(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    status, found = printed(capsys, *arguments)
    assert status == 2
    assert found["error"]["message"]
    assert found["error"]["status"] == 2


def test_check_reports_what_it_could_read_beside_what_it_could_not(capsys: pytest.CaptureFixture[str]) -> None:
    status, found = printed(capsys, "check", "broken.md", "nowhere.md")
    assert status == 1
    assert [one["code"] for one in found["diagnostics"] if one["severity"] == "error"] == ["LT242"]
    assert "nowhere.md" in found["error"]["message"]


def test_every_command_has_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    from ludotome.cli.application import application

    groups = {words[0] for words in command_words() if len(words) > 1}
    assert application is not None
    for words in command_words():
        if words[0] in groups and len(words) == 1:
            continue
        assert main([*words, "--help"]) == 0
        assert "--json" in capsys.readouterr().out, words
