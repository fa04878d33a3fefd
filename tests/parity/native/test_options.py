"""Optimisations change the speed of games, never the games."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import ALL_OFF, ALL_ON, Options, compile_game, count_lines, play_games
from tests.support.native_games import SIX_GAMES
from tests.support.parity import QUICK
from tests.support.step_games import STEPS, Shape

# Documents with features that the six games lack: a `post`, movement, long lines, several phases.
DOCUMENTS = ("amazons", "checkers", "chess", "go")
GAMES = (*SIX_GAMES, *DOCUMENTS)
ONE_OFF = {f"without {field.name}": replace(ALL_ON, **{field.name: False}) for field in fields(Options)}


def _definition(name: str) -> GameDef:
    return ludotome.load(name).game_def if name in DOCUMENTS else SIX_GAMES[name]()


@pytest.mark.parametrize("name", GAMES)
def test_everything_off_leaves_the_games_as_they_are(name: str) -> None:
    """The same seeds give the same games with everything on and everything off."""
    _assert_same_games(_definition(name), {"all on": ALL_ON, "all off": ALL_OFF}, _games_of(name))


@pytest.mark.parametrize("shape", STEPS, ids=lambda shape: f"{shape.rows}x{shape.cols}")
def test_steps_are_drawn_as_they_are_listed(shape: Shape) -> None:
    """Steps of all tokens at once, on boards of every size: the drawn step is the one at its place in the list."""
    _assert_same_games(shape.definition(), {"all on": ALL_ON, "all off": ALL_OFF}, 20)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_switch_leaves_the_games_as_they_are(name: str) -> None:
    """The same seeds give the same games with each switch off alone; one compilation each, so only in the long run."""
    _assert_same_games(_definition(name), {"all on": ALL_ON, **ONE_OFF}, _games_of(name))


def _games_of(name: str) -> int:
    return 20 if name in DOCUMENTS else 60


def _assert_same_games(game_def: GameDef, variants: dict[str, Options], count: int) -> None:
    seen = set()
    games = None
    for variant, options in variants.items():
        # With everything on; the other side of the comparison need not be fast.
        native = compile_game(game_def, 2, options=options, flags=() if options is ALL_ON else QUICK)
        if native.code.source in seen:  # a switch without effect on this game
            continue
        seen.add(native.code.source)
        found = play_games(native, count, seed=5, threads=1)
        if games is None:
            games = found
        for column in ("returns", "plies", "outcome", "condition", "fault"):
            assert (getattr(found, column) == getattr(games, column)).all(), variant
    assert len(seen) > 1


@pytest.mark.parametrize("name", SIX_GAMES)
def test_results_do_not_depend_on_the_number_of_threads(name: str) -> None:
    """One thread and three play the same games."""
    native = compile_game(SIX_GAMES[name](), 2)
    one, three = (play_games(native, 200, seed=9, threads=threads) for threads in (1, 3))
    assert (one.returns == three.returns).all()
    assert (one.plies == three.plies).all()


def test_counting_does_not_depend_on_the_switches() -> None:
    """The number of lines of play is the same with everything off."""
    game_def = SIX_GAMES["othello"]()
    on, off = (compile_game(game_def, 2, options=options) for options in (ALL_ON, ALL_OFF))
    assert count_lines(on, on.new_state(1), 5) == count_lines(off, off.new_state(1), 5) == 1396
