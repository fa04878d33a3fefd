"""Folder: the files of a document or of a workspace, read and written by untrusted names.

A document may come from a stranger, and so may the file names that a program receives. A name is relative, with `/`
between its parts, and stays below the folder. Links are followed only while they stay below it too.

Invariants:
    * only regular files are opened, so a device is never read without end and a FIFO never blocks;
    * at most `most_bytes` are read;
    * the path is opened part by part without following links, so a link made after the check is refused;
    * the reason of an `OSError` reveals nothing about the content, nor about any file outside the folder.

This module does not know what the files mean.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from ludotome.files.whole_files import write_whole

MOST_BYTES = 16 * 2**20
_MOST_SEEN = 1000

_OUTSIDE = "it is not in the document's folder"
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
# Without O_NONBLOCK, opening a FIFO that was put in the place of a file would wait for a writer.
_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class MissingError(OSError):
    """There is no file of this name; `known` are the existing names of the same kind."""

    def __init__(self, reason: str, known: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.known = tuple(known)


class Folder:
    """The folder of a document; for a document from standard input it is the working folder."""

    def __init__(self, path: str | Path = ".") -> None:
        self._path = Path(path)

    def path(self, name: str) -> str:
        """Return the path of the file *name*, as the user would write it."""
        return str(self._path / name)

    def read(self, name: str, most_bytes: int = MOST_BYTES) -> str:
        """Return the text of the file *name*; raise `OSError` with the reason if it cannot be read."""
        parts = _parts(name)
        root = os.path.realpath(self._path)
        try:
            data = _read(root, _below(root, parts), most_bytes)
        except FileNotFoundError as problem:
            raise MissingError(_reason(problem), _like(root, parts)) from None
        except OSError as problem:
            raise OSError(_reason(problem)) from None
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise OSError("it is not UTF-8 text") from None

    def write(self, name: str, text: str, *, is_new: bool = False) -> None:
        """Write *text* to the file *name* atomically; raise `OSError` with the reason if it cannot be written.

        The file's folder must exist. Only a regular file is replaced, and with *is_new* none.
        """
        parts = _parts(name)
        root = os.path.realpath(self._path)
        if not _is_utf8(text):
            raise OSError("the text has half of a character, which UTF-8 cannot hold")
        try:
            below = _below(root, parts)
            if is_new and os.path.lexists(os.path.join(root, *below)):
                raise OSError("it already exists; choose another path")
            _write(root, below, text.encode("utf-8"))
        except OSError as problem:
            raise OSError(_reason(problem)) from None

    def own_folder(self, name: str, *, make: bool = True) -> str | None:
        """Return the path of the folder *name* directly below; a link is refused.

        A missing folder is created; without *make*, None is returned instead.
        """
        (part,) = _parts(name)
        path = os.path.join(os.path.realpath(self._path), part)
        try:
            if not make and not os.path.lexists(path):
                return None
            with suppress(FileExistsError):
                os.mkdir(path)
            if not stat.S_ISDIR(os.stat(path, follow_symlinks=False).st_mode):
                raise OSError("it is not a folder")
        except OSError as problem:
            raise OSError(_reason(problem)) from None
        return path

    def names(self, suffix: str, most: int) -> tuple[str, ...]:
        """Return the names of up to *most* files that end in *suffix*, in alphabetical order; no link is followed."""
        root = os.path.realpath(self._path)
        found = []
        for folder, inner, files in os.walk(root):
            inner[:] = sorted(each for each in inner if not each.startswith("."))
            here = os.path.relpath(folder, root).replace(os.sep, "/")
            for file in sorted(files):
                path = os.path.join(folder, file)
                if file.endswith(suffix) and stat.S_ISREG(os.stat(path, follow_symlinks=False).st_mode):
                    found.append(file if here == "." else f"{here}/{file}")
            if len(found) >= most:
                break
        return tuple(sorted(found)[:most])


def folder_inside(path: str, roots: Iterable[str]) -> Folder | None:
    """Return the folder of the file *path* if it is in or below one of *roots*, links resolved; otherwise None."""
    folder = os.path.realpath(os.path.dirname(path))
    inside = any(os.path.join(folder, "").startswith(os.path.join(os.path.realpath(root), "")) for root in roots)
    return Folder(folder) if inside else None


def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a relative name that stays below its folder on every system; `.` is dropped."""
    parts = tuple(part for part in name.split("/") if part != ".")
    if not name or "\0" in name or "\\" in name or ":" in name or not _is_utf8(name):
        raise OSError("it is not a plain file name; write letters, digits, `.`, `-`, `_` and `/`")
    if name.startswith("/") or ".." in parts:
        raise OSError(_OUTSIDE)
    if not parts or "" in parts:
        raise OSError("it is not a regular file")
    return parts


