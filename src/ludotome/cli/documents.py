"""Documents: the files a command is given, read and written as text, with a clear answer when that cannot be.

Invariants:
    * a file that cannot be read is a `CommandError` that names it and says why;
    * a file that is not UTF-8 is still a text, with a stand-in where a byte is no character, and a diagnostic that says
      where;
    * nothing is read without a limit, also from a pipe or a device;
    * a file is written whole or not at all: whoever reads it finds what was there before or what is there now;
    * no command writes over a file that it reads, unless to mend that is what it is for.

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
    """A file as text, under the name the user gave it; `fault` says why its bytes are no UTF-8, if they are not."""

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
    """Return the question whether the near file beside *name* was meant, or one of the *others*; "" where none is near.

    Looked at are the files that end as *name* does, or in *kind* where it has no end.
    """
    from ludotome.play import near_files  # which loads the kernels: only whoever named what is not there waits

    near = near_files(name, others, kind)
    return f"did you mean `{near[0]}`?" if near else ""


def no_file(name: str, kind: str = ".md") -> CommandError:
    """Return that the file *name* of a command line is not there, with the near one if there is one."""
    hint = did_you_mean(name, kind=kind)
    return CommandError(f"no file `{name}`" + (f"; {hint}" if hint else ""), status=2)


def write_document(name: str, content: str | bytes) -> None:
    """Put *content* in the file *name* in one step; a file that was there keeps its permissions, a link its place."""
    check_writable(name)
    try:
        write_whole(name, content)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"cannot write `{name}`: {reason.lower()}") from None


def check_writable(name: str) -> None:
    """Refuse a file name at which nothing can be written, before work is done for it; a full disk shows only later."""
    if not name:
        raise CommandError("a file name is empty", status=2)
    target = Path(name)
    try:
        reason = (
            "is a directory" if target.is_dir()
            else "no such file or directory" if not target.parent.is_dir()
            # Its folder would let us put another file in its place, but somebody wanted this one to stay.
            else "it is read-only" if target.is_file() and not target.stat().st_mode & _WRITABLE
            else "permission denied" if not os.access(target if target.exists() else target.parent, os.W_OK)
            else None
        )  # fmt: skip
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
    if reason is not None:
        raise CommandError(f"cannot write `{name}`: {reason}")


def check_output(name: str, reads: Iterable[str]) -> None:
    """Refuse to write to *name* what cannot be written, or one of the files a command *reads*, before work is done.

    A file is the same by whatever path or link it is named, and also where standard input comes from it.
    """
    if any(_is_same_file(name, read) for read in reads):
        raise CommandError(f"cannot write `{name}`: it is read here; name another file to write to", status=2)
    check_writable(name)


def _is_same_file(name: str, read: str) -> bool:
    try:
        written, other = os.stat(name), os.fstat(sys.stdin.fileno()) if read == STDIN else os.stat(read)
    except (OSError, ValueError):  # one is not there, or standard input is no file
        return False
    # A pipe or a device may be both read and written: there is nothing in it to be lost.
    return stat.S_ISREG(written.st_mode) and os.path.samestat(written, other)


class Beside:
    """Texts in the folder of a document, read by the names the document gives them, and kept to be shown.

    What cannot be read is an `OSError` with the reason, as it is from `Folder`: the room that asked knows the place.
    """

    def __init__(self, name: str) -> None:
        self._folder = Folder(Path() if name == STDIN else Path(name).parent)
        self._shelf = Shelf(self._folder.read)
        self.texts: dict[str, str] = {}
        self.asked: list[str] = []  # the paths of all texts asked for, also of those that could not be read

    def path(self, beside: str) -> str:
        """Return where the text *beside* is, as the user would name it."""
        if "." not in beside and "/" not in beside:
            return str(shipped_path(beside))
        here = self._folder.path(beside)
        return (
            here if Path(here).exists() or not self._shelf.is_shipped(beside) else str(shipped_path("").parent / beside)
        )

    def __call__(self, beside: str) -> str:
        """Return the text *beside*, and keep it in `texts` under its path, to be shown with what is wrong in it."""
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
    """Return what standard input holds, which can be read only once."""
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> Diagnostic:
    # What stands before the fault is sound, so its length in characters is the place of the first stand-in.
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
