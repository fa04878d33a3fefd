"""Running: one run of a C compiler, with limits, that ends when this process does.

This module does not know which compiler that is (`compiler`), nor what is compiled.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ludotome.toolchain.compiler import COMPILE_SECONDS, Compiler
from ludotome.toolchain.errors import ToolError
from ludotome.toolchain.supervisor import NOT_STARTED

LONGEST_WAIT = 1800  # seconds by the clock, on a busy machine
MOST_WORDS = 1 << 16  # bytes of what a compiler says
_OUT_OF_TIME, _SIGXCPU = "CPU time limit exceeded", 24  # what gcc and clang say of the signal, and its number


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
