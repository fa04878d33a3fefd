"""`chance.h` and the Python modules give the same numbers."""

from __future__ import annotations

import subprocess
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.chance import (
    bounded,
    c_header,
    finish_hash,
    from_words,
    mix,
    mix64,
    next_word,
    pack,
    roll,
    seed_generator,
    shuffled,
    splitmix64,
    to_words,
)
from ludotome.toolchain import Library, build, build_program, find_sanitizers

# Static inline functions cannot be called from outside, so each has an exported wrapper.
DOORS = """
typedef struct { uint64_t state_high, state_low, increment_high, increment_low; } lt_generator;
uint64_t mix64(uint64_t number);
uint64_t splitmix64(uint64_t *state);
uint64_t mix1(uint64_t seed, uint64_t a);
uint64_t mix2(uint64_t seed, uint64_t a, uint64_t b);
uint64_t mix_start(uint64_t seed);
uint64_t mix_step(uint64_t mixed, uint64_t number);
uint64_t pack(uint64_t a, uint64_t b, uint64_t c, uint64_t d);
uint64_t finish_hash(uint64_t total);
lt_generator seed_generator(uint64_t seed);
uint64_t next_word(lt_generator *generator);
uint64_t bounded(lt_generator *generator, uint64_t n);
uint64_t roll(lt_generator *generator, uint64_t sides);
void shuffle(lt_generator *generator, int32_t *items, int32_t count);
"""


def door(declaration: str) -> str:
    """Return the C of one wrapper: `uint64_t mix64(uint64_t number)` calls `lt_mix64(number)`."""
    result, name = declaration.split("(")[0].split()
    names = [part.split()[-1].lstrip("*") for part in declaration.split("(")[1].rstrip(")").split(",")]
    word = "" if result == "void" else "return "
    return f"{declaration} {{ {word}lt_{name}({', '.join(names)}); }}"


@pytest.fixture(scope="module", params=[(), ("-DLT_NO_INT128",)], ids=["128-bit", "by hand"])
def header(request) -> Library:
    doors = [door(line.rstrip(";")) for line in DOORS.strip().splitlines()[1:]]
    library = build(c_header() + "\n".join(doors) + "\n", name="chance-doors", flags=request.param, cdef=DOORS)
    assert library.messages == "", "the header must compile without a warning"
    return library


words = st.integers(0, 2**64 - 1)
bounds = st.one_of(st.integers(1, 100), st.integers(1, 2**63), st.integers(2**62, 2**63), st.just(2**63))


def c_generator(header: Library, seed: int):
    return header.ffi.new("lt_generator *", header.lib.seed_generator(seed))


def python_generator(generator):
    return from_words(generator.state_high, generator.state_low, generator.increment_high, generator.increment_low)


@given(words)
@settings(max_examples=300)
def test_mix64_and_splitmix64(header, number):
    assert header.lib.mix64(number) == mix64(number)
    state = header.ffi.new("uint64_t *", number)
    assert [header.lib.splitmix64(state) for _ in range(4)] == list(islice(splitmix64(number), 4))


@given(words, words, st.integers(-(2**63), 2**64 - 1))
@settings(max_examples=300)
def test_mixing_of_several(header, seed, a, b):
    assert header.lib.mix_start(seed) == mix(seed)
    assert header.lib.mix1(seed, a) == mix(seed, a)
    assert header.lib.mix2(seed, a, b % 2**64) == mix(seed, a, b)
    assert header.lib.mix_step(mix(seed, a), b % 2**64) == mix(seed, a, b)


@given(*[st.integers(0, 2**16 - 1)] * 4)
@settings(max_examples=100)
def test_packing_and_finishing(header, a, b, c, d):
    assert header.lib.pack(a, b, c, d) == pack(a, b, c, d)
    assert header.lib.finish_hash(pack(a, b, c, d)) == finish_hash(pack(a, b, c, d))


@given(words)
@settings(max_examples=200)
def test_words_and_generators(header, seed):
    ours, theirs = seed_generator(seed), c_generator(header, seed)
    assert python_generator(theirs) == ours
    for _ in range(20):
        word, ours = next_word(ours)
        assert header.lib.next_word(theirs) == word
    assert python_generator(theirs) == ours


@given(words, st.lists(bounds, min_size=1, max_size=30))
@settings(max_examples=200)
def test_bounded_draws_use_the_same_words(header, seed, many):
    ours, theirs = seed_generator(seed), c_generator(header, seed)
    for n in many:
        value, ours = bounded(ours, n)
        assert header.lib.bounded(theirs, n) == value
    assert python_generator(theirs) == ours


@given(words, st.integers(1, 100))
@settings(max_examples=100)
def test_rolls(header, seed, sides):
    value, after = roll(seed_generator(seed), sides)
    theirs = c_generator(header, seed)
    assert header.lib.roll(theirs, sides) == value
    assert python_generator(theirs) == after


@given(words, st.integers(0, 60))
@settings(max_examples=100)
def test_shuffles(header, seed, count):
    order, after = shuffled(seed_generator(seed), range(count))
    theirs, items = c_generator(header, seed), header.ffi.new("int32_t[]", list(range(count)))
    header.lib.shuffle(theirs, items, count)
    assert tuple(items) == order
    assert python_generator(theirs) == after


def test_nothing_to_draw_is_harmless_in_c(header):
    """Python raises an error for a bound of 0; C cannot, so its result must be defined: 0, without drawing a word."""
    generator = c_generator(header, 1)
    assert header.lib.bounded(generator, 0) == 0
    assert to_words(seed_generator(1)) == to_words(python_generator(generator))


EVERY_FUNCTION = """
#include <stdio.h>
int main(void) {
    uint64_t bounds[] = {0, 1, 2, 6, UINT64_C(1) << 62, (UINT64_C(1) << 62) + 1, UINT64_C(1) << 63}, total = 0;
    int32_t items[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    lt_generator generator = lt_seed_generator(UINT64_MAX);
    for (int round = 0; round < 1000; round++) {
        for (int i = 0; i < 7; i++) total += lt_bounded(&generator, bounds[i]);
        for (int32_t count = 0; count <= 9; count++) lt_shuffle(&generator, items, count);
        total += lt_roll(&generator, 6) + lt_mix2(total, UINT64_MAX, 3) - lt_pack(65535, 65535, 65535, 65535);
    }
    printf("%016llx\\n", (unsigned long long)lt_finish_hash(total));
    return 0;
}
"""


@pytest.mark.parametrize("flags", [(), ("-DLT_NO_INT128",)], ids=["128-bit", "by hand"])
def test_the_header_commits_no_fault_under_sanitizers(flags):
    found = find_sanitizers()
    assert "undefined" in found.kinds
    source = c_header() + EVERY_FUNCTION
    plain, watched = (
        subprocess.run(
            [build_program(source, name="chance-run", flags=more)], capture_output=True, text=True, check=False
        )
        for more in (flags, (*flags, *found.flags))
    )
    assert (watched.returncode, watched.stderr) == (0, "")
    assert watched.stdout == plain.stdout
