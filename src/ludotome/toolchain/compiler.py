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
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from ludotome.toolchain.errors import ToolError
from ludotome.toolchain.supervisor import NOT_STARTED

SYSTEM_COMPILERS = ("cc", "gcc", "clang")
COMPILE_SECONDS = 180
"""Processor time of a compiler: gcc takes three for the largest shipped game, zig a minute when it first starts."""
LONGEST_WAIT = 1800  # seconds by the clock, on a busy machine
MOST_WORDS = 1 << 16  # bytes of what a compiler says
_OUT_OF_TIME, _SIGXCPU = "CPU time limit exceeded", 24  # what gcc and clang say of the signal, and its number


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
    bundled = _bundled()
    if bundled is not None:
        return bundled
    raise ToolError(
        "no-compiler",
        f"no C compiler found: no {', no '.join(f'`{name}`' for name in SYSTEM_COMPILERS)} and no `ziglang` package; "
        "run `pip install ziglang`, which needs no administrator, or set `LUDOTOME_CC` to the command of a compiler",
    )


def find_wasm_compiler() -> Compiler:
    """Return the compiler for WebAssembly, that of the `ziglang` package, or raise `ToolError` with code `no-compiler`.

    No other is looked for: the same version of it gives the same module on every machine.
    """
    bundled = _bundled()
    if bundled is None:
        raise ToolError(
            "no-compiler",
            "no compiler for WebAssembly found: there is no `ziglang` package; run `pip install 'ludotome[export]'`, "
            "which needs no administrator",
        )
    return bundled


def _bundled() -> Compiler | None:
    """Return the compiler of the `ziglang` package; None where it is not installed."""
    if not sys.executable or importlib.util.find_spec("ziglang") is None:
        return None
    return Compiler((sys.executable, "-m", "ziglang", "cc"), f"ziglang {_ziglang_version()}")


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
    it writes in *folder*. It is ended with all that it started when *meanwhile* or an interrupt raises something, when
    it takes more processor time than COMPILE_SECONDS or longer than LONGEST_WAIT, which is a `ToolError`, and when this
    process dies, however it dies: then *folder* is removed too. Of what it says, the first MOST_WORDS bytes are
    returned.
    """
    command = [*compiler.command, *arguments]
    words = folder / "compiler-output.txt"
    try:
        with words.open("wb") as output:
            process = subprocess.Popen(
                [*_supervised(folder), *command],
                cwd=folder,
                env={**defaults, **os.environ, "TMPDIR": str(folder)},
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # so that it can be ended whole, and outlives an end of this one
            )
    except OSError as error:
        raise ToolError(
            "no-compiler", f"cannot start the C compiler `{shlex.join(compiler.command)}`: {error.strerror or error}"
        ) from error
    with process:
        try:
            meanwhile()
            process.wait(LONGEST_WAIT)
        except subprocess.TimeoutExpired:
            _end(process)
            raise ToolError(
                "compile-limit", f"the C compiler took longer than {LONGEST_WAIT} s and was stopped"
            ) from None
        except BaseException:  # an interrupt, mostly: nobody waits for it any more
            _end(process)
            raise
    with words.open("rb") as output:
        said = output.read(MOST_WORDS).decode("utf-8", "replace")
    status = process.returncode
    if status == NOT_STARTED and _supervised(folder):
        raise ToolError("no-compiler", f"cannot start the C compiler `{shlex.join(compiler.command)}`: {said.strip()}")
    # The supervisor says of a signal what a shell says.
    status = 128 - status if status > 128 else status
    if status and (_OUT_OF_TIME in said or status == -_SIGXCPU):
        raise ToolError("compile-limit", "the C compiler used up its processor time and was stopped")
    return subprocess.CompletedProcess(command, status, said)


def _supervised(folder: Path) -> tuple[str, ...]:
    """Return the command before a compiler's that ends it with this process; none where there are no groups."""
    if sys.platform == "win32" or not sys.executable:
        return ()
    return (
        sys.executable,
        "-I",
        "-S",
        str(Path(__file__).with_name("supervisor.py")),
        str(folder),
        str(COMPILE_SECONDS),
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a compiler and the programs it runs."""
    if process.stdin is not None:
        process.stdin.close()  # its supervisor sees to the rest
    if sys.platform == "win32" or not sys.executable:
        process.kill()


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
    with tempfile.TemporaryDirectory(prefix="ludotome-build-", ignore_cleanup_errors=True) as work:
        said = run_compiler(compiler, ["--version"], Path(work), {})
    lines = said.stdout.strip().splitlines()
    if said.returncode != 0 or not lines:
        return shlex.join(compiler.command)
    return f"zig cc, {lines[0]}" if compiler.is_zig else lines[0]
