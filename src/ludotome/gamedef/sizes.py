"""Sizes: how many elements a set can have, as closely as a definition tells.

The bound of a set's type (`types`) is for arithmetic and may be generous; this one looks at capacities, at how many
tokens there can be, and at how many neighbours a zone has.
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
        """How many tokens there can be at once."""
        return token_bound(self._inference).total

    @cached_property
    def neighbors(self) -> int:
        """How many neighbours a zone can have."""
        graph = build_adjacency_graph(self._inference.symbols.game_def.zones)
        return max((len(zones) for zones in graph.neighbors.values()), default=0)

    def of(self, query: ex.Expr, scope: Scope) -> int:
        """Return how many elements *query* can have."""
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
                return most  # any other set: what its type says

    def _highest(self, number: ex.Expr, scope: Scope) -> int:
        """Return the most that *number* can be; a number of tokens is bounded by the tokens there are."""
        match number:
            case ex.ZoneCount(zone=zone):
                return self.of(ex.TokensInZone(zone), scope)
            case ex.Count(query=query):
                return self.of(query, scope)
            case ex.Arithmetic(op="-", left=left, right=ex.IntLiteral(value=value)):
                return self._highest(left, scope) - value
            case _:
                return self._inference.infer(number, scope, "").high  # any other number: what its type says

    def of_types(self, types: tuple[str, ...]) -> int:
        """Return how many tokens of these types there can be at once."""
        kinds = {kind.id: kind.max for kind in self._inference.symbols.game_def.token_types}
        known = [kinds.get(name) for name in types]
        return min(self.tokens, sum(self.tokens if most is None else most for most in known))
