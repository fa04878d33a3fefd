"""Stand on: the content of each zone of one token: 0 empty, 1 an unowned token, 2 and up a player's token.

A step needs to know whether its target holds a friend or an enemy; a table by owner gives this
without a branch.
"""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.indexes.owner_on import byte_or_int

_FUNCTIONS = """\
/* The owner of the token in a zone for one token: 0 no token, 1 no owner, 2 + a player. */
LT_INLINE int32_t lt_stand_number(const lt_state *s, int32_t zone) {
    int32_t token = s->first_token[1 + zone];
    return token < 0 ? 0 : 2 + s->token_owner[1 + token];
}

/* What a zone holds for *owner*: 1 nothing, 2 an enemy, 4 a friend, 8 without owner; by a table, not a branch. */
LT_INLINE int32_t lt_stands(const lt_state *s, int32_t zone, int32_t owner) {
    return stand_bits[1 + owner][s->stand_on[1 + zone]];
}
"""


class StandOn(Index):
    """`stand_on`, which `lt_stands` reads."""

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return [f"{byte_or_int(c.low.players)} stand_on[LT_ZONES1];"]

    def functions(self, c: Writer) -> list[str]:
        """Return the table by owner, and the function that reads it."""
        seats = range(c.low.players)
        rows = [[1, 8, *(2 for _ in seats)]]
        rows += [[1, 8, *(4 if other == seat else 2 for other in seats)] for seat in seats]
        return [
            f"static const uint8_t stand_bits[LT_PLAYERS1][{len(rows[0])}] = {{",
            *(f"    {{{', '.join(map(str, row))}}}," for row in rows),
            "};",
            *_FUNCTIONS.splitlines(),
        ]

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that updates the zone."""
        return ["s->stand_on[1 + zone] = (int8_t)lt_stand_number(s, zone);"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that updates all zones."""
        return ["for (int32_t i = 1; i <= LT_ZONES; i++) s->stand_on[i] = (int8_t)lt_stand_number(s, i - 1);"]
