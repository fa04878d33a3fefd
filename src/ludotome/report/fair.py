"""Fair: whether a seat is favoured.

It uses the points of each seat in games between players of the same level. The sentence is about the top level only.
The lead of a seat is the difference between its points and the mean of the seats; it is tested against 0 with the
variance of the games.

This module does not play.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

from ludotome.report.answer import Answer, Certainty, Tests
from ludotome.report.charts import Dot, dots
from ludotome.report.evidence import LEVELS, TOP, Evidence, Series
from ludotome.report.means import Mean, is_within, mean_of, p_value, units_needed
from ludotome.report.words import about, counted, interval, percent, won

MARGIN = 0.01
"""A lead of one percentage point; anything less is called fair."""
QUESTION = "Is it fair?"
_NEARLY_ALL, _MOSTLY = 0.95, 0.5
_ROUGHLY = 5  # the largest lead, in percentage points, of a game that is called roughly fair
_FEW = 10  # the minimum number of games for a line about a level


def fair_tests(evidence: Evidence) -> dict[str, float]:
    """Return the p-value of "no seat is favoured" for each level, by the name of the test."""
    if evidence.seats < 2:
        return {}
    found = {}
    for level, series in evidence.levels.items():
        leads = [lead for lead in _leads(series) if lead is not None]
        if leads:
            apart = [p_value(lead, 0.0) for lead in leads]
            # For two seats there is a single lead; with more seats, each could be the one that stands out.
            found[f"fair {level}"] = apart[0] if len(apart) == 2 else min(1.0, len(apart) * min(apart))
    return found


def _leads(series: Series) -> list[Mean | None]:
    """Return for each seat the difference between its points and the mean of the seats."""
    points = series.points
    seats = series.seats
    spans = (-1 / seats, 1 - 1 / seats)
    leads = points - points.mean(axis=1, keepdims=True) if len(points) else points
    # With more than two seats, the sentence picks the one that stands out, so all intervals must hold simultaneously.
    together = 1 if seats == 2 else seats
    return [mean_of(leads[:, seat], spans, together) for seat in range(seats)]


def fair(evidence: Evidence, tests: Tests) -> Answer:
    """Return the answer, from the games that were played."""
    if evidence.seats < 2:
        return Answer("fair", QUESTION, "Fair?", "One person plays, so no seat can be favoured.", "sure", "", good=True)
    shares = _shares(evidence)
    measures = {level: one.measures(tests) for level, one in shares.items()}
    picture = _picture(evidence, shares)
    asides = tuple(
        text for level, one in shares.items() if level != TOP and (text := _aside(one, tests, level)) is not None
    )
    top = shares.get(TOP)
    if top is None or top.lead is None:
        return Answer(
            "fair", QUESTION, "Fair?", f"It is too early to say: no games between {TOP} players were played.", "open",
            "They take longer than the time of this report.", asides, None, measures, picture,
        )  # fmt: skip
    sentence, certainty, good = _verdict(top, tests)
    gist = ""
    if good is not None:
        gist = f"no seat is favoured between {TOP} players" if good else f"{top.name} {top.side} between {TOP} players"
    return Answer(
        "fair", QUESTION, "Fair?", sentence, certainty, _detail(top, tests), asides, good, measures, picture, gist
    )  # fmt: skip


def _shares(evidence: Evidence) -> dict[str, _Shares]:
    """Return the points of the seats by level; with two seats, of the one that is ahead at the top level."""
    played = [level for level in LEVELS if level in evidence.levels]
    if evidence.seats > 2 or not played:
        return {level: _Shares(evidence, level) for level in played}
    seat = _Shares(evidence, TOP if TOP in played else played[-1]).seat
    return {level: _Shares(evidence, level, seat) for level in played}


class _Shares:
    """The points of the seats at one level; *seat* is the subject (default: the one that stands out)."""

    def __init__(self, evidence: Evidence, level: str, seat: int | None = None) -> None:
        series = evidence.levels[level]
        points = series.points
        self.level, self.names = level, evidence.names
        self.games = len(points)
        self.even = float(points.mean()) if len(points) else 0.0
        self.draws = float(series.drawn.mean()) if len(points) else 0.0
        self.is_shared = bool(np.any((points > 0) & (points < 1)))
        self.leads = _leads(series)
        known = [lead for lead in self.leads if lead is not None]
        best = max(known, key=lambda lead: lead.value, default=None)
        # Of two seats, the one that is ahead; of more, the one that is furthest ahead or behind.
        far = max(known, key=lambda lead: abs(lead.value), default=None)
        lead = best if len(known) == 2 else far
        self.seat = seat if seat is not None else self.leads.index(lead) if lead is not None else 0
        self.lead = self.leads[self.seat]

    @property
    def name(self) -> str:
        return self.names[self.seat]

    @property
    def is_fair(self) -> bool:
        """Whether the interval of every seat's lead lies within the margin."""
        return all(lead is not None and is_within(lead, 0.0, MARGIN) for lead in self.leads)

    @property
    def side(self) -> str:
        """The verdict on the seat, as a clause."""
        return "is favoured" if self.lead is None or self.lead.value > 0 else "is at a disadvantage"

    @property
    def probably(self) -> str:
        """The probable verdict on the seat, as a clause."""
        return self.side.replace("is ", "is probably ", 1)

    def result(self, lead: Mean, *, is_named: bool = True) -> str:
        """Return the result of the seat with its interval: games if every game has one winner, else points."""
        share, low, high = self.share(lead)
        ends = interval(low, high, is_named=is_named)
        if self.is_shared:
            return f"got {percent(share)} of the points in {counted(self.games, 'game')} ({ends})"
        games = round(share * self.games)
        told = "" if games in (0, self.games) else f"{percent(share)}, "
        return f"won {won(games, self.games)} ({told}{ends})"

    def share(self, lead: Mean) -> tuple[float, float, float]:
        """Return the share of points, and the ends of its interval."""
        return self.even + lead.value, max(self.even + lead.low, 0.0), min(self.even + lead.high, 1.0)

    def measures(self, tests: Tests) -> dict[str, Any]:
        """Return the numbers for programs."""
        seats = {}
        for name, lead in zip(self.names, self.leads, strict=True):
            if lead is not None:
                value, low, high = self.share(lead)
                seats[name] = {"points": value, "low": low, "high": high}
        return {
            "games": self.games,
            "seats": seats,
            "draws": self.draws,
            "p": tests.p_values.get(f"fair {self.level}"),
            "p_corrected": tests.corrected(f"fair {self.level}"),
        }


