"""C for a whole game: one file from a definition and a number of players.

    chance.h · the state's struct · static tables · tokens.h · expressions, actions, conditions · turn.h · entry.h

Invariant: the same definition and number of players give byte-identical text.

This module does not know compilers.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ludotome.chance import c_header
from ludotome.files import package_text
from ludotome.gamedef import (
    BUDGET,
    MOST_DECISIONS,
    Chance,
    GameDef,
    PropDef,
    TensorLayout,
    VarDef,
    facts,
    is_uncertain,
    walk,
)
from ludotome.native.codes import CHANCE_ANSWER, CHOICES, MOST_OUTCOMES
from ludotome.native.emit import actions as emit_actions
from ludotome.native.emit import components as emit_components
from ludotome.native.emit import draws as emit_draws
from ludotome.native.emit import fill as emit_fill
from ludotome.native.emit import longest as emit_longest
from ludotome.native.emit import unpaid as emit_unpaid
from ludotome.native.emit.choices import record_tables
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.hash import hashes
from ludotome.native.emit.ids import ids_of, numbers, tells_all
from ludotome.native.emit.joined import is_short_if_joined
from ludotome.native.emit.last_move import since_settled
from ludotome.native.emit.notation import notation
from ludotome.native.emit.outcomes import outcomes
from ludotome.native.emit.rings import ring_header
from ludotome.native.emit.scalars import ScalarEmitter
from ludotome.native.emit.senses import senses
from ludotome.native.emit.stored import token_hooks
from ludotome.native.emit.tables import blank_state, state_struct, static_tables
from ludotome.native.emit.targets import pattern_conditions
from ludotome.native.emit.tensor import tensor_tables
from ludotome.native.emit.trials import copies, pinned
from ludotome.native.emit.triggers import EVENTS, token_events
from ludotome.native.indexes.changes import READER, settled_by_changes
from ludotome.native.indexes.index import NotOfferedError
from ludotome.native.lower import ir
from ludotome.native.lower.asked import check_asked
from ludotome.native.lower.budget import is_within_budget
from ludotome.native.lower.code_size import FEW_ON_STACK, refuse_long
from ludotome.native.lower.effort import is_long
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.plan import ACTOR, Plan, plan_action
from ludotome.native.lower.questions import asks, most_answers
from ludotome.native.lower.scalars import lower, new_lowering
from ludotome.native.lower.sources import players_source
from ludotome.native.lower.tables import DISTANCE
from ludotome.native.lower.target_masks import longest_slide
from ludotome.native.lower.tops import refuse_asked_tops
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.native.options import ALL_ON, Options
from ludotome.native.text import Lines, c_comment, c_name

TURN_HEADERS = ("turn.h", "pending.h", "entry.h", "watch.h", "run.h", "veil.h", "resample.h", "awaited.h")
BATCH_HEADERS = ("slice.h", "slice_ids.h", "slice_play.h", "batch.h")
LARGEST_GAME = 30_000  # zones, or tokens: 16-bit numbers, with spare values for `none`
LARGEST_BUFFER = 8192  # decisions; a game that may have more lists them individually


# A document may compare a value with itself, or with a value it can never have; the checker reports that, not gcc.
_QUIET = """\
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#endif
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wparentheses-equality"
#endif"""


# Code that steps many games is optimised more, which causes false warnings of gcc. Warnings stay enabled for the
# rules when they are compiled alone.
_SURE = """\
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
"""


class GameC(Struct, frozen=True):
    """A game as C, with its intermediate stages."""

    layout: Layout
    plans: tuple[Plan, ...]
    rules: str
    side_by_side: str
    """The C that steps many games together, placed after the rules; empty if that is impossible."""
    halts: bool = False
    """Whether one call can take so long that it must be interruptible."""
    notation: bool = False
    """Whether notation is compiled; otherwise the reference kernel writes decisions."""

    @property
    def kinds(self) -> tuple[tuple[ir.Kind, ...], ...]:
        """The kind of each parameter of each action."""
        return tuple(tuple(local.kind for local in plan.params) for plan in self.plans)

    @property
    def source(self) -> str:
        """The whole C source."""
        return _SURE + self.rules + self.side_by_side


