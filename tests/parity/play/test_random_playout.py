"""Random playouts from a state: the same on both kernels, and stopped by an interrupt however long they are."""

from __future__ import annotations

import signal
import time

import pytest

import ludotome as lt
from ludotome.native import NativeGame, compile_game
from ludotome.native.run.crew import call_long
from tests.support.small_games import game as small_game

NAMES = ["tic-tac-toe", "kuhn-poker", "market", "othello"]


def some_plies_on(name: str, backend: str) -> lt.State:
    """Return a state two decisions into a game."""
    state = lt.load(name).new_initial_state(seed=4, backend=backend)  # type: ignore[arg-type]
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize("name", NAMES)
def test_both_kernels_continue_alike(name: str) -> None:
    native, reference = some_plies_on(name, "native"), some_plies_on(name, "reference")
    before = native.state_hash()
    for seed in range(12):
        assert native.random_playout(seed) == reference.random_playout(seed)
    assert native.state_hash() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_long_playout_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A playout repeated in a thread that can be stopped gives the result of the quick call."""
    state = some_plies_on(name, "native")
    whole = [state.random_playout(seed) for seed in range(12)]
    monkeypatch.setattr(NativeGame, "call", lambda self, function: call_long(self.library.ffi, function))
    assert [state.random_playout(seed) for seed in range(12)] == whole


def test_an_interrupt_stops_a_playout_without_end() -> None:
    """Two billion plies would take minutes; it ends within a second after the interrupt."""
    wait = {"id": "wait", "effects": [{"setVar": {"var": "n", "value": 1}}]}
    native = compile_game(small_game([wait], metadata={"maxPlies": 2**31 - 1}, check=False), 2)
    state = native.new_state(1)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        started = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            native.playout(state, 1)
        assert time.monotonic() - started < 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
