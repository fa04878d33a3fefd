"""Choices: how many options there are at each decision, and how many of them matter.

This module does not play games or evaluate options (`options`).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotome.report.answer import Answer, Certainty, Tests
from ludotome.report.charts import Curve, curve
from ludotome.report.evidence import TOP, Evidence
from ludotome.report.means import Mean, mean_of
from ludotome.report.options import span_of, worse_options
from ludotome.report.trace import TracedGame
from ludotome.report.words import NO_BREAK, counted, number, percent

QUESTION = "Are there real choices?"
_POINTS = 28  # points of the curve
_NOISE = 0.15  # share of decisions in which a search rates one of several equal options worse
_FINE = 0.15  # share of the range of returns: the maximum error at which a search can distinguish good options
_FEW = 10  # minimum number of games for a point of a curve
_FEW_GAMES = 5  # minimum number of games for statements about good options
_NARROW, _WIDE = 0.1, 0.25  # share of the mean number of options: half the interval for a sure or a likely answer


def choices(evidence: Evidence, tests: Tests) -> Answer:
    """Return the answer, from games of the top level, or of random players if there are none."""
    searched = [game for game in evidence.traced if game.decisions]
    games = searched or [game for game in evidence.watched if game.decisions]
    if not games:
        told = "No decision was made in a game that was watched."
        return Answer("choices", QUESTION, "Choices?", "It is too early to say.", "open", told)
    options = mean_of(np.array([np.mean([one.legal for one in game.decisions]) for game in games]))
    counts = [one.legal for game in games for one in game.decisions]
    forced = float(np.mean(np.array(counts) == 1))
    measures: dict[str, Any] = {"games": len(games), "options": _mean_data(options), "forced": forced}
    sentence, asides = f"{_offered(counts)}.", []
    certainty: Certainty = _how_sure(options)
    good: bool | None = None
    live = _live(searched)
    if live:
        matter = mean_of(np.array([np.mean(row[:, 2]) for row in live]), (0.0, 1.0))
        every = np.concatenate(live)
        share, considered = float(np.mean(every[:, 2])), float(np.mean(every[:, 0] - every[:, 1]))
        measures |= {"matter": _mean_data(matter), "live": considered}
        told, certainty, good = _verdict(matter, share, considered, _is_telling(searched), _is_skilful(tests))
        sentence = f"{_offered(counts)}{told}."
        asides.append(_noise(share))
    if forced:
        asides.append(f"{percent(forced)} of decisions have only one option.")
    who = f"of {TOP} players, each decision analysed by search" if searched else "of random players"
    detail = f"{counted(len(games), 'game')} {who}{_spread(counts)}."
    return Answer(
        "choices", QUESTION, "Choices?", sentence, certainty, detail, tuple(asides), good, measures, _picture(games)
    )


def _offered(counts: list[int]) -> str:
    if min(counts) == max(counts):
        return f"Every decision has {counted(counts[0], 'option')}"
    return f"A decision has {number(float(np.mean(counts)))} options on average"


def _how_sure(options: Mean | None) -> Certainty:
    """Return how sure the mean number of options is: its interval must be narrow compared with the mean."""
    if options is None:
        return "open"
    reach = (options.high - options.low) / 2 / max(options.value, 1.0)
    return "sure" if reach < _NARROW else "likely" if reach < _WIDE else "open"


def _verdict(
    matter: Mean | None, share: float, considered: float, is_telling: bool, is_skilful: bool
) -> tuple[str, Certainty, bool | None]:
    """Return how many options are worth considering, as the end of a sentence.

    It is sure if the interval of the share of decisions that matter is on one side of what chance alone explains. If
    better players win, decisions matter, whatever the search finds.
    """
    if matter is None or matter.n < _FEW_GAMES:
        return "; more games are needed to say how many are good", "open", None
    if share > _NOISE:
        told = f"; about {number(considered)} of them are worth considering"
        return told, "sure" if matter.low > _NOISE else "likely", True
    if is_skilful:
        return (
            "; the choice matters, since better players win, but the search is too short to say how many are good",
            "likely",
            True,
        )
    if is_telling:
        return ", but it hardly matters which one is taken", "sure" if matter.high < _NOISE else "likely", False
    return "; a longer search is needed to say how many are good", "open", None


def _is_skilful(tests: Tests) -> bool:
    """Return whether some level is stronger than the one below, which only its decisions can explain."""
    return any(tests.found(name) for name in tests.p_values if name.startswith("skill "))


def _noise(share: float) -> str:
    """Return how often an option is clearly worse, and what that means."""
    if share > _NOISE:
        return (
            f"In {percent(share)} of decisions the search finds an option clearly worse than the best. If all options "
            f"were equally good, it would find one in {percent(_NOISE)} at most, by chance."
        )
    return (
        f"The search finds an option clearly worse than the best in {percent(share)} of decisions. That shows nothing: "
        f"it can find one in up to {percent(_NOISE)} by chance, even if all options are equally good."
    )


def _is_telling(games: list[TracedGame]) -> bool:
    """Return whether there were enough simulations to distinguish good options from bad ones."""
    low, high = span_of(games)
    visits = float(np.mean([one.visits.sum() / one.legal for game in games for one in game.decisions]))
    spread = float(np.std([value for game in games for value in game.returns]))
    return (high - low) / 2 / sqrt(max(visits, 1.0)) < _FINE * spread


def _live(games: list[TracedGame]) -> list[NDArray[np.float64]]:
    """Return a row per decision with an alternative, by game: options, worse ones, whether one is clearly worse."""
    span = span_of(games)
    rows = []
    for game in games:
        row = [(one.legal, *worse_options(one, span)) for one in game.decisions if len(one.visits) > 1]
        if row:
            rows.append(np.array(row, float))
    return rows


def _spread(counts: list[int]) -> str:
    """Return how many options most decisions have; empty if all have the same number."""
    if min(counts) == max(counts):
        return ""
    low, high = (int(one) for one in np.percentile(counts, (10, 90), method="inverted_cdf"))
    return (
        f"; 80{NO_BREAK}% of decisions have {counted(low, 'option') if low == high else f'{low:,} to {high:,} options'}"
    )


def _mean_data(mean: Mean | None) -> dict[str, float] | None:
    return None if mean is None else {"value": mean.value, "low": mean.low, "high": mean.high}


def _picture(games: list[TracedGame]) -> str:
    """Return a picture of the options by decision: the mean, and the range of 80 % of the games."""
    longest = sorted((len(game.decisions) for game in games), reverse=True)
    last = longest[min(_FEW, len(longest)) - 1]
    step = max(1, -(-last // _POINTS))
    points = []
    for start in range(0, last, step):
        seen = [one.legal for game in games for one in game.decisions[start : start + step]]
        low, high = np.percentile(seen, (10, 90))
        points.append(Curve(start + 1, float(np.mean(seen)), float(low), float(high)))
    return curve(points, last, "Options by decision")
