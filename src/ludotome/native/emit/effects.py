"""C for effects: a list of effects is one function, its bindings are C variables, its writes are runtime calls.

Invariants:
    * all arguments of an effect are computed before it changes anything;
    * a fault returns at once with its number; the caller then discards the state;
    * a C variable for a token is set to `none` when the token is destroyed, so no binding outlives its token.

This module does not know turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import assert_never

from ludotome.gamedef import VarDef
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit import zone_sets as emit_zone_sets
from ludotome.native.emit.choices import choose_n, choose_one
from ludotome.native.emit.effect_function import EffectFunction
from ludotome.native.lower import ir
from ludotome.native.lower.effort import LONG_WALK, looks_of_round, steps
from ludotome.native.lower.lowering import Scope, unhandled, unsupported
from ludotome.native.lower.scalars import adjacency, lower, prop_kind
from ludotome.native.lower.sources import lower_source, players_source
from ludotome.native.lower.tables import knows_pairs, step_table
from ludotome.native.lower.zone_sets import ZoneSet, whole_set
from ludotome.native.text import c_int

# If `from` is `none`, nothing happens; if it is not the token's zone, that is a fault.
_NOT_THERE = (
    "if (token >= 0 && to >= 0 && from >= 0 && s->token_zone[1 + token] != from) return LT_NOT_THERE;",
    "if (from < 0) token = -1;",
)


class EffectWriter(EffectFunction, dict=True):
    """Writes the effects of one function."""

    def write(self, effects: fx.Effects, scope: Scope) -> Scope:
        """Write a list of effects; return the scope after it."""
        for effect in effects:
            scope = self._one(effect, scope)
        return scope

    def _nested(self, effects: fx.Effects, scope: Scope) -> None:
        held, lists, chosen = len(self.held), len(self.lists), len(self.chosen)
        self.write(effects, scope)
        del self.held[held:], self.lists[lists:], self.chosen[chosen:]

    def _one(self, effect: fx.Effect, scope: Scope) -> Scope:
        out = self.out
        if self.emit.count_steps and not self.noting:
            out.add("if (++p->steps > LT_BUDGET_STEPS) return LT_BUDGET;")
        match effect:
            case fx.Let():
                return self._let(effect, scope)
            case fx.Roll():
                return self._roll(effect, scope)
            case fx.ChooseOne():
                return choose_one(self, effect, scope)
            case fx.ChooseN():
                return choose_n(self, effect, scope)
            case fx.If():
                with out.block(f"if ({self.emit.condition(lower(self.low, effect.when, scope))})"):
                    self._nested(effect.then, scope)
                if effect.else_:
                    with out.block("else"):
                        self._nested(effect.else_, scope)
            case fx.ForEach():
                self._for_each(effect, scope)
            case fx.EndPhase():
                out.add("p->requests |= LT_END_PHASE;")
            case fx.EndTurn():
                out.add("p->requests |= LT_END_TURN;")
            case fx.SetActivePlayer():
                self._each_player(effect.player, "s->next_player = {0};", scope)
            case fx.ExtraTurn():
                self._each_player(ex.Actor(), "s->next_player = {0};", scope)
            case fx.Eliminate():
                self._each_player(effect.player, "s->out[1 + {0}] = 1;", scope)
            case fx.SetVar() | fx.AddVar():
                self._variable(effect, scope)
            case fx.CreateToken():
                self._create(effect, scope)
            case fx.DestroyToken():
                self._destroy(effect, scope)
            case fx.SetTokenProp():
                self._set_property(effect, scope)
            case fx.MoveToken():
                self._move(effect, scope)
            case fx.MoveAll():
                self._move_all(effect, scope)
            case fx.MoveTokenAdjacent():
                self._move_adjacent(effect, scope)
            case fx.SwapTokens():
                self._swap(effect, scope)
            case fx.Draw():
                self._draw(effect, scope)
            case fx.Shuffle():
                out.add(f"lt_shuffle_zone(s, {self._value(effect.zone, scope)});")
            case _:
                raise unhandled(effect)
        return scope

    def _each_player(self, who: ex.Expr, write: str, scope: Scope) -> None:
        """Write a statement for each player that *who* means."""
        player = self.low.local("player", "player")
        source = players_source(self.low, who, scope)
        emit_sources.loop(self.emit, self.out, source, player, lambda: self.out.add(write.format(player.name)))

    def _value(self, expr: ex.Expr, scope: Scope) -> str:
        return self.emit.value(lower(self.low, expr, scope))

    # ── bindings ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _let(self, effect: fx.Let, scope: Scope) -> Scope:
        value = lower(self.low, effect.value, scope)
        if effect.in_ is None:
            return self.bind(effect.bind, value.kind, self.emit.value(value), scope, optional=value.optional)
        with self.out.block():
            held = len(self.held)
            inner = self.bind(effect.bind, value.kind, self.emit.value(value), scope, optional=value.optional)
            self._nested(effect.in_, inner)
            del self.held[held:]
        return scope

    def _roll(self, effect: fx.Roll, scope: Scope) -> Scope:
        sides = lower(self.low, effect.sides, scope)
        number = self.low.local("sides", "int")
        self.out.add(f"int64_t {number.name} = {self.emit.value(sides)};")
        self.out.add(f"if ({number.name} < 1 && {number.name} != LT_NOTHING) return LT_NO_SIDES;")
        after = self.bind(effect.bind, "int", "0", scope, optional=sides.optional)
        rolled = after.bindings[effect.bind]
        assert isinstance(rolled, ir.Local)
        self.checked(f"lt_roll_die(s, p, {number.name}, &{rolled.name})")
        return after

    def _for_each(self, effect: fx.ForEach, scope: Scope) -> None:
        source = lower_source(self.low, effect.over, scope)
        if isinstance(source, ir.Numbers) and self.emit.is_large("int64_t", source.size):
            self._for_each_number(effect, source, scope)
            return
        zones = whole_set(self.low, source) if self.emit.options.zone_sets and _in_any_order(effect) else None
        if zones is not None:
            self._for_each_zone(effect, zones, scope)
            return
        element = self.low.local(effect.bind, source.kind, optional=source.kind == "token")
        it, ctype = element.name, "int64_t" if source.kind == "int" else "int32_t"
        out = self.out
        with out.block():
            if self.emit.room(out, ctype, f"{it}_all", source.size):
                out.add(f"if (!{it}_all) return LT_NO_MEMORY;")
            out.add(f"int32_t {it}_all_count = 0;")
            walked = self.low.local(effect.bind, source.kind)
            self.emit.looks = looks_of_round(source) if self.emit.long and steps(source) > LONG_WALK else 0
            emit_sources.loop(
                self.emit, out, source, walked, lambda: out.add(f"{it}_all[{it}_all_count++] = {walked.name};")
            )
            if self.emit.looks:
                out.add("if (lt_why_halted(s)) return LT_STOPPED;")
            self.emit.looks = 0
            if effect.limit is not None:
                out.add(f"if ({it}_all_count > {effect.limit}) return LT_LIMIT;")
            if source.kind == "token":
                self.lists.append(f"{it}_all")
            with out.block(f"for (int32_t {it}_turn = 0; {it}_turn < {it}_all_count; {it}_turn++)"):
                if self.emit.long:
                    out.add("if (lt_is_halted(s)) return LT_STOPPED;")
                out.add(f"{ctype} {it} = {it}_all[{it}_turn];", f"(void){it};")
                held = len(self.held)
                if source.kind == "token":
                    out.add(f"if ({it} < 0) continue;")
                    self.held.append(it)
                self._nested(effect.effects, scope.bind(effect.bind, element))
                del self.held[held:]
            if source.kind == "token":
                self.lists.pop()

    def _for_each_zone(self, effect: fx.ForEach, zones: ZoneSet, scope: Scope) -> None:
        """Write a loop over a set of zones, which is known before the first effect."""
        zone = self.low.local(effect.bind, "zone")
        nested = partial(self._nested, effect.effects, scope.bind(effect.bind, zone))

        def body() -> None:
            if self.emit.long:
                self.out.add("if (lt_is_halted(s)) return LT_STOPPED;")
            nested()

        emit_zone_sets.loop(self.emit, self.out, zones, zone.name, body)

    def _for_each_number(self, effect: fx.ForEach, source: ir.Numbers, scope: Scope) -> None:
        """Write a loop over a range; only its ends are evaluated before the loop."""
        out, number = self.out, self.low.local(effect.bind, "int")
        rounds = f"{number.name}_last - {number.name}_first >= {effect.limit}"

        def body() -> None:
            if effect.limit is not None:
                out.add(f"if ({rounds}) return LT_LIMIT;")
            if self.emit.long:
                out.add("if (lt_is_halted(s)) return LT_STOPPED;")
            out.add(f"(void){number.name};")
            self._nested(effect.effects, scope.bind(effect.bind, number))

        emit_sources.loop(self.emit, out, source, number, body)

    # ── variables ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _variable(self, effect: fx.SetVar | fx.AddVar, scope: Scope) -> None:
        declared, target, guard = self._target(effect, scope)
        out = self.out
        with out.block():
            if guard:
                out.add(f"int32_t at = {guard};")
            match effect:
                case fx.SetVar(value=new):
                    value = self._stored(declared, lower(self.low, new, scope))
                case fx.AddVar(delta=more):
                    value = self._sum(target, lower(self.low, more, scope), guard)
                case _:
                    assert_never(effect)
            ctype = "int64_t" if declared.type == "int" else "int32_t"
            out.add(f"{ctype} value = {value};")
            if declared.type == "int":
                low, high = declared.min or 0, declared.max or 0
                if self.in_cost:
                    test = f"(value < {low} || value > {high})"
                    out.add(f"if ({f'at >= 0 && {test}' if guard else test}) p->clamped = 1;")
                out.add(f"value = lt_clamp(value, {c_int(low)}, {c_int(high)});")
            write = f"s->{target} = (int32_t)value;"
            write = f"{{ lt_note_value(p, &s->{target}); {write} }}" if self.noting else write
            out.add(f"if (at >= 0) {write}" if guard else write)

    def _sum(self, target: str, delta: ir.Scalar, guard: str) -> str:
        text = self.emit.value(delta)
        total = f"(int64_t)s->{target} + {f'lt_or_zero({text})' if delta.optional else text}"
        # An index that is `none` must not be read; the write is guarded the same way.
        return f"at < 0 ? 0 : {total}" if guard else total

    def _target(self, effect: fx.SetVar | fx.AddVar, scope: Scope) -> tuple[VarDef, str, str]:
        """Return the variable's definition, its C lvalue, and the C of its index, if it has one."""
        symbols = self.low.symbols
        match effect.scope:
            case "global":
                place, declared = symbols.global_var[effect.var]
                return declared, f"global_vars[{place}]", ""
            case "player":
                place, declared = symbols.player_var[effect.var]
                player = self._value(effect.player or ex.Actor(), scope)
                return declared, f"player_vars[{place} * LT_PLAYERS1 + 1 + at]", player
            case "zone":
                place, declared = symbols.zone_var[effect.var]
                if effect.zone is None:
                    raise unsupported(effect)
                zone = f"lt_board_zone({self._value(effect.zone, scope)})"
                return declared, f"zone_vars[{place} * LT_ZONES1 + 1 + at]", zone

    def _stored(self, declared: VarDef, value: ir.Scalar) -> str:
        """Return the C of *value* as *declared* stores it; `none` becomes 0 or the first name if needed."""
        text = self.emit.value(value)
        if declared.type == "int":
            return f"lt_or_zero({text})" if value.optional else text
        if declared.type == "bool":
            return self.emit.condition(value)
        if isinstance(declared.type, tuple) and value.optional:
            return f"lt_or({text}, {self.low.symbols.name_index[declared.type[0]]})"
        return text

    # ── tokens ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _destroy(self, effect: fx.DestroyToken, scope: Scope) -> None:
        out = self.out
        with out.block():
            out.add(f"int32_t gone = {self._value(effect.token, scope)};")
            with out.block("if (gone >= 0)"):
                self._note("gone")
                out.add("lt_destroy(s, p, gone);")
                out.add(*(f"if ({name} == gone) {name} = -1;" for name in self.held))
                out.add(*(f"lt_forget({name}, {name}_count, gone);" for name in self.lists))
                out.add(*(f"lt_forget_chosen({name}, gone);" for name in self.chosen))

    def _swap(self, effect: fx.SwapTokens, scope: Scope) -> None:
        with self.out.block():
            self.out.add(f"int32_t a = {self._value(effect.a, scope)};", f"int32_t b = {self._value(effect.b, scope)};")
            self.checked(f"lt_swap(s, p, {self.actor}, a, b)")

    def _draw(self, effect: fx.Draw, scope: Scope) -> None:
        out = self.out
        with out.block():
            count = lower(self.low, effect.count, scope)
            number = self.emit.value(count)
            out.add(f"int32_t from = {self._value(effect.from_, scope)};")
            out.add(f"int32_t to = {self._value(effect.to, scope)};")
            out.add(f"int64_t count = {f'lt_or_zero({number})' if count.optional else number};")
            self.checked(f"lt_draw(s, p, {self.actor}, from, to, count)")

    def _note(self, token: str) -> None:
        if self.noting:
            self.out.add(f"lt_note(s, p, {token});")

    def _create(self, effect: fx.CreateToken, scope: Scope) -> None:
        out, low = self.out, self.low
        if isinstance(effect.owner, ex.SeatLiteral) and effect.owner.seat >= low.players:
            return  # nobody plays this seat
        with out.block():
            out.add(f"int32_t type = {self._value(effect.type, scope)};")
            out.add(f"int32_t zone = {self._value(effect.zone, scope)};")
            out.add(f"int32_t owner = {'-1' if effect.owner is None else self._value(effect.owner, scope)};")
            given = {name: lower(low, value, scope) for name, value in effect.props.items()}
            for name, value in given.items():
                out.add(f"int64_t prop_{low.layout.props.index(name)} = {self._given(name, value)};")
            one = isinstance(effect.count, ex.IntLiteral) and effect.count.value == 1
            repeat: Callable[[], None]

            def repeat() -> None:
                out.add("int32_t made;")
                self.checked(f"lt_create(s, p, {self.actor}, type, zone, owner, &made)")
                if self.noting:
                    out.add("lt_note_made(p, made);")
                for name in given:
                    row = low.layout.props.index(name)
                    out.add(f"if (made >= 0) lt_set_prop(s, made, {row}, prop_{row});")

            if one:
                self._cut(given, "type", "zone >= 0 && ")
                repeat()
            else:
                count = lower(low, effect.count, scope)
                out.add(f"int64_t count = {self.emit.value(count)};")
                self._cut(given, "type", "zone >= 0 && count != LT_NOTHING && ")
                with out.block("for (int64_t i = 0; i < count && type >= 0 && zone >= 0; i++)"):
                    repeat()

    def _given(self, name: str, value: ir.Scalar) -> str:
        """Return the C of *value* for a property; `kept_prop` then clamps it to the token's type."""
        text = self.emit.value(value)
        match prop_kind(self.low, name):
            case "int":
                return f"lt_or_zero({text})" if value.optional else text
            case "bool":
                return self.emit.condition(value)
            case _:
                return text

    def _cut(self, names: Iterable[str], type_: str, when: str = "") -> None:
        """Write that a cost cannot be paid if one of the given numbers exceeds its range for a token type."""
        for name in names if self.in_cost else ():
            if prop_kind(self.low, name) == "int":
                row = self.low.layout.props.index(name)
                self.out.add(f"if ({when}lt_is_cut({type_}, {row}, prop_{row})) p->clamped = 1;")

    def _move(self, effect: fx.MoveToken, scope: Scope) -> None:
        out = self.out
        with out.block():
            out.add(f"int32_t token = {self._value(effect.token, scope)};")
            out.add(f"int32_t to = {self._value(effect.to, scope)};")
            if effect.from_ is not None:
                out.add(f"int32_t from = {self._value(effect.from_, scope)};")
                out.add(*_NOT_THERE)
            place = {None: "LT_LAST", "top": "LT_ON_TOP", "bottom": "LT_AT_BOTTOM", "random": "LT_RANDOM"}[
                effect.position
            ]
            self._note("token")
            self.checked(f"lt_move(s, p, {self.actor}, token, to, {place})")

    def _move_adjacent(self, effect: fx.MoveTokenAdjacent, scope: Scope) -> None:
        out, low = self.out, self.low
        if knows_pairs(low):
            low.grid("is_adjacent", lambda: adjacency(low))
            near = "is_adjacent[1 + s->token_zone[1 + token]][1 + to]"
        else:
            self.emit.list_neighbours()
            near = "lt_is_neighbour(s, s->token_zone[1 + token], to)"
        with out.block():
            out.add(f"int32_t token = {self._value(effect.token, scope)}, to;")
            if effect.to is not None:
                out.add(f"to = {self._value(effect.to, scope)};")
            else:
                assert effect.direction is not None
                step = step_table(low).name
                out.add(f"int32_t way = {self._value(effect.direction, scope)};")
                out.add(f"to = {step}[1 + s->token_zone[1 + token]][1 + way];")
            if effect.from_ is not None:
                out.add(f"int32_t from = {self._value(effect.from_, scope)};")
                out.add(*(line.replace(" && to >= 0", "") for line in _NOT_THERE))
            if effect.to is None:
                out.add("if (token >= 0 && way >= 0 && to < 0) return LT_NOT_ADJACENT;")
            out.add(f"if (token >= 0 && to >= 0 && !{near})")
            out.add("    return LT_NOT_ADJACENT;")
            self.checked(f"lt_move(s, p, {self.actor}, token, to, LT_LAST)")

    def _move_all(self, effect: fx.MoveAll, scope: Scope) -> None:
        out, low = self.out, self.low
        moved = low.local(effect.bind, "token")
        it = moved.name
        with out.block():
            # The first entry is set because gcc cannot see that an empty list is never read.
            if self.emit.is_large("int32_t", low.layout.tokens + 1):
                self.emit.room(out, "int32_t", f"{it}_all", low.layout.tokens + 1)
                out.add(f"if (!{it}_all) return LT_NO_MEMORY;", f"int32_t {it}_all_count = 0;", f"{it}_all[0] = -1;")
            else:
                out.add(f"int32_t {it}_all[LT_TOKENS1], {it}_all_count = 0;", f"{it}_all[0] = -1;")
            out.add(f"int32_t from = {self._value(effect.from_, scope)}, to = {self._value(effect.to, scope)};")
            if low.layout.opens:
                self.checked("lt_find_order(s, p, to < 0 ? -1 : from, LT_TOKENS)")
            # In stored order, which they keep; all are tested before the first one moves.
            after = "-1" if low.layout.single else f"s->token_after[1 + {it}]"
            with out.block(f"for (int32_t {it} = s->first_token[1 + from]; {it} >= 0; {it} = {after})"):
                if effect.filter is not None:
                    where = lower(low, effect.filter, scope.element(effect.bind, moved))
                    out.add(f"if (!{self.emit.condition(where)}) continue;")
                out.add(f"{it}_all[{it}_all_count++] = {it};")
            self.checked(f"lt_move_listed(s, p, {self.actor}, {it}_all, {it}_all_count, to)")

    def _set_property(self, effect: fx.SetTokenProp, scope: Scope) -> None:
        out, low = self.out, self.low
        value = lower(low, effect.value, scope)
        with out.block():
            out.add(f"int32_t token = {self._value(effect.token, scope)};")
            self._note("token")
            if effect.prop == "owner":
                out.add(f"lt_set_owner(s, token, {self.emit.value(value)});")
            elif effect.prop == "type":
                self.checked(f"lt_set_type(s, p, token, {self.emit.value(value)})")
            else:
                row = low.layout.props.index(effect.prop)
                out.add(f"int64_t prop_{row} = {self._given(effect.prop, value)};")
                self._cut([effect.prop], "s->token_type[1 + token]")
                out.add(f"lt_set_prop(s, token, {row}, prop_{row});")


def _in_any_order(effect: fx.ForEach) -> bool:
    """Return whether the order of the zones makes no difference: the top token of each gets the same owner."""
    match effect:
        case fx.ForEach(
            bind=bind,
            effects=(
                fx.SetTokenProp(
                    token=ex.Top(zone=ex.Binding(name=name)), prop="owner", value=ex.Actor() | ex.SeatLiteral()
                ),
            ),
            limit=None,
        ):
            return name == bind
        case _:
            return False  # any other effect: what one does may matter to the next
