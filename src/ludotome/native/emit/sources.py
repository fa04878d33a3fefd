"""C for loops: each source as loops around a body, straight runs, floods over the board.

`loop` writes the loops and calls *body* inside them, with the element declared. A body may `return`, or `continue`
to the next element; it never breaks out.

Invariant: every list on the stack has the static bound of its source, and writes stay within it.

This module does not know actions or effects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ludotome.native.emit import ray_masks as emit_ray_masks
from ludotome.native.emit import rings as emit_rings
from ludotome.native.emit import target_masks as emit_target_masks
from ludotome.native.emit import targets as emit_targets
from ludotome.native.emit import zone_sets as emit_zone_sets
from ludotome.native.emit.emitter import Emitter, halted
from ludotome.native.indexes.kinds import kind_domain
from ludotome.native.indexes.owned import index_domain
from ludotome.native.lower import ir
from ludotome.native.lower.attack_masks import zones_fit_words
from ludotome.native.lower.code_size import FEW_ON_STACK
from ludotome.native.lower.goal_first import goal_first
from ludotome.native.lower.ir import Local, Scalar, Source
from ludotome.native.lower.ray_masks import ray_domain
from ludotome.native.lower.sources import neighbours
from ludotome.native.lower.tables import step_table, way_table
from ludotome.native.lower.targets import StepEntry
from ludotome.native.lower.zone_sets import zone_domain
from ludotome.native.text import Lines, c_words

Body = Callable[[], None]
Finish = Callable[[str], None]

FEW_STEPS = 8  # steps of a token that are written one after the other instead of as a loop


def loop(
    emit: Emitter,
    out: Lines,
    source: Source,
    element: Local,
    body: Body,
    finish: Finish | None = None,
    *,
    in_order: bool = True,
) -> None:
    """Write loops that set *element* to every element of *source* in order, with *body* inside.

    If *in_order* is false, the elements may come in any order.
    If the last test of an element is one C expression, *finish* (if given) is called with it instead of *body*, so
    that the caller can avoid a branch; otherwise *body* is called.
    """
    it = element.name
    ctype = "int64_t" if element.kind == "int" else "int32_t"
    if emit.looks and not isinstance(source, ir.Filtered | ir.Branch | ir.FlatMap):
        body, finish = _asking(emit, out, body), None if finish is None else _finishing(emit, out, finish)
    match source:
        case ir.Filtered():
            guards = ir.conjuncts(ir.substitute(source.where, source.element.name, element))
            guarded(emit, out, source.source, element, guards, body, finish, in_order=in_order)
        case ir.Branch():
            with out.block(f"if ({emit.condition(source.when)})"):
                loop(emit, out, source.then, element, body)
            with out.block("else"):
                loop(emit, out, source.otherwise, element, body)
        case ir.Numbers():
            low, high = emit.value(source.low), emit.value(source.high)
            with out.block():
                out.add(f"{ctype} {it}_first = {low}, {it}_last = {high};")
                if source.low.optional or source.high.optional:
                    out.add(f"if (!lt_both({it}_first, {it}_last)) {{ {it}_first = 1; {it}_last = 0; }}")
                with out.block(f"for ({ctype} {it} = {it}_first; {it} <= {it}_last; {it}++)"):
                    body()
        case ir.Listing():
            _listing(emit, out, source, element, body)
        case ir.Row():
            _row(emit, out, source, element, body)
        case ir.AllTokens() if not in_order and _by_kind(emit, source):
            guarded(emit, out, source, element, (), body, finish, in_order=False)
        case ir.AllTokens():
            typed = slots_of(emit, source, f"{it}_w")
            if typed is None:
                _tokens(out, source.types, f"lt_used_slots(s, {it}_w)", it, body)
            else:
                _tokens(out, None, typed, it, body)
        case ir.TokensOwned():
            player = f"{it}_player"
            with out.block():
                out.add(f"int32_t {player} = {emit.value(source.player)};")
                bits = emit.kept.owned.read(player, f"{it}_w")
                bits = f"({player} < 0 ? 0 : {bits})" if source.player.optional else bits
                _tokens(out, source.types, bits, it, body)
        case ir.TokensOfKind():
            bits = kind_bits(emit, source)
            with out.block(f"for (uint64_t {it}_b = {bits}; {it}_b; {it}_b &= {it}_b - 1)"):
                out.add(f"int32_t {it} = s->first_token[1 + lt_lowest_bit({it}_b)];")
                body()
        case ir.Kept():
            with out.blocks(
                [
                    f"for (int32_t {it}_w = 0; {it}_w < {(emit.low.layout.zones + 63) // 64}; {it}_w++)",
                    f"for (uint64_t {it}_b = s->{source.name}[{it}_w]; {it}_b; {it}_b &= {it}_b - 1)",
                ]
            ):
                out.add(f"int32_t {it} = {it}_w * 64 + lt_lowest_bit({it}_b);")
                body()
        case ir.RayStarts():
            bits = f"s->{source.among}[0] & {emit_ray_masks.call(emit, source)}"
            with out.block(f"for (uint64_t {it}_b = {bits}; {it}_b; {it}_b &= {it}_b - 1)"):
                out.add(f"int32_t {it} = lt_lowest_bit({it}_b);")
                body()
        case ir.Chosen():
            _chosen(out, source, it, body)
        case ir.TokensOf():
            _tokens_of(emit, out, source, it, body)
        case ir.FlatMap():
            loop(emit, out, source.outer, source.element, lambda: loop(emit, out, source.inner, element, body))
        case ir.Rays():
            found = emit_target_masks.rays_call(emit, source, f"{it}_list")
            if found is not None:
                _listed(emit, out, it, found[0], found[1], body, "uint8_t")
                return
            _rays(emit, out, source, it, body)
        case ir.Flood():
            _flood(emit, out, source, it, body)
        case ir.Between():
            _listed(emit, out, it, _between(emit, source, f"{it}_list"), source.size, body)
        case ir.Reach():
            token, budget = emit.value(source.token), emit.value(source.budget)
            _listed(emit, out, it, f"lt_reachable(s, {token}, {budget}, {it}_list)", source.size, body)
        case ir.Targets():
            steps = emit_targets.direct(emit, source)
            if steps is not None:
                _steps(emit, out, source, steps, it, body, finish)
                return
            call, most, ctype = emit_targets.call(emit, source, f"{it}_list")
            _listed(emit, out, it, call, most, body, ctype)
        case _:
            assert_never(source)


def _asking(emit: Emitter, out: Lines, body: Body) -> Body:
    def asking() -> None:
        out.add(f"if ({halted(emit.looks)}) break;")
        body()

    return asking


def _finishing(emit: Emitter, out: Lines, finish: Finish) -> Finish:
    def finishing(test: str) -> None:
        out.add(f"if ({halted(emit.looks)}) break;")
        finish(test)

    return finishing


def _asked(emit: Emitter, condition: Scalar) -> str:
    """Return the C of a condition that a search over zones tests, which fails once the call is to stop."""
    test = emit.condition(condition)
    return f"(!{halted(emit.looks)} && {test})" if emit.looks else test


def _listed(emit: Emitter, out: Lines, it: str, fill: str, size: int, body: Body, ctype: str = "int32_t") -> None:
    """Write a loop over a list filled by a function."""
    with out.block():
        # The first entry is set because compilers cannot see that an unfilled list is not read.
        if emit.room(out, ctype, f"{it}_list", size):
            out.add(f"int32_t {it}_count = {it}_list ? {fill} : 0;")
        else:
            out.add(f"{it}_list[0] = 0;", f"int32_t {it}_count = {fill};")
        with out.block(f"for (int32_t {it}_at = 0; {it}_at < {it}_count; {it}_at++)"):
            out.add(f"int32_t {it} = {it}_list[{it}_at];")
            body()


def _listing(emit: Emitter, out: Lines, source: ir.Listing, element: Local, body: Body) -> None:
    it, size = element.name, len(source.items)
    ctype, nothing = ("int64_t", "== LT_NOTHING") if element.kind == "int" else ("int32_t", "< 0")
    values = [emit.value(item) for item in source.items]
    with out.block():
        out.add(f"const {ctype} {it}_list[{max(size, 1)}] = {{{', '.join(values) or '0'}}};")
        with out.block(f"for (int32_t {it}_at = 0; {it}_at < {size}; {it}_at++)"):
            out.add(f"{ctype} {it} = {it}_list[{it}_at];")
            if any(item.optional for item in source.items):
                out.add(f"if ({it} {nothing}) continue;")
            if size > 1 and not _all_different(source):
                out.add(f"int32_t {it}_again = 0;")
                out.add(f"for (int32_t j = 0; j < {it}_at; j++) {it}_again |= {it}_list[j] == {it};")
                out.add(f"if ({it}_again) continue;")
            body()


def _all_different(source: ir.Listing) -> bool:
    values = [item.value for item in source.items if isinstance(item, ir.Const)]
    return len(values) == len(source.items) == len(set(values))


def _row(emit: Emitter, out: Lines, source: ir.Row, element: Local, body: Body) -> None:
    it, table = element.name, source.table.name
    if source.index is None:
        row = source.table.rows[0]
        if row == tuple(range(row[0], row[0] + len(row))) if row else True:
            first, last = (row[0], row[-1]) if row else (0, -1)
            with out.block(f"for (int32_t {it} = {first}; {it} <= {last}; {it}++)"):
                body()
            return
        bounds = f"0, {it}_end = {len(row)}"
    else:
        index = emit.value(source.index)
        bounds = f"{table}_at[1 + {index}], {it}_end = {table}_at[2 + {index}]"
    with out.block(f"for (int32_t {it}_i = {bounds}; {it}_i < {it}_end; {it}_i++)"):
        out.add(f"int32_t {it} = {table}[{it}_i];")
        body()


def guarded(
    emit: Emitter,
    out: Lines,
    source: Source,
    element: Local,
    guards: tuple[ir.Scalar, ...],
    body: Body,
    finish: Finish | None = None,
    *,
    in_order: bool = True,
) -> None:
    """Write loops as `loop` does, over the elements for which all *guards* hold."""
    if emit.options.token_index:
        source, guards = index_domain(source, element, guards)
    if not in_order and _by_kind(emit, source):
        source, guards = kind_domain(source, element, guards)
    if emit.options.ray_masks:
        source, guards = ray_domain(emit.low, source, element, guards)
    found = zone_domain(emit.low, source, element, guards, in_order=in_order) if emit.options.zone_sets else None
    guards = guards if found is None else found[1]

    def tested() -> None:
        last = guards[-1:] if finish is not None else ()
        out.add(*(f"if (!{emit.condition(guard)}) continue;" for guard in guards[: len(guards) - len(last)]))
        if last and finish is not None:
            finish(emit.condition(last[0]))
        else:
            body()

    if found is not None:
        emit_zone_sets.loop(emit, out, found[0], element.name, _asking(emit, out, tested) if emit.looks else tested)
        return
    lands = emit_target_masks.landing_test(emit, source, element, guards) if isinstance(source, ir.Targets) else None
    with out.blocks([f"if ({lands})"] if lands else []):
        loop(emit, out, source, element, tested, None if guards else finish)


def _steps(
    emit: Emitter, out: Lines, source: ir.Targets, name: str, it: str, body: Body, finish: Finish | None
) -> None:
    width, owner = emit.targets[name], f"{it}_owner"
    with out.block():
        out.add(f"int32_t {it}_token = {emit.value(source.token)}, {owner} = s->token_owner[1 + {it}_token];")
        entry, step = StepEntry.of(emit.low), f"{it}_row[{it}_i]"
        out.add(f"const {entry.ctype} *{it}_row = {name};", f"int32_t {it}_count = 0;")
        # An unowned token, and no token at all, go nowhere.
        with out.block(f"if ({owner} >= 0)"):
            out.add(f"{it}_row += {_step_row(emit, name, f'{it}_token', owner)};", f"{it}_count = {width};")
        test = _step_test(emit, out, name, it, owner, step)
        with out.block(f"for (int32_t {it}_i = 0; {it}_i < {it}_count; {it}_i++)"):
            out.add(f"int32_t {it} = {entry.zone(step)};")
            if finish is not None:
                finish(test)
            else:
                out.add(f"if (!{test}) continue;")
                body()


def steps_of_owner(emit: Emitter, out: Lines, source: ir.Targets, it: str, owner: str, finish: Finish) -> bool:
    """Write the single steps of a token of *owner*, one after the other; False if they are not single or not few.

    *finish* is called with a test that is 0 or 1.
    """
    name = emit_targets.direct(emit, source)
    if name is None or emit.targets[name] > FEW_STEPS:
        return False
    narrow = emit_targets.step_bytes(emit, name, owner)
    ctype, steps = ("uint8_t", narrow) if narrow is not None else (StepEntry.of(emit.low).ctype, name)
    with out.block():
        row = _step_row(emit, name, emit.value(source.token), owner)
        out.add(f"const {ctype} *{it}_row = {steps} + {row};")
        for i in range(emit.targets[name]):
            step = f"{it}_row[{i}]"
            with out.block():
                zone = step if narrow is not None else StepEntry.of(emit.low).zone(step)
                out.add(f"const int32_t {it} = {zone};")
                finish(_step_test(emit, out, name, it, owner, step))
    return True


def _step_row(emit: Emitter, name: str, token: str, owner: str) -> str:
    """Return the C of where the steps of a token start in their table."""
    place, kind = owner, f"s->token_type[1 + {token}]"
    if len(emit.low.game_def.token_types) > 1:
        kept = emit_targets.blocked(emit, name, owner) is not None  # then `lt_kind` is there
        kind = f"lt_kind({kind})" if kept else f"{emit_targets.step_types(emit, name)}[1 + {kind}]"
        place = f"({kind} * LT_PLAYERS + {owner})"
    return f"({place} * LT_ZONES + s->token_zone[1 + {token}]) * {emit.targets[name]}"


def _step_test(emit: Emitter, out: Lines, name: str, it: str, owner: str, step: str) -> str:
    """Return the C of whether a step can be taken, as 0 or 1."""
    blocked = emit_targets.blocked(emit, name, owner)
    if blocked is not None:
        out.add(f"const uint64_t {it}_free = ~({blocked});")
        return f"({it}_free >> {it} & 1)"
    if emit.options.owner_index:
        emit.kept.stand_on.ask()
    holds = "lt_stands" if emit.options.owner_index else "lt_holds"
    return f"!({holds}(s, {it}, {owner}) & {StepEntry.of(emit.low).not_onto(step)})"


def _tokens(out: Lines, types: tuple[int, ...] | None, bits: str, it: str, body: Body) -> None:
    with out.blocks(
        [
            f"for (int32_t {it}_w = 0; {it}_w < LT_SLOT_WORDS; {it}_w++)",
            f"for (uint64_t {it}_b = {bits}; {it}_b; {it}_b &= {it}_b - 1)",
        ]
    ):
        out.add(f"int32_t {it} = {it}_w * 64 + lt_lowest_bit({it}_b);")
        if types is not None:
            tests = " && ".join(f"s->token_type[1 + {it}] != {number}" for number in types)
            out.add(f"if ({tests}) continue;")
        body()


def slots_of(emit: Emitter, source: ir.AllTokens, word: str) -> str | None:
    """Return C for one word of the slots of the tokens of some types, if they are kept."""
    if source.types is None or not (emit.options.type_index and emit.kept.typed.is_offered(emit.low)):
        return None
    return emit.kept.typed.read(source.types, word)


def _by_kind(emit: Emitter, source: Source) -> bool:
    """Return whether there is an index of zones by type, and *source* is tokens."""
    tokens = isinstance(source, ir.AllTokens | ir.TokensOwned)
    return tokens and emit.options.kind_index and zones_fit_words(emit.low)


def kind_bits(emit: Emitter, source: ir.TokensOfKind) -> str:
    """Return C for the zones of such tokens as a word."""
    numbers = emit.low.type_numbers
    player = None if source.player is None else emit.value(source.player)
    if source.types is None:
        emit.kept.stands.ask()
        bits = "s->occupied[0]" if player is None else emit.kept.owner_word(emit, player)
    else:
        kinds = [numbers.index(number) for number in source.types]
        owners = [str(row) for row in range(emit.low.players + 1)] if player is None else [f"1 + {player}"]
        bits = " | ".join(emit.kept.kinds.read(owner, kind) for owner in owners for kind in kinds)
    if source.player is not None and source.player.optional:
        bits = f"{player} < 0 ? 0 : {bits}"
    return " & ".join([f"({bits or '0'})", *(_place_bits(emit, place) for place in source.places)])


def _place_bits(emit: Emitter, place: ir.Lookup) -> str:
    """Return C for the zones of a static set as a word."""
    name = f"zones_{place.table.name}"
    if name not in emit.targets:
        emit.targets[name] = 0
        out = Lines()
        rows = [sum(1 << zone for zone, flag in enumerate(row[1:]) if flag > 0) for row in place.table.rows]
        c_words(out, f"{name}[{len(rows)}]", rows)
        emit.functions.append(str(out))
    return f"{name}[{'0' if place.table.flat else f'1 + {emit.value(place.index[0])}'}]"


def _chosen(out: Lines, source: ir.Chosen, it: str, body: Body) -> None:
    """Write the loop over a chosen set; without tokens destroyed since then."""
    ctype, name = "int64_t" if source.kind == "int" else "int32_t", source.list.name
    with out.block(f"for (int64_t {it}_at = 1; {it}_at <= {name}[0]; {it}_at++)"):
        out.add(f"{ctype} {it} = ({ctype}){name}[{it}_at];")
        if source.kind == "token":
            out.add(f"if ({it} < 0) continue;")
        body()


def _tokens_of(emit: Emitter, out: Lines, source: ir.TokensOf, it: str, body: Body) -> None:
    zone = emit.value(source.zone)
    if emit.low.layout.single:
        with out.block(f"for (int32_t {it} = s->first_token[1 + {zone}]; {it} >= 0; {it} = -1)"):
            body()
        return
    with out.block():
        out.add(f"int32_t {it}_zone = {zone};")
        with out.block(f"for (int32_t {it} = lt_top(s, {it}_zone); {it} >= 0; {it} = lt_below(s, {it}_zone, {it}))"):
            body()


# ── straight lines ─────────────────────────────────────────────────────────────────────────────────────────────────


def _between(emit: Emitter, source: ir.Between, into: str) -> str:
    """Return the call that lists the zones between two others, and counts them."""
    start, goal = emit.value(source.start), emit.value(source.goal)
    ways = way_table(emit.low)
    if ways is not None:
        way = emit.value(ir.Lookup(ways, (source.start, source.goal), "name", optional=True))
        return f"lt_between_along({way}, {start}, {goal}, {into})"
    return f"{'lt_between' if _lines(emit) else 'lt_between_on_rays'}({start}, {goal}, {into})"


def _lines(emit: Emitter) -> str | None:
    """Return the name of the step table, by which lines are followed; None if lines meet, and so are in a table."""
    if not emit.low.rays_meet:
        return step_table(emit.low).name
    emit_rings.ray_table(emit.low)
    return None


def _rays(emit: Emitter, out: Lines, source: ir.Rays, it: str, body: Body) -> None:
    step = _lines(emit)
    way = emit.low.local("way", "name")

    def one_way() -> None:
        if step is None:
            emit_rings.one_ray(emit, out, source, it, way.name, body)
            return
        ahead = f"{step}[1 + {it}_from][1 + {way.name}]"
        onwards = f"{step}[1 + {it}][1 + {way.name}]"
        if source.keep is None and source.then is None:
            with out.block(f"for (int32_t {it} = {ahead}; {it} >= 0; {it} = {onwards})"):
                body()
            return
        # The first zone where `keep` fails (-1 past the edge) ends the prefix, and `then` must hold there.
        found = source.element.name
        keep = "1" if source.keep is None else _asked(emit, source.keep)
        out.add(f"int32_t {found} = {ahead};")
        out.add(f"while ({found} >= 0 && {keep}) {found} = {step}[1 + {found}][1 + {way.name}];")
        if source.then is not None:
            out.add(f"if ({found} < 0 || !{emit.condition(source.then)}) continue;")
        out.add(f"int32_t {it}_end = {found};")
        with out.block(f"for (int32_t {it} = {ahead}; {it} != {it}_end; {it} = {onwards})"):
            body()

    with out.block():
        out.add(f"int32_t {it}_from = {emit.value(source.zone)};")
        if step is None:
            out.add(f"uint64_t {it}_met[LT_ZONES / 64 + 1] = {{0}};")
        loop(emit, out, source.directions, way, one_way)


def run(emit: Emitter, out: Lines, node: ir.Run) -> None:
    """Write the body of a function that returns the length of the longest straight line through a zone."""
    step, low = _lines(emit), emit.low
    it, where = node.element.name, _asked(emit, node.where)
    axes = [[low.direction_of_way[way] if way >= 0 else -1 for way in axis] for axis in low.board.axes]
    low.grid("axes", axes)
    out.add(f"int32_t zone = {emit.value(node.zone)}, {it} = zone;")
    if node.optional:
        out.add("if (zone < 0) return LT_NOTHING;")
    out.add(f"if (!{where}) return 0;", "int64_t best = 1;")
    with out.block(f"for (int32_t axis = 0; axis < {len(axes)}; axis++)"):
        out.add("int64_t n = 1;")
        if step is None:
            emit_rings.ring_run(out, it, where)
        else:
            with out.block("for (int32_t side = 0; side < 2; side++)"):
                out.add("int32_t way = axes[axis][side];", f"{it} = {step}[1 + zone][1 + way];")
                out.add(f"for (; {it} >= 0 && {where}; {it} = {step}[1 + {it}][1 + way]) n++;")
        out.add("if (n > best) best = n;")
    out.add("return best;")


# ── floods ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _flood(emit: Emitter, out: Lines, source: ir.Flood, it: str, body: Body) -> None:
    found = source.element.name
    where = "1" if source.where is None else _asked(emit, source.where)
    streamed = emit.options.streamed_floods
    with out.block():
        start = emit.value(source.zone)
        if emit.is_large("int32_t", emit.low.layout.zones + 1):
            emit.room(out, "int32_t", f"{it}_list", emit.low.layout.zones + 1)
            out.add(f"int32_t {it}_count = 0, {it}_start = {it}_list ? {start} : -1;")
        else:
            out.add(f"int32_t {it}_list[LT_ZONES1], {it}_count = 0, {it}_start = {start};")
        out.add(f"uint64_t {it}_met[LT_ZONES / 64 + 1] = {{0}};")
        if source.max_depth is not None:
            out.add(f"int64_t {it}_left = {emit.value(source.max_depth)};", f"int32_t {it}_next = 1;")
            out.add(f"if ({it}_left == LT_NOTHING) {it}_start = -1;")
        with out.block(f"if ({it}_start >= 0)"):
            out.add(f"int32_t {found} = {it}_start;", f"{it}_met[{found} / 64] |= UINT64_C(1) << {found} % 64;")
            out.add(f"if ({where if source.test_start else '1'}) {it}_list[{it}_count++] = {found};")
        # As late as possible: the search continues from a zone only when the next zone is needed.
        with out.block(f"for (int32_t {it}_at = 0;; {it}_at++)"):
            with out.block(f"if ({it}_at > 0)"):
                _walk_on(emit, out, source, where, it)
            out.add(f"if ({it}_at >= {it}_count) break;")
            if streamed:
                _met(out, source, it, body)
        if not streamed:
            with out.block(f"for (int32_t {it}_at = 0; {it}_at < {it}_count; {it}_at++)"):
                _met(out, source, it, body)


def _walk_on(emit: Emitter, out: Lines, source: ir.Flood, where: str, it: str) -> None:
    """Append the neighbours of the previous zone that are new and satisfy the condition."""
    near, found = neighbours(emit.low, source.zone).table.name, source.element.name
    cheap = source.where is None or not any(isinstance(part, ir.Walk) for part in ir.walk(source.where))
    out.add(f"int32_t here = {it}_list[{it}_at - 1];")
    within = ""
    if source.max_depth is not None:
        # Where the next breadth-first level begins, one step less remains.
        out.add(f"if ({it}_at - 1 == {it}_next) {{ {it}_next = {it}_count; {it}_left--; }}")
        within = f" && {it}_left > 0"
    with out.block(f"for (int32_t i = {near}_at[1 + here]; i < {near}_at[2 + here]{within}; i++)"):
        out.add(f"int32_t {found} = {near}[i];", f"uint64_t bit = UINT64_C(1) << {found} % 64;")
        # A zone for which the condition fails is not tested again, since expressions are pure.
        if cheap:
            # Always written, counted by the test: a branch here would be mispredicted half the time.
            out.add(f"int32_t fresh = ({it}_met[{found} / 64] & bit) == 0;", f"{it}_met[{found} / 64] |= bit;")
            out.add(f"{it}_list[{it}_count] = {found};", f"{it}_count += fresh & ({where} != 0);")
        else:
            out.add(f"if ({it}_met[{found} / 64] & bit) continue;")
            out.add(f"{it}_met[{found} / 64] |= bit;", f"if ({where}) {it}_list[{it}_count++] = {found};")


def _met(out: Lines, source: ir.Flood, it: str, body: Body) -> None:
    """Run *body* for the zone at index `at` of a flood's list."""
    if not source.include_start:
        out.add(f"if ({it}_at == 0) continue;")
    out.add(f"int32_t {it} = {it}_list[{it}_at];")
    body()


