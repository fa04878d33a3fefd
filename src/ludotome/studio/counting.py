"""Counting: metrics of the running studio, in the text format of Prometheus.

Invariant: metrics are numbers; they contain no name of a person, a document or a table.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Metrics:
    """The counts since the start."""

    def __init__(self) -> None:
        self._answers: Counter[int] = Counter()
        self._times = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        self._refusals = 0
        self.sockets = 0
        """The number of open sockets."""

    def answered(self, status: int, seconds: float) -> None:
        """Count a response."""
        self._answers[status // 100] += 1
        self._times[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def refused(self) -> None:
        """Count a request that a limit refused."""
        self._refusals += 1

    def lines(self) -> Iterator[str]:
        """Yield the lines of these metrics."""
        yield from _help("ludotome_requests_total", "counter", "Answers to requests, by the first digit of the status.")
        for first, count in sorted(self._answers.items()):
            yield f'ludotome_requests_total{{status="{first}xx"}} {count}'
        yield from _help("ludotome_request_seconds", "histogram", "Time from a request to its answer.")
        total = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._times, strict=True):
            total += count
            yield f'ludotome_request_seconds_bucket{{le="{bound}"}} {total}'
        yield f"ludotome_request_seconds_sum {self._seconds:.6f}"
        yield f"ludotome_request_seconds_count {total}"
        yield from figure("ludotome_refusals_total", "counter", "Requests refused by a limit.", self._refusals)
        yield from figure("ludotome_sockets", "gauge", "Open sockets.", self.sockets)


def figure(name: str, kind: str, words: str, value: int) -> Iterator[str]:
    """Yield the lines of one metric."""
    yield from _help(name, kind, words)
    yield f"{name} {value}"


def _help(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"
