"""Slot zones: for every few slots the zones of their tokens, as one word; for boards of at most 64 zones."""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.indexes.slots_end import SlotsEnd
from ludotome.native.indexes.stands import Stands

SLOTS = 4
"""So many slots have one word."""


class SlotZones(Index):
    """`slot_zones`, which requires `stands`, and `slots_end` for code that reads only the words of used slots."""

    def __init__(self, stands: Stands, slots_end: SlotsEnd) -> None:
        super().__init__()
        self._stands = stands
        self._slots_end = slots_end

    def ask(self, *, more: bool = False) -> None:
        """Record that C reads this index, and with it the other two."""
        self._stands.ask()
        self._slots_end.ask()
        super().ask(more=more)

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return [f"uint64_t slot_zones[{(c.low.layout.tokens + SLOTS - 1) // SLOTS}];"]

    def token_toggled(self, c: Writer) -> list[str]:
        """Return the C that toggles the zone of the token."""
        return [f"s->slot_zones[token / {SLOTS}] ^= zone;"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that clears the words before every token is toggled."""
        return ["memset(s->slot_zones, 0, sizeof s->slot_zones);"]
