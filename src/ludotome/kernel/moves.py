"""Moves: destinations and attacks of tokens by the movement of their type, using the `movement` package.

Each type and owner is one movement piece; its lines on the board are computed once and cached. The content of zones
is given from that owner's view.

Invariants:
    * the order is that of `movement`: pattern, direction, near to far, each zone once;
    * a pattern's `when` is evaluated with `it` bound to the token and without an actor;
    * an unowned token, or one below others in a stack, cannot move and attacks nothing.

This module does not know why a token moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import overload

from ludotome.gamedef import IT, MovementPattern, Token, TokenTypeDef, checked
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, evaluates, make
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle, Working
from ludotome.movement import (
    EMPTY,
    ENEMY,
    FRIEND,
    NEUTRAL,
    Board,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MoveTable,
    MultiDirectionPattern,
    NullPattern,
    Pattern,
    Piece,
    move_table,
)


class Seen(Sequence[int]):
    """The content of each zone from the view of one player, as bits of `movement`, computed on access.

    Of a stack only the top counts.
    """

    __slots__ = ("_is_stack", "_owner", "_state")

    def __init__(self, state: Working, owner: int, is_stack: Sequence[bool]) -> None:
        self._state = state
        self._owner = owner
        self._is_stack = is_stack

    def __len__(self) -> int:
        return len(self._state.zones)

    @overload
    def __getitem__(self, zone: int) -> int: ...
    @overload
    def __getitem__(self, zone: slice) -> Sequence[int]: ...
    def __getitem__(self, zone: int | slice) -> int | Sequence[int]:
        assert isinstance(zone, int)
        kinds = 0
        slots = self._state.zones[zone]
        for slot in slots[-1:] if self._is_stack[zone] else slots:
            token = self._state.tokens[slot]
            assert token is not None
            if token.owner is None:
                kinds |= NEUTRAL
            else:
                kinds |= FRIEND if token.owner == self._owner else ENEMY
        return kinds or EMPTY


class Movers:
    """The movement of every type and owner of one definition, computed on first use."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._table_of: dict[tuple[int, int], MoveTable | None] = {}
        self._patterns: dict[int, tuple[MovementPattern, ...]] = {}

    @cached_property
    def board(self) -> Board:
        """The zones in the form of `movement`, with the same indices."""
        return checked(self._tables.game_def).movement_board

    def table(self, kind: int, owner: int) -> MoveTable | None:
        """Return the lines of the tokens of a type and owner; None if the type does not move."""
        key = (kind, owner)
        if key not in self._table_of:
            definition = self._tables.symbols.token_type[kind]
            patterns = {
                group.name or "moves": tuple(self._pattern(pattern, owner) for pattern in group.patterns)
                for group in definition.movement
            }
            piece = Piece(definition.id, owner, patterns)
            self._table_of[key] = move_table(self.board, piece) if definition.movement else None
        return self._table_of[key]

    def _pattern(self, pattern: MovementPattern, owner: int) -> Pattern:
        ways = tuple(way for word in pattern.directions if (way := self._direction(word, owner)) is not None)
        if pattern.kind != "leap" and (not ways or (pattern.kind == "path" and len(ways) < len(pattern.directions))):
            return NullPattern()  # this owner has no facing, or the board lacks the direction
        match pattern.kind:
            case "step" | "slide":
                repeats = pattern.kind == "slide"
                if len(ways) == 1:
                    return DirectionPattern(ways[0], is_repeatable=repeats, onto=pattern.onto)
                return MultiDirectionPattern(ways, is_repeatable=repeats, onto=pattern.onto)
            case "hop":
                return HopPattern(ways, over=pattern.over, onto=pattern.onto)
            case "path":
                return FixedPattern(ways, over=pattern.over, onto=pattern.onto)
            case "leap":
                assert pattern.offset is not None
                return LeapPattern(pattern.offset, onto=pattern.onto)

    def _direction(self, word: str, owner: int) -> str | None:
        return word if word in self.board.index_of_direction else self.relative(owner).get(word)

    def relative(self, owner: int) -> dict[str, str]:
        """Return the direction of each relative word for *owner*, on the board with the direction *owner* faces."""
        return checked(self._tables.game_def).facing(owner)

    def conditions(self, kind: int) -> tuple[Evaluator | None, ...]:
        """Return the `when` of each pattern of a type, in order."""
        patterns = (p for group in self._tables.symbols.token_type[kind].movement for p in group.patterns)
        return tuple(None if pattern.when is None else make(pattern.when, self._tables) for pattern in patterns)

    @cached_property
    def conditions_of_type(self) -> dict[int, tuple[Evaluator | None, ...]]:
        """The conditions of the types that have any."""
        found = {kind: self.conditions(kind) for kind in self._tables.symbols.token_type}
        return {kind: conditions for kind, conditions in found.items() if any(conditions)}

    def holds(self, context: Context, handle: Handle, kind: int) -> Callable[[int], bool] | None:
        """Return a function that tells whether the pattern with an index applies now; None if all always apply."""
        conditions = self.conditions_of_type.get(kind)
        if conditions is None:
            return None

        def ask(place: int) -> bool:
            when = conditions[place]
            return when is None or bool(when(Context(context.state, None, {IT: handle}, context.run)))

        return ask


