"""No number has changed that a saved record or the other backend relies on."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from ludotome.chance import (
    bounded,
    finish_hash,
    hash_features,
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

SEEDS = (0, 1, 7, 1234567, 2**63, 2**64 - 1)
BOUNDS = (1, 2, 3, 6, 10, 52, 64, 1000, 2**32 + 1, 2**62 + 1, 2**63 - 1, 2**63)


def hexes(numbers) -> str:
    return " ".join(f"{number:016x}" for number in numbers)


def draws_in_a_row(draw, seed: int, arguments) -> list[int]:
    generator, values = seed_generator(seed), []
    for argument in arguments:
        value, generator = draw(generator, argument)
        values.append(value)
    return values


def words(seed: int, count: int) -> list[int]:
    generator, drawn = seed_generator(seed), []
    for _ in range(count):
        word, generator = next_word(generator)
        drawn.append(word)
    return drawn


def lines_of(seed: int):
    yield f"seed {seed}"
    yield f"  splitmix64  {hexes(islice(splitmix64(seed), 4))}"
    yield f"  generator   {hexes(to_words(seed_generator(seed)))}"
    yield f"  words       {hexes(words(seed, 4))}"
    yield f"  bounded     {draws_in_a_row(bounded, seed, BOUNDS)}"
    yield f"  rejecting   {draws_in_a_row(bounded, seed, [2**62 + 1] * 6)}"
    yield f"  d6          {draws_in_a_row(roll, seed, [6] * 20)}"
    yield f"  shuffled    {''.join(shuffled(seed_generator(seed), 'abcdefghijklmnop')[0])}"
    yield f"  mix64       {mix64(seed):016x}"
    yield f"  mix         {hexes([mix(seed), mix(seed, 0), mix(seed, 1), mix(seed, 0, 1), mix(seed, -1, 2, 3)])}"


def test_vectors(golden):
    lines = [line for seed in SEEDS for line in lines_of(seed)]
    lines.append("hashes")
    lines.append(f"  nothing     {hash_features([]):016x} {finish_hash(0):016x}")
    lines.append(f"  one         {hash_features([(1, 2, -3)]):016x}")
    lines.append(f"  two         {hash_features([(1, pack(5, 0, 1)), (2, 9, 2**63 - 1)]):016x}")
    golden("\n".join(lines) + "\n", Path(__file__).parent / "vectors.txt")
