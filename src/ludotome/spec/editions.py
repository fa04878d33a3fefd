"""editions: which words of the language a document may not declare.

The words of the first edition are reserved: no document can declare them. Existing documents may already declare a word
that the language gains later. They must keep their meaning, so later words are not reserved.

The list is closed: never add a new word here.
"""

from __future__ import annotations

RESERVED = frozenset(
    [
        "actor", "active", "lastActor", "players", "allOther", "phase", "turn", "noLegalMoves", "zones", "directions",
        "orthogonal", "diagonal",
        # functions
        "zoneCount", "top", "abs", "min", "max", "count", "first", "sum", "lowest", "highest", "exists", "all",
        "tokens", "tokensInZone", "tokensInAdjacentZones", "adjacentZones", "connectedZones", "group", "ray", "between",
        "destinations", "attacks", "reachable", "zonesInRange", "step", "run", "distance", "seen", "empty", "occupied",
        "adjacent", "connected", "joins", "attacked", "lineOfSight", "hasCover", "canTake",
    ]
)  # fmt: skip
"""The words and functions of the first edition."""
