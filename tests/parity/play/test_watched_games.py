"""Statistics of games are the same on both backends: choices, actions taken, changes of the lead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import ludotome as lt
from ludotome.gamedef import GameDef
from ludotome.native import compile_game, supports
from ludotome.play.native_backend import NativeBackend
from ludotome.play.playout_results import Playouts
from ludotome.play.playouts import random_playouts
from tests.support.faulty_game import ALWAYS_NINE
from tests.support.generated_games import random_game
from tests.support.parity import QUICK
from tests.support.small_games import game

# Filtered lists, choices, chance, open sets, kept steps, passes, two decisions per turn.
SHIPPED = {"tic-tac-toe": 40, "breakthrough": 1, "market": 6, "pig": 2, "leduc-poker": 60, "checkers": 1, "hex": 1}


def assert_same(native: Playouts, reference: Playouts) -> None:
    """Every column is equal, number by number."""
    assert native.stats is not None
    assert reference.stats is not None
    for name in ("returns", "plies", "outcome", "condition"):
        np.testing.assert_array_equal(getattr(native, name), getattr(reference, name), name)
    for name in ("branching", "action_counts", "lead_changes"):
        np.testing.assert_array_equal(getattr(native.stats, name), getattr(reference.stats, name), name)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_games_are_counted_alike(name: str) -> None:
    loaded, n = lt.load(name), SHIPPED[name]
    native, reference = (loaded.playouts(n, 5, backend=backend, stats=True) for backend in ("native", "reference"))
    assert_same(native, reference)
    assert native.stats is not None
    assert native.stats.branching.min() >= 1
    assert native.stats.action_counts.sum() > 0


@pytest.mark.usefixtures("own_cache")
def test_random_games_are_counted_alike(compile_quickly: Callable[[], None]) -> None:
    """A dozen generated games, with document faults, cut off after forty plies."""
    compile_quickly()
    games = [found for found in (random_game(9_000_000 + seed) for seed in range(20)) if not supports(found)][:12]
    assert len(games) == 12
    for game_def in games:
        _check(game_def)


def test_only_a_single_best_score_leads() -> None:
    """Also if the lowest score is the best; with a tie nobody leads."""
    for method in ("highest", "lowest"):
        small = game(
            [{"id": name, "effects": [{"addVar": {"var": "money", "scope": "player", "player": "actor", "delta": by}}]}
             for name, by in (("up", 1), ("down", -1))],
            scoring={"method": method, "value": {"ref": "pvar", "player": "$player", "var": "money"}},
        )  # fmt: skip
        assert _check(small) > 0


def test_a_decision_that_meets_a_fault_is_among_neither_the_choices_nor_the_decisions() -> None:
    """Nine choices each time, until a full cell is chosen."""
    found = lt.load_text(ALWAYS_NINE)
    native, reference = (found.playouts(20, 5, backend=backend, stats=True) for backend in ("native", "reference"))
    assert_same(native, reference)
    assert native.stats is not None
    assert set(native.outcome.tolist()) == {-2}
    assert native.stats.branching.tolist() == [9.0] * 20
    assert native.stats.action_counts[:, 0].tolist() == native.plies.tolist()


def test_stats_are_the_same_for_any_number_of_threads_and_do_not_change_the_games() -> None:
    loaded = lt.load("leduc-poker")
    one, three = (loaded.playouts(300, 7, threads=threads, stats=True) for threads in (1, 3))
    assert_same(one, three)
    plain = loaded.playouts(300, 7)
    assert plain.stats is None
    np.testing.assert_array_equal(plain.returns, one.returns)
    np.testing.assert_array_equal(plain.plies, one.plies)


def _check(game_def: GameDef) -> int:
    """Fail if a few games have different statistics; return how often the lead changed."""
    players = game_def.metadata.players.min
    backend = NativeBackend(compile_game(game_def, players, flags=QUICK))
    native = backend.playouts(6, 3, 1, 40, stats=True)
    assert_same(native, random_playouts(game_def, 6, 3, players, 40, stats=True))
    assert native.stats is not None
    return int(native.stats.lead_changes.sum())
