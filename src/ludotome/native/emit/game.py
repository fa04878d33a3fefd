"""C for a whole game: one file from a definition and a number of players.

    chance.h · the state's struct · static tables · tokens.h · expressions, actions, conditions · turn.h · entry.h

Invariant: the same definition and number of players give byte-identical text.

This module does not know compilers.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ludotome.chance import c_header
from ludotome.files import package_text
from ludotome.gamedef import (
    Chance,
    GameDef,
    PropDef,
    TensorLayout,
    VarDef,
    is_uncertain,
)
from ludotome.native.emit import actions as emit_actions
from ludotome.native.emit import components as emit_components
from ludotome.native.emit import draws as emit_draws
from ludotome.native.emit import longest as emit_longest
from ludotome.native.emit import turn as emit_turn
from ludotome.native.emit.choices import record_tables
from ludotome.native.emit.constants import constants, halts
from ludotome.native.emit.dispatch import dispatch, is_numbered, is_open_only
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.hash import hashes
from ludotome.native.emit.ids import ids_of, numbers, tells_all
from ludotome.native.emit.joined import is_short_if_joined
from ludotome.native.emit.notation import notation
from ludotome.native.emit.outcomes import outcomes
from ludotome.native.emit.rings import ring_header
from ludotome.native.emit.scalars import ScalarEmitter
from ludotome.native.emit.senses import senses
from ludotome.native.emit.stored import token_hooks
from ludotome.native.emit.tables import blank_state, state_struct, static_tables
from ludotome.native.emit.targets import pattern_conditions
from ludotome.native.emit.tensor import tensor_tables
from ludotome.native.emit.triggers import token_events
from ludotome.native.indexes.changes import READER
from ludotome.native.indexes.index import NotOfferedError
from ludotome.native.lower import ir
from ludotome.native.lower.asked import check_asked
from ludotome.native.lower.budget import is_within_budget
from ludotome.native.lower.code_size import refuse_long
from ludotome.native.lower.effort import is_long
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.plan import Plan, plan_action
from ludotome.native.lower.questions import asks, most_answers
from ludotome.native.lower.scalars import new_lowering
from ludotome.native.lower.tables import DISTANCE
from ludotome.native.lower.tops import refuse_asked_tops
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.native.options import ALL_ON, Options
from ludotome.native.text import c_comment, c_name

TURN_HEADERS = ("turn.h", "pending.h", "entry.h", "watch.h", "run.h", "veil.h", "resample.h", "awaited.h")
BATCH_HEADERS = ("slice.h", "slice_ids.h", "slice_play.h", "batch.h")
LARGEST_GAME = 30_000  # zones, or tokens: 16-bit numbers, with spare values for `none`


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
    if is_open_only(emit, plans):
        emit.kept.open_count.ask()
    emit.drawn = () if emit.kept.open_count.is_kept else emit_draws.segments(emit, plans)
    ids = ids_of(layout)
    emit.ids = ids if is_numbered(emit, plans) and tells_all(ids, plans, layout) else None
    emit.kept.open_sets.note_tables(emit)
    pattern_conditions(emit)
    emit_actions.actions(emit, plans)
    dispatch(emit, plans)
    emit_turn.phases(emit)
    emit_turn.setup(emit)
    emit_turn.end_conditions(emit)
    outcomes(emit)
    hashes(emit)
    # All rules are written, so the indexes they read are known; notation uses these and adds no others.
    emit.kept.settle(emit)
    written = notation(emit, plans, plainly=plain_notation, reasons=reasons)
    refuse_long(emit.functions)
    emit.hooks = emit.kept.hooks(emit)
    kept = [emit.positions, *([READER] if emit.kept.changes.is_kept else []), emit.hooks]
    halting = halts(emit, plans)
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
        constants(emit, plans, 0 if ids is None else ids.count),
        emit.kept.groups.types(emit),
        state_struct(
            layout,
            [
                *emit.kept.fields(emit),
                *(["lt_play *run; /* the run that is in this state */"] * layout.opens),
                *(["lt_halt *halt; /* of the call that this state is in (`states.h`) */"] * halting),
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
