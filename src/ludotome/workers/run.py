"""Run: one job on many parts, on threads, in processes or on the nodes of a cluster.

Invariants:
    * `done` is called in the caller's thread, once a part is finished, in any order;
    * what a process cannot be sent, and a process that died, are `ToolError`s that say what to do.

This module does not know what the jobs are.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Literal, TypeVar, get_args

from ludotome.toolchain import ToolError
from ludotome.workers.on_ray import LOCAL, run_on_ray

Part = TypeVar("Part")
Result = TypeVar("Result")
On = Literal["threads", "processes", "ray"]
_PATIENCE = 0.2  # seconds between two looks for an interrupt


def run(
    job: Callable[[Part], Result],
    parts: Sequence[Part],
    on: On = "threads",
    *,
    workers: int | None = None,
    done: Callable[[int, Result], None] | None = None,
    address: str = LOCAL,
) -> tuple[Result, ...]:
    """Return what *job* gives for each of *parts*, in their order.

    *workers* is how many run at once: as many as processors unless given; one works in the caller's own thread. *done*
    is called with the place and the result of each part as it is finished. In processes, *job*, *parts* and results
    must be picklable, and the calling program must guard its main part by `if __name__ == "__main__":`. With Ray the
    cluster at *address* decides how many run at once, and *job* is imported on every node; `local` starts Ray here.

    >>> run(abs, [3, -4, -5])
    (3, 4, 5)
    """
    if on not in get_args(On):
        *names, last = get_args(On)
        raise ValueError(f"on is {on!r}; write {', '.join(names)} or {last}")
    parts = list(parts)
    if on == "ray":
        return run_on_ray(job, parts, done, address)
    workers = min(len(parts), multiprocessing.cpu_count() if workers is None else workers)
    if workers <= 1:
        return _run_here(job, parts, done)
    if on == "threads":
        threads = ThreadPoolExecutor(workers)
        try:
            return _collect(threads, job, parts, done)
        finally:
            threads.shutdown(wait=True, cancel_futures=True)
    return _run_in_processes(job, parts, workers, done)


def _run_here(job: Any, parts: list[Any], done: Any) -> tuple[Any, ...]:
    results = []
    for place, part in enumerate(parts):
        results.append(job(part))
        if done is not None:
            done(place, results[-1])
    return tuple(results)


def _run_in_processes(job: Any, parts: list[Any], workers: int, done: Any) -> tuple[Any, ...]:
    try:
        pickle.dumps((job, parts))
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        raise ToolError(
            "not-sent", f"the job cannot be sent to another process ({problem}); run it on threads"
        ) from None
    before = set(multiprocessing.active_children())
    # Spawned, not forked: a copy of a process whose threads hold locks may wait for ever.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_ignore_interrupts)
    try:
        return _collect(pool, job, parts, done)
    except BaseException as problem:
        # Whoever interrupts does not want to wait until the parts at work are finished.
        left = set(multiprocessing.active_children()) - before
        for process in left:
            process.terminate()
        for process in left:
            process.join()
        if isinstance(problem, BrokenProcessPool):
            message = "a worker process ended before its work was done (is there enough memory?); use fewer processes"
            raise ToolError("worker-lost", message) from None
        raise
    finally:
        # The first shutdown must be the one that waits: `shutdown(wait=False)` makes the pool forget the thread that
        # reaps its processes, and a later call would return while that thread is still at it.
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the caller decides what becomes of the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _collect(executor: Executor, job: Any, parts: list[Any], done: Any) -> tuple[Any, ...]:
    places: dict[Future[Any], int] = {executor.submit(job, part): place for place, part in enumerate(parts)}
    results: list[Any] = [None] * len(parts)
    waiting = set(places)
    while waiting:
        finished, waiting = wait(waiting, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
        for future in sorted(finished, key=places.__getitem__):
            results[places[future]] = future.result()
            if done is not None:
                done(places[future], results[places[future]])
    return tuple(results)
