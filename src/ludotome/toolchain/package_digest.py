"""Package digest: a digest of the files of this package, as part of cache keys.

The version of the package does not change during development, so cache keys depend on the files themselves. Reading
them all would take longer than the rest of a start. So the digest is cached too, keyed by the names, sizes,
modification times and change times of the files.

Invariants:
    * a digest shared with other processes describes the code that this process runs: if a file changed while the
      process was running, the version in memory is unknown, and the process uses a digest that no other process has;
    * data stored by `remember_made` was made by the files that its key covers.

This module does not know what the files contain.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from ludotome import IMPORT_BEGAN_NS
from ludotome.toolchain.store import digest_of, recall, remember

PACKAGE = Path(__file__).parents[1]
KIND = "package"
_SUFFIXES = (".py", ".h", ".c")
_TICK_NS = 20_000_000  # file times come from a clock with a resolution of up to 10 ms


@cache
def package_digest(packages: tuple[str, ...], package: Path = PACKAGE, since: int = IMPORT_BEGAN_NS) -> str:
    """Return a digest of the content of all Python and C files of the packages *packages*.

    If one of them changed after *since* (nanoseconds of the Unix clock), the digest is random.
    """
    files = _files_of(packages, package)
    if _any_changed(files, since):
        return os.urandom(32).hex()
    seen = (f"{path} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}" for path, found in files)
    key = digest_of(*seen)
    kept = recall(KIND, key)
    if kept is not None:
        return kept.decode("ascii")
    made = digest_of(*(part for path, _ in files for part in (os.path.relpath(path, package), Path(path).read_bytes())))
    remember_made(packages, KIND, key, made.encode("ascii"), package, since)
    return made


def remember_made(
    packages: tuple[str, ...],
    kind: str,
    key: str,
    data: bytes,
    package: Path = PACKAGE,
    since: int = IMPORT_BEGAN_NS,
) -> None:
    """Store *data*, made by the modules of *packages*, under *key*; do nothing if a file of them changed after *since*.

    Modules may be imported after the key was computed, so the files are checked again.
    """
    if not _any_changed(_files_of(packages, package), since):
        remember(kind, key, data)


def _any_changed(files: list[tuple[str, os.stat_result]], since: int) -> bool:
    return any(_changed_ns(found) > since - _TICK_NS for _, found in files)


def _changed_ns(found: os.stat_result) -> int:
    """Return when a file was last changed; on Windows `st_ctime_ns` is when it was created."""
    return found.st_mtime_ns if sys.platform == "win32" else found.st_ctime_ns


def _files_of(packages: tuple[str, ...], package: Path) -> list[tuple[str, os.stat_result]]:
    """Return the files of *packages*, sorted by path."""
    return sorted(file for name in packages for file in _files(package / name))


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
