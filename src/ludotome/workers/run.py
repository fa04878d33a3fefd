"""Run: run one job on many parts, on threads, in processes or on the nodes of a cluster.

Invariants:
    * `done` is called in the caller's thread when a part is finished, in any order;
    * an interrupt stops running parts: in threads it is raised in them, processes are ended;
    * a job that cannot be sent to a process, and a process that died, raise a `ToolError` that says what to do.

This module does not know what the jobs are.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Literal, TypeVar, get_args

from ludotome.toolchain import ToolError, send_to
from ludotome.workers.on_ray import LOCAL, run_on_ray

Part = TypeVar("Part")
Result = TypeVar("Result")
On = Literal["threads", "processes", "ray"]
_PATIENCE = 0.2  # seconds between two checks for an interrupt


def run(
    job: Callable[[Part], Result],
    parts: Sequence[Part],
    on: On = "threads",
    *,
    workers: int | None = None,
    done: Callable[[int, Result], None] | None = None,
    address: str = LOCAL,
) -> tuple[Result, ...]:
    """Return the result of *job* for each of *parts*, in their order.

    *workers* is how many run in parallel (default: the number of processors); a single one works in the caller's
    thread. *done* is called with the index and the result of each part when it is finished. In processes, *job*,
    *parts* and results must be picklable, and the calling program must guard its main part by `if __name__ ==
    "__main__":`. With Ray, the cluster at *address* decides how many run in parallel, and *job* is imported on every
    node; the address `local` starts Ray on this machine.

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
        return _run_in_threads(job, parts, workers, done)
    return _run_in_processes(job, parts, workers, done)


def _run_here(job: Any, parts: list[Any], done: Any) -> tuple[Any, ...]:
    results = []
    for place, part in enumerate(parts):
        results.append(job(part))
        if done is not None:
            done(place, results[-1])
    return tuple(results)


def _run_in_threads(job: Any, parts: list[Any], workers: int, done: Any) -> tuple[Any, ...]:
    """Run in threads; an interrupt is passed on to what runs, which may wait for a compiler for minutes."""
    changing, running = threading.Lock(), set[int]()

    def work(part: Any) -> Any:
        thread = threading.get_ident()
        with changing:
            running.add(thread)
        try:
            return job(part)
        finally:
            with changing:
                running.discard(thread)

    threads = ThreadPoolExecutor(workers)
    try:
        return _collect(threads, work, parts, done)
    except KeyboardInterrupt:
        threads.shutdown(wait=False, cancel_futures=True)
        with changing:
            for thread in running:
                while not send_to(thread, KeyboardInterrupt):
                    time.sleep(_PATIENCE / 100)  # while a thread is being started, none can be sent to
        raise
    finally:
        threads.shutdown(wait=True, cancel_futures=True)


def _run_in_processes(job: Any, parts: list[Any], workers: int, done: Any) -> tuple[Any, ...]:
    try:
        pickle.dumps((job, parts))
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        raise ToolError(
            "not-sent", f"the job cannot be sent to another process ({problem}); run it on threads"
        ) from None
    before = set(multiprocessing.active_children())
    # Spawned, not forked: a fork of a process whose threads hold locks may wait forever.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_ignore_interrupts)
    try:
        return _collect(pool, job, parts, done)
    except BaseException as problem:
        # After an interrupt, do not wait for the running parts to finish.
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
        # The first shutdown must wait: `shutdown(wait=False)` makes the pool forget the thread that reaps
        # its processes, and a later call would return while that thread is still running.
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal: the caller decides what happens to the work."""
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
