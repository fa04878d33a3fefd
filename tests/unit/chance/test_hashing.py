"""Features, sums and packing."""

from __future__ import annotations

import pytest

from ludotome.chance import finish_hash, hash_features, mix, mix64, pack


def test_a_hash_is_the_finished_sum_of_its_mixed_features():
    features = [(1, 4, -2), (2,), (3, 2**63)]
    assert hash_features(features) == finish_hash(sum(mix(*feature) for feature in features))
    assert finish_hash(5) == mix64(5 + 0x9E3779B97F4A7C15)


def test_a_hash_can_be_kept_up_to_date():
    total = mix(1, 5) + mix(2, 7)
    total += mix(1, 6) - mix(1, 5)
    assert finish_hash(total) == hash_features([(2, 7), (1, 6)])
    assert finish_hash(total - mix(1, 6) - mix(2, 7) - 2**64) == hash_features([])


def test_a_feature_there_twice_counts_twice():
    hashes = {hash_features([(1, 5)] * count) for count in range(5)}
    assert len(hashes) == 5


def test_pack_puts_each_integer_in_its_own_sixteen_bits():
    assert pack(1, 2, 3, 4) == 0x0004_0003_0002_0001
    assert pack(65535, 65535, 65535, 65535) == 2**64 - 1


@pytest.mark.parametrize("fields", [(-1,), (65536,), (0, -1), (0, 0, 65536), (0, 0, 0, -1)])
def test_pack_refuses_what_does_not_fit(fields):
    with pytest.raises(ValueError, match=r"cannot pack .* each must be from 0 to 65535"):
        pack(*fields)
