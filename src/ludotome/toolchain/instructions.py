"""Instructions: which of this processor's are asked for, beyond those that every one of its kind has.

Games keep sets as bits, so they count, find and drop bits all the time: with instructions made for that a random game
of breakthrough takes a seventh less time. A compiler uses them only when told, since a program may be carried to an
older processor. A library built here is not: what it was told is part of its key, so another processor that shares the
cache builds its own.

Wider vectors are not asked for: measured, they gain nothing here and make some games slower. Whoever tells the compiler
of a processor (`LUDOTOME_CC="gcc -march=x86-64"`) is not contradicted.

This module does not know what is compiled.
"""

from __future__ import annotations

import platform
from contextlib import suppress
from functools import cache
from pathlib import Path

from ludotome.toolchain.compiler import find_compiler

PROCESSORS = Path("/proc/cpuinfo")
MACHINES = ("x86_64", "AMD64", "i686", "i386")
# What Linux calls a feature of these, and how gcc, clang and zig are told of it.
FLAGS = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2"}
ENOUGH = 16_384  # bytes; the first processor says it all, and there may be hundreds


def instruction_flags() -> tuple[str, ...]:
    """Return the compiler's flags for what this machine can do; none where the system or the compiler is silent on it.

    A `ToolError` where there is no compiler.
    """
    told = any(word.startswith("-m") and word != "-m" for word in find_compiler().command[1:])
    return () if told else flags_for(platform.machine(), PROCESSORS)


@cache
def flags_for(machine: str, processors: Path) -> tuple[str, ...]:
    """Return the flags for a kind of *machine* whose system tells of its *processors* in a file."""
    if machine not in MACHINES:  # one that only pretends to be another shows the real one's file
        return ()
    text = ""
    with suppress(OSError), processors.open("rb", buffering=0) as file:
        text = file.read(ENOUGH).decode("ascii", "replace")
    # Whole lines: what is cut could end in another word.
    for line in text.split("\n")[:-1]:
        name, _, found = line.partition(":")
        if name.strip() == "flags":
            return tuple(flag for feature, flag in FLAGS.items() if feature in found.split())
    return ()
