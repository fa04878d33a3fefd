"""Secrets: the possible hidden tokens, and who sees which zone, as tables for `c/resample.h`.

They are created once per compiled game, on first use, from the rules (`gamedef.Possible`); nothing in them
depends on a state. `c/secrets.h` describes each table.

This module does not know how worlds are sampled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludotome.gamedef import OWNER, Choice, Possible, Token, infer_all
from ludotome.native.lower.kinds import kind_of

if TYPE_CHECKING:
    from ludotome.gamedef import Stored, Symbols
    from ludotome.native.lower.layout import Layout
    from ludotome.native.run.code import Code

MOST_CELLS = 4_000_000
"""A game with larger tables is resampled by the reference kernel."""
_NO_LIMIT = 2**31 - 1
_MASK_BITS = 64  # bits for the parameters of an action that are tokens
Table = tuple[str, list[Any]]  # the C type of its elements, and the elements


class Secrets:
    """The tables of one compiled game."""

    def __init__(self, code: Code, ffi: Any = None) -> None:
        """Make the tables of *code*; *ffi*, if given, allocates them for `pointer`."""
        self._kinds, self._ffi = code.kinds, ffi
        self._layout: Layout = code.layout
        self._players, self._definition = self._layout.players, self._layout.game_def
        self._symbols: Symbols = self._layout.symbols
        self._names = [self._symbols.name_index[kind.id] for kind in self._definition.token_types]
        self._places = [at for at, zone in enumerate(self._definition.zones) if zone.visibility != "public"]

    @property
    def fits(self) -> bool:
        """Whether the tables are small enough."""
        is_narrow = all(len(action.params) <= _MASK_BITS for action in self._definition.actions)
        return is_narrow and len(self._names) * len(self._places) * (self._players + 1) <= MOST_CELLS

    @cached_property
    def pointer(self) -> Any:
        """The address of the tables, which stay in memory as long as this object exists."""
        ffi = self._ffi
        made = ffi.new("lt_secrets *", self.numbers)
        self._kept = {name: ffi.new(f"{ctype}[]", values) for name, (ctype, values) in self.tables.items()}
        for name, array in self._kept.items():
            setattr(made, name, array)
        return made

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The fields of `lt_secrets` that are numbers."""
        game, rows = self._definition, self._holder_rows
        return {
            "types": len(self._names),
            "places": len(self._places),
            "any_holder": int(any(rows)),
            "global_holders": len(_holders(game.global_vars)),
            "player_holders": len(_holders(game.per_player_vars)),
            "zone_holders": len(_holders(game.per_zone_vars)),
        }

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The fields of `lt_secrets` that are arrays; each ends with an unused element."""
        game = self._definition
        open_types = [[self._names.index(name) for name in self._possible.open_types(zone)] for zone in self._places]
        masks = [_mask(kind == "token" for kind in kinds) for kinds in self._kinds]
        found: dict[str, Table] = {
            **self._zone_tables(),
            **self._type_tables(),
            **self._choice_tables(),
            **_rows("open_at", "open_types", open_types),
            **_rows("holder_at", "holder_rows", self._holder_rows),
            "globals": ("int32_t", _holders(game.global_vars)),
            "players": ("int32_t", _holders(game.per_player_vars)),
            "zones": ("int32_t", _holders(game.per_zone_vars)),
            "is_bool": ("uint8_t", [int(name in self._bools) for name in self._layout.props]),
            "token_params": ("uint64_t", masks),
        }
        none: dict[str, Any] = {"lt_choice": (0, 0, 0, 0)}
        return {name: (ctype, [*values, none.get(ctype, 0)]) for name, (ctype, values) in found.items()}

    @cached_property
    def _possible(self) -> Possible:
        return Possible(infer_all(self._symbols))

    @cached_property
    def _holder_rows(self) -> list[list[int]]:
        props = self._layout.props
        types = self._definition.token_types
        return [[props.index(prop.name) for prop in kind.props if kind_of(prop) == "token"] for kind in types]

    @cached_property
    def _bools(self) -> set[str]:
        return {prop.name for kind in self._definition.token_types for prop in kind.props if kind_of(prop) == "bool"}

    # ── groups of tables ───────────────────────────────────────────────────────────────────────────────────────────

    def _zone_tables(self) -> dict[str, Table]:
        owners, zones = self._symbols.owner_of_zone, range(self._layout.zones)
        looks = [zone.visibility for zone in self._definition.zones]
        sees = [
            [looks[zone] == "public" or (looks[zone] == "owner" and owners[zone] == player) for zone in zones]
            for player in range(self._players)
        ]
        regions = [_region(self._layout, name) for name in self._symbols.seen_regions]
        place_of_zone = {zone: place for place, zone in enumerate(self._places)}
        hides = [int(not all(row[zone] for zone in region)) for row in sees for region in regions]
        return {
            "sees": ("uint8_t", [int(seen) for row in sees for seen in row]),
            "hides_region": ("uint8_t", hides),
            "place_of_zone": ("int32_t", [place_of_zone.get(zone, -1) for zone in zones]),
        }

    def _type_tables(self) -> dict[str, Table]:
        possible, names = self._possible, self._names
        type_of_name = {name: place for place, name in enumerate(names)}
        most = [_NO_LIMIT if kind.max is None else kind.max for kind in self._definition.token_types]
        owners = (None, *range(self._players))
        may_lie = [
            int(possible.is_fixed(name) and possible.may_lie(Token(name, owner, zone, ()), zone))
            for name in names
            for owner in owners
            for zone in self._places
        ]
        fields = ("owner", *self._layout.props)
        return {
            "type_of_name": ("int32_t", [type_of_name.get(name, -1) for name in range(len(self._symbols.names))]),
            "name_of_type": ("int32_t", list(names)),
            "most": ("int32_t", most),
            "is_fixed": ("uint8_t", [int(possible.is_fixed(name)) for name in names]),
            "may_lie": ("uint8_t", may_lie),
            "unsettled": ("uint8_t", [int(one in possible.unsettled(name)) for name in names for one in fields]),
        }

    def _choice_tables(self) -> dict[str, Table]:
        starts, choices, options = [0], list[tuple[int, int, int, int]](), list[int]()
        known: dict[tuple[int, ...], int] = {}  # the offset of equal options
        for name in self._names:
            for zone in self._places:
                for choice in self._possible.choices(name, zone, self._players):
                    row = self._row(name, choice)
                    if isinstance(choice.options, range):
                        choices.append((row, choice.options.start, len(choice.options), -1))
                        continue
                    values = tuple(_stored(value) for value in choice.options)
                    if values not in known:
                        known[values] = len(options)
                        options += values
                    choices.append((row, 0, len(values), known[values]))
                starts.append(len(choices))
        return {"choice_at": ("int32_t", starts), "choices": ("lt_choice", choices), "options": ("int32_t", options)}

    def _row(self, name: int, choice: Choice) -> int:
        if choice.field == OWNER:
            return -1
        return self._layout.props.index(self._symbols.token_type[name].props[choice.field].name)


def _rows(starts_name: str, values_name: str, rows: Sequence[Sequence[int]]) -> dict[str, Table]:
    """Return two tables: the offset of each row, and all rows concatenated."""
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    return {starts_name: ("int32_t", starts), values_name: ("int32_t", [value for row in rows for value in row])}


def _holders(variables: Sequence[Any]) -> list[int]:
    """Return the indices of the variables that store tokens."""
    return [place for place, var in enumerate(variables) if kind_of(var) == "token"]


def _stored(value: Stored) -> int:
    return -1 if value is None else int(value)


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _region(layout: Layout, name: str) -> list[int]:
    """Return the zones of a region in play; for a seat region, those of all seats."""
    region, index = layout.symbols.regions[name], layout.symbols.zone_index
    listed = {*region.zones, *(zone for zones in (region.of_seat or ())[: layout.players] for zone in zones)}
    owners = layout.symbols.owner_of_zone
    return [zone for zone in sorted(index[one] for one in listed) if (owners[zone] or 0) < layout.players]
