"""Sizes: tight bounds on the number of elements of sets.

The bound of a set's type (`types`) is for arithmetic and may be loose; this one uses capacities, the number of
possible tokens, and the number of neighbours of a zone.
"""

from __future__ import annotations

from functools import cached_property

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.token_bound import token_bound
from ludotome.gamedef.zone_sets import zones_of
from ludotome.space import build_adjacency_graph


class Sizes:
    """Bounds on the sets of one definition."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference

    @cached_property
    def tokens(self) -> int:
        """Maximum number of tokens at once."""
        return token_bound(self._inference).total

    @cached_property
    def neighbors(self) -> int:
        """Maximum number of neighbours of a zone."""
        graph = build_adjacency_graph(self._inference.symbols.game_def.zones)
        return max((len(zones) for zones in graph.neighbors.values()), default=0)

    def of(self, query: ex.Expr, scope: Scope) -> int:
        """Return the maximum number of elements of *query*."""
        found = self._inference.infer(query, scope, "")
        if not found.is_set:
            return 1
        is_tokens = found.element is not None and found.element.kind == "token"
        most = min(found.size, self.tokens) if is_tokens else found.size
        match query:
            case ex.Where(of=source):
                return min(most, self.of(source, scope))
            case ex.TokensInZone(zone=zone):
                room = zones_of(self._inference, zone, scope).max_capacity
                return most if room is None else min(most, room)
            case ex.Tokens(types=types) if types:
                return min(most, self.of_types(types))
            case ex.AdjacentZones():
                return min(most, self.neighbors)
            case ex.IntsInRange(min=ex.IntLiteral(value=least), max=last):
                return max(0, min(most, self._highest(last, scope) - least + 1))
            case _:
                return most  # any other set: the bound of its type

    def _highest(self, number: ex.Expr, scope: Scope) -> int:
        """Return the maximum of *number*; a count of tokens is bounded by the number of tokens."""
        match number:
            case ex.ZoneCount(zone=zone):
                return self.of(ex.TokensInZone(zone), scope)
            case ex.Count(query=query):
                return self.of(query, scope)
            case ex.Arithmetic(op="-", left=left, right=ex.IntLiteral(value=value)):
                return self._highest(left, scope) - value
            case _:
                return self._inference.infer(number, scope, "").high  # any other number: the bound of its type

    def of_types(self, types: tuple[str, ...]) -> int:
        """Return the maximum number of tokens of these types at once."""
        kinds = {kind.id: kind.max for kind in self._inference.symbols.game_def.token_types}
        known = [kinds.get(name) for name in types]
        return min(self.tokens, sum(self.tokens if most is None else most for most in known))
