"""Ends: whether every game ends, after how long, and in which way.

The sentence speaks of random players, who reach the strangest positions; how long the other levels take is beside it.

This module does not play.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ludotome.gamedef import OUTCOMES
from ludotome.report.answer import Answer, Certainty
from ludotome.report.charts import histogram
from ludotome.report.evidence import LEVELS, Evidence, Series
from ludotome.report.means import LEVEL, mean_of
from ludotome.report.words import counted, listed, number, percent

QUESTION = "Does it end?"
_STOPPED = ("truncated", "stall", "cut")
_WORDS = {
    "win": "with a winner", "draw": "in a draw", "lossAll": "with everybody losing", "score": "on points",
    "rank": "with a ranking", "stall": "because nobody could move", "truncated": "at the limit of decisions",
    "cut": "cut off", "fault": "at a fault of the document",
}  # fmt: skip


def ends(evidence: Evidence) -> Answer:
    """Return the answer, from the games that were played."""
    series = evidence.levels.get("random")
    if series is None:
        return Answer("ends", QUESTION, "Ends?", "No games were played.", "open", "The report was interrupted.")
    ways = _ways(series)
    plies = series.plies
    stopped = sum(ways[name] for name in (*_STOPPED, "fault"))
    best = series.points.max(axis=1, initial=0.0)
    drawn = int(((best > 0) & (best < 1)).sum())  # also of games that end on points or by rank
    middle = number(float(np.median(plies)))
    certainty: Certainty = "sure" if series.games >= 100 else "likely"
    if stopped == 0:
        draws = "none is drawn" if not drawn else f"{percent(drawn / series.games)} are drawn"
        sentence = f"Always: games between random players take about {middle} decisions, and {draws}."
    else:
        sentence = (
            f"Not always: {percent(stopped / series.games)} of games between random players do not end by themselves."
        )
    return Answer(
        "ends", QUESTION, "Ends?", sentence, certainty, _detail(series, ways, stopped), _asides(evidence),
        stopped == 0, {level: _measures(one) for level, one in evidence.levels.items()},
        histogram(plies, "decisions", "Length of games between random players"),
        "every game ends" if stopped == 0 else "some games do not end",
    )  # fmt: skip


def _ways(series: Series) -> Counter[str]:
    """Return how many games ended in each way."""
    names = dict(enumerate(OUTCOMES)) | {-1: "cut", -2: "fault"}
    return Counter(names[int(code)] for code in series.outcome)


def _detail(series: Series, ways: Counter[str], stopped: int) -> str:
    told = listed([f"{percent(count / series.games)} ended {_WORDS[name]}" for name, count in ways.most_common()])
    if len(ways) == 1:
        told = f"all ended {_WORDS[next(iter(ways))]}"
    told = f"Of {counted(series.games, 'random game')} {told}."
    if stopped == 0:
        # No case in n games: with a confidence of 95 % the true share is below this.
        told += f" At most {percent(1 - LEVEL ** (1 / series.games), 2)} of such games can fail to end."
    return told


def _asides(evidence: Evidence) -> tuple[str, ...]:
    """Return how long the other levels take, and whether their games end."""
    found = []
    levels = [level for level in LEVELS if level != "random" and level in evidence.levels]
    lengths = [
        f"{level} players about {number(float(np.median(evidence.levels[level].plies)))}"
        for level in levels
        if evidence.levels[level].games >= 5
    ]
    if lengths:
        found.append(f"Decisions in a game: {listed(lengths)}.")
    for level in levels:
        series = evidence.levels[level]
        stopped = sum(_ways(series)[name] for name in _STOPPED)
        if stopped:
            found.append(
                f"Between {level} players {counted(stopped, 'game')} of {series.games:,} did not end by themselves."
            )
    return tuple(found)


def _measures(series: Series) -> dict[str, Any]:
    plies = series.plies
    mean = mean_of(plies)
    low, median, high = (float(part) for part in np.percentile(plies, (5, 50, 95)))
    return {
        "games": series.games,
        "ways": dict(_ways(series)),
        "mean_length": mean and {"value": mean.value, "low": mean.low, "high": mean.high},
        "length": {"p05": low, "median": median, "p95": high},
    }
