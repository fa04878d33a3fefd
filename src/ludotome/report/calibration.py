"""Calibration: convert the search value of a position to a probability of winning.

A search that overestimates a side does not show a lead. So the probability for the player to move is fitted, by
logistic regression on the value, to the final points of that player. Standard errors treat a game as one unit, since
its positions share one result. If values do not predict results, all probabilities are equal and nobody is ever ahead.

This module does not know games or leads.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

_STEPS, _RIDGE = 30, 1e-3
_SIGNIFICANT = 3.0  # how many standard errors the slope must differ from 0


class Calibration(Struct, frozen=True):
    """A fitted logistic curve and the covariance of its two numbers."""

    level: float
    slope: float
    covariance: tuple[tuple[float, float], tuple[float, float]]

    @property
    def is_informative(self) -> bool:
        """Whether values predict results at all."""
        return self.slope > 0

    def chances(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability for each value."""
        return np.asarray(1 / (1 + np.exp(-(self.level + self.slope * values))))

    def errors(self, values: NDArray[np.float64], value_errors: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the standard error of each probability, from those of its value and of the curve."""
        chances = self.chances(values)
        (a, b), (_, c) = self.covariance
        curve = a + 2 * b * values + c * values**2
        return np.asarray(chances * (1 - chances) * np.sqrt(np.maximum(curve, 0) + (self.slope * value_errors) ** 2))


def calibrate(
    values: NDArray[np.float64], points: NDArray[np.float64], games: NDArray[np.int64], even: float
) -> Calibration:
    """Return the curve from *values* to *points* of *games*; flat at *even* if values predict nothing."""
    rows = np.column_stack([np.ones_like(values), values])
    found = np.zeros(2)
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-rows @ found))
        weights = chances * (1 - chances)
        information = rows.T @ (rows * weights[:, None]) + _RIDGE * np.eye(2)
        step = np.linalg.solve(information, rows.T @ (points - chances) - _RIDGE * found)
        found = found + np.clip(step, -5, 5)
        if np.abs(step).max() < 1e-9:
            break
    chances = 1 / (1 + np.exp(-rows @ found))
    information = rows.T @ (rows * (chances * (1 - chances))[:, None]) + _RIDGE * np.eye(2)
    scores = rows * (points - chances)[:, None]
    sums = np.zeros((int(games.max()) + 1, 2))
    np.add.at(sums, games, scores)
    inverse = np.linalg.inv(information)
    covariance = inverse @ (sums.T @ sums) @ inverse
    if found[1] < _SIGNIFICANT * np.sqrt(covariance[1, 1]):
        return Calibration(float(np.log(even / (1 - even))), 0.0, ((0.0, 0.0), (0.0, 0.0)))
    (a, b), (_, c) = covariance.tolist()
    return Calibration(float(found[0]), float(found[1]), ((a, b), (b, c)))
