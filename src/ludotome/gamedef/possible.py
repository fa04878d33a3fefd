"""Possible: the possible types and values of hidden tokens, as tables for sampling.

`Contents` derives from the rules which types a zone can contain and with which values; here names become numbers.
Nothing in these tables depends on a state.

Both kernels sample worlds from these tables. This module does not know visibility, nor how worlds are assembled.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ludotome.gamedef.contents import Contents, Values
from ludotome.gamedef.definition import PropDef
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.initial_values import clamped_value, initial_value
from ludotome.gamedef.state import Stored, Token

OWNER = -1  # the field that is not a property


class Choice(Struct, frozen=True):
    """A field of a token, `OWNER` or the index of a property, with its possible values, in ascending order."""

    field: int
    options: Sequence[Stored]


class Possible:
    """The tables of one definition; each is computed on first use."""

    def __init__(self, typed: Inference) -> None:
        self._symbols = typed.symbols
        self._zones = typed.symbols.game_def.zones
        self._contents = Contents(typed)
        self._fixed = frozenset(self._symbols.name_index[kind] for kind in self._contents.fixed)
        self._open_types: dict[int, tuple[int, ...]] = {}
        self._choices: dict[tuple[int, int, int], tuple[Choice, ...]] = {}
        self._types_in: dict[int, frozenset[int]] = {}
        self._unsettled: dict[int, frozenset[str]] = {}

    def is_fixed(self, kind: int) -> bool:
        """Return whether all players know the tokens of this type."""
        return kind in self._fixed

    def open_types(self, zone: int) -> tuple[int, ...]:
        """Return the types that are not fixed and can be in *zone*, in declaration order."""
        if zone not in self._open_types:
            self._open_types[zone] = tuple(kind for kind in self._types(zone) if kind not in self._fixed)
        return self._open_types[zone]

    def settled(self, token: Token) -> Token:
        """Return a token of a fixed type with the first value of each field that rules may change while hidden."""
        unsettled, props = self.unsettled(token.type), self._symbols.token_type[token.type].props
        values = zip(props, token.props, strict=True)
        return Token(
            token.type,
            None if "owner" in unsettled else token.owner,
            token.zone,
            tuple(initial_value(self._symbols, prop) if prop.name in unsettled else value for prop, value in values),
        )

    def may_lie(self, token: Token, zone: int) -> bool:
        """Return whether a token of a fixed type can be in *zone*, by its type and its owner."""
        if zone not in self._types_in:
            self._types_in[zone] = frozenset(self._types(zone))
        if token.type not in self._types_in[zone]:
            return False
        if "owner" in self.unsettled(token.type):
            return True
        owner = self._values(token.type, zone)["owner"]
        is_home = owner.is_home and token.owner == self._symbols.owner_of_zone[zone]
        return is_home or token.owner in owner.seats or (token.owner is None and owner.is_nothing)

    def choices(self, kind: int, zone: int, players: int) -> tuple[Choice, ...]:
        """Return what must be sampled for a hidden token of a type in *zone*: the owner, then properties in order.

        For a fixed type these are only the fields that rules may have changed while it was hidden.
        """
        key = (kind, zone, players)
        if key not in self._choices:
            values = self._values(kind, zone)
            declared = self._symbols.token_type[kind].props
            fields = ((OWNER, "owner"), *((place, prop.name) for place, prop in enumerate(declared)))
            drawn = self.unsettled(kind) if kind in self._fixed else values.keys()
            self._choices[key] = tuple(
                Choice(field, self._options(None if field == OWNER else declared[field], values[name], zone, players))
                for field, name in fields
                if name in drawn and name in values
            )
        return self._choices[key]

    def unsettled(self, kind: int) -> frozenset[str]:
        """Return those of `owner` and the properties that rules may change in a zone that is not public."""
        if kind not in self._unsettled:
            zones = (zone for zone, one in enumerate(self._zones) if one.visibility != "public")
            found = (item for zone in zones for item in self._values(kind, zone).items())
            self._unsettled[kind] = frozenset(name for name, values in found if values.is_changed)
        return self._unsettled[kind]

    def _types(self, zone: int) -> tuple[int, ...]:
        names = self._contents.types_in(self._zones[zone].id)
        return tuple(self._symbols.name_index[name] for name in names)

    def _values(self, kind: int, zone: int) -> dict[str, Values]:
        name = self._symbols.names[kind]
        return self._contents.values_in(name, self._zones[zone].id)

    def _options(self, prop: PropDef | None, values: Values, zone: int, players: int) -> Sequence[Stored]:
        """Return the values of a property, or of the owner (None), as numbers; None comes first."""
        nothing: tuple[Stored, ...] = (None,) if values.is_nothing else ()
        if prop is None or prop.type == "player":
            home = self._symbols.owner_of_zone[zone] if values.is_home else None
            seats = values.seats | (frozenset() if home is None else {home})
            return (*nothing, *(seat for seat in sorted(seats) if seat < players)) or (None,)
        match prop.type:
            case "int" | "bool":
                low, high = (clamped_value(self._symbols, prop, end) for end in (values.low, values.high))
                assert low is not None
                assert high is not None
                return range(low, high + 1) if values.low <= values.high else (initial_value(self._symbols, prop),)
            case "zone":
                group_of = self._contents.inference.declared.group_of_zone
                owners = self._symbols.owner_of_zone
                there = (zone for zone, owner in enumerate(owners) if owner is None or owner < players)
                return (*nothing, *(one for one in there if group_of[self._zones[one].id] in values.zones)) or (None,)
            case "token":
                return (None,)  # the token held by a hidden token is never revealed
        assert isinstance(prop.type, tuple)
        names = values.names | ({prop.type[0]} if values.is_nothing else frozenset())  # `none` is stored as the first
        return tuple(sorted(self._symbols.name_index[name] for name in names)) or (initial_value(self._symbols, prop),)
