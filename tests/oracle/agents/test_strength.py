"""A search beats random play, and cannot be beaten where perfect play draws.

The perfect player of tic-tac-toe searches exhaustively here, without any of our rules.
"""

from __future__ import annotations

from functools import cache

import pytest

import ludotome as lt
from ludotome.agents import Agent, MctsAgent, RandomAgent, Stream
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import Decision
from ludotome.play import Game, State

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def value(board: str, mover: str) -> int:
    """Return what perfect play gives *mover* on *board*: 1, 0 or -1."""
    other = "XO"["XO".index(mover) - 1]
    if any(all(board[cell] == other for cell in line) for line in LINES):
        return -1
    cells = [cell for cell in range(9) if board[cell] == "."]
    return max((-value(marked(board, cell, mover), other) for cell in cells), default=0)


def marked(board: str, cell: int, mover: str) -> str:
    return board[:cell] + mover + board[cell + 1 :]


class PerfectPlayer:
    """Plays tic-tac-toe perfectly, any of the best moves at random."""

    name = "perfect"

    def choose(self, state: State, stream: Stream) -> Decision:
        drawn = [line[2:].replace(" ", "") for line in str(state).splitlines()[:3]]
        board = "".join(drawn)
        mover = "XO"[state.current_player()]
        worth = {}
        for decision in state.legal_actions():
            row, col = (int(part) for part in str(dict(decision.params)["$cell"]).split("_")[1:])
            worth[decision] = -value(marked(board, 3 * row + col, mover), "XO"["XO".index(mover) - 1])
        best = [decision for decision, found in worth.items() if found == max(worth.values())]
        return best[stream.below(len(best))]


def scores(game: Game, agent: Agent, other: Agent, games: int) -> list[float]:
    """Return the result of *agent* in each of this many games, alternating seats."""
    found = []
    for index in range(games):
        table = [agent, other] if index % 2 == 0 else [other, agent]
        streams = [Stream(seed_generator(mix(index, seat))) for seat in range(2)]
        state = game.new_initial_state(seed=index)
        while not state.is_terminal():
            seat = state.current_player()
            state.apply_action(table[seat].choose(state, streams[seat]))
        found.append(state.returns()[index % 2])
    return found


def test_the_perfect_player_never_loses():
    """This tests the opponent itself: perfect play against random play, and a draw against itself."""
    game = lt.load("tic-tac-toe")
    assert min(scores(game, PerfectPlayer(), RandomAgent(), 30)) >= 0
    assert set(scores(game, PerfectPlayer(), PerfectPlayer(), 10)) == {0.0}


def test_search_never_loses_tic_tac_toe_to_chance():
    assert min(scores(lt.load("tic-tac-toe"), MctsAgent(1000), RandomAgent(), 8)) >= 0


@pytest.mark.parametrize("name", ["connect-four", "breakthrough"])
def test_search_beats_chance(name: str):
    """The short form: a few games with fewer simulations."""
    assert sum(scores(lt.load(name), MctsAgent(150), RandomAgent(), 6)) >= 5


@pytest.mark.long
@pytest.mark.parametrize("name", ["connect-four", "breakthrough"])
def test_search_with_a_thousand_simulations_wins_nearly_always(name: str):
    won = [score for score in scores(lt.load(name), MctsAgent(1000), RandomAgent(), 100) if score == 1]
    assert len(won) > 95


@pytest.mark.long
def test_search_with_five_thousand_simulations_never_loses_to_perfect_play():
    assert min(scores(lt.load("tic-tac-toe"), MctsAgent(5000), PerfectPlayer(), 20)) >= 0


@pytest.mark.long
def test_search_never_loses_many_games_of_tic_tac_toe():
    assert min(scores(lt.load("tic-tac-toe"), MctsAgent(1000), RandomAgent(), 100)) >= 0
