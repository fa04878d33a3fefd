"""`ludotome export` as a process: pages, modules, records, and refused arguments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludotome as lt
from tests.support.deno import run_types

SOURCE = Path(lt.__file__).parents[1]


def export(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotome", "export", *arguments]
    variables = os.environ | {"PYTHONPATH": str(SOURCE)} | environment
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=cwd, env=variables
    )


def test_a_page_is_written_whole_and_the_same_every_time(tmp_path: Path) -> None:
    first = export("tic-tac-toe", "-o", "a.html", cwd=tmp_path)
    assert (first.returncode, first.stdout) == (0, "")
    assert "wrote `a.html`" in first.stderr
    again = export("tic-tac-toe", "-o", "b.html", "--json", cwd=tmp_path)
    told = json.loads(again.stdout)
    text = (tmp_path / "a.html").read_bytes()
    assert text == (tmp_path / "b.html").read_bytes()
    assert told == {
        "game": "tic-tac-toe",
        "file": "b.html",
        "bytes": len(text),
        "rules": lt.load("tic-tac-toe").rules_hash,
    }
    assert text.startswith(b"<!doctype html>")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.html", "b.html"]


def test_parameters_of_a_game_can_be_set(tmp_path: Path) -> None:
    ran = export("hex", "--set", "size=3", "-o", "small.html", "--json", cwd=tmp_path)
    assert json.loads(ran.stdout)["rules"] == lt.load("hex", size=3).rules_hash


def test_embed_prints_a_frame_that_is_shut_off(tmp_path: Path) -> None:
    ran = export("tic-tac-toe", "-o", "a.html", "--embed", cwd=tmp_path)
    assert ran.returncode == 0
    assert ran.stdout.startswith('<iframe src="a.html" title="Tic-tac-toe" sandbox="allow-scripts" ')
    assert "allow-same-origin" not in ran.stdout


def test_a_module_plays_as_python_does_and_has_types(tmp_path: Path) -> None:
    ran = export("tic-tac-toe", "-o", "game.mjs", "--module", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.d.mts", "game.mjs"]
    use = tmp_path / "use.mts"
    use.write_text(
        '// @ts-types="./game.d.mts"\n'
        'import { createGame, PlayError } from "./game.mjs";\n'
        "const game = await createGame();\n"
        "game.newGame(7);\n"
        'for (const move of ["a1", "b2", "c3"]) game.apply(move);\n'
        'let code = "";\n'
        'try { game.apply("a1"); } catch (error) { code = (error as PlayError).code; }\n'
        "const wrong: string = game.stateHash();\n"
        "console.log(JSON.stringify([game.currentPlayer(), wrong, code]));\n",
        encoding="utf-8",
    )
    state = lt.load("tic-tac-toe").new_initial_state(seed=7)
    for move in ("a1", "b2", "c3"):
        state.apply_action(move)
    assert json.loads(run_types(use)) == [state.current_player(), str(state.state_hash()), "illegal-decision"]


def test_a_record_must_be_of_the_game(tmp_path: Path) -> None:
    state = lt.load("connect-four").new_initial_state(seed=1)
    lt.Record.of(state).save(tmp_path / "game.json")
    ran = export("tic-tac-toe", "-o", "a.html", "--record", "game.json", cwd=tmp_path)
    assert ran.returncode == 1
    assert "the record is of `connect-four`" in ran.stderr
    assert "ludotome export connect-four -o a.html --record game.json" in ran.stderr
    assert not (tmp_path / "a.html").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["tic-tac-toe"], 2, "name the file to write, as `-o game.html`"),
        (["tic-tac-toe", "-o", "a.txt"], 2, "`a.txt`: name the file with .html at its end"),
        (["tic-tac-toe", "-o", "a.html", "--module"], 2, "`a.html`: name the file with .mjs at its end"),
        (["tic-tac-toe", "-o", "a.mjs", "--module", "--embed"], 2, "leave out `--embed` and `--record`"),
        (["tic-tac-toe", "-o", "a.html", "--opponent", "godlike"], 2, "godlike"),
        (["tic-tac-toe", "-o", "no/such/folder.html"], 1, "cannot write `no/such/folder.html`"),
        (["tik-tak-toe", "-o", "a.html"], 2, "did you mean `tic-tac-toe`?"),
        (["tic-tac-toe", "-o", "a.html", "--players", "3"], 2, "players"),
    ],
)
def test_wrong_usage_is_reported_and_nothing_is_written(
    tmp_path: Path, arguments: list[str], status: int, told: str
) -> None:
    ran = export(*arguments, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (status, "")
    assert told in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_machine_without_a_compiler_is_told_what_to_install(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(
        "import importlib.util\n"
        "found = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'ziglang' else found(name, *more)\n",
        encoding="utf-8",
    )
    work = tmp_path / "work"
    work.mkdir()
    ran = export(
        "tic-tac-toe", "-o", "a.html", "--json",
        cwd=work, PYTHONPATH=f"{hidden}{os.pathsep}{SOURCE}", XDG_CACHE_HOME=str(tmp_path / "cache"),
    )  # fmt: skip
    assert ran.returncode == 1
    assert "run `pip install 'ludotome[export]'`" in json.loads(ran.stdout)["error"]["message"]
    assert list(work.iterdir()) == []
