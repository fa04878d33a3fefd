"""Attack masks: which games have them, and that they say where attacks come from."""

from __future__ import annotations

import pytest

import ludotome
from ludotome.native.attack_masks import AttackMasks, attack_masks
from ludotome.native.layout import Layout
from ludotome.native.lower import Lowering


def _lowering(name: str) -> Lowering:
    return Lowering(Layout(ludotome.load(name).game_def, 2))


def _masks(low: Lowering) -> AttackMasks:
    found = attack_masks(low)
    assert found is not None
    return found


def _zones(low: Lowering, *names: str) -> int:
    return sum(1 << low.symbols.zone_index[name] for name in names)


def test_a_leap_is_reached_from_the_zones_a_leap_away() -> None:
    """What a knight attacks on a1 stands on b3 or c2, with nothing to pass."""
    low = _lowering("chess")
    masks = _masks(low)
    knight = [kind.id for kind in low.game_def.token_types].index("knight")
    assert masks.leaps[knight]
    assert masks.sources[knight][0][low.symbols.zone_index["a1"]] == _zones(low, "b3", "c2")


def test_what_faces_one_way_is_asked_from_the_other() -> None:
    """White's pawns go up the board, so they attack e4 from the row below it; Black's from above."""
    low = _lowering("chess")
    pawn = [kind.id for kind in low.game_def.token_types].index("pawn")
    target = low.symbols.zone_index["e4"]
    white, black = (seat[target] for seat in _masks(low).sources[pawn])
    assert (white, black) == (_zones(low, "d3", "f3"), _zones(low, "d5", "f5"))


def test_a_slide_passes_over_the_zones_between() -> None:
    """Along a row, and along a diagonal; a step has nothing between."""
    low = _lowering("chess")
    at, between = low.symbols.zone_index, _masks(low).between
    assert between[at["a1"]][at["d1"]] == _zones(low, "b1", "c1")
    assert between[at["h8"]][at["e5"]] == _zones(low, "f6", "g7")
    assert between[at["a1"]][at["b2"]] == 0


@pytest.mark.parametrize(
    ("name", "why"),
    [("checkers", "a hop passes over an enemy"), ("amazons", "its hundred zones do not fit a word")],
)
def test_where_masks_would_not_say_everything_there_are_none(name: str, why: str) -> None:
    """Then attacks are asked token by token."""
    assert attack_masks(_lowering(name)) is None, why
