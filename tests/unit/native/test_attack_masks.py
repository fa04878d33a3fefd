"""Attack masks: which games have them, and where they say that attacks come from."""

from __future__ import annotations

import msgspec
import pytest

import ludotome
from ludotome.gamedef import BoolLiteral, MovementPattern
from ludotome.native.lower.attack_masks import AttackMasks, attack_masks
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.scalars import new_lowering


def _lowering(name: str) -> Lowering:
    return new_lowering(Layout(ludotome.load(name).game_def, 2))


def _masks(low: Lowering) -> AttackMasks:
    found = attack_masks(low)
    assert found is not None
    return found


def _at(low: Lowering, name: str) -> int:
    """Return the zone of a chessboard called *name*."""
    column, row = "abcdefgh".index(name[0]), 8 - int(name[1])
    return low.symbols.zone_index[f"cell_{row}_{column}"]


def _zones(low: Lowering, *names: str) -> int:
    return sum(1 << _at(low, name) for name in names)


def test_a_leap_is_reached_from_the_zones_a_leap_away() -> None:
    """Knights on b3 and c2 attack a1, with no zone in between."""
    low = _lowering("chess")
    masks = _masks(low)
    knight = [kind.id for kind in low.game_def.token_types].index("knight")
    assert masks.leaps[knight]
    assert masks.sources[knight][0][_at(low, "a1")] == _zones(low, "b3", "c2")


def test_attacks_in_one_direction_are_found_from_the_other() -> None:
    """White's pawns move up the board, so they attack e4 from the row below it; Black's from above."""
    low = _lowering("chess")
    pawn = [kind.id for kind in low.game_def.token_types].index("pawn")
    target = _at(low, "e4")
    white, black = (seat[target] for seat in _masks(low).sources[pawn])
    assert (white, black) == (_zones(low, "d3", "f3"), _zones(low, "d5", "f5"))


def test_a_slide_passes_over_the_zones_between() -> None:
    """Along a row, and along a diagonal; a step has nothing in between."""
    low = _lowering("chess")
    between = _masks(low).between
    assert between[_at(low, "a1")][_at(low, "d1")] == _zones(low, "b1", "c1")
    assert between[_at(low, "h8")][_at(low, "e5")] == _zones(low, "f6", "g7")
    assert between[_at(low, "a1")][_at(low, "b2")] == 0


@pytest.mark.parametrize(
    "pattern",
    [
        MovementPattern("hop", ("n",), onto=("enemy",), over="enemy"),
        MovementPattern("step", ("n",), when=BoolLiteral(True)),
        MovementPattern("path", ("e", "n", "n", "w"), onto=("enemy",), over="empty"),
    ],
)
def test_there_are_no_masks_where_they_would_be_incomplete(pattern: MovementPattern) -> None:
    """An attack over an enemy, with a condition, or by an indirect way is tested token by token."""
    game_def = ludotome.load("chess").game_def
    king, *rest = game_def.token_types
    group = msgspec.structs.replace(king.movement[0], patterns=(pattern,))
    types = (msgspec.structs.replace(king, movement=(group,)), *rest)
    changed = msgspec.structs.replace(game_def, token_types=types)
    assert attack_masks(new_lowering(Layout(changed, 2))) is None


def test_many_zones_do_not_fit_a_word() -> None:
    """A board of a hundred zones has no masks."""
    assert attack_masks(_lowering("amazons")) is None
