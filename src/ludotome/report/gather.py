"""Gather: play the games of a report within a time limit.

The number of games depends on the speed of the machine, never on their results, so intervals need no correction for
that. Each series starts with game 0 of the seed, so the games themselves do not depend on the machine.

Invariants:
    * an interrupt keeps what was finished, and nothing after it is played;
    * a step that would take more than the remaining time is not started.

This module draws no conclusions and prints nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from os import cpu_count
from typing import Any, Literal

from ludotome import workers
from ludotome.agents import LEVELS as SIMULATIONS
from ludotome.agents import MctsAgent, RandomAgent
from ludotome.gamedef import checked_seed, from_one, positive
from ludotome.play import Game, Playouts
from ludotome.report.evidence import LEVELS, TOP, Evidence, Pair, Series
from ludotome.report.trace import Tracer
from ludotome.simulate import Played, fault_record, join_playouts, make_report, play_agents, watch_games

FULL, QUICK = 40.0, 6.0
"""Seconds of play for a whole report, and for a quick one."""
Progress = Callable[[str, float], None]  # called with the current step and the share of the time that is used
_MOST = {"random": 20_000, "easy": 400, "normal": 400, "hard": 4000}
_MOST_PAIRS = 400
_MOST_TRACED, _MOST_WATCHED = 150, 300
_FEW_PAIRS, _FEW_WATCHED = 40, 8  # the minimum for a first answer
# The steps in order, each with the share of the time after which it ends.
_STEPS = (
    ("random games", 0.10),
    ("random games, watched", 0.17),
    ("games of easy", 0.20),
    ("games of normal", 0.26),
    ("easy against random", 0.29),
    ("normal against easy", 0.34),
    ("games of hard, analysed", 0.60),
    ("hard against normal", 0.78),
    ("games of hard", 1.00),
)
_SLOWER = 4.0  # how much longer a game takes than one of the level below
_FILLED = 0.7  # share of the remaining time that the next games of a series may take


def gather(
    game: Game,
    *,
    seed: int = 1,
    players: int | None = None,
    quick: bool = False,
    seconds: float | None = None,
    games: int | None = None,
    simulations: Mapping[str, int] | None = None,
    progress: Progress | None = None,
) -> Evidence:
    """Return the evidence for a report on *game*, played in about *seconds* seconds, or *games* games of each series.

    *simulations* are those of the levels, as measured for this game.
    """
    seats = game.seats_for(players)
    evidence = Evidence(game, seats, checked_seed(seed), quick, simulations={**SIMULATIONS, **(simulations or {})})
    usual = QUICK if quick else FULL
    limit = usual if seconds is None else positive("seconds", seconds, None, "write how many seconds to play, as 40")
    gathering = _Gathering(evidence, limit, from_one("games", games), progress)
    started = time.perf_counter()
    try:
        gathering.run()
    except KeyboardInterrupt:
        evidence.interrupted = True
    evidence.seconds = time.perf_counter() - started
    evidence.levels = {name: series for name, series in evidence.levels.items() if series.games}
    evidence.pairs = [pair for pair in evidence.pairs if pair.series.games]
    return evidence


class _Gathering:
    def __init__(self, evidence: Evidence, seconds: float, games: int | None, progress: Progress | None) -> None:
        self.evidence, self.games, self.progress = evidence, games, progress
        self.game, self.seats = evidence.game, evidence.seats
        # Compile before the clock starts.
        self.is_native = self.game.contest(self._choosers(), 0, players=self.seats, seed=1) is not None
        self.started, self.seconds = time.perf_counter(), seconds
        self.cost: dict[str, float] = {}  # measured seconds per game of each level

    def _choosers(self) -> list[Any]:
        from ludotome.native import Chooser

        return [Chooser("search", 1)] * self.seats

    def run(self) -> None:
        for name, share in _STEPS:
            self.name, self.until = name, self.started + share * self.seconds
            self._tell()
            words = name.replace(",", "").split()
            if name.endswith("watched"):
                self._watch()
            elif name.endswith("analysed"):
                self._trace()
            elif words[0] == "random":
                self._random()
            elif words[0] == "games":
                self._level(words[-1])
            else:
                self._pair(words[0], words[-1], _MOST_PAIRS)
        if self.games is None:
            self._use_rest()

    def _use_rest(self) -> None:
        """Use the remaining time for cheap games if games of higher levels take too long."""
        self.until = self.started + self.seconds
        self._watch_on(_FEW_WATCHED)
        for lower, upper in pairwise(LEVELS):
            self.name = f"{upper} against {lower}"
            self._pair(upper, lower, _FEW_PAIRS)

    # ── steps ──

    def _random(self) -> None:
        parts = self._new_level("random")

        def play(first: int, n: int) -> None:
            self._keep(parts, self.game.playouts(n, self.evidence.seed, first=first, players=self.seats, stats=True))

        self._series(play, _MOST["random"], 500, "random")

    def _watch(self) -> None:
        """Watch some games of random players: for flags and choices, and for what is used."""
        now = time.perf_counter()
        agents = (RandomAgent(),) * self.seats
        most = min(self.games or _MOST_WATCHED, _MOST_WATCHED)
        watched = watch_games(
            self.game, most, agents, seed=self.evidence.seed, players=self.seats,
            seconds=None if self.games else max((self.until - now) / 2, 0.05),
        )  # fmt: skip
        results = join_playouts(self.evidence.levels["random"].results)
        played = Played(self.game, len(results.plies), agents, self.evidence.seed, self.seats, results, watched, 0.0)
        self.evidence.random, self.evidence.fault = make_report(played), fault_record(played)
        self._watch_on(most)

    def _watch_on(self, most: int) -> None:
        tracer = Tracer(self.game, self.seats, RandomAgent(), self.evidence.seed)
        done = self.evidence.watched
        while len(done) < most and (self.games or not done or time.perf_counter() < self.until):
            done.append(tracer(len(done)))

    def _level(self, level: str) -> None:
        parts = self._new_level(level)
        traced = self.evidence.traced if level == TOP else []
        parts += [one.as_playouts(self.seats) for one in traced]
        agent = self._agent(level)

        def play(first: int, n: int) -> None:
            self._keep(parts, self._play(agent, first + len(traced), n, rotate=False))

        self._series(play, max(_MOST[level] - len(traced), 0), 2, level, len(traced))

    def _pair(self, upper: str, lower: str, most: int) -> None:
        if self.seats < 2:
            return
        table = [self._agent(upper), *[self._agent(lower)] * (self.seats - 1)]
        pair = next((one for one in self.evidence.pairs if one.upper == upper), None)
        if pair is None:
            pair = Pair(upper, lower, Series([], self.seats))
            self.evidence.pairs.append(pair)
        parts, played = pair.series.results, pair.series.games

        def play(first: int, n: int) -> None:
            self._keep(parts, self._play(table, first, n, rotate=True))

        self._series(play, most, self.seats, upper, done=played)

    def _trace(self) -> None:
        tracer = Tracer(self.game, self.seats, self._agent(TOP), self.evidence.seed)
        done = self.evidence.traced

        def play(first: int, n: int) -> None:
            on: Literal["threads", "processes"] = "threads" if self.is_native else "processes"
            done.extend(workers.run(tracer, range(first, first + n), on, done=lambda _place, _one: self._tell()))

        self._series(play, _MOST_TRACED, cpu_count() or 1, TOP)

    # ── playing ──

    def _new_level(self, level: str) -> list[Playouts]:
        """Return the list to which finished games of *level* are added."""
        parts: list[Playouts] = []
        self.evidence.levels[level] = Series(parts, self.seats)
        return parts

    def _keep(self, parts: list[Playouts], results: Playouts) -> None:
        parts.append(results)
        if results.interrupted:
            raise KeyboardInterrupt

    def _agent(self, level: str) -> RandomAgent | MctsAgent:
        return RandomAgent() if level == "random" else MctsAgent(self.evidence.simulations[level], name=level)

    def _play(self, agents: Any, first: int, n: int, *, rotate: bool) -> Playouts:
        return play_agents(
            self.game, n, agents, self.evidence.seed, None, cpu_count(), first=first, rotate=rotate,
            players=self.seats, progress=lambda _played: self._tell(),
        )  # fmt: skip

    def _series(
        self, play: Callable[[int, int], None], most: int, block: int, level: str, before: int = 0, done: int = 0
    ) -> None:
        """Call *play* with a first game and a number of games, in whole blocks, until the time of this step is used.

        *before* games came from elsewhere, *done* from an earlier call. The first block is played only if it is
        expected to end before the report does, since half a block is useless.
        """
        most = -(-most // block) * block
        if self.games is not None:
            wanted = min(most, -(-max(self.games - before, 0) // block) * block)
            if wanted:
                play(0, wanted)
            return
        took = self._expected(level)
        while done < most:
            now = time.perf_counter()
            left = (self.until if done else self.started + self.seconds) - now
            if left < took * block:
                break
            n = block if done == 0 else int(_FILLED * (self.until - now) / took) // block * block
            n = max(min(n, most - done), block)
            play(done, n)
            done += n
            took = max((time.perf_counter() - now) / n, 1e-6)
            self.cost[level] = took

    def _expected(self, level: str) -> float:
        """Return the expected number of seconds per game of *level*, estimated from the levels below."""
        place = LEVELS.index(level)
        known = [(LEVELS.index(name), cost) for name, cost in self.cost.items() if 0 < LEVELS.index(name) <= place]
        if not known:
            return 0.0
        below, cost = max(known)
        return float(cost * _SLOWER ** (place - below))

    def _tell(self) -> None:
        if self.progress is not None:
            used = (time.perf_counter() - self.started) / self.seconds
            self.progress(self.name, min(used, 1.0))
