"""Safety: check that only this user could have written a file or folder of the cache.

The cache contains code that will run. So a file is used only if it is a regular file (not a link), belongs to the user
or to root, and nobody else can write it. The same holds for the folder that contains it, and for the cache folder above
that: a user who can write there can rename its folders, and so replace the code of one game by that of another.

This module does not know what a file contains.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def why_unsafe(path: Path) -> str | None:
    """Return why the file at *path* must not be used, or None if it is safe; raise `OSError` if it is unreadable."""
    why = _why(path, path.lstat(), stat.S_ISREG, "a regular file")
    return why or why_unsafe_folder(path.parent) or why_unsafe_folder(path.parent.parent)


def why_unsafe_folder(folder: Path) -> str | None:
    """Return why no file in *folder* may be used, or None if it is safe."""
    return _why(folder, folder.stat(), stat.S_ISDIR, "a folder")


def _why(path: Path, found: os.stat_result, is_kind: object, kind: str) -> str | None:
    if not callable(is_kind) or not is_kind(found.st_mode):
        return f"`{path}` is not {kind}"
    if not hasattr(os, "geteuid"):  # Windows protects the user's folders
        return None
    if found.st_uid not in (0, os.geteuid()):
        return f"`{path}` belongs to another user"
    if found.st_mode & _OTHERS_WRITE:
        return f"`{path}` can be written by other users"
    return None
