"""Tension: how often the lead changes, how late it is decided, how often the winner comes from behind.

Values of the search are calibrated first (`calibration`). A seat is ahead if its chance is above an even one by two
standard errors. The lead changes when a seat is ahead that was not the last one ahead, so a change takes two standard
errors on both sides.

This module does not play.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludotome.report.answer import Answer, Certainty
from ludotome.report.calibration import Calibration, calibrate
from ludotome.report.charts import chances_picture
from ludotome.report.evidence import TOP, Evidence, points_of
from ludotome.report.means import Mean, mean_of
from ludotome.report.options import span_of, value_errors
from ludotome.report.trace import TracedGame
from ludotome.report.words import NO_BREAK, counted, number, percent

QUESTION = "Is it tense?"
CLEAR = 2.0  # standard errors on each side
_FEW, _MANY = 10, 40
_RARELY, _TENSE = 0.1, 0.3  # lead changes per game: hardly any, and enough to be tense


class Course(Struct, frozen=True):
    """The course of one game: who was ahead at each decision (-1: none), and the chance of the first seat."""

    ahead: tuple[int, ...]
    chances: tuple[float, ...]
    winner: int

    @property
    def lead_changes(self) -> int:
        """How often the lead changed."""
        leaders = [seat for seat in self.ahead if seat >= 0]
        return sum(one != other for one, other in pairwise(leaders))

    @property
    def has_lead(self) -> bool:
        """Whether any seat was ever ahead before the end."""
        return any(seat >= 0 for seat in self.ahead)

    @property
    def is_comeback(self) -> bool:
        """Whether the winner was behind at some point."""
        return self.winner >= 0 and any(seat not in (-1, self.winner) for seat in self.ahead)

    @property
    def decided(self) -> float:
        """Return the share of the game after which the winner stayed ahead; 1 if only at the end."""
        last = max((place for place, seat in enumerate(self.ahead) if seat != self.winner), default=-1)
        return (last + 1) / max(len(self.ahead), 1)

    @property
    def surprise(self) -> float:
        """Return the total movement of the first seat's chance, up and down, over the whole game."""
        return float(np.abs(np.diff(self.chances)).sum())


def tension(evidence: Evidence) -> Answer:
    """Return the answer, from the games of the top level that were searched."""
    if evidence.seats < 2:
        return Answer("tension", QUESTION, "Tension?", "", "open", "One person plays.")
    games = [game for game in evidence.traced if game.outcome >= 0 and any(len(one.visits) for one in game.decisions)]
    if len(games) < _FEW:
        played = f"Only {counted(len(games), 'game')}" if games else "No game"
        told = f"{played} of {TOP} players could be analysed in the time; {_FEW} are needed."
        return _too_early(told)
    courses, calibration = courses_of(games, evidence.seats)
    if not calibration.is_informative and len(games) < _MANY:
        return _too_early(
            f"In {counted(len(games), 'game')} the search could not tell who would win; {_MANY} are needed."
        )
    if len(games) < _MANY and not any(course.has_lead for course in courses):
        return _too_early(f"In {counted(len(games), 'game')} the search saw nobody ahead; {_MANY} are needed.")
    changes = mean_of(np.array([course.lead_changes for course in courses], float))
    assert changes is not None
    comebacks = mean_of(np.array([course.is_comeback for course in courses], float), (0.0, 1.0))
    won = [course for course in courses if course.winner >= 0 and course.has_lead]
    decided = float(np.median([course.decided for course in won])) if won else None
    sentence, good = _verdict(courses, changes.value, decided)
    certainty = _how_sure(changes, len(games), good)
    gist = "the lead changes hands" if changes.low > _TENSE else ""
    detail = (
        f"{counted(len(games), 'game')} of {TOP} players, each decision analysed by a search of "
        f"{counted(evidence.simulations[TOP], 'simulation')}. "
        + (
            f"The lead changes {number(changes.value)} times a game (95{NO_BREAK}% interval "
            f"{number(max(changes.low, 0))} to {number(changes.high)})."
            if changes.value
            else "The lead never changed."
        )
    )
    asides = ["A player is ahead if the search gives them more than an even chance, by at least two standard errors."]
    if not calibration.is_informative:
        asides = ["The values of the search do not predict who wins, so nobody can be said to be ahead."]
    measures: dict[str, Any] = {
        "games": len(games),
        "lead_changes": {"value": changes.value, "low": max(changes.low, 0.0), "high": changes.high},
        "comebacks": comebacks and {"value": comebacks.value, "low": comebacks.low, "high": comebacks.high},
        "decided_after": decided,
        "surprise": float(np.mean([course.surprise for course in courses])),
        "calibrated": calibration.is_informative,
    }
    return Answer(
        "tension", QUESTION, "Tension?", sentence, certainty, detail, tuple(asides), good, measures,
        chances_picture([course.chances for course in courses], evidence.names[0]), gist,
    )  # fmt: skip


