"""Stands: the zones with tokens of each player (`owner_zones`), and with any token (`occupied`), as words."""

from __future__ import annotations

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower.lowering import Lowering
from ludotome.native.text import c_array

WORD_BITS = 64


class Stands(Index):
    """`occupied` and `owner_zones`; with `lt_kind`, the index of a type among the types."""

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields."""
        return ["uint64_t occupied[LT_ZONE_WORDS], owner_zones[LT_PLAYERS1][LT_ZONE_WORDS];"]

    def functions(self, c: Writer) -> list[str]:
        """Return `lt_kind`."""
        return _kind_of_type(c.low)

    def token_toggled(self, c: Writer) -> list[str]:
        """Return the C that toggles the zone of the token; `word` and `zone` are for `kinds` too."""
        return [
            f"const int32_t word = {'s->token_zone[1 + token] / 64' if c.low.layout.zones > WORD_BITS else '0'};",
            "uint64_t zone = UINT64_C(1) << s->token_zone[1 + token] % 64;",
            "s->occupied[word] ^= zone;",
            "s->owner_zones[1 + s->token_owner[1 + token]][word] ^= zone;",
        ]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that clears the words and toggles every token, for all indexes based on toggling."""
        return [
            "memset(s->occupied, 0, sizeof s->occupied);",
            "memset(s->owner_zones, 0, sizeof s->owner_zones);",
            "for (int32_t i = 0; i < LT_TOKENS; i++)",
            "    if (s->token_type[1 + i] >= 0) token_toggled(s, i);",
        ]


def _kind_of_type(low: Lowering) -> list[str]:
    """Return `lt_kind`, the index of a type among the types: a subtraction if their numbers are consecutive."""
    numbers = list(low.type_numbers)
    head = "LT_INLINE int32_t lt_kind(int32_t type)"
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return [f"{head} {{ return type - {numbers[0]}; }}"]
    places = [numbers.index(number) if number in numbers else -1 for number in range(max(numbers) + 1)]
    return [*c_array("int16_t", "kind_of_type", places), f"{head} {{ return kind_of_type[type]; }}"]
