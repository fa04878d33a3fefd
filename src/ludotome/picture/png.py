"""PNG: a picture as the bytes of a PNG file, by resvg, which is an extra.

This module does not know what is in the picture.
"""

from __future__ import annotations


def svg_to_png(svg: str, width: int | None = None) -> bytes:
    """Return *svg* as a PNG file, *width* pixels wide; a `ToolError` says what to install where resvg is missing."""
    try:
        import resvg_py
    except ImportError:
        from ludotome.toolchain import ToolError  # only those who meet it

        raise ToolError(
            "missing-extra", 'PNG pictures need resvg: install it with `pip install "ludotome[print]"`'
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, sans_serif_family="DejaVu Sans"))
