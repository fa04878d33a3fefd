"""Layout: where everything of a state stands in one flat array of 32-bit numbers.

A state is that array, so a clone is a copy of bytes and a batch is a two-dimensional array. Arrays over zones, tokens
and players begin with the entry of nothing (-1), which is never written: a property of nothing is read like any other.

    section    holds
    header     the generator, phase, players, counters, how the game ended
    variables  global, per player, per zone; takings of limited actions
    zones      the first and last token of each and how many (only the first where every zone holds one token), and
               under explicit chance the tokens whose place is open
    history    the keys of recorded positions, oldest first, when the document asks `seen`
    pending    the decision that waits for answers, and those so far, when the document asks for choices
    tokens     type, owner, zone, neighbours in the zone, properties
    index      what could be computed from the rest and is kept up to date instead

Invariants:
    * the offsets are a pure function of the definition and the number of players;
    * 64-bit fields come first, so that every field is aligned.

This module does not know what the numbers mean in play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludotome.gamedef import GameDef, Inference, Symbols, check_expressions, token_bound

Section = str
WORD = 2  # a 64-bit field is two entries of the array


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """One field: its C name, how many numbers it has, whether they are 64 bits wide, and where it begins."""

    name: str
    count: int
    section: Section
    offset: int
    wide: bool = False

    @property
    def size(self) -> int:
        """Entries of the array it takes."""
        return self.count * (WORD if self.wide else 1)


@dataclass(frozen=True)
class Layout:
    """The layout of the states of one game for one number of players."""

    game_def: GameDef
    players: int
    answers: int = 0  # how many a suspended state can hold; none in a game that never asks
    explicit: bool = False  # whether chance is asked, and not the generator

    @cached_property
    def symbols(self) -> Symbols:
        """The numbering of the definition."""
        return Symbols(self.game_def)

    @property
    def zones(self) -> int:
        """How many zones there are, those of absent seats included."""
        return len(self.game_def.zones)

    @cached_property
    def tokens(self) -> int:
        """How many tokens can be in play at once; -1 if nothing bounds them."""
        inference = Inference(self.symbols)
        check_expressions(inference)
        bound = token_bound(inference)
        return -1 if bound.unbounded else bound.total

    @cached_property
    def single(self) -> bool:
        """Whether no zone ever holds two tokens."""
        return all(zone.capacity == 1 for zone in self.game_def.zones)

    @property
    def opens(self) -> bool:
        """Whether a shuffle can leave the order of a zone open."""
        return self.explicit and not self.single and bool(self.symbols.shuffled_zones)

    @cached_property
    def props(self) -> tuple[str, ...]:
        """The names of token properties, each a row of `token_props`, by first mention."""
        return tuple(dict.fromkeys(prop.name for kind in self.game_def.token_types for prop in kind.props))

    @cached_property
    def history(self) -> int:
        """How many recorded positions are kept; none when nobody asks for them."""
        metadata = self.game_def.metadata
        if not self.symbols.records_positions:
            return 0
        return metadata.max_plies if metadata.history is None else metadata.history

    @property
    def width(self) -> int:
        """How many numbers a decision takes: its action and the most parameters any has; an answer takes two."""
        params = max((len(action.params) for action in self.game_def.actions), default=0)
        return 1 + (max(params, 1) if self.answers else params)

    @property
    def decides(self) -> str:
        """The field that says which player decides: the active one, unless somebody else is asked."""
        return "decides" if self.answers else "active"

    @cached_property
    def slot_words(self) -> int:
        """How many 64-bit words a set of token slots takes."""
        return (max(self.tokens, 1) + 63) // 64

    @cached_property
    def fields(self) -> tuple[FieldLayout, ...]:
        """Every field in order."""
        found: list[FieldLayout] = []
        offset = 0
        for name, count, section, wide in (*self._wide_fields(), *self._fields()):
            if count:
                found.append(FieldLayout(name, count, section, offset, wide))
                offset += found[-1].size
        return tuple(found)

    @cached_property
    def field(self) -> dict[str, FieldLayout]:
        """Every field by name; a field that would be empty is not there."""
        return {field.name: field for field in self.fields}

    @cached_property
    def size(self) -> int:
        """Entries of a whole state, rounded up so that states of a batch stay aligned."""
        last = self.fields[-1]
        return (last.offset + last.size + 1) // 2 * 2

    def _wide_fields(self) -> list[tuple[str, int, Section, bool]]:
        return [
            ("generator", 4, "header", True),
            ("free_slots", self.slot_words, "index", True),
            ("open_order", self.slot_words * self.opens, "zones", True),
            ("history", self.history, "history", True),
            ("region_history", self.history * len(self.symbols.seen_regions), "history", True),
        ]

    def _fields(self) -> list[tuple[str, int, Section, bool]]:
        players, zones, tokens = self.players + 1, self.zones + 1, self.tokens + 1
        game = self.game_def
        linked = 0 if self.single else 1
        header = ("phase", "active", "last_actor", "next_player", "turn", "ply", "recorded", "outcome", "condition")
        return [
            *((name, 1, "header", False) for name in header),
            ("out", players, "header", False),
            ("decides", min(self.answers, 1), "header", False),
            ("pending", min(self.answers, 1), "header", False),
            ("answer_count", min(self.answers, 1), "header", False),
            ("pending_decision", self.width * min(self.answers, 1), "pending", False),
            ("answers", 2 * self.answers, "pending", False),
            ("global_vars", len(game.global_vars), "variables", False),
            ("player_vars", len(game.per_player_vars) * players, "variables", False),
            ("zone_vars", len(game.per_zone_vars) * zones, "variables", False),
            ("usage", len(self.symbols.usage_counters) * self.players, "variables", False),
            ("history_count", min(self.history, 1), "history", False),
            ("first_token", zones, "zones", False),
            ("last_token", zones * linked, "zones", False),
            ("count_of_zone", zones * linked, "zones", False),
            ("token_type", tokens, "tokens", False),
            ("token_owner", tokens, "tokens", False),
            ("token_zone", tokens, "tokens", False),
            ("token_before", tokens * linked, "tokens", False),
            ("token_after", tokens * linked, "tokens", False),
            ("token_props", len(self.props) * tokens, "tokens", False),
        ]

    def __str__(self) -> str:
        """The layout as a table, one field a line."""
        rows = [f"{self.game_def.metadata.id}, {self.players} players: {self.size * 4} bytes a state"]
        for field in self.fields:
            bits = 64 if field.wide else 32
            rows.append(f"{field.offset:>6}  {field.name:<16} {field.count:>6} × {bits}  {field.section}")
        return "\n".join(rows) + "\n"
