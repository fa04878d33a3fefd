"""Games stepped in parallel equal single games: the same masks, players, results and observations."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy, deepcopy
from pathlib import Path

import numpy as np
import pytest

import ludotome as lt
from ludotome.chance import mix
from ludotome.gamedef import Decision, GameDef, PlayError
from ludotome.native import compile_game
from ludotome.play import Game
from ludotome.play.vector import VectorGames
from ludotome.toolchain import ToolError
from tests.support.choice_games import asked_everywhere, every_kind_of_choice

SEATS_OF_TEN = ["mine", *(f"seat+{ahead}" for ahead in range(1, 10))]
NAMES = ["tic-tac-toe", "breakthrough", "othello", "kuhn-poker", "chess", "market"]


@pytest.mark.parametrize("number", [-1, 20, 999, -(2**31), 2**31 - 1, 2**40])
def test_a_parameter_that_can_never_be_has_no_id(number: int):
    """It once had the id of another decision, or an id that does not exist."""
    games = lt.load("market").vector(1)
    cards = [games.id_of(Decision(action="buy", params=(("$card", card),))) for card in range(20)]
    assert len(set(cards)) == 20
    with pytest.raises(PlayError, match="is not a decision of this game") as refused:
        games.id_of(Decision(action="buy", params=(("$card", number),)))
    assert refused.value.code == "malformed-decision"


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_plays_what_single_games_play(name: str):
    """Every game of the batch is compared with the reference kernel, decision by decision, beyond its end."""
    n, steps = 3, 40 if name != "chess" else 12
    game = lt.load(name)
    games = game.vector(n, seed=5)
    beside = [game.new_initial_state(seed=mix(5, index), backend="reference") for index in range(n)]
    following, random = n, np.random.default_rng(1)
    for _ in range(steps):
        masks = games.legal_masks().copy()
        assert games.current_players().tolist() == [state.current_player() for state in beside]
        for row, state in zip(masks, beside, strict=True):
            legal = state.legal_actions()
            assert sorted(np.flatnonzero(row)) == sorted(games.id_of(decision) for decision in legal)
            assert {games.decision_of(int(found)) for found in np.flatnonzero(row)} == set(legal)
        ids = np.array([random.choice(np.flatnonzero(row)) for row in masks])
        step = games.apply(ids)
        for index, state in enumerate(beside):
            state.apply_action(games.decision_of(int(ids[index])))
            assert bool(step.done[index]) == state.is_terminal()
            assert tuple(step.returns[index]) == (state.returns() if state.is_terminal() else (0.0,) * game.num_players)
            if state.is_terminal():
                beside[index] = game.new_initial_state(seed=mix(5, following), backend="reference")
                following += 1


@pytest.mark.parametrize("name", ["go", "gomoku"])
def test_masks_follow_games_to_their_end_and_on(name: str):
    """After hundreds of steps, masks that are updated incrementally equal those of single games."""
    game, n = lt.load(name), 3
    games, random = game.vector(n, seed=3), np.random.default_rng(2)
    beside, following = [game.new_initial_state(seed=mix(3, index), backend="native") for index in range(n)], n
    for _ in range(150):
        masks = games.legal_masks()
        for row, state in zip(masks, beside, strict=True):
            assert sorted(np.flatnonzero(row)) == sorted(map(games.id_of, state.legal_actions()))
        ids = games.sample(random)
        step = games.apply(ids)
        for index, state in enumerate(beside):
            state.apply_action(games.decision_of(int(ids[index])))
            if step.done[index]:
                beside[index] = game.new_initial_state(seed=mix(3, following), backend="native")
                following += 1


def test_an_illegal_id_changes_nothing_anywhere():
    games = lt.load("tic-tac-toe").vector(4)
    games.apply(np.zeros(4, int))
    before = games.legal_masks().copy()
    with pytest.raises(PlayError) as refused:
        games.apply(np.array([1, 1, 0, 1]))
    decision = '{"action": "place", "params": {"$cell": "cell_0_0"}}'
    expected = f"id 0 is not legal in game 2 of the batch: it is {decision}; take one of `legal_ids()`"
    assert (refused.value.code, str(refused.value)) == ("illegal-decision", expected)
    assert refused.value.details["decision"] == games.decision_of(0)
    assert np.array_equal(games.legal_masks(), before)


@pytest.mark.parametrize("wrong", [9, -1, 2**31, 2**63 - 1, -(2**63), 2**63, 2**64 - 1])
def test_an_id_that_does_not_exist_is_reported_with_its_game_and_the_range(wrong: int):
    games = lt.load("tic-tac-toe").vector(3)
    expected = f"id {wrong} in game 1 of the batch is not from 0 to 8; take one of `legal_ids()`"
    with pytest.raises(PlayError) as refused:
        games.apply(np.array([0, wrong, 0], np.uint64 if wrong >= 2**63 else np.int64))
    assert (refused.value.code, str(refused.value)) == ("illegal-decision", expected)
    assert not games.observations()[:, :9].any(), "a decision was taken"


@pytest.mark.parametrize(
    "ids", [[0], [[0, 0]], [0.5, 0.5], [0, 9], [-1, 0], ["a", "b"], [[0], [1, 2]], np.array([0, 2**63], np.uint64)]
)
def test_values_that_are_not_ids_are_refused(ids: list[object]):
    games = lt.load("tic-tac-toe").vector(2)
    with pytest.raises(PlayError, match="id"):
        games.apply(ids)


@pytest.mark.parametrize("n", [0, -1, 2**30, 1.5])
def test_a_number_of_games_that_cannot_be_is_refused(n: int):
    with pytest.raises(PlayError, match="n is"):
        lt.load("tic-tac-toe").vector(n)


def test_an_observation_shows_what_its_player_may_see():
    """Kuhn poker: the own card is visible, the other's is not, and another deal gives another observation."""
    games = lt.load("kuhn-poker").vector(30, seed=2)
    seen, column = games.observations(), games.observation_names.index
    cards = [column(f"mine hand[token {card}]") for card in range(3)]
    ranks = [column(f"tokens[token {card} rank]") for card in range(3)]
    types = [column(f"tokens[token {card} type]") for card in range(3)]
    assert (seen[:, cards].sum(axis=1) == 1).all()
    assert seen[:, cards].any(axis=0).all(), "every card is dealt to somebody"
    assert (seen[:, types] == seen[:, cards]).all(), "only the own card is known"
    assert (seen[:, ranks] == seen[:, cards] * [0, 1, 2]).all()
    assert set(seen[:, column("theirs hand[count]")]) == {1}
    assert set(seen[:, column("deck[count]")]) == {1}


