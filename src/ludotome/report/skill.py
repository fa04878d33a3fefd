"""Skill: how often a level beats the one below, and where levels merge.

Each deal is played with all seatings, so that neither the seat nor the luck of the deal counts; the unit is the deal.

This module does not play.
"""

from __future__ import annotations

from typing import Any

from ludotome.report.answer import Answer, Certainty, Tests
from ludotome.report.charts import Dot, bars
from ludotome.report.evidence import LEVELS, Evidence, Pair
from ludotome.report.means import Mean, mean_of, p_value
from ludotome.report.words import counted, listed, percent

QUESTION = "Does skill pay?"
CLEARLY = 0.2  # of the way from an even share to all points, from which on a level is stronger: 60 % for two players


def skill_tests(evidence: Evidence) -> dict[str, float]:
    """Return the p-value of "the level is as strong as the one below", by the name of the test."""
    found = {}
    for pair in evidence.pairs:
        mean = _share(pair)
        if mean is not None:
            found[_name(pair)] = p_value(mean, 1 / evidence.seats)
    return found


def _name(pair: Pair) -> str:
    return f"skill {pair.upper}"


def _share(pair: Pair) -> Mean | None:
    return mean_of(pair.series.deals(), (0.0, 1.0))


def skill(evidence: Evidence, tests: Tests) -> Answer:
    """Return the answer, from the games that were played."""
    if evidence.seats < 2:
        return Answer("skill", QUESTION, "Skill?", "", "open", "One person plays.")
    shares = [(pair, mean) for pair in evidence.pairs if (mean := _share(pair)) is not None]
    even = 1 / evidence.seats
    if not shares:
        return _too_early(evidence)
    stronger = [pair for pair, mean in shares if tests.found(_name(pair)) and mean.value > even]
    clear = [pair for pair, mean in shares if pair in stronger and mean.value >= even + CLEARLY * (1 - even)]
    sentence, certainty, good = _verdict(shares, stronger, clear, even)
    games = sum(pair.series.games for pair, _ in shares)
    detail = f"{counted(games, 'game')} between neighbouring levels, each deal with all seatings."
    highest = shares[-1][0].upper
    asides = [f"Players stronger than {highest} were not tried."]
    rows = [Dot(f"{pair.upper} against {pair.lower}", mean.value, mean.low, mean.high) for pair, mean in shares]
    return Answer(
        "skill", QUESTION, "Skill?", sentence, certainty, detail, tuple(asides), good,
        {pair.upper: _measures(pair, mean, tests) for pair, mean in shares},
        bars(rows, even, "Points of a level against the one below"), "better players win" if clear else "",
    )  # fmt: skip


def _too_early(evidence: Evidence) -> Answer:
    """Return the answer where no pair of levels has played two deals."""
    games = sum(pair.series.games for pair in evidence.pairs)
    told = f"Only {counted(games, 'game')}" if games else "No game"
    told += " between neighbouring levels could be played in the time."
    return Answer("skill", QUESTION, "Skill?", "It is too early to say whether skill pays.", "open", told)


def _verdict(
    shares: list[tuple[Pair, Mean]], stronger: list[Pair], clear: list[Pair], even: float
) -> tuple[str, Certainty, bool | None]:
    pairs = [pair for pair, _ in shares]
    if len(clear) == len(pairs):
        low = min(mean.value for _, mean in shares)
        high = max(mean.value for _, mean in shares)
        told = percent(low) if percent(low) == percent(high) else f"{percent(low)} to {percent(high)}"
        if len(pairs) == 1:
            return (
                f"Yes: {pairs[0].upper} players get {told} of the points against {pairs[0].lower} ones.",
                "sure",
                True,
            )
        return f"Yes: each level gets {told} of the points against the one below.", "sure", True
    limit = even + CLEARLY * (1 - even)
    alike = [
        f"{pair.upper} players are hardly stronger than {pair.lower} ones"
        for pair, mean in shares
        if pair not in clear and mean.high < limit
    ]
    unknown = [pair.upper for pair, mean in shares if pair not in clear and mean.high >= limit]
    if clear:
        told = "Yes: " + listed([f"{pair.upper} players clearly beat {pair.lower} ones" for pair in clear])
        told += "".join(f"; {one}" for one in alike)
        told += f"; for {listed(unknown)} players it is too early to say." if unknown else "."
        return told, "likely" if unknown else "sure", True
    if stronger:
        return (
            f"A little: {listed([pair.upper for pair in stronger])} players win slightly more than the level below.",
            "sure",
            None,
        )
    if len(alike) == len(shares) == len(LEVELS) - 1:
        return "Hardly: no level is clearly stronger than the one below.", "sure", False
    if len(alike) == len(shares):
        return f"Hardly: {listed(alike)}.", "likely", False
    return "It is too early to say whether skill pays.", "open", None


def _measures(pair: Pair, mean: Mean, tests: Tests) -> dict[str, Any]:
    return {
        "against": pair.lower,
        "points": mean.value,
        "low": mean.low,
        "high": mean.high,
        "deals": mean.n,
        "games": pair.series.games,
        "p": tests.p_values.get(_name(pair)),
        "p_corrected": tests.corrected(_name(pair)),
    }