def _is_utf8(text: str) -> bool:
    """Return whether *text* can be written as UTF-8: JSON can hold half of a pair of UTF-16 units, which cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _below(root: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts that lead from *root* to the file without a link; a link that leads out of *root* is refused."""
    real = os.path.realpath(os.path.join(root, *parts))
    inside = os.path.join(root, "")
    if not real.startswith(inside):
        raise OSError(_OUTSIDE)
    return tuple(real[len(inside) :].split(os.sep))


def _read(root: str, parts: tuple[str, ...], most_bytes: int) -> bytes:
    with os.fdopen(_open(root, parts), "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError("it is not a regular file")
        data = stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(f"it is larger than {most_bytes} bytes")
    return data


def _open(root: str, parts: tuple[str, ...]) -> int:
    """Return a descriptor of the file, opened from *root* part by part."""
    if os.open not in os.supports_dir_fd:  # Windows; there the links were checked just before
        path = os.path.join(root, *parts)
        _refuse_special(os.stat(path, follow_symlinks=False))
        return os.open(path, _FILE)
    folder = _open_folder(root, parts[:-1])
    try:
        _refuse_special(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False))
        return os.open(parts[-1], _FILE | _NO_LINK, dir_fd=folder)
    finally:
        os.close(folder)


def _open_folder(root: str, parts: tuple[str, ...]) -> int:
    """Return a descriptor of a folder, opened from *root* part by part, so that no link is followed."""
    folder = os.open(root, _FOLDER)
    for part in parts:
        try:
            inner = os.open(part, _FOLDER | _NO_LINK, dir_fd=folder)
        finally:
            os.close(folder)
        folder = inner
    return folder


def _write(root: str, parts: tuple[str, ...], data: bytes) -> None:
    """Write a new file beside the old one, then rename it over the old one, both relative to the opened folder."""
    if os.open not in os.supports_dir_fd:  # Windows, as above
        path = Path(root, *parts)
        if path.exists():
            _refuse_special(os.stat(path, follow_symlinks=False))
        write_whole(path, data)
        return
    folder = _open_folder(root, parts[:-1])
    fresh = f".{parts[-1][:40]}.{os.urandom(8).hex()}.part"
    try:
        mode = 0o644
        with suppress(FileNotFoundError):
            old = os.stat(parts[-1], dir_fd=folder, follow_symlinks=False)
            _refuse_special(old)
            mode = stat.S_IMODE(old.st_mode)
        if not mode & stat.S_IWUSR:
            raise PermissionError(errno.EACCES, "it is read-only")
        new = os.open(fresh, _NEW | _NO_LINK, mode, dir_fd=folder)
        try:
            with os.fdopen(new, "wb") as stream:
                stream.write(data)
            os.rename(fresh, parts[-1], src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:  # a full disk, or an interrupt
            with suppress(OSError):
                os.unlink(fresh, dir_fd=folder)
            raise
    finally:
        os.close(folder)


def _refuse_special(found: os.stat_result) -> None:
    """Refuse anything but a regular file before opening it, because opening a device can have effects."""
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is not a regular file")


def _like(root: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of files directly in *root* with the suffix of the missing file, in alphabetical order."""
    *folders, file = parts
    if folders or not os.path.isdir(root):
        return ()
    suffix = os.path.splitext(file)[1]
    with os.scandir(root) as entries:
        seen = islice(entries, _MOST_SEEN)
        return tuple(sorted(one.name for one in seen if one.name.endswith(suffix) and one.is_file()))


def _reason(problem: OSError) -> str:
    if isinstance(problem, FileNotFoundError | NotADirectoryError):
        return "there is no such file"
    return problem.strerror.lower() if problem.strerror else str(problem)