def test_an_observation_of_a_board_is_the_board():
    """The plane of a player's marks equals the drawn board, and it changes hands with the turn."""
    game = lt.load("tic-tac-toe")
    games, state = game.vector(1), game.new_initial_state()
    for cell in (4, 0, 8):
        games.apply(np.array([cell]))
        state.apply_action(games.decision_of(cell))
    drawn = "".join(line[2:].replace(" ", "") for line in str(state).splitlines()[:3])
    assert drawn == "O...X...X"
    mine, theirs = games.observations()[0, :18].reshape(2, 9)
    assert mine.tolist() == [sign == "O" for sign in drawn]
    assert theirs.tolist() == [sign == "X" for sign in drawn]


def test_ids_are_the_same_for_the_same_rules():
    assert lt.load("breakthrough").num_distinct_actions == lt.load("breakthrough").vector(1).num_distinct_actions
    assert lt.load("tic-tac-toe").num_distinct_actions == 9


@pytest.mark.parametrize("name", ["tic-tac-toe", "chess"])
def test_the_legal_ids_are_those_of_the_masks(name: str):
    games = lt.load(name).vector(9, seed=3)
    random = np.random.default_rng(2)
    for _ in range(12):
        legal, masks = games.legal_ids(), games.legal_masks()
        for row in range(9):
            ids = legal.ids[legal.first[row] : legal.first[row] + legal.count[row]]
            assert sorted(ids.tolist()) == np.flatnonzero(masks[row]).tolist()
        games.apply(games.sample(random))


