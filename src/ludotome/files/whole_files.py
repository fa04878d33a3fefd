"""Whole files: write files atomically: a reader finds either the old content or the new.

Invariants:
    * a read-only file is not changed, even if the user could replace it;
    * an existing file keeps its permissions, and a link named by the caller stays a link;
    * a pipe or a device is written to, never replaced;
    * the new content goes to a new file with an unpredictable name, so a link put in its place is not followed;
    * an `OSError` names the file as the caller did.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

_WRITABLE = 0o222
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write *content* to the file at *path*; a text is written as UTF-8."""
    named = Path(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        if named.exists() and not named.is_file():
            named.write_bytes(data)
        else:
            _replace(named.resolve(), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(named)) from None


def _replace(target: Path, data: bytes) -> None:
    mode = target.stat().st_mode & 0o7777 if target.exists() else None
    if mode is not None and not mode & _WRITABLE:
        raise PermissionError(errno.EACCES, "cannot write what is read-only:")
    fresh = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}.part")
    # Created with the permissions of the old file, so that nobody else can read it in the meantime.
    opened = os.open(fresh, _NEW, 0o666 if mode is None else mode)
    try:
        with os.fdopen(opened, "wb") as stream:
            stream.write(data)
        if mode is not None:
            fresh.chmod(mode)
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
