"""Infer: infer the static type of an expression, with a diagnostic for every type error.

A regular node is checked by its own annotations: each field must have its declared type, and the result comes from the
node's definition. Nodes whose type depends on their parts have their own rules (`inference_rules`).

Invariants:
    * an erroneous part has type `unknown`, and no further error is reported for what contains it;
    * a value is optional if any of its parts is; conditions and sets never are.

This module does not know effects (`check_effects`) nor the rules of a definition (`checks`).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.bounds import TOKENS_AT_MOST
from ludotome.gamedef.declared import Declared
from ludotome.gamedef.findings import Findings
from ludotome.gamedef.inference_rules import RULES
from ludotome.gamedef.node import NODES, FieldInfo, Node, fields_of
from ludotome.gamedef.scope import Place, Scope
from ludotome.gamedef.symbols import Symbols
from ludotome.gamedef.types import (
    BOOL,
    INT64,
    PLAYER,
    TOKEN,
    UNKNOWN,
    ZONE,
    Type,
    join,
    set_of,
    zone_type,
)

# The results that need no rule. A node without a rule may give any value of its kind, or `none` for single values.
# A rule is only more precise, so a node that lacks one is checked less strictly, but never wrongly.
REGULAR_RESULTS = frozenset({"bool", "zone", "token", "player", "set of zone", "set of token", "set of player"})


class TypedArrival(Struct, frozen=True):
    """Tokens that an effect can move or create: their types (None: any), the target groups, and how many are new."""

    place: Place
    types: frozenset[str] | None
    groups: frozenset[str]
    made: int = 0
    source: frozenset[str] = frozenset()  # the groups they come from, if the effect says so
    exchanges: bool = False  # whether each takes the place of another token


class Inference(Struct, dict=True):
    """Infers types within one definition; errors go to `findings`, token arrivals to `arrivals`.

    Options of choices go to `chosen`. `rounds` is how often the effect being checked can run in
    one execution of its list.
    """

    symbols: Symbols
    findings: Findings = field(default_factory=Findings)

    arrivals: list[TypedArrival] = field(default_factory=list)
    chosen: list[Type] = field(default_factory=list)
    scope_of_effect: dict[str, Scope] = field(default_factory=dict)  # by path
    rounds: int = 1
    shared: Declared | None = None  # results shared from another inference over the same symbols

    def __post_init__(self) -> None:
        self.declared = Declared(self.symbols) if self.shared is None else self.shared

    def infer(self, expr: Node, scope: Scope, path: str) -> Type:
        """Return the type of *expr* in *scope*; `unknown` if it contains an error."""
        rule = RULES.find(expr)
        if rule is not None:
            return rule(self, expr, scope, path)
        parts = self.check_fields(expr, scope, path)
        return UNKNOWN if any(part.is_unknown for part in parts.values()) else self._result(expr)

    def expect(self, expr: Node, what: str, scope: Scope, path: str) -> Type:
        """Return the type of *expr*, which must fit a field that holds *what*."""
        found = self.infer(expr, scope, path)
        return found if found.is_unknown or self._fits(found, what, path) else UNKNOWN

    def json_name_of(self, node: Node) -> str:
        """Return the JSON name of *node*."""
        return NODES[type(node)].name

    # ── fields ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def check_fields(self, node: Node, scope: Scope, path: str) -> dict[str, Type]:
        """Check every field of *node* against what it holds; return the types of the expressions by field name."""
        found: dict[str, Type] = {}
        info = NODES[type(node)]
        # fields evaluated per element come after the set they range over, regardless of their written order
        for field_info in sorted(fields_of(type(node)), key=lambda f: bool(f.holds and f.holds.per)):
            value = getattr(node, field_info.name)
            if field_info.holds is None or value is None:
                continue
            inner = scope
            if field_info.holds.per is not None:
                element = self._element(info.element, found)
                inner = scope.bind(getattr(node, field_info.holds.per), element).bind(ex.IT, element)
            for index, item in enumerate(value if isinstance(value, tuple) else (value,)):
                name = f"{path}.{field_info.json_name}" + (f"[{index}]" if isinstance(value, tuple) else "")
                kind = self._check_item(item, field_info, inner, name)
                if kind is not None:
                    before = found.get(field_info.name)
                    found[field_info.name] = kind if before is None else (join(before, kind) or UNKNOWN)
        return found

    def _check_item(self, item: Any, info: FieldInfo, scope: Scope, path: str) -> Type | None:
        assert info.holds is not None
        if isinstance(item, Node):
            return self.expect(item, info.holds.what, scope, path)
        if isinstance(item, str):
            return self.check_name(info.holds.what, item, path)
        return None

    def _element(self, declared: str | None, found: dict[str, Type]) -> Type:
        if declared == "zone":
            return ZONE
        ranged = next((kind for kind in found.values() if kind.is_set), None)
        return ranged.element if ranged is not None and ranged.element is not None else UNKNOWN

    def check_name(self, what: str, name: str, path: str) -> Type | None:
        """Report *name* if there is no such *what*; return UNKNOWN then."""
        kind, candidates = self._candidates(what)
        if kind is None or name in candidates:
            return None
        self.findings.unknown(kind, name, candidates, path)
        return UNKNOWN

    def _candidates(self, what: str) -> tuple[str | None, tuple[str, ...]]:
        """Return the kind of a field of names, and all names of that kind, in declaration order."""
        symbols, declared = self.symbols, self.declared
        match what:
            case "zone id":
                return "zone", tuple(symbols.zone_index)
            case "owned zone":
                return "owned zone", tuple(symbols.owned_zones)
            case "zone or owned zone":
                return "zone", (*symbols.zone_index, *symbols.owned_zones)
            case "global variable":
                return "variable", tuple(symbols.global_var)
            case "player variable":
                return "variable", tuple(symbols.player_var)
            case "zone variable":
                return "variable", tuple(symbols.zone_var)
            case "token property":
                return "property", tuple(declared.token_properties)
            case "zone property":
                return "property", tuple(declared.zone_properties)
            case "region":
                return "region", tuple(symbols.regions)
            case "token type":
                return "token type", declared.token_types
            case "movement group":
                return "movement group", declared.movement_groups
            case "action":
                return "action", tuple(symbols.action_index)
            case "phase":
                return "phase", tuple(symbols.phase_index)
            case _:
                return None, ()

    # ── fitting a place ────────────────────────────────────────────────────────────────────────────────────────────

    def _fits(self, found: Type, what: str, path: str) -> bool:
        match what:
            case "any":
                return True
            case "scalar":
                return not found.is_set or self._several(found, path)
            case "set":
                return found.is_set or self.wrong(found, "a set", path)
            case "set of zone":
                return (found.is_set and found.element is not None and found.element.kind == "zone") or self.wrong(
                    found, "a set of zones", path
                )
            case "direction" | "directions" | "token type name":
                return self._fits_names(found, what, path)
            case "players":
                kind = found.element if found.is_set and found.element is not None else found
                return kind.kind == "player" or self.wrong(found, "a player or a set of players", path)
            case _:
                if found.is_set:
                    return self._several(found, path)
                nothing = found.kind == "nothing" and what in ("player", "zone", "token")
                return found.kind == what or nothing or self.wrong(found, str(Type(what)), path)  # type: ignore[arg-type]

    def _fits_names(self, found: Type, what: str, path: str) -> bool:
        """Return whether all possible names of a value are directions, or all are token types."""
        kind, known = (
            ("token type", self.declared.token_types)
            if what == "token type name"
            else ("direction", self.declared.directions)
        )
        value = found.element if what == "directions" and found.is_set and found.element is not None else found
        if value.is_set:
            return self._several(found, path)
        if value.kind == "nothing":
            return True
        if value.kind != "name":
            return self.wrong(found, f"a {kind}", path)
        for name in sorted(value.names - set(known)):
            self.findings.unknown(kind, name, known, path)
            return False
        return True

    def wrong(self, found: Type, wanted: str, path: str) -> bool:
        """Report a type that does not fit; return False."""
        self.findings.add(
            "LT301", path, f"expected {wanted}, found {found}", f"write an expression that gives {wanted}"
        )
        return False

    def _several(self, found: Type, path: str) -> bool:
        self.findings.add(
            "LT303",
            path,
            f"one value is needed here, found {found}",
            "take one of them with `first(…)`, or count them with `count(…)`",
        )
        return False

    # ── results of regular nodes ───────────────────────────────────────────────────────────────────────────────────

    def _result(self, node: Node) -> Type:
        result = NODES[type(node)].result
        match result:
            case "bool":
                return BOOL
            case "zone":
                return ZONE.maybe()
            case "token":
                return TOKEN.maybe()
            case "player":
                return PLAYER.maybe()
            case "set of zone":
                return set_of(ZONE, len(self.symbols.game_def.zones))
            case "set of token":
                return set_of(TOKEN, TOKENS_AT_MOST)
            case "set of player":
                return set_of(PLAYER, self.symbols.game_def.metadata.players.max)
        RULES.of(node)  # an irregular result needs a rule; without one this raises
        raise AssertionError(f"no result type for {type(node).__name__}")

    def zones_reached(self, start: Type | None = None) -> Type:
        """Return the type of zones that a path over the board can reach, including *start* if given."""
        found = zone_type(self.declared.graph_groups)
        if start is None:
            return found
        return zone_type(found.names | start.names) if start.names else ZONE

    def within(self, found: Type, path: str) -> Type:
        """Return *found*, clipped to 64 bits; report it if it can exceed them."""
        if INT64[0] <= found.low and found.high <= INT64[1]:
            return found
        if path:
            self.findings.add(
                "LT304",
                path,
                f"this can reach {max(found.high, -found.low)}, which does not fit into 64 bits",
                "give the variables in it smaller ranges (`min`, `max`)",
            )
        return Type("int", low=max(found.low, INT64[0]), high=min(found.high, INT64[1]), optional=found.optional)
