"""C that evaluates a condition once per group if it is the same for all zones of the group.

The results are stored in a list of the function that loops over the zones, so they live only while nothing changes.

This module does not know which conditions those are (`components`).
"""

from __future__ import annotations

from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower import ir
from ludotome.native.text import Lines

NAME = "lt_answers"
TYPE = f"""\
/* For each zone whether its answer is known, and the answer. */
typedef struct {{ uint64_t known[LT_ZONES / 64 + 1]; int64_t of_zone[LT_ZONES1]; }} {NAME};
"""


def remembered(emit: Emitter, plain: str, name: str, node: ir.Reduce, group: ir.Flood) -> str:
    """Return the function *name*, which looks up the result of *plain* for the group, or computes and stores it."""
    free, zone = ir.free_locals(node), emit.value(group.zone)
    params = ", ".join(f"{'int64_t' if one.kind == 'int' else 'int32_t'} {one.name}" for one in free)
    ctype, member = "int64_t" if node.kind == "int" else "int32_t", emit.low.local("member", "zone")
    out = Lines()
    with out.block(f"static {ctype} {name}(const lt_state *s, lt_answers *answers, {params})"):
        out.add(f"if ({zone} < 0) return {plain};")
        out.add(f"if (answers->known[{zone} / 64] >> {zone} % 64 & 1) return ({ctype})answers->of_zone[{zone}];")
        out.add(f"{ctype} answer = {plain};")

        def note() -> None:
            out.add(f"answers->known[{member.name} / 64] |= UINT64_C(1) << {member.name} % 64;")
            out.add(f"answers->of_zone[{member.name}] = answer;")

        emit_sources.loop(emit, out, group, member, note)
        out.add("return answer;")
    return str(out)
