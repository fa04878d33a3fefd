"""CheckedGame: everything that is derived from a definition alone, computed once.

The numbering, the types of expressions, the boards, the number of tokens and the notation of decisions depend on the
definition alone. The front end's last pass, both kernels, `play` and `picture` share one object that holds them. Each
part is computed on first use.

Invariants:
    * `checked(game_def)` returns the same object for the same definition object while it is among the last 64
      definitions; after that it is computed again, with equal results;
    * nothing here depends on a state or on the number of players.

This module does not know what the parts are used for.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from ludotome.gamedef.definition import GameDef
from ludotome.gamedef.definition_json import rules_digest
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.notation import Notations, Spelling
from ludotome.gamedef.observation import Sight, sees_zone
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.symbols import Symbols
from ludotome.gamedef.types import PLAYER, Type
from ludotome.space import Board

if TYPE_CHECKING:
    from ludotome.movement import Board as MovementBoard

_KEPT = 64  # definitions that are kept; a program rarely plays more games at once


class CheckedGame(Struct, frozen=True, dict=True, weakref=True):
    """One definition with everything that is derived from it; see the module docstring."""

    game_def: GameDef

    @cached_property
    def symbols(self) -> Symbols:
        """The numbering of its zones, names and other parts."""
        return Symbols(self.game_def)

    @cached_property
    def digest(self) -> str:
        """A SHA-256 of the definition without tests and looks, as hexadecimal digits."""
        return rules_digest(self.game_def)

    @cached_property
    def inference(self) -> Inference:
        """The inference of the types of its expressions."""
        return Inference(self.symbols)

    @cached_property
    def board(self) -> Board:
        """All its zones as the nodes of one graph."""
        return Board(self.game_def.zones, self.game_def.boards)

    @cached_property
    def movement_board(self) -> MovementBoard:
        """The same board in the form of `movement`."""
        from ludotome.movement import Board as MovementBoard  # a light import: only play needs it

        return MovementBoard.from_space(self.board)

    def facing(self, seat: int) -> dict[str, str]:
        """Return the direction of each relative word (`forward`, `left`, …) for *seat*; empty if it faces none."""
        if seat not in self._facing:
            self._facing[seat] = self._faced(seat)
        return self._facing[seat]

    @cached_property
    def _facing(self) -> dict[int, dict[str, str]]:
        return {}

    def _faced(self, seat: int) -> dict[str, str]:
        from ludotome.movement import relative_directions

        given = self.game_def.orientation
        way = given[seat] if seat < len(given) else None
        for board in self.game_def.boards:
            if way is not None and way in board.directions:
                return dict(relative_directions(self._board_alone(board.id), way))
        return {}

    @cached_property
    def _boards_alone(self) -> dict[str, MovementBoard]:
        return {}

    def _board_alone(self, name: str) -> MovementBoard:
        """Return one of its boards alone, in the form of `movement`."""
        from ludotome.movement import Board as MovementBoard

        if len(self.game_def.boards) == 1 and all(zone.board == name for zone in self.game_def.zones):
            return self.movement_board
        if name not in self._boards_alone:
            zones = tuple(zone for zone in self.game_def.zones if zone.board == name)
            boards = tuple(board for board in self.game_def.boards if board.id == name)
            self._boards_alone[name] = MovementBoard.from_zones(zones, boards)
        return self._boards_alone[name]

    @cached_property
    def scope_of_action(self) -> dict[str, Scope]:
        """The scope of each action with all its parameters bound, by action id."""
        found: dict[str, Scope] = {}
        for action in self.game_def.actions:
            scope = Scope("action", PLAYER)
            for param in action.params:
                domain = self.inference.infer(param.domain, scope, "")
                scope = scope.bind(param.name, domain.element or Type("unknown"))
            found[action.id] = scope
        return found

    @cached_property
    def spelling(self) -> Spelling:
        """How notation spells values."""
        return Spelling(self.symbols)

    @cached_property
    def notations(self) -> Notations:
        """How its decisions are written."""
        return Notations(self)

    @cached_property
    def _seen_by(self) -> dict[int | None, tuple[bool, ...]]:
        return {}

    def sees(self, seat: int | None) -> tuple[bool, ...]:
        """Return for each zone whether *seat* (None: a spectator) sees the tokens in it."""
        if seat not in self._seen_by:
            zones = range(len(self.game_def.zones))
            self._seen_by[seat] = tuple(sees_zone(self.symbols, zone, seat) for zone in zones)
        return self._seen_by[seat]

    @cached_property
    def _sights(self) -> dict[int, Sight]:
        return {}

    def sight(self, players: int) -> Sight:
        """Return what each player sees in a game of *players*."""
        if players not in self._sights:
            self._sights[players] = Sight(self.symbols, players)
        return self._sights[players]


_CHECKED: OrderedDict[int, CheckedGame] = OrderedDict()


def checked(game_def: GameDef) -> CheckedGame:
    """Return the `CheckedGame` of *game_def*; definitions are compared by identity, not by value."""
    found = _CHECKED.get(id(game_def))
    if found is not None:  # the entry keeps the definition alive, so no other object has its id
        return found
    made = _CHECKED[id(game_def)] = CheckedGame(game_def)
    if len(_CHECKED) > _KEPT:
        _CHECKED.popitem(last=False)
    return made
