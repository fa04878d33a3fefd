"""Choices: how many options there are at each decision, and how many of them matter.

This module does not play, nor does it know what makes an option good (`options`).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotome.report.answer import Answer, Certainty
from ludotome.report.charts import Curve, curve
from ludotome.report.evidence import TOP, Evidence
from ludotome.report.means import Mean, mean_of
from ludotome.report.options import span_of, worse_options
from ludotome.report.trace import TracedGame
from ludotome.report.words import counted, number, percent

QUESTION = "Is there something to choose?"
_POINTS = 28  # of the curve
_NOISE = 0.15  # of decisions in which a search takes one of several equal options for worse: it looks less at bad luck
_FINE = 0.15  # of the spread of returns: the error of an option's value below which a search tells good from bad
_FEW = 10  # games from which on a curve goes on


def choices(evidence: Evidence) -> Answer:
    """Return the answer, from the games of the top level, or of random players where there are none."""
    searched = [game for game in evidence.traced if game.decisions]
    games = searched or [game for game in evidence.watched if game.decisions]
    if not games:
        return Answer("choices", QUESTION, "Choices?", "No game was watched.", "open", "There was no time for it.")
    options = mean_of(np.array([np.mean([one.legal for one in game.decisions]) for game in games]))
    forced = float(np.mean([one.legal == 1 for game in games for one in game.decisions]))
    measures: dict[str, Any] = {"games": len(games), "options": _told(options), "forced": forced}
    mean = float(np.mean([one.legal for game in games for one in game.decisions]))
    sentence = f"There are about {number(mean)} options at a decision"
    asides = []
    good: bool | None = None
    certainty: Certainty = "sure" if len(games) >= 20 else "likely" if len(games) >= 5 else "open"
    live = _live(searched)
    if live:
        matter = mean_of(np.array([np.mean(row[:, 2]) for row in live]), (0.0, 1.0))
        every = np.concatenate(live)
        open_options = float(np.mean(every[:, 0] - every[:, 1]))
        measures |= {"matter": _told(matter), "live": open_options}
        share = float(np.mean(every[:, 2]))
        if certainty == "open":
            sentence += "; how many matter needs more games."
        elif share > _NOISE:
            good = True
            sentence += f", and about {number(open_options)} of them are worth considering."
        elif _is_telling(searched):
            good = False
            sentence += ", but it hardly matters which one is taken."
        else:
            certainty = "open"
            sentence += "; how many matter needs a longer search."
        asides.append(
            f"In {percent(share)} of decisions at least one option is clearly worse than the best; "
            f"by chance alone up to {percent(_NOISE)} look so."
        )
    else:
        sentence += "."
    if forced:
        asides.append(f"{percent(forced)} of decisions have one option only.")
    who = f"between {TOP} players, analysed by search" if searched else "between random players"
    detail = f"{counted(len(games), 'game')} {who}; {_spread(games)}."
    return Answer(
        "choices", QUESTION, "Choices?", sentence, certainty, detail, tuple(asides), good, measures, _picture(games)
    )


def _is_telling(games: list[TracedGame]) -> bool:
    """Whether there were enough simulations to tell good options from bad, given how much results differ."""
    low, high = span_of(games)
    visits = float(np.mean([one.visits.sum() / one.legal for game in games for one in game.decisions]))
    spread = float(np.std([value for game in games for value in game.returns]))
    return (high - low) / 2 / sqrt(max(visits, 1.0)) < _FINE * spread


def _live(games: list[TracedGame]) -> list[NDArray[np.float64]]:
    """Return for each game a row a decision with an alternative: its options, those worse, whether one clearly is."""
    span = span_of(games)
    rows = []
    for game in games:
        row = [(one.legal, *worse_options(one, span)) for one in game.decisions if len(one.visits) > 1]
        if row:
            rows.append(np.array(row, float))
    return rows


def _spread(games: list[TracedGame]) -> str:
    """Return how many options most decisions have."""
    options = [one.legal for game in games for one in game.decisions]
    if min(options) == max(options):
        return f"every decision has {counted(options[0], 'option')}"
    low, high = (int(one) for one in np.percentile(options, (10, 90), method="inverted_cdf"))
    return f"eight decisions of ten have {counted(low, 'option') if low == high else f'{low:,} to {high:,} options'}"


def _told(mean: Mean | None) -> dict[str, float] | None:
    return None if mean is None else {"value": mean.value, "low": mean.low, "high": mean.high}


def _picture(games: list[TracedGame]) -> str:
    """Return the options by decision: the mean, and the range of eight games of ten."""
    longest = sorted((len(game.decisions) for game in games), reverse=True)
    last = longest[min(_FEW, len(longest)) - 1]
    step = max(1, -(-last // _POINTS))
    points = []
    for start in range(0, last, step):
        seen = [one.legal for game in games for one in game.decisions[start : start + step]]
        low, high = np.percentile(seen, (10, 90))
        points.append(Curve(start + 1, float(np.mean(seen)), float(low), float(high)))
    return curve(points, last, "Options by decision")
