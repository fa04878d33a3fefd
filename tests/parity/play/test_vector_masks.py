"""A mask shows the legal ids of every game of a batch, after every step, beyond the ends of games."""

from __future__ import annotations

import numpy as np
import pytest

import ludotome as lt
from ludotome.gamedef import GameDef
from ludotome.native import Batch, compile_game
from tests.support.parity import QUICK, check_random_lines, pair_of
from tests.support.step_games import SLIDES, STEPS, Shape

SHIPPED = ["tic-tac-toe", "connect-four", "breakthrough", "othello", "checkers", "chess", "hex", "amazons"]


def check_masks(game_def: GameDef, steps: int, flags: tuple[str, ...] = ()) -> int:
    """Fail if masks are not the legal ids of each game, listed individually; return how many games ended.

    The same games are stepped without masks beside them: what is listed and drawn there is the same.
    """
    native = compile_game(game_def, 2, side_by_side=True, flags=flags)
    games, unmasked = (Batch(native, 5, seed=7) for _ in range(2))
    random, ended = np.random.default_rng(4), 0
    for _ in range(steps):
        masks, legal = games.masks(), games.legal()
        for game, state in enumerate(games.states):
            ids = legal.ids[legal.first[game] : legal.first[game] + legal.count[game]]
            assert ids.tolist() == [*map(games.ids.number, native.legal(state.copy()).tolist())]
            assert sorted(ids.tolist()) == np.flatnonzero(masks[game]).tolist()
        seed = int(random.integers(2**32))
        drawn = games.draw(seed)
        assert masks[np.arange(games.n), drawn].all()
        assert np.array_equal(unmasked.draw(seed), drawn)
        assert np.array_equal(unmasked.legal().ids, legal.ids)
        ended += int(games.step(drawn).done.sum())
        unmasked.step(drawn)
    return ended


@pytest.mark.parametrize(("name", "n", "line"), [("tic-tac-toe", 3, 64), ("breakthrough", 512, 2**21)])
def test_masks_begin_at_a_line(name: str, n: int, line: int) -> None:
    """A cache line, or a large page if the masks fill one; the array has its own shape."""
    games = lt.load(name).vector(n)
    masks = games.legal_masks()
    assert masks.ctypes.data % line == 0
    assert masks.shape == (n, games.num_distinct_actions)
    assert masks.flags.c_contiguous
    assert not masks.flags.writeable


@pytest.mark.parametrize("name", SHIPPED)
def test_masks_of_shipped_games_are_their_legal_ids(name: str) -> None:
    """Long enough that games end and others follow them, except in chess."""
    steps = {"tic-tac-toe": 30, "connect-four": 50, "chess": 60}.get(name, 160)
    assert (check_masks(lt.load(name).game_def, steps) > 0) is (name != "chess")


@pytest.mark.parametrize("shape", [*STEPS, *SLIDES], ids=lambda shape: f"{shape.rows}x{shape.cols} {shape.movement}")
def test_masks_of_games_by_rule_are_their_legal_ids(shape: Shape) -> None:
    """Steps and slides of every kind, also on boards that are not square."""
    assert check_masks(shape.definition(), 130, QUICK) > 0


@pytest.mark.parametrize("shape", [*STEPS, *SLIDES], ids=lambda shape: f"{shape.rows}x{shape.cols} {shape.movement}")
def test_games_by_rule_are_played_alike(shape: Shape) -> None:
    """By the reference kernel and in machine code."""
    assert check_random_lines(pair_of(shape.definition(), 2), range(2), 40) > 0
