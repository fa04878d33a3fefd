"""Games between agents: the same in every implementation, as arrays or as watched games."""

from __future__ import annotations

import signal
import sys
import threading
from typing import Any

import numpy as np
import pytest

import ludotome as lt
from ludotome.agents import GreedyAgent, RandomAgent
from ludotome.gamedef import PlayError
from ludotome.play import Playouts
from ludotome.simulate import play_agents

COLUMNS = ("returns", "plies", "outcome", "condition")


def same(one: Playouts, other: Playouts) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


def joined(*parts: Playouts) -> Playouts:
    return Playouts(*(np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS))


class Ours(RandomAgent):
    """An agent that machine code does not know, and that decides like `random`."""


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_do_not_depend_on_threads(threads: int):
    game = lt.load("connect-four")
    whole = play_agents(game, 24, ["mcts:20", "greedy"], 7, 3)
    assert same(whole, play_agents(game, 24, ["mcts:20", "greedy"], 7, threads))
    assert whole.returns.shape == (24, 2)
    assert not whole.interrupted


@pytest.mark.parametrize("name", ["connect-four", "kuhn-poker"])
def test_results_joined_from_parts_equal_the_whole(name: str):
    game, agents = lt.load(name), ["mcts:10", "random"]
    whole = play_agents(game, 9, agents, 3, rotate=True)
    parts = [play_agents(game, n, agents, 3, first=first, rotate=True) for first, n in ((0, 2), (2, 3), (5, 4))]
    assert same(whole, joined(*parts))


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker"])
def test_random_playouts_joined_from_parts_equal_the_whole(name: str):
    game = lt.load(name)
    for backend in ("native", "reference"):
        whole = game.playouts(30, 5, backend=backend)  # type: ignore[arg-type]
        parts = [game.playouts(n, 5, first=first, backend=backend) for first, n in ((0, 7), (7, 23))]  # type: ignore[arg-type]
        assert same(whole, joined(*parts))


def test_results_do_not_depend_on_processes(monkeypatch: pytest.MonkeyPatch):
    """An uncertain game is played in Python; here from the second game on in other processes."""
    monkeypatch.setattr(sys.modules[play_agents.__module__], "_ALONE", 0.0)
    game = lt.load("kuhn-poker")
    alone = play_agents(game, 12, ["mcts:10", "greedy"], 4, stats=True)
    together = play_agents(game, 12, ["mcts:10", "greedy"], 4, processes=2, stats=True)
    assert same(alone, together)
    assert alone.stats is not None
    assert together.stats is not None
    assert np.array_equal(alone.stats.action_counts, together.stats.action_counts)


@pytest.mark.parametrize("agents", ["random", ["greedy", "random"], ["random", "mcts:15"]])
def test_machine_code_plays_what_python_plays(agents: Any):
    game = lt.load("tic-tac-toe")
    native = play_agents(game, 4, agents, 9, stats=True)
    for backend in ("native", "reference"):
        told = [Ours() if name == "random" else name for name in ([agents] * 2 if isinstance(agents, str) else agents)]
        python = play_agents(game, 4, told, 9, backend=backend, stats=True)  # type: ignore[arg-type]
        assert same(native, python)
        assert native.stats is not None
        assert python.stats is not None
        assert np.array_equal(native.stats.action_counts, python.stats.action_counts)
        assert np.array_equal(native.stats.branching, python.stats.branching)
        assert np.array_equal(native.stats.lead_changes, python.stats.lead_changes)


def test_agents_keep_their_seats_unless_told_to_rotate():
    game = lt.load("connect-four")
    kept = play_agents(game, 20, ["mcts:60", "random"], 2)
    assert kept.returns[:, 0].mean() > 0.8
    rotated = play_agents(game, 20, ["mcts:60", "random"], 2, rotate=True)
    first, second = rotated.returns[0::2, 0], rotated.returns[1::2, 1]
    assert first.mean() > 0.6
    assert second.mean() > 0.6


def test_games_may_be_cut_off():
    found = play_agents(lt.load("chess"), 3, "greedy", max_plies=7)
    assert found.plies.tolist() == [7, 7, 7]
    assert found.outcome.tolist() == [-1, -1, -1]


def test_an_interrupt_keeps_what_was_played():
    game = lt.load("breakthrough")
    play_agents(game, 2, "mcts:40")  # compiled before the timer starts
    timer = threading.Timer(1.0, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    found = play_agents(game, 100_000, "mcts:40")
    timer.join()
    assert found.interrupted
    assert 0 < len(found.plies) < 100_000


def test_progress_is_reported():
    seen: list[int] = []
    play_agents(lt.load("tic-tac-toe"), 30, "mcts:10", progress=seen.append)
    assert seen[-1] == 30


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"n": -1}, "n is -1; write how many games"),
        ({"n": 2, "first": -1}, "first is -1; write the number of the first game"),
        ({"n": 2, "processes": 0}, "processes is 0"),
        ({"n": 2, "agents": ["random"] * 3}, "3 agents for 2 seats"),
        ({"n": 2, "agents": GreedyAgent}, "write an agent of that class"),
    ],
)
def test_what_cannot_be_played_is_refused_by_name(how: dict[str, Any], said: str):
    with pytest.raises(PlayError, match=said):
        play_agents(lt.load("tic-tac-toe"), **{"agents": "random", **how})


def test_zero_games_are_not_an_error():
    assert play_agents(lt.load("tic-tac-toe"), 0, "mcts:5").returns.shape == (0, 2)