def _verdict(top: _Shares, tests: Tests) -> tuple[str, Certainty, bool | None]:
    lead, name = top.lead, f"fair {TOP}"
    assert lead is not None
    share = top.share(lead)[0]
    who = f"Between {TOP} players"
    drawn = f"{who} {percent(top.draws)} of games are draws, and " if top.draws >= _MOSTLY else f"{who} "
    if tests.found(name):
        if share >= _NEARLY_ALL:
            won_games = (
                f"all {counted(top.games, 'game')}"
                if round(share * top.games) == top.games
                else f"{percent(share)} of games"
            )
            return f"No: between {TOP} players {top.name} won {won_games}.", "sure", False
        got = f"{percent(share)} of the {'points' if top.is_shared else 'games'}"
        return f"No: {drawn[0].lower()}{drawn[1:]}{top.name} {top.side}, with {got}.", "sure", False
    if top.is_fair:
        told = f"Yes: {drawn[0].lower()}{drawn[1:]}no seat is favoured by more than 1 percentage point."
        return told, "sure", True
    if tests.suspected(name):
        return f"Perhaps not: {drawn[0].lower()}{drawn[1:]}{top.name} {top.probably}.", "likely", None
    reach = ceil(100 * max(max(-one.low, one.high) for one in top.leads if one is not None))
    if reach <= _ROUGHLY:
        told = f"Roughly: {drawn[0].lower()}{drawn[1:]}no seat is favoured by more than {reach} percentage points."
        return told, "likely", None
    return f"{drawn}it is too early to say whether a seat is favoured.", "open", None


def _detail(top: _Shares, tests: Tests) -> str:
    lead = top.lead
    assert lead is not None
    if top.games < _FEW and not tests.found(f"fair {TOP}"):
        return f"Only {counted(top.games, 'game')} between {TOP} players {_were(top.games)} played."
    told = f"{top.name} {top.result(lead)}."
    if tests.found(f"fair {TOP}") or top.is_fair:
        return told
    more = max(units_needed(lead, MARGIN, tests.count) - lead.n, 0)
    return told + (f" About {about(more)} more games would settle it to 1 percentage point." if more else "")


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _aside(one: _Shares, tests: Tests, level: str) -> str | None:
    if one.lead is None or one.games < _FEW:
        return None
    told = f"Between {level} players {one.name} {one.result(one.lead, is_named=False)}: "
    if tests.found(f"fair {level}"):
        return told + ("a clear difference." if abs(one.lead.value) >= MARGIN else "a small but clear difference.")
    if one.is_fair:
        return told + "fair to within 1 percentage point."
    return told + "no clear difference."


def _picture(evidence: Evidence, shares: dict[str, _Shares]) -> str:
    """Return a picture of the points by level, of the seat in the sentence, or of all if there are more than two."""
    rows = []
    top = shares.get(TOP) or next(reversed(shares.values()), None)
    if top is None:
        return ""
    for level, one in shares.items():
        for seat, lead in enumerate(one.leads):
            if lead is None or (evidence.seats == 2 and seat != top.seat) or (evidence.seats > 2 and level != TOP):
                continue
            label = level if evidence.seats == 2 else one.names[seat]
            rows.append(Dot(label, *one.share(lead)))
    title = (
        f"{top.name}’s share of the points, by level" if evidence.seats == 2 else f"Share of the points, {TOP} players"
    )
    return dots(rows, top.even, title)
