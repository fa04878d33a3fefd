"""Slots end: one more than the highest slot ever taken; slots are taken from below, so loops are short."""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer


class SlotsEnd(Index):
    """`slots_end`."""

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return ["int32_t slots_end;"]

    def token_gained(self, c: Writer) -> list[str]:
        """Return the C that includes the token's slot."""
        return ["if (token >= s->slots_end) s->slots_end = token + 1;"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that finds the highest slot taken."""
        return [
            "s->slots_end = 0;",
            "for (int32_t i = 0; i < LT_TOKENS; i++) if (s->token_type[1 + i] >= 0) s->slots_end = i + 1;",
        ]
