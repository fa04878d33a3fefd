"""Compiler: find the C compiler and identify it.

The first of `$LUDOTOME_CC` (a path, or a command with arguments such as `zig cc`), `cc`, `gcc`, `clang` and the
`ziglang` package is used. If `$LUDOTOME_CC` is set but cannot be found, that is an error; no other compiler is tried.

A compiler's identity is part of every cache key. It is the resolved path with size and modification time, or the
version of the `ziglang` package. Both are known without starting the compiler, and an upgrade changes them, so a
program whose libraries are all cached starts no compiler. The drawbacks: touching the compiler causes one more build,
and a wrapper such as ccache is identified only as itself.

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
"""Limit of a compiler's CPU time. gcc needs 3 s for the largest shipped game, zig a minute when it first starts."""


class Compiler(Struct, frozen=True):
    """An available compiler: the command that starts it, and the text that identifies it."""

    command: tuple[str, ...]
    identity: str

    @property
    def is_zig(self) -> bool:
        """Whether this is `zig cc`, which optimises for this machine by default."""
        return "ziglang" in self.command or Path(self.command[0]).stem == "zig"


def find_compiler() -> Compiler:
    """Return the compiler that `build` uses; raise `ToolError` with code `no-compiler` if there is none.

    The environment is read at each call; no program is started.
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
    """Return the WebAssembly compiler of the `ziglang` package; raise `ToolError` with code `no-compiler` without it.

    No other compiler is tried, because the same version of this one gives the same module on every machine.
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
    """Return the compiler of the `ziglang` package, or None if it is not installed."""
    if not sys.executable or importlib.util.find_spec("ziglang") is None:
        return None
    return Compiler((sys.executable, "-m", "ziglang", "cc"), f"ziglang {_ziglang_version()}")


def _named(wanted: str) -> Compiler:
    # The text may be a path with spaces. It is a command with arguments only if there is no such file.
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
    # Absolute, because the compiler runs in another folder.
    return Compiler((os.path.abspath(path), *words[1:]), _identity_of_file(path))


def _identity_of_file(path: str) -> str:
    resolved = Path(path).resolve()
    status = resolved.stat()
    return f"{resolved} {status.st_size} {status.st_mtime_ns}"


@cache
def _ziglang_version() -> str:
    from importlib.metadata import version  # takes milliseconds to import and is rarely needed

    return version("ziglang")
