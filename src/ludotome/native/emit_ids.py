"""C for ids: the tables that turn a decision into its number and back, for batches.

This module does not know what the numbers are for; `action_ids` says which they are.
"""

from __future__ import annotations

from ludotome.gamedef import PlayError
from ludotome.native.action_ids import action_ids
from ludotome.native.layout import Layout
from ludotome.native.text import c_array


def id_tables(layout: Layout) -> str | None:
    """Return the tables `c/batch.h` reads; None for a game with too many decisions to number."""
    try:
        ids = action_ids(layout, layout.width)
    except PlayError:
        return None
    tables = (("id_base", ids.base), ("id_low", ids.low), ("id_stride", ids.stride))
    lines = [line for name, values in tables for line in c_array("int32_t", name, values.ravel().tolist())]
    return "\n".join([f"#define LT_IDS {ids.count}", *lines, ""])
