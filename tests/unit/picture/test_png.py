"""Pictures as PNG: drawn by resvg, with a clear error if it is missing."""

from __future__ import annotations

import struct
import sys

import pytest

from ludotome.picture import svg_to_png
from ludotome.toolchain import ToolError

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#1F55CB"/></svg>'


def test_a_picture_becomes_a_png_of_the_width_asked_for() -> None:
    data = svg_to_png(SVG, width=200)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (200, 100)


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ToolError, match=r'pip install "ludotome\[print\]"'):
        svg_to_png(SVG)
