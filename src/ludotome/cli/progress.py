"""Progress: a progress bar on the terminal while games are played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(n: int) -> Iterator[Callable[[int], None] | None]:
    """Yield a function to call with the number of games played, of *n*; None if there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress("playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    with bar:
        task = bar.add_task("playing", total=n)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def step_bar(name: str) -> Iterator[Callable[[str, float], None] | None]:
    """Yield a function to call with the current step and the share that is done; None if there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn

    bar = Progress(BarColumn(), TaskProgressColumn(), "{task.description}", console=Console(stderr=True))
    with bar:
        task = bar.add_task(name, total=1.0)
        yield lambda step, done: bar.update(task, completed=done, description=f"{name}: {step}")
