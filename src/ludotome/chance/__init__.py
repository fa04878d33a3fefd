"""Chance: seeded random numbers and stable 64-bit hashing, the same in every process and backend.

Invariants:
    * everything is a pure function of integers: no clock, no ambient randomness, no text;
    * a generator's whole state is two integers, so it can live inside a game's state.

This room does not know what is drawn for, nor what is hashed.
"""
