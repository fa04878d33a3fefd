"""The modules that a light import may load, found in `sys.modules` of a new process."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("numpy", "cffi", "ludotome.toolchain", "ludotome.native", "rich", "click", "rapidfuzz", "yaml", "markdown_it")


def loaded(statement: str) -> set[str]:
    """Return the modules that *statement* loads in a separate process."""
    script = f"import sys\n{statement}\nprint(*sys.modules, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        ("ludotome", ()),
        ("ludotome.diagnostics", ()),
        ("ludotome.chance", ()),
        ("ludotome.space", ()),
        ("ludotome.movement", ()),
        ("ludotome.tactics", ()),
        ("ludotome.boardstate", ()),
        ("ludotome.gamedef", ()),
        ("ludotome.spec", ("yaml", "markdown_it")),
        ("ludotome.kernel", ()),
        ("ludotome.cli", ()),
    ],
)
def test_a_light_import_stays_light(module: str, allowed: tuple[str, ...]) -> None:
    modules = loaded(f"import {module}")
    assert module in modules
    assert sorted(modules & (set(HEAVY) - set(allowed))) == []


def test_checking_a_game_loads_no_more_than_reading_it_needs() -> None:
    """No NumPy, compiler, kernel or table printer, and only the command that runs."""
    check = "from ludotome.cli import main\nassert main(['check', 'examples/tic-tac-toe.md']) == 0"
    modules = loaded(check)
    assert "ludotome.spec" in modules
    heavy = set(HEAVY) - {"click", "yaml", "markdown_it"}
    packages = {
        f"ludotome.{package}" for package in ("play", "kernel", "native", "agents", "simulate", "tactics", "movement")
    }
    rare = {"pydantic", "typer", "asyncio", "importlib.metadata", "hashlib", "ludotome.cli.play", "ludotome.cli.board"}
    assert sorted(modules & (heavy | packages | rare)) == []


def test_the_c_of_a_game_is_written_without_arrays() -> None:
    """NumPy is loaded while the C is compiled, which saves a tenth of a second when a new game is played."""
    write = "from ludotome.native import emit_game\nassert emit_game(ludotome.load('chess').game_def, 2).source"
    assert sorted(loaded(f"import ludotome\n{write}") & {"numpy", "cffi"}) == []


def test_a_game_in_the_cache_is_played_without_what_makes_it() -> None:
    """Neither the front end nor the reference kernel, the emitters or NumPy are loaded."""
    play = "s = ludotome.load('tic-tac-toe').new_initial_state()\ns.apply_action(s.legal_actions()[0])"
    loaded(f"import ludotome\n{play}")
    modules = loaded(f"import ludotome\n{play}\nassert s.backend == 'native'")
    packages = ("spec", "kernel", "movement", "tactics", "picture", "native.emit", "native.indexes", "native.lower.ir")
    needless = {
        "numpy",
        "cffi",
        "rich",
        "click",
        "yaml",
        "markdown_it",
        *(f"ludotome.{package}" for package in packages),
    }
    assert sorted(modules & needless) == []


def test_an_open_game_is_viewed_and_drawn_without_the_reference_kernel() -> None:
    play = "s = ludotome.load('breakthrough').new_initial_state()\ns.apply_action(s.legal_actions()[0])"
    look = "assert s.view(1).legal and s.svg(1) and s.text(1) and s.seat(1).legal_action_strings()"
    modules = loaded(f"import ludotome\n{play}\nassert s.backend == 'native'\n{look}")
    assert "ludotome.picture" in modules
    assert "ludotome.kernel" not in modules


def test_a_heavy_import_would_be_seen() -> None:
    assert "numpy" in loaded("import numpy")


def test_importing_ludotome_loads_no_package() -> None:
    assert not {name for name in loaded("import ludotome") if name.startswith("ludotome.")}
