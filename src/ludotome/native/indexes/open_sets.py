"""Open sets: for each action with a single zone as parameter, its currently possible zones as bits.

    $to in board where empty(it)

A condition is kept if it reads only what is on the zone or a few fixed steps away; it is tested again if one
of these changed. On a board of one word, a condition that is a set of zones as bits is not tested zone by zone:
the whole set is computed again. If the decisions of a game are exactly the zones of one such set, their number in each
word is kept too (`open_count`), and decisions are drawn from the set.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar, Table
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.plan import Level, Plan
from ludotome.native.lower.reads import zones_read
from ludotome.native.lower.zone_sets import conditional_set
from ludotome.native.text import Lines

MOST_KEPT = 100_000  # zones of all open sets together; each takes time to write, compile and update


class OpenSet(Struct, frozen=True):
    """The zones of a static list that satisfy conditions which read only these zones and zones a few steps away.

    `affected` lists for each zone the zones to test again when it changes.
    """

    name: str
    element: Local
    zones: tuple[int, ...]
    conditions: tuple[Scalar, ...]
    affected: tuple[tuple[int, ...], ...]


class OpenCount(Index):
    """`open_count`: the number of zones in each word of the only open set; updated with the set."""

    def fields(self, c: Writer) -> list[str]:
        """Return the C field."""
        return ["int32_t open_count[LT_OPEN_WORDS];"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that clears the numbers before every zone is tested."""
        return ["memset(s->open_count, 0, sizeof s->open_count);"]


class OpenSets(Index):
    """The open sets of all actions."""

    def __init__(self, count: OpenCount) -> None:
        super().__init__()
        self.sets: list[OpenSet] = []
        self._words: dict[str, str] = {}  # the C of sets that are computed as a whole
        self._count = count

    def with_open_set(self, low: Lowering, plan: Plan, name: str) -> Plan:
        """Return *plan* with a loop over an open set, if its only parameter ranges over one; the set is then kept."""
        found = open_set(low, plan, name) if low.layout.zones * len(self.sets) <= MOST_KEPT else None
        if found is None:
            return plan
        self.ask(more=True)
        one, guards = found
        self.sets.append(one)
        level = Level(plan.levels[0].param, ir.Kept(name, len(one.zones), one.element.kind), guards)
        return Plan(plan.action, plan.index, plan.guards, (level,), plan.scope)

    def note_tables(self, c: Writer) -> None:
        """Register the tables of the zones to test again, or the C that computes a set as a whole."""
        for one in self.sets:
            zones = conditional_set(c.low, one.zones, one.element, one.conditions) if c.options.zone_sets else None
            if zones is None:
                c.low.rows(f"{one.name}_affected", [(), *one.affected])
            else:
                self._words[one.name] = c.zone_word(zones)

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields of the bits, which are read to draw a decision."""
        return [f"uint64_t {one.name}[{(c.low.layout.zones + 63) // 64}];" for one in self.sets]

    def functions(self, c: Writer) -> list[str]:
        """Return the test of each set."""
        out = Lines()
        for one in self.sets:
            if one.name in self._words:
                continue
            with out.block(f"LT_INLINE int32_t is_{one.name}(const lt_state *s, int32_t {one.element.name})"):
                out.add("(void)s;")
                out.add(f"return {c.condition(ir.AllOf(one.conditions))};")
        return out.lines

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that tests again the zones whose conditions read the changed one."""
        out = Lines()
        for one in self.sets:
            if one.name in self._words:
                out.add(*self._whole(one))
            else:
                self._retest(c.low, out, one)
        return out.lines

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that tests all zones."""
        out = Lines()
        for one in self.sets:
            if one.name in self._words:
                out.add(*self._whole(one))
                continue
            listed = c.low.rows(f"{one.name}_zones", [one.zones])
            out.add(f"memset(s->{one.name}, 0, sizeof s->{one.name});")
            with out.block(f"for (int32_t i = 0; i < {len(one.zones)}; i++)"):
                out.add(f"int32_t zone = {listed.name}[i];", *self._set_bit(one, "zone"))
        return out.lines

    def _set_bit(self, one: OpenSet, zone: str) -> list[str]:
        """Return the C that tests a zone and sets its bit, without a branch."""
        lines = [
            f"uint64_t *word = &s->{one.name}[{zone} / 64], is_open = is_{one.name}(s, {zone}) != 0;",
            f"*word = (*word & ~(UINT64_C(1) << {zone} % 64)) | is_open << {zone} % 64;",
        ]
        if self._count.is_kept:
            lines.insert(1, f"s->open_count[{zone} / 64] += (int32_t)is_open - (int32_t)(*word >> {zone} % 64 & 1);")
        return lines

    def _whole(self, one: OpenSet) -> list[str]:
        """Return the C that computes a set as a whole."""
        count = f"s->open_count[0] = lt_bit_count(s->{one.name}[0]);"
        return [f"s->{one.name}[0] = {self._words[one.name]};", *([count] if self._count.is_kept else [])]

    def _retest(self, low: Lowering, out: Lines, one: OpenSet) -> None:
        row: Table = low.tables[f"{one.name}_affected"]
        if all(listed in ((), (zone,)) for zone, listed in enumerate(one.affected)):
            with out.block(f"if ({row.name}_at[1 + zone] < {row.name}_at[2 + zone])"):
                out.add(*self._set_bit(one, "zone"))
            return
        with out.block(f"for (int32_t i = {row.name}_at[1 + zone]; i < {row.name}_at[2 + zone]; i++)"):
            out.add(f"int32_t near = {row.name}[i];", *self._set_bit(one, "near"))


def open_set(low: Lowering, plan: Plan, name: str) -> tuple[OpenSet, tuple[Scalar, ...]] | None:
    """Return the open set that the only parameter of *plan* ranges over, and the guards it does not cover."""
    if len(plan.levels) != 1:
        return None
    (level,) = plan.levels
    if not isinstance(level.source, ir.Row) or level.source.index is not None:
        return None
    read = [(guard, _contents(guard, level.param.name)) for guard in level.guards]
    absorbed = tuple(guard for guard, zones in read if zones is not None)
    row = level.source.table.rows[0]
    if not absorbed or level.param.kind != "zone" or list(row) != sorted(row):
        return None
    ways = {way for _, zones in read if zones is not None for way in zones}
    found = OpenSet(name, level.param, row, absorbed, _affected(low, ways, row))
    return found, tuple(guard for guard, zones in read if zones is None)


def _contents(guard: Scalar, element: str) -> set[tuple[str, ...]] | None:
    """Return what *guard* reads if it reads only contents of zones, since an open set outlives the last actor."""
    if any(isinstance(part, ir.Field) for part in ir.walk(guard)):
        return None
    return zones_read(guard, element)


def _affected(low: Lowering, ways: set[tuple[str, ...]], row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each zone the zones of *row* from which one of *ways* leads there, in order."""
    found: list[set[int]] = [set() for _ in range(low.layout.zones)]
    for start in row:
        for way in ways:
            at = start
            for table in way:
                at = low.tables[table].rows[0][1 + at]
            if at >= 0:
                found[at].add(start)
    return tuple(tuple(sorted(starts)) for starts in found)
