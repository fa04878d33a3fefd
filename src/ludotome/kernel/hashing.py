"""Hashing: the two hashes of a state, and the recorded positions.

The features are defined in `gamedef` (`hash_features`) and shared with the native kernel.

Invariant: a position is recorded at the first decision of each turn, and only if a rule uses `seen`.
"""

from __future__ import annotations

from ludotome.gamedef import GameDef, GameState, position_hash, position_key, region_key, state_hash
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, evaluates
from ludotome.kernel.rules import tables_of
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working


def compute_full_hash(game_def: GameDef, state: GameState) -> int:
    """Return the `state_hash` of *state*, from scratch."""
    return state_hash(tables_of(game_def).symbols, state)


def compute_position_hash(game_def: GameDef, state: GameState) -> int:
    """Return the `position_hash` of *state*, from scratch."""
    return position_hash(tables_of(game_def).symbols, state)


def record_position(tables: Tables, state: Working) -> None:
    """Record the position at this turn's first decision, and those of the regions used in `seen`."""
    state.recorded = True
    symbols, metadata = tables.symbols, tables.game_def.metadata
    if not symbols.records_positions:
        return
    kept = metadata.max_plies if metadata.history is None else metadata.history
    state.history = _appended(state.history, position_key(symbols, state), kept)
    regions = (tables.region(name, None, state.players) for name in symbols.seen_regions)
    state.region_history = tuple(
        _appended(keys, region_key(symbols, state, zones), kept)
        for keys, zones in zip(state.region_history, regions, strict=True)
    )


def _appended(keys: tuple[int, ...], key: int, kept: int) -> tuple[int, ...]:
    return (*keys, key)[-kept:] if kept > 0 else ()


@evaluates(ex.Seen)
def seen(node: ex.Seen, tables: Tables) -> Evaluator:
    """How many recorded positions equal this one, or had the same content of a region."""
    symbols = tables.symbols
    if node.region is None:
        return lambda context: context.state.history.count(position_key(symbols, context.state))
    name, index = node.region, symbols.seen_regions.index(node.region)

    def evaluate(context: Context) -> int:
        state = context.state
        key = region_key(symbols, state, tables.region(name, None, state.players))
        return state.region_history[index].count(key)

    return evaluate
