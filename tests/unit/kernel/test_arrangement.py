"""Tokens that cannot be everywhere are put where they can, and every such order can be drawn."""

from __future__ import annotations

from collections import Counter

from ludotome.kernel.arrangement import arranged, rearranged
from ludotome.kernel.veil import Lot

EVEN = (0, 0, 1, 1, 1)  # the zone of each of five places


def anywhere(slot: int, zone: int) -> bool:
    return True


def by_parity(slot: int, zone: int) -> bool:
    """Even slots are in zone 0, odd ones in zone 1."""
    return slot % 2 == zone


def test_tokens_that_may_lie_everywhere_keep_their_order() -> None:
    assert arranged([4, 7, 9, 2, 1], EVEN, anywhere) == [4, 7, 9, 2, 1]


def test_every_token_lies_where_it_may() -> None:
    assert arranged([1, 3, 5, 2, 4], EVEN, by_parity) == [2, 4, 1, 3, 5]


def test_a_token_moves_on_where_a_later_one_needs_its_place() -> None:
    """Slot 1 takes the first place, which is the only one for slot 2, and is then moved."""
    assert arranged([1, 2], (0, 1), lambda slot, zone: slot == 1 or zone == 0) == [2, 1]


def test_where_no_order_is_allowed_every_token_still_has_a_place() -> None:
    assert sorted(arranged([1, 3, 5, 7, 9], EVEN, by_parity)) == [1, 3, 5, 7, 9]


def test_where_all_may_change_places_it_is_the_plain_shuffle() -> None:
    for seed in range(20):
        assert rearranged((3, 1, 4, 5, 9), EVEN, anywhere, Lot(seed)) == Lot(seed).order((3, 1, 4, 5, 9))


def test_every_allowed_order_is_drawn_alike() -> None:
    drawn = Counter(tuple(rearranged((2, 4, 1, 3, 5), EVEN, by_parity, Lot(seed))) for seed in range(2400))
    assert len(drawn) == 2 * 6
    assert all(by_parity(slot, zone) for order in drawn for slot, zone in zip(order, EVEN, strict=True))
    assert min(drawn.values()) > 140  # expected 200, σ 14
    assert max(drawn.values()) < 260
