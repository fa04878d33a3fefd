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
            found = []
            for way, _ in emit.low.board.axes:
                step = step_of(emit.low, emit.low.direction_of_way[way])
                assert step is not None
                found.append(_runs(n, *step))
            zones = emit.kept.owner_word(emit, "player")
            out.add("if (player < 0) return 0;", f"uint64_t zones = {zones}, line = 0, any = 0;")
            for runs in filter(None, found):
                out.add("line = zones;", *runs, "any |= line;")
            out.add("(void)zones; (void)line;", "return any != 0;")
        emit.functions.append(str(out))
    return f"{name}(s, {emit.value(owner)})"


def _runs(n: int, difference: int, starts: int) -> list[str]:
    """Return the C that leaves in *line* the first zones of all runs of *n* zones in one direction.

    A run twice as long is two runs side by side. Whether all steps of a run stay on the board is tested once, at the
    end. If no run fits on the board, there is nothing to write: shifting a word by 64 or more is undefined in C.
    """
    lines, length, first = [], 1, starts
    for _ in range(n - 2):
        first = starts & (first >> difference if difference > 0 else first << -difference)
    if not first:
        return []
    while length < n:
        further = min(length, n - length)
        lines.append(f"line &= line {_back(difference * further)};")
        length += further
    return [*lines, f"line &= UINT64_C({first});"]


def _function(emit: Emitter, name: str, source: ir.RayStarts) -> str:
    out = Lines()
    with out.block(f"static uint64_t {name}(const lt_state *s, int32_t passed, int32_t met)"):
        out.add("if (passed < 0 || met < 0) return 0;", "uint64_t starts = 0, line;")
        # The zone after the longest stretch of passed zones is not among them.
        over, onto = emit.kept.owner_word(emit, "passed"), emit.kept.owner_word(emit, "met")
        out.add(f"uint64_t over = {over}, onto = {onto} & ~over, inner;")
        most = longest_ray(emit.low) - 1
        for way in source.ways:
            step = step_of(emit.low, way)
            assert step is not None
            _follow(out, step, min(most, (emit.low.layout.zones - 1) // abs(step[0]) - 1))
        out.add("return starts;")
    return str(out)


def _follow(out: Lines, step: tuple[int, int], most: int) -> None:
    """Write how *starts* gain the zones from which a ray in one direction passes 1 to *most* zones and meets one.

    `line` are the zones from which the rest of the ray is as it should be. It grows by whole stretches: `inner` are the
    zones from which so many are passed. Each passed zone lies between two others in this direction, so no shift can
    carry a bit across an edge.
    """
    difference, starts = step
    ends = starts << difference if difference > 0 else starts >> -difference
    out.add(f"inner = over & UINT64_C({starts & ends});", f"line = onto {_back(difference)} & inner;")
    reach = stretch = 1
    while reach < most:
        if reach > stretch and reach + stretch < most:
            out.add(f"inner &= inner {_back(stretch * difference)};")
            stretch *= 2
        out.add(f"line |= line {_back(stretch * difference)} & inner;")
        reach += stretch
    out.add(f"starts |= line {_back(difference)};")


def _back(difference: int) -> str:
    return f">> {difference}" if difference > 0 else f"<< {-difference}"
