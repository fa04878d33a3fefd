"""Positions: UTF-16 units in the protocol, offsets inside, and back."""

from __future__ import annotations

import pytest
from lsprotocol.types import Position

from ludotome.diagnostics import SourceText
from ludotome.lsp.positions import to_offset, to_position

TEXT = "a🎲b\r\n\né🎲🎲x"


@pytest.mark.parametrize("offset", [offset for offset in range(len(TEXT) + 1) if TEXT[offset - 1 : offset] != "\r"])
def test_a_position_leads_back_to_its_offset(offset: int) -> None:
    source = SourceText(TEXT)
    found = to_position(source, offset)
    assert to_offset(source, found) == offset
    line = TEXT.replace("\r\n", "\n").split("\n")[found.line]
    before = line.encode("utf-16-le")[: 2 * found.character].decode("utf-16-le")
    assert TEXT[:offset].endswith(before)


def test_what_is_outside_is_the_nearest_place() -> None:
    source = SourceText(TEXT)
    assert to_offset(source, Position(99, 0)) == len(TEXT)
    assert to_offset(source, Position(0, 99)) == 3
