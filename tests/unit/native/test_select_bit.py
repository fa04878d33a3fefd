"""The k-th bit of a set is the same with and without the instruction for it."""

from __future__ import annotations

import random

import pytest

from ludotome.files import package_text
from ludotome.toolchain import build, instruction_flags

CDEF = "int select(uint64_t, int);"


@pytest.mark.parametrize("flags", [(), instruction_flags(), (*instruction_flags(), "-UFAST_PDEP")], ids=str)
def test_every_bit_of_a_set_is_found(flags: tuple[str, ...]) -> None:
    zones = package_text("native", "c", "zones.h")
    lowest = zones[zones.index("LT_INLINE int32_t lt_lowest_bit") : zones.index("LT_INLINE int32_t lt_highest_bit")]
    select = zones[zones.index("/* The index of the bit") : zones.index("/* Write the lowest")]
    head = "#include <stdint.h>\n#define LT_INLINE static inline\n"
    tail = "int select(uint64_t bits, int k) { return lt_select_bit(bits, k); }\n"
    lib = build(head + lowest + select + tail, name="select", flags=flags, cdef=CDEF).lib
    numbers = [1, 2**63, 2**64 - 1, *(random.Random(n).getrandbits(64) | 1 << n % 64 for n in range(500))]
    for bits in numbers:
        places = [place for place in range(64) if bits >> place & 1]
        assert [lib.select(bits, k) for k in range(len(places))] == places
