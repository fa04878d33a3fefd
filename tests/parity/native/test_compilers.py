"""Every available C compiler makes the same game of the generated C, without warnings."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludotome.toolchain import cache_folder
from tests.support.generated_games import random_game
from tests.support.native_games import SIX_GAMES
from tests.support.parity import check_played_alike, check_random_lines, pair_of

EVERY_DAY = ("tic-tac-toe", "breakthrough")
ZIG = f"{sys.executable} -m ziglang cc"
COMPILERS = {"gcc": shutil.which("gcc"), "clang": shutil.which("clang"), "zig": ZIG}
PRESENT = {name: command for name, command in COMPILERS.items() if command}


@pytest.fixture(autouse=True, params=PRESENT)
def compiler(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """One compiler after the other."""
    # Zig first compiles its own libraries: into a cache that is kept, or every test would wait for it.
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(cache_folder() / "zig"))
    monkeypatch.setenv("LUDOTOME_CC", PRESENT[request.param])
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path))
    return str(request.param)


def test_the_compiler_every_machine_can_have_is_there(compiler: str) -> None:
    """Other compilers are tested if available; this one is a requirement of the tests, so its absence is a failure."""
    assert find_spec("ziglang") is not None, "no `ziglang`: `make setup` installs what the tests need"
    assert shutil.which(PRESENT[compiler].split()[0]) is not None


@pytest.mark.parametrize("name", EVERY_DAY)
def test_a_small_game_is_compiled_without_warnings_and_played_alike(compiler: str, name: str) -> None:
    """One that fills a set and one that makes lists, in every run."""
    _check_silent_and_alike(name, compiler)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in SIX_GAMES if name not in EVERY_DAY])
def test_games_are_compiled_without_warnings_and_played_alike(compiler: str, name: str) -> None:
    """The other hand-written games."""
    _check_silent_and_alike(name, compiler)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_generated_games_are_compiled_without_warnings(compiler: str, seed: int) -> None:
    """Generated C that no person would write."""
    check_played_alike(random_game(seed), flags=())


def _check_silent_and_alike(name: str, compiler: str) -> None:
    assert check_random_lines(pair_of(SIX_GAMES[name]()), (1,)) > 5, compiler
