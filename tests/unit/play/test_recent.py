"""Caches of backends for recent positions: the right entry for each, also with several callers, and few entries."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

import ludotome as lt
from ludotome.play.recent import MOST, Recent


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Let threads take turns after a few instructions."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_few_positions_are_kept_and_the_same_position_has_the_same_entry() -> None:
    recent = Recent[list[int]](list)
    positions = [bytearray(1) for _ in range(MOST + 1)]
    first = recent.of(positions[0])
    assert recent.of(positions[0]) is first
    assert recent.of(bytearray(1)) is not first
    for position in positions[1:]:
        recent.of(position)
    assert recent.of(positions[0]) is not first
    assert recent.of(positions[-1]) is recent.of(positions[-1])


@pytest.mark.usefixtures("hasty_threads")
@pytest.mark.parametrize("backend", ["sandboxed", "native"])
def test_tables_of_one_game_in_several_threads_get_their_own_decisions(backend: str) -> None:
    game = lt.load("tic-tac-toe")
    states = [game.new_initial_state(backend=backend) for _ in range(3)]
    for many, state in enumerate(states):
        for _ in range(many):
            state.apply_action(state.legal_actions()[0])
    wrong: list[tuple[int, int]] = []

    def ask(many: int, state: lt.State) -> None:
        for _ in range(300):
            position = state.clone().position
            found = state._backend.decisions(position)
            written = state._backend.notations(position)
            if not len(found) == len(written) == 9 - many:
                wrong.append((many, len(found)))

    threads = [threading.Thread(target=ask, args=(many, state)) for many, state in enumerate(states)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert wrong == []


@pytest.mark.parametrize("name", ["breakthrough", "market", "pig"])
def test_a_game_in_the_sandbox_is_written_as_in_machine_code(name: str) -> None:
    """The texts of the legal decisions, for the seat and for all, before and after each decision."""
    game = lt.load(name)
    pair = [game.new_initial_state(seed=3, backend=backend) for backend in ("native", "sandboxed")]
    for ply in range(12):
        seat = pair[0].current_player()
        assert pair[0].legal_action_strings() == pair[1].legal_action_strings()
        assert pair[0].seat(seat).legal_action_strings() == pair[1].seat(seat).legal_action_strings()
        decision = pair[0].legal_actions()[ply % len(pair[0].legal_actions())]
        for state in pair:
            state.apply_action(decision)
        assert pair[0].state_hash() == pair[1].state_hash()
        assert pair[0].view(1) == pair[1].view(1)
