"""Skill: how often a level beats the one below, and where levels merge.

Each deal is played with all seatings, so that neither the seat nor the luck of the deal matters; the unit is the deal.

This module does not play.
"""

from __future__ import annotations

from typing import Any

from ludotome.report.answer import Answer, Certainty, Tests
from ludotome.report.charts import Dot, bars
from ludotome.report.evidence import LEVELS, Evidence, Pair
from ludotome.report.means import Mean, mean_of, p_value
from ludotome.report.words import counted, interval, listed, percent

QUESTION = "Does skill matter?"
CLEARLY = 0.2  # how far from an even share to all points a stronger level must be: 60 % for two players
_ENOUGH = 20  # the minimum number of deals for a sure answer


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
    if not shares:
        return _too_early(evidence)
    even = 1 / evidence.seats
    limit = even + CLEARLY * (1 - even)
    stronger = [pair for pair, mean in shares if tests.found(_name(pair)) and mean.value > even]
    clear = [pair for pair, mean in shares if pair in stronger and mean.value >= limit]
    sentence, certainty, good = _verdict(shares, stronger, clear, limit)
    rows = [Dot(f"{pair.upper} against {pair.lower}", mean.value, mean.low, mean.high) for pair, mean in shares]
    return Answer(
        "skill", QUESTION, "Skill?", sentence, certainty, _detail(shares), _tried(evidence, shares), good,
        {pair.upper: _measures(pair, mean, tests) for pair, mean in shares},
        bars(rows, even, "Points of a level against the one below"), "better players win" if clear else "",
    )  # fmt: skip


def _too_early(evidence: Evidence) -> Answer:
    """Return the answer if no pair of levels has played two deals."""
    games = sum(pair.series.games for pair in evidence.pairs)
    told = f"Only {counted(games, 'game')}" if games else "No game"
    told += " between players of different levels could be played in the time."
    return Answer("skill", QUESTION, "Skill?", "It is too early to say whether skill matters.", "open", told)


def _detail(shares: list[tuple[Pair, Mean]]) -> str:
    """Return the results of each level against the one below."""
    got = [
        f"{pair.upper} against {pair.lower} players: {percent(mean.value)} of the points in "
        f"{counted(pair.series.games, 'game')} ({interval(mean.low, mean.high, is_named=not place)})"
        for place, (pair, mean) in enumerate(shares)
    ]
    told = "; ".join(got)
    return f"{told[0].upper()}{told[1:]}."


def _tried(evidence: Evidence, shares: list[tuple[Pair, Mean]]) -> tuple[str, ...]:
    """Return which levels were tried, and how to try more."""
    tried = [shares[0][0].lower, *(pair.upper for pair, _ in shares)]
    told = [f"{level} {evidence.simulations[level]:,}" for level in tried if level != "random"]
    asides = [f"Each deal was played with every seating. Simulations per decision: {listed(told)}."]
    missing = [level for level in LEVELS if level not in tried]
    if missing:
        asides.append(f"There was no time for {listed(missing)} players; --seconds gives more.")
    else:
        asides.append(f"No stronger players were tried; `ludotome levels` measures “best” against “{tried[-1]}”.")
    return tuple(asides)


def _verdict(
    shares: list[tuple[Pair, Mean]], stronger: list[Pair], clear: list[Pair], limit: float
) -> tuple[str, Certainty, bool | None]:
    """Return the sentence, and how sure it is: sure if every interval that it uses is on one side of *limit*."""
    certain = [pair for pair, mean in shares if _is_settled(mean, limit)]
    if clear:
        certainty: Certainty = "sure" if all(pair in certain for pair in clear) else "likely"
        if len(clear) == len(shares) > 1:
            low, high = min(mean.value for _, mean in shares), max(mean.value for _, mean in shares)
            told = percent(low) if percent(low) == percent(high) else f"{percent(low)} to {percent(high)}"
            return f"Yes: each level gets {told} of the points against the level below.", certainty, True
        return f"Yes: {'; '.join(_parts(shares, clear, limit))}.", certainty, True
    if stronger:
        told = listed([f"{pair.upper} players get slightly more points than {pair.lower} players" for pair in stronger])
        return f"A little: {told}.", "sure" if all(pair in certain for pair, _ in shares) else "likely", None
    if all(mean.high < limit for _, mean in shares):
        if len(shares) == len(LEVELS) - 1:
            certainty = "sure" if len(certain) == len(shares) else "likely"
            return "Hardly: no level is clearly stronger than the level below.", certainty, False
        return f"Hardly: {'; '.join(_parts(shares, clear, limit))}.", "likely", False
    return "It is too early to say whether skill matters.", "open", None


def _is_settled(mean: Mean, limit: float) -> bool:
    """Return whether enough deals were played and the whole interval is on one side of *limit*."""
    return mean.n >= _ENOUGH and (mean.low >= limit or mean.high < limit)


def _parts(shares: list[tuple[Pair, Mean]], clear: list[Pair], limit: float) -> list[str]:
    """Return what is known about each pair, as clauses."""
    beat = [f"{pair.upper} players clearly beat {pair.lower} players" for pair in clear]
    alike = [
        f"{pair.upper} players are hardly stronger than {pair.lower} players"
        for pair, mean in shares
        if pair not in clear and mean.high < limit
    ]
    unknown = [f"{pair.upper} with {pair.lower}" for pair, mean in shares if pair not in clear and mean.high >= limit]
    parts = ([listed(beat)] if beat else []) + alike
    return parts + ([f"more games are needed to compare {listed(unknown)} players"] if unknown else [])


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
