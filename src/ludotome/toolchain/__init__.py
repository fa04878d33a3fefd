"""Toolchain: C text in, a cached and loaded shared library out.

Invariants:
    * the same source, flags and compiler give the same cached file, whoever builds it and however many at once;
    * a machine without a compiler, a full disk or a read-only cache is a `ToolError` that says what to do.

This room does not know what the C is about.
"""

from ludotome.toolchain.errors import ToolError

__all__ = ["ToolError"]
