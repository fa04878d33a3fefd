"""PNG: convert a picture to a PNG file with resvg, which is an extra.

This module does not know the content of the picture.
"""

from __future__ import annotations


def svg_to_png(svg: str, width: int | None = None) -> bytes:
    """Return *svg* as a PNG file, *width* pixels wide; raise `ToolError` if resvg is not installed."""
    try:
        import resvg_py
    except ImportError:
        from ludotome.toolchain import ToolError  # imported only here, because it is an extra

        raise ToolError(
            "missing-extra", 'PNG pictures need resvg: install it with `pip install "ludotome[print]"`'
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, sans_serif_family="DejaVu Sans"))
