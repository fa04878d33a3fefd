"""Goals: the goals of `tune` as text: `fair and 30..50 decisions`.

One table defines all words: the parser, the error messages, the help and the tests use it. An aim is a measure and the
range in which its mean should be.

This module plays nothing and does not know settings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from ludotome.gamedef import PlayError, of_kind

Measure = Literal["lead", "draws", "skill", "decisions", "options"]
SHARES: tuple[Measure, ...] = ("lead", "draws", "skill")
"""Measures that are shares of points or games; the others are numbers."""
EXAMPLE = "fair and 30..50 decisions"
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_RANGE = rf"(?P<low>{_NUMBER})?\s*\.\.\s*(?P<high>{_NUMBER})?"


class Aim(Struct, frozen=True):
    """One part of a goal: the mean of *measure* should be between *low* and *high*; None: no bound."""

    text: str
    measure: Measure
    low: float | None
    high: float | None

    @property
    def is_share(self) -> bool:
        """Whether the measure is a share, which is shown in percentage points."""
        return self.measure in SHARES

    def miss(self, mean: float) -> float:
        """Return how far *mean* is outside the range: as a difference for shares, else relative to the nearest bound.

        So a miss of 10 percentage points counts as much as a miss of 10 % of a number.
        """
        if self.low is not None and mean < self.low:
            return self._weighed(self.low - mean, self.low)
        if self.high is not None and mean > self.high:
            return self._weighed(mean - self.high, self.high)
        return 0.0

    def _weighed(self, distance: float, bound: float) -> float:
        return distance if self.is_share else distance / max(bound, 1.0)

    def verdict(self, low: float, high: float) -> Literal["met", "missed", "open"]:
        """Return what an interval of the mean says about the aim."""
        if (self.low is None or self.low <= low) and (self.high is None or high <= self.high):
            return "met"
        if (self.low is not None and high < self.low) or (self.high is not None and low > self.high):
            return "missed"
        return "open"


Bounds = tuple[Measure, float | None, float | None]


class Word(Struct, frozen=True):
    """A way to write an aim: its form for people, its pattern, its meaning, and the function that makes the aim."""

    shown: str
    pattern: str
    meaning: str
    read: Callable[[re.Match[str]], Bounds]


def _fixed(measure: Measure, low: float | None, high: float | None) -> Callable[[re.Match[str]], Bounds]:
    return lambda _: (measure, low, high)


def _within(found: re.Match[str]) -> Bounds:
    margin = float(found["margin"]) / 100
    if not 0 < margin < 1:
        raise PlayError(
            "bad-argument", f"`{found[0]}` of the goal has no effect; write more than 0 and less than 100 points"
        )
    return "lead", -margin, margin


def _range(measure: Measure) -> Callable[[re.Match[str]], Bounds]:
    scale = 100.0 if measure in SHARES else 1.0

    def read(found: re.Match[str]) -> Bounds:
        low, high = (None if found[end] is None else float(found[end]) / scale for end in ("low", "high"))
        return measure, low, high

    return read


WORDS = (
    Word(
        "fair", r"fair", "every seat's share of the points is within 1 percentage point of an even share",
        _fixed("lead", -0.01, 0.01),
    ),
    Word(
        "fair within N points", rf"fair within (?P<margin>{_NUMBER}) points?", "the same, with N percentage points",
        _within,
    ),
    Word("N..M decisions", rf"{_RANGE}\s*decisions", "mean number of decisions in a game", _range("decisions")),
    Word("N..M options", rf"{_RANGE}\s*options", "mean number of legal decisions to choose from", _range("options")),
    Word(
        "N..M % draws", rf"{_RANGE}\s*%\s*draws", "share of games that nobody wins, or whose first place is shared",
        _range("draws"),
    ),
    Word("few draws", r"few draws", "the same as `..10 % draws`", _fixed("draws", None, 0.10)),
    Word(
        "N..M % skill", rf"{_RANGE}\s*%\s*skill",
        "share of the points that the level gets against the level below, over all seatings", _range("skill"),
    ),
    Word("skilful", r"skilful", "the same as `60.. % skill`", _fixed("skill", 0.60, None)),
)  # fmt: skip
"""Every way to write an aim; a bound may be left out: `..50 decisions`."""


def parse_goal(goal: str) -> tuple[Aim, ...]:
    """Return the aims of *goal*, which `and` or commas separate; an unknown word is a `PlayError` that lists all.

    >>> [(aim.measure, aim.low, aim.high) for aim in parse_goal("fair and 30..50 decisions")]
    [('lead', -0.01, 0.01), ('decisions', 30.0, 50.0)]
    """
    if not of_kind("goal", goal, str, f"write a text, as `{EXAMPLE}`").strip():
        raise PlayError("bad-argument", f"the goal is empty; write one or more of {_known()}, joined by `and`")
    aims = tuple(_aim(" ".join(part.split())) for part in re.split(r"\s+and\s+|,", goal.strip()))
    for place, aim in enumerate(aims):
        twice = next((other for other in aims[:place] if other.measure == aim.measure), None)
        if twice is not None:
            raise PlayError(
                "bad-argument", f"`{twice.text}` and `{aim.text}` of the goal are about the same measure; write one"
            )
    return aims


def _aim(text: str) -> Aim:
    for word in WORDS:
        found = re.fullmatch(word.pattern, text)
        if found is None:
            continue
        measure, low, high = word.read(found)
        if low is None and high is None:
            raise PlayError("bad-argument", f"`{text}` of the goal has no bound; write `{word.shown}`, or one of both")
        if low is not None and high is not None and low > high:
            raise PlayError("bad-argument", f"`{text}` of the goal is an empty range; write the smaller number first")
        return Aim(text, measure, low, high)
    raise PlayError(
        "bad-argument", f"`{text}` of the goal is unknown; write one or more of {_known()}, joined by `and`"
    )


def _known() -> str:
    return ", ".join(f"`{word.shown}`" for word in WORDS)