def movers(tables: Tables) -> Movers:
    """Return the movement of a definition, cached in its rules."""
    return tables.rules.movers


def relative_names(tables: Tables, word: str) -> tuple[int | None, ...]:
    """Return the direction (a name number) of a relative word for each seat; None if it has none."""
    ways = (movers(tables).relative(seat).get(word) for seat in range(tables.game_def.metadata.players.max))
    return tuple(None if way is None else tables.symbols.name_index[way] for way in ways)


def _mover(context: Context, tables: Tables, handle: Handle | None) -> tuple[Token, int] | None:
    """Return the token with its owner; None for no token, an unowned one, or one below others in a stack."""
    token = context.state.token(handle)
    if token is None or handle is None or token.owner is None:
        return None
    is_covered = tables.is_stack[token.zone] and context.state.zones[token.zone][-1] != handle.slot
    return None if is_covered else (token, token.owner)


@evaluates(ex.Destinations)
def destinations(node: ex.Destinations, tables: Tables) -> Evaluator:
    """The zones a token can move to."""
    token, group = make(node.token, tables), node.group

    def evaluate(context: Context) -> tuple[int, ...]:
        handle = token(context)
        found = _mover(context, tables, handle)
        table = None if found is None else movers(tables).table(found[0].type, found[1])
        if found is None or table is None:
            return ()
        mover, owner = found
        if group is None:
            places = None
        elif not _has_group(tables.symbols.token_type[mover.type], group):
            return ()
        else:
            places = table.piece.places_of_group(group)
        holds = movers(tables).holds(context, handle, mover.type)
        return table.destinations(Seen(context.state, owner, tables.is_stack), mover.zone, places, holds)

    return evaluate


def _has_group(kind: TokenTypeDef, group: str) -> bool:
    return any(known.name == group for known in kind.movement)


def _attacks(context: Context, tables: Tables, handle: Handle) -> tuple[int, ...]:
    found = _mover(context, tables, handle)
    table = None if found is None else movers(tables).table(found[0].type, found[1])
    if found is None or table is None:
        return ()
    holds = movers(tables).holds(context, handle, found[0].type)
    return table.attacks(Seen(context.state, found[1], tables.is_stack), found[0].zone, holds)


@evaluates(ex.Attacks)
def attacks(node: ex.Attacks, tables: Tables) -> Evaluator:
    """The zones a token attacks."""
    token = make(node.token, tables)

    def evaluate(context: Context) -> tuple[int, ...]:
        handle = token(context)
        return () if handle is None else _attacks(context, tables, handle)

    return evaluate


@evaluates(ex.Attacked)
def attacked(node: ex.Attacked, tables: Tables) -> Evaluator:
    """Some token of the player attacks the zone."""
    zone, player = make(node.zone, tables), make(node.player, tables)

    def evaluate(context: Context) -> bool:
        where, seat = zone(context), player(context)
        if where is None or seat is None:
            return False
        state = context.state
        for handle, token in zip(state.handles, state.tokens, strict=True):
            if token is None or handle is None or token.owner != seat:
                continue
            table = movers(tables).table(token.type, seat)
            # The empty board rules out most pairs; only the rest depend on the tokens in between.
            reaches = table is not None and table.reach(token.zone) >> where & 1
            if reaches and where in _attacks(context, tables, handle):
                return True
        return False

    return evaluate
