"""C for ids: the tables that turn a decision into its number and back, for batches.

This module does not know what the numbers are for; `action_ids` says which they are.
"""

from __future__ import annotations

from ludotome.gamedef import PlayError
from ludotome.native.action_ids import action_ids
from ludotome.native.layout import Layout
from ludotome.native.text import Lines, c_array


def id_tables(layout: Layout) -> str | None:
    """Return what `c/slice.h` reads; None for a game with too many decisions to number."""
    try:
        ids = action_ids(layout, layout.width)
    except PlayError:
        return None
    tables = (("id_base", ids.base), ("id_low", ids.low), ("id_stride", ids.stride))
    lines = [line for name, values in tables for line in c_array("int32_t", name, values.ravel().tolist())]
    # Sums are taken modulo 2^32: what is in range comes out right, whatever the parts.
    weights = [int(weight) % 2**32 for weight in ids.weights.ravel()]
    return "\n".join(
        [f"#define LT_IDS {ids.count}", *lines, *c_array("uint32_t", "id_weight", weights), _id_of(layout)]
    )


def _id_of(layout: Layout) -> str:
    """Return the C of the id of a decision, without a loop: it is asked for every decision of every list."""
    out = Lines()
    with out.block("LT_INLINE uint32_t lt_id_of(const int32_t *d)"):
        parts = ["w[0]", *(f"(uint32_t)d[{place}] * w[{place}]" for place in range(1, layout.width))]
        out.add("const uint32_t *w = id_weight + d[0] * LT_WIDTH;", f"return {' + '.join(parts)};")
    return str(out)
