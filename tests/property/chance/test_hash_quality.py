"""Different states have different hashes, and every bit of a fact affects every bit of the hash."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.chance import finish_hash, hash_features, mix, mix64, pack, splitmix64

CELL, VARIABLE, TO_MOVE, STACKED = 1, 2, 3, 4


def feature_numbers(kind: int, places: int, values: range) -> list[list[int]]:
    return [[mix(kind, place, value) for value in values] for place in range(places)]


def board_hashes(cells: int) -> set[int]:
    """Return the hashes of all boards of *cells* cells that are empty or owned by one of two players, either player to
    move.
    """
    cell_numbers = feature_numbers(CELL, cells, range(3))
    movers = [mix(TO_MOVE, mover) for mover in range(2)]
    return {
        finish_hash(sum(numbers) + mover)
        # An empty cell has no token and so no feature.
        for numbers in product(*([0, row[1], row[2]] for row in cell_numbers))
        for mover in movers
    }


def test_a_million_small_boards_have_a_million_hashes():
    """3**12 boards with two players to move; 64 random bits would collide here once in 30 million cases."""
    assert len(board_hashes(12)) == 2 * 3**12


def test_a_million_settings_of_small_variables_have_a_million_hashes():
    numbers = feature_numbers(VARIABLE, 6, range(-4, 6))
    assert len({finish_hash(sum(row)) for row in product(*numbers)}) == 10**6


def test_half_a_million_stacks_have_as_many_hashes():
    """Up to seven cards of six kinds: the same cards in another order are another stack."""
    numbers = feature_numbers(STACKED, 7, range(6))
    hashes = {finish_hash(sum(row)) for height in range(8) for row in product(*numbers[:height])}
    assert len(hashes) == sum(6**height for height in range(8))


def test_packed_and_plain_features_of_the_boards_above_are_what_hash_features_takes():
    """The tables above are a shortcut; this connects them to the function itself."""
    assert hash_features([(CELL, 3, 1), (TO_MOVE, 0)]) == finish_hash(mix(CELL, 3, 1) + mix(TO_MOVE, 0))
    packed = {
        hash_features([(CELL, pack(zone, kind, owner))])
        for zone in range(30)
        for kind in range(6)
        for owner in range(5)
    }
    assert len(packed) == 900


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(-9, 9), st.integers(-9, 9)), max_size=8), st.randoms())
@settings(max_examples=100)
def test_the_order_of_features_is_nothing(features, random):
    again = list(features)
    random.shuffle(again)
    assert hash_features(again) == hash_features(features)


def flips(change, inputs: list[int]) -> list[list[float]]:
    """Return for each input bit and output bit how often flipping the one flips the other."""
    table = []
    for bit in range(64):
        differences = [change(x) ^ change(x ^ 1 << bit) for x in inputs]
        table.append([sum(d >> out & 1 for d in differences) / len(inputs) for out in range(64)])
    return table


def assert_avalanche(table: list[list[float]], within: float) -> None:
    assert all(abs(share - 0.5) < within for row in table for share in row)


def test_every_input_bit_of_mix64_flips_every_output_bit_half_the_time():
    stream = splitmix64(3)
    assert_avalanche(flips(mix64, [next(stream) for _ in range(500)]), within=0.13)


def test_every_bit_of_a_small_part_flips_every_bit_of_the_hash_half_the_time():
    """Facts are small numbers, the hard case for a mixer: 500 neighbours, each of their 64 bits flipped."""
    assert_avalanche(flips(lambda part: hash_features([(CELL, part), (TO_MOVE, 1)]), list(range(500))), within=0.13)
