"""Which instructions of a processor are used, and that they give the same results."""

from __future__ import annotations

import platform
import random
import sys
from pathlib import Path

import pytest

from ludotome.toolchain import build, find_compiler, instruction_flags
from ludotome.toolchain.instructions import ENOUGH, PROCESSORS, flags_for

FIRST = "processor\t: 0\nvendor_id\t: AuthenticAMD\nbugs\t\t: bmi2_is_no_bug\n"
COUNT = """
#include <stdint.h>
int count(uint64_t bits) { return __builtin_popcountll(bits); }
int lowest(uint64_t bits) { return __builtin_ctzll(bits); }
uint64_t rest(uint64_t bits) { return bits & (bits - 1); }
uint64_t shifted(uint64_t bits, int by) { return bits >> by; }
"""
DECLARED = "int count(uint64_t); int lowest(uint64_t); uint64_t rest(uint64_t); uint64_t shifted(uint64_t, int);"


def processors(folder: Path, text: str) -> Path:
    """Return a file that describes processors as Linux does."""
    file = folder / "cpuinfo"
    file.write_bytes(text.encode())
    return file


@pytest.mark.parametrize(
    ("said", "flags"),
    [
        ("flags\t\t: fpu bmi1 avx2 bmi2 popcnt", ("-mpopcnt", "-mbmi", "-mbmi2")),
        ("flags\t\t: fpu popcnt abm", ("-mpopcnt",)),
        ("flags\t\t: fpu bmi1x xbmi2", ()),
        ("flags\t\t:", ()),
        ("flags_extra\t: popcnt bmi1\nflags\t\t: fpu bmi2", ("-mbmi2",)),
        ("model name\t: x\x0bflags : bmi2\rflags : bmi2\nflags : fpu", ()),
        ("Features\t: fp asimd bmi2", ()),
        ("", ()),
    ],
)
def test_what_the_first_processor_has_is_asked_for(tmp_path, said, flags):
    second = "\n\nprocessor\t: 1\nflags\t\t: fpu popcnt bmi1 bmi2\n" if "flags" in said else ""
    assert flags_for("x86_64", processors(tmp_path, f"{FIRST}{said}\n{second}")) == flags


@pytest.mark.parametrize(
    ("vendor", "family", "fast"),
    [
        ("GenuineIntel", "6", True),
        ("AuthenticAMD", "25", True),
        ("AuthenticAMD", "26", True),
        ("AuthenticAMD", "23", False),
        ("AuthenticAMD", "21", False),
        ("HygonGenuine", "24", False),
        ("", "25", False),
        ("GenuineIntel", "", False),
        ("GenuineIntel", "six", False),
    ],
)
def test_pdep_is_used_only_where_it_is_fast(tmp_path, vendor, family, fast):
    """AMD's Zen and Zen 2 have it as microcode, which takes hundreds of cycles."""
    text = f"processor : 0\nvendor_id : {vendor}\ncpu family : {family}\nflags : bmi1 bmi2\n"
    assert flags_for("x86_64", processors(tmp_path, text)) == ("-mbmi", "-mbmi2", *(["-DFAST_PDEP"] if fast else []))
    older = tmp_path / "older"
    older.mkdir()
    assert flags_for("x86_64", processors(older, text.replace("bmi2", "sse2"))) == ("-mbmi",)


@pytest.mark.parametrize("said", ["popcnt bmi1 bmi2", "popcnt bmi1 bmi2xyz", "popcntless bmi1"])
def test_a_line_that_is_cut_says_nothing(tmp_path, said):
    line = f"flags\t\t: {said}"
    cut = line.index("bmi") + len("bmi1")
    file = processors(tmp_path, "x" * (ENOUGH - 1 - cut) + "\n" + line + "\n")
    assert flags_for("x86_64", file) == ()


@pytest.mark.parametrize("machine", ["aarch64", "riscv64", "armv7l", ""])
def test_a_machine_of_another_kind_has_none_of_them(tmp_path, machine):
    """An emulated machine may show the file of its host."""
    assert flags_for(machine, processors(tmp_path, "flags : popcnt bmi1 bmi2\n")) == ()


def test_a_processor_chosen_in_the_compiler_command_is_kept(monkeypatch):
    command = find_compiler().command
    monkeypatch.setenv("LUDOTOME_CC", f"{command[0]} -march=x86-64")
    assert instruction_flags() == ()
    monkeypatch.setenv("LUDOTOME_CC", command[0])
    assert instruction_flags() == flags_for(platform.machine(), PROCESSORS)


def test_python_m_does_not_select_a_processor(monkeypatch):
    plain = instruction_flags()
    monkeypatch.setenv("LUDOTOME_CC", f"{sys.executable} -m ziglang cc")
    assert instruction_flags() == plain


def test_only_the_first_of_hundreds_of_processors_is_read(tmp_path):
    one = f"{FIRST}flags\t\t: {' '.join(f'feature{n}' for n in range(300))} popcnt\n\n"
    assert flags_for("x86_64", processors(tmp_path, one * 500)) == ("-mpopcnt",)


@pytest.mark.parametrize("name", ["nothing-there", "."])
def test_an_unknown_processor_gets_no_flags(tmp_path, name):
    assert flags_for("x86_64", tmp_path / name) == ()


def test_bits_are_counted_and_found_as_without_them():
    flags = instruction_flags()
    lib = build(COUNT, name="bits", flags=flags, cdef=DECLARED).lib
    numbers = [1, 2**63, 2**64 - 1, *(random.Random(n).getrandbits(64) | 1 << n % 64 for n in range(500))]
    for bits in numbers:
        assert lib.count(bits) == bits.bit_count()
        assert lib.lowest(bits) == (bits & -bits).bit_length() - 1
        assert lib.rest(bits) == bits & bits - 1
        assert [lib.shifted(bits, by) for by in range(64)] == [bits >> by for by in range(64)]


def test_what_was_asked_for_is_part_of_the_key():
    """Otherwise a machine that shares the cache with a newer one would load code that it cannot run."""
    plain = build(COUNT, name="bits", cdef=DECLARED)
    assert plain.path.parent != build(COUNT, name="bits", flags=("-mpopcnt",), cdef=DECLARED).path.parent
