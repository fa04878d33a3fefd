"""On Ray: run the parts of a job on the nodes of a Ray cluster, even if some nodes die.

Invariants:
    * a part whose worker or node died is retried a few times; results do not depend on where a part ran;
    * every node must have the same version of Ludotome as the caller;
    * Ray's usage statistics are off in every cluster started here.

This module does not know what the jobs are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from os import environ
from typing import Any

from ludotome.toolchain import ToolError

LOCAL = "local"
"""Given as the address: start Ray on this machine, for this job."""
_RETRIES = 3  # by Ray itself
_TRIES = 5  # how often a part is sent again after Ray gave up, as when a node died with the result
_PATIENCE = 0.2  # seconds between two checks for an interrupt


def run_on_ray(job: Any, parts: list[Any], done: Any, address: str) -> tuple[Any, ...]:
    """Return the result of *job* for each of *parts*, in their order, computed on the cluster at *address*."""
    ray = _ray()
    with _connected(ray, address):
        return _Run(ray, job, parts, done).results()


def _ray() -> Any:
    try:
        environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read when a cluster is started
        return import_module("ray")
    except ImportError:
        raise ToolError("missing-extra", 'Ray is not installed; run `pip install "ludotome[ray]"`') from None


@contextmanager
def _connected(ray: Any, address: str) -> Iterator[None]:
    """Connect to the cluster for the block; an existing connection is used and left open."""
    if ray.is_initialized():
        yield
        return
    how: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    how |= {"include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, **how)
    except (ConnectionError, ValueError, RuntimeError) as problem:
        reason = str(problem).splitlines()[0]
        raise ToolError("no-cluster", f"there is no Ray cluster at `{address}`: {reason}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _work(caller: str, job: Any, part: Any) -> Any:
    """Run one part; this runs on a node."""
    here = version("ludotome")
    if here != caller:
        message = f"a node has Ludotome {here} and the caller {caller}; install the same version on every node"
        raise ToolError("other-version", message)
    return job(part)


class _Run:
    def __init__(self, ray: Any, job: Any, parts: list[Any], done: Any) -> None:
        self.ray, self.parts, self.done = ray, parts, done
        self.task = ray.remote(_work).options(num_cpus=1, max_retries=_RETRIES, scheduling_strategy="SPREAD")
        self.version, self.tries = version("ludotome"), Counter[int]()
        try:
            self.job = ray.put(job)
            self.places = {self._send(place): place for place in range(len(parts))}
        except TypeError as problem:
            reason = str(problem).splitlines()[0]
            raise ToolError("not-sent", f"the job cannot be sent to another process ({reason})") from None

    def _send(self, place: int) -> Any:
        return self.task.remote(self.version, self.job, self.parts[place])

    def results(self) -> tuple[Any, ...]:
        found: dict[int, Any] = {}
        waiting = list(self.places)
        try:
            while waiting:
                finished, waiting = self.ray.wait(waiting, timeout=_PATIENCE)
                for one in finished:
                    place = self.places.pop(one)
                    try:
                        found[place] = self._got(one, place)
                    except _LostError:
                        again = self._send(place)
                        self.places[again] = place
                        waiting.append(again)
                        continue
                    if self.done is not None:
                        self.done(place, found[place])
        except BaseException:
            for one in waiting:
                self.ray.cancel(one, force=True)
            raise
        return tuple(found[place] for place in range(len(self.parts)))

    def _got(self, one: Any, place: int) -> Any:
        """Return the result of a part; raise the job's error, or `_LostError` if the part must be sent again."""
        errors = self.ray.exceptions
        try:
            return self.ray.get(one)
        except errors.RayTaskError as problem:
            raise problem.cause from None
        except errors.RayError as problem:  # a worker, a node or an object was lost
            self.tries[place] += 1
            if self.tries[place] >= _TRIES:
                reason = str(problem).splitlines()[0]
                message = f"a part of the job was lost {_TRIES} times ({reason}); is there enough memory on the nodes?"
                raise ToolError("worker-lost", message) from None
            raise _LostError from None


class _LostError(Exception):
    """A part must be sent again."""