def emit_game(
    game_def: GameDef,
    players: int,
    options: Options = ALL_ON,
    chance: Chance = "sampled",
    *,
    reasons: bool = False,
) -> GameC:
    """Return the C of *game_def* for *players*; raise `UnsupportedError` naming what is not supported.

    With explicit *chance*, dice and tokens from shuffled zones are decisions instead of random draws. With
    *reasons* the C also reports which conditions of an action hold.
    """
    check_asked(game_def, players, chance)
    try:
        return _emitted(game_def, players, options, chance, plain_notation=False, reasons=reasons)
    except NotOfferedError:
        return _emitted(game_def, players, options, chance, plain_notation=True, reasons=reasons)


def _emitted(
    game_def: GameDef, players: int, options: Options, chance: Chance, *, plain_notation: bool, reasons: bool
) -> GameC:
    layout = Layout(game_def, players, explicit=chance == "explicit")
    _refuse(layout)
    if layout.opens:
        refuse_asked_tops(layout.symbols)
    low = new_lowering(layout)
    if asks(layout):
        layout = replace(layout, answers=most_answers(low))
        low = new_lowering(layout)
    counts = not (options.static_budget and is_within_budget(low))
    emit = ScalarEmitter(low, options=options, count_steps=counts, long=is_long(layout))
    plans = tuple(_plan(emit, index) for index in range(len(game_def.actions)))
    if _open_only(emit, plans):
        emit.kept.open_count.ask()
    emit.drawn = () if emit.kept.open_count.is_kept else emit_draws.segments(emit, plans)
    ids = ids_of(layout)
    emit.ids = ids if _numbered(emit, plans) and tells_all(ids, plans, layout) else None
    emit.kept.open_sets.note_tables(emit)
    pattern_conditions(emit)
    emit_actions.actions(emit, plans)
    _dispatch(emit, plans)
    _phases(emit)
    _setup(emit)
    _end_conditions(emit)
    outcomes(emit)
    hashes(emit)
    # All rules are written, so the indexes they read are known; notation uses these and adds no others.
    emit.kept.settle(emit)
    written = notation(emit, plans, plainly=plain_notation, reasons=reasons)
    refuse_long(emit.functions)
    emit.hooks = emit.kept.hooks(emit)
    kept = [emit.positions, *([READER] if emit.kept.changes.is_kept else []), emit.hooks]
    halts = _halts(emit, plans)
    emit.senses = senses(emit)
    kept += [emit.senses, ring_header(low), *_called(emit, "lines.h", "lt_step", "lt_between", "lt_between_along")]
    if emit.calls(emit_components.NAME):
        kept.append(emit_components.TYPE)
    head = [
        c_comment(f"{game_def.metadata.id}, {players} players: generated, do not edit"),
        _QUIET,
        "#include <stddef.h>",
        "#include <stdint.h>",
        "#include <stdlib.h>",
        "#include <string.h>",
        "#include <time.h>",
        c_header(),
        _constants(emit, plans, 0 if ids is None else ids.count),
        emit.kept.groups.types(emit),
        state_struct(
            layout,
            [
                *emit.kept.fields(emit),
                *(["lt_play *run; /* the run that is in this state */"] * layout.opens),
                *(["lt_halt *halt; /* of the call that this state is in (`states.h`) */"] * halts),
            ],
        ),
        _header("states.h"),
        f"#define LT_ROOMS {int(emit.has_rooms)}",
        _header("rooms.h"),
        static_tables(low),
        *emit.tables,
        _header("zones.h"),
        *_called(emit, "neighbours.h", "lt_is_neighbour"),
        *_called(emit, "distances.h", DISTANCE),
        token_hooks(low),
        *([emit.kept.groups.header_tables(emit), _header("groups.h")] if emit.kept.groups.is_kept else []),
        *kept,
        token_events(emit),
        blank_state(low),
        *([_header("questions.h"), record_tables(low, plans)] if layout.answers else []),
        _header("explicit.h"),
        _header("tokens.h"),
        *_called(emit, "swaps.h", "lt_swap"),
        emit_actions.prototypes(plans),
        *([emit_longest.HEADER] if any(plan.action.longest for plan in plans) else []),
        "LT_INLINE int32_t lt_stuck(const lt_state *s, lt_play *p);\n",
    ]
    turns = [] if ids is None else [numbers(ids)]
    turns += [_header("secrets.h")] if is_uncertain(game_def) else []
    turns += map(_header, TURN_HEADERS)
    turns += [tensor_tables(layout, TensorLayout(layout.symbols, players)), _header("tensor.h")]
    turns += [_header("notation.h")] * written
    # Games with explicit chance are not stepped in batches.
    aside = ids is None or layout.explicit
    batch = [] if aside else [*map(_header, BATCH_HEADERS)]
    rules = "\n".join([*head, *emit.functions, *turns])
    joined = not layout.answers and is_short_if_joined(rules)
    rules = f"#define LT_JOINED {int(joined)}\n{rules}"
    return GameC(layout, plans, rules, "".join(f"\n{part}" for part in batch), emit.long, written)


