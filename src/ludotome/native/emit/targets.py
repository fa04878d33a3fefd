"""C for movement: destinations and attacks of a token, from the lines that `ludotome.movement` computes for its type.

The lines of every type, seat and zone are static tables; a small loop in `runtime.h` follows them and tests
the tokens there. This module does not know actions.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.movement import EMPTY, ENEMY, FRIEND, NEUTRAL
from ludotome.native.emit import target_masks as emit_target_masks
from ludotome.native.emit.emitter import Emitter
from ludotome.native.indexes.steps import StepInto
from ludotome.native.lower import ir
from ludotome.native.lower.attack_masks import zones_fit_words
from ludotome.native.lower.lowering import Lowering, Scope
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.target_masks import NOT_EMPTY, longest_slide, target_masks
from ludotome.native.lower.targets import MOST_TARGETS, Line, StepEntry, lines_from, pattern_number
from ludotome.native.text import Lines, c_array, c_name

_HELD_BY_FRIENDS = {stands for stands in range(16) if stands & FRIEND}


def direct(emit: Emitter, source: ir.Targets) -> str | None:
    """Return the name of a table of the targets, if each is a single step that passes nothing.

    Then no list is needed: each entry is a zone and what may not stand there (`StepEntry`). All rows have the length
    `emit.targets[name]`, so that loops are predictable; missing entries may never be entered.
    """
    name = f"steps_{c_name(source.group or 'all')}"
    if name in emit.targets:
        return name if emit.targets[name] >= 0 else None
    low = emit.low
    found = [
        lines_from(low, kind, seat, zone, source.group, attacks=False)
        for kind in low.game_def.token_types
        for seat in range(low.players)
        for zone in range(low.layout.zones)
    ]
    lines = [line for row in found for line in row]
    simple = low.layout.single and not source.attacks
    simple = simple and all(len(line.zones) == 1 and not line.slide and line.when < 0 for line in lines)
    if not simple or any(len({line.zones for line in row}) < len(row) for row in found):
        emit.targets[name] = -1
        return None
    width = max((len(row) for row in found), default=0)
    if width * len(found) > MOST_TARGETS:
        emit.targets[name] = -1
        return None
    emit.targets[name] = width
    entry, entries, zones = StepEntry.of(low), list[int](), list[int]()
    for number, row in enumerate(found):
        # The rest are steps onto its own zone, which a friend occupies.
        rest, own = width - len(row), number % low.layout.zones
        entries += [*(entry.written(line.zones[0], line.not_onto) for line in row), *[entry.written(own, 15)] * rest]
        zones += [*(line.zones[0] for line in row), *[own] * rest]
    blocking = {line.not_onto & 15 for line in lines}
    if len(blocking) == 1 and blocking <= _HELD_BY_FRIENDS and zones_fit_words(low) and emit.options.target_masks:
        emit.blocking[name] = blocking.pop()
        emit.step_zones[name] = zones
    emit.tables.append("\n".join(c_array(entry.ctype, name, entries)) + "\n")
    return name


def step_types(emit: Emitter, name: str) -> str:
    """Return the table of each type's index in the table *name* of single steps, which is written on first use."""
    made = f"{name}_type"
    if made not in emit.targets:
        emit.targets[made] = 0
        emit.tables.append("\n".join(_type_places(emit.low, name)) + "\n")
    return made


def step_bytes(emit: Emitter, name: str, owner: str) -> str | None:
    """Return a table of the zones of *name* as bytes, if the same zones block all steps of a player."""
    if blocked(emit, name, owner) is None:
        return None
    made = f"{name}_to"
    if made not in emit.targets:
        emit.targets[made] = 0
        emit.tables.append("\n".join(c_array("uint8_t", made, emit.step_zones[name])) + "\n")
    return made


def blocked(emit: Emitter, name: str, owner: str) -> str | None:
    """Return C for the zones that no step of a player may enter, as a word, if these are the same for all steps."""
    stands = emit.blocking.get(name)
    if stands is None:
        return None
    emit.kept.stands.ask()
    if stands == NOT_EMPTY:
        return "s->occupied[0]"
    friends, neutral = f"s->owner_zones[1 + {owner}][0]", "s->owner_zones[0][0]"
    enemies = f"(s->occupied[0] & ~{friends} & ~{neutral})"
    texts = ((EMPTY, "~s->occupied[0]"), (ENEMY, enemies), (FRIEND, friends), (NEUTRAL, neutral))
    return " | ".join(text for bit, text in texts if stands & bit)


