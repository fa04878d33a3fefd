"""Header: the algorithms of this package as C99 text.

Invariant: `chance.h` matches the Python modules function by function; the parity tests compile and compare it.

This module does not know a compiler.
"""

from __future__ import annotations


def c_header() -> str:
    """Return the text of `chance.h`: `static inline` functions named `lt_…`, without warnings for unused ones.

    It includes only `<stdint.h>`, allocates nothing and may be pasted once at the top of a C file.
    """
    from importlib.resources import files  # takes as long to import as the rest of this package, and is rarely needed

    return files("ludotome.chance").joinpath("chance.h").read_text(encoding="utf-8")