def joins(emit: Emitter, out: Lines, node: ir.Joins) -> None:
    """Write the body of a function that returns whether a path leads from the start to the goal."""
    it = node.element.name
    where, goal = _asked(emit, node.where), emit.condition(node.goal)
    # With explicit chance, the first zone that a condition looks into may be one to ask about.
    any_order = emit.options.goal_first and not emit.low.layout.opens
    ahead = goal_first(emit.low, node) if any_order else None
    if emit.low.layout.zones > FEW_ON_STACK:
        emit.room(out, "int32_t", "list", emit.low.layout.zones + 1)
        emit.room(out, "uint8_t", "met", emit.low.layout.zones + 1)
        out.add("if (!list || !met) return 0;", "int32_t count = 0;", "memset(met, 0, LT_ZONES1);", "list[0] = 0;")
    else:
        out.add("int32_t list[LT_ZONES1], count = 0;", "uint8_t met[LT_ZONES1] = {0};", "list[0] = 0;")

    def enter() -> None:
        out.add(f"if (met[{it}]) continue;", f"met[{it}] = 1;", f"if (!{where}) continue;")
        out.add(f"if ({goal}) return 1;", f"list[count++] = {it};")

    loop(emit, out, node.start, node.element, enter)
    if ahead is None:
        near, here = neighbours(emit.low, node.element).table.name, "int32_t here = 1 + list[at];"
        onwards = "for (int32_t at = 0; at < count; at++)"
    else:
        # The zone found last is followed first, and of its neighbours the one nearest to the goal is found last.
        row = "" if ahead.row is None else f"(1 + {emit.value(ahead.row)}) * LT_ZONES + "
        near, here, onwards = ahead.table.name, f"int32_t here = {row}list[--count];", "while (count > 0)"
    with out.block(onwards):
        out.add(here)
        with out.block(f"for (int32_t i = {near}_at[here]; i < {near}_at[here + 1]; i++)"):
            out.add(f"int32_t {it} = {near}[i];")
            enter()
    out.add("return 0;")
