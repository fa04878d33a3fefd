"""C that keeps which tokens may step where.

This module does not know when that may be kept (`indexes.steps`), nor who draws from it (`emit.draws`).
"""

from __future__ import annotations

from ludotome.native.emit import targets as emit_targets
from ludotome.native.emit.scalars import Emitter
from ludotome.native.indexes.steps import KeptSteps, steps_asked
from ludotome.native.lower.plan import Plan
from ludotome.native.text import Lines, c_array, c_name

MOST_BITS = 4096  # of one player; beyond that, looking through them all would cost more than listing
MOST_STEPS = 16  # of one token; and as many for each kind to one zone


def keep(emit: Emitter, plan: Plan) -> KeptSteps | None:
    """Return the kept steps of *plan*, noted in the indexes; None where they cannot be kept."""
    asked = steps_asked(plan)
    if asked is None or not (emit.options.kept_steps and emit.options.owner_index):
        return None
    tokens, targets = asked
    table = emit_targets.direct(emit, targets)
    if table is None or not 0 < emit.targets[table] <= MOST_STEPS:
        return None
    into = emit_targets.steps_into(emit.low, targets.group, tokens.types)
    found = KeptSteps(f"steps_of_{c_name(plan.action.id)}", table, emit.targets[table], tokens.types, into)
    if found.stride * emit.low.layout.tokens > MOST_BITS or max(map(len, into)) > MOST_STEPS * emit.low.players:
        return None
    emit.kept.steps.append(found)
    return found


def words(emit: Emitter, one: KeptSteps) -> int:
    """Return how many words the steps of one player take."""
    return (emit.low.layout.tokens * one.stride + 63) // 64


def fields(emit: Emitter) -> list[str]:
    """Return the C fields of the bits; nobody's row is written too, and never read."""
    return [f"uint64_t {one.name}[LT_PLAYERS1][{words(emit, one)}];" for one in emit.kept.steps]


def row(emit: Emitter, one: KeptSteps, token: str, owner: str) -> str:
    """Return the C of where a token's steps begin in their table."""
    return f"{one.table} + ({_kind(emit, one, token, owner)} * LT_ZONES + s->token_zone[1 + {token}]) * {one.width}"


def _kind(emit: Emitter, one: KeptSteps, token: str, owner: str) -> str:
    if len(emit.low.game_def.token_types) == 1:
        return owner
    return f"({one.table}_type[1 + s->token_type[1 + {token}]] * LT_PLAYERS + {owner})"


def functions(emit: Emitter) -> str:
    """Return for each set what writes the bits of a token, tests all of them, and tests the steps into a zone."""
    out = Lines()
    for one in emit.kept.steps:
        _tables(emit, out, one)
        with out.block(f"LT_INLINE void put_{one.name}(lt_state *s, int32_t token, int32_t owner, uint64_t may)"):
            out.add(f"uint64_t *word = &s->{one.name}[1 + owner][token * {one.stride} / 64];")
            out.add(f"int32_t bit = token * {one.stride} % 64;")
            out.add(f"*word = (*word & ~(UINT64_C({(1 << one.width) - 1}) << bit)) | may << bit;")
        _test_token(emit, out, one)
        _test_zone(emit, out, one)
    return str(out) if emit.kept.steps else ""


def _tables(emit: Emitter, out: Lines, one: KeptSteps) -> None:
    starts = [0]
    for listed in one.into:
        starts.append(starts[-1] + len(listed))
    out.add(f"typedef struct {{ int16_t kind, start, owner; uint8_t i, not_onto; }} lt_{one.name};")
    players = emit.low.players
    steps = [step for listed in one.into for step in listed]
    entries = [f"    {{{x.kind}, {x.start}, {x.kind % players}, {x.i}, {x.not_onto}}}," for x in steps]
    out.add(f"static const lt_{one.name} {one.name}_into[{max(len(entries), 1)}] = {{")
    out.add(*(entries or ["    {0, 0, 0, 0, 0},"]), "};", *c_array("int32_t", f"{one.name}_into_at", starts))


def _test_token(emit: Emitter, out: Lines, one: KeptSteps) -> None:
    with out.block(f"LT_INLINE void test_{one.name}(lt_state *s, int32_t token)"):
        out.add("int32_t owner = s->token_owner[1 + token];", "uint64_t may = 0;", "if (owner < 0) return;")
        asked = " || ".join(f"s->token_type[1 + token] == {number}" for number in one.types or ())
        with out.block(f"if ({asked})" if asked else ""):
            out.add(f"const uint16_t *steps = {row(emit, one, 'token', 'owner')};")
            for i in range(one.width):
                out.add(f"may |= (uint64_t)!(lt_stands(s, steps[{i}] & 4095, owner) & steps[{i}] >> 12) << {i};")
        out.add(f"put_{one.name}(s, token, owner, may);")


def _test_zone(emit: Emitter, out: Lines, one: KeptSteps) -> None:
    with out.block(f"LT_INLINE void test_{one.name}_into(lt_state *s, int32_t zone)"):
        out.add("uint32_t held[LT_PLAYERS];")
        out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) held[i] = (uint32_t)lt_stands(s, zone, i);")
        with out.block(f"for (int32_t n = {one.name}_into_at[zone]; n < {one.name}_into_at[zone + 1]; n++)"):
            out.add(f"const lt_{one.name} *step = &{one.name}_into[n];")
            out.add("int32_t token = s->first_token[1 + step->start];")
            # Without a branch: where no such token stands, a bit is written in nobody's row.
            out.add("int32_t owner = s->token_owner[1 + token];")
            out.add(f"uint32_t such = (uint32_t)-({_kind(emit, one, 'token', 'owner')} == step->kind);")
            out.add(f"uint32_t bit = ((uint32_t)token & such) * {one.stride} + step->i;")
            out.add("uint64_t may = !(held[step->owner] & step->not_onto);")
            out.add(f"uint64_t *word = &s->{one.name}[(uint32_t)(1 + owner) & such][bit / 64];")
            out.add("*word = (*word & ~(UINT64_C(1) << bit % 64)) | may << bit % 64;")


def zone_changed(emit: Emitter, out: Lines) -> None:
    """Write what is retested when a zone holds something else: the token there, and those with a step to it."""
    for one in emit.kept.steps:
        out.add(f"if (s->first_token[1 + zone] >= 0) test_{one.name}(s, s->first_token[1 + zone]);")
        out.add(f"test_{one.name}_into(s, zone);")


def token_lost(emit: Emitter, out: Lines) -> None:
    """Write what is forgotten when a token leaves its owner."""
    out.add(*(f"put_{one.name}(s, token, s->token_owner[1 + token], 0);" for one in emit.kept.steps))


def rebuild(emit: Emitter, out: Lines) -> None:
    """Write the computing of the bits from the state."""
    for one in emit.kept.steps:
        out.add(f"memset(s->{one.name}, 0, sizeof s->{one.name});")
        out.add("for (int32_t i = 0; i < LT_TOKENS; i++)", f"    if (s->token_type[1 + i] >= 0) test_{one.name}(s, i);")
