"""TorchRL, RLlib and PyTorch use our environments, in a separate environment with the wheel."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotome.play import shipped_games
from tests.support.environments import build_wheel, clean_environment, pip
from tests.support.house import HOUSE

SCRIPT = Path(__file__).with_name("learning_libraries.py")
PPO = HOUSE.root / "examples" / "learning" / "torch_ppo.py"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs a program where the wheel and the learning libraries are installed."""
    folder = tmp_path_factory.mktemp("learning")
    python, environment = clean_environment(folder)
    wheel = build_wheel(folder)
    pip(python, "install", f"{wheel}[rl]", "-r", str(HOUSE.root / "requirements" / "learning.in"))

    def ran(*words: str) -> str:
        command = [str(python), *words]
        told = subprocess.run(
            command, capture_output=True, text=True, cwd=folder, env=environment, timeout=1200, check=False
        )
        assert told.returncode == 0, told.stderr[-3000:]
        return told.stdout

    return ran


@pytest.mark.long
@pytest.mark.parametrize("library", ["torchrl", "rllib"])
def test_a_learning_library_accepts_every_shipped_game(run: Run, library: str) -> None:
    """TorchRL checks specs against rollouts; RLlib's wrapper plays each game to its end."""
    told = run(str(SCRIPT), library).splitlines()
    assert [line for line in told if line.startswith(library)] == [f"{library}: {name}" for name in shipped_games()]


@pytest.mark.long
def test_ppo_in_torch_beats_random_players(run: Run, record_property: Callable[[str, object], None]) -> None:
    told = run(str(PPO), "--seconds", "20")
    record_property("result", f"PPO in PyTorch, 20 s: {told.strip()}")
    assert float(told.split(": ")[1].split("%")[0]) > 90