def steps_into(low: Lowering, group: str | None, types: tuple[int, ...] | None) -> tuple[tuple[StepInto, ...], ...]:
    """Return for each zone the single steps of tokens of *types* that lead there, by the kinds numbered in `direct`."""
    into: list[list[StepInto]] = [[] for _ in range(low.layout.zones)]
    kinds = [(kind, seat) for kind in low.game_def.token_types for seat in range(low.players)]
    for number, (kind, seat) in enumerate(kinds):
        if types is not None and low.symbols.name_index[kind.id] not in types:
            continue
        for zone in range(low.layout.zones):
            for i, line in enumerate(lines_from(low, kind, seat, zone, group, attacks=False)):
                into[line.zones[-1]].append(StepInto(number, zone, i, line.not_onto & 15))
    return tuple(map(tuple, into))


def call(emit: Emitter, source: ir.Targets, into: str) -> tuple[str, int, str]:
    """Return the call that writes the targets into the array *into* and counts them, its size, and the element type."""
    name = _listing(emit, source)
    ctype = "uint8_t" if name in emit.target_masks else "int32_t"
    return f"{name}(s, {emit.value(source.token)}, {into})", emit.targets[name], ctype


class NumbersCall(Struct, frozen=True):
    """C that writes the decision numbers for all targets of a token or zone, its prologue, and a test before it.

    If the test fails, there is no target. The prologue returns `out` if it would fail for all tokens. If it declares
    `movers`, the test is that the token's zone is one of these.
    """

    text: str
    before: tuple[str, ...] = ()
    when: str = "1"

    @property
    def declares_movers(self) -> bool:
        """Whether the prologue computes the zones from which tokens may have targets."""
        return self.when != "1"


def numbers_call(
    emit: Emitter, source: ir.Targets | ir.Rays, number: str, out: str, owner: str | None
) -> NumbersCall | None:
    """Return the call that writes *number* plus the zone for each target, and returns the end.

    For tokens the *owner* must be known. None if only one at a time can be written.
    """
    if isinstance(source, ir.Rays):
        name = emit_target_masks.numbers_of_rays(emit, source)
        return None if name is None else NumbersCall(f"{name}(s, {emit.value(source.zone)}, {number}, {out})")
    if source.attacks or owner is None or direct(emit, source) is not None:
        return None
    listing = _listing(emit, source)
    name = emit_target_masks.numbers_of_targets(emit, listing)
    if name is None:
        return None
    token = emit.value(source.token)
    call = f"{name}(s, {token}, {owner}, stands, {number}, {out})"
    before = movers(emit, source, owner)
    if before is None:
        return NumbersCall(call, tuple(emit_target_masks.sets_of_targets(emit, listing, owner)))
    return NumbersCall(call, (*before, f"if (!movers) return {out};"), f"movers >> s->token_zone[1 + {token}] & 1")


def movers(emit: Emitter, source: ir.Targets, owner: str) -> tuple[str, ...] | None:
    """Return C that declares `movers`, the zones from which a token of *owner* may have targets, if masks find them."""
    if source.attacks or direct(emit, source) is not None:
        return None
    listing = _listing(emit, source)
    if listing not in emit.target_masks:
        return None
    found = emit_target_masks.movers(emit, listing)
    if found is None:
        return None
    sets = emit_target_masks.sets_of_targets(emit, listing, owner)
    return (*sets, f"const uint64_t movers = {found}({owner}, stands) & s->owner_zones[1 + {owner}][0];")


def _listing(emit: Emitter, source: ir.Targets) -> str:
    """Return the name of the function that lists the targets, which is written on first use."""
    name = f"attacks_{c_name(source.group or 'all')}" if source.attacks else f"targets_{c_name(source.group or 'all')}"
    if name not in emit.targets:
        _make(emit, name, source)
    return name


