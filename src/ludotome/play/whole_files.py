"""Whole files: a text on disk as a whole, or the file as it was before.

Invariants:
    * a file that somebody locked stays as it is, also for whoever may write everything;
    * a file that was there keeps its permissions, a link its place; a pipe or a device is written to, never replaced;
    * what goes wrong is told of the file the caller named.
"""

from __future__ import annotations

import errno
from pathlib import Path

from ludotome.play.file_names import file_path

_WRITABLE = 0o222


def write_whole(path: str | Path, text: str) -> None:
    """Write *text* to a file by way of another beside it, so that nobody ever reads half of it."""
    named = file_path("path", path, "write the path of the file")
    try:
        if named.exists() and not named.is_file():
            named.write_text(text, encoding="utf-8", newline="\n")
        else:
            _replace(named.resolve(), text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(named)) from None


def _replace(target: Path, text: str) -> None:
    mode = target.stat().st_mode if target.exists() else None
    if mode is not None and not mode & _WRITABLE:
        raise PermissionError(errno.EACCES, "cannot write what is read-only:")
    beside = target.with_name(target.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