def _plan(emit: Emitter, index: int) -> Plan:
    plan = plan_action(emit.low, index, push_down=emit.options.push_down)
    if not emit.options.open_sets:
        return plan
    return emit.kept.open_sets.with_open_set(emit.low, plan, f"open_{c_name(plan.action.id)}")


def _header(name: str) -> str:
    return package_text("native", "c", name)


def _called(emit: Emitter, header: str, *names: str) -> list[str]:
    """Return the text of *header* if the rules call one of its functions *names*."""
    return [_header(header)] if emit.calls(*names) else []


def _refuse(layout: Layout) -> None:
    game = layout.game_def
    if layout.tokens < 0:
        raise UnsupportedError("the number of tokens has no bound")
    if not layout.game_def.actions:
        raise UnsupportedError("it has no actions")
    if layout.zones > LARGEST_GAME or layout.tokens > LARGEST_GAME:
        raise UnsupportedError(f"more than {LARGEST_GAME} zones or tokens")
    # A global variable always has a value; for the others the lowest number means `none`.
    stored: list[VarDef | PropDef] = [*game.per_player_vars, *game.per_zone_vars]
    stored += [prop for kind in game.token_types for prop in kind.props]
    for var in stored:
        if var.type == "int" and (var.min is None or var.max is None or var.min <= -(2**31)):
            raise UnsupportedError(f"`{var.name}` can be {-(2**31)}")


