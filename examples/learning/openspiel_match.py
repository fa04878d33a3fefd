"""A match on a Ludotome game: OpenSpiel's MCTS against Ludotome's search, on the same position at every turn.

`envs.openspiel_game` gives OpenSpiel the game, and both sides get the same number of simulations. The search of
OpenSpiel is the one in Python; any other of its algorithms gets the game in the same way.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np
from open_spiel.python.algorithms import mcts  # type: ignore[import-untyped]

import ludotome as lt
from ludotome import envs


def play(name: str, simulations: int, seat: int, seed: int) -> tuple[float, float, float]:
    """Return what Ludotome's search gets in *seat*, and the seconds that each side took."""
    game = envs.openspiel_game(name)
    rng = np.random.default_rng(seed)
    bot = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    theirs: Any = game.new_initial_state()
    ours = lt.load(name).new_initial_state(seed=seed)
    spent = [0.0, 0.0]
    while not ours.is_terminal():
        began = time.process_time()
        is_ours = ours.current_player() == seat
        if is_ours:
            action = ours.id_of(ours.search(simulations=simulations, seed=seed + len(ours.history())).decision)
        else:
            action = int(bot.step(theirs))
        spent[not is_ours] += time.process_time() - began
        ours.apply_action_id(action)  # ids are the same in both
        theirs.apply_action(action)
    assert list(theirs.returns()) == list(ours.returns())
    return ours.returns()[seat], spent[0], spent[1]


def main() -> None:
    """Play a match with the seats in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tic-tac-toe")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=200)
    options = parser.parse_args()
    random.seed(1)
    played = [play(options.game, options.simulations, number % 2, number) for number in range(options.games)]
    points = [result for result, _, _ in played]
    wins, losses = sum(point > 0 for point in points), sum(point < 0 for point in points)
    print(f"{options.game}, {options.simulations} simulations a decision, {options.games} games")
    print(f"Ludotome {wins} wins, {losses} losses, {len(points) - wins - losses} draws against OpenSpiel's MCTS")
    ours, theirs = (sum(row[side] for row in played) for side in (1, 2))
    print(f"processor time: Ludotome {ours:.2f} s, OpenSpiel {theirs:.2f} s")


if __name__ == "__main__":
    main()
