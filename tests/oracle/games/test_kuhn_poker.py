"""Kuhn poker against OpenSpiel, and the exact facts of Kuhn's paper.

H. W. Kuhn, "Simplified two-person poker" (1950): 6 deals of 5 betting lines, 12 information states, and a value of
−1/18 for the first player under the equilibrium strategies, of which the first player has a family, a from 0 to 1/3.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

import ludotome as lt
from ludotome.play import BackendName
from tests.support.beside import Spoken, check_native, check_reference
from tests.support.cards import BOTH, DealtOracle, explicit, histories, information, tokens_in

VALUE = Fraction(-1, 18)
THIRD = Fraction(1, 3)

Strategy = Callable[[int, str], Fraction]  # by card and betting so far: the probability of a bet


class OpenSpiel(DealtOracle):
    engine = "kuhn_poker"

    def spell(self, move: Spoken) -> str:
        return move[0].capitalize()


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("kuhn-poker", OpenSpiel).decisions >= 3_000


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    assert check_native("kuhn-poker", OpenSpiel).games == 1_000


@pytest.mark.parametrize("backend", BOTH)
def test_thirty_histories_and_twelve_information_states(backend: BackendName) -> None:
    states = [state for state, _ in histories(explicit("kuhn-poker", backend))]
    assert sum(state.is_terminal() for state in states) == 30
    assert len({information(state) for state in states if state.current_player() >= 0}) == 12


def by_table(table: dict[tuple[int, str], Fraction]) -> Strategy:
    """A strategy that never bets where the table has no entry."""
    return lambda card, line: table.get((card, line), Fraction(0))


def first(a: Fraction) -> Strategy:
    """The first player's equilibrium: bets 0 with probability a and 2 with 3a; calls with 1 with a + 1/3 and always
    with 2.
    """
    return by_table({(0, ""): a, (2, ""): 3 * a, (1, "pb"): a + THIRD, (2, "pb"): Fraction(1)})


def second() -> Strategy:
    """The second player's only equilibrium: bets 0 with probability 1/3 after a pass; calls with 1 with 1/3, always
    with 2.
    """
    return by_table({(0, "p"): THIRD, (2, "p"): Fraction(1), (1, "b"): THIRD, (2, "b"): Fraction(1)})


def value(state: lt.State, strategies: tuple[Strategy, Strategy], line: str = "") -> Fraction:
    """Return the first player's mean result, exactly."""
    if state.is_terminal():
        return Fraction(state.returns()[0])
    if state.is_chance_node():
        outcomes = state.legal_actions()
        return sum((value(after(state, outcome), strategies) for outcome in outcomes), Fraction(0)) / len(outcomes)
    player = state.current_player()
    (card,) = tokens_in(state.game, state.game_state, f"hand:{player}")
    bets = strategies[player](card, line)
    share = {"b": bets, "p": 1 - bets}
    return sum(
        (share[move] * value(after(state, move), strategies, line + move) for move in "pb" if share[move]), Fraction(0)
    )


def after(state: lt.State, decision: object) -> lt.State:
    child = state.clone()
    child.apply_action(decision)  # type: ignore[arg-type]
    return child


@pytest.mark.parametrize("backend", BOTH)
@pytest.mark.parametrize("a", [Fraction(0), Fraction(1, 7), THIRD])
def test_the_first_player_loses_an_eighteenth_at_equilibrium(a: Fraction, backend: BackendName) -> None:
    assert value(explicit("kuhn-poker", backend), (first(a), second())) == VALUE


def payoffs(backend: BackendName) -> dict[tuple[int, int, str], Fraction]:
    """Return the first player's results by both cards and the betting line, read from the game's own tree."""
    found = {}
    for state, _ in histories(explicit("kuhn-poker", backend)):
        if state.is_terminal():
            mine, yours = (tokens_in(state.game, state.game_state, f"hand:{seat}")[0] for seat in (0, 1))
            line = "".join(str(move.action)[0] for move in state.history() if move.action is not None)
            found[mine, yours, line] = Fraction(state.returns()[0])
    return found


def expected(paid: dict[tuple[int, int, str], Fraction], strategies: tuple[Strategy, Strategy]) -> Fraction:
    total = Fraction(0)
    for (mine, yours, line), amount in paid.items():
        chance = Fraction(1, 6)
        for place, move in enumerate(line):
            bets = strategies[place % 2]((mine, yours)[place % 2], line[:place])
            chance *= bets if move == "b" else 1 - bets
        total += chance * amount
    return total


@pytest.mark.parametrize("backend", BOTH)
def test_no_strategy_does_better_against_the_equilibrium(backend: BackendName) -> None:
    """All 64 pure strategies of each side: against the other's equilibrium none exceeds the value of the game."""
    paid = payoffs(backend)
    best = {0: Fraction(-9), 1: Fraction(9)}
    for seat, lines in ((0, ("", "pb")), (1, ("p", "b"))):
        for choice in product((Fraction(0), Fraction(1)), repeat=6):
            pure = dict(zip(product(range(3), lines), choice, strict=True))
            if seat == 0:
                best[0] = max(best[0], expected(paid, (by_table(pure), second())))
            else:
                best[1] = min(best[1], expected(paid, (first(Fraction(1, 5)), by_table(pure))))
    assert best == {0: VALUE, 1: VALUE}