def _constants(emit: Emitter, plans: tuple[Plan, ...], ids: int) -> str:
    layout, game = emit.low.layout, emit.low.game_def
    effects = tuple(walk(game))
    values = {
        "LT_PLAYERS": layout.players,
        "LT_PLAYERS1": layout.players + 1,
        "LT_ZONES": layout.zones,
        "LT_ZONES1": layout.zones + 1,
        "LT_TOKENS": layout.tokens,
        "LT_FEW": FEW_ON_STACK,
        "LT_TOKENS1": layout.tokens + 1,
        "LT_SLOT_WORDS": layout.slot_words,
        "LT_ZONE_WORDS": (layout.zones + 63) // 64,
        "LT_SINGLE": int(layout.single),
        "LT_PROPS": len(layout.props),
        "LT_TYPES": len(game.token_types),
        "LT_WORLDS": int(is_uncertain(game)),
        "LT_PHASES": len(game.turn_structure.phases),
        "LT_COUNTERS": len(layout.symbols.usage_counters),
        "LT_MAX_PLIES": game.metadata.max_plies,
        "LT_HISTORY": layout.history,
        "LT_KEYS": layout.keys,
        "LT_SEEN_REGIONS": max(layout.keys - 1, 0),
        "LT_HALTS": int(_halts(emit, plans)),
        "LT_MANY": MOST_DECISIONS,
        "LT_ENDS_PARTS": int(any(map(facts.ends_part, effects))),
        "LT_ELIMINATES": int(any(map(facts.puts_out, effects))),
        "LT_NAMES_NEXT": int(any(map(facts.names_next, effects))),
        "LT_FIXED_ORDER": int(game.turn_structure.active_player_order == "fixed"),
        "LT_WIDTH": layout.width,
        "LT_FILTERED": int(any(plan.filtered for plan in plans)),
        "LT_UNDO": int(_undoes(emit)),
        "LT_WATCHES": len(emit.watches) + emit_longest.BAR_WORDS * len(_longest(plans)),
        "LT_UNPAID": len(emit.unpaid),
        "LT_GROUPS": len(emit.kept.groups.kept),
        "LT_FORESEEN": int(emit_draws.foreseen_sets(emit)),
        "LT_GATHERED": int(emit_draws.gathered(emit)),
        "LT_PLANES": emit_draws.planes(emit),
        "LT_RECALLED": int(emit_draws.recalled(emit)),
        "LT_STILL_BITS": int(emit_draws.still_bits(emit)),
        "LT_OPEN": int(emit.kept.open_count.is_kept),
        "LT_MOST_DECISIONS": _most_decisions(emit, plans),
        "LT_IDS": ids,
        "LT_NUMBERED": int(emit.ids is not None),
        "LT_ENTRY": layout.width if emit.ids is None else 1,
        "LT_FIRST_ROOM": 64,
        "LT_DRAWN_WORDS": sum(one.words for one in emit.drawn),
        "LT_OPEN_SET": emit.kept.open_sets.sets[0].name if emit.kept.open_sets.sets else "none",
        "LT_OPEN_WORDS": (layout.zones + 63) // 64,
        "LT_BUDGET_STEPS": BUDGET,
        "LT_ACTIONS": len(game.actions),
        "LT_SCORED": int(game.scoring is not None),
        "LT_ASKS": int(layout.answers > 0),
        "LT_MOST_ANSWERS": layout.answers,
        "LT_NAME_CHOICE": CHOICES.index("name"),
        "LT_TOKEN_CHOICE": CHOICES.index("token"),
        "LT_GLOBAL_VARS": len(game.global_vars),
        "LT_PLAYER_VARS": len(game.per_player_vars),
        "LT_ZONE_VARS": len(game.per_zone_vars),
        "LT_GLOBAL_HOLDERS": _holders(game.global_vars),
        "LT_PLAYER_HOLDERS": _holders(game.per_player_vars),
        "LT_ZONE_HOLDERS": _holders(game.per_zone_vars),
        "LT_EXPLICIT": int(layout.explicit),
        "LT_OPENS": int(layout.opens),
        "LT_CHANCE_ANSWER": CHANCE_ANSWER,
        "LT_MOST_OUTCOMES": MOST_OUTCOMES,
    }
    return "".join(f"#define {name} {value}\n" for name, value in values.items()) + _header("play.h")


def _holders(variables: tuple[VarDef, ...]) -> int:
    """Return how many of *variables* store tokens."""
    return sum(var.type == "token" for var in variables)


def _undoes(emit: Emitter) -> bool:
    """Return whether a trial can run in place: all indexes are functions of the state, so they can be restored."""
    return emit.low.layout.single and emit.kept.is_function_of_state


def _halts(emit: Emitter, plans: tuple[Plan, ...]) -> bool:
    """Return whether a call may have to stop early: it may be long, or lack memory for the copy used by a trial."""
    tried_on_copies = any(plan.filtered for plan in plans) and not _undoes(emit)
    return emit.long or emit.has_rooms or tried_on_copies or any(copies(emit, plan) for plan in plans)


def _numbered(emit: Emitter, plans: tuple[Plan, ...]) -> bool:
    """Return whether decisions are listed in a buffer, none is an answer, and they can be numbers."""
    return emit.options.numbered and emit.low.layout.answers == 0 and _most_decisions(emit, plans) > 0


def _most_decisions(emit: Emitter, plans: tuple[Plan, ...]) -> int:
    """Return the size of a buffer for every list of decisions; 0 if it would be too large."""
    most = sum(emit_fill.most_instances(emit.low, plan) for plan in plans)
    # Whole slides are written before it is known how many of their entries count.
    most += longest_slide(emit.low)
    # `longest` depends on all instances together, so they are listed, not tested individually.
    together = any(plan.action.longest is not None for plan in plans)
    wanted = emit.options.fill and not emit.kept.open_count.is_kept and not together
    return most if wanted and most <= LARGEST_BUFFER else 0


def _open_only(emit: Emitter, plans: tuple[Plan, ...]) -> bool:
    """Return whether the decisions are exactly the zones of one open set, so that one can be drawn without a list."""
    if len(plans) != 1 or len(emit.kept.open_sets.sets) != 1 or len(emit.low.game_def.turn_structure.phases) != 1:
        return False
    (plan,) = plans
    guards = (*plan.guards, *(guard for level in plan.levels for guard in level.guards))
    return not (guards or plan.filtered or plan.action.limits or plan.action.actor)


