"""Layout: the fields of a state in one flat sequence of bytes.

A clone is a copy of those bytes, and a batch is a two-dimensional array. Arrays over zones, tokens and players begin
with the entry of `none` (-1), which is never written: a property of `none` is read like any other. Numbers take 32
bits; those that count zones, tokens, types or seats take 8, 16 or 32 bits, as few as possible, since in a batch of many
games fetching states takes most of the time.

    section    holds
    header     the generator, phase, players, counters, how the game ended
    variables  global, per player, per zone; uses of limited actions
    zones      the first and last token of each and their number (only the first if every zone holds one token), and
               with explicit chance the tokens whose place is open
    history    the number of recorded positions, if the document uses `seen`; their keys are after the state
    pending    the decision that waits for answers, and the answers so far, if the document has choices
    tokens     type, owner, zone, neighbours in the zone, properties
    index      data that follows from the rest and is updated incrementally

Invariants:
    * the offsets are a pure function of the definition and the number of players;
    * wider fields come first, so that every field is aligned.

This module does not know what the numbers mean in play.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from ludotome.gamedef import GameDef, Symbols, TokenBound, checked, entered_zones, infer_all, token_bound

Section = str
_Field = tuple[str, int, Section, int]  # name, count, section, bits
_ALIGNMENT = 8  # bytes


class FieldLayout(Struct, frozen=True):
    """One field: its C name, the number and the bits of its entries, and its byte offset."""

    name: str
    count: int
    section: Section
    bits: int
    offset: int

    @property
    def end(self) -> int:
        """The offset after its last byte."""
        return self.offset + self.count * self.bits // 8

    @property
    def entry(self) -> int:
        """Its index in a state viewed as an array of 32-bit numbers; only for fields of such numbers."""
        return self.offset // 4


class Layout(Struct, frozen=True, dict=True):
    """The layout of the states of one game for one number of players."""

    game_def: GameDef
    players: int
    answers: int = 0  # the maximum number in a suspended state; 0 in a game without choices
    explicit: bool = False  # whether dice and shuffles are answers of chance instead of generator output
    known_tokens: int | None = None  # the bound on tokens, if it was computed before
    known_single: bool | None = None  # likewise whether no zone ever holds two

    @cached_property
    def symbols(self) -> Symbols:
        """The numbering of the definition."""
        return checked(self.game_def).symbols

    @property
    def zones(self) -> int:
        """The number of zones, including those of absent seats."""
        return len(self.game_def.zones)

    @cached_property
    def tokens(self) -> int:
        """Maximum number of tokens in play at once; -1 if unbounded."""
        if self.known_tokens is not None:
            return self.known_tokens
        return -1 if self._bound.most is None else self._bound.most

    @cached_property
    def usual_tokens(self) -> int:
        """The usual number of tokens: those of the setup, if the rules make no others, else the maximum.

        A position may have more, so this decides only which optimisations pay, never how much room there is.
        """
        return self.tokens if self._bound.made is None else min(self._bound.made, self.tokens)

    @cached_property
    def _bound(self) -> TokenBound:
        return token_bound(infer_all(self.symbols))

    @cached_property
    def single(self) -> bool:
        """Whether no zone ever holds two tokens: it has room for one, or nothing ever puts one there."""
        if self.known_single is not None:
            return self.known_single
        roomy = {zone.id for zone in self.game_def.zones if zone.capacity != 1}
        return not roomy or roomy.isdisjoint(entered_zones(infer_all(self.symbols)))

    @property
    def opens(self) -> bool:
        """Whether a shuffle can leave the order of a zone open."""
        return self.explicit and not self.single and bool(self.symbols.shuffled_zones)

    @cached_property
    def props(self) -> tuple[str, ...]:
        """The names of token properties, each a row of `token_props`, in order of first mention."""
        return tuple(dict.fromkeys(prop.name for kind in self.game_def.token_types for prop in kind.props))

    @cached_property
    def history(self) -> int:
        """Maximum number of recorded positions; 0 if they are not used."""
        metadata = self.game_def.metadata
        if not self.symbols.records_positions:
            return 0
        return metadata.max_plies if metadata.history is None else metadata.history

    @property
    def keys(self) -> int:
        """The number of 64-bit keys of a recorded position: its own, and one for each region used in `seen`."""
        return 1 + len(self.symbols.seen_regions) if self.history else 0

    @property
    def width(self) -> int:
        """The number of entries of a decision: its action and the maximum number of parameters; an answer takes two."""
        params = max((len(action.params) for action in self.game_def.actions), default=0)
        return 1 + (max(params, 1) if self.answers else params)

    @property
    def decides(self) -> str:
        """The field that says which player decides: the active one, unless another player has a choice."""
        return "decides" if self.answers else "active"

    @cached_property
    def slot_words(self) -> int:
        """The number of 64-bit words for a set of token slots."""
        return (max(self.tokens, 1) + 63) // 64

    @cached_property
    def fields(self) -> tuple[FieldLayout, ...]:
        """Every field in order."""
        found: list[FieldLayout] = []
        offset = 0
        for name, count, section, bits in sorted(self._fields(), key=lambda field: -field[-1]):
            if count:
                found.append(FieldLayout(name, count, section, bits, offset))
                offset = found[-1].end
        return tuple(found)

    @cached_property
    def field(self) -> dict[str, FieldLayout]:
        """Every field by name, without empty fields."""
        return {field.name: field for field in self.fields}

    @cached_property
    def size(self) -> int:
        """The number of bytes of a state, rounded up so that states of a batch stay aligned."""
        return -(-self.fields[-1].end // _ALIGNMENT) * _ALIGNMENT

    def _fields(self) -> list[_Field]:
        players, zones = self.players + 1, self.zones + 1
        tokens = max(self.tokens, 1) + 1  # at least one: compilers warn about empty arrays
        game = self.game_def
        linked = 0 if self.single else 1
        zone_bits, token_bits = _bits(self.zones), _bits(self.tokens)
        owner_bits, type_bits = _bits(self.players), _bits(len(self.symbols.names))
        header = ("phase", "active", "last_actor", "next_player", "turn", "ply", "recorded", "outcome", "condition")
        return [
            ("generator", 4, "header", 64),
            ("free_slots", self.slot_words, "index", 64),
            ("open_order", self.slot_words * self.opens, "zones", 64),
            *((name, 1, "header", 32) for name in header),
            ("out", players, "header", 32),
            ("decides", min(self.answers, 1), "header", 32),
            ("pending", min(self.answers, 1), "header", 32),
            ("answer_count", min(self.answers, 1), "header", 32),
            ("pending_decision", self.width * min(self.answers, 1), "pending", 32),
            ("answers", 2 * self.answers, "pending", 32),
            ("global_vars", len(game.global_vars), "variables", 32),
            ("player_vars", len(game.per_player_vars) * players, "variables", 32),
            ("zone_vars", len(game.per_zone_vars) * zones, "variables", 32),
            ("usage", len(self.symbols.usage_counters) * self.players, "variables", 32),
            ("history_count", min(self.history, 1), "history", 32),
            ("first_token", zones, "zones", token_bits),
            ("last_token", zones * linked, "zones", token_bits),
            ("count_of_zone", zones * linked, "zones", token_bits),
            ("token_type", tokens, "tokens", type_bits),
            ("token_owner", tokens, "tokens", owner_bits),
            ("token_zone", tokens, "tokens", zone_bits),
            ("token_before", tokens * linked, "tokens", token_bits),
            ("token_after", tokens * linked, "tokens", token_bits),
            ("token_props", len(self.props) * tokens, "tokens", 32),
        ]

    def __str__(self) -> str:
        """Return the layout as a table, one field per line."""
        rows = [f"{self.game_def.metadata.id}, {self.players} players: {self.size} bytes a state"]
        for field in self.fields:
            rows.append(f"{field.offset:>6}  {field.name:<16} {field.count:>6} × {field.bits:<2}  {field.section}")
        if self.keys:
            rows.append(f"and for each of up to {self.history} recorded positions {8 * self.keys} bytes more")
        return "\n".join(rows) + "\n"


def _bits(count: int) -> int:
    """Return the number of bits for a number from -1 to *count*."""
    return next((bits for bits in (8, 16) if count < 2 ** (bits - 1)), 32)
