"""The time of the language services: CPU time at names of shipped games, the 95th percentile of 20 places."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from ludotome import language
from ludotome.language.analysed import symbols_of
from tests.support.renaming import read_shipped, shipped

GAMES = ("pig", "market", "gomoku", "chess")
SERVICES: tuple[Callable[..., Any], ...] = (language.definition, language.hover, language.complete)
_PLACES = 20


def bench() -> list[dict[str, Any]]:
    """Return a row for the first analysis of each text, and one per service."""
    rows = []
    for game in GAMES:
        text = shipped(game)
        symbols_of.cache_clear()
        started = time.process_time()
        occurrences = symbols_of(text, read_shipped).occurrences
        rows.append({"job": f"{game}: symbol table of a new text", "ours": time.process_time() - started})
        places = random.Random(3).sample(occurrences, min(_PLACES, len(occurrences)))
        for service in SERVICES:
            times = []
            for one in places:
                started = time.process_time()
                service(text, one.span.start + 1, read_shipped)
                times.append(time.process_time() - started)
            rows.append({"job": f"{game}: {service.__name__}, p95", "ours": sorted(times)[int(0.95 * len(times)) - 1]})
    return rows
