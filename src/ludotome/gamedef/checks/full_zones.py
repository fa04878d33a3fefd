"""Full zones: a token put on a cell that may hold one already, the commonest slip of a rule.

A cell of capacity 1 must be known to be empty when a token comes to it: because the parameter was taken from empty
cells, because `pre` says so, or because an earlier effect cleared it. What a parameter ranges over is followed; cells
found by computation (`step(…)`, a variable) are taken on trust, since nothing here can know them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.definition import ActionDef, GameDef
from ludotome.gamedef.infer import Inference

Facts = frozenset[ex.Expr]  # the zones known to be empty


def check(inference: Inference) -> None:
    """Warn of every effect that may put a second token on a cell for one."""
    game = inference.symbols.game_def
    for index, action in enumerate(game.actions):
        doubtful = {ex.Binding(param.name) for param in action.params if _holds_one(inference, param.domain)}
        walk = _Walk(inference, doubtful)
        walk.through(
            (*action.cost, *action.effects), _known_at_first(game, action), f"actions[{index}]", len(action.cost)
        )


def _holds_one(inference: Inference, domain: ex.Expr) -> bool:
    """Whether *domain* ranges over zones of which some hold only one token."""
    one = {zone.board for zone in inference.symbols.game_def.zones if zone.capacity == 1 and zone.board is not None}
    match domain:
        case ex.Where(of=source):
            return _holds_one(inference, source)
        case ex.RegionZones(name=name):
            return name in one or name in inference.symbols.regions
        case ex.Destinations() | ex.AdjacentZones() | ex.Ray() | ex.ZonesInRange() | ex.ConnectedZones() | ex.Group():
            return bool(one)
        case _:
            return False


def _known_at_first(game: GameDef, action: ActionDef) -> Facts:
    """Return what the domains and `pre` of *action* say is empty."""
    found = set[ex.Expr]()
    for param in action.params:
        if _only_empty(game, param.domain):
            found.add(ex.Binding(param.name))
    if action.pre is not None:
        found |= {zone for part in _conjuncts(action.pre) if (zone := _said_empty(part)) is not None}
    return frozenset(found)


def _only_empty(game: GameDef, domain: ex.Expr) -> bool:
    match domain:
        case ex.Where(of=source, where=condition, bind=bind):
            said = {_said_empty(part) for part in _conjuncts(condition)}
            return ex.Binding(bind) in said or _only_empty(game, source)
        case ex.Ray(while_=condition, bind=bind) if condition is not None:
            return ex.Binding(bind) in {_said_empty(part) for part in _conjuncts(condition)}
        case ex.Destinations(group=wanted):
            groups = [group for kind in game.token_types for group in kind.movement if wanted in (None, group.name)]
            return all(pattern.onto == ("empty",) for group in groups for pattern in group.patterns)
        case _:
            return False


def _conjuncts(condition: ex.Expr) -> Iterator[ex.Expr]:
    if isinstance(condition, ex.And):
        for part in condition.args:
            yield from _conjuncts(part)
    else:
        yield condition


def _said_empty(condition: ex.Expr) -> ex.Expr | None:
    match condition:
        case ex.Empty(zone=zone) | ex.Not(arg=ex.Occupied(zone=zone)):
            return zone
        case _:
            return None


class _Walk:
    """Goes through the effects of one action, keeping what is known to be empty."""

    def __init__(self, inference: Inference, doubtful: set[ex.Binding]) -> None:
        self.inference = inference
        self.doubtful = doubtful

    def through(self, effects: tuple[fx.Effect, ...], facts: Facts, path: str, costs: int = 0) -> Facts:
        """Walk a list; return what is known after it. The first *costs* effects are the action's cost."""
        for index, effect in enumerate(effects):
            place = f"{path}.cost[{index}]" if index < costs else f"{path}.effects[{index - costs}]"
            facts = self._after(effect, facts, place)
        return facts

    def _after(self, effect: fx.Effect, facts: Facts, path: str) -> Facts:
        match effect:
            case fx.ForEach(over=ex.TokensInZone(zone=zone), bind=bind, effects=(fx.DestroyToken(token=token),)) if (
                token == ex.Binding(bind)
            ):
                return facts | {zone}
            case fx.MoveToken(to=zone):
                return self._arrive(zone, facts, f"{path}.moveToken.to")
            case fx.CreateToken(zone=zone):
                return self._arrive(zone, facts, f"{path}.createToken.zone")
            case fx.If(then=then, else_=otherwise):
                branches = [
                    self._within(part, facts, f"{path}.if.{name}")
                    for part, name in ((then, "then"), (otherwise, "else"))
                ]
                return branches[0] & branches[1]
            case fx.ForEach(effects=body):
                return facts & self._within(body, facts, f"{path}.forEach.effects")
            case fx.DestroyToken(token=ex.Top(zone=zone)):
                return facts | {zone}
            case _:
                return facts

    def _within(self, effects: tuple[fx.Effect, ...], facts: Facts, path: str) -> Facts:
        for index, effect in enumerate(effects):
            facts = self._after(effect, facts, f"{path}[{index}]")
        return facts

    def _arrive(self, zone: ex.Expr, facts: Facts, path: str) -> Facts:
        if isinstance(zone, ex.Binding) and zone in self.doubtful and zone not in facts:
            name = zone.name
            self.inference.findings.add(
                "LT430",
                path,
                f"`{name}` may hold a token already, and there is room for one",
                f"clear it first (`capture: {name}`), or choose it from empty zones (`where empty(it)`)",
                severity="warning",
            )
        return facts - {zone}
