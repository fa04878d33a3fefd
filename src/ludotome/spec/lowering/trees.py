"""trees: an expression written as YAML, `{op: …}`, `{ref: …}`, `{query: …}` or `{aggregate: …}` → its node.

The keys are the fields of `gamedef`'s nodes; any query may also have `bind` and `where`. This module also interprets
bare values: numbers, booleans, `null`, lists, and seats where a player is expected.
"""

from __future__ import annotations

from typing import Any, cast

from ludotome.diagnostics import near_names, nearest
from ludotome.gamedef import (
    IT,
    NODE_OF_JSON,
    Actor,
    AllPlayers,
    Binding,
    BoolLiteral,
    Expr,
    FieldInfo,
    IntLiteral,
    ListOf,
    NodeInfo,
    NoneLiteral,
    PlayerProp,
    SeatLiteral,
    Type,
    Where,
    fields_of,
)
from ludotome.spec.blocks import YamlValue
from ludotome.spec.lowering.compare import lower_compare, lower_membership
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.leaves import read_binder, read_leaves
from ludotome.spec.lowering.names import find_player, is_seat_number, unbound
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.parts import UNREADABLE, Part, TreePart, part_of
from ludotome.spec.lowering.queries import element_env, set_element
from ludotome.spec.lowering.signatures import is_many, names_for
from ludotome.spec.shapes.node_fields import plain_type

# `query` comes last: an aggregate and `exists` have a key of that name too.
FAMILIES = ("op", "ref", "aggregate", "query")
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
# Other spellings of nodes, and of their keys.
_RENAMED = {("query", "enums"): ("query", "list")}
_RENAMED_KEYS = {("query", "list"): {"values": "items"}, ("query", "zones"): {"filter": "where"}}
_PLAYER_WORDS = ("active", "activePlayer", "actor", "all", "left", "right")


def lower_field(ctx: Context, value: YamlValue, path: str, want: Want, env: Env) -> Expr:
    """Return the node for the value of a field; where a player is expected, numbers, `all` and `left` are players."""
    if want.what in ("player", "players") and not isinstance(value, bool):
        if isinstance(value, int):
            return _noted(ctx, SeatLiteral(value), path, env)
        if isinstance(value, str) and (is_seat_number(value) or value in _PLAYER_WORDS):
            found = AllPlayers() if value == "all" else find_player(ctx, value, env)
            if found is not None:
                return _noted(ctx, found, path, env)
    return ctx.lower(part_of(ctx, value, path), want, env)


def _noted(ctx: Context, node: Expr, path: str, env: Env) -> Expr:
    ctx.origins.note(node, Origin(path, calls=env.calls))
    return node


def lower_tree(ctx: Context, part: TreePart, want: Want, env: Env) -> Expr:
    """Return the node of a YAML value that is not a text."""
    value = part.value
    if value is UNREADABLE:
        return ctx.poison()
    if isinstance(value, bool):
        return BoolLiteral(value)
    if isinstance(value, int):
        return IntLiteral(value)
    if value is None:
        return NoneLiteral()
    if isinstance(value, list):
        item_want = Want("item", want.names)
        return ListOf(
            tuple(lower_field(ctx, item, f"{part.path}[{index}]", item_want, env) for index, item in enumerate(value))
        )
    if isinstance(value, dict):
        if want.what in ("player", "players") and (player := _seed_player(ctx, value, part, env)) is not None:
            return player
        return _mapping(ctx, value, part, want, env)
    return ctx.fault("LT233", part.origin(env), f"`{value}` is not a whole number", "write whole numbers only")


def _seed_player(ctx: Context, value: dict[str, YamlValue], part: TreePart, env: Env) -> Expr | None:
    match value:
        case {"id": int(seat)} if len(value) == 1 and not isinstance(seat, bool):
            return SeatLiteral(seat)
        case {"chosen": str(name)} if len(value) == 1:
            found = env.mention(name)
            return (
                found if found is not None else unbound(ctx, name, Origin(f"{part.path}.chosen", calls=env.calls), env)
            )
        case {"relative": "left" | "right" as side} if len(value) == 1:
            return PlayerProp(Actor(), "next" if side == "left" else "previous")
        case _:
            return None


