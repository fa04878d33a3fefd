"""Pig against OpenSpiel, and the probabilities of a turn in closed form.

Todd W. Neller and Clifton G. M. Presser, "Optimal Play of the Dice Game Pig" (The UMAP Journal 25, 2004), table 1: a
player who holds at 20 scores 0 in 62.45 % of turns, and 20 to 25 as in the table below.

House rule: in OpenSpiel a player must hold when score and pot reach the target; in our game the player may roll on.
There only the hold is compared.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import ClassVar

import pytest

import ludotome as lt
from ludotome.play import BackendName
from tests.support.beside import NATIVE_GAMES, Difference, Oracle, Ours, Spoken, check_native, check_reference
from tests.support.cards import BOTH, explicit

TARGET = 100
HOLD_AT_20 = {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352, 25: 0.0172}


class OpenSpiel(Oracle):
    """Its games stop after a number of moves; ours at ten thousand plies, which random play never reaches."""

    engine = "pig"
    parameters: ClassVar = {"players": 2, "horizon": 10_000}

    def __init__(self) -> None:
        super().__init__()
        self._pot = 0

    def spell(self, move: Spoken) -> str:
        return {"roll": "roll", "hold": "stop"}[move[0]]

    def deal(self, ours: Ours) -> None:
        pot = ours.state.global_vars[0] or 0
        if self.at.is_chance_node():
            self.at.apply_action(0 if pot == 0 else pot - self._pot - 1)
        self._pot = pot

    def excused(self, difference: Difference) -> bool:
        ours = difference.ours
        score = ours.state.player_vars[0][ours.player()] or 0
        return difference.only_ours == {"roll"} and not difference.only_theirs and score + self._pot >= TARGET


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("pig", OpenSpiel).decisions >= 3_000


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    """A tenth of the games, since each takes hundreds of decisions; all are in `make long`."""
    assert check_native("pig", OpenSpiel, games=NATIVE_GAMES // 10).decisions > 10_000


@pytest.mark.long
def test_the_native_kernel_plays_a_thousand_games_as_openspiel_does() -> None:
    assert check_native("pig", OpenSpiel, seed=3).games == NATIVE_GAMES


def turn_by_our_game(hold_at: int, backend: BackendName) -> dict[int, Fraction]:
    """Return the probability of each score of a first turn, by walking the game itself; equal pots are merged."""
    at: dict[int, tuple[lt.State, Fraction]] = {0: (explicit("pig", backend), Fraction(1))}
    scored: dict[int, Fraction] = defaultdict(Fraction)
    while at:
        pot = min(at)
        state, chance = at.pop(pot)
        state.apply_action("roll" if pot < hold_at else "hold")
        if pot >= hold_at:
            scored[state.game_state.player_vars[0][0] or 0] += chance
            continue
        for outcome, _ in state.chance_outcomes():
            after = state.clone()
            after.apply_action(outcome)
            share = chance / len(state.chance_outcomes())
            if after.current_player() != 0:
                scored[after.game_state.player_vars[0][0] or 0] += share
            else:
                grown = after.game_state.global_vars[0] or 0
                at[grown] = (after, share + (at[grown][1] if grown in at else 0))
    return dict(scored)


def turn_in_closed_form(hold_at: int) -> dict[int, Fraction]:
    """p(0) = 1, p(k) = (p(k−2) + … + p(k−6)) / 6 over pots below the limit; the remaining probability is that of
    rolling a 1.
    """
    reached: dict[int, Fraction] = {0: Fraction(1)}
    for pot in range(1, hold_at + 6):
        reached[pot] = (
            sum((reached.get(pot - d, Fraction(0)) for d in range(2, 7) if pot - d < hold_at), Fraction(0)) / 6
        )
    scored = {pot: chance for pot, chance in reached.items() if pot >= hold_at and chance}
    return {0: 1 - sum(scored.values()), **scored}


@pytest.mark.parametrize("backend", BOTH)
@pytest.mark.parametrize("hold_at", [2, 6, 10, 20, 25])
def test_a_turn_scores_with_the_chances_of_the_closed_form(hold_at: int, backend: BackendName) -> None:
    assert turn_by_our_game(hold_at, backend) == turn_in_closed_form(hold_at)


@pytest.mark.parametrize("backend", BOTH)
def test_holding_at_twenty_scores_as_published(backend: BackendName) -> None:
    found = {score: round(float(chance), 4) for score, chance in turn_by_our_game(20, backend).items()}
    assert found == pytest.approx(HOLD_AT_20, abs=0.0001)
