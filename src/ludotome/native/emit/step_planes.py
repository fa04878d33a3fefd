"""C that computes the steps of all tokens by shifting sets of zones: as bits by token, and as a mask of decisions.

    pick_S      the bit of one of the steps, by its place among them all, without the bits of the others
    gather_S    the bits of a player's steps, token by token, and the bytes of their numbers in a mask, if there is one
    hide_S      clears those bytes

This module does not know when this is possible (`step_planes`), nor who draws from the bits (`emit.draws`).
"""

from __future__ import annotations

from ludotome.native.emit import targets as emit_targets
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.ids import number
from ludotome.native.emit.target_masks import STANDS
from ludotome.native.indexes.slot_zones import SLOTS
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.step_planes import Plane, StepPlanes, planes_asked
from ludotome.native.lower.target_masks import NOT_EMPTY
from ludotome.native.text import Lines, c_name


def found(emit: Emitter, plan: Plan) -> StepPlanes | None:
    """Return the planes of *plan*, if its decisions are computed by them."""
    source = plan.levels[-1].source if plan.levels else None
    if not emit.options.step_planes or not isinstance(source, ir.Targets) or source.attacks:
        return None
    if emit_targets.direct(emit, source) is None:
        return None
    planes = planes_asked(emit.low, plan, f"planes_of_{c_name(plan.action.id)}")
    if planes is not None:
        emit.kept.slot_zones.ask()
    return planes


def words(emit: Emitter, one: StepPlanes) -> int:
    """Return the number of words for the bits of a player's tokens."""
    return (emit.low.layout.tokens * one.stride + 63) // 64


def target(one: StepPlanes, token: str, owner: str, step: str) -> str:
    """Return the C of the target of a token's step."""
    return f"{one.name}_to[{owner}][s->token_zone[1 + {token}]][{step}]"


def functions(emit: Emitter, out: Lines, plan: Plan, one: StepPlanes) -> None:
    """Write the table of step targets, the planes, and the functions that use them."""
    _table(emit, out, one)
    with out.block(f"LT_INLINE void {one.name}(const lt_state *s, int32_t actor, uint64_t *from)"):
        out.add("const uint64_t *friends = s->owner_zones[1 + actor];")
        out.add("uint64_t enemies[1] = {s->occupied[0] & ~friends[0] & ~s->owner_zones[0][0]};", "(void)enemies;")
        with out.block("switch (actor)"):
            for seat, planes in enumerate(one.planes):
                with out.block(f"case {seat}:"):
                    padded = [*planes, *[None] * (one.width - len(planes))]
                    out.add(*(f"from[{i}] = {_plane(plane)};" for i, plane in enumerate(padded)), "break;")
            out.add(f"default: for (int32_t i = 0; i < {one.width}; i++) from[i] = 0;")
    movable = " | ".join(f"from[{i}]" for i in range(one.width))
    head = [f"uint64_t from[{one.width}];", f"{one.name}(s, actor, from);"]
    _pick(emit, out, one)
    each = f"for (uint64_t rest = {movable}; rest; rest &= rest - 1)"
    token = "uint32_t zone = (uint32_t)lt_lowest_bit(rest), token = (uint32_t)s->first_token[1 + zone];"
    to = f"const uint8_t *to = {one.name}_to[actor][zone];"
    with out.block(f"LT_INLINE void gather_{one.name}({_PARAMS}, uint64_t *bits, uint8_t *mask)"):
        out.add(*head, f"for (int32_t i = 0; i < {words(emit, one)}; i++) bits[i] = 0;", "(void)mask;")
        with out.block(each):
            out.add(token, *(f"uint32_t may_{i} = (uint32_t)(from[{i}] >> zone & 1);" for i in range(one.width)))
            may = " | ".join(f"may_{i}{f' << {i}' if i else ''}" for i in range(one.width))
            out.add(f"bits[token * {one.stride} / 64] |= (uint64_t)({may}) << token * {one.stride} % 64;")
            _marks(emit, out, plan, one, [to], [f"may_{i}" for i in range(one.width)], test="if (mask)")
    with out.block(f"LT_INLINE void hide_{one.name}({_PARAMS}, uint8_t *mask)"):
        out.add(*head, "(void)mask;")
        with out.block(each):
            out.add(token, "(void)token;")
            _marks(emit, out, plan, one, [to], ["0"] * one.width)


