"""Kept groups: connected zones of one kind, as a disjoint-set structure, with the open zones that each group touches.

    exists($s in group($z, top(it).owner == top($z).owner) where exists(adjacentZones($s) where empty(it)))

tests whether the group of a zone touches an open zone. Each group stores sums over the pairs of a member and an open
neighbour: of 1, of the number of the neighbour, and of its square. They tell at once whether there is such a pair, and
whether all pairs have the same neighbour. A changed zone updates the groups next to it, and two groups that come to
touch are joined. A group that loses a zone may fall apart, so it is unknown until it is searched again.

`c/groups.h` is the C that is the same for every game.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower import ir
from ludotome.native.lower.code_size import FEW_ON_STACK
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.reads import zones_read
from ludotome.native.lower.sources import neighbours
from ludotome.native.text import Lines, c_words

FEW_STEPS = 8  # with more different offsets of neighbours than this, shifts are not used
ELEMENT = Local("zone", "zone")
OPEN_IF_EMPTY = ir.AllOf((ir.Call("lt_empty", (ELEMENT,), "bool"),))


class KeptGroups(Struct, frozen=True):
    """Zones are of one kind if `kind` is equal and not `none`; they are open if `open` holds.

    Both are expressions about `ELEMENT`, and read only what is there.
    """

    kind: Scalar
    open: Scalar


class Groups(Index):
    """The groups of all conditions, in order of first use."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[KeptGroups] = []

    def asked(self, c: Writer, node: Scalar) -> tuple[int, KeptGroups, Scalar] | None:
        """Return the groups that give the value of *node*, with their number, and its zone; the groups are kept."""
        # A group is searched with a list of its zones on the stack.
        is_kept = c.options.kept_groups and c.low.layout.zones <= FEW_ON_STACK
        found = group_touching(c.low, node) if is_kept else None
        if found is None:
            return None
        groups, zone = found
        if groups not in self.kept:
            self.ask(more=True)
            self.kept.append(groups)
            neighbours(c.low, zone)
        return self.kept.index(groups), groups, zone

    def read(self, c: Writer, number: int, zone: Scalar, plain: str) -> str:
        """Return the C that reads the group of a zone, or searches it (*plain*) if it is unknown."""
        groups, at = f"&s->groups[{number}]", c.value(zone)
        return f"(!s->groups_rest && lt_groups_know({groups}, {at}) ? lt_groups_touch({groups}, {at}) : {plain})"

    def types(self, c: Writer) -> str:
        """Return the C type of kept groups; zones and kinds are bytes if they fit, since states are copied."""
        if not self.kept:
            return ""
        kinds_ = max(kinds(c.low, groups) for groups in self.kept)
        most = max(c.low.layout.zones, kinds_)
        return (
            f"typedef {'int8_t' if most < 127 else 'int16_t'} lt_small;\n"
            "typedef struct {\n"
            f"    uint64_t of_kind[{kinds_}][LT_ZONE_WORDS];\n"
            "    uint64_t open[LT_ZONE_WORDS], weak[LT_ZONE_WORDS], unknown[LT_ZONE_WORDS];\n"
            "    lt_small kind[LT_ZONES1], of[LT_ZONES1], after[LT_ZONES1], size[LT_ZONES1];\n"
            "    uint64_t touches[LT_ZONES1];\n} lt_groups;\n"
        )

    def header_tables(self, c: Writer) -> str:
        """Return the contribution of each zone to a group that touches it, and its neighbours as bits."""
        bits = worth_bits(c.low)
        if not self.kept or bits is None:
            return ""
        out = Lines()
        out.add(f"#define LT_SUM_BIT {bits[0]}", f"#define LT_SQUARES_BIT {bits[1]}")
        out.add(f"#define LT_MOST_NEAR {max(map(len, c.low.board.neighbors), default=0)}")
        worth = [1 + (zone << bits[0]) + (zone**2 << bits[1]) for zone in range(c.low.layout.zones)]
        c_words(out, "open_worth[LT_ZONES]", worth)
        near = [sum(1 << other for other in row) for row in c.low.board.neighbors]
        words = range((c.low.layout.zones + 63) // 64)
        rows = [[bits >> 64 * word & (1 << 64) - 1 for word in words] for bits in near]
        c_words(out, "near_bits[LT_ZONES][LT_ZONE_WORDS]", rows)
        _zones_near(c.low, out)
        return str(out)

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields."""
        return ["int32_t groups_rest;", "lt_groups groups[LT_GROUPS];"]

    def functions(self, c: Writer) -> list[str]:
        """Return the functions that update the groups after a change, and predict them with one more token."""
        out = Lines()
        for number, groups in enumerate(self.kept):
            with out.block(f"LT_INLINE void regroup_{number}(lt_state *s, int32_t zone)"):
                out.add("if (s->groups_rest) return;")
                out.add(f"int32_t kind = {c.value(groups.kind)}, open = {c.condition(groups.open)} != 0;")
                out.add(f"lt_groups_change(&s->groups[{number}], zone, kind, open);")
            head = (
                f"LT_INLINE int32_t group_{number}_with(const lt_state *s, int32_t zone, int32_t placed, int32_t kind)"
            )
            out.add(f"{head} {{ return lt_groups_touch_with(&s->groups[{number}], zone, placed, kind); }}")
        return out.lines

    def settled(self, c: Writer) -> list[str]:
        """Return the C that recomputes unknown groups."""
        return [f"lt_groups_settle(&s->groups[{number}]);" for number in range(len(self.kept))]

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that runs when the content of a zone changed."""
        return [f"regroup_{number}(s, zone);" for number in range(len(self.kept))]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that computes the groups from the state."""
        out = Lines()
        out.add("s->groups_rest = 0;")
        for number in range(len(self.kept)):
            out.add(f"lt_groups_clear(&s->groups[{number}]);")
            out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) regroup_{number}(s, i);")
        return out.lines


def kinds(low: Lowering, groups: KeptGroups) -> int:
    """Return the number of possible kinds, numbered from 0."""
    return {"player": low.players, "bool": 2}.get(groups.kind.kind, len(low.symbols.name_index))


def group_touching(low: Lowering, node: Scalar) -> tuple[KeptGroups, Scalar] | None:
    """Return the groups and the zone, if *node* tests whether the group of a zone touches an open zone."""
    member = exists_asked(node)
    if member is None or worth_bits(low) is None or not _even(low):
        return None
    element, flood, asked = member
    near = exists_asked(asked[0]) if len(asked) == 1 else None
    if near is None or not isinstance(flood, ir.Flood):
        return None
    other, row, wanted = near
    if not isinstance(row, ir.Row) or row.table.name != "neighbours" or row.index != element or not wanted:
        return None
    kind, open_ = group_kind(flood), ir.substitute(ir.AllOf(wanted), other.name, ELEMENT)
    return (KeptGroups(kind, open_), flood.zone) if kind is not None and _is_local(kind) and _is_local(open_) else None


def exists_asked(node: Scalar) -> tuple[Local, ir.Source, tuple[Scalar, ...]] | None:
    """Return the element, the source and the conditions of an `exists` test."""
    if not isinstance(node, ir.Reduce) or node.how != "exists":
        return None
    conditions = ir.conjuncts(node.body)
    source = node.source
    while isinstance(source, ir.Filtered):
        conditions += ir.conjuncts(ir.substitute(source.where, source.element.name, node.element))
        source = source.source
    return node.element, source, conditions


def group_kind(flood: ir.Flood) -> Scalar | None:
    """Return the value common to all zones of a group, in terms of `ELEMENT`; None for other kinds of groups."""
    if not (flood.test_start and flood.include_start) or flood.max_depth is not None:
        return None
    match flood.where:
        case ir.Compare(op="==", left=left, right=right) if left.kind in ("player", "bool", "name"):
            for one, other in ((left, right), (right, left)):
                if flood.element not in ir.free_locals(other):
                    same = ir.substitute(one, flood.element.name, flood.zone) == other
                    return ir.substitute(one, flood.element.name, ELEMENT) if same else None
    return None


def _is_local(node: Scalar) -> bool:
    """Return whether *node* reads only what is on `ELEMENT`, and no token stored in its properties."""
    held = any(
        isinstance(part, ir.Field) or (isinstance(part, ir.Load) and part.kind == "token") for part in ir.walk(node)
    )
    return not held and zones_read(node, ELEMENT.name) == {()}


def _even(low: Lowering) -> bool:
    """Return whether all edges are two-way, without self loops and repeated neighbours."""
    near = low.board.neighbors
    even = all(zone != other and zone in near[other] for zone, row in enumerate(near) for other in row)
    return even and all(len({*row}) == len(row) for row in near)


def worth_bits(low: Lowering) -> tuple[int, int] | None:
    """Return the bit offsets of the sums and of the sums of squares; None if 64 bits are too few."""
    pairs, last = sum(map(len, low.board.neighbors)), low.layout.zones - 1
    widths = [(pairs * last**power).bit_length() for power in range(3)]
    return (widths[0], widths[0] + widths[1]) if sum(widths) <= 64 else None


def _zones_near(low: Lowering, out: Lines) -> None:
    """Write `lt_zones_near`: by shifts if there are few offsets of neighbours, as on a grid, otherwise zone by zone."""
    neighbours_, zones = low.board.neighbors, low.layout.zones
    words = range((zones + 63) // 64)
    steps = sorted({other - zone for zone, row in enumerate(neighbours_) for other in row})
    out.add("/* The zones that have a neighbour in *set*; bits beyond the last zone may be set too. */")
    with out.block("LT_INLINE void lt_zones_near(const uint64_t *set, uint64_t *near)"):
        out.add("(void)set;", "for (int32_t i = 0; i < LT_ZONE_WORDS; i++) near[i] = 0;")
        if len(steps) > FEW_STEPS:
            each = (
                "int32_t word = 0; word < LT_ZONE_WORDS; word++",
                "uint64_t rest = set[word]; rest; rest &= rest - 1",
            )
            with out.blocks([f"for ({one})" for one in each]):
                near = "near_bits[word * 64 + lt_lowest_bit(rest)][i]"
                out.add(f"for (int32_t i = 0; i < LT_ZONE_WORDS; i++) near[i] |= {near};")
            return
        for step in steps:
            ends = sum(1 << zone + step for zone, row in enumerate(neighbours_) if zone + step in row)
            reached = sum(1 << zone + step for zone in range(zones) if 0 <= zone + step < zones)
            for word in words:
                part = _shifted(step, word, len(words))
                mask = ends >> 64 * word & (1 << 64) - 1
                full = mask == reached >> 64 * word & (1 << 64) - 1
                if part and mask:
                    out.add(f"near[{word}] |= {part if full else f'({part}) & UINT64_C({mask})'};")


def _shifted(step: int, word: int, words: int) -> str:
    """Return the C of a word of `set` shifted by *step*, upwards if positive."""
    low, bits = divmod(64 * word - step, 64)  # where the lowest bit of the word comes from
    parts = [f"set[{low}] >> {bits}" if bits else f"set[{low}]"] if 0 <= low < words else []
    parts += [f"set[{low + 1}] << {64 - bits}"] if bits and 0 <= low + 1 < words else []
    return " | ".join(parts)


def resting(out: Lines, trial: list[str]) -> None:
    """Write *trial*, which changes the state and restores it, with updates of the groups suspended.

    If zones were restored one by one, joined groups would become unknown.
    """
    out.lines.append("#if LT_GROUPS")
    out.add("int32_t rest = tried->groups_rest;", "tried->groups_rest = 1;")
    out.lines.append("#endif")
    out.add(*trial)
    out.lines.append("#if LT_GROUPS")
    out.add("tried->groups_rest = rest;")
    out.lines.append("#endif")
