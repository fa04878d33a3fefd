"""Cache: where compiled files are stored and looked up.

    <cache folder>/<name>-<key>/<name>.c            the source, for debugging
    <cache folder>/<name>-<key>/messages.txt        the compiler's output
    <cache folder>/<name>-<key>/<digest>.so         the compiled file, named by the digest of its own bytes

Invariants:
    * each file appears complete, by a rename inside its folder, and the compiled file last, so two processes may write
      at the same time;
    * a compiled file whose bytes do not match its name, or that another user could have written, is never used: it is
      removed and built again; a folder that others can write is not used, with a `ToolWarning`;
    * only the process that holds the lock of an entry (`only_one`) removes its files; without the lock, a file found
      damaged may have been replaced by a sound one in the meantime;
    * if the cache cannot be written, there is one `ToolWarning`, and a temporary folder is used until the process ends.

`tempfile` is imported inside functions: importing it takes as long as importing the rest of this package.

This module does not know compilers. Digests detect damage; `safety` protects against other users.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from msgspec import Struct

from ludotome.toolchain.errors import ToolError, warn_caller
from ludotome.toolchain.safety import why_unsafe, why_unsafe_folder

MESSAGES = "messages.txt"


class Built(Struct, frozen=True):
    """Result of one run of the compiler: the C, the compiler's messages and the compiled bytes."""

    source: str
    messages: str
    compiled: bytes


class Kept(Struct, frozen=True):
    """A compiled file in the cache, with the compiler's messages from the build."""

    path: Path
    messages: str


class Entry(Struct, frozen=True):
    """The place of one build in the cache: `name` is for people, `key` identifies it."""

    name: str
    key: str
    suffix: str

    def folder(self, root: Path) -> Path:
        """Return the entry's own folder under *root*."""
        return root / f"{self.name}-{self.key}"


def cache_folder() -> Path:
    r"""Return the folder of the cache, which may not exist yet: `$LUDOTOME_CACHE`, else the user's cache folder.

    The latter is `$XDG_CACHE_HOME/ludotome` or `~/.cache/ludotome`, on macOS `~/Library/Caches/ludotome`, on Windows
    `%LOCALAPPDATA%\ludotome\Cache`.
    """
    chosen = os.environ.get("LUDOTOME_CACHE")
    if chosen:
        return Path(chosen).absolute()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "ludotome" / "Cache"
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / "ludotome"
    shared = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # The XDG specification says to ignore a relative path.
    return (shared if shared.is_absolute() else _home() / ".cache") / "ludotome"


def find(entry: Entry) -> Kept | None:
    """Return the entry's compiled file if there is a sound one."""
    for path in _all_files(entry):
        try:
            if _is_sound(path):
                return Kept(path, _read_messages(path.parent))
        except OSError:
            continue  # unreadable, or removed in the meantime: the same as missing
    return None


def remove_unsound(entry: Entry) -> None:
    """Remove the entry's compiled files that `find` rejects, as far as possible; call it inside `only_one`."""
    for path in _all_files(entry):
        with suppress(OSError):
            if not _is_sound(path):
                path.unlink()


def keep(entry: Entry, built: Built) -> Kept:
    """Store *built* in the cache, or in a temporary folder if the cache cannot be written, and return its place."""
    root = cache_folder()
    try:
        kept = _keep_under(root, entry, built)
        reason = why_unsafe(kept.path)
        if reason is None:
            return kept
        _fall_back(root, PermissionError(0, reason))
    except OSError as error:
        _fall_back(root, error)
    try:
        return _keep_under(_temporary_root(), entry, built)
    except OSError as error:
        raise no_room(error) from error


def keep_failed_source(entry: Entry, source: str) -> Path:
    """Store C that did not compile, for inspection, in the cache if possible, and return its path."""
    try:
        return write_whole(entry.folder(cache_folder()), f"{entry.name}.c", source.encode())
    except OSError:
        import tempfile

        # Not the temporary root: it is removed when the process ends, before anyone can look at it.
        try:
            return write_whole(Path(tempfile.mkdtemp(prefix="ludotome-failed-")), f"{entry.name}.c", source.encode())
        except OSError as error:
            raise no_room(error) from error


