"""Chance: seeded random numbers and stable 64-bit hashing, the same in every process and backend.

Invariants:
    * everything is a pure function of integers: no clock, no ambient randomness, no text;
    * a generator's whole state is two integers, so it can live inside a game's state;
    * `c_header` contains the same algorithms in C; a parity test compares the two number by number.

This package does not know what the numbers are used for, nor what is hashed.
"""

from ludotome.chance.draws import bounded, roll, shuffled
from ludotome.chance.generator import Generator, from_words, next_word, seed_generator, to_words
from ludotome.chance.hashing import finish_hash, hash_features, pack
from ludotome.chance.header import c_header
from ludotome.chance.logarithms import logarithm, logarithms_header
from ludotome.chance.mixing import check_seed, mix, mix64, splitmix64

__all__ = [
    "Generator",
    "seed_generator",
    "next_word",
    "to_words",
    "from_words",
    "bounded",
    "roll",
    "shuffled",
    "check_seed",
    "splitmix64",
    "mix64",
    "mix",
    "pack",
    "hash_features",
    "finish_hash",
    "c_header",
    "logarithm",
    "logarithms_header",
]
