"""Limits: how much a language model may ask for, and how work that takes long is told of and stopped.

This module does not know tools.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

MOST_TABLES = 16  # games open at a time; opening another closes the one that was used longest ago
MOST_MOVES = 500  # legal decisions listed in an answer
MOST_GAMES = 100_000  # games of one simulation
MOST_SECONDS = 60.0  # for one call
MOST_CHARACTERS = 200_000  # of one text in an answer
MOST_DOCUMENTS = 500  # listed
OPPONENTS = ("random", "greedy", "easy", "normal", "hard")

Result = TypeVar("Result")


class Job:
    """Work in a thread: how far it is, and whether it should stop.

    `tell` is called by the work, and raises `KeyboardInterrupt`, which simulations answer with what they have so far.
    """

    def __init__(self, seconds: float = MOST_SECONDS) -> None:
        self.done = 0
        self.is_stopped = False
        self._deadline = time.monotonic() + seconds

    @property
    def is_late(self) -> bool:
        """Whether its time is over."""
        return time.monotonic() > self._deadline

    def tell(self, done: int) -> None:
        """Note how far the work is; stop it if nobody waits for it or its time is over."""
        self.done = done
        if self.is_stopped or self.is_late:
            raise KeyboardInterrupt


def clipped(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return *text*, cut after *most* characters, which is said."""
    return text if len(text) <= most else f"{text[:most]}\n… cut after {most:,} of {len(text):,} characters"


async def in_thread(
    work: Callable[[Job], Result], told: Callable[[int], Any] | None = None, seconds: float = MOST_SECONDS
) -> Result:
    """Return what *work* returns in a thread; *told* is awaited with how far it is, now and then.

    If the caller is cancelled, or the time is over, the work is asked to stop and no longer waited for; time over is a
    `TimeoutError`, with a grace for work that has a result so far.
    """
    import anyio
    import anyio.to_thread

    job = Job(seconds)

    async def tell() -> None:
        before = 0
        while True:
            await anyio.sleep(0.2)  # how often progress is reported
            if told is not None and job.done > before:
                before = job.done
                await told(before)

    def outcome() -> Result | Exception:
        try:
            return work(job)
        except Exception as error:  # raised below: a task group would wrap it
            return error

    try:
        with anyio.fail_after(seconds + 5.0):
            async with anyio.create_task_group() as group:
                group.start_soon(tell)
                result = await anyio.to_thread.run_sync(outcome, abandon_on_cancel=True)
                group.cancel_scope.cancel()
    finally:
        job.is_stopped = True
    if isinstance(result, Exception):
        raise result
    return result