def writable_folder(name: str) -> Path:
    """Return the folder *name* of the cache, created and writable, for a tool that keeps files of its own.

    If the cache cannot be written, or others can write it, the folder is in the temporary folder: files that a tool
    finds there may become part of the code that runs.
    """
    import tempfile

    root = cache_folder()
    try:
        folder = root / name
        _make_folder(folder)
        reason = why_unsafe_folder(folder) or why_unsafe_folder(root)
        if reason is not None:
            raise PermissionError(0, reason)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        _fall_back(root, error)
    folder = _temporary_root() / name
    folder.mkdir(exist_ok=True)
    return folder


def no_room(error: OSError) -> ToolError:
    """Return the error for a machine where not even a temporary folder is writable."""
    return ToolError(
        "no-room",
        f"cannot write compiled code, neither to the cache `{cache_folder()}` nor to a temporary folder "
        f"({error.strerror or error}); make room, or set `LUDOTOME_CACHE` and `TMPDIR` to folders that can be written",
    )


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without a home, as in some containers
        return _temporary_root()  # never a fixed name in a folder that others can write: they could plant code


def _roots() -> Iterator[Path]:
    yield cache_folder()
    if _temporary_root.cache_info().currsize:
        yield _temporary_root()


def _all_files(entry: Entry) -> Iterator[Path]:
    return (path for root in _roots() for path in _compiled_files(entry, root))


def _is_sound(path: Path) -> bool:
    return why_unsafe(path) is None and _digest(path.read_bytes()) == path.stem


def _compiled_files(entry: Entry, root: Path) -> list[Path]:
    try:
        # Sorted by name, so that two processes that look at the same time choose the same file.
        return sorted(path for path in entry.folder(root).iterdir() if path.suffix == entry.suffix)
    except OSError:
        return []


def _read_messages(folder: Path) -> str:
    return (folder / MESSAGES).read_text(encoding="utf-8", errors="replace")


def _keep_under(root: Path, entry: Entry, built: Built) -> Kept:
    folder = entry.folder(root)
    write_whole(folder, f"{entry.name}.c", built.source.encode())
    write_whole(folder, MESSAGES, built.messages.encode())
    # Last, so that a process that sees the compiled file also sees the other files.
    path = write_whole(folder, _digest(built.compiled) + entry.suffix, built.compiled)
    return Kept(path, built.messages)


def write_whole(folder: Path, name: str, data: bytes) -> Path:
    """Write a file atomically and return its path; a partial file left by a crash has another name."""
    import tempfile

    _make_folder(folder)
    handle, partial = tempfile.mkstemp(prefix="partial-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(partial, 0o755)  # files made by mkstemp are not executable
        os.replace(partial, folder / name)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise
    return folder / name


def _make_folder(folder: Path) -> None:
    """Create *folder* and missing parents, writable only by this user whatever the umask."""
    if not folder.is_dir():
        if not folder.parent.is_dir():
            _make_folder(folder.parent)
        with suppress(FileExistsError):
            folder.mkdir(0o755)
            folder.chmod(0o755)


@contextmanager
def only_one(entry: Entry) -> Iterator[None]:
    """Let one process at a time build *entry*; the others wait, then find the result. Without locks, each builds it."""
    try:
        import fcntl

        folder = entry.folder(cache_folder())
        _make_folder(folder)
        lock = os.open(folder, os.O_RDONLY)  # the folder itself, so that no lock file remains
    except (ImportError, OSError):
        yield
        return
    try:
        with suppress(OSError):  # on file systems without locks, every process builds
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        with suppress(OSError):  # a process forked in the meantime shares the lock, so closing is not enough
            fcntl.flock(lock, fcntl.LOCK_UN)
        os.close(lock)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _fall_back(root: Path, error: OSError) -> None:
    if _temporary_root.cache_info().currsize:
        return  # already warned
    _temporary_root()
    warn_caller(
        f"cannot write the cache `{root}` ({error.strerror or error}): compiled code lasts only as long as this "
        "process; set `LUDOTOME_CACHE` to a folder that can be written"
    )


@cache
def _temporary_root() -> Path:
    import atexit
    import shutil
    import tempfile

    try:
        root = tempfile.mkdtemp(prefix="ludotome-")
    except OSError as error:
        raise no_room(error) from error
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    return Path(root)
