"""Instructions: compiler flags for the optional instructions of this machine's processor.

Games store sets as bits and constantly count, find and clear bits. With the instructions for that, a random game of
breakthrough takes a seventh less time. By default a compiler does not use them, because a program may be run on an
older processor. A library built here is not: the flags are part of its cache key, so a machine with another processor
that shares the cache builds its own.

`pdep`, which finds the k-th bit of a set, takes a few cycles on most processors and hundreds on some older ones. The
macro `FAST_PDEP` is defined only where it is fast.

Flags for wider vectors are not used: in measurements they gained nothing and made some games slower. If the user's
compiler command already selects a processor (`LUDOTOME_CC="gcc -march=x86-64"`), no flags are added.

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
# The name of each feature in Linux, and its flag for gcc, clang and zig.
FLAGS = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2"}
FAST_PDEP = "-DFAST_PDEP"
# Families of processors, by vendor, that have `pdep` as microcode: AMD's Zen and Zen 2, and Hygon's copies of Zen.
SLOW_PDEP = {"AuthenticAMD": range(25), "HygonGenuine": range(25)}
ENOUGH = 16_384  # bytes to read: the entry of the first processor is enough, and there may be hundreds


def instruction_flags() -> tuple[str, ...]:
    """Return the compiler flags for the features of this machine's processor; empty if they are not known.

    Raises `ToolError` if there is no compiler.
    """
    told = any(word.startswith("-m") and word != "-m" for word in find_compiler().command[1:])
    return () if told else flags_for(platform.machine(), PROCESSORS)


@cache
def flags_for(machine: str, processors: Path) -> tuple[str, ...]:
    """Return the flags for a kind of *machine* whose system describes its processors in the file *processors*."""
    if machine not in MACHINES:  # an emulated machine sees the file of the real one
        return ()
    text = ""
    with suppress(OSError), processors.open("rb", buffering=0) as file:
        text = file.read(ENOUGH).decode("ascii", "replace")
    known: dict[str, str] = {}
    for line in text.split("\n")[:-1]:  # complete lines: one that was cut off could end in another word
        name, _, value = line.partition(":")
        known.setdefault(name.strip(), value.strip())
        if name.strip() == "flags":
            break
    found = known.get("flags", "").split()
    flags = tuple(flag for feature, flag in FLAGS.items() if feature in found)
    return (*flags, FAST_PDEP) if FLAGS["bmi2"] in flags and _has_fast_pdep(known) else flags


def _has_fast_pdep(known: dict[str, str]) -> bool:
    """Return whether a processor with BMI2 runs `pdep` in a few cycles, by the fields that Linux shows of it.

    A processor whose vendor or family is unknown counts as slow.
    """
    vendor, family = known.get("vendor_id", ""), known.get("cpu family", "")
    return bool(vendor) and family.isdecimal() and int(family) not in SLOW_PDEP.get(vendor, ())
