"""Random decisions of games stepped in parallel: uniform, and the same whether or not masks are read meanwhile."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import numpy as np
import pytest

import ludotome as lt
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import Decision, GameDef, GameState, PlayError
from ludotome.kernel import apply_move, initial_state, random_move
from ludotome.native import compile_game
from ludotome.play import Game
from ludotome.play.vector import VectorGames
from tests.support.choice_games import asked_everywhere, every_kind_of_choice
from tests.support.longest_games import game_of_climbs
from tests.support.small_games import game as small_game

# open sets, sets of steps, lists, lists with trials, sets with trials, choices
NAMES = ("tic-tac-toe", "breakthrough", "othello", "chess", "go", "market")
MADE = {"every-kind": every_kind_of_choice, "everywhere": asked_everywhere, "climbs": game_of_climbs}


def definition(name: str) -> GameDef:
    """Return the game of a name: a shipped one, or one made for the tests."""
    return MADE[name]() if name in MADE else lt.load(name).game_def


def _games(rules: GameDef, n: int, seed: int) -> VectorGames:
    return VectorGames(compile_game(rules, 2, side_by_side=True), n, seed, game=Game(rules))


def side_by_side(name: str, n: int, seed: int = 5) -> VectorGames:
    """Return *n* games for two players."""
    return _games(definition(name), n, seed)


def number(seed: int) -> int:
    """Return the number that `sample` takes from a generator of *seed*."""
    return int(np.random.default_rng(seed).integers(0, 2**64, dtype=np.uint64))


def after(rules: GameDef, state: GameState, move: Decision) -> GameState | None:
    """Return the state after *move*; None if the game is over, or a document fault ends it."""
    with suppress(PlayError):
        follows = apply_move(rules, state, move).state
        return follows if follows.outcome is None else None
    return None


@pytest.mark.parametrize("name", [*NAMES, *MADE])
def test_a_draw_is_the_one_every_random_player_makes(name: str) -> None:
    """Each game draws like the reference kernel, with its own random player; decisions that fail are drawn again."""
    rules, n, steps = definition(name), 3, {"go": 8, "chess": 14}.get(name, 25)
    games, following = side_by_side(name, n), n
    beside = [initial_state(rules, mix(5, index), 2) for index in range(n)]
    for step in range(steps):
        ids = games.sample(np.random.default_rng(step))
        for index, state in enumerate(beside):
            move, _ = random_move(rules, state, seed_generator(mix(number(step), index)))
            assert games.decision_of(int(ids[index])) == move
            beside[index] = after(rules, state, move)
        done = games.apply(ids).done
        assert done.tolist() == [state is None for state in beside]
        for index in np.flatnonzero(done):
            beside[index], following = initial_state(rules, mix(5, following), 2), following + 1


@pytest.mark.parametrize("name", [*NAMES, *MADE])
def test_looking_changes_nothing(name: str) -> None:
    """Masks, lists and draws that are not used change neither the games nor later draws."""
    unseen, masked, glanced = (side_by_side(name, 20) for _ in range(3))
    masked.legal_masks()
    for step in range(60):
        if step % 7 == 3:
            glanced.legal_ids()
        if step == 40:
            glanced.legal_masks()
        glanced.sample(np.random.default_rng(1000 + step))
        drawn = [games.sample(np.random.default_rng(step)) for games in (unseen, masked, glanced)]
        assert np.array_equal(drawn[0], drawn[1])
        assert np.array_equal(drawn[0], drawn[2])
        done = [games.apply(drawn[0]).done for games in (unseen, masked, glanced)]
        assert np.array_equal(done[0], done[1])
        assert np.array_equal(done[0], done[2])
        assert np.array_equal(unseen.observations(), masked.observations())
    assert np.array_equal(masked.legal_masks(), glanced.legal_masks())
    assert np.array_equal(masked.legal_masks(), unseen.legal_masks())


# In chess: a check with five legal moves, out of some thirty pseudo-legal ones.
LINES = {"chess": ("e2e4", "d7d5", "f1b5"), "go": (), "breakthrough": (), "othello": (), "tic-tac-toe": ()}


def chi_square_limit(freedom: int) -> float:
    """Return the value that chi-square with this many degrees of freedom exceeds once in 100,000 times (Wilson and
    Hilferty).
    """
    rare = 4.265  # standard deviations
    return freedom * (1 - 2 / (9 * freedom) + rare * (2 / (9 * freedom)) ** 0.5) ** 3


@pytest.mark.parametrize("name", LINES)
def test_draws_are_uniform_over_the_legal_ids(name: str) -> None:
    """4,096 games in one position: every legal id is drawn, no other, and about equally often."""
    game, n = lt.load(name), 4096
    games, state = game.vector(n), game.new_initial_state()
    for text in LINES[name]:
        state.apply_action(text)
        games.apply(np.full(n, games.id_of(state.history()[-1])))
    legal = {games.id_of(decision) for decision in state.legal_actions()}
    drawn = Counter(games.sample(np.random.default_rng(3)).tolist())
    assert set(drawn) == legal
    assert name != "chess" or len(legal) == 5
    expected = n / len(legal)
    off = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert off < chi_square_limit(len(legal) - 1)


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "othello", "chess", "go", "every-kind"])
def test_an_id_is_checked_without_a_list(name: str) -> None:
    """Without a list or a draw: legal ids are accepted, one of each; any other is refused and changes nothing."""
    opening = side_by_side(name, 1).legal_ids().ids
    games = side_by_side(name, len(opening) + 1)
    before = games.observations().copy()
    random = np.random.default_rng(1)
    chances = random.integers(0, games.num_distinct_actions, 300)
    for wrong in set(chances.tolist()) - set(opening.tolist()):
        with pytest.raises(PlayError, match=f"id {wrong} is not legal in game {len(opening)}"):
            games.apply([*opening, wrong])
    assert np.array_equal(games.observations(), before)
    games.apply([*opening, opening[0]])


def test_masks_cost_nothing_until_somebody_asks() -> None:
    """708,751 ids per game: 2,048 games are stepped, though their masks would take 1.4 gigabytes."""
    games = lt.load("boarding").vector(2048)
    games.apply(games.sample(np.random.default_rng(1)))
    assert games._batch._masks is None


# ── games that are over when they begin ────────────────────────────────────────────────────────────────────────────

COUNT = {"id": "count", "effects": [{"addVar": {"var": "n", "delta": 1}}]}


def luck_game(win_on: int) -> GameDef:
    """A die is rolled in setup; up to *win_on* the game is over before anybody decides."""
    n = {"ref": "gvar", "var": "n"}
    roll = [{"roll": {"bind": "$d", "sides": 6}}, {"setVar": {"var": "n", "value": {"ref": "binding", "name": "$d"}}}]
    over = {"when": {"op": "<=", "left": n, "right": win_on}, "result": {"type": "draw"}}
    enough = {"when": {"op": ">=", "left": n, "right": 9}, "result": {"type": "draw"}}
    return small_game([COUNT], ends=[over, enough], setup=roll)


def test_a_game_that_is_over_as_it_begins_is_passed_over() -> None:
    """The played games are those of the seed, in order, that have a decision."""
    rules = luck_game(4)
    games = _games(rules, 4, 7)
    starts = (initial_state(rules, mix(7, index), 2) for index in range(1000))
    playable = (state for state in starts if state.outcome is None)
    beside = [next(playable) for _ in range(4)]
    column = games.observation_names.index("n")
    for _ in range(30):
        assert games.observations()[:, column].tolist() == [state.global_vars[0] for state in beside]
        ids = games.sample(np.random.default_rng(1))
        done = games.apply(ids).done
        for index, state in enumerate(beside):
            follows = after(rules, state, games.decision_of(int(ids[index])))
            assert bool(done[index]) == (follows is None)
            beside[index] = next(playable) if follows is None else follows


def test_games_that_are_all_over_as_they_begin_are_refused() -> None:
    native = compile_game(luck_game(6), 2, side_by_side=True)
    with pytest.raises(PlayError, match="every game of `small` is over as it begins, so none can be stepped"):
        VectorGames(native, 2, 1, game=Game(native.game_def))


@pytest.mark.parametrize("bits", ["PCG64", "PCG64DXSM", "SFC64", "Philox", "MT19937"])
def test_every_kind_of_generator_gives_the_number_it_gives_to_anybody(bits: str):
    """For some generators the next word is read directly, which is faster; it must be the same number."""
    ours, theirs = (np.random.Generator(getattr(np.random, bits)(7)) for _ in range(2))
    games = side_by_side("tic-tac-toe", 3)
    for _ in range(3):
        expected = games._batch.draw(int(theirs.integers(0, 2**64, dtype=np.uint64)))
        assert games.sample(ours).tolist() == expected.tolist()
