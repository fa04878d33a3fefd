"""Tensor: what one seat may see of a state, as a row of integers.

`gamedef.TensorLayout` defines each number. The numbers reveal no more than `observation`, which names tokens by slot
too, and machine code writes the same row.

This module does not know what the tensor is used for.
"""

from __future__ import annotations

from collections import Counter

from ludotome.gamedef import NOBODY, GameDef, GameState, PlayError, Stored, TensorLayout, Token, value_kind
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.rules import tables_of
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import view_of
from ludotome.kernel.working import Working, thaw


def observation_tensor(game_def: GameDef, state: GameState, player: int, layout: TensorLayout) -> list[int]:
    """Return what *player* may see of *state*, in the order of *layout*, which must have as many players."""
    if type(player) is not int or not 0 <= player < state.players:
        raise PlayError("bad-argument", f"there is no player {player!r}; players are 0 to {state.players - 1}")
    tables = tables_of(game_def)
    view = None if state.pending is None else view_of(tables, state)
    working = thaw(state) if view is None else view.working
    decides = working.active if view is None else view.question.player
    return _Row(tables, layout, working, player).filled(NOBODY if state.outcome is not None else decides)


class _Row:
    """One row that is being written."""

    def __init__(self, tables: Tables, layout: TensorLayout, state: Working, player: int) -> None:
        self.tables = tables
        self.layout = layout
        self.state = state
        self.player = player
        self.out = [0] * layout.size

    def filled(self, decides: int) -> list[int]:
        for board in self.layout.boards:
            for place, zone in enumerate(board.zones):
                self._cell(zone, board.start + place, len(board.zones))
        self._piles()
        self._tokens()
        self._variables()
        turn = self.layout.turn_start
        if self.layout.phases:
            self.out[turn + self.state.phase] = 1
        if decides >= 0:
            self.out[turn + len(self.layout.phases) + self._ahead(decides)] = 1
        return self.out

    def _ahead(self, seat: int) -> int:
        return self.layout.rotated(seat, self.player)

    def _token(self, slot: int) -> Token:
        token = self.state.tokens[slot]
        assert token is not None
        return token

    def _cell(self, zone: int, at: int, step: int) -> None:
        """Write one zone of a board: one number per plane; planes are *step* numbers apart."""
        layout, slots = self.layout, self.state.zones[zone]
        shown = slots if sees_zone(self.tables, zone, self.player) else ()
        held = Counter(self._kind(slot) for slot in shown)
        numbers = [held[kind] for kind in layout.kinds]
        if layout.counts_zones:
            numbers.append(len(slots))
        top = (shown[-1] if self.tables.is_stack[zone] else shown[0]) if shown else None
        if top is not None and top in self.state.open_order:
            top = None
        numbers += [0 if top is None else self._prop(self._token(top), name) for name in layout.props]
        if layout.names_tokens:
            numbers.append(0 if top is None else 1 + top)
        place = self.tables.symbols.place_on_board[zone]
        rows = zip(self.tables.game_def.per_zone_vars, self.state.zone_vars, strict=True)
        numbers += [self._number(value_kind(var), row[place]) for var, row in rows]
        self.out[at : at + step * len(numbers) : step] = numbers

    def _kind(self, slot: int) -> tuple[int, int]:
        """Return the owner and type of a token, as numbered in the planes."""
        token = self._token(slot)
        return NOBODY if token.owner is None else self._ahead(token.owner), self._type(token)

    def _type(self, token: Token) -> int:
        return self.layout.types.index(self.tables.symbols.names[token.type])

    def _prop(self, token: Token, name: str) -> int:
        found = self.tables.symbols.prop_index.get((token.type, name))
        return 0 if found is None else self._number(self.layout.prop_kind(name), token.props[found[0]])

    def _piles(self) -> None:
        for pile in self.layout.piles:
            zone = pile.zone_for(self.player)
            slots = self.state.zones[zone]
            self.out[pile.start] = len(slots)
            if not pile.is_seen:
                continue
            ordered, next_first = self.tables.symbols.is_ordered_zone[zone], slots
            if self.tables.is_stack[zone]:
                next_first = tuple(reversed(slots))
            for place, slot in enumerate(next_first):
                number = -1 if slot in self.state.open_order else 1 + place * ordered
                self.out[pile.start + 1 + slot] = number

    def _tokens(self) -> None:
        columns, at = self.layout.token_columns, self.layout.token_start
        if not columns:
            return
        for slot, token in enumerate(self.state.tokens):
            if token is None or not sees_zone(self.tables, token.zone, self.player):
                continue
            place = self.tables.symbols.place_on_board.get(token.zone)
            told = {
                "zone": 0 if place is None else 1 + place,
                "type": 1 + self._type(token),
                "owner": 0 if token.owner is None else 1 + self._ahead(token.owner),
            }
            names = columns[: len(columns) - len(self.layout.props)]
            numbers = [told[name] for name in names] + [self._prop(token, name) for name in self.layout.props]
            self.out[at + slot * len(columns) : at + (slot + 1) * len(columns)] = numbers

    def _variables(self) -> None:
        game, state, players = self.tables.game_def, self.state, self.layout.players
        pairs = zip(game.global_vars, state.global_vars, strict=True)
        numbers = [self._number(value_kind(var), value) for var, value in pairs]
        seats = [(self.player + ahead) % players for ahead in range(players)]
        for var, row in zip(game.per_player_vars, state.player_vars, strict=True):
            numbers += [self._number(value_kind(var), row[seat]) for seat in seats]
        for counter in range(len(self.tables.symbols.usage_counters)):
            numbers += [state.usage[counter * players + seat] for seat in seats]
        if self.layout.tells_out:
            numbers += [int(state.out[seat]) for seat in seats]
        start = self.layout.variable_start
        self.out[start : start + len(numbers)] = numbers

    def _number(self, kind: str, value: Stored) -> int:
        """Return a stored value as a number of the row; 0 for None, and for a token hidden from the seat."""
        if value is None:
            return 0
        match kind:
            case "player":
                return 1 + self._ahead(value)
            case "zone":
                return 1 + self.layout.rotated_zone(value, self.player)
            case "token":
                return 1 + value if sees_zone(self.tables, self._token(value).zone, self.player) else 0
            case "name":
                return 1 + value
            case _:
                return value