def _dispatch(emit: Emitter, plans: tuple[Plan, ...]) -> None:
    """Write the functions that dispatch on actions: `list_decisions`, `fill_decisions`, `passes`, `take`."""
    tests = {plan.index: _phase_test(emit, plan) + _actor_test(emit, plan) for plan in plans}
    suppressed = {plan.index: _suppressors(emit, plans, plan) for plan in plans}
    filled = _most_decisions(emit, plans) > 0
    for plan in plans:
        if filled:
            guards = tuple(guard for guard in plan.guards if guard not in suppressed[plan.index])
            emit_fill.fill(emit, plan, guards, f"fill_{c_name(plan.action.id)}")
        if filled and not emit.drawn and emit_unpaid.has_common_cost(emit, plan):
            emit.unpaid.append(plan.index)
            emit_unpaid.pays(emit, plan)
    out = Lines()
    with out.block("static void list_decisions(const lt_state *s, int32_t strict, lt_list *list)"):
        out.add("(void)s; (void)strict; (void)list;")
        for plan in plans:
            # A decision must begin a longest series, which `canTake` does not require.
            strict = "strict" if plan.action.longest is None else "strict ? 2 : 0"
            call = f"list_{c_name(plan.action.id)}(s, s->active, {strict}, list)"
            out.add(f"if ({' && '.join([*tests[plan.index], call])}) return;")
    if filled:
        _fill_decisions(emit, out, plans, tests, suppressed)
    with out.block("LT_INLINE void find_pins(const lt_state *s, uint64_t *pins)"):
        out.add("(void)s; (void)pins;", *(f"pins[{n}] = pins_{n}(s, s->active);" for n in range(len(emit.watches))))
        for number, plan in enumerate(_longest(plans)):
            # What a series must reach is the same for all decisions of a state, so it is found once, too.
            found, to = f"longest_{c_name(plan.action.id)}(s, s->active)", _bar_at(emit, number)
            with out.block():
                out.add(
                    f"lt_longest bar = {' && '.join([*tests[plan.index], '1'])} ? {found} : (lt_longest){{0, 0, 0}};"
                )
                out.add(f"memcpy({to}, &bar, sizeof bar);")
    with out.block("LT_INLINE int32_t passes(const lt_state *s, const uint64_t *pins, const int32_t *d)"):
        out.add("(void)s; (void)pins;")
        _switch(out, plans, lambda plan: _passes_call(emit, plans, plan), "return 0;")
    if emit.drawn:
        emit_draws.draws(emit, out, tests, suppressed)
    if emit.drawn and emit.ids is not None:
        emit_draws.numbers_drawn(emit, out, emit.ids)
    with out.block("static int32_t take(lt_state *s, lt_play *p, int32_t actor, int32_t *d)"):
        _switch(out, plans, lambda plan: _take_call(emit, plan), "return LT_ILLEGAL;")
    emit.functions.append(str(out))


def _fill_decisions(
    emit: Emitter,
    out: Lines,
    plans: tuple[Plan, ...],
    tests: dict[int, list[str]],
    suppressed: dict[int, dict[ir.Scalar, int]],
) -> None:
    """Write `fill_decisions`; an action that requires another's list to be empty checks the buffer.

    Instances whose cost cannot be paid are left out, and counted for a reader that draws.
    """
    awaited = {index for found in suppressed.values() for index in found.values()}
    with out.block("static int32_t *fill_decisions(const lt_state *s, int32_t *out, lt_unpaid *unpaid)"):
        out.add("(void)s; (void)unpaid;")
        if emit.unpaid:
            out.add("const int32_t *first = out;", "int32_t runs = 0;")
            out.add("if (unpaid) memset(unpaid, 0, LT_UNPAID * sizeof *unpaid);")
        out.add(*(f"int32_t any_{index} = 0;" for index in sorted(awaited)))
        for plan in plans:
            waits = [f"!any_{index}" for index in suppressed[plan.index].values()]
            call = f"fill_{c_name(plan.action.id)}(s, s->active, out)"
            with out.block(f"if ({' && '.join([*tests[plan.index], *waits]) or '1'})"):
                if plan.index in awaited:
                    out.add("int32_t *before = out;")
                if plan.index in emit.unpaid:
                    out.add(f"if (pays_{c_name(plan.action.id)}(s, s->active)) out = {call};")
                    left = f"(out - first) / LT_ENTRY, {emit_unpaid.count(emit, plan)}"
                    out.add(f"else if (unpaid) runs = lt_leave_out(unpaid, runs, {left});")
                else:
                    out.add(f"out = {call};")
                if plan.index in awaited:
                    out.add(f"any_{plan.index} = out > before;")
        out.add("return out;")


