"""Hostile games: no state on the stack, a history that grows with the game, and every call ends.

Each runs in a separate process, since a failure would end it: with half a megabyte of stack, or without end.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import Chance
from ludotome.native import compile_game, emit_game, positions_of
from ludotome.toolchain import find_compiler
from tests.support.hostile_documents import (
    endless_loops,
    far_questions,
    large_shuffle,
    long_memory,
    long_memory_with_choices,
    longest_of_all,
    many_zone_variables,
    nested_loops,
    nested_quantifiers,
)

STACK = 512 * 1024
PATIENCE = 120  # seconds, on a machine that may be busy
LARGE: dict[str, Callable[[], str]] = {
    "long-memory": long_memory,
    "long-memory-choices": long_memory_with_choices,
    "many-variables": many_zone_variables,
    "nested-loops": nested_loops,
}
ENDLESS: dict[str, tuple[Callable[[], str], str]] = {
    "longest": (longest_of_all, "game.new_initial_state(backend='native').legal_actions()"),
    "pre": (nested_quantifiers, "game.new_initial_state(backend='native').legal_actions()"),
    "end": (lambda: nested_quantifiers(7, "end"), "game.new_initial_state(backend='native')"),
    "effects": (endless_loops, "game.new_initial_state(backend='native').apply_action('think')"),
    "playouts": (longest_of_all, "game.playouts(3, backend='native', threads=2)"),
    "perft": (nested_quantifiers, "game.perft(2, backend='native')"),
    "vector": (endless_loops, "game.vector(2).apply([0, 0])"),
    "vector-threads": (endless_loops, "game.vector(8, threads=2).apply([0] * 8)"),
}

PLAY = """
import json, resource, sys, threading
threading.stack_size(524288)
import ludotome as lt
game = lt.load_text(sys.stdin.read())
state = game.new_initial_state(seed=3, backend="native")
def play():
    chain = [state.state_hash()]
    for ply in range(4):
        state.apply_action(state.legal_actions()[ply])
        chain.append(state.state_hash())
    played = game.playouts(1, seed=3, threads=1, max_plies=3, backend="native")
    text = str(state)
    print(json.dumps({"chain": chain, "perft": game.perft(1, backend="native"), "plies": played.plies.tolist()}))
thread = threading.Thread(target=play)  # whose stack every system bounds
thread.start()
thread.join()
"""
STOP = """
import sys, signal, time
import ludotome as lt

game = lt.load_text(sys.stdin.read())
game.new_initial_state  # the document is fine; what follows is not
def interrupt(*_):
    asked.append(time.process_time())
    raise KeyboardInterrupt
asked = []
signal.signal(signal.SIGALRM, interrupt)
from ludotome.native import compile_game
compile_game(game.game_def, 2)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    CALL
except KeyboardInterrupt:
    pass
print(time.process_time() - asked[0] if asked else "nobody asked")
"""


def run(script: str, text: str) -> str:
    """Return the output of a new process that is given *text* and a small stack."""
    little = (STACK, STACK)
    ran = subprocess.run(
        [sys.executable, "-c", script],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "LUDOTOME_TIME_LIMIT": ""},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, little),
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout


@pytest.mark.parametrize("name", LARGE)
def test_a_large_state_is_not_on_the_stack(name: str) -> None:
    """Half a megabyte of stack is enough to show, play, list and count, with the results of the reference kernel."""
    found: dict[str, Any] = json.loads(run(PLAY, LARGE[name]()))
    game = lt.load_text(LARGE[name]())
    state = game.new_initial_state(seed=3, backend="reference")
    chain = [state.state_hash()]
    for ply in range(4 if name != "many-variables" else 0):
        state.apply_action(state.legal_actions()[ply])
        chain.append(state.state_hash())
    assert found["chain"][: len(chain)] == chain
    assert found["plies"] == [3]
    assert found["perft"] == {"many-variables": 10_000, "nested-loops": 4}.get(name, 9)


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("make", [large_shuffle, far_questions])
def test_no_function_has_a_large_frame(make: Callable[[], str], chance: Chance, tmp_path: Path) -> None:
    """Lists by zones and tokens are on the heap in large games: a frame has at most 64 KB, with everything inlined."""
    source = tmp_path / "game.c"
    source.write_text(emit_game(lt.load_text(make()).game_def, 2, chance=chance).rules)
    ran = subprocess.run(
        [*find_compiler().command, "-O1", "-c", "-Wframe-larger-than=65536", "-o", os.devnull, str(source)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "frame size" not in ran.stderr


def test_a_large_order_is_found_out_in_little_stack() -> None:
    """With explicit chance, token by token."""
    script = PLAY.replace('seed=3, backend="native")', 'backend="native", chance="explicit")').partition("    for ply")[
        0
    ]
    script += "    state.apply_action('go'); print(len(state.legal_actions()), state.backend)\n"
    script += "thread = threading.Thread(target=play)\nthread.start()\nthread.join()\n"
    assert run(script, large_shuffle()).split() == ["9000", "native"]


def test_a_state_grows_with_the_game_and_not_with_the_longest_game() -> None:
    """A million positions may be recorded: a state takes the bytes of those that were recorded."""
    native = compile_game(lt.load_text(long_memory()).game_def, 2)
    positions = positions_of(native)
    position = positions.new(1)
    sizes = [len(positions.to_bytes(position))]
    for _ in range(3):
        position = positions.follow(position, positions.decisions(position)[0])
        sizes.append(len(positions.to_bytes(position)))
    assert sizes[0] < 4096
    assert {after - before for before, after in pairwise(sizes)} == {native.key_bytes} == {16}
    assert native.layout.history == 1_000_000


@pytest.mark.parametrize("name", ENDLESS)
def test_an_interrupt_ends_every_call(name: str) -> None:
    """However long a document makes one call: it ends within a second of work after the interrupt."""
    make, call = ENDLESS[name]
    assert float(run(STOP.replace("CALL", call), make())) < 1


def test_only_games_that_can_be_long_ask_whether_to_stop() -> None:
    """The loops of a small game do not check a flag, and its states do not point to one."""
    assert "#define LT_HALTS 0" in emit_game(lt.load("breakthrough").game_def, 2).source
    assert "#define LT_HALTS 1" in emit_game(lt.load_text(nested_quantifiers()).game_def, 2).source
