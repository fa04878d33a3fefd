"""Lowering: convert a definition's expressions: names to numbers, resolved selectors, static data to tables.

Invariants:
    * a lowered expression has the meaning that `docs/kernel.md` defines for its node;
    * a node without a lowered form raises `UnsupportedError` with its JSON name; nothing is approximated.

`Lowering` contains what every rule needs: the numbering, the board, the tables so far. The rules themselves are in
`lower.scalars` and `lower.sources`. This module does not know C.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Never, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef import IT, NODES, Expr, GameDef, Node, Symbols, checked
from ludotome.movement import Board as MovementBoard
from ludotome.native.lower.ir import Chosen, Const, Kind, Local, Scalar, Table
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.space import Board

Values: TypeAlias = Sequence[int] | Callable[[], Sequence[int]]
Rows: TypeAlias = Sequence[Sequence[int]] | Callable[[], Sequence[Sequence[int]]]


def unsupported(node: Node) -> UnsupportedError:
    """Return the error for a node without a lowered form."""
    return UnsupportedError(f"`{NODES[type(node)].name}` is not compiled yet")


def unhandled(node: Never) -> UnsupportedError:
    """Return the error that ends a match over all nodes of a kind.

    The type checker reports a node missing from the match, as it does for `assert_never`; at run time such a node is
    rejected, since a node may be defined before it is supported here.
    """
    return unsupported(node)


class Scope(Struct, frozen=True):
    """What is visible to an expression: bindings by the document's names, and the actor (None if there is none)."""

    bindings: dict[str, Scalar | Chosen] = field(default_factory=dict)
    actor: Scalar | None = None

    def bind(self, name: str, value: Scalar | Chosen) -> Scope:
        """Return this scope with *name* bound, hiding its earlier meaning."""
        return replace(self, bindings={**self.bindings, name: value})

    def element(self, name: str, value: Scalar) -> Scope:
        """Return this scope with an element of a set bound to *name* and to `it`."""
        return self.bind(name, value).bind(IT, value)


class Lowering(Struct, dict=True):
    """The lowering of one definition for one number of players."""

    layout: Layout
    lower_scalar: Callable[[Lowering, Expr, Scope], Scalar]  # passed in, because values and sets contain each other
    tables: dict[str, Table] = field(default_factory=dict)
    lines: dict[Any, Any] = field(default_factory=dict)  # the lines computed by `targets` so far
    zone_tables: dict[str, tuple[Table, Kind, bool]] = field(default_factory=dict)  # by property of zones
    drawn: int = 0  # zones on the lines computed by `targets` so far
    _locals: int = 0

    def scalar(self, expr: Expr, scope: Scope) -> Scalar:
        """Return the lowered form of an expression with one value."""
        return self.lower_scalar(self, expr, scope)

    @property
    def game_def(self) -> GameDef:
        """The definition."""
        return self.layout.game_def

    @property
    def symbols(self) -> Symbols:
        """Its numbering."""
        return self.layout.symbols

    @property
    def players(self) -> int:
        """The number of players."""
        return self.layout.players

    @cached_property
    def board(self) -> Board:
        """The compiled board of all zones."""
        return checked(self.game_def).board

    @cached_property
    def direction_of_way(self) -> tuple[int, ...]:
        """The name number of each direction of the board."""
        index = self.symbols.name_index
        missing = [name for name in self.board.direction_names if name not in index]
        if missing:
            raise UnsupportedError(f"direction `{missing[0]}` is not named in `boards`")
        return tuple(index[name] for name in self.board.direction_names)

    @cached_property
    def rays_meet(self) -> bool:
        """Whether some ray is cyclic, or two rays from one zone meet."""
        for zone in range(self.layout.zones):
            met: set[int] = {zone}
            for way in range(len(self.board.direction_names)):
                at = self.board.neighbor_by_direction[zone][way]
                while at >= 0:
                    if at in met:
                        return True
                    met.add(at)
                    at = self.board.neighbor_by_direction[at][way]
        return False

    @cached_property
    def movement_board(self) -> MovementBoard:
        """The same board in the form of `movement`."""
        return checked(self.game_def).movement_board

    def facing(self, seat: int) -> dict[str, str]:
        """Return the direction of each relative word for the facing of *seat*; empty if it has none."""
        return checked(self.game_def).facing(seat)

    @cached_property
    def zones_in_play(self) -> tuple[int, ...]:
        """The zones of the players in the game, and unowned zones."""
        return tuple(z for z, owner in enumerate(self.symbols.owner_of_zone) if owner is None or owner < self.players)

    @cached_property
    def largest_zone(self) -> int:
        """Maximum number of tokens in a zone."""
        capacities = [zone.capacity for zone in self.game_def.zones]
        known = [capacity for capacity in capacities if capacity is not None]
        return min(self.layout.tokens, max(known)) if len(known) == len(capacities) else self.layout.tokens

    @cached_property
    def type_numbers(self) -> tuple[int, ...]:
        """The name number of each token type, in the definition's order."""
        return tuple(self.symbols.name_index[kind.id] for kind in self.game_def.token_types)

    def local(self, name: str, kind: Kind, *, optional: bool = False) -> Local:
        """Return a new local with a C name derived from *name*."""
        self._locals += 1
        stem = "".join(c if c.isalnum() and c.isascii() else "_" for c in name.lstrip("$")) or "it"
        return Local(f"{stem}_{self._locals}", kind, optional)

    def table(self, name: str, values: Values) -> Table:
        """Return the one-dimensional table of these values; cached by name. `values[0]` is the entry of `none`.

        Here and below, a function of the values is called only if there is no table of this name yet. Use a function
        for a table with an entry for each zone, since thousands of rules may read it.
        """
        if callable(values):
            return self.tables[name] if name in self.tables else self.table(name, values())
        return self._keep(Table(name, (tuple(values),)))

    def rows(self, name: str, rows: Rows) -> Table:
        """Return the table of these lists; cached by name. If selected by an index, `rows[0]` is the row of `none`."""
        if callable(rows):
            return self.tables[name] if name in self.tables else self.rows(name, rows())
        return self._keep(Table(name, tuple(tuple(row) for row in rows), "lists"))

    def grid(self, name: str, rows: Rows) -> Table:
        """Return the table of these rows of equal length; cached by name. `rows[0]` is the row of `none`."""
        if callable(rows):
            return self.tables[name] if name in self.tables else self.grid(name, rows())
        return self._keep(Table(name, tuple(tuple(row) for row in rows), "grid"))

    def _keep(self, table: Table) -> Table:
        known = self.tables.setdefault(table.name, table)
        assert known == table, f"two tables are called {table.name}"
        return known


def zone_set_name(prefix: str, name: str) -> str:
    """Return a C name for a table about something named in a document."""
    return f"{prefix}_" + "".join(c if c.isalnum() and c.isascii() else f"_{ord(c):x}_" for c in name)


def nothing(kind: Kind) -> Const:
    """Return the `none` of a kind."""
    return Const(-(2**63) if kind == "int" else -1, kind, optional=True)
