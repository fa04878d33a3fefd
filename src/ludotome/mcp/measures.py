"""Measures: results of many games for a language model: sentences with their certainty, and numbers.

Invariants:
    * pictures are left out: a model reads the sentences and the numbers;
    * work that was stopped or ran out of time returns the finished part, with `interrupted`.

This module does not know the protocol, nor documents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ludotome.play import Game
from ludotome.report import compare, compare_text, report_on, report_text, tune, tune_text
from ludotome.workers import Job

WHOLE = 100
"""The progress that a finished measure reports to its `Job`."""
_LONGEST_PLAY = 0.8  # of the time of a call: the rest is for compiling and the answer


def reported(game: Game, seconds: float, players: int | None, seed: int, job: Job) -> dict[str, Any]:
    """Return the answers of a report on *game*."""
    found = report_on(
        game, seconds=_LONGEST_PLAY * seconds, players=players, seed=seed, progress=_progress_reporter(job)
    )
    data = msgspec.to_builtins(found)
    for answer in data["answers"]:
        del answer["picture"]
    return {"interrupted": found.interrupted, "text": report_text(found, 100), "report": data}


def compared(before: Game, after: Game, margin: float, seconds: float, seed: int, job: Job) -> dict[str, Any]:
    """Return whether two versions differ."""
    names = (before.name, after.name) if before.name != after.name else ("before", "after")
    found = compare(
        before,
        after,
        names=names,
        margin=margin / 100,
        seconds=_LONGEST_PLAY * seconds,
        seed=seed,
        progress=_progress_reporter(job),
    )
    return {"interrupted": found.interrupted, "text": compare_text(found, 100), **msgspec.to_builtins(found)}


def tuned(game: Game, goal: str, level: str, most: int, seconds: float, seed: int, job: Job) -> dict[str, Any]:
    """Return the settings that come closest to *goal*; half of the time is for compiling them."""
    time = _LONGEST_PLAY * seconds / 2
    found = tune(game, goal, level=level, most=most, seconds=time, seed=seed, progress=_progress_reporter(job))
    best = None if found.best is None else found.best.settings
    return {**msgspec.to_builtins(found), "best": best, "text": tune_text(found, 100)}


def _progress_reporter(job: Job) -> Callable[[str, float], None]:
    """Return a function that reports progress to *job*, which stops the work there if it has been cancelled."""
    return lambda _step, share: job.tell(int(WHOLE * share))
