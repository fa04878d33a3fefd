"""C that predicts all placements of an action together, with sets of zones as bits.

    foresee_A     removes from a set the zones that are foreseen to fail

A condition on the neighbours of the placed zone is a set (`near_sets`): it holds on the zones next to that set. A
repetition of a region is tested only for the zones where such a token may have been before. Other conditions
are tested zone by zone.

This module does not know what can be foreseen, nor how a single zone is tested (`emit.foreseen`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ludotome.native.emit.emitter import Emitter
from ludotome.native.indexes.foreseen import Foreseen
from ludotome.native.indexes.takings import Taking
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.plan import ACTOR
from ludotome.native.text import Lines


class Together(Struct, frozen=True):
    """The near sets that make a zone loud, those it must be next to (by number), and words of doubtful zones.

    A loud zone passes like one that is next to all required sets, if its captures are foreseen.
    """

    loud: tuple[int, ...]
    good: tuple[int, ...]
    doubtful: tuple[str, ...]
    takes: bool


def together(emit: Emitter, found: Foreseen, taken: Taking | None, near: Sequence[Scalar]) -> Together | None:
    """Return how all zones are tested together, or None; *near* are the conditions that have sets."""
    post = ir.conjuncts(found.post)
    after = ir.conjuncts(taken.post) if taken is not None else ()
    rest = [one for one in (*post, *after) if one not in near and not _is_true(one)]
    doubtful = [_repeated(emit, found, one) for one in rest]
    loud_after = any(one in near for one in after)  # for a capturing zone, by its neighbours before the capture
    if not emit.options.foreseen_sets or None in doubtful or loud_after or any(one not in near for one in found.loud):
        return None
    return Together(
        loud=tuple(near.index(one) for one in found.loud),
        good=tuple(near.index(one) for one in post if one in near),
        doubtful=tuple(dict.fromkeys(word for word in doubtful if word is not None)),
        takes=taken is not None,
    )


def _is_true(node: Scalar) -> bool:
    return isinstance(node, ir.Const) and node.value != 0


def _repeated(emit: Emitter, found: Foreseen, node: Scalar) -> str | None:
    """Return the C word of the zones where *node*, a test against repetition of a region, may fail."""
    placing = found.placing
    match node:
        case ir.Compare(
            op="==", left=ir.Call(function=function, args=(region, zone, owner, _)), right=ir.Const(value=0)
        ) if function == f"lt_seen_region_with_{placing.type}" and zone == placing.zone:
            if {*ir.free_locals(owner)} <= {ACTOR}:
                return f"lt_may_repeat_{placing.type}(s, {emit.value(region)}, {emit.value(owner)}, word)"
    return None


def foresee(out: Lines, name: str, args: str, zone: str, judged: Together | None) -> None:
    """Write `foresee_A`; *args* are those of the test of a single zone, named *zone*."""
    out.add(
        "/* Drop from *bits* what a trial rejects; what must be tried goes to *untried*. Returns whether any must. */"
    )
    params = "const lt_state *s, int32_t actor, uint64_t *bits, uint64_t *untried"
    with out.block(f"LT_INLINE int32_t foresee_{name}({params})"):
        out.add(f"look_at_{name} look;", "uint64_t any = 0;", f"look_{name}(s, actor, &look);")
        if judged is not None:
            _near_sets(out, judged)
        with out.block("for (int32_t word = 0; word < LT_ZONE_WORDS; word++)"):
            out.add("uint64_t here = bits[word] & look.room[word], unknown = bits[word] & ~here, passing = 0;")
            said = f"foreseen_{name}({args}, &look)"
            if judged is None:
                _one_by_one(out, zone, said)
            else:
                _at_once(out, zone, said, judged)
            out.add("bits[word] = passing;", "any |= untried[word] = unknown;")
        out.add("return any != 0;")


def _one_by_one(out: Lines, zone: str, said: str) -> None:
    with out.block("for (uint64_t rest = here; rest; rest &= rest - 1)"):
        out.add(f"int32_t bit = lt_lowest_bit(rest), {zone} = word * 64 + bit, known = {said};")
        out.add("passing |= (uint64_t)(known > 0) << bit;", "unknown |= (uint64_t)(known < 0) << bit;")


def _near_sets(out: Lines, judged: Together) -> None:
    """Write `good_…` and `loud`, the zones next to the sets; the neighbours of a union are the union of neighbours."""
    sets = {f"good_{number}": [number] for number in judged.good}
    if judged.loud and _as_good(judged):
        (good,) = sets
        sets[good] += judged.loud
    elif judged.loud:
        sets["loud"] = list(judged.loud)
    for name, numbers in sets.items():
        out.add(f"uint64_t {name}[LT_ZONE_WORDS];")
        source = f"look.near_{numbers[0]}"
        if len(numbers) > 1:
            union = " | ".join(f"look.near_{number}[i]" for number in numbers)
            source = f"by_{name}"
            out.add(f"uint64_t {source}[LT_ZONE_WORDS];")
            out.add(f"for (int32_t i = 0; i < LT_ZONE_WORDS; i++) {source}[i] = {union};")
        out.add(f"lt_zones_near({source}, {name});")


def _as_good(judged: Together) -> bool:
    """Return whether being next to a loud set passes just like being next to the single required set."""
    return judged.takes and len(judged.good) == 1


def _at_once(out: Lines, zone: str, said: str, judged: Together) -> None:
    out.add(f"passing = {' & '.join(['here', *(f'good_{number}[word]' for number in judged.good)])};")
    if judged.loud and judged.takes and not _as_good(judged):
        out.add("passing |= here & loud[word];")
    elif judged.loud and not judged.takes:
        out.add("unknown |= here & loud[word];", "passing &= ~unknown;")
    if judged.doubtful:
        with out.block(f"for (uint64_t rest = passing & ({' | '.join(judged.doubtful)}); rest; rest &= rest - 1)"):
            out.add(f"int32_t bit = lt_lowest_bit(rest), {zone} = word * 64 + bit;")
            out.add(f"passing &= ~((uint64_t)({said} == 0) << bit);")
