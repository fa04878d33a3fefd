"""Action ids of a compiled game: those of `gamedef`, whose numbers must fit in 32 bits for C.

This module does not know which decisions are legal.
"""

from __future__ import annotations

import itertools

from ludotome.gamedef import ActionIds, id_ranges
from ludotome.gamedef import action_ids as numbered
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.unsupported import UnsupportedError


def action_ids(layout: Layout, width: int) -> ActionIds:
    """Return the ids of the decisions of a game; raise `PlayError` if there are too many.

    A game whose parameters or options exceed 32 bits is not compiled.
    """
    ranges = id_ranges(
        layout.symbols, layout.players, layout.tokens, answers=layout.answers > 0, explicit=layout.explicit
    )
    for one in itertools.chain(*ranges):
        if one.low < -(2**31) or one.low + one.size > 2**31:
            raise UnsupportedError(f"a parameter or option from {one.low} on does not fit in 32 bits")
    return numbered(ranges, width)
