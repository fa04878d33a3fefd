"""Measuring: run the tests of a document, many games of it, and the games of two versions, with partial results.

Games are played in batches, so that the page can show results while the rest is played. Together they are the games
that `ludotome simulate` plays with the same seed.

This module does not know sockets.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from ludotome.play import Game, load_text, run_test
from ludotome.report import compare, findings
from ludotome.simulate import wilson
from ludotome.spec import settings_in_tests
from ludotome.studio.workshop.checking import Emit, Read
from ludotome.toolchain import time_limit

MOST_GAMES = 100_000
MOST_SECONDS = 120
_SECONDS_PER_TEST = 60.0
_FIRST_PART = 20
_PART_SECONDS = 0.25  # seconds per batch; results are shown after each
_BARS = 16


def run_tests(text: str, read: Read, emit: Emit, is_stale: Callable[[], bool]) -> dict[str, Any]:
    """Emit the result of each test of the document, under its settings; return how many passed and failed."""
    games = [load_text(text, read=read)]
    games += [load_text(text, read=read, parameters=settings) for settings in settings_in_tests(text, read)]
    passed = failed = 0
    for game in games:
        for test in game.game_def.tests:
            if is_stale():
                return {"passed": passed, "failed": failed, "isStopped": True}
            started = time.perf_counter()
            with time_limit(_SECONDS_PER_TEST, f"the test `{test.name}`"):
                result = run_test(game, test)
            passed, failed = passed + result.passed, failed + (not result.passed)
            seconds = time.perf_counter() - started
            emit({"test": {"name": test.name, "failures": list(result.failures), "seconds": round(seconds, 3)}})
    return {"passed": passed, "failed": failed, "isStopped": False}


def simulate(game: Game, games: int, seed: int, emit: Emit, is_stale: Callable[[], bool]) -> dict[str, Any]:
    """Emit the results of more and more games between random players; return those of all games."""
    figures = _Figures(game, games, seed)
    size = _FIRST_PART
    while figures.played < games and not is_stale():
        started = time.perf_counter()
        part = min(size, games - figures.played)
        figures.add(game.playouts(part, seed, first=figures.played))
        took = max(time.perf_counter() - started, 0.001)
        size = max(1, min(2 * part if took < _PART_SECONDS else round(part * _PART_SECONDS / took), games))
        emit({"figures": figures.data()})
    return {**figures.data(), "isStopped": figures.played < games}


def compare_games(before: Game, after: Game, seconds: int, emit: Emit, is_stale: Callable[[], bool]) -> dict[str, Any]:
    """Play both versions of a game for some seconds, emit the progress, and return how they differ in words."""

    def progress(doing: str, share: float) -> None:
        if is_stale():
            raise KeyboardInterrupt
        emit({"doing": doing, "share": share})

    found = compare(before, after, seconds=seconds, progress=progress)
    return msgspec.to_builtins(findings(found))  # type: ignore[no-any-return]


class _Figures:
    """The results of the games so far."""

    def __init__(self, game: Game, asked: int, seed: int) -> None:
        self._names = game.game_def.metadata.seats
        self._asked, self._seed, self._started = asked, seed, time.perf_counter()
        self._wins, self._lengths, self.played = Counter[int](), Counter[int](), 0
        self._seats = game.num_players

    def add(self, results: Any) -> None:
        """Add a batch."""
        self.played += len(results.plies)
        self._lengths.update(map(int, results.plies))
        for returns in results.returns:
            best = [seat for seat, value in enumerate(returns) if value == returns.max()]
            self._wins[best[0] if len(best) == 1 else -1] += 1

    def data(self) -> dict[str, Any]:
        """Return the results as the page shows them."""
        seats = [self._share(str(self._names[seat]), self._wins[seat]) for seat in range(self._seats)]
        nobody = [self._share("nobody", self._wins[-1])] if self._wins[-1] else []
        return {
            "played": self.played,
            "asked": self._asked,
            "seed": self._seed,
            "seconds": round(time.perf_counter() - self._started, 2),
            "shares": seats + nobody,
            "length": self._histogram(),
        }

    def _share(self, name: str, count: int) -> dict[str, Any]:
        share = count / max(1, self.played)
        low, high = wilson(share, self.played)
        return {"name": name, "share": share, "low": low, "high": high}

    def _histogram(self) -> dict[str, Any]:
        """Return the shortest, median and longest length, and the number of games for each length between."""
        if not self._lengths:
            return {"low": 0, "median": 0, "high": 0, "bars": []}
        ordered = sorted(self._lengths)
        low, high = ordered[0], ordered[-1]
        width = max(1, -(-(high - low + 1) // _BARS))
        bars = [0] * -(-(high - low + 1) // width)
        for length, count in self._lengths.items():
            bars[(length - low) // width] += count
        seen, median = 0, low
        for length in ordered:
            seen += self._lengths[length]
            if 2 * seen >= self.played:
                median = length
                break
        return {"low": low, "median": median, "high": high, "bars": bars}