def _suppressors(emit: Emitter, plans: tuple[Plan, ...], plan: Plan) -> dict[ir.Scalar, int]:
    """Return the guards of *plan* of the form `not canTake(A)` for an action listed just before, with that action.

    A must be unfiltered, so that listed decisions are legal, and must be listed whenever *plan* is.
    """
    found: dict[ir.Scalar, int] = {}
    for guard in plan.guards if emit.options.suppression else ():
        match guard:
            case ir.Negation(arg=ir.CanTake(action=index, player=player)) if index < plan.index and player == ACTOR:
                other = plans[index]
                always = set(plan.action.phases) <= set(other.action.phases) and other.action.actor is None
                if always and not other.filtered:
                    found[guard] = index
    return found


def _switch(out: Lines, plans: tuple[Plan, ...], case: Callable[[Plan], str], default: str) -> None:
    with out.block("switch (d[0])"):
        out.add(*(f"case {plan.index}: {case(plan)}" for plan in plans), f"default: {default}")


def _phase_test(emit: Emitter, plan: Plan) -> list[str]:
    phases = [phase.id for phase in emit.low.game_def.turn_structure.phases]
    own = [str(number) for number, name in enumerate(phases) if name in plan.action.phases]
    if len(own) == len(phases):
        return []
    return [f"({' || '.join(f's->phase == {number}' for number in own) or '0'})"]


def _actor_test(emit: Emitter, plan: Plan) -> list[str]:
    if plan.action.actor is None:
        return []
    source = players_source(emit.low, plan.action.actor, Scope(actor=ir.Field("active", "player")))
    player = emit.low.local("player", "player")
    emit.stem = c_name(plan.action.id)
    return [
        emit.condition(
            ir.Reduce("exists", source, player, ir.Compare("==", player, ir.Field("active", "player")), "bool")
        )
    ]


def _longest(plans: tuple[Plan, ...]) -> list[Plan]:
    return [plan for plan in plans if plan.action.longest is not None]


def _bar_at(emit: Emitter, number: int) -> str:
    """Return the C of where the pins hold what a series of one of the actions with `longest` must reach."""
    return f"pins + {len(emit.watches) + emit_longest.BAR_WORDS * number}"


def _passes_call(emit: Emitter, plans: tuple[Plan, ...], plan: Plan) -> str:
    if not plan.filtered:
        return "return 1;"
    args = ", ".join(f"d[{place}]" for place in range(1, len(plan.params) + 1))
    call = f"passes_{c_name(plan.action.id)}(s, s->active{', ' + args if args else ''})"
    pins = pinned(emit, plan)
    if pins is not None:
        number, token = pins[0], pins[1].token
        call = f"(!(pins[{number}] >> s->token_zone[1 + d[{1 + plan.params.index(token)}]] & 1) || {call})"
    if plan.action.longest is None:
        return f"return {call};"
    bar = f"lt_longest bar; memcpy(&bar, {_bar_at(emit, _longest(plans).index(plan))}, sizeof bar);"
    return f"{{ {bar} return {call} && is_longest_{c_name(plan.action.id)}(s, s->active, d, bar); }}"


def _take_call(emit: Emitter, plan: Plan) -> str:
    name = c_name(plan.action.id)
    # An answer may make a cost unpayable after the decision was legal without it.
    steps = [f"cost_{name}(s, p, actor, d)", "p->clamped ? LT_CLAMPED : LT_OK"] if plan.action.cost else []
    steps += [f"effects_{name}(s, p, actor, d)", "lt_dispatch(s, p, 0, 0)"]
    parts = [f"if ((p->fault = {step})) return p->fault;" for step in steps]
    counters = [n for n, (action, _) in enumerate(emit.low.symbols.usage_counters) if action == plan.index]
    parts += [f"s->usage[{number} * LT_PLAYERS + actor]++;" for number in counters]
    return " ".join([*parts, f"return {announce(emit, 'actionResolved', str(plan.index), 'actor')};"])


