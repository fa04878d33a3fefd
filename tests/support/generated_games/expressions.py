"""Expressions of a kind, written at random from gamedef's own table of nodes.

A kind is `int`, `bool`, `player`, `zone`, `token`, a kind of name (`direction`, `type`, `mode`, `phase`, `terrain`,
`action`), or `set of` one of these. A node whose result and fields are declared is written
from the declaration alone, so a new regular node is generated at once. Nodes whose type depends on their parts, or
that are limited to some places, have a rule in `RULES`; one that has neither is never written, which a test reports.

This module does not know effects.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from ludotome.gamedef import NODES, Node, fields_of
from ludotome.gamedef import expressions as ex
from tests.support.generated_games.sight import Pick, Sight
from tests.support.generated_games.world import World

SCALARS = ("int", "bool", "player", "zone", "token", "direction", "type", "mode")
SETS = ("set of zone", "set of token", "set of int", "set of player", "set of direction", "set of mode")
NUMBERS = (1, 0, 2, 3, -1, -2, 5)
Maker = Callable[[], Any]
Rule = Callable[["Writer", str, Sight], list[Maker]]
RULES: dict[type[Node], Rule] = {}
EXPRESSIONS = tuple(cls for cls, info in NODES.items() if info.family != "effect")


@dataclass
class Writer:
    """Writes expressions over one world; every decision goes through `pick`."""

    world: World
    pick: Pick
    without: frozenset[type[Node]] = frozenset()

    def write(self, kind: str, see: Sight) -> ex.Expr:
        """Return an expression of *kind*."""
        names = see.names(kind)
        held = [lambda name=name: ex.Binding(name) for name in names[:2]]
        inner = see.deeper()
        leaves, others = list[Maker](), list[Maker]()
        for cls in _possible(kind):
            if cls in self.without or (see.depth <= 0 and cls not in SPARED):
                continue
            for maker in self._makers(cls, kind, inner):
                (leaves if cls in LEAVES else others).append(maker)
        if see.depth <= 0 and (leaves or held):
            others = []
        # a person would prefer a bound name
        return self.pick([*leaves[:1], *held * 3, *leaves[1:], *others])()  # type: ignore[no-any-return]

    def _makers(self, cls: type[Node], kind: str, see: Sight) -> list[Maker]:
        rule = RULES.get(cls)
        if rule is not None:
            return rule(self, kind, see)
        return [lambda: self.node(cls, see)] if NODES[cls].result == kind else []

    # ── a node from its own annotations ────────────────────────────────────────────────────────────────────────────

    def node(self, cls: type[Node], see: Sight, **given: Any) -> Any:
        """Return a node of class *cls* with the fields *given*, and others by their annotations."""
        values = dict(given)
        element = NODES[cls].element
        # fields evaluated per element come last, when the set and its binder are known
        for info in sorted(fields_of(cls), key=lambda info: bool(info.holds and info.holds.per)):
            if info.name in values or (not info.required and self.pick((True, False))):
                continue
            what, here = info.holds.what if info.holds else "", see
            if what == "set":
                what = self.pick(SETS)
                element = what.removeprefix("set of ")
            if info.holds and info.holds.per:
                bind = values.get(info.holds.per) or _default(cls, info.holds.per)
                assert element is not None, f"{cls.__name__}.{info.name} ranges over nothing"
                here = see.bind(element, bind).bind(element, ex.IT)
            values[info.name] = self.field(info, what, here)
        return cls(**values)

    def field(self, info: Any, what: str, see: Sight) -> Any:
        """Return a value for one field, of what it holds."""
        of = _without_none(info.type)
        if typing.get_origin(of) is Literal:
            return self.pick(typing.get_args(of))
        if typing.get_origin(of) is tuple:
            sizes = (2, 1, 3, 0) if what == "bool" else (1, 2)
            return tuple(dict.fromkeys(self.value(what, see) for _ in range(self.pick(sizes))))
        return self.pick((False, True)) if of is bool else self.value(what, see)

    def value(self, what: str, see: Sight) -> Any:
        """Return a value for a field that holds *what*: an expression or a name."""
        world, pick = self.world, self.pick
        match what:
            case "scalar" | "any":
                return self.write(pick(SCALARS), see)
            case "players":
                return self.write(pick(("player", "set of player")), see)
            case "directions":
                return self.write(pick(("set of direction", "direction")), see)
            case "token type name":
                return self.write("type", see)
            case "binder":
                return pick((ex.IT, "$x", "$y"))
            case "zone id":
                return pick(world.zones).id
            case "owned zone":
                return "hand"
            case "token type":
                return pick(world.names["type"])
            case "movement group":
                return "march"
            case "region":
                return pick(("board", "some"))
        return self.write(what, see)


@cache
def _possible(kind: str) -> tuple[type[Node], ...]:
    """Return the nodes that may be of *kind*, by the table and the existence of a rule."""
    return tuple(cls for cls in EXPRESSIONS if cls in RULES or NODES[cls].result == kind)


@cache
def _default(cls: type[Node], name: str) -> Any:
    return next(info.default for info in fields_of(cls) if info.name == name)


def _without_none(of: Any) -> Any:
    options = [option for option in typing.get_args(of) if option is not type(None)]
    if type(None) not in typing.get_args(of):
        return of
    return _unannotated(options[0]) if len(options) == 1 else of


def _unannotated(of: Any) -> Any:
    return of.__origin__ if typing.get_origin(of) is typing.Annotated else of


def _is_leaf(cls: type[Node]) -> bool:
    """Return whether a node needs no nested expression."""
    names = ("zone id", "global variable", "binding", "token type", "region", "action")
    return all(not info.required or info.holds is None or info.holds.what in names for info in fields_of(cls))


LEAVES = frozenset(cls for cls in EXPRESSIONS if _is_leaf(cls))
SPARED = LEAVES | {ex.IntsInRange, ex.ListOf, ex.Top}
"""The nodes that every game needs, however small its language."""

# ── nodes whose type depends on their parts or whose place is limited ──────────────────────────────────────────────


def rule(*classes: type[Node]) -> Callable[[Rule], Rule]:
    """Register the decorated rule for these nodes; it returns makers, none if the node cannot be of the kind."""

    def enter(made: Rule) -> Rule:
        RULES.update(dict.fromkeys(classes, made))
        return made

    return enter


def _scalar_of(kind: str) -> str | None:
    return kind.removeprefix("set of ") if kind.startswith("set of ") else None


@rule(ex.IntLiteral)
def _int(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda: ex.IntLiteral(w.pick(NUMBERS))] if kind == "int" else []


@rule(ex.NoneLiteral)
def _none(w: Writer, kind: str, see: Sight) -> list[Maker]:
    # rarely, since most of its arguments are `none` too
    may = kind in ("player", "zone", "token") and see.depth == 1
    return [ex.NoneLiteral] if may else []


@rule(ex.NameLiteral)
def _name(w: Writer, kind: str, see: Sight) -> list[Maker]:
    names = w.world.names.get(kind, ())
    return [lambda: ex.NameLiteral(w.pick(names))] if names else []


@rule(ex.SeatLiteral)
def _seat(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda: ex.SeatLiteral(w.pick(range(w.world.players.max)))] if kind == "player" else []


@rule(ex.Binding)
def _binding(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return []  # `Writer.write` prefers them


@rule(ex.Actor)
def _actor(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [ex.Actor] if see.actor and kind == "player" else []


@rule(ex.AllOther)
def _all_other(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [ex.AllOther] if see.actor and kind == "set of player" else []


@rule(ex.CurrentPhase)
def _phase(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [ex.CurrentPhase] if kind == "phase" else []


@rule(ex.NoLegalMoves)
def _no_moves(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [ex.NoLegalMoves] if kind == "bool" and see.place == "end" else []


@rule(ex.Seen)
def _seen(w: Writer, kind: str, see: Sight) -> list[Maker]:
    regions = {"end": (None, "board", "some"), "post": ("board", "some")}.get(see.place, ())
    return [lambda: ex.Seen(w.pick(regions))] * 3 if kind == "int" and regions else []


@rule(ex.GlobalVar)
def _global_var(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda v=v: ex.GlobalVar(v.name) for v in w.world.global_vars if w.world.kind_of(v.type) == kind]


@rule(ex.PlayerVar)
def _player_var(w: Writer, kind: str, see: Sight) -> list[Maker]:
    known = [var for var in w.world.player_vars if w.world.kind_of(var.type) == kind]
    return [lambda v=v: ex.PlayerVar(w.write("player", see), v.name) for v in known]


@rule(ex.ZoneVar)
def _zone_var(w: Writer, kind: str, see: Sight) -> list[Maker]:
    known = [var for var in w.world.zone_vars if w.world.kind_of(var.type) == kind]
    return [lambda v=v: ex.ZoneVar(w.write("zone", see), v.name) for v in known]


@rule(ex.TokenProp)
def _token_prop(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda p=p: ex.TokenProp(w.write("token", see), p) for p in w.world.token_props(kind)]


@rule(ex.ZoneProp)
def _zone_prop(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda p=p: ex.ZoneProp(w.write("zone", see), p) for p in w.world.zone_props(kind)]


@rule(ex.PlayerProp)
def _player_prop(w: Writer, kind: str, see: Sight) -> list[Maker]:
    known = w.world.player_props(kind)
    return [lambda: ex.PlayerProp(w.write("player", see), w.pick(known))] if known else []


@rule(ex.Arithmetic)
def _arithmetic(w: Writer, kind: str, see: Sight) -> list[Maker]:
    def make() -> ex.Expr:
        op = w.pick(("+", "-", "*", "//", "%"))
        divisor = op in ("//", "%")
        right = ex.IntLiteral(w.pick((2, 3, -2, -3, 1))) if divisor else w.write("int", see)
        return ex.Arithmetic(op, w.write("int", see), right)

    return [make] if kind == "int" else []


@rule(ex.IfExpr)
def _if(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda: ex.IfExpr(w.write("bool", see), w.write(kind, see), w.write(kind, see))]


@rule(ex.Compare)
def _compare(w: Writer, kind: str, see: Sight) -> list[Maker]:
    def make() -> ex.Expr:
        of = w.pick(("int", "int", "int", *SCALARS[1:], "phase", "phase", "terrain"))
        ops = ("==", "!=", "<", "<=", ">", ">=") if of == "int" else ("==", "!=")
        return ex.Compare(w.pick(ops), w.write(of, see), w.write(of, see))

    return [make, make] if kind == "bool" else []


@rule(ex.In, ex.NotIn)
def _in(w: Writer, kind: str, see: Sight) -> list[Maker]:
    def make() -> ex.Expr:
        of = w.pick(SETS)
        node = w.pick((ex.In, ex.NotIn))
        return node(w.write(of.removeprefix("set of "), see), w.write(of, see))  # type: ignore[no-any-return]

    return [make] if kind == "bool" else []


@rule(ex.First)
def _first(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda: ex.First(w.write(f"set of {kind}", see))] if f"set of {kind}" in SETS else []


@rule(ex.Where)
def _where(w: Writer, kind: str, see: Sight) -> list[Maker]:
    element = _scalar_of(kind)

    def make() -> ex.Expr:
        bind = w.pick((ex.IT, "$x", "$y"))
        here = see.bind(element, bind).bind(element, ex.IT)  # type: ignore[arg-type]
        return ex.Where(w.write(kind, see), w.write("bool", here), bind)

    return [make, make] if element else []


@rule(ex.ListOf)
def _list(w: Writer, kind: str, see: Sight) -> list[Maker]:
    element = _scalar_of(kind)
    return [lambda: ex.ListOf(tuple(w.write(element, see) for _ in range(w.pick((1, 2, 3)))))] if element else []


@rule(ex.RegionZones)
def _region(w: Writer, kind: str, see: Sight) -> list[Maker]:
    if kind != "set of zone":
        return []
    own = replace(see, depth=min(see.depth, 1))
    everybodys = [lambda name=name: ex.RegionZones(name) for name in ("board", "some")]
    return [*everybodys, lambda: ex.RegionZones("home", w.write("player", own))]


@rule(ex.OwnedZone)
def _owned_zone(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda: w.node(ex.OwnedZone, see)] if kind == "zone" and w.world.has_piles else []


@rule(ex.OwnedZones)
def _owned_zones(w: Writer, kind: str, see: Sight) -> list[Maker]:
    return [lambda: w.node(ex.OwnedZones, see)] if kind == "set of zone" and w.world.has_piles else []


@rule(ex.CanTake)
def _can_take(w: Writer, kind: str, see: Sight) -> list[Maker]:
    def make() -> ex.Expr:
        return ex.CanTake(w.pick(see.takes), w.pick((None, w.write("player", see))))

    return [make] if kind == "bool" and see.takes else []
