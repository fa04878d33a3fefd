"""The time from the start of a process to its first move, and to write moves and observe states.

Everything is CPU time. A new process finds its game in the cache, which is filled first. Notation is timed in new
states: as in a game that continues, and without any cached text (`first`). Goals: chess to its first move 0.15 s,
tic-tac-toe 0.12, `check` of a small document 0.12; all moves of a chess state 0.15 ms, of any other game 5 µs plus 2 µs
per move; an observation of chess 0.1 ms.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from operator import methodcaller
from typing import Any

import pyspiel

import ludotome as lt
from ludotome.gamedef import checked
from ludotome.play import shipped_games
from ludotome.play.loading import shipped_path

ROUNDS, STATES = 7, 240
FIRST_MOVE = """
import time, ludotome as lt
state = lt.load({name!r}).new_initial_state()
state.apply_action(state.legal_actions()[0])
print(time.process_time())
"""
PEER = """
import time, pyspiel
state = pyspiel.load_game({name!r}).new_initial_state()
state.apply_action(state.legal_actions()[0])
print(time.process_time())
"""
CHECK = """
import sys, time
from ludotome.cli.main import main
sys.argv[1:] = ["check", {name!r}]
main()
print(time.process_time(), file=sys.stderr)
"""


def fresh(code: str, *, stderr: bool = False) -> float:
    """Return the CPU time that a new process reports, the median of some."""
    done = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True) for _ in range(5)]
    return statistics.median(float((one.stderr if stderr else one.stdout).split()[-1]) for one in done)


def each(
    job: Callable[[Any], object],
    made: Callable[[], Sequence[Any]],
    before: Callable[[Any], object] = lambda _: None,
) -> float:
    """Return the minimum CPU seconds per item for *job* on the items of *made*, over some rounds with new items.

    *before* each round is not timed.
    """
    rounds = []
    for _ in range(ROUNDS):
        things, seconds = made(), 0.0
        for thing in things:
            before(thing)
            started = time.process_time()
            job(thing)
            seconds += time.process_time() - started
        rounds.append(seconds / len(things))
    return min(rounds)


def states_of(name: str) -> list[Any]:
    """Return states of random games that are not over: so many that the overhead of the first item does not count."""
    game, found, chooser = lt.load(name), list[Any](), random.Random(name)
    for seed in count():
        state = game.new_initial_state(seed=seed)
        for _ in range(60):
            if state.is_terminal():
                break
            found.append(state.clone())
            if len(found) == STATES:
                return found
            state.apply_action(chooser.choice(state.legal_actions()))
    raise AssertionError("unreachable")


def forget_texts(state: Any) -> None:
    """Clear the cached notation of this game."""
    for script in checked(state.game.game_def).notations.scripts():
        script.forget()


def bench() -> list[dict[str, Any]]:
    """Return a row per job."""
    rows: list[dict[str, Any]] = []
    for ours, theirs, goal in (("chess", "chess", 0.15), ("tic-tac-toe", "tic_tac_toe", 0.12)):
        fresh(FIRST_MOVE.format(name=ours))
        mine, peer = fresh(FIRST_MOVE.format(name=ours)), fresh(PEER.format(name=theirs))
        rows.append(
            {"job": f"{ours}: to the first move", "ours": mine, "goal": goal, "peer": peer, "ratio": peer / mine}
        )
    small = str(shipped_path("tic-tac-toe"))
    rows.append({"job": "check a small document", "ours": fresh(CHECK.format(name=small), stderr=True), "goal": 0.12})
    for name in shipped_games():
        states, made = states_of(name), partial(states_of, name)
        moves = sum(len(state.legal_actions()) for state in states) / len(states)
        goal = 150e-6 if name == "chess" else (5 + 2 * moves) * 1e-6
        write = methodcaller("legal_action_strings")
        rows += [
            {"job": f"{name}: texts of moves{how}", "ours": each(write, made, before), "goal": goal}
            for how, before in (("", lambda _: None), (" first", forget_texts))
        ]
    chess, theirs = partial(states_of, "chess"), pyspiel.load_game("chess").new_initial_state()
    peer = each(lambda _: [theirs.action_to_string(action) for action in theirs.legal_actions()], chess)
    rows.append({"job": "chess: texts of the first 20 moves, peer only", "peer": peer})
    rows.append({"job": "chess: observation", "ours": each(lambda state: state.observation(0), chess), "goal": 100e-6})
    rows.append(
        {"job": "chess: view", "ours": each(lambda state: state.view(state.current_player()), chess), "goal": 300e-6}
    )
    return rows