@pytest.mark.parametrize("way", [copy, deepcopy, pickle.dumps])
def test_games_side_by_side_are_not_copied(way: Callable[[VectorGames], object]):
    with pytest.raises(TypeError, match="cannot be copied or pickled; create new ones"):
        way(lt.load("tic-tac-toe").vector(2))


def test_masks_are_to_be_read():
    masks = lt.load("tic-tac-toe").vector(2).legal_masks()
    with pytest.raises(ValueError, match="read-only"):
        masks[0, 0] = False


@pytest.mark.parametrize("game_def", [every_kind_of_choice(), asked_everywhere()], ids=["every-kind", "everywhere"])
def test_an_observation_in_the_middle_of_a_decision_is_the_references(game_def: GameDef):
    """A player with a pending choice sees the effects so far: moved cards, written numbers, hidden hands of others."""
    n, game = 4, lt.from_game_def(game_def)
    games = game.vector(n, seed=5, players=2)
    beside = [game.new_initial_state(mix(5, index), 2, "reference") for index in range(n)]
    random, asked = np.random.default_rng(3), 0
    for _ in range(30):
        for row, state in zip(games.observations(), beside, strict=True):
            assert row.tolist() == state.observation_tensor(state.current_player()).tolist()
            asked += state.game_state.pending is not None
        ids = games.sample(random)
        done = games.apply(ids).done
        for index, state in enumerate(beside):
            state.apply_action(games.decision_of(int(ids[index])))
            assert bool(done[index]) == state.is_terminal()
        if done.any():
            break
    assert asked > 10


def lists_agree(games: VectorGames) -> bool:
    """Return whether the masks equal the listed ids, and every game has some."""
    legal, masks = games.legal_ids(), games.legal_masks()
    listed = np.argsort(legal.first)
    rows = np.repeat(listed, legal.count[listed])
    return bool(masks[rows, legal.ids].all() and masks.sum() == len(legal.ids) and legal.count.all())


def test_an_interrupted_step_is_made_whole_or_not_begun():
    """Whenever the interrupt comes, the games can be continued."""
    games, random = lt.load("breakthrough").vector(4096), np.random.default_rng(1)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def play_on() -> None:
        while True:
            games.apply(games.sample(random))

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for attempt in range(6):
            signal.setitimer(signal.ITIMER_REAL, 0.03 + 0.002 * attempt)
            with pytest.raises(KeyboardInterrupt):
                play_on()
            assert lists_agree(games)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_step_starts_no_thread(monkeypatch: pytest.MonkeyPatch):
    """Also in a game whose calls may be long: starting a thread takes longer than stepping some hundred games."""
    games = lt.load("chess").vector(4, threads=1)
    assert games._native.code.halts
    begun = list[object]()
    monkeypatch.setattr("ludotome.toolchain.threads.start_new_thread", lambda *given: begun.append(given))
    games.apply(games.sample(np.random.default_rng(1)))
    assert games.legal_masks().any()
    assert not begun


