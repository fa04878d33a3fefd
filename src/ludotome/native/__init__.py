"""Native: the same game as machine code.

Layout, lowering, planning, C text, entry points; it must agree with the reference kernel hash by hash.
"""
