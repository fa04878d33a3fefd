"""Compiler: which C compiler is used, who it is, and how it is run.

The first of `$LUDOTOME_CC` (a path, or a command with arguments such as `zig cc`), `cc`, `gcc`, `clang` and the
`ziglang` package. A `$LUDOTOME_CC` that cannot be found is an error: whoever set it did not ask for another compiler.

A compiler's identity, part of every cache key, is its resolved path with size and time of change, or the version of
the `ziglang` package. Both are known without starting it, and an upgrade changes them; so a program whose libraries are
all cached starts no compiler at all. The price: touching the compiler builds once more, and a wrapper (ccache) is known
only as itself.

This module does not know what is compiled.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct

from ludotome.toolchain.errors import ToolError

SYSTEM_COMPILERS = ("cc", "gcc", "clang")


class Compiler(Struct, frozen=True):
    """A compiler that is there: the words that start it, and the text that tells it from every other."""

    command: tuple[str, ...]
    identity: str

    @property
    def is_zig(self) -> bool:
        """Whether this is `zig cc`, which tunes for this very machine unless told not to."""
        return "ziglang" in self.command or Path(self.command[0]).stem == "zig"


def find_compiler() -> Compiler:
    """Return the compiler that `build` uses now, or raise `ToolError` with code `no-compiler`.

    The environment is read at each call, and nothing is started.
    """
    wanted = os.environ.get("LUDOTOME_CC", "").strip()
    if wanted:
        return _named(wanted)
    for name in SYSTEM_COMPILERS:
        path = shutil.which(name)
        if path is not None:
            return Compiler((os.path.abspath(path),), _identity_of_file(path))
    if sys.executable and importlib.util.find_spec("ziglang") is not None:
        return Compiler((sys.executable, "-m", "ziglang", "cc"), f"ziglang {_ziglang_version()}")
    raise ToolError(
        "no-compiler",
        f"no C compiler found: no {', no '.join(f'`{name}`' for name in SYSTEM_COMPILERS)} and no `ziglang` package; "
        "run `pip install ziglang`, which needs no administrator, or set `LUDOTOME_CC` to the command of a compiler",
    )


def compiler_name() -> str:
    """Return one line that names the compiler and its version, as it says itself; started once in a process.

    A compiler that will not tell its version is named by its command.
    """
    return _version_line(find_compiler())


def run_compiler(
    compiler: Compiler,
    arguments: Sequence[str],
    folder: Path,
    defaults: Mapping[str, str],
    meanwhile: Callable[[], object] = lambda: None,
) -> subprocess.CompletedProcess[str]:
    """Return how the compiler ended and what it said, run in *folder*; *meanwhile* is called once it has started.

    *defaults* are environment variables for it, where this process does not set them itself. What it writes on the way
    it writes in *folder*, and if *meanwhile* or an interrupt raises something, it is ended with all that it started.
    """
    command = [*compiler.command, *arguments]
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**defaults, **os.environ, "TMPDIR": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # so that it can be ended whole
        )
    except OSError as error:
        raise ToolError(
            "no-compiler", f"cannot start the C compiler `{shlex.join(compiler.command)}`: {error.strerror or error}"
        ) from error
    with process:
        try:
            meanwhile()
            said, _ = process.communicate()
        except BaseException:  # an interrupt, mostly: nobody waits for it any more
            _end(process)
            raise
    return subprocess.CompletedProcess(command, process.returncode, said)


def _end(process: subprocess.Popen[str]) -> None:
    """End a compiler and the programs it runs."""
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):  # it has ended, and was waited for
        os.killpg(process.pid, signal.SIGKILL)


def _named(wanted: str) -> Compiler:
    # A path with blanks is one word; only when there is no such file is the text a command with arguments.
    try:
        words = [wanted] if Path(wanted).is_file() else shlex.split(wanted)
    except ValueError:  # an unclosed quote
        words = [wanted]
    path = shutil.which(words[0])
    if path is None:
        raise ToolError(
            "no-compiler",
            f"`LUDOTOME_CC` is `{wanted}`, but there is no program `{words[0]}`; "
            "set it to the command of a C compiler, or unset it",
        )
    # Not as it was written: it is run in another folder.
    return Compiler((os.path.abspath(path), *words[1:]), _identity_of_file(path))


def _identity_of_file(path: str) -> str:
    resolved = Path(path).resolve()
    status = resolved.stat()
    return f"{resolved} {status.st_size} {status.st_mtime_ns}"


@cache
def _ziglang_version() -> str:
    from importlib.metadata import version  # costs milliseconds, and seldom needed

    return version("ziglang")


@cache
def _version_line(compiler: Compiler) -> str:
    said = run_compiler(compiler, ["--version"], Path.cwd(), {})
    lines = said.stdout.strip().splitlines()
    if said.returncode != 0 or not lines:
        return shlex.join(compiler.command)
    return f"zig cc, {lines[0]}" if compiler.is_zig else lines[0]
