"""C for scalars: an expression without loops becomes a C expression, every loop over a source a small function.

Invariants:
    * functions are written before their callers;
    * a function takes only the state and the locals it reads;
    * a condition is a zero or nonzero int; `none` is -1 (for an int: LT_NOTHING).

This module does not know effects or turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from ludotome.native.emit import attacks as emit_attacks
from ludotome.native.emit import components as emit_components
from ludotome.native.emit import ray_masks as emit_ray_masks
from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit import zone_sets as emit_zone_sets
from ludotome.native.emit.emitter import Answers, Emitter, asks_moves, c_type, halted
from ludotome.native.indexes.lines import run_asked
from ludotome.native.lower import ir
from ludotome.native.lower.code_size import FEW_REMEMBERED
from ludotome.native.lower.components import group_asked, walked_zones
from ludotome.native.lower.effort import LONG_STEP, LONG_WALK, looks_of_call, looks_of_round, steps
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.ray_masks import line_asked
from ludotome.native.lower.static_values import tabulated
from ludotome.native.lower.tables import DISTANCE
from ludotome.native.lower.zone_sets import ZoneSet, whole_set
from ludotome.native.text import Lines, c_int, c_name

if TYPE_CHECKING:
    pass

_INT_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class ScalarEmitter(Emitter, dict=True):
    """An emitter that writes values."""

    # ── values ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def value(self, node: Scalar) -> str:
        """Return the C expression of *node*."""
        entry = self._entry(node) if self.options.static_values else None
        if entry is not None:
            return self._lookup(entry)
        match node:
            case ir.Const():
                return c_int(node.value)
            case ir.Local():
                return node.name
            case ir.Field():
                at = "" if node.index is None else f"[{node.index}]"
                return f"s->{node.name}{at}"
            case ir.Load():
                return self._load(node)
            case ir.Lookup():
                return self._lookup(node)
            case ir.Call():
                if node.function in ("lt_is_neighbour", DISTANCE):
                    self.list_neighbours()
                return f"{node.function}({', '.join(['s', *map(self.value, node.args)])})"
            case ir.Arithmetic() | ir.Extreme() | ir.Magnitude():
                return self._number(node)
            case ir.Either():
                return f"({self.condition(node.when)} ? {self.value(node.then)} : {self.value(node.otherwise)})"
            case ir.AllOf():
                return f"({' && '.join(map(self.condition, node.args))})" if node.args else "1"
            case ir.AnyOf():
                return f"({' || '.join(map(self.condition, node.args))})" if node.args else "0"
            case ir.Negation():
                return f"!{self.condition(node.arg)}"
            case ir.Compare():
                return self._compare(node)
            case ir.Missing(arg=arg) if arg.kind == "bool" and not arg.optional:
                return "0"  # otherwise the compiler would warn
            case ir.Missing():
                return f"({self._operand(node.arg)} {'== LT_NOTHING' if node.arg.kind == 'int' else '< 0'})"
            case ir.Reduce() | ir.Run() | ir.Joins():
                return self._walk(node)
            case ir.CanTake():
                name = c_name(self.low.game_def.actions[node.action].id)
                return f"can_take_{name}(s, {self.value(node.player)})"
            case ir.NoLegalMoves():
                return "lt_stuck(s, p)"
            case _:
                assert_never(node)

    def _entry(self, node: Scalar) -> ir.Lookup | None:
        """Return the entry of a table that is the value of *node*, if it depends on few small values alone."""
        if isinstance(node, ir.Const | ir.Local | ir.Load | ir.Field | ir.Lookup):
            return None
        found = tabulated(self.low, node)
        if found is None:
            return None
        inputs, rows = found
        name = self.static_tables.setdefault(rows, f"static_{len(self.static_tables)}")
        table = self.low.table(name, rows[0]) if len(inputs) == 1 else self.low.grid(name, rows)
        return ir.Lookup(table, inputs, node.kind, node.optional)

    def _load(self, node: ir.Load) -> str:
        match node:
            case ir.Load(array="token_owner", index=ir.Call(function="lt_top", args=(zone,))) if (
                self.options.owner_index
            ):
                return self.kept.owner_on.read(self.value(zone))
        stride = self._stride(node.array)
        start = "1" if node.row in (None, 0) else f"{node.row} * {stride} + 1"
        text = f"s->{node.array}[{start} + {self.value(node.index)}]"
        return f"lt_int({text})" if node.kind == "int" and node.optional else text

    def _stride(self, array: str) -> str:
        return {"player_vars": "LT_PLAYERS1", "zone_vars": "LT_ZONES1", "token_props": "LT_TOKENS1"}.get(array, "0")

    def _lookup(self, node: ir.Lookup) -> str:
        if node.table.flat:
            text = f"{node.table.name}[1 + {self.value(node.index[0])}]"
        else:
            row, column = map(self.value, node.index)
            text = f"{node.table.name}[1 + {row}][1 + {column}]"
        return f"lt_int({text})" if node.kind == "int" and node.optional else text

    def _number(self, node: ir.Arithmetic | ir.Extreme | ir.Magnitude) -> str:
        match node:
            case ir.Magnitude():
                return f"{'lt_maybe_abs' if node.optional else 'lt_abs'}({self.value(node.arg)})"
            case ir.Extreme():
                name = f"lt_maybe_{node.op}" if node.optional else f"lt_{node.op}"
                return f"{name}({self.value(node.left)}, {self.value(node.right)})"
        left, right = self.value(node.left), self.value(node.right)
        word = {"+": "add", "-": "subtract", "*": "multiply", "//": "floor_divide", "%": "remainder"}[node.op]
        if node.optional:
            return f"lt_maybe_{word}({left}, {right})"
        if node.op in ("//", "%") and ir.is_natural(node.left) and ir.is_natural(node.right):
            return f"((int64_t){left} {node.op[0]} {right})"  # C truncates
        if node.op in ("//", "%"):
            return f"lt_{word}({left}, {right})"
        return f"((int64_t){left} {node.op} {right})"

    def _compare(self, node: ir.Compare) -> str:
        run = run_asked(self.low, node) if self.options.kept_lines and self.options.owner_index else None
        if run is not None:
            return self.kept.lines.read(self, *run)
        left, right = self._operand(node.left), self._operand(node.right)
        optional = (node.left.optional, node.right.optional)
        if node.left.kind == "int":
            if any(optional):
                return f"lt_int_{_INT_COMPARE[node.op]}({left}, {right})"
        elif node.op == "==" and all(optional):
            return f"lt_same({left}, {right})"
        elif node.op == "!=" and any(optional):
            return f"lt_differ({left}, {right})"
        return f"({left} {node.op} {right})"

    def _operand(self, node: Scalar) -> str:
        """Return *node* as an operand of a comparison, with brackets around `!`."""
        return f"({self.value(node)})" if isinstance(node, ir.Negation) else self.value(node)

    def zone_word(self, zones: ZoneSet) -> str:
        """Return the C of a set of zones, on a board of one word."""
        (word,) = emit_zone_sets.words(self, zones)
        return word

    # ── walks ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _walk(self, node: ir.Reduce | ir.Run | ir.Joins) -> str:
        """Return the call of the function with the loop of *node*, written once for equal nodes."""
        line = line_asked(self.low, node) if self.options.ray_masks else None
        if line is not None:
            return emit_ray_masks.line_call(self, *line)
        attack = emit_attacks.call(self, node)
        if attack is not None:
            return attack
        if isinstance(node, ir.Joins) and self.is_instant(node):
            return self.kept.joins.read(self.low, node)
        free = ir.free_locals(node)
        word = node.how if isinstance(node, ir.Reduce) else type(node).__name__.lower()
        name = self._made.get((word, node))
        if name is None:
            name = self._new_name(word)
            self._make(name, node, free)
            self._made[word, node] = name
        plain = self.call(name, free, node)
        kept = self.kept.groups.asked(self, node)
        if kept is not None:
            number, _, zone = kept
            return self.kept.groups.read(self, number, zone, plain)
        return self._remembered(plain, node, free)

    def _remembered(self, plain: str, node: Scalar, free: tuple[Local, ...]) -> str:
        """Return the call *plain*, or a cached call if the result is the same for a group of zones."""
        answers = self._answers if self.low.layout.zones <= FEW_REMEMBERED else None
        group = None if answers is None else group_asked(node, answers.zone)
        if answers is None or group is None or asks_moves(node) or not {*free} <= {*answers.given, answers.zone}:
            return plain
        assert isinstance(node, ir.Reduce)
        name = self._made.get(("remembered", node))
        if name is None:
            name = self._made["remembered", node] = self._new_name("remembered")
            self._answers = None  # the function being written has none of these lists
            self.functions.append(emit_components.remembered(self, plain, name, node, group))
            self._answers = answers
        if f"{name}_answers" not in answers.names:
            answers.names.append(f"{name}_answers")
        return f"{name}(s, &{name}_answers, {', '.join(one.name for one in free)})"

    def _make(self, name: str, node: ir.Reduce | ir.Run | ir.Joins, free: tuple[Local, ...]) -> None:
        out = Lines()
        most = steps(node) if self.long else 0
        asked, self.looks = self.looks, looks_of_round(node) if most > LONG_WALK else 0
        zone = walked_zones(node) if self.options.components else None
        outer, self._answers = self._answers, None if zone is None else Answers(zone, free)
        with out.block(self.head(name, free, node, c_type(node.kind))):
            out.add("(void)s;")
            if LONG_STEP < most <= LONG_WALK:
                nothing = "0" if node.kind in ("int", "bool") else "-1"
                out.add(f"if ({halted(looks_of_call(node))}) return {nothing};")
            top = len(out.lines)
            match node:
                case ir.Reduce():
                    self._reduce(out, node)
                case ir.Run():
                    emit_sources.run(self, out, node)
                case ir.Joins():
                    out.add(*(f"(void){one.name};" for one in free))  # conditions that use them may be constant
                    emit_sources.joins(self, out, node)
        if self._answers is not None:
            out.lines[top:top] = [f"    {line}" for line in self._answers.declarations]
        self._answers, self.looks = outer, asked
        self.functions.append(str(out))

    def _reduce(self, out: Lines, node: ir.Reduce) -> None:
        body: Callable[[], None]
        it = node.element.name
        if node.body is None and node.how in ("count", "exists") and self.options.zone_sets:
            zones = whole_set(self.low, node.source)
            if zones is not None:
                write = emit_zone_sets.count if node.how == "count" else emit_zone_sets.some
                out.add(f"return {write(self, zones)};")
                return
        tokens = self.tokens_asked(node)
        if tokens is not None:
            out.add(f"return ({emit_sources.kind_bits(self, tokens)}) != 0;")
            return
        if node.body is None and node.how == "count" and isinstance(node.source, ir.AllTokens):
            words = [emit_sources.slots_of(self, node.source, str(word)) for word in range(self.low.layout.slot_words)]
            if None not in words:
                out.add(f"return {' + '.join(f'lt_bit_count({word})' for word in words)};")
                return
        match node.how:
            case "exists" | "all" | "first":
                found = {"exists": "1", "all": "0", "first": it}[node.how]
                test = "" if node.body is None else self.condition(node.body)
                test = f"!{test}" if node.how == "all" else test
                unused = [f"(void){it};"] if found != it and it not in test else []
                last = {"exists": "0", "all": "1", "first": c_int(-1 if node.kind != "int" else ir.INT_NOTHING)}[
                    node.how
                ]

                def body() -> None:
                    out.add(*unused, f"if ({test}) return {found};" if test else f"return {found};")

            case "count":
                last = "n"
                out.add("int64_t n = 0;")

                def body() -> None:
                    out.add(f"(void){it};", "n++;")

            case "sum" | "lowest" | "highest":
                last = "n"
                assert node.body is not None
                each, optional = self.value(node.body), node.body.optional
                out.add("int64_t n = 0;", *([] if node.how == "sum" else ["int32_t any = 0;"]))

                def body() -> None:
                    out.add(f"int64_t one = {each};", *([] if it in each else [f"(void){it};"]))
                    if optional:
                        out.add("if (one == LT_NOTHING) continue;")
                    if node.how == "sum":
                        out.add("n += one;")
                    else:
                        out.add(f"if (!any || one {'<' if node.how == 'lowest' else '>'} n) n = one;", "any = 1;")

            case _:
                assert_never(node.how)
        emit_sources.loop(self, out, node.source, node.element, body, in_order=node.how == "first")
        out.add(f"return {last};")
