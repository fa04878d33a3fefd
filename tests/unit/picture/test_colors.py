"""Text is legible on every background, in the light and the dark theme."""

from __future__ import annotations

import pytest

from ludotome.picture.colors import PALETTE, TERRAIN, contrast, seat_looks
from ludotome.picture.svg_parts import Paints


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)  # the known grey that just fails


@pytest.mark.parametrize("night", [False, True])
def test_words_on_every_ground_can_be_read(night: bool) -> None:
    grounds = PALETTE | {f"ground-{name}": pair for name, pair in TERRAIN.items()}
    for name in ("cellA", "cellB", *(f"ground-{one}" for one in TERRAIN)):
        ink = Paints(grounds, "auto", "").ink_on(name)
        assert contrast(grounds[ink][night], grounds[name][night]) >= 3, (name, ink)
    for words, ground in (("ink", "surface"), ("faint", "surface"), ("ink", "card"), ("faint", "sunken")):
        assert contrast(PALETTE[words][night], PALETTE[ground][night]) >= 4.5, (words, ground)


def test_what_is_cut_into_a_piece_can_be_seen_on_it() -> None:
    named = ("White", "Black", "Red", "Blue", "Green", "Yellow", "Orange", "Purple", "Pink", "Brown", "Grey", "Gold")
    for seat in (*seat_looks(named), *seat_looks(("A", "B", "C", "D", "E", "F"))):
        for night in (False, True):
            assert contrast(seat.fill[night], seat.cut[night]) >= 3, seat.name
