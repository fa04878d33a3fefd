"""Watch: call a function again whenever one of some files has changed, until the user interrupts.

Invariants:
    * the function is called at once, and then once per change, however many files changed together;
    * removing and creating a file are changes; a file need not exist at the start.

The files are polled a few times per second, which needs no library and works on every file system.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

_CLOCK = 20_000_000  # nanoseconds by which the clock of a file system may lag
_PAUSE = 0.25  # seconds between polls; no notification of changes works on every machine


def watch(files: Sequence[str], act: Callable[[], Iterable[str]]) -> None:
    """Call *act* now, and again whenever one of *files* or of the files it last read changes, until interrupted.

    *act* returns the further files that it read or tried to read.
    """
    try:
        seen = _stamps(files)
        while True:
            # A known file keeps its earlier stamp, so that a change while it is read is noticed.
            started = time.time_ns()
            seen = {file: seen[file] if file in seen else _stamp_before(file, started) for file in (*files, *act())}
            while (now := _stamps(seen)) == seen:
                time.sleep(_PAUSE)  # until the next poll
            seen = now
    except KeyboardInterrupt:
        return


def _stamp_before(file: str, moment: int) -> tuple[int, int] | None:
    """Return the stamp that a newly found file had at *moment*; missing if it was created or changed since."""
    stamp = _stamp(Path(file))
    return None if stamp is not None and stamp[0] > moment - _CLOCK else stamp


def _stamps(files: Iterable[str]) -> dict[str, tuple[int, int] | None]:
    return {file: _stamp(Path(file)) for file in files}


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
