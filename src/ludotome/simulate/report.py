"""Report: statistics about a game from many games, as plain frozen data.

A score counts a win as 1, a shared first place or draw as a half and a loss as 0, so scores add up to 1 where
one seat wins or two share. Shares have 95 % confidence intervals. Missing data is None, not zero: the score of a seat
if no game was decided, the share of an action if none was taken. This module computes nothing and prints nothing.
"""

from __future__ import annotations

import msgspec


class Share(msgspec.Struct, frozen=True):
    """A share of games with its 95 % interval."""

    value: float
    low: float
    high: float


class SideReport(msgspec.Struct, frozen=True):
    """The results of one seat, or of one agent over all its seats."""

    name: str
    games: int
    wins: int
    losses: int
    draws: int
    score: Share | None
    mean_return: float | None


class Spread(msgspec.Struct, frozen=True):
    """The distribution of a number over games."""

    mean: float
    low: float
    p05: float
    p25: float
    median: float
    p75: float
    p95: float
    high: float


class ActionUse(msgspec.Struct, frozen=True):
    """How often an action was taken, its share of all actions taken, and its share of the legal decisions.

    `choices` is the average number of its own legal decisions when it was taken.
    """

    action: str
    count: int
    share: float | None
    offered: float | None
    choices: float | None


class Flag(msgspec.Struct, frozen=True):
    """A hint for the designer, with the number behind it."""

    name: str
    message: str


class Report(msgspec.Struct, frozen=True):
    """The games played and their statistics.

    `branching`, `actions` and `lead_changes` come from the `watched` games, which are played decision by decision.
    """

    game: str
    rules_hash: str
    players: int
    games: int
    asked: int
    seed: int
    backend: str | None
    agents: tuple[str, ...]
    seats: tuple[SideReport, ...]
    by_agent: tuple[SideReport, ...]
    outcomes: dict[str, int]
    length: Spread | None
    watched: int
    branching: Spread | None
    actions: tuple[ActionUse, ...]
    lead_changes: float | None
    flags: tuple[Flag, ...]
    seconds: float
