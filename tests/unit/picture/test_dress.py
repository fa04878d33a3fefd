"""Looks of documents in scenes."""

from __future__ import annotations

from ludotome.gamedef import SHAPES
from ludotome.picture.shapes import piece_set


def test_every_shape_a_document_may_name_is_drawn_and_no_other() -> None:
    others = {name for name in piece_set() if name.startswith(("die-", "sign-"))}
    assert set(piece_set()) - others == set(SHAPES)
