"""Header: the algorithms of this room as C99 text, for whoever writes C.

Invariant: `chance.h` says what the Python modules say, function by function; the parity tests compile it and compare.

This module does not know a compiler.
"""

from __future__ import annotations


def c_header() -> str:
    """Return the text of `chance.h`: `static inline` functions named `lt_…`, with no warning when some are unused.

    It includes only `<stdint.h>`, allocates nothing and may be pasted once at the top of a C file.
    """
    from importlib.resources import files  # costs as much as the rest of this room, and few ask for C

    return files("ludotome.chance").joinpath("chance.h").read_text(encoding="utf-8")