def announce(emit: Emitter, event: str, subject: str, actor: str) -> str:
    """Return the C that fires the triggers on an event of play; LT_OK if there are none."""
    if not any(trigger.event.type == event for trigger in emit.low.game_def.triggers):
        return "LT_OK"
    return f"lt_announce(s, p, {EVENTS.index(event)}, {subject}, {actor})"


def _phases(emit: Emitter) -> None:
    phases = emit.low.game_def.turn_structure.phases
    active = Scope(actor=ir.Field("active", "player"))
    cases = [
        f"case {index}: return {emit.condition(lower(emit.low, phase.when, active))};"
        for index, phase in enumerate(phases)
        if phase.when is not None
    ]
    out = Lines()
    with out.block("LT_INLINE int32_t phase_holds(const lt_state *s, int32_t phase)"):
        out.add("(void)s;")
        with out.block("switch (phase)"):
            out.add(*cases, "default: return 1;")
    emit.functions.append(str(out))
    for word, field in (("enter", "on_enter"), ("exit", "on_exit")):
        lists = [(index, getattr(phase, field)) for index, phase in enumerate(phases)]
        for index, effects in lists:
            if effects:
                path = f"turnStructure.phases[{index}].on{word.capitalize()}"
                head = f"static int32_t {word}_{c_name(phases[index].id)}(lt_state *s, lt_play *p, int32_t actor)"
                emit_actions.effect_function(
                    emit, f"{word}_{c_name(phases[index].id)}", path, effects, Scope(actor=ACTOR), head
                )
        out = Lines()
        with out.block(f"LT_INLINE int32_t {word}_phase(lt_state *s, lt_play *p)"):
            out.add("(void)s; (void)p;")
            for index, effects in lists:
                if effects:
                    call = f"{word}_{c_name(phases[index].id)}(s, p, s->active)"
                    run = f"(p->fault = {call}) || (p->fault = lt_dispatch(s, p, 0, 0))"
                    out.add(f"if (s->phase == {index} && ({run})) return p->fault;")
            out.add(f"return {announce(emit, f'phase{word.capitalize()}', 's->phase', 's->active')};")
        emit.functions.append(str(out))


def _setup(emit: Emitter) -> None:
    game = emit.low.game_def
    for word in ("turnStart", "turnEnd"):
        out = Lines()
        with out.block(f"LT_INLINE int32_t {word}_events(lt_state *s, lt_play *p)"):
            out.add("(void)s; (void)p;", f"return {announce(emit, word, '-1', 's->active')};")
        emit.functions.append(str(out))
    # Setup that only creates tokens is the same for every game, and runs once for thousands of games.
    how_often = "LT_SELDOM" if all(map(facts.only_creates, game.setup)) else "static"
    head = f"{how_often} int32_t setup(lt_state *s, lt_play *p)"
    emit_actions.effect_function(emit, "setup", "setup", game.setup, Scope(), head)


def _end_conditions(emit: Emitter) -> None:
    out = Lines()
    with out.block("static int32_t end_condition(lt_state *s, lt_play *p)"):
        out.add("(void)s; (void)p;")
        for index, condition in enumerate(emit.low.game_def.end_conditions):
            emit.stem = f"end_{index}"
            when = lower(emit.low, condition.when, Scope())
            test = emit.condition(when)
            if emit.options.last_move and settled_by_changes(emit.low, when) and not emit.is_instant(when):
                test = since_settled(emit, when, test)
            taken = emit_draws.surely_takes(emit, when)
            test = test if taken is None else f"!{taken} && {test}"
            out.add(c_comment(f"endConditions[{index}].when"), f"if ({test}) return {index};")
        if emit.kept.changes.is_kept:
            out.add("s->settled[1 + s->last_actor] = s->log_end;")
        out.add("return -1;")
    emit.functions.append(str(out))
