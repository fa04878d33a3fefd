"""Owner on: the owner of the top token of each zone."""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer

_TOP_OWNER = "s->token_owner[1 + lt_top(s, {})]"


def byte_or_int(players: int) -> str:
    """Return the C type of a player number: a byte if possible, so that a whole board fits in few cache lines."""
    return "int8_t" if players < 100 else "int32_t"


class OwnerOn(Index):
    """`owner_on`: the owner of the top token of each zone; -1 for none."""

    def read(self, zone: str) -> str:
        """Return the C of the owner of the top token of a zone."""
        self.ask()
        return f"s->owner_on[1 + {zone}]"

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return [f"{byte_or_int(c.low.players)} owner_on[LT_ZONES1];"]

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that reads the owner again."""
        return [f"s->owner_on[1 + zone] = (int8_t){_TOP_OWNER.format('zone')};"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that reads all owners; the entry of no zone is -1."""
        return [
            "for (int32_t i = 0; i <= LT_ZONES; i++)",
            f"    s->owner_on[i] = (int8_t)(i == 0 ? -1 : {_TOP_OWNER.format('i - 1')});",
        ]
