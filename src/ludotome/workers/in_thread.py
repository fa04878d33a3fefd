"""In thread: work beside an event loop that can be watched, stopped, and given a time.

This module does not know what the work is. It needs `anyio`, which the extras with an event loop bring.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from ludotome.toolchain import time_limit

GRACE = 2.5  # seconds in which a simulation that was told to stop reports what it has
Result = TypeVar("Result")


class Job:
    """Work in a thread: how far it is, and whether it should stop.

    `tell` is called by the work, and raises `KeyboardInterrupt`, which simulations answer with what they have so far.
    """

    def __init__(self, seconds: float) -> None:
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


async def in_thread(
    work: Callable[[Job], Result], told: Callable[[int], Any] | None = None, *, seconds: float
) -> Result:
    """Return what *work* returns in a thread; *told* is awaited with how far it is, now and then.

    If the caller is cancelled, or the time is over, the work is asked to stop and no longer waited for; time over is a
    `TimeoutError` or a `ToolError`. Work that does not ask is interrupted after a grace, in which a simulation returns
    what it has so far. So no thread stays busy.
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
        except KeyboardInterrupt:  # the limit, in the instant when the work ended
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
