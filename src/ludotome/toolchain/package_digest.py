"""Package digest: a digest of the files of this package, as part of cache keys.

The version of the package does not change during development, so cache keys depend on the files themselves. Reading
them all would take longer than the rest of a start. So the digest is cached too, keyed by the names, sizes and
times of modification and change of the files.

This module does not know what the files say.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from ludotome.toolchain.store import digest_of, recall, remember

PACKAGE = Path(__file__).parents[1]
KIND = "package"
_SUFFIXES = (".py", ".h", ".c")


@cache
def package_digest(rooms: tuple[str, ...], package: Path = PACKAGE) -> str:
    """Return a digest of the content of all Python and C files of *rooms*."""
    files = sorted(file for room in rooms for file in _files(package / room))
    seen = (f"{path} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}" for path, found in files)
    key = digest_of(*seen)
    kept = recall(KIND, key)
    if kept is not None:
        return kept.decode("ascii")
    made = digest_of(*(part for path, _ in files for part in (os.path.relpath(path, package), Path(path).read_bytes())))
    remember(KIND, key, made.encode("ascii"))
    return made


def _files(folder: Path | str) -> list[tuple[str, os.stat_result]]:
    """Return the files in and below *folder*, each with its `stat` result."""
    found: list[tuple[str, os.stat_result]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(_SUFFIXES):
                found.append((entry.path, entry.stat()))
            elif entry.is_dir() and entry.name != "__pycache__":
                found += _files(entry.path)
    return found
