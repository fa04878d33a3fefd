"""Watch: do something again each time one of some files has changed, until the user interrupts.

Invariants:
    * what is done first is done at once, and then exactly once per change, however many files changed together;
    * a file that goes and comes back is a change; it need not exist at the start.

The files are looked at a few times a second: that needs no library and works on every file system.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

_CLOCK = 20_000_000  # nanoseconds that the clock of a file system may be behind
_PAUSE = 0.25  # seconds between looks: files are asked, since no way to be told of changes works on every machine


def watch(files: Sequence[str], act: Callable[[], Iterable[str]]) -> None:
    """Call *act* now and whenever one of *files*, or of those it read the last time, changes, until interrupted.

    *act* returns the further files it read, or would have read.
    """
    try:
        seen = _stamps(files)
        while True:
            # A file seen before keeps its stamp from then: what changes while it is read is read again.
            started = time.time_ns()
            seen = {file: seen[file] if file in seen else _stamp_before(file, started) for file in (*files, *act())}
            while (now := _stamps(seen)) == seen:
                time.sleep(_PAUSE)  # until the next look
            seen = now
    except KeyboardInterrupt:
        return


def _stamp_before(file: str, moment: int) -> tuple[int, int] | None:
    """Return the stamp of a file met only now, as it was at *moment*; as missing if it has come or changed since."""
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
