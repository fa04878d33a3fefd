"""C for ray masks: rays from all zones of a board at once, by shifting words.

This module does not know when they can be used (`ray_masks`).
"""

from __future__ import annotations

from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower import ir
from ludotome.native.lower.ray_masks import longest_ray, step_of
from ludotome.native.text import Lines


def call(emit: Emitter, source: ir.RayStarts) -> str:
    """Return the call that gives the starts as a word of zone bits."""
    name = f"ray_starts_{'_'.join(map(str, source.ways))}"
    if name not in emit.targets:
        emit.targets[name] = source.size
        emit.functions.append(_function(emit, name, source))
    return f"{name}(s, {emit.value(source.over)}, {emit.value(source.onto)})"


def line_call(emit: Emitter, owner: ir.Scalar, n: int) -> str:
    """Return the call that tests whether a player has *n* zones in a row."""
    name = f"has_line_of_{n}"
    if name not in emit.targets:
        emit.targets[name] = n
        out = Lines()
        with out.block(f"static int32_t {name}(const lt_state *s, int32_t player)"):
            zones = emit.kept.owner_word(emit, "player")
            out.add("if (player < 0) return 0;", f"uint64_t zones = {zones}, line, any = 0;")
            for way, _ in emit.low.board.axes:
                step = step_of(emit.low, emit.low.direction_of_way[way])
                assert step is not None
                difference, mask = step
                back = f">> {difference}" if difference > 0 else f"<< {-difference}"
                out.add("line = zones;")
                out.add(f"for (int32_t i = 1; i < {n}; i++) line = line {back} & UINT64_C({mask}) & zones;")
                out.add("any |= line;")
            out.add("return any != 0;")
        emit.functions.append(str(out))
    return f"{name}(s, {emit.value(owner)})"


def _function(emit: Emitter, name: str, source: ir.RayStarts) -> str:
    out = Lines()
    with out.block(f"static uint64_t {name}(const lt_state *s, int32_t passed, int32_t met)"):
        out.add("if (passed < 0 || met < 0) return 0;", "uint64_t starts = 0, line;")
        # The zone after the longest stretch of passed zones is not among them.
        over, onto = emit.kept.owner_word(emit, "passed"), emit.kept.owner_word(emit, "met")
        out.add(f"uint64_t over = {over}, onto = {onto} & ~over;")
        rounds = max(longest_ray(emit.low) - 2, 0)
        for way in source.ways:
            step = step_of(emit.low, way)
            assert step is not None
            difference, mask = step
            back = f">> {difference}" if difference > 0 else f"<< {-difference}"
            from_ = f"UINT64_C({mask})"
            out.add(f"line = onto {back} & {from_} & over;")
            out.add(f"for (int32_t i = 0; i < {rounds}; i++) line |= line {back} & {from_} & over;")
            out.add(f"starts |= line {back} & {from_};")
        out.add("return starts;")
    return str(out)
