"""Compiler: which C compiler is used, and which it is.

The first of `$LUDOTOME_CC` (a path, or a command with arguments such as `zig cc`), `cc`, `gcc`, `clang` and the
`ziglang` package. A `$LUDOTOME_CC` that cannot be found is an error: whoever set it did not ask for another compiler.

A compiler's identity, part of every cache key, is its resolved path with size and time of change, or the version of
the `ziglang` package. Both are known without starting it, and an upgrade changes them; so a program whose libraries are
all cached starts no compiler at all. The price: touching the compiler builds once more, and a wrapper (ccache) is known
only as itself.

This module does not know how a compiler is run (`running`), nor what is compiled.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import sys
from functools import cache
from pathlib import Path

from msgspec import Struct

from ludotome.toolchain.errors import ToolError

SYSTEM_COMPILERS = ("cc", "gcc", "clang")
COMPILE_SECONDS = 180
"""Processor time of a compiler: gcc takes three for the largest shipped game, zig a minute when it first starts."""


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
