"""Token bound: the maximum number of tokens in a game, proven from where its effects put them.

A type is bounded by its `max`, or because every zone it can come to has a capacity, or because only setup creates it,
a known number of times. The native kernel allocates memory for the bound.

This module does not know play; it reads the arrivals recorded while the effects were type-checked.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ludotome.gamedef.infer import Inference, TypedArrival


class TokenBound(Struct, frozen=True):
    """The maximum number of tokens at once, and the types without a bound, which are not counted.

    `open_zones` are the zones without a capacity that tokens of each such type can come to.
    """

    total: int
    unbounded: tuple[str, ...]
    open_zones: dict[str, tuple[str, ...]] = {}
    made: int | None = None
    """How many tokens setup makes, where nothing makes any later; None if something does. A position may hold more."""

    @property
    def most(self) -> int | None:
        """Maximum number of tokens in play at once; None if unbounded."""
        return None if self.unbounded else self.total


def token_bound(inference: Inference) -> TokenBound:
    """Return the bound of a definition whose effects have been type-checked."""
    game = inference.symbols.game_def
    total, unbounded, filled = 0, [], set[str]()
    open_zones: dict[str, tuple[str, ...]] = {}
    for kind in game.token_types:
        arrivals = _arrivals_of(inference, kind.id)
        zones = _zones(inference, arrivals)
        if kind.max is not None:
            total += kind.max
        elif all(game.zones[inference.symbols.zone_index[zone]].capacity is not None for zone in zones):
            filled |= zones
        elif all(arrival.types is None or arrival.place in ("setup", "test") for arrival in arrivals):
            total += max(_made_in(arrivals, "setup"), _made_in(arrivals, "test"))
        else:
            unbounded.append(kind.id)
            open_ones = (zone for zone in game.zones if zone.id in zones and zone.capacity is None)
            open_zones[kind.id] = tuple(dict.fromkeys(str(zone.id).partition(":")[0] for zone in open_ones))
    room = sum(zone.capacity or 0 for zone in game.zones if zone.id in filled)
    makers = [arrival for arrival in inference.arrivals if arrival.types is not None]
    only_setup = all(arrival.place in ("setup", "test") for arrival in makers)
    return TokenBound(total + room, tuple(unbounded), open_zones, _made_in(makers, "setup") if only_setup else None)


def entered_zones(inference: Inference) -> frozenset[str]:
    """Return the zones that some effect, also of setup or of a test, can put a token into."""
    kinds = inference.symbols.game_def.token_types
    return frozenset[str]().union(*(_zones(inference, _arrivals_of(inference, kind.id)) for kind in kinds))


def _arrivals_of(inference: Inference, kind: str) -> list[TypedArrival]:
    """Return the arrivals that can bring tokens of a type, directly or through other zones."""
    found = [arrival for arrival in inference.arrivals if arrival.types is not None and kind in arrival.types]
    moves = [_placed(inference, arrival) for arrival in inference.arrivals if arrival.types is None]
    while True:
        anywhere = any(not arrival.groups for arrival in found)
        reached = frozenset[str]().union(*(arrival.groups for arrival in found))
        new = [move for move in moves if found and (anywhere or not move.source or move.source & reached)]
        if not new:
            return found
        found += new
        moves = [move for move in moves if move not in new]


def _placed(inference: Inference, move: TypedArrival) -> TypedArrival:
    """Return *move*; if it takes the place of another token, with all groups that tokens can come to."""
    if not move.exchanges:
        return move
    others = [arrival.groups for arrival in inference.arrivals if not arrival.exchanges]
    return move if frozenset() in others else replace(move, groups=frozenset[str]().union(*others))


def _zones(inference: Inference, arrivals: list[TypedArrival]) -> set[str]:
    """Return the zones that *arrivals* can lead to; no group means any zone."""
    groups = inference.declared.group_of_zone
    anywhere = any(not arrival.groups for arrival in arrivals)
    reached = frozenset[str]().union(*(arrival.groups for arrival in arrivals))
    return {zone for zone, group in groups.items() if anywhere or group in reached}


def _made_in(arrivals: list[TypedArrival], place: str) -> int:
    return sum(arrival.made for arrival in arrivals if arrival.place == place)
