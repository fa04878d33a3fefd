"""A compiled game is found without generating its C again, and only if nothing that decides the C has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotome.native import ALL_OFF, compile_game
from ludotome.native.emit.game import GameC
from ludotome.native.run.recalled import KIND, Recalled
from tests.support.native_games import SIX_GAMES

ROOT = Path(__file__).parents[3]
MAKE = next(iter(SIX_GAMES.values()))
QUICK = ("-O0",)
SHOW = """
import ludotome as lt
from ludotome.native import compile_game
game = compile_game(lt.load("tic-tac-toe").game_def, 2, flags=("-O0",))
print(type(game.code).__name__, game.library.path)
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate cache."""
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path))
    return tmp_path


def test_the_second_time_no_c_is_written(cache: Path) -> None:
    """The library is the same file, and everything that play needs to know about the C is cached."""
    first, second = (compile_game(MAKE(), 2, flags=QUICK) for _ in range(2))
    assert isinstance(first.code, GameC)
    assert isinstance(second.code, Recalled)
    assert first.library.path == second.library.path
    assert second.layout.fields == first.layout.fields
    assert second.code.kinds == first.code.kinds
    assert (second.code.halts, second.code.notation) == (first.code.halts, first.code.notation)
    assert second.trace(1, 2, 50) == first.trace(1, 2, 50)
    assert second.code.source == first.code.source
    assert list((cache / KIND).iterdir())


@pytest.mark.parametrize("other", [{"options": ALL_OFF}, {"flags": ("-O1",)}, {"side_by_side": True}])
def test_anything_else_is_another_library(cache: Path, other: dict[str, object]) -> None:
    """Options, flags and the definition are part of the key."""
    del cache
    given: dict[str, object] = {"players": 2, "flags": QUICK}
    game_def = MAKE()
    compile_game(game_def, **given)  # type: ignore[arg-type]
    assert isinstance(compile_game(game_def, **given | other).code, GameC)  # type: ignore[arg-type]


def _spoil_manifest(cache: Path, library: Path) -> None:
    del library
    (kept,) = (cache / KIND).iterdir()
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")


def _spoil_library(cache: Path, library: Path) -> None:
    del cache
    data = library.read_bytes()
    library.unlink()  # it is loaded: another file in its place
    library.write_bytes(data + b"\0")
    library.chmod(0o755)


def _open_to_others(cache: Path, library: Path) -> None:
    del cache
    library.chmod(0o777)


def _link(cache: Path, library: Path) -> None:
    elsewhere = cache / "elsewhere.so"
    library.rename(elsewhere)
    library.symlink_to(elsewhere)


def _open_manifest(cache: Path, library: Path) -> None:
    del library
    (kept,) = (cache / KIND).iterdir()
    kept.chmod(0o666)


@pytest.mark.parametrize("spoil", [_spoil_manifest, _spoil_library, _open_to_others, _link, _open_manifest])
def test_what_somebody_else_may_have_written_is_built_again(cache: Path, spoil: object) -> None:
    """Neither a library nor its cache entry is used if its bytes, its kind or its owner could be another's."""
    game_def = MAKE()
    first = compile_game(game_def, 2, flags=QUICK)
    assert callable(spoil)
    spoil(cache, first.library.path)
    again = compile_game(game_def, 2, flags=QUICK)
    assert isinstance(again.code, GameC)
    assert not again.library.path.is_symlink()
    assert not again.library.path.stat().st_mode & 0o022
    assert isinstance(compile_game(game_def, 2, flags=QUICK).code, Recalled)


@pytest.fixture
def show(tmp_path: Path) -> Callable[..., list[str]]:
    """Compile a game in a new process, by a copy of the package with edits."""
    shutil.copytree(ROOT / "src/ludotome", tmp_path / "ludotome", ignore=shutil.ignore_patterns("__pycache__"))
    time.sleep(0.1)  # a file that changed just before an import counts as changed after it

    def shown(before: str = "") -> list[str]:
        env = os.environ | {"PYTHONPATH": str(tmp_path), "LUDOTOME_CACHE": str(tmp_path / "cache")}
        done = subprocess.run(
            [sys.executable, "-c", before + SHOW], env=env, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    return shown


EDIT = """
import pathlib
file = pathlib.Path("ludotome/native/emit/game.py")
text = file.read_text(encoding="utf-8")
assert "generated, do not edit" in text
file.write_text(text.replace("generated, do not edit", "generated anew, do not edit"), encoding="utf-8")
"""


def test_editing_an_emitter_builds_again(show: Callable[..., list[str]]) -> None:
    """The same library while nothing changes, another once an emitter writes different C."""
    first, second = show(), show()
    assert (first[0], second[0]) == ("GameC", "Recalled")
    assert first[1] == second[1]
    third = show(EDIT)
    assert third[0] == "GameC"
    assert third[1] != first[1]


def test_a_process_older_than_an_edit_leaves_nothing_to_others(show: Callable[..., list[str]]) -> None:
    """It runs the emitter as it was before the edit: processes that run the edited one must not find its library."""
    old = show("import ludotome.native.emit.game" + EDIT)
    new = show()
    assert (old[0], new[0]) == ("GameC", "GameC")
    assert old[1] != new[1]
    assert show() == ["Recalled", new[1]]
