"""Both kernels play generated games alike: decisions, states, hashes, faults and results."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotome.gamedef import from_json
from ludotome.native import supports
from tests.support.generated_games import random_game
from tests.support.parity import QUICK, check_played_alike, compiled_games

EVERY_DAY, LONG = range(100), range(1000, 11_000)  # as many games as numbers
AT_ONCE = 20
OPTIMISED = 10  # one block out of this many
FAR = 1_000_000  # seeds of different blocks are disjoint
pytestmark = pytest.mark.usefixtures("own_cache")
REGRESSIONS = sorted(Path(__file__).parent.joinpath("regressions").glob("*.json"))


@pytest.mark.parametrize("start", EVERY_DAY[::AT_ONCE])
def test_random_games_are_played_alike(start: int, compile_quickly: Callable[[], None]) -> None:
    """A hundred of them in every run; the first with this machine's compiler."""
    if start > EVERY_DAY[0]:
        compile_quickly()
    _check_block(start)


@pytest.mark.long
@pytest.mark.parametrize("start", LONG[::AT_ONCE])
def test_ten_thousand_random_games_are_played_alike(start: int, compile_quickly: Callable[[], None]) -> None:
    """Ten thousand more: some optimised by this machine's compiler, the others compiled as fast as possible."""
    optimised = start // AT_ONCE % OPTIMISED == 0
    if not optimised:
        compile_quickly()
    _check_block(start, flags=() if optimised else QUICK)


@pytest.mark.parametrize("side_by_side", [False, True])
@pytest.mark.parametrize("file", REGRESSIONS, ids=lambda file: file.stem)
def test_a_game_that_once_was_played_differently_is_played_alike(file: Path, side_by_side: bool) -> None:
    """Cases found by random games, reduced; optimised, since some failed only with optimisation."""
    game_def = from_json(file.read_text(encoding="utf-8"))
    for players in range(game_def.metadata.players.min, game_def.metadata.players.max + 1):
        check_played_alike(game_def, players, side_by_side=side_by_side, flags=())


def test_most_random_games_can_be_compiled() -> None:
    """If the compiler refused most generated games, they would prove nothing."""
    games = [random_game(seed) for seed in range(60)]
    assert sum(not supports(game) for game in games) >= 15


def _check_block(start: int, flags: tuple[str, ...] = QUICK) -> None:
    for seed, game_def, players in itertools.islice(compiled_games(start * FAR), AT_ONCE):
        try:
            # Half of them compiled for one game at a time, the others with everything.
            check_played_alike(game_def, players, side_by_side=seed % 2 == 1, flags=flags)
        except Exception as error:
            compiler = os.environ.get("LUDOTOME_CC", "")
            error.add_note(f"LUDOTOME_CC={compiler} python -m tests.support.simplify {seed} {players} FILE.json")
            raise
