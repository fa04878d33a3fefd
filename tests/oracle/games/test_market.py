"""Market against an independent implementation in Python, written only from the prose of the document.

No other engine plays this game. The implementation knows cards by number, yields a question for every decision, and is
given the shuffled deck; it computes everything else, from the player who decides to the final places.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator
from dataclasses import dataclass

import pytest

import ludotome as lt
from ludotome.gamedef import Decision
from ludotome.play import BackendName
from tests.support.beside import REFERENCE_DECISIONS, REFERENCE_SECONDS, shipped
from tests.support.cards import tokens_in

# kind, cost and points of the cards, by number
CARDS = [
    *[("merchant", 2, 1)] * 5,
    *[("merchant", 3, 2)] * 4,
    *[("raider", 3, 1)] * 5,
    *[("palace", 5, 3)] * 4,
    *[("palace", 6, 4)] * 2,
]
Question = tuple[int, set[object]]  # the deciding player, and the possible answers
Reading = Generator[Question, object, tuple[float, ...]]


@dataclass(frozen=True)
class Got:
    """The result of each player."""

    returns: tuple[float, ...]


class Table:
    """The cards on the table; `deck` is drawn from its end."""

    def __init__(self, players: int, row: list[int], deck: list[int]) -> None:
        self.money = [3] * players
        self.owned: list[list[int]] = [[] for _ in range(players)]
        self.row, self.deck = row, deck

    def points(self, player: int) -> int:
        return sum(CARDS[card][2] for card in self.owned[player])

    def gain(self, player: int, coins: int) -> None:
        self.money[player] = max(0, min(40, self.money[player] + coins))

    def merchants(self, player: int) -> int:
        return sum(CARDS[card][0] == "merchant" for card in self.owned[player])

    def is_over(self, next_player: int) -> bool:
        ten = any(self.points(player) >= 10 for player in range(len(self.money)))
        return (next_player == 0 and ten) or not self.row

    def returns(self) -> tuple[float, ...]:
        """Return the places by points, then coins, first place 1 and last −1; equal players get the mean of their
        places.
        """
        keys = [(self.points(player), coins) for player, coins in enumerate(self.money)]
        worth = [1 - 2 * place / (len(keys) - 1) for place in range(len(keys))]
        order = sorted(keys, reverse=True)
        shared = {key: [worth[place] for place, other in enumerate(order) if other == key] for key in keys}
        return tuple(sum(shared[key]) / len(shared[key]) for key in keys)


def read_rules(table: Table) -> Reading:
    """Play the game: yield every question, receive the answer, return the result of each player."""
    players, player = len(table.money), 0
    while True:
        table.gain(player, table.merchants(player))
        if table.is_over(player):
            return table.returns()
        offers = {("buy", card) for card in table.row if CARDS[card][1] <= table.money[player]}
        answer = yield player, {"earn", *offers}
        if answer == "earn":
            table.gain(player, 2)
        else:
            yield from _buy(table, player, answer[1])  # type: ignore[index]
        player = (player + 1) % players


def _buy(table: Table, player: int, card: int) -> Generator[Question, object, None]:
    kind, cost, _ = CARDS[card]
    table.gain(player, -cost)
    table.row.remove(card)
    table.owned[player].append(card)
    if kind == "merchant":
        table.gain(player, 1)
    elif kind == "raider":
        players = len(table.money)
        for victim in ((player + step) % players for step in range(1, players)):
            yield from _raid(table, victim)
    if table.deck:
        table.row.append(table.deck.pop())


def _raid(table: Table, victim: int) -> Generator[Question, object, None]:
    if table.money[victim] >= 2 and table.owned[victim]:
        answer = yield victim, {"pay", "lose"}
        if answer == "lose":
            lost = yield victim, set(table.owned[victim])
            table.owned[victim].remove(lost)  # type: ignore[arg-type]
            return
    table.gain(victim, -2)


def answer_of(decision: Decision) -> object:
    """Return one of our decisions as an answer of the independent implementation."""
    if decision.action is None:
        return decision.choose
    return ("buy", decision.params[0][1]) if decision.action == "buy" else decision.action


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_kernels_play_as_the_prose_says(players: int, backend: BackendName) -> None:
    """The deciding player, the decisions, everybody's money and cards, and the result, along random games."""
    game, chooser, started, made = shipped("market"), random.Random(players), time.perf_counter(), 0
    seed = 0
    while made < REFERENCE_DECISIONS // 3 and time.perf_counter() - started < REFERENCE_SECONDS / 3:
        seed += 1
        state = game.new_initial_state(seed, players, backend=backend)
        now = state.game_state
        table = Table(players, list(tokens_in(game, now, "row")), list(tokens_in(game, now, "deck")))
        reading = read_rules(table)
        made += check_game(state, table, reading, chooser)


def check_game(state: lt.State, table: Table, reading: Reading, chooser: random.Random) -> int:
    """Play one game on both sides; return its number of decisions."""
    made = 0
    question = next(reading)
    while True:
        ours = {answer_of(decision): decision for decision in state.legal_actions()}
        assert (state.current_player(), set(ours)) == question, state
        answer = chooser.choice(sorted(ours, key=str))
        state.apply_action(ours[answer])
        made += 1
        following = send(reading, answer)
        assert state.is_terminal() == isinstance(following, Got), state
        if isinstance(following, Got):
            assert state.returns() == pytest.approx(following.returns)
            return made
        question = following
        if state.game_state.pending is None:
            check_table(state, table)


def send(reading: Reading, answer: object) -> Question | Got:
    """Return the next question, or the results if there is none."""
    try:
        return reading.send(answer)
    except StopIteration as end:
        return Got(end.value)


def check_table(state: lt.State, table: Table) -> None:
    now = state.game_state
    assert list(now.player_vars[0]) == table.money
    for seat, owned in enumerate(table.owned):
        assert set(tokens_in(state.game, now, f"tableau:{seat}")) == set(owned)
    assert set(tokens_in(state.game, now, "row")) == set(table.row)
    assert len(tokens_in(state.game, now, "deck")) == len(table.deck)