def _pick(emit: Emitter, out: Lines, one: StepPlanes) -> None:
    """Write `pick_S`: it counts the steps of a few slots at once, and looks at single tokens only where the step is.

    Nobody can guess where that is, so no branch depends on it. There is at least one step.
    """
    steps = [f"lt_bit_count(from[{i}] & s->slot_zones[i])" for i in range(one.width)]
    may = [f"from[{i}] >> (zone & 63) & 1" for i in range(one.width)]
    with out.block(f"LT_INLINE int32_t pick_{one.name}(const lt_state *s, const uint64_t *from, int32_t k)"):
        if emit.options.token_index and emit.low.layout.slot_words == 1:
            # The slots of one player often stand together.
            out.add(f"const uint64_t owned = {emit.kept.owned.read('s->active', '0')};")
            first, last = (f"lt_{which}_bit(owned) / {SLOTS}" for which in ("lowest", "highest"))
        else:
            first, last = "0", f"(s->slots_end - 1) / {SLOTS}"
        out.add(f"const int32_t first = {first}, last = {last};")
        out.add("int32_t few = first, below = 0, passed = 0;", "uint64_t bits = 0;")
        with out.block("for (int32_t i = first; i < last; i++)"):
            out.add(f"passed += {' + '.join(steps)};")
            out.add("few += k >= passed;", "below = k >= passed ? passed : below;")
        with out.block(f"for (int32_t i = 0; i < {SLOTS}; i++)"):
            out.add(f"int32_t token = {SLOTS} * few + i;")
            if emit.low.layout.tokens % SLOTS:
                # What a token has twice comes after all that it has once.
                out.add("if (token >= LT_TOKENS) token = LT_TOKENS - 1;")
            out.add("const int32_t zone = s->token_zone[1 + token];")
            shifted = " | ".join(f"({one})" if not i else f"({one}) << {i}" for i, one in enumerate(may))
            out.add(f"bits |= (zone < 0 ? 0 : {shifted}) << {one.stride} * i;")
        out.add(f"return {SLOTS * one.stride} * few + lt_select_bit(bits, k - below);")


_PARAMS = "const lt_state *s, int32_t actor"


def _marks(
    emit: Emitter, out: Lines, plan: Plan, one: StepPlanes, before: list[str], values: list[str], test: str = ""
) -> None:
    """Write a value for each step in the mask; a missing step is written at the token's own zone."""
    if emit.ids is None:
        return
    names = Local("token", "token"), Local("to[{}]", "zone")
    at = number(emit.ids, plan, names)
    with out.block(test):
        out.add(*before, *(f"mask[{at.format(i)}] = (uint8_t){values[i]};" for i in range(one.width)))


def _table(emit: Emitter, out: Lines, one: StepPlanes) -> None:
    zones = range(emit.low.layout.zones)
    out.add(f"static const uint8_t {one.name}_to[LT_PLAYERS][LT_ZONES][{one.stride}] = {{")
    for planes in one.planes:
        rows = (
            [zone + plane.shift if plane.starts >> zone & 1 else zone for plane in planes]
            + [zone] * (one.stride - len(planes))
            for zone in zones
        )
        out.add("    {", *(f"        {{{', '.join(map(str, row))}}}," for row in rows), "    },")
    out.add("};")


def _plane(plane: Plane | None) -> str:
    """Return the C of the zones from which a step is possible: its targets, shifted back by the step."""
    if plane is None:
        return "0"
    blocked = " | ".join(text.format(0) for bit, text in STANDS if plane.not_onto & bit) or "0"
    if plane.not_onto == NOT_EMPTY:
        blocked = "s->occupied[0]"
    move = f"<< {-plane.shift}" if plane.shift < 0 else f">> {plane.shift}"
    return f"friends[0] & UINT64_C({plane.starts}) & ~({blocked}) {move}"
