"""Running: run a C compiler once, with limits, and end it when this process ends.

This module does not know which compiler it is (`compiler`), nor what is compiled.
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

LONGEST_WAIT = 1800  # seconds of wall time, for a busy machine
MOST_WORDS = 1 << 16  # bytes of compiler output
_OUT_OF_TIME, _SIGXCPU = "CPU time limit exceeded", 24  # how gcc and clang report the signal, and its number


def run_compiler(
    compiler: Compiler,
    arguments: Sequence[str],
    folder: Path,
    defaults: Mapping[str, str],
    meanwhile: Callable[[], object] = lambda: None,
) -> subprocess.CompletedProcess[str]:
    """Run the compiler in *folder* and return its status and output; *meanwhile* is called once it has started.

    *defaults* are environment variables that are set unless this process has them. The compiler writes its temporary
    files in *folder*. The compiler and every program it started are ended if *meanwhile* raises or an interrupt
    arrives, and if it takes more CPU time than COMPILE_SECONDS or more wall time than LONGEST_WAIT, which raises
    `ToolError`. They also end when this process dies, for whatever reason; then *folder* is removed too. Only the first
    MOST_WORDS bytes of the output are returned.
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
                start_new_session=True,  # so that the group can be killed, and survives the death of this process
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
        except BaseException:  # usually an interrupt: nobody waits for the result
            _end(process)
            raise
    with words.open("rb") as output:
        said = output.read(MOST_WORDS).decode("utf-8", "replace")
    status = process.returncode
    if status == NOT_STARTED and _supervised(folder):
        raise ToolError("no-compiler", f"cannot start the C compiler `{shlex.join(compiler.command)}`: {said.strip()}")
    # The supervisor reports a signal as a shell does.
    status = 128 - status if status > 128 else status
    if status and (_OUT_OF_TIME in said or status == -_SIGXCPU):
        raise ToolError("compile-limit", "the C compiler used up its processor time and was stopped")
    return subprocess.CompletedProcess(command, status, said)


def _supervised(folder: Path) -> tuple[str, ...]:
    """Return the command prefix that ends a compiler with this process; empty if there are no process groups."""
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
    """Kill a compiler and the programs it runs."""
    if process.stdin is not None:
        process.stdin.close()  # its supervisor does the rest
    if sys.platform == "win32" or not sys.executable:
        process.kill()
