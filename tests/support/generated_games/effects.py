"""Lists of effects, written at random from gamedef's own table of nodes.

An effect whose fields have annotations is written from these alone. Effects that bind, nest, or write something
declared elsewhere have a rule in `RULES`. An effect is returned with the sight of those after it in its list.

Tokens mostly go where there is room, so that only some games end in a document fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ludotome.gamedef import NODES, Node, VarDef
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from tests.support.generated_games.expressions import SCALARS, SETS, Writer
from tests.support.generated_games.sight import Sight

EFFECTS = tuple(cls for cls, info in NODES.items() if info.family == "effect")
ASKING = frozenset({fx.Roll, fx.Shuffle, fx.ChooseOne, fx.ChooseN})
REQUESTS = frozenset({fx.EndPhase, fx.EndTurn, fx.ExtraTurn})
NESTING = frozenset({fx.If, fx.ForEach})
OFTEN = {
    fx.SetVar: 3,
    fx.AddVar: 2,
    fx.MoveToken: 4,
    fx.CreateToken: 3,
    fx.SetTokenProp: 2,
    fx.SwapTokens: 2,
    fx.ChooseOne: 2,
    fx.If: 2,
}
SPARED = frozenset({fx.SetVar, fx.AddVar, fx.MoveToken, fx.CreateToken})
Made = tuple[fx.Effect, Sight]
Rule = Callable[["EffectWriter", Sight], Made]
RULES: dict[type[Node], Rule] = {}


@dataclass
class EffectWriter:
    """Writes lists of effects; `fresh` numbers the names they bind."""

    write: Writer
    names: int = 0

    def list(self, see: Sight, most: int = 3) -> tuple[fx.Effect, ...]:
        """Return one to *most* effects."""
        made: list[fx.Effect] = []
        for _ in range(self.pick(range(1, most + 1))):
            effect, see = self.one(see)
            made.append(effect)
        return tuple(made)

    def one(self, see: Sight) -> Made:
        """Return an effect and the sight of those after it."""
        options = [cls for cls in EFFECTS if self._fits(cls, see) for _ in range(OFTEN.get(cls, 1))]
        cls = self.pick(sorted(options, key=lambda cls: cls in NESTING))
        rule = RULES.get(cls)
        return rule(self, see) if rule is not None else (self.write.node(cls, replace(see, depth=2)), see)

    def pick(self, options: Any) -> Any:
        """Return one of *options*."""
        return self.write.pick(options)

    def fresh(self) -> str:
        """Return a new unique name."""
        self.names += 1
        return f"$v{self.names}"

    def room(self, see: Sight) -> ex.Expr:
        """Return a zone that is rarely full."""
        empty = ex.First(ex.Where(ex.RegionZones("board"), ex.Empty(ex.Binding(ex.IT))))
        piles = (ex.ZoneLiteral("deck"), ex.OwnedZone("hand", ex.Active())) if self.write.world.has_piles else (empty,)
        return self.pick((empty, *piles, None)) or self.write.write("zone", see)  # type: ignore[no-any-return]

    def token(self, see: Sight) -> ex.Expr:
        """Return a token, usually an existing one; an arbitrary expression is `none` more often than not."""
        tops = (ex.First(ex.TokensInZone(self.filled())), ex.Top(self.filled()), ex.First(ex.Tokens()))
        return self.pick((*tops, None)) or self.write.write("token", see)  # type: ignore[no-any-return]

    def filled(self) -> ex.Expr:
        """Return an occupied zone, if there is one."""
        occupied = ex.Occupied(ex.Binding(ex.IT))
        somewhere, on_board = (ex.First(ex.Where(of, occupied)) for of in (ex.AllZones(), ex.RegionZones("board")))
        piles = (ex.ZoneLiteral("deck"),) if self.write.world.has_piles else ()
        return self.pick((somewhere, on_board, on_board, *piles))  # type: ignore[no-any-return]

    def _fits(self, cls: type[Node], see: Sight) -> bool:
        if cls in self.write.without:
            return False
        if cls in ASKING and not see.asks:
            return False
        if cls in REQUESTS or cls is fx.SetActivePlayer:
            return see.actor
        return cls not in NESTING or see.depth > 0


def rule(*classes: type[Node]) -> Callable[[Rule], Rule]:
    """Register the decorated rule for these effects."""

    def enter(made: Rule) -> Rule:
        RULES.update(dict.fromkeys(classes, made))
        return made

    return enter


def _flat(see: Sight) -> Sight:
    """Return the sight of an effect's own expressions, independent of its nesting."""
    return replace(see, depth=2)


@rule(fx.SetVar, fx.AddVar)
def _variable(w: EffectWriter, see: Sight) -> Made:
    world, here = w.write.world, _flat(see)
    add = w.pick((True, False))
    scope, known = w.pick((("global", world.global_vars), ("player", world.player_vars), ("zone", world.zone_vars)))
    var: VarDef = w.pick([var for var in known if not add or var.type == "int"])
    whose = {scope: w.write.write(scope, here)} if scope != "global" else {}
    value = w.write.write(world.kind_of(var.type), here)
    return (fx.AddVar if add else fx.SetVar)(var.name, value, scope, **whose), see


