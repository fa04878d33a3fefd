"""Documents: read and write the files a command is given, with clear errors.

Invariants:
    * a file that cannot be read is a `CommandError` that names it and says why;
    * a file that is not UTF-8 is still a text, with U+FFFD for each invalid byte, and a diagnostic that says where;
    * everything is read with a size limit, also from a pipe or a device;
    * a file is written atomically: a reader finds the old or the new content, never a part;
    * no command overwrites a file that it reads, except `check --fix`.

This module does not know what a document means.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludotome.cli.errors import CommandError
from ludotome.diagnostics import Diagnostic, SourceText
from ludotome.files import MOST_BYTES, Folder, Shelf, shipped_path, write_whole

STDIN = "-"
_WRITABLE = 0o222
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class MissingFileError(CommandError):
    """There is no file of that name."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file as text, under the name the user gave it; `fault` says where its bytes are not UTF-8."""

    name: str
    text: str
    fault: Diagnostic | None


def read_document(name: str) -> Document:
    """Return the document in the file *name*; `-` is standard input."""
    data = _read_bytes(name)
    shown = "<stdin>" if name == STDIN else name
    try:
        return Document(shown, data.decode("utf-8"), None)
    except UnicodeDecodeError as error:
        return Document(shown, data.decode("utf-8", errors="replace"), _not_utf8(data, error))


def did_you_mean(name: str, others: Iterable[str] = (), kind: str = ".md") -> str:
    """Return a question that suggests a file with a name near *name*, or one of the *others*; "" if none is near.

    Considered are files in the same folder with the suffix of *name*, or *kind* if it has none.
    """
    from ludotome.play import near_files  # loads the kernels, so it is imported only when a file is missing

    near = near_files(name, others, kind)
    return f"did you mean `{near[0]}`?" if near else ""


def no_file(name: str, kind: str = ".md") -> CommandError:
    """Return the error for a missing file *name*, with a near name if there is one."""
    hint = did_you_mean(name, kind=kind)
    return CommandError(f"no file `{name}`" + (f"; {hint}" if hint else ""), status=2)


def write_document(name: str, content: str | bytes) -> None:
    """Write *content* to the file *name* atomically; an existing file keeps its permissions, a link stays a link."""
    check_writable(name)
    try:
        write_whole(name, content)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"cannot write `{name}`: {reason.lower()}") from None


def check_writable(name: str) -> None:
    """Refuse a file that cannot be written before any work is done for it; a full disk shows only later."""
    if not name:
        raise CommandError("a file name is empty", status=2)
    target = Path(name)
    try:
        reason = (
            "is a directory" if target.is_dir()
            else "no such file or directory" if not target.parent.is_dir()
            # The folder's permissions would allow a replacement, but this file is write-protected.
            else "it is read-only" if target.is_file() and not target.stat().st_mode & _WRITABLE
            else "permission denied" if not os.access(target if target.exists() else target.parent, os.W_OK)
            else None
        )  # fmt: skip
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
    if reason is not None:
        raise CommandError(f"cannot write `{name}`: {reason}")


def check_output(name: str, reads: Iterable[str]) -> None:
    """Refuse an output *name* that cannot be written or is one of the files a command *reads*, before work is done.

    Files are compared by identity, so other paths, links and a redirected standard input are recognized.
    """
    if any(_is_same_file(name, read) for read in reads):
        raise CommandError(f"cannot write `{name}`: it is read here; name another file to write to", status=2)
    check_writable(name)


def _is_same_file(name: str, read: str) -> bool:
    try:
        written, other = os.stat(name), os.fstat(sys.stdin.fileno()) if read == STDIN else os.stat(read)
    except (OSError, ValueError):  # one of them does not exist, or standard input is not a file
        return False
    # A pipe or a device may be both read and written: it holds nothing that could be lost.
    return stat.S_ISREG(written.st_mode) and os.path.samestat(written, other)


class Beside:
    """The files in a document's folder, read by the names the document uses, and kept for showing errors.

    A file that cannot be read raises `OSError` with the reason, as `Folder` does: the caller knows the location.
    """

    def __init__(self, name: str) -> None:
        self._folder = Folder(Path() if name == STDIN else Path(name).parent)
        self._shelf = Shelf(self._folder.read)
        self.texts: dict[str, str] = {}
        self.asked: list[str] = []  # the paths of all requested files, also of those that could not be read

    def path(self, beside: str) -> str:
        """Return the path of the file *beside* as the user would write it."""
        if "." not in beside and "/" not in beside:
            return str(shipped_path(beside))
        here = self._folder.path(beside)
        return (
            here if Path(here).exists() or not self._shelf.is_shipped(beside) else str(shipped_path("").parent / beside)
        )

    def __call__(self, beside: str) -> str:
        """Return the text of the file *beside*, and keep it in `texts` under its path for showing errors."""
        self.asked.append(self.path(beside))
        text = self._shelf(beside)
        self.texts[self.path(beside)] = text
        return text


def _read_bytes(name: str) -> bytes:
    if not name:
        raise CommandError("a file name is empty", status=2)
    try:
        if name == STDIN:
            data = _standard_input()
        else:
            with Path(name).open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
    except IsADirectoryError:
        raise CommandError(f"`{name}` is a folder; name a document in it", status=2) from None
    except FileNotFoundError:
        raise MissingFileError(f"no file `{name}`", status=2) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"cannot read `{name}`: {reason.lower()}") from None
    if len(data) > MOST_BYTES:
        raise CommandError(f"`{name}` is larger than {MOST_BYTES // 1024**2} MiB, which no game document is")
    return data


@cache
def _standard_input() -> bytes:
    """Return the content of standard input, which can be read only once."""
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> Diagnostic:
    # The text before the invalid byte is valid, so its length in characters is the place of the first U+FFFD.
    start = len(data[: error.start].decode("utf-8"))
    source = SourceText(data.decode("utf-8", errors="replace"))
    span = source.span(start, start + 1)
    looks_utf16 = data.startswith(_UTF16_MARKS)
    return Diagnostic(
        code="LT099",
        severity="error",
        path="document",
        message=f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8",
        suggestion="save the file as UTF-8",
        span=span,
        context_snippet=source.snippet(span),
        notes=("the file begins like UTF-16",) if looks_utf16 else (),
    )
