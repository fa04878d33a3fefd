"""Effort: an upper bound on the steps of evaluating a definition, from the sizes in the document.

A step is a test or one more element of a set: some nanoseconds as machine code, some microseconds on the reference
kernel. The bound follows the form of an expression: a condition evaluated for each element of a set counts once
for each possible element. The position and the indexes of compiled games are ignored, so the bound is often far too
high.

This module does not know what the bound is used for: `checks.long_questions` warns, `native` makes calls that can be
stopped.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.bounds import BUDGET
from ludotome.gamedef.definition import ActionDef
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import Node, children, fields_of
from ludotome.gamedef.registry import not_implemented
from ludotome.gamedef.token_bound import token_bound
from ludotome.space import build_adjacency_graph

MOST = 10**18  # larger bounds carry no more information
LONGEST_RANGE = 2**31


class Effort:
    """Bounds on the steps of one definition."""

    def __init__(self, inference: Inference, *, follows: bool = True, unknown_range: int = LONGEST_RANGE) -> None:
        """Start a count; with *follows*, the rules behind `canTake` and `noLegalMoves` count too, else one step each.

        *unknown_range* is the assumed length of a range whose ends are not constants.
        """
        self._follows, self._unknown_range = follows, unknown_range
        self._game = inference.symbols.game_def
        most = token_bound(inference).most
        self._tokens = LONGEST_RANGE if most is None else max(most, 1)
        self._zones = max(len(self._game.zones), 1)
        self._players = self._game.metadata.players.max
        self._actions: dict[str, int] = {}
        self._known: dict[Node, int] = {}

    @cached_property
    def _ways(self) -> int:
        """The maximum number of neighbours of a zone."""
        graph = build_adjacency_graph(self._game.zones)
        return max((len(near) for near in graph.neighbors.values()), default=1) or 1

    @cached_property
    def listing(self) -> int:
        """The maximum number of steps for listing the legal decisions of a position."""
        return min(MOST, sum(self.of_action(action) for action in self._game.actions))

    @cached_property
    def decision(self) -> int:
        """The maximum number of steps of a decision, until the next decision is due."""
        game = self._game
        lists = [game.setup, *((*action.cost, *action.effects) for action in game.actions)]
        passing = [effect for phase in game.turn_structure.phases for effect in (*phase.on_enter, *phase.on_exit)]
        asked = [phase.when for phase in game.turn_structure.phases] + [end.when for end in game.end_conditions]
        rounds = self._players * max(len(game.turn_structure.phases), 1)
        most = max(self.of_effects(effects) for effects in lists) + rounds * self.of_effects(passing)
        if game.triggers:
            single = max((self._single(effect) for effect in _effects_in(game)), default=1)
            most = min(max(most, BUDGET * (single + sum(self.of(one.when) for one in game.triggers))), MOST)
        return min(MOST, most + rounds * (self.listing + sum(map(self.of, asked))) + self.scoring)

    @cached_property
    def scoring(self) -> int:
        """The maximum number of steps for computing the result of a game."""
        game = self._game
        ranked = sum(self.of(value) for end in game.end_conditions for value in end.result.by)
        return min(MOST, self._players * (ranked + (self.of(game.scoring.value) if game.scoring else 0)))

    def of_action(self, action: ActionDef) -> int:
        """Return the maximum number of steps for listing the legal instances of *action*."""
        if action.id not in self._actions:
            self._actions[action.id] = 0  # recursive actions are rejected elsewhere
            each, steps = 1, 1
            for param in action.params:
                steps += each * self.of(param.domain)
                each = min(MOST, each * self.elements(param.domain))
            tried = 0 if action.post is None and not action.cost else self.of_effects((*action.cost, *action.effects))
            steps += each * (self.of(action.pre) + tried + self.of(action.post))
            self._actions[action.id] = MOST if action.longest is not None else min(MOST, steps)
        return self._actions[action.id]

    def of_effects(self, effects: Iterable[fx.Effect]) -> int:
        """Return the maximum number of steps of a list of effects, without the triggers it sets off."""
        return min(MOST, sum(map(self._of_effect, effects)))

    def _of_effect(self, effect: fx.Effect) -> int:
        if isinstance(effect, fx.PlainEffect):
            return self._single(effect)
        match effect:
            case fx.If():
                return self.of(effect.when) + max(self.of_effects(effect.then), self.of_effects(effect.else_)) + 1
            case fx.ForEach():
                # An iteration that contains only empty loops runs no effect that counts against the budget.
                rounds = self.elements(effect.over)
                return min(MOST, self.of(effect.over) + rounds * (1 + self.of_effects(effect.effects)))
            case fx.Let():
                return self.of(effect.value) + self.of_effects(effect.in_ or ()) + 1
            case _:
                raise not_implemented(effect, "the checker")

    def _single(self, effect: Node) -> int:
        """Return the steps of an effect itself, without the effects inside it."""
        asked = sum(self.of(child) for _, child in children(effect) if type(child) not in _EFFECTS)
        moved = self._tokens if facts.handles_many(effect) else 1
        return min(MOST, 1 + moved * (1 + asked))

    def of(self, node: Node | None) -> int:
        """Return the maximum number of steps for evaluating *node*."""
        if node is None:
            return 0
        if node not in self._known:
            self._known[node] = min(MOST, self._steps_of(node))
        return self._known[node]

    def _steps_of(self, node: Node) -> int:
        match node:
            case ex.CanTake() | ex.NoLegalMoves() if not self._follows:
                return 1
            case ex.CanTake():
                action = next((one for one in self._game.actions if one.id == node.action), None)
                return 1 if action is None else self.of_action(action)
            case ex.NoLegalMoves():
                return self.listing
            case ex.Attacked():
                return self._tokens * self._reach
            case _:
                pass  # any other node: its parts, once per iteration
        once, each = 1, 0
        for info in fields_of(type(node)):
            cost = sum(self.of(child) for child in _nodes(getattr(node, info.name)))
            if info.holds is not None and info.holds.per is not None:
                each += cost
            else:
                once += cost
        return once + self._rounds(node) * (1 + each)

    @property
    def _reach(self) -> int:
        """The maximum number of zones that a token's movement visits."""
        return min(self._zones, 8 * self._ways * max(len(kind.movement) for kind in self._game.token_types) + 64)

    def _rounds(self, node: Node) -> int:
        """Return the number of elements over which *node* itself iterates."""
        return self._rounds_of_set(node) if isinstance(node, ex.Query) else self._rounds_of_value(node)

    def _rounds_of_value(self, node: Node) -> int:
        match node:
            case ex.Count() | ex.First() | ex.Sum() | ex.Lowest() | ex.Highest() | ex.Exists() | ex.All():
                return self.elements(node.query)
            case ex.In() | ex.NotIn():
                return self.elements(node.set)
            case ex.Connected() | ex.Joins():
                return self._zones * self._ways
            case ex.Run() | ex.Distance():
                return self._zones
            case _:
                return 0  # any other value evaluates each of its parts once

    def _rounds_of_set(self, node: ex.Query) -> int:
        match node:
            case ex.Where():
                return self.elements(node.of)
            case ex.ConnectedZones() | ex.Group() | ex.Reachable():
                return self._zones * self._ways
            case ex.Ray() | ex.ZonesInRange():
                return self._zones
            case ex.Destinations() | ex.Attacks():
                return self._reach
            case ex.ListOf() | ex.IntsInRange() | ex.AllPlayers() | ex.AllOther() | ex.AllZones() | ex.RegionZones():
                return 0
            case ex.OwnedZones() | ex.DirectionSet() | ex.AdjacentZones() | ex.Between():
                return 0
            case ex.Tokens() | ex.TokensInZone() | ex.TokensInAdjacentZones():
                return 0
            case _:
                raise not_implemented(node, "the checker")

    def elements(self, query: ex.Expr) -> int:
        """Return the maximum number of elements of a set, from its form alone."""
        if isinstance(query, ex.Value):
            return self._elements_of_value(query)
        match query:
            case ex.Where():
                return self.elements(query.of)
            case ex.ListOf():
                return len(query.items)
            case ex.IntsInRange(min=ex.IntLiteral(value=least), max=ex.IntLiteral(value=most)):
                return max(most - least + 1, 0)
            case ex.IntsInRange():
                return self._unknown_range
            case ex.AllPlayers() | ex.AllOther() | ex.OwnedZones():
                return self._players
            case ex.AdjacentZones() | ex.DirectionSet():
                return self._ways
            case ex.Destinations() | ex.Attacks():
                return self._reach
            case ex.TokensInZone() | ex.TokensInAdjacentZones() | ex.Tokens():
                return self._tokens
            case ex.AllZones() | ex.RegionZones() | ex.ConnectedZones() | ex.Group() | ex.Ray() | ex.Between():
                return self._zones
            case ex.Reachable() | ex.ZonesInRange():
                return self._zones
            case _:
                raise not_implemented(query, "the checker")

    def _elements_of_value(self, value: ex.Value) -> int:
        match value:
            case ex.IfExpr():
                return max(self.elements(value.then), self.elements(value.else_))
            case ex.Binding():
                return max(self._tokens, self._zones)
            case _:
                return 1  # any other value is one thing


_EFFECTS = frozenset(fx.Effect.__args__)


def _effects_in(part: object) -> Iterable[Node]:
    for _, child in children(part):
        if type(child) in _EFFECTS:
            yield child
        yield from _effects_in(child)


def _nodes(value: object) -> Iterable[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
