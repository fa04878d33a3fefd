"""Without machine code the game continues with a one-line reason, and `backend="native"` raises an error."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import ludotome as lt
from ludotome.gamedef import GameDef, VarDef
from ludotome.native import supports
from ludotome.toolchain import ToolWarning
from tests.support.small_games import game as small_game

Machine = Callable[[pytest.MonkeyPatch, Path], None]


def compiler(script: str) -> Machine:
    """Simulate a machine whose compiler runs *script*."""

    def prepare(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        program = folder / "cc"
        program.write_text(f'#!/bin/sh\ncase "$*" in *version*) echo 1.0; exit 0;; esac\n{script}\n')
        program.chmod(0o755)
        monkeypatch.setenv("LUDOTOME_CC", str(program))

    return prepare


def no_compiler(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("LUDOTOME_CC", str(folder / "no-such-compiler"))


def bin_false(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("LUDOTOME_CC", "/bin/false")


def no_room(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "file").write_text("in the way")
    monkeypatch.setenv("LUDOTOME_CACHE", str(folder / "file" / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(folder / "nowhere"))


OUTPUT = 'while [ "$1" != -o ]; do shift; done; '
MACHINES: dict[str, tuple[Machine, str]] = {
    "no compiler": (no_compiler, "no-compiler"),
    "a compiler that only fails": (bin_false, "compile-failed"),
    "a compiler that refuses at length": (compiler("echo 'error: no'; echo 'note: really'; exit 1"), "compile-failed"),
    "a compiler that is killed": (compiler("kill -9 $$"), "compile-failed"),
    "a compiler that makes nothing": (compiler("exit 0"), "compile-failed"),
    "a compiler that writes garbage": (compiler(OUTPUT + 'echo garbage > "$2"'), "load-failed"),
    "a compiler that compiles something else": (
        compiler(OUTPUT + 'echo "int x;" | /usr/bin/env cc -shared -fPIC -x c - -o "$2"'),
        "load-failed",
    ),
    "a disk without room": (no_room, "no-room"),
}  # fmt: skip


def _played(game: lt.Game) -> lt.State:
    """Return a state after a move, with two random games."""
    state = game.new_initial_state()
    state.apply_action("a1")
    assert game.playouts(2).plies.min() >= 5
    return state


@pytest.mark.parametrize(("machine", "code"), MACHINES.values(), ids=MACHINES.keys())
def test_a_machine_that_cannot_compile_warns_in_one_line_and_continues(
    machine: Machine, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`auto` is then the reference kernel, with one warning however often it is used; `native` is refused by name."""
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    machine(monkeypatch, tmp_path)
    game = lt.load("tic-tac-toe")
    with pytest.warns(ToolWarning) as caught:
        state = _played(game)
    assert state.backend == "reference"
    assert state.history()[0].action == "place"
    (warning,) = caught
    said = str(warning.message)
    assert said.startswith("played on the reference kernel: ")
    assert "\n" not in said
    with pytest.raises(lt.ToolError) as refused:
        game.new_initial_state(backend="native")
    assert refused.value.code == code
    with pytest.raises(lt.ToolError):
        game.vector(2)


def test_with_backend_native_there_is_no_warning_about_the_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error alone says why; the warning comes when the reference kernel is used."""
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LUDOTOME_CC", "/bin/false")
    game = lt.load("tic-tac-toe")
    with warnings.catch_warnings(record=True) as caught, pytest.raises(lt.ToolError, match="the C compiler refused"):
        game.new_initial_state(backend="native")
    assert caught == []
    with pytest.warns(ToolWarning, match="played on the reference kernel"):
        game.new_initial_state()


def _without_actions() -> GameDef:
    """Return a game in which no decision is ever possible."""
    return msgspec.structs.replace(small_game([{"id": "wait"}]), actions=())


def _with_the_least_number() -> GameDef:
    """Return a game with a number for each player that may be the lowest one."""
    made = small_game([{"id": "wait"}])
    return msgspec.structs.replace(made, per_player_vars=(*made.per_player_vars, VarDef("low", "int", -(2**31), 0, 0)))


@pytest.mark.parametrize("make", [_with_the_least_number, _without_actions])
def test_a_game_that_is_not_compiled_says_why_in_one_line(make: Callable[[], GameDef]) -> None:
    """The warning gives the reason from `supports`; with `backend="native"` the error gives the same."""
    game = lt.Game(make())
    (reason,) = supports(game.game_def)
    with pytest.warns(ToolWarning, match="played on the reference kernel: ") as caught:
        backends = [game.new_initial_state(seed).backend for seed in (1, 2)]
    assert backends == ["reference", "reference"]
    assert len(caught) == 1
    assert reason in str(caught[0].message)
    with pytest.raises(lt.ToolError, match="cannot be compiled") as refused:
        game.new_initial_state(backend="native")
    assert refused.value.code == "not-compiled"


def test_a_damaged_library_in_the_cache_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged cache costs a compilation, not a crash."""
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path))
    made = small_game([{"id": "wait"}])
    lt.Game(made).new_initial_state(backend="native")
    for library in tmp_path.rglob("game-*/*.so"):
        library.unlink()  # the loaded library does not change
        library.write_bytes(b"\x7fELF and nothing else")
    assert lt.Game(made).new_initial_state(backend="native").backend == "native"


@pytest.mark.parametrize(
    "ask",
    [lt.Game.new_initial_state, lambda game: game.playouts(1), lambda game: game.perft(1)],
    ids=["new_initial_state", "playouts", "perft"],
)
def test_the_warning_is_about_the_line_that_asked(
    ask: Callable[[lt.Game], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """However deep the call stack is: a warning about a line of Ludotome would mean nothing to its reader."""
    no_compiler(monkeypatch, tmp_path)
    game = lt.load("tic-tac-toe")
    with pytest.warns(ToolWarning) as caught:
        ask(game)
    assert [warning.filename for warning in caught] == [__file__]


def test_a_cache_that_cannot_be_written_is_reported_at_the_line_that_asked_for_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    script = tmp_path / "mine.py"
    script.write_text("import ludotome\n\ngame = ludotome.load('tic-tac-toe')\ngame.playouts(1)\n")
    unwritable = os.environ | {"LUDOTOME_CACHE": str(tmp_path / "file" / "cache")}
    ran = subprocess.run([sys.executable, script], env=unwritable, capture_output=True, text=True, check=True)
    assert ran.stderr.startswith(f"{script}:4: ToolWarning: cannot write the cache")