def _make(emit: Emitter, name: str, source: ir.Targets) -> None:
    low = emit.low
    masks = target_masks(low, source.group) if emit.options.target_masks and not source.attacks else None
    if masks is not None:
        # Room for one more slide, since all its zones are written before it is known how many count.
        emit.targets[name] = masks.most + longest_slide(low)
        emit_target_masks.write(emit, name, masks)
        return
    kinds, players, zones = low.game_def.token_types, low.players, low.layout.zones
    lines: list[Line] = []
    starts = [0]
    distinct, most = True, 0
    for kind in kinds:
        for seat in range(players):
            for zone in range(zones):
                found = lines_from(low, kind, seat, zone, source.group, attacks=source.attacks)
                landings = [z for line in found for z in (line.zones if line.slide else line.zones[-1:])]
                distinct &= len(landings) == len(set(landings))
                most = max(most, len(landings))
                lines += found
                starts.append(len(lines))
    emit.targets[name] = most
    _tables(emit, name, lines, starts)
    emit.functions.append(_function(name, lines, distinct=distinct, attacks=source.attacks))


def _tables(emit: Emitter, name: str, lines: list[Line], starts: list[int]) -> None:
    zones: list[int] = []
    rows = []
    for line in lines:
        rows.append(
            f"    {{{len(zones)}, {len(line.zones)}, {line.not_over & 15}, {line.not_onto & 15}, "
            f"{int(line.slide)}, {line.when}}},"
        )
        zones += line.zones
    head = f"static const lt_line {name}_lines[{max(len(lines), 1)}] = {{"
    text = [head, *(rows or ["    {0, 0, 0, 0, 0, -1},"]), "};"]
    text += c_array("int16_t", f"{name}_zones", zones) + c_array("int32_t", f"{name}_at", starts)
    text += _type_places(emit.low, name)
    emit.functions.append("\n".join(text) + "\n")


def _type_places(low: Lowering, name: str) -> list[str]:
    """Return the table of each type's index, by its name number."""
    place_of = {low.symbols.name_index[kind.id]: place for place, kind in enumerate(low.game_def.token_types)}
    places = [-1, *(place_of.get(number, -1) for number in range(max(place_of, default=0) + 1))]
    return c_array("int16_t", f"{name}_type", places)


def _function(name: str, lines: list[Line], *, distinct: bool, attacks: bool) -> str:
    conditional = any(line.when >= 0 for line in lines)
    out = Lines()
    with out.block(f"static int32_t {name}(const lt_state *s, int32_t token, int32_t *out)"):
        out.add(
            "int32_t owner = s->token_owner[1 + token], n = 0;", "if (owner < 0 || lt_is_covered(s, token)) return 0;"
        )
        out.add(f"int32_t row = ({name}_type[1 + s->token_type[1 + token]] * LT_PLAYERS + owner) * LT_ZONES")
        out.add("    + s->token_zone[1 + token];")
        with out.block(f"for (int32_t i = {name}_at[row]; i < {name}_at[row + 1]; i++)"):
            out.add(f"const lt_line *line = &{name}_lines[i];")
            if conditional:
                out.add("if (line->when >= 0 && !pattern_holds(s, line->when, token)) continue;")
            walk = "lt_attack_line" if attacks else "lt_target_line"
            out.add(f"n = {walk}(s, line, {name}_zones + line->first, owner, out, n);")
        out.add("return n;" if distinct else "return lt_unrepeated(out, n);")
    return str(out)


def pattern_conditions(emit: Emitter) -> None:
    """Write `pattern_holds`, which evaluates the condition of a pattern, if any pattern has one."""
    low, cases = emit.low, []
    token = ir.Local("token", "token")
    for kind in low.game_def.token_types:
        for place, pattern in enumerate(p for group in kind.movement for p in group.patterns):
            if pattern.when is not None:
                scope = Scope().element("$token", token)
                text = emit.condition(lower(low, pattern.when, scope))
                cases.append(f"case {pattern_number(low, kind, place)}: return {text};")
    if cases:
        out = Lines()
        head = "LT_INLINE int32_t pattern_holds(const lt_state *s, int32_t pattern, int32_t token)"
        # A condition may use targets, which use conditions; the checker excludes cycles.
        emit.functions.insert(0, f"{head};\n")
        with out.blocks([head, "switch (pattern)"]):
            out.add(*cases, "default: return (void)s, (void)token, 1;")
        emit.functions.append(str(out))