def _mapping(ctx: Context, value: dict[str, YamlValue], part: TreePart, want: Want, env: Env) -> Expr:
    family = next((name for name in FAMILIES if name in value), None)
    name = value.get(family) if family is not None else None
    if family is None or not isinstance(name, str):
        return ctx.fault(
            "LT234",
            part.origin(env),
            "this mapping is not an expression",
            "write the expression as text, or a mapping with `op`, `ref`, `query` or `aggregate`",
        )
    key = _RENAMED.get((family, name), (family, name))
    if key == ("ref", "it"):
        return Binding(env.it) if env.it is not None else ctx.lower(part_of(ctx, "it", f"{part.path}.ref"), want, env)
    info = NODE_OF_JSON.get(cast("tuple[Any, str]", key))
    if info is None:
        known = tuple(known for kind, known in NODE_OF_JSON if kind == family)
        near = nearest(name, known)
        return ctx.fault(
            "LT235",
            Origin(f"{part.path}.{family}", calls=env.calls),
            f"there is no {family} `{name}`",
            f"write `{near[0]}`" if near else "write one that exists",
            alternatives=near_names(name, known),
            replacement=near[0] if len(near) == 1 else None,
        )
    renamed = _RENAMED_KEYS.get(key, {})
    fields = {renamed.get(name, name): (item, f"{part.path}.{name}") for name, item in value.items() if name != family}
    return _Tree(ctx, info, fields, part, want, env).node()


