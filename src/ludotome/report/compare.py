"""Compare: test whether two versions of a game differ, and by how much.

Both versions play the same seeds, pair by pair: the unit is the difference of a pair. After each batch the confidence
sequences are evaluated, and play stops as soon as every difference is settled or the time is up.

Invariants:
    * the probability of any false difference is at most 5 %, over all measures and evaluations together;
    * a difference is `equivalent` if its whole interval lies within the margin, else `different` if the interval
      excludes 0.

This module does not know how the result is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from ludotome.agents import LEVELS as SIMULATIONS
from ludotome.gamedef import PlayError, checked_seed, from_one, of_kind, positive
from ludotome.play import Game, Playouts
from ludotome.report.evidence import drawn_of, points_of
from ludotome.report.level_games import LevelGames
from ludotome.report.rules_diff import DiffLine, rules_diff, settings_diff
from ludotome.report.sequences import FIRST_LOOK, sequence_mean

Verdict = Literal["different", "equivalent", "undecided"]
MARGIN = 0.01
COMPARED = ("random", "normal")
"""The levels that are compared; the first has many games, the second plays sensibly."""
_FIRST = {"random": 50, "normal": 1}  # pairs of the first batch: few, since the time of a game is unknown
_GROWTH = 1.5
_MOST = {"random": 2_000_000, "normal": 200_000}
_SHARES = {"random": 0.35, "normal": 1.0}  # share of the time after which a level ends
_FILLED = 0.9  # share of the remaining time that the next portion may take


class Difference(Struct, frozen=True):
    """One measure of both versions, their difference with its interval, and what that means.

    `margin` is the largest difference that is still called equivalent: percentage points for a share, a fraction of
    the old value for a length.
    """

    level: str
    measure: str
    before: float
    after: float
    difference: float
    low: float | None
    high: float | None
    margin: float
    pairs: int
    verdict: Verdict
    is_share: bool


class Comparison(Struct, frozen=True):
    """Two versions of a game, the differences in their rules, and those in their games."""

    before: str
    after: str
    verdict: Verdict
    margin: float
    tests: int
    games: int
    seconds: float
    interrupted: bool
    same_rules: bool
    differences: tuple[Difference, ...]
    rules: tuple[DiffLine, ...]


def compare(
    before: Game,
    after: Game,
    *,
    names: tuple[str, str] = ("before", "after"),
    seed: int = 1,
    players: int | None = None,
    margin: float = MARGIN,
    seconds: float = 40.0,
    games: int | None = None,
    simulations: Mapping[str, int] | None = None,
    progress: Callable[[str, float], None] | None = None,
) -> Comparison:
    """Return how the games of *after* differ from those of *before*.

    *progress* is called with the current step and the share of the time that is used; a `KeyboardInterrupt` from it
    stops, and the comparison covers the games so far. *margin* is the largest difference that is still called
    equivalent: 0.01 is one percentage point for shares, and 1 % for lengths and numbers of options. *games* ends each
    level after that many pairs, regardless of time.
    """
    for name, game in (("before", before), ("after", after)):
        of_kind(name, game, Game, "write a game, as `load` gives it")
    seats = before.seats_for(players)
    if after.seats_for(seats) != seats:
        raise PlayError("bad-argument", f"`{before.name}` and `{after.name}` are not for the same number of players")
    if not 0 < margin < 1:
        raise PlayError("bad-argument", f"margin is {margin}; write more than 0 and less than 1, as 0.01")
    seconds = positive("seconds", seconds, None, "write how many seconds to play, as 40")
    games, seed = from_one("games", games), checked_seed(seed)
    ordered = in_order_of(before, after)
    rules = (
        *settings_diff(before.parameters, after.parameters),
        *rules_diff(before.document or "", after.document or ""),
    )
    play = _Play(before, ordered, seats, seed, margin, seconds, games, dict(simulations or {}), progress)
    interrupted = False
    same = before.rules_hash == ordered.rules_hash
    try:
        if not same:
            play.run()
    except KeyboardInterrupt:
        interrupted = True
    differences = play.differences()
    return Comparison(
        names[0], names[1], "equivalent" if same else _overall(differences), margin, play.tests, play.played,
        time.perf_counter() - play.started, interrupted, same, differences, rules,
    )  # fmt: skip


def in_order_of(before: Game, after: Game) -> Game:
    """Return *after* with the common actions in the order of *before*; its own actions keep their places.

    A search that finds two decisions equally good takes the first. So the order of actions in the document, which is
    not a rule, affects what players do and would appear as a difference.
    """
    places = {action.id: place for place, action in enumerate(before.game_def.actions)}
    actions = after.game_def.actions
    common = iter(sorted((one for one in actions if one.id in places), key=lambda one: places[one.id]))
    ordered = tuple(next(common) if one.id in places else one for one in actions)
    if ordered == actions:
        return after
    return Game(structs.replace(after.game_def, actions=ordered), after.document, after.texts)


def _overall(differences: tuple[Difference, ...]) -> Verdict:
    verdicts = {one.verdict for one in differences}
    if "different" in verdicts:
        return "different"
    return "equivalent" if verdicts == {"equivalent"} else "undecided"


def verdict_of(low: float | None, high: float | None, margin: float) -> Verdict:
    """Return what an interval of a difference means."""
    if low is None or high is None:
        return "undecided"
    if -margin < low and high < margin:
        return "equivalent"
    return "different" if low > 0 or high < 0 else "undecided"


class _Play:
    def __init__(
        self,
        before: Game,
        after: Game,
        seats: int,
        seed: int,
        margin: float,
        seconds: float,
        games: int | None,
        simulations: dict[str, int],
        progress: Callable[[str, float], None] | None,
    ) -> None:
        self.both, self.seats, self.seed, self.margin = (before, after), seats, seed, margin
        self.seconds, self.games, self.progress = seconds, games, progress
        self.simulations = {**SIMULATIONS, **simulations}
        self.names = before.game_def.metadata.seats
        # Of two seats one share is enough: the other is the complement.
        self.shown = range(1) if seats == 2 else range(seats)
        self.measures = [*(f"points of {self.names[seat]}" for seat in self.shown), "draws", "decisions", "options"]
        self.tests = len(self.measures) * len(COMPARED)
        self.rows: dict[str, list[NDArray[np.float64]]] = {level: [] for level in COMPARED}
        self.played = 0
        self.started = time.perf_counter()

    def run(self) -> None:
        """Play both levels until each is settled or its time is used."""
        for game in self.both:
            game.new_initial_state(players=self.seats)  # compiles the game, before the clock starts
        self.started = time.perf_counter()
        for level in COMPARED:
            self._run_level(level)

    def _run_level(self, level: str) -> None:
        until = self.started + _SHARES[level] * self.seconds
        most = self.games if self.games is not None else _MOST[level]
        done, portion = 0, _FIRST[level]
        while done < most and portion > 0:
            now = time.perf_counter()
            if self.progress is not None:
                self.progress(f"{level} players, {done:,} pairs", min((now - self.started) / self.seconds, 1.0))
            portion = min(portion, most - done)
            self.rows[level].append(self._pairs(level, done, portion))
            done += portion
            if done >= FIRST_LOOK and all(one.verdict != "undecided" for one in self._level(level)):
                break
            then = time.perf_counter()
            fits = int(_FILLED * (until - then) * portion / max(then - now, 1e-9))
            portion = max(int(done * (_GROWTH - 1)), _FIRST[level])
            portion = portion if self.games is not None else min(portion, fits)

    def _pairs(self, level: str, first: int, n: int) -> NDArray[np.float64]:
        """Return the measures of both versions for pairs first … first + n - 1: by pair, version and measure."""
        rows = np.stack([self._measured(self._games(game, level, first, n)) for game in self.both], axis=1)
        self.played += 2 * n
        return rows

    def _games(self, game: Game, level: str, first: int, n: int) -> Playouts:
        return LevelGames(level, self.simulations, self.seats).alike(game, first, n, self.seed)

    def _measured(self, results: Playouts) -> NDArray[np.float64]:
        assert results.stats is not None
        points = points_of(results)
        drawn = drawn_of(results).astype(float)
        columns = [points[:, seat] for seat in self.shown]
        return np.column_stack([*columns, drawn, results.plies.astype(float), results.stats.branching])

    def differences(self) -> tuple[Difference, ...]:
        """Return every measure at every level that was played."""
        return tuple(one for level in COMPARED if self.rows[level] for one in self._level(level))

    def _level(self, level: str) -> list[Difference]:
        rows = np.concatenate(self.rows[level])
        found = []
        for place, measure in enumerate(self.measures):
            is_share = place < len(self.measures) - 2
            before, after = rows[:, 0, place], rows[:, 1, place]
            mean = float(before.mean())
            margin = self.margin if is_share else self.margin * max(abs(mean), 1e-9)
            gap = after - before
            # For measures that are not shares, the largest difference seen so far is taken as the largest possible
            # one.
            reach = 1.0 if is_share else max(float(np.abs(gap).max(initial=0.0)), margin)
            interval = sequence_mean(gap, (-reach, reach), self.tests)
            low, high = (None, None) if interval is None else (interval.low, interval.high)
            found.append(
                Difference(
                    level, measure, mean, float(after.mean()), float(gap.mean()), low, high, margin, len(rows),
                    verdict_of(low, high, margin), is_share,
                )
            )  # fmt: skip
        return found
