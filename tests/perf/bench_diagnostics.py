"""The time to find a near name among many, compared with the standard library's function."""

from __future__ import annotations

import difflib
import statistics
import time
from typing import Any

from ludotome.diagnostics import near_names

NAMES = [f"{kind}_{row}_{column}" for kind in ("cell", "deck", "market") for row in range(20) for column in range(20)]
ASKED = [f"mraket_{row}_{row}" for row in range(20)]


def bench() -> list[dict[str, Any]]:
    """Return one row: the median of interleaved rounds over the same queries."""
    assert all(near_names(name, NAMES)[0] == name.replace("mraket", "market") for name in ASKED)
    ours, theirs = [], []
    for _ in range(5):
        started = time.perf_counter()
        for name in ASKED:
            near_names(name, NAMES)
        between = time.perf_counter()
        for name in ASKED:
            difflib.get_close_matches(name, NAMES)
        ours.append((between - started) / len(ASKED))
        theirs.append((time.perf_counter() - between) / len(ASKED))
    mine, peer = statistics.median(ours), statistics.median(theirs)
    return [{"job": "near name of 1,200", "ours": mine, "peer name": "difflib", "peer": peer, "ratio": peer / mine}]
