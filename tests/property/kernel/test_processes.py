"""The same seed gives the same sequence of hashes in every process, with every hash seed of Python."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.house import HOUSE

PROGRAM = """
import sys
sys.path[:0] = ["src", "."]
from ludotome.kernel import compute_full_hash, compute_position_hash
from tests.support.generated_games import random_game
from tests.support.random_play import states
for seed in range(40):
    game_def = random_game(seed)
    for chance in ("sampled", "explicit"):
        for state in states(game_def, seed, 12, chance):
            print(seed, chance, compute_full_hash(game_def, state), compute_position_hash(game_def, state))
"""


def chain(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=HOUSE.root, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_chain_of_hashes_is_the_same_in_every_process() -> None:
    first = chain("0")
    assert len(first.splitlines()) > 100
    assert first == chain("1") == chain("4242")
