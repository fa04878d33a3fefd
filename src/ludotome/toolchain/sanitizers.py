"""Sanitizers: which faults in C this compiler can detect at run time, and with which flags.

A compiler may accept a sanitizer's flag and then detect nothing (`zig cc` has no address sanitizer). So each sanitizer
is tried with a program that commits a fault of its kind.

This module does not know the code that will be checked.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from msgspec import Struct

from ludotome.toolchain.build import build_program
from ludotome.toolchain.compiler import Compiler, find_compiler
from ludotome.toolchain.errors import ToolError

# Argument 1 selects the fault; `volatile` keeps the optimiser from removing it.
FAULTY_PROGRAM = """\
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    const char *fault = count > 1 ? words[1] : "none";
    volatile int size = 8, largest = INT_MAX;
    volatile char *bytes = malloc((size_t)size);
    if (!bytes) return 1;
    bytes[0] = 0;
    if (!strcmp(fault, "address")) bytes[size] = 1;
    if (!strcmp(fault, "undefined")) largest = largest + 1;
    free((void *)bytes);
    return 0;
}
"""

CANDIDATES = (("address", "undefined"), ("undefined",))


class Sanitizers(Struct, frozen=True):
    """Available sanitizers: the `kinds` of faults they detect, best first, and the `flags` that enable them."""

    kinds: tuple[str, ...]
    flags: tuple[str, ...]


def find_sanitizers() -> Sanitizers:
    """Return the most thorough working set: address and undefined, undefined alone, or nothing.

    The search runs once per process. Pass the flags to `build_program` and run the program in a subprocess: a sanitized
    library cannot be loaded into a Python process that was started without the sanitizer's runtime.
    """
    return _find(find_compiler())


@cache
def _find(_compiler: Compiler) -> Sanitizers:
    for kinds in CANDIDATES:
        flags = (f"-fsanitize={','.join(kinds)}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g", "-O1")
        try:
            program = build_program(FAULTY_PROGRAM, name="sanitizer-probe", flags=flags)
        except ToolError as error:
            if error.code != "compile-failed":
                raise
            continue
        if not _stops(program, "none") and all(_stops(program, fault) for fault in kinds):
            return Sanitizers(kinds, flags)
    return Sanitizers((), ())


def _stops(program: Path, fault: str) -> bool:
    import subprocess

    # Leak detection needs privileges that containers lack, and is not tested here.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    return subprocess.run([program, fault], env=environment, capture_output=True, check=False).returncode != 0
