"""Zones of: for each player, the zones with their token on top, as one word; for boards of at most 64 zones.

Where a zone holds at most one token, `stands` has the same words.
"""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer


class ZonesOf(Index):
    """`zones_of`: a word for each player; the first is for unowned tokens."""

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return ["uint64_t zones_of[LT_PLAYERS1];"]

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that removes the zone from all players and adds it to its owner."""
        return [
            "int32_t owner = s->token_owner[1 + lt_top(s, zone)];",
            "for (int32_t i = 0; i < LT_PLAYERS1; i++) s->zones_of[i] &= ~(UINT64_C(1) << zone);",
            "s->zones_of[1 + owner] |= UINT64_C(1) << zone;",
        ]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that adds every zone to its owner."""
        return [
            "memset(s->zones_of, 0, sizeof s->zones_of);",
            "for (int32_t i = 0; i < LT_ZONES; i++)",
            "    s->zones_of[1 + s->token_owner[1 + lt_top(s, i)]] |= UINT64_C(1) << i;",
        ]
