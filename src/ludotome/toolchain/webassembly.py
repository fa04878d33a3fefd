"""WebAssembly: compile C to a cached module that imports nothing.

The `ziglang` package compiles it with a small C library (`freestanding/`), so no libc is built or downloaded.

Invariants:
    * a module imports nothing: it can only compute, and read and write its own memory;
    * the same text, exports and compiler give the same bytes, on every machine;
    * memory begins with the stack (zig links it so), so a stack overflow traps and overwrites nothing.

This module does not know what the C means, nor who runs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct

from ludotome.toolchain.build import build_with
from ludotome.toolchain.compiler import find_wasm_compiler

MODULE_SUFFIX = ".wasm"
STACK_BYTES = 4 * 2**20
MOST_MEMORY = 2**30
"""Upper limit of a module's memory, in bytes; its host may allow less."""

_FLAGS = (
    "libc.c",
    "-I.",
    "-target",
    "wasm32-freestanding",
    "-mcpu=generic+bulk_memory+sign_ext+simd128",
    "-O2",
    "-std=c99",
    "-nostdlib",
    "-fno-math-errno",
    # Sums and products are rounded separately, as on every other machine.
    "-ffp-contract=off",
    # 64-bit numbers are multiplied by hand, because 128-bit arithmetic needs a library.
    "-DLT_NO_INT128",
    "-Werror=implicit-function-declaration",
    "-Wl,--strip-all,--gc-sections,--no-entry",
    f"-Wl,-z,stack-size={STACK_BYTES}",
    f"-Wl,--max-memory={MOST_MEMORY}",
)
_LIBRARY = ("libc.c", "math.h", "stdlib.h", "string.h", "time.h")


class WasmModule(Struct, frozen=True):
    """A compiled module: its file in the cache, and its bytes."""

    path: Path
    wasm: bytes


def build_module(c_source: str, *, name: str, exports: Iterable[str], flags: Iterable[str] = ()) -> WasmModule:
    """Return *c_source* compiled as a WebAssembly module; the cache is used if it was built before.

    The module exports its `memory` and the functions named in *exports*; unused code is left out. Names, further
    *flags* and errors are as for `build`.
    """
    names = tuple(exports)
    wrong = next((one for one in names if not re.fullmatch(r"[A-Za-z_]\w*", one, re.ASCII)), None)
    if wrong is not None:
        raise ValueError(f"`{wrong}` is not the name of a C function")
    offered = tuple(f"-Wl,--export={one}" for one in names)
    every = (*_FLAGS, *offered, *flags)
    compiler = find_wasm_compiler()
    path = build_with(compiler, c_source, name=name, flags=every, suffix=MODULE_SUFFIX, beside=_library())
    return WasmModule(path, path.read_bytes())


@cache
def _library() -> dict[str, str]:
    """Return the files of the C library."""
    folder = Path(__file__).with_name("freestanding")
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in _LIBRARY}