@rule(fx.SetTokenProp)
def _token_prop(w: EffectWriter, see: Sight) -> Made:
    known = {kind: w.write.world.token_props(kind) for kind in ("int", "player", "bool", "type", "mode", "token")}
    kind = w.pick([kind for kind, props in known.items() if props])
    prop = w.pick(known[kind])
    return fx.SetTokenProp(w.token(_flat(see)), prop, w.write.write(kind, _flat(see))), see


@rule(fx.MoveToken)
def _move(w: EffectWriter, see: Sight) -> Made:
    token = w.token(_flat(see))
    position = w.pick((None, "top", "bottom", "random") if see.asks else (None, "top", "bottom"))
    from_ = w.pick((None, None, None, ex.TokenProp(token, "zone"), w.write.write("zone", _flat(see))))
    return fx.MoveToken(token, w.room(_flat(see)), from_, position), see


@rule(fx.MoveAll, fx.Draw)
def _move_many(w: EffectWriter, see: Sight) -> Made:
    cls = w.pick((fx.Draw, fx.MoveAll))
    source = w.pick((w.filled(), w.write.write("zone", _flat(see))))
    return w.write.node(cls, _flat(see), from_=source, to=w.room(_flat(see)), **_elements(w, cls, see)), see


def _elements(w: EffectWriter, cls: type[Node], see: Sight) -> dict[str, Any]:
    """Return the filter of a `moveAll`, whose elements are tokens."""
    if cls is not fx.MoveAll or w.pick((True, False)):
        return {"filter": None} if cls is fx.MoveAll else {}
    bind = w.pick(("$token", "$x"))
    return {"bind": bind, "filter": w.write.write("bool", _flat(see).bind("token", bind).bind("token", ex.IT))}


@rule(fx.MoveTokenAdjacent)
def _move_adjacent(w: EffectWriter, see: Sight) -> Made:
    way = w.pick(("to", "direction"))
    token, where = w.token(_flat(see)), w.write.write({"to": "zone"}.get(way, way), _flat(see))
    if way == "to" and w.pick((True, False)):
        where = ex.First(ex.AdjacentZones(ex.TokenProp(token, "zone")))
    parts = {"token": token, "to": None, "direction": None, way: where}
    return w.write.node(fx.MoveTokenAdjacent, _flat(see), **parts), see


@rule(fx.SwapTokens)
def _swap(w: EffectWriter, see: Sight) -> Made:
    return fx.SwapTokens(w.token(_flat(see)), w.token(_flat(see))), see


@rule(fx.DestroyToken)
def _destroy(w: EffectWriter, see: Sight) -> Made:
    return fx.DestroyToken(w.token(_flat(see))), see


@rule(fx.CreateToken)
def _create(w: EffectWriter, see: Sight) -> Made:
    here, world = _flat(see), w.write.world
    kind = w.pick(world.names["type"])
    props = {p.name: w.write.write(world.kind_of(p.type), here) for p in world.props_of_type[kind] if w.pick((0, 0, 1))}
    owner = w.pick((w.write.write("player", here), None))
    count = ex.IntLiteral(w.pick((1, 1, 1, 2, 0)))
    return fx.CreateToken(ex.NameLiteral(kind), w.room(here), owner, count, props), see


@rule(fx.If)
def _if(w: EffectWriter, see: Sight) -> Made:
    inner = see.deeper()
    otherwise = w.list(inner, 2) if w.pick((False, True)) else ()
    return fx.If(w.write.write("bool", _flat(see)), w.list(inner, 2), otherwise), see


@rule(fx.ForEach)
def _for_each(w: EffectWriter, see: Sight) -> Made:
    name, of = w.fresh(), w.pick(SETS)
    inner = see.deeper().bind(of.removeprefix("set of "), name)
    return fx.ForEach(name, w.write.write(of, _flat(see)), w.list(inner, 2), w.pick((None, None, 30, 2))), see


@rule(fx.Let)
def _let(w: EffectWriter, see: Sight) -> Made:
    name, kind = w.fresh(), w.pick(SCALARS)
    value = w.write.write(kind, _flat(see))
    after = see.bind(kind, name)
    if see.depth > 0 and w.pick((False, False, True)):
        return fx.Let(name, value, w.list(after.deeper(), 2)), see
    return fx.Let(name, value), after


@rule(fx.Roll)
def _roll(w: EffectWriter, see: Sight) -> Made:
    name = w.fresh()
    sides = ex.IntLiteral(w.pick((6, 2, 1)))
    return fx.Roll(name, w.pick((sides, ex.Maximum((sides, w.write.write("int", _flat(see))))))), see.bind("int", name)


@rule(fx.ChooseOne)
def _choose_one(w: EffectWriter, see: Sight) -> Made:
    name, of = w.fresh(), w.pick(SETS)
    chosen = fx.ChooseOne(name, w.write.write(of, _flat(see)), w.write.write("player", _flat(see)))
    return chosen, see.bind(of.removeprefix("set of "), name)


@rule(fx.ChooseN)
def _choose_n(w: EffectWriter, see: Sight) -> Made:
    name, of = w.fresh(), w.pick(SETS)
    n = w.pick((ex.IntLiteral(2), ex.IntLiteral(1), w.write.write("int", _flat(see))))
    chosen = fx.ChooseN(name, w.write.write(of, _flat(see)), n, w.write.write("player", _flat(see)))
    return chosen, see.bind(of, name)
