"""Tensor layout: the meaning of each number of an observation tensor, for one game and number of players.

A tensor is one row of integers that shows a state to one seat. Seats are counted from that seat: 0 is the seat
itself ("mine"), 1 the next one, and so on; owned zones follow their owners. Hidden values are 0.

    part           numbers
    boards         for each board, planes with a number for each zone, in definition order:
                       the number of tokens of each owner and type; the number of tokens, if a zone may be hidden;
                       each property of the top token; 1 + slot of the top token, if decisions name tokens;
                       each zone variable
    piles          for each zone that is on no board: the number of tokens; if the seat sees them, for each
                   slot the place of the token, 1 for the one drawn next (in a set 1 for all), -1 if
                   the order is undecided, 0 if the token is not there
    tokens         if tokens can be in a pile or share a zone: for each slot that the seat sees, its zone on the
                   board, type and owner (each plus 1) and properties
    variables      global ones; those of each seat; how often each seat used limited actions; who is eliminated
    turn           the phase and who decides, one number for each, 1 if it applies

Numbers and booleans are stored as themselves. A name (its index in `Symbols.names`), a
seat, a zone or a token is stored as its number plus 1, and `none` as 0. A token that the seat does not see is 0.

Invariant: offsets are a pure function of the definition and the number of players; both kernels write the same rows.

This module does not know states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from ludotome.gamedef import facts
from ludotome.gamedef.action_ids import id_ranges
from ludotome.gamedef.definition import PropDef, VarDef
from ludotome.gamedef.expressions import Active, Actor, NameLiteral, SeatLiteral
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import Node
from ludotome.gamedef.state import PlayError
from ludotome.gamedef.symbols import Symbols, walk
from ludotome.gamedef.token_bound import token_bound
from ludotome.gamedef.validate import infer_all

NOBODY = -1
MOST_NUMBERS = 2**24


class TensorPart(Struct, frozen=True):
    """A group of numbers in a tensor: its name, offset, shape and labels."""

    name: str
    start: int
    shape: tuple[int, ...]
    labels: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return len(self.labels)


class BoardPart(Struct, frozen=True):
    """One board: its zones, and the first number of its first plane."""

    name: str
    start: int
    zones: tuple[int, ...]


class PilePart(Struct, frozen=True):
    """One zone on no board, or the zones of one name for all seats.

    `zones` are by seat, or a single unowned zone. `ahead` is the owner, counted from the observing seat. `start` is
    the offset of its count; the places of tokens follow if the seat sees them.
    """

    name: str
    start: int
    zones: tuple[int, ...]
    ahead: int
    is_seen: bool

    def zone_for(self, looking: int) -> int:
        """Return the zone that is shown here to the seat *looking*."""
        return self.zones[(looking + self.ahead) % len(self.zones)] if len(self.zones) > 1 else self.zones[0]


class TensorLayout(Struct, frozen=True, dict=True):
    """The layout of the tensors of one game for one number of players."""

    symbols: Symbols
    players: int

    # ── Contents ──────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _inference(self) -> Inference:
        return infer_all(self.symbols)

    @cached_property
    def tokens(self) -> int:
        """Maximum number of tokens in play at once."""
        most = token_bound(self._inference).most
        if most is None:
            message = "a tensor has a place for each token, and the number of tokens is unlimited; write `max`"
            raise PlayError("no-tensor", message)
        return most

    @cached_property
    def _nodes(self) -> tuple[Node, ...]:
        return tuple(walk(self.symbols.game_def))

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The token types, in definition order."""
        return tuple(kind.id for kind in self.symbols.game_def.token_types)

    @cached_property
    def props(self) -> tuple[str, ...]:
        """The token properties in order of first mention, without those whose kind depends on the token type."""
        return tuple(name for name, kinds in self._prop_kinds.items() if len(kinds) == 1)

    @cached_property
    def _prop_kinds(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for kind in self.symbols.game_def.token_types:
            for prop in kind.props:
                found.setdefault(prop.name, set()).add(value_kind(prop))
        return found

    def prop_kind(self, name: str) -> str:
        """Return what kind of value a property holds."""
        return next(iter(self._prop_kinds[name]))

    @cached_property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """The (owner, type) pairs that a board has a plane for: owners counted from the seat, then nobody."""
        owned, unowned = self._ownership
        pairs = [(ahead, type_) for ahead in range(self.players) for type_ in owned]
        return (*pairs, *((NOBODY, type_) for type_ in unowned))

    @cached_property
    def _ownership(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The types whose tokens can have an owner, and those whose tokens can have none."""
        owned, unowned = set[str](), set[str]()
        for arrival in (arrival for node in self._nodes for arrival in facts.arrivals(node)):
            if arrival.makes is None:
                continue
            types = {arrival.makes.name} if isinstance(arrival.makes, NameLiteral) else set(self.types)
            owned |= types if arrival.owner is not None else set()
            unowned |= set() if self._is_somebody(arrival.owner) else types
        changes = [change for node in self._nodes if (change := facts.property_set(node)) is not None]
        if any(change.prop == "type" for change in changes):
            owned, unowned = set(self.types if owned else ()), set(self.types if unowned else ())
        new_owners = [change.value for change in changes if change.prop == "owner"]
        owned |= unowned if new_owners else set()
        unowned |= set() if all(map(self._is_somebody, new_owners)) else owned
        places = {name: place for place, name in enumerate(self.types)}
        return tuple(sorted(places[name] for name in owned)), tuple(sorted(places[name] for name in unowned))

    def _is_somebody(self, owner: Node | None) -> bool:
        """Return whether an expression is certainly a player, by its form."""
        match owner:
            case SeatLiteral(seat=seat):
                return seat < self.players
            case Actor() | Active():
                return True
            case _:
                return False  # any other expression may be `none`

    @cached_property
    def names_tokens(self) -> bool:
        """Whether a decision can name a token."""
        ranges = id_ranges(self.symbols, self.players, self.tokens, answers=False)
        named = any(one.kind == "token" for row in ranges for one in row)
        return named or any(element.kind == "token" for element in self._inference.chosen)

    @cached_property
    def shows_tokens(self) -> bool:
        """Whether there are numbers for each token: if tokens can be in piles, or share zones of a board."""
        zones = self.symbols.game_def.zones
        shares = any(zone.board is not None and zone.capacity != 1 for zone in zones)
        return self.tokens > 0 and (shares or any(pile.is_seen for pile in self.piles))

    # ── boards and piles ───────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _board_zones(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for number, zone in enumerate(self.symbols.game_def.zones):
            if zone.board is not None:
                found.setdefault(zone.board, []).append(number)
        return {name: tuple(zones) for name, zones in found.items()}

    @cached_property
    def counts_zones(self) -> bool:
        """Whether a zone of a board can be hidden, so that the number of tokens has its own plane."""
        return any(zone.board is not None and zone.visibility != "public" for zone in self.symbols.game_def.zones)

    @cached_property
    def planes(self) -> tuple[str, ...]:
        """The name of each plane of a board."""
        who = [f"{self.seat_name(ahead)} {self.types[type_]}" for ahead, type_ in self.kinds]
        game = self.symbols.game_def
        return (
            *who,
            *(["count"] if self.counts_zones else []),
            *(f"top {name}" for name in self.props),
            *(["top token"] if self.names_tokens else []),
            *(var.name for var in game.per_zone_vars),
        )

    @cached_property
    def boards(self) -> tuple[BoardPart, ...]:
        """The boards, in definition order."""
        start, found = 0, []
        for name, zones in self._board_zones.items():
            found.append(BoardPart(name, start, zones))
            start += len(zones) * len(self.planes)
        return tuple(found)

    @cached_property
    def piles(self) -> tuple[PilePart, ...]:
        """The zones on no board, in definition order; an owned zone once per seat, starting with the observing seat."""
        start = sum(len(board.zones) * len(self.planes) for board in self.boards)
        found = []
        for name, zones, ahead in self._pile_zones():
            definition = self.symbols.game_def.zones[zones[0]]
            seen = definition.visibility == "public" or (definition.visibility == "owner" and ahead == 0)
            found.append(PilePart(name, start, zones, ahead, seen))
            start += 1 + self.tokens * seen
        return tuple(found)

    def _pile_zones(self) -> Iterator[tuple[str, tuple[int, ...], int]]:
        for number, zone in enumerate(self.symbols.game_def.zones):
            if zone.board is not None:
                continue
            if zone.owner != "player":
                yield str(zone.id), (number,), 0 if zone.visibility != "owner" else 1
            elif str(zone.id).endswith(":0"):
                group = str(zone.id).rpartition(":")[0]
                zones = self.symbols.owned_zones[group][: self.players]
                for ahead in range(self.players):
                    yield f"{self.seat_name(ahead)} {group}", zones, ahead

    def seat_name(self, ahead: int) -> str:
        """Return the label of the seat that is *ahead* places after the observing seat."""
        if ahead <= 0:
            return "mine" if ahead == 0 else "nobody's"
        return "theirs" if self.players == 2 else f"seat+{ahead}"

    # ── Tokens, variables, turn ─────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def token_start(self) -> int:
        """Offset of the numbers about tokens."""
        last = self.piles[-1] if self.piles else None
        if last is not None:
            return last.start + 1 + self.tokens * last.is_seen
        return sum(len(board.zones) * len(self.planes) for board in self.boards)

    @cached_property
    def token_columns(self) -> tuple[str, ...]:
        """The columns for each token."""
        if not self.shows_tokens:
            return ()
        shares = any(zone.board is not None and zone.capacity != 1 for zone in self.symbols.game_def.zones)
        return (*["zone"] * shares, "type", *["owner"] * bool(self._ownership[0]), *self.props)

    @cached_property
    def variable_start(self) -> int:
        """Offset of the global variables."""
        return self.token_start + self.tokens * len(self.token_columns)

    @cached_property
    def tells_out(self) -> bool:
        """Whether a player can be eliminated."""
        return any(map(facts.puts_out, self._nodes))

    @cached_property
    def turn_start(self) -> int:
        """Offset of the phases."""
        game = self.symbols.game_def
        own = len(game.per_player_vars) + len(self.symbols.usage_counters) + self.tells_out
        return self.variable_start + len(game.global_vars) + own * self.players

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases, if there is more than one."""
        phases = tuple(phase.id for phase in self.symbols.game_def.turn_structure.phases)
        return phases if len(phases) > 1 else ()

    @cached_property
    def size(self) -> int:
        """The number of numbers in a tensor."""
        size = self.turn_start + len(self.phases) + self.players
        if size > MOST_NUMBERS:
            raise PlayError("no-tensor", f"a tensor of this game would have {size} numbers, more than {MOST_NUMBERS}")
        return size

    @cached_property
    def parts(self) -> tuple[TensorPart, ...]:
        """All parts of a tensor, in order, without gaps."""
        found, start = list[TensorPart](), 0
        for name, shape, labels in self._named_parts():
            if labels:
                found.append(TensorPart(name, start, shape, labels))
                start += len(labels)
        assert start == self.size, "the parts must cover the whole tensor"
        return tuple(found)

    def _named_parts(self) -> Iterator[tuple[str, tuple[int, ...], tuple[str, ...]]]:
        game = self.symbols.game_def
        several = len(self.boards) > 1
        for board in self.boards:
            labels = tuple(str(game.zones[zone].id) for zone in board.zones)
            shape = self._shape(board.zones)
            for plane in self.planes:
                yield (f"{board.name}: {plane}" if several else plane), shape, labels
        slots = tuple(f"token {slot}" for slot in range(self.tokens))
        for pile in self.piles:
            labels = ("count", *(slots if pile.is_seen else ()))
            yield pile.name, (len(labels),), labels
        if self.token_columns:
            labels = tuple(f"{slot} {column}" for slot in slots for column in self.token_columns)
            yield "tokens", (self.tokens, len(self.token_columns)), labels
        seats = tuple(self.seat_name(ahead) for ahead in range(self.players))
        for var in game.global_vars:
            yield var.name, (1,), (var.name,)
        for var in game.per_player_vars:
            yield var.name, (self.players,), seats
        for action, limit in self.symbols.usage_counters:
            taken = game.actions[action]
            yield f"{taken.id} this {taken.limits[limit].scope}", (self.players,), seats
        if self.tells_out:
            yield "out", (self.players,), seats
        yield "phase", (len(self.phases),), self.phases
        yield "decides", (self.players,), seats

    def _shape(self, zones: Sequence[int]) -> tuple[int, ...]:
        """Return (rows, columns) for a board that is a full grid in reading order, else the number of zones."""
        placed = [self.symbols.game_def.zones[number] for number in zones]
        places = [(zone.r, zone.q) if zone.row is None else (zone.row, zone.col) for zone in placed]
        rows = 1 + max((row for row, _ in places if row is not None), default=-1)
        cols = 1 + max((col for _, col in places if col is not None), default=-1)
        if rows * cols == len(zones) and places == [(row, col) for row in range(rows) for col in range(cols)]:
            return rows, cols
        return (len(zones),)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The label of each number."""
        return tuple(
            part.name if part.labels == (part.name,) else f"{part.name}[{label}]"
            for part in self.parts
            for label in part.labels
        )

    @cached_property
    def bits(self) -> int:
        """The number of bits that fit every number of a tensor: 8, 16 or 32."""
        game = self.symbols.game_def
        stored: list[VarDef | PropDef] = [*game.global_vars, *game.per_player_vars, *game.per_zone_vars]
        stored += [prop for kind in game.token_types for prop in kind.props]
        lows = [one.min for one in stored if one.min is not None]
        highs = [one.max for one in stored if one.max is not None]
        limits = [limit.max for action in game.actions for limit in action.limits]
        kinds = {value_kind(one) for one in stored}
        most = [self.players + 1, len(self.types) + 1, *highs, *limits]
        counted = self.shows_tokens or self.counts_zones or bool(self.piles)
        most += [self.tokens + 1] * (counted or self.names_tokens or "token" in kinds)
        most += [len(self.symbols.names) + 1] * ("name" in kinds)
        most += [len(game.zones) + 1] * ("zone" in kinds or "zone" in self.token_columns)
        least, largest = min([-1, *lows]), max(most)
        return next((bits for bits in (8, 16) if -(2 ** (bits - 1)) <= least and largest < 2 ** (bits - 1)), 32)

    @property
    def dtype(self) -> str:
        """The name of the type that fits every number: int8, int16 or int32."""
        return f"int{self.bits}"

    def rotated(self, seat: int, looking: int) -> int:
        """Return how many places *seat* is after the observing seat."""
        return (seat - looking) % self.players

    def rotated_zone(self, zone: int, looking: int) -> int:
        """Return the zone shown for *zone*: an owned one is that of its owner, counted from *looking*."""
        owner = self.symbols.owner_of_zone[zone]
        if owner is None or owner >= self.players:
            return zone
        group = str(self.symbols.game_def.zones[zone].id).rpartition(":")[0]
        return self.symbols.owned_zones[group][self.rotated(owner, looking)]


def value_kind(declared: VarDef | PropDef) -> str:
    """Return the kind of value of a variable or property."""
    return "name" if isinstance(declared.type, tuple) else declared.type
