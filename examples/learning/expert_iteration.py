"""Self-play in the style of AlphaZero, in numpy: the C search is the expert, and a network learns from it.

Games are played side by side by `vector`. Every position is searched, and the decision is drawn from the visits of the
search; the network learns to predict those visits and the result of the game. As it learns, its policy counts more and
more in that draw, so that games reach what the network believes in, and the search corrects it there.

AlphaZero puts the network inside the search, at every leaf. Here leaves are judged by random playouts in machine code,
which needs no network call, so that an iteration takes seconds on one processor.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from network import Network, against_random, draw
from numpy.typing import NDArray

import ludotome as lt


@dataclass
class Examples:
    """Positions with what the search thought of their decisions, and how their games ended."""

    seen: NDArray[np.float32]
    legal: NDArray[np.bool_]
    visits: NDArray[np.float32]  # shares, a row a position
    results: NDArray[np.float32]  # of the player who decided


def self_play(
    game: lt.Game, network: Network, games: int, simulations: int, trust: float, rng: np.random.Generator
) -> Examples:
    """Play *games* games to their ends; *trust* is how much the network counts beside the search."""
    vector = game.vector(games, seed=int(rng.integers(2**31)))
    open_ = np.ones(games, np.bool_)
    rows: list[tuple[int, int, NDArray[np.float32], NDArray[np.bool_], NDArray[np.float32]]] = []
    results = np.zeros((games, vector.state(0).num_players))
    while open_.any():
        seen, legal = vector.observations().astype(np.float32), vector.legal_masks().copy()
        players = vector.current_players().copy()
        visits = np.zeros(legal.shape, np.float32)
        for index in np.flatnonzero(open_):
            state = vector.state(int(index))
            found = state.search(simulations=simulations, seed=int(rng.integers(2**31)))
            visits[index, state.legal_action_ids()] = found.visits
            visits[index] /= visits[index].sum()
            rows.append((int(index), int(players[index]), seen[index], legal[index], visits[index]))
        policy, _ = network.look(seen, legal)
        ids = draw((1 - trust) * np.where(open_[:, None], visits, policy) + np.float32(trust) * policy, rng)
        step = vector.apply(ids)
        ended = step.done & open_
        results[ended] = step.returns[ended]
        open_ &= ~step.done
    of_game, player = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    return Examples(
        np.array([row[2] for row in rows]),
        np.array([row[3] for row in rows]),
        np.array([row[4] for row in rows]),
        results[of_game, player].astype(np.float32),
    )


def learn(network: Network, known: list[Examples], steps: int, rng: np.random.Generator) -> float:
    """Teach *network* the examples of the last rounds; return how far its policy still is from the search's."""
    seen, legal, visits, results = (
        np.concatenate([getattr(part, name) for part in known]) for name in ("seen", "legal", "visits", "results")
    )
    loss = 0.0
    for _ in range(steps):
        batch = rng.integers(len(seen), size=min(256, len(seen)))
        policy, value = network.look(seen[batch], legal[batch])
        network.learn(seen[batch], policy - visits[batch], value - results[batch], rate=2e-3)
        loss = -float((visits[batch] * np.log(policy + 1e-9)).sum(axis=1).mean())
    return loss


def train(name: str, rounds: int, games: int = 64, simulations: int = 100, seed: int = 1) -> Network:
    """Return a network after *rounds* rounds of playing and learning."""
    game = lt.load(name)
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    network = Network(len(state.observation_tensor(0)), state.num_distinct_actions, seed=seed)
    known: list[Examples] = []
    for round_ in range(1, rounds + 1):
        known = [*known[-4:], self_play(game, network, games, simulations, min(0.5, 0.1 * round_), rng)]
        loss = learn(network, known, 400, rng)
        won = against_random(name, network, 400)
        print(
            f"round {round_}: {len(known[-1].seen):,} positions, loss {loss:.3f}, {won:.1%} against random", flush=True
        )
    return network


def main() -> None:
    """Train, and print how well the network alone plays after each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=64, help="games a round")
    parser.add_argument("--simulations", type=int, default=100, help="of the search, a decision")
    options = parser.parse_args()
    train(options.game, options.rounds, options.games, options.simulations)


if __name__ == "__main__":
    main()
