"""Ends: whether every game ends, after how many decisions, and how.

The sentence is about random players, who reach the strangest positions; the lengths for other levels are in the
asides.

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
from ludotome.report.means import mean_of, share_bound
from ludotome.report.words import NO_BREAK, below, counted, listed, number, percent, share_of

QUESTION = "Does it end?"
_STOPPED = ("truncated", "stall", "cut")
_RANKED = (OUTCOMES.index("score"), OUTCOMES.index("rank"))
_SURE, _LIKELY = 0.01, 0.1  # upper bound for the share of games that do not end, if all did
_WORDS = {
    "win": "with a winner", "draw": "in a draw", "lossAll": "with a loss for everybody", "score": "with scores",
    "rank": "with a ranking", "stall": "because nobody could move", "truncated": "at the document’s limit of decisions",
    "cut": "at the limit of this report", "fault": "at an error in the document",
}  # fmt: skip


def ends(evidence: Evidence) -> Answer:
    """Return the answer, from the games that were played."""
    series = evidence.levels.get("random")
    if series is None:
        return Answer("ends", QUESTION, "Ends?", "No games were played.", "open", "The report was interrupted.")
    ways = _ways(series)
    plies = series.plies
    stopped = sum(ways[name] for name in (*_STOPPED, "fault"))
    middle = float(np.median(plies))
    typical = f"{number(middle)} {'decision' if middle == 1 else 'decisions'}"
    games = counted(series.games, "random game")
    if stopped == 0:
        sentence = f"Yes: all {games} ended, typically after {typical}{_draws(series)}."
        bound = share_bound(series.games)
        certainty: Certainty = "sure" if bound < _SURE else "likely" if bound < _LIKELY else "open"
    else:
        sentence = f"Not always: {share_of(stopped, series.games, 'random game')} did not end by themselves."
        certainty = "sure"
    return Answer(
        "ends", QUESTION, "Ends?", sentence, certainty, _detail(series, ways, stopped), _asides(evidence),
        stopped == 0, {level: _measures(one) for level, one in evidence.levels.items()},
        histogram(plies, "decisions", "Length of games of random players"),
        "every game ends" if stopped == 0 else "some games do not end",
    )  # fmt: skip


def _ways(series: Series) -> Counter[str]:
    """Return the number of games that ended in each way."""
    names = dict(enumerate(OUTCOMES)) | {-1: "cut", -2: "fault"}
    return Counter(names[int(code)] for code in series.outcome)


def _draws(series: Series) -> str:
    """Return the share of draws; for more than two seats, of shared first places; for one seat, nothing."""
    if series.seats == 1:
        return ""
    drawn = float(series.drawn.mean()) if len(series.drawn) else 0.0
    if series.seats > 2:
        return f"; first place was shared in {percent(drawn)} of them" if drawn else "; first place was never shared"
    return f"; {percent(drawn)} were drawn" if drawn else "; none was drawn"


def _detail(series: Series, ways: Counter[str], stopped: int) -> str:
    told = listed([f"{percent(count / series.games)} ended {_WORDS[name]}" for name, count in ways.most_common()])
    if len(ways) == 1:
        told = f"all ended {_WORDS[next(iter(ways))]}"
    tied = series.drawn & np.isin(series.outcome[series.outcome >= 0], _RANKED)
    told = f"{told[0].upper()}{told[1:]}."
    if series.seats == 2 and tied.any():
        told += f" A shared first place counts as a draw ({counted(int(tied.sum()), 'game')})."
    if stopped == 0:
        told += f" With 95{NO_BREAK}% confidence, under {below(share_bound(series.games))} of such games fail to end."
    return told


def _asides(evidence: Evidence) -> tuple[str, ...]:
    """Return the lengths of games at the other levels, and whether their games end."""
    found = []
    levels = [level for level in LEVELS if level != "random" and level in evidence.levels]
    lengths = [
        f"{number(float(np.median(evidence.levels[level].plies)))} with {level} players"
        for level in levels
        if evidence.levels[level].games >= 5
    ]
    if lengths:
        found.append(f"Typical number of decisions: {listed(lengths)}.")
    for level in levels:
        series = evidence.levels[level]
        stopped = sum(_ways(series)[name] for name in _STOPPED)
        if stopped:
            found.append(f"With {level} players, {share_of(stopped, series.games, 'game')} did not end by themselves.")
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
