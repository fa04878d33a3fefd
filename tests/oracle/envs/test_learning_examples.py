"""The examples in `examples/learning`: each learns what its page promises, compared with an independent measure."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pyspiel
import pytest

from ludotome import envs
from tests.support.house import HOUSE

FOLDER = HOUSE.root / "examples" / "learning"
# Published value of Leduc poker for the first player.
LEDUC = -0.085606


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Return the examples as modules that can import each other, as when one is run."""
    monkeypatch.syspath_prepend(str(FOLDER))
    yield importlib
    for name in ("network", "policy_gradient", "cfr", "expert_iteration", "openspiel_match"):
        sys.modules.pop(name, None)


def run(name: str, *arguments: str) -> str:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, str(FOLDER / name), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=environment)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def openspiel_cfr(name: str, iterations: int) -> float:
    """Return the remaining exploitability of OpenSpiel's own solver on OpenSpiel's own game."""
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return float(pyspiel.exploitability(game, solver.average_policy()))


@pytest.mark.parametrize(
    ("name", "peer", "iterations"), [("kuhn-poker", "kuhn_poker", 50), ("leduc-poker", "leduc_poker", 10)]
)
def test_cfr_on_the_tree_is_openspiels_cfr(examples: ModuleType, name: str, peer: str, iterations: int) -> None:
    cfr = examples.import_module("cfr")
    tree = cfr.Tree.read(envs.to_efg(name))
    strategy = cfr.solve(tree, iterations)
    assert tree.exploitability(strategy) == pytest.approx(openspiel_cfr(peer, iterations), abs=1e-9)


@pytest.mark.long
def test_cfr_finds_the_value_of_leduc_poker(examples: ModuleType) -> None:
    cfr = examples.import_module("cfr")
    tree = cfr.Tree.read(envs.to_efg("leduc-poker"))
    strategy = cfr.solve(tree, 3000)
    assert tree.exploitability(strategy) < 0.006
    assert tree.values(strategy)[0] == pytest.approx(LEDUC, abs=2e-3)


def test_a_policy_gradient_learns_to_beat_random_players() -> None:
    """Three seconds are enough to show that it learns; the whole minute is in the long tests."""
    told = run("policy_gradient.py", "--seconds", "3")
    assert float(told.split(": ")[1].split("%")[0]) > 65


@pytest.mark.long
def test_a_policy_gradient_beats_random_players_in_a_minute() -> None:
    told = run("policy_gradient.py", "--seconds", "60")
    assert float(told.split(": ")[1].split("%")[0]) > 85


def test_the_network_learns_from_the_search() -> None:
    told = run("expert_iteration.py", "--rounds", "3", "--games", "32", "--simulations", "60").splitlines()
    shares = [float(line.split(", ")[-1].split("%")[0]) for line in told]
    assert len(shares) == 3
    assert shares[-1] > 60


@pytest.mark.long
def test_the_network_learns_to_beat_random_players() -> None:
    told = run("expert_iteration.py", "--rounds", "6", "--simulations", "200").splitlines()
    assert float(told[-1].split(", ")[-1].split("%")[0]) > 85


def test_self_play_has_under_200_lines() -> None:
    files = (FOLDER / "expert_iteration.py", FOLDER / "network.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < 200


def test_openspiels_search_plays_a_match(examples: ModuleType) -> None:
    """With 300 simulations both play tic-tac-toe well enough not to lose."""
    match = examples.import_module("openspiel_match")
    assert [match.play("tic-tac-toe", 300, seat, seed=5)[0] for seat in (0, 1)] == [0.0, 0.0]