def test_masks_whose_listing_was_interrupted_are_still_there_to_be_written(monkeypatch: pytest.MonkeyPatch):
    """C writes them at every step: they must not be freed because the caller never received them."""
    games, beside = (lt.load("tic-tac-toe").vector(2**17, seed=1) for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr(games._batch, "_check", lambda _: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            games.legal_masks()
    for several in (games, beside):
        several.apply(several.sample(np.random.default_rng(1)))
    assert np.array_equal(games.legal_masks(), beside.legal_masks())


def test_ids_that_are_taken_are_those_that_were_checked():
    """Another thread may write to the caller's array while C reads."""
    games, ids = lt.load("tic-tac-toe").vector(4), np.array([3, 1, 4, 1])
    games.apply(ids)
    assert games._batch._taken.tolist() == [3, 1, 4, 1]
    assert not np.shares_memory(games._batch._taken, ids)


def test_threads_that_share_games_take_turns():
    """A concurrent step is refused, and no game is in two states at once."""
    games = lt.load("market").vector(64)

    def play(seed: int) -> int:
        random, taken = np.random.default_rng(seed), 0
        for _ in range(60):
            with suppress(PlayError):
                games.apply(games.sample(random))
                taken += 1
        return taken

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(play, range(4))) > 0
    assert lists_agree(games)


def test_a_game_without_zones_has_observations():
    """Pig for ten: all scores and the player to move, counted from that player."""
    games = lt.load("pig").vector(8, players=10)
    seen, names = games.observations(), games.observation_names
    assert names == ("pot", *(f"{part}[{seat}]" for part in ("score", "decides") for seat in SEATS_OF_TEN))
    assert seen.shape == (8, len(names))
    assert seen[:, names.index("decides[mine]")].all()


@pytest.mark.parametrize("rng", [None, 7, np.random.RandomState(1)])
def test_what_is_not_a_generator_draws_nothing(rng: object):
    with pytest.raises(PlayError, match=r"^rng is .*; write a generator, as `numpy.random.default_rng\(1\)`"):
        lt.load("tic-tac-toe").vector(3).sample(rng=rng)


def test_a_game_with_too_many_decisions_to_number_has_no_games_side_by_side():
    params = ", ".join(f"{{ name: ${name}, domain: board }}" for name in "abc")
    game = lt.load_text(
        f"""# Many
~~~yaml
metadata: {{ id: many, players: {{ min: 2, max: 2 }} }}
zones: [ grid: {{ rows: 13, cols: 13, directions: 4 }} ]
actions: [ {{ id: name, params: [ {params} ], effects: [] }} ]
endConditions: [ {{ when: "turn >= 1", result: {{ type: draw }} }} ]
~~~
"""
    )
    with pytest.raises(PlayError, match="4826809 different decisions; at most 4194304 can be numbered") as refused:
        game.vector(2)
    assert refused.value.code == "too-many-actions"


def test_masks_that_no_memory_holds_are_refused(monkeypatch: pytest.MonkeyPatch):
    games, random = lt.load("tic-tac-toe").vector(7), np.random.default_rng(1)

    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "zeros", no_memory)
    with pytest.raises(PlayError, match="the masks of 7 games with 9 ids each do not fit in memory; write fewer games"):
        games.legal_masks()
    assert not games.apply(games.sample(random)).done.any()


def test_what_was_compiled_to_be_played_one_by_one_says_so():
    """Most people use only the library without batches."""
    native = compile_game(lt.load("tic-tac-toe").game_def, 2)
    with pytest.raises(PlayError, match=r"`tic-tac-toe` was compiled to be played one by one; .* side_by_side=True"):
        VectorGames(native, 2, 1, game=Game(native.game_def))


def test_games_side_by_side_have_no_explicit_chance():
    native = compile_game(lt.load("pig").game_def, 2, chance="explicit", side_by_side=True)
    with pytest.raises(PlayError, match="games stepped in parallel have no explicit chance"):
        VectorGames(native, 2, 1, game=Game(native.game_def))


def test_a_game_that_did_not_compile_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A second call gets the same error at once."""
    compiler = tmp_path / "cc"
    compiler.write_text(f"#!/bin/sh\necho once >> {tmp_path}/runs\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("LUDOTOME_CC", str(compiler))
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    game, said, runs = lt.load("tic-tac-toe"), [], []
    for _ in range(2):
        with pytest.raises(ToolError) as problem:
            game.vector(2)
        said.append(str(problem.value))
        runs.append((tmp_path / "runs").read_text())
    assert said[0] == said[1]
    assert runs[0] == runs[1]


def test_without_threads_one_steps_all_unless_more_are_requested(monkeypatch: pytest.MonkeyPatch):
    """Some compilers lack atomics, which a pool of threads needs."""

    def no_pool(*_: int) -> None:
        raise ToolError("compile-failed", "no atomics here")

    monkeypatch.setattr("ludotome.native.run.batch.Pool", no_pool)
    monkeypatch.setattr("ludotome.play.vector.usable_processors", lambda: range(2))
    game = lt.load("tic-tac-toe")
    assert game.vector(1024).num_threads == 1
    with pytest.raises(ToolError, match="no atomics here"):
        game.vector(1024, threads=2)