class _Tree:
    """One mapping that is being lowered."""

    def __init__(
        self,
        ctx: Context,
        info: NodeInfo,
        given: dict[str, tuple[YamlValue, str]],
        part: TreePart,
        want: Want,
        env: Env,
    ) -> None:
        self.ctx, self.info, self.given, self.part, self.want, self.env = ctx, info, given, part, want, env
        self.fields = {field.json_name: field for field in fields_of(info.cls)}
        self.leaves: dict[str, Any] = {}
        self.binder: str | None = None

    def node(self) -> Expr:
        if self._is_faulty():
            return self.ctx.poison()
        self.leaves, is_right = read_leaves(self.ctx, self.info, self.given, self.env)
        self.binder = self.leaves.get("bind")
        if "bind" in self.given and "bind" not in self.fields:  # of the `where` beside a query
            self.binder = read_binder(self.ctx, *self.given["bind"], self.env)
            is_right = is_right and self.binder is not None
        if not is_right:
            return self.ctx.poison()
        name = self.info.name
        if name == "compare":
            spelled = self.part.value["op"]  # type: ignore[call-overload,index]
            return lower_compare(self.ctx, spelled, self._part("left"), self._part("right"), self.env)
        if name in ("in", "notIn"):
            op = "in" if name == "in" else "not in"
            return lower_membership(self.ctx, op, self._part("item"), self._part("set"), self.env)
        if name == "binding":
            written = self.leaves["name"]
            found = self.env.mention(written)
            return (
                found
                if found is not None
                else unbound(self.ctx, written, Origin(self.given["name"][1], calls=self.env.calls), self.env)
            )
        node = self._made()
        return self._filtered(node) if self.info.family == "query" else node

    def _is_faulty(self) -> bool:
        """Report unknown and missing keys."""
        extra = (
            {"bind", "where"}
            if self.info.family in ("query", "aggregate") or self.info.name in ("exists", "all")
            else set()
        )
        faulty = False
        for key, (_, path) in self.given.items():
            if key not in self.fields and key not in extra:
                known = tuple(self.fields)
                near = nearest(key, known)
                self.ctx.fault(
                    "LT236",
                    Origin(path, calls=self.env.calls, on_key=True),
                    f"`{self.info.name}` has no `{key}`",
                    f"write `{near[0]}`" if near else f"write one of {', '.join(known)}" if known else "remove it",
                    alternatives=near_names(key, known) if known else (),
                    replacement=near[0] if len(near) == 1 else None,
                )
                faulty = True
        optional = {"player"} if self.info.name == "pvar" else {"op"}
        missing = [
            name
            for name, field in self.fields.items()
            if field.required and name not in self.given and name not in optional
        ]
        if missing:
            listed = ", ".join(f"`{name}`" for name in missing)
            self.ctx.fault("LT237", self.part.origin(self.env), f"`{self.info.name}` needs {listed}", f"add {listed}")
        return faulty or bool(missing)

    def _part(self, name: str) -> Part:
        value, path = self.given[name]
        return part_of(self.ctx, value, path)

    def _made(self) -> Expr:
        made: dict[str, Any] = {}
        element: Type | None = Type("zone") if self.info.element == "zone" else None
        for name, field in sorted(self.fields.items(), key=lambda pair: bool(pair[1].holds and pair[1].holds.per)):
            if name == "op" and self.info.spellings:
                made["op"] = self.part.value["op"]  # type: ignore[call-overload,index]
            elif name == "bind":
                continue
            elif plain_type(field) is not None:
                if name in self.leaves:
                    made[field.name] = self.leaves[name]
            elif name in self.given:
                made[field.name] = self._value(field, element, made)
                if field.holds is not None and field.holds.what == "set" and element is None:
                    made[field.name] = self._filtered(made[field.name]) if self._filters_inside() else made[field.name]
                    element = set_element(self.ctx, made[field.name], self.env)
            elif name == "player" and self.info.name == "pvar":
                made["player"] = Actor()
        make: Any = self.info.cls
        node: Expr = make(**made)
        for name, (_, path) in self.given.items():
            self.ctx.origins.note_field(node, name, Origin(path, calls=self.env.calls))
        return node

    def _filters_inside(self) -> bool:
        """Return whether `where` belongs to the set below and not to this node: `{op: exists, query, where}`."""
        return self.info.family in ("op", "aggregate") and "where" not in self.fields

    def _value(self, field: FieldInfo, element: Type | None, made: dict[str, Any]) -> Any:
        value, path = self.given[field.json_name]
        assert field.holds is not None
        what = field.holds.what
        if is_many(field):
            items, paths = [value], [path]
            if isinstance(value, list):
                items, paths = value, [f"{path}[{index}]" for index in range(len(value))]
            if self.info.name == "list":
                what, names = "item", self.want.names
            else:
                names = frozenset()
            return tuple(
                lower_field(self.ctx, item, below, Want(what, names), self.env)
                for item, below in zip(items, paths, strict=True)
            )
        if field.holds.per is None:
            want = self.want if what == "any" else Want(what, names_for(self.ctx, what))
            return lower_field(self.ctx, value, path, want, self.env)
        usual = next(f.default for f in self.fields.values() if f.name == "bind")
        inner, real = element_env(
            self.ctx, self.env, element or Type("unknown"), self.binder, [part_of(self.ctx, value, path)], usual
        )
        made["bind"] = real
        return lower_field(self.ctx, value, path, Want(what), inner)

    def _filtered(self, node: Expr) -> Expr:
        """Return the set with the `where` beside it, unless the node has a `where` of its own."""
        if "where" not in self.given or "where" in self.fields:
            return node
        value, path = self.given["where"]
        usual = "$zone" if self.info.name == "zones" else IT
        body = part_of(self.ctx, value, path)
        inner, real = element_env(self.ctx, self.env, set_element(self.ctx, node, self.env), self.binder, [body], usual)
        self.ctx.origins.note(node, self.part.origin(self.env))
        return Where(node, self.ctx.lower(body, Want("bool"), inner), real)
