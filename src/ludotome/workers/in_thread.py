"""In thread: run a job beside an event loop, with progress, cancellation and a time limit.

This module does not know what the work is. It needs `anyio`, which the extras that use an event loop install.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from ludotome.toolchain import time_limit

GRACE = 2.5  # seconds for a stopped simulation to return its partial results
Result = TypeVar("Result")


class Job:
    """A job in a thread: its progress, and whether it should stop.

    The work calls `tell`. To stop it, `tell` raises `KeyboardInterrupt`; simulations then return partial results.
    """

    def __init__(self, seconds: float) -> None:
        self.done = 0
        self.is_stopped = False
        self._deadline = time.monotonic() + seconds

    @property
    def is_late(self) -> bool:
        """Whether its time limit has passed."""
        return time.monotonic() > self._deadline

    def tell(self, done: int) -> None:
        """Record the progress; raise `KeyboardInterrupt` if the caller no longer waits or the time limit has passed."""
        self.done = done
        if self.is_stopped or self.is_late:
            raise KeyboardInterrupt


async def in_thread(
    work: Callable[[Job], Result], told: Callable[[int], Any] | None = None, *, seconds: float
) -> Result:
    """Return the result of *work*, run in a thread; *told* is awaited now and then with the progress.

    If the caller is cancelled or the time limit passes, the work is asked to stop and is no longer awaited; a time
    limit that passes raises `TimeoutError` or `ToolError`. Work that does not check is interrupted after a grace
    period, in which a simulation returns its partial results. So no thread stays busy.
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
            with time_limit(seconds + GRACE, "this call"):
                return work(job)
        except Exception as error:  # raised below: a task group would wrap it
            return error
        except KeyboardInterrupt:  # the time limit struck at the moment when the work ended
            return TimeoutError()

    try:
        with anyio.fail_after(seconds + 2 * GRACE):
            async with anyio.create_task_group() as group:
                group.start_soon(tell)
                result = await anyio.to_thread.run_sync(outcome, abandon_on_cancel=True)
                group.cancel_scope.cancel()
    finally:
        job.is_stopped = True
    if isinstance(result, Exception):
        raise result
    return result
