"""Watch: do something again each time one of some files has changed, until the user interrupts.

Invariants:
    * what is done first is done at once, and then exactly once per change, however many files changed together;
    * a file that goes and comes back is a change; it need not exist at the start.

The files are looked at a few times a second: that needs no library and works on every file system.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

_PAUSE = 0.25  # seconds between looks: files are asked, since no way to be told of changes works on every machine


def watch(files: Sequence[str], act: Callable[[], object]) -> None:
    """Call *act* now and whenever one of *files* changes; return when the user interrupts."""
    try:
        seen = _stamps(files)
        act()
        while True:
            time.sleep(_PAUSE)
            now = _stamps(files)
            if now != seen:
                seen = now
                act()
    except KeyboardInterrupt:
        return


def _stamps(files: Sequence[str]) -> list[tuple[int, int] | None]:
    return [_stamp(Path(file)) for file in files]


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
