"""Instructions: which of this processor's are asked for, beyond those that every one of its kind has.

Games keep sets as bits, so they count, find and drop bits all the time: with instructions made for that a random game
of breakthrough takes a seventh less time. A compiler uses them only when told, since a program may be carried to an
older processor. A library built here is not: what it was told is part of its key, so another processor that shares the
cache builds its own.

Wider vectors are not asked for: measured, they gain nothing here and make some games slower.

This module does not know what is compiled.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

PROCESSORS = Path("/proc/cpuinfo")
# What Linux calls a feature of x86, and how gcc, clang and zig are told of it.
FLAGS = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2"}
ENOUGH = 16_384  # bytes; the first processor says it all, and there may be hundreds


@cache
def instruction_flags(processors: Path = PROCESSORS) -> tuple[str, ...]:
    """Return the compiler's flags for what this machine can do; none where the system does not say."""
    text = ""
    with suppress(OSError), processors.open("rb", buffering=0) as file:
        text = file.read(ENOUGH).decode("ascii", "replace")
    found = next((line.partition(":")[2] for line in text.splitlines() if line.startswith("flags")), "")
    return tuple(flag for feature, flag in FLAGS.items() if feature in found.split())