def _too_early(told: str) -> Answer:
    return Answer("tension", QUESTION, "Tension?", "It is too early to say how games develop.", "open", told)


def _how_sure(changes: Mean, games: int, good: bool | None) -> Certainty:
    """Return how sure the answer is: enough games, and the interval of lead changes on one side of the limit."""
    is_settled = changes.low > _TENSE if good else changes.high < _TENSE
    return "sure" if games >= _MANY and is_settled else "likely"


def _verdict(courses: list[Course], changes: float, decided: float | None) -> tuple[str, bool | None]:
    if not any(course.has_lead for course in courses):
        return f"No: the search of {TOP} players sees nobody ahead before the end.", False
    if decided is None:
        return f"The lead changes {number(changes)} times a game, and no game was won.", None
    drawn = float(np.mean([course.winner < 0 for course in courses]))
    if drawn > 0.5 and changes < _RARELY:
        return f"Hardly: {percent(drawn)} of games have no winner, and the lead hardly ever changes.", False
    late = f"half of the games are open until {percent(decided)} of their decisions are made"
    if decided < 0.05:
        late = "half of the games are decided from the start"
    if decided > 0.95:
        late = "half of the games are open until the very end"
    if changes < _RARELY:
        return f"Hardly: the first player to be ahead nearly always wins; {late}.", False
    behind = percent(float(np.mean([course.is_comeback for course in courses])))
    word = "Yes" if changes >= _TENSE else "Somewhat"
    return f"{word}: the winner had been behind in {behind} of games, and {late}.", changes >= _TENSE or None


def courses_of(games: list[TracedGame], seats: int) -> tuple[list[Course], Calibration]:
    """Return the course of each game, and the calibration behind it."""
    span = span_of(games)
    searched = [[one for one in game.decisions if len(one.visits)] for game in games]
    results = [points_of(game.as_playouts(seats))[0] for game in games]
    scale = max(span[1] - span[0], 1e-9)
    rows = [_values(row, span) for row in searched]
    values = np.concatenate([row[:, 0] for row in rows]) / scale
    points = np.concatenate([[result[one.seat] for one in row] for row, result in zip(searched, results, strict=True)])
    numbers = np.concatenate([np.full(len(row), place) for place, row in enumerate(rows)])
    calibration = calibrate(values, points, numbers, 1 / seats)
    courses = []
    for row, decisions, result in zip(rows, searched, results, strict=True):
        chances = calibration.chances(row[:, 0] / scale)
        errors = calibration.errors(row[:, 0] / scale, row[:, 1] / scale)
        movers = [one.seat for one in decisions]
        winner = int(np.argmax(result)) if result.max() == 1 else -1
        courses.append(Course(_ahead(movers, chances, errors, seats), _first_seat(movers, chances, seats), winner))
    return courses, calibration


def _values(decisions: list[Any], span: tuple[float, float]) -> NDArray[np.float64]:
    """Return the value of each position for the player to decide, and its standard error."""
    rows = []
    for one in decisions:
        visits = np.array([one.visits.max()])
        _, errors = value_errors(visits, np.array([one.value]), span)
        rows.append((one.value, float(errors[0])))
    return np.array(rows)


def _ahead(movers: list[int], chances: NDArray[np.float64], errors: NDArray[np.float64], seats: int) -> tuple[int, ...]:
    """Return who is ahead at each decision; with more than two seats this is known only of the seat to decide."""
    found, even = [], 1 / seats
    for seat, chance, error in zip(movers, chances, errors, strict=True):
        if error and chance > even + CLEAR * error:
            found.append(seat)
        elif error and seats == 2 and chance < even - CLEAR * error:
            found.append(1 - seat)
        else:
            found.append(-1)
    return tuple(found)


def _first_seat(movers: list[int], chances: NDArray[np.float64], seats: int) -> tuple[float, ...]:
    """Return the chance of the first seat; with more than two seats only where that seat decides."""
    if seats == 2:
        return tuple(float(p) if seat == 0 else 1 - float(p) for seat, p in zip(movers, chances, strict=True))
    return tuple(float(p) for seat, p in zip(movers, chances, strict=True) if seat == 0)
