"""Games on a Ray cluster: the same rows as on one machine, even if a worker and a node die, with little overhead.

Each program runs in a separate process, since Ray leaves threads and signal handlers behind.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

HEAD = """
import json, os, signal, sys, time
from pathlib import Path
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
import numpy as np
import ray
import ludotome as lt
from ludotome.agents import parse_agent
from ludotome.simulate import play_games

def rows(played):
    found = [played.results.returns.tolist(), played.results.plies.tolist(), played.results.outcome.tolist()]
    return [*found, [(one.seed, one.taken, one.choices) for one in played.watched]]

def workers_at_work():
    found = []
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and (place / "cmdline").read_bytes().startswith(b"ray::_work"):
                found.append(int(place.name))
        except OSError:
            pass
    return found
"""
CLUSTER = """
from ray.cluster_utils import Cluster

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
node = cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
cluster.wait_for_nodes()
"""
DEATHS = """
killed = []

def note(done):
    if len(killed) == 0 and done >= GAMES * 0.2:
        at_work, until = [], time.monotonic() + 20
        while not at_work and time.monotonic() < until:
            at_work = workers_at_work()
        os.kill(at_work[0], signal.SIGKILL)
        killed.append("worker")
    elif len(killed) == 1 and done >= GAMES * 0.5:
        cluster.remove_node(node, allow_graceful=False)
        killed.append("node")

GAMES = 400
game = lt.load("connect-four")
agents = [parse_agent("mcts:300"), parse_agent("random")]
far = play_games(game, GAMES, agents=agents, seed=3, ray="auto", progress=note)
until = time.monotonic() + 60
while (alive := sum(one["Alive"] for one in ray.nodes())) > 1 and time.monotonic() < until:
    time.sleep(0.1)  # a quick job may be done before the cluster has missed the node
near = play_games(game, GAMES, agents=agents, seed=3)
told = {"killed": killed, "alive": alive, "equal": rows(far) == rows(near), "games": len(far.results.plies)}
print("answer", json.dumps(told))
"""
SPLITS = """
ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
game = lt.load("kuhn-poker")
equal = []
for parts in (1, 3, 200):
    import ludotome.simulate.far_games as far_games
    far_games._PARTS, far_games._LEAST_RANDOM = parts, 1
    equal.append(rows(play_games(game, 90, seed=4, ray="auto")) == rows(play_games(game, 90, seed=4)))
    far = play_games(game, 20, agents="greedy", seed=4, ray="auto")
    equal.append(rows(far) == rows(play_games(game, 20, agents="greedy", seed=4)))
print("answer", json.dumps(equal))
"""
OVERHEAD = """
from ludotome import workers
from ludotome.simulate.far_games import AgentGames

class Timed:
    def __init__(self, job):
        self.job = job

    def __call__(self, part):
        started = time.process_time()
        found = self.job(part)
        return found, time.process_time() - started

def processor_seconds():
    # Of this process and of everything that Ray has started: a busy machine does not change them.
    total = time.process_time()
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and int(place.name) != os.getpid() and b"ray" in (place / "cmdline").read_bytes():
                fields = (place / "stat").read_text().rpartition(")")[2].split()
                total += sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            pass
    return total

GAMES = int(sys.argv[1])
game = lt.load("breakthrough")
table = (parse_agent("mcts:400"),) * 2
job = Timed(AgentGames(game, table, {"seed": 3, "players": 2}))
ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
workers.run(job, [range(place, place + 1) for place in range(8)], "ray")  # processes are started once
started, spent = time.perf_counter(), processor_seconds()
time.sleep(10)  # measured: what Ray takes meanwhile
idle = (processor_seconds() - spent) / (time.perf_counter() - started)  # what Ray takes without any work
started, spent = time.perf_counter(), processor_seconds()
size = max(GAMES // 200, 1)
far = workers.run(job, [range(first, first + size) for first in range(0, GAMES, size)], "ray")
wall, all = time.perf_counter() - started, processor_seconds() - spent
own = sum(seconds for _, seconds in far)
watched = tuple(one for part, _ in far for one in part)
near = play_games(game, GAMES, agents=list(table), seed=3).watched
told = {"job": own, "beside": all - own - idle * wall, "wall": wall, "idle": idle, "equal": watched == near}
print("answer", json.dumps(told))
"""
_FIVE_MINUTES = "4000"  # games


def ran(program: str, *arguments: str) -> Any:
    assert find_spec("ray") is not None, "Ray is not installed: run `make long`, or pip install -r requirements/ray.txt"
    done = subprocess.run(
        [sys.executable, "-c", HEAD + program, *arguments], capture_output=True, text=True, check=False, timeout=1800
    )
    assert done.returncode == 0, done.stderr[-3000:]
    # After the program has ended, Ray may print the last log lines of a node that died.
    (answer,) = [line for line in done.stdout.splitlines() if line.startswith("answer ")]
    return json.loads(answer.removeprefix("answer "))


@pytest.mark.long
def test_rows_are_equal_when_a_worker_and_a_node_die() -> None:
    found = ran(CLUSTER + DEATHS)
    assert found == {"killed": ["worker", "node"], "alive": 1, "equal": True, "games": 400}


@pytest.mark.long
def test_rows_do_not_depend_on_the_split() -> None:
    assert ran(SPLITS) == [True] * 6


@pytest.mark.long
@pytest.mark.timeout(3600)  # a busy machine takes longer; processor time is measured
def test_scheduling_and_transfer_take_less_than_5_of_a_hundred(record_property) -> None:
    """A job of about five processor minutes, with Ray started and its processes warm, in processor time."""
    found = ran(OVERHEAD, os.environ.get("LUDOTOME_RAY_GAMES", _FIVE_MINUTES))
    overhead = found["beside"] / found["job"]
    told = f"Ray: {found['job']:.0f} CPU-seconds of games, {found['beside']:.1f} beside them ({overhead:+.1%})"
    record_property("result", f"{told}, {found['wall']:.0f} s, idle {found['idle']:.3f} CPU-seconds a second")
    assert found["equal"]
    assert overhead < 0.05


@pytest.mark.long
def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    table = tmp_path / "games.parquet"
    words = [
        "simulate",
        "breakthrough",
        "-n",
        "4000",
        "--agents",
        "mcts:300",
        "--ray",
        "--json",
        "--parquet",
        str(table),
    ]
    with subprocess.Popen([sys.executable, "-m", "ludotome", *words], stdout=subprocess.PIPE, text=True) as running:
        try:
            time.sleep(40)  # Ray starts and plays some of the games before the interrupt
            running.send_signal(signal.SIGINT)
            said, _ = running.communicate(timeout=120)
        finally:
            running.kill()
    assert running.returncode == 130
    report = json.loads(said)
    assert 0 < report["games"] < 4000
    assert table.stat().st_size > 0
