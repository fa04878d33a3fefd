"""C for end conditions that can become true only through zones changed since they were last false.

The log contains the last changes; if it does not reach back far enough, the whole condition is evaluated.

This module does not know which conditions qualify (`indexes.changes.settled_by_changes`).
"""

from __future__ import annotations

from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit.emitter import Emitter
from ludotome.native.indexes.changes import LOG_SIZE
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.scalars import contains
from ludotome.native.lower.sources import neighbours
from ludotome.native.text import Lines, c_comment


def since_settled(emit: Emitter, node: Scalar, whole: str) -> str:
    """Return the call of a function that tests *node* for the changed zones only; *whole* is the C of the full test."""
    emit.kept.changes.ask()
    name = f"{emit.stem}_since"
    zone = emit.low.local("zone", "zone")
    out = Lines()
    out.add(c_comment("what changed since this was last false for the last actor"))
    with out.block(f"static int32_t {name}(const lt_state *s)"):
        out.add(f"if (!lt_log_reaches(s, s->last_actor)) return {whole};")
        with out.block("for (int32_t i = s->settled[1 + s->last_actor]; i < s->log_end; i++)"):
            out.add(f"int32_t {zone.name} = s->log[i & {LOG_SIZE - 1}];")
            _ask(emit, out, node, zone)
        out.add("return 0;")
    emit.functions.append(str(out))
    return f"{name}(s)"


def _ask(emit: Emitter, out: Lines, node: Scalar, zone: ir.Local) -> None:
    match node:
        case ir.Reduce(source=ir.Filtered(source=ir.Row()) as zones):
            where = ir.substitute(zones.where, zones.element.name, zone)
            out.add(f"if ({emit.condition(where)}) return 1;")
        case ir.Reduce(source=ir.Filtered() as tokens):
            token = emit.low.local("token", "token")
            where = ir.substitute(tokens.where, tokens.element.name, token)
            source = tokens.source
            types = source.types if isinstance(source, ir.AllTokens) else None
            here = ir.TokensOf(zone, source.size)

            def body() -> None:
                if types is not None:
                    out.add(f"if ({' && '.join(f's->token_type[1 + {token.name}] != {n}' for n in types)}) continue;")
                out.add(f"if ({emit.condition(where)}) return 1;")

            emit_sources.loop(emit, out, here, token, body)
        case ir.Joins():
            out.add(f"if ({_group_joins(emit, node)}(s, {zone.name})) return 1;")
        case _:
            raise AssertionError("only what qualifies is asked of changes")


def _group_joins(emit: Emitter, node: ir.Joins) -> str:
    """Write a function that tests whether the group of a zone touches both ends."""
    name, it = f"{emit.stem}_group_joins", node.element.name
    assert isinstance(node.start, ir.Row)
    where, goal = emit.condition(node.where), emit.condition(node.goal)
    near = neighbours(emit.low, node.element).table.name
    start = emit.condition(contains(emit.low, node.element, node.start))
    out = Lines()
    with out.block(f"static int32_t {name}(const lt_state *s, int32_t {it})"):
        out.add("int32_t count = 1, ends = 0;", "uint64_t met[LT_ZONES / 64 + 1] = {0};")
        out.add("LT_LIST(int32_t, list, LT_ZONES1);", "if (LT_NO_ROOM(list)) return 0;")
        out.add(f"if (!{where}) return 0;", "list[0] = " + it + ";", f"met[{it} / 64] |= UINT64_C(1) << {it} % 64;")
        with out.block("for (int32_t at = 0; at < count; at++)"):
            out.add("int32_t here = list[at];", f"{it} = here;", f"ends |= {start} | {goal} << 1;")
            out.add("if (ends == 3) return 1;")
            with out.block(f"for (int32_t i = {near}_at[1 + here]; i < {near}_at[2 + here]; i++)"):
                out.add(f"{it} = {near}[i];", f"uint64_t bit = UINT64_C(1) << {it} % 64;")
                out.add(f"if (met[{it} / 64] & bit) continue;", f"if (!{where}) continue;")
                out.add(f"met[{it} / 64] |= bit;", f"list[count++] = {it};")
        out.add("return 0;")
    emit.functions.append(str(out))
    return name
