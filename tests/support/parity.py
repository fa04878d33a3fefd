"""Parity: one game played by the reference kernel and by machine code, and the first thing in which they differ.

Compared at every decision: who decides, the decisions in order, both hashes, the whole state both ways, and the code of
a fault; then whole games in one go, whose hashes show whether what is kept beside the state is kept right.

This module does not know where the game comes from.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ludotome.gamedef import Decision, GameDef, PlayError
from ludotome.kernel import apply_move, compute_full_hash, compute_position_hash, initial_state, legal_moves
from ludotome.native import (
    NativeGame,
    compile_game,
    decode_decision,
    decode_state,
    encode_answer,
    encode_decision,
    encode_state,
)
from tests.support.native_games import reference_trace

PLIES = 25
QUICK = ("-O0",)


def check_played_alike(game_def: GameDef, players: int | None = None, *, flags: tuple[str, ...] = QUICK) -> None:
    """Fail where the kernels differ on a few random games of *game_def*."""
    check_native(compile_game(game_def, players or game_def.metadata.players.min, flags=flags))


def check_native(native: NativeGame, seeds: tuple[int, ...] = (1, 2, 3)) -> None:
    """Fail where *native* and the reference kernel differ on a few random games."""
    for seed in seeds:
        _walk(native, seed)
        try:
            chain = reference_trace(native.game_def, seed, seed, PLIES, native.players)
        except PlayError:
            continue  # a fault of the document: the walk has compared it
        assert native.trace(seed, seed, PLIES) == chain, f"a whole game of seed {seed}"


def _walk(native: NativeGame, seed: int) -> None:
    game_def, chooser = native.game_def, random.Random(seed)
    state = or_fault(initial_state, game_def, seed, native.players)
    flat = or_fault(native.new_state, seed)
    for ply in range(PLIES):
        here = f"seed {seed}, ply {ply}"
        if isinstance(state, str) or isinstance(flat, str):
            assert state == flat, here
            return
        assert decode_state(native, flat) == state, here
        assert (native.flat(encode_state(native, state)) == native.flat(flat)).all(), here
        hashes = compute_position_hash(game_def, state), compute_full_hash(game_def, state)
        assert native.hashes(flat) == hashes, here
        decisions, rows = legal_moves(game_def, state), native.legal(flat)
        assert tuple(decode_decision(native, row) for row in rows) == decisions, here
        if state.outcome is not None:
            return
        choice = chooser.randrange(len(decisions))
        if decisions[choice].kind == "action":
            assert _row(native, decisions[choice], rows) == rows[choice].tolist(), here
        after = or_fault(apply_move, game_def, state, decisions[choice])
        flat = or_fault(native.apply, flat, rows[choice])
        state = after if isinstance(after, str) else after.state


def _row(native: NativeGame, decision: Decision, rows: Any) -> list[int] | None:
    """Return *decision* as numbers; an answer is known by what else may be answered."""
    if decision.kind == "action":
        return encode_decision(native, decision)
    found = encode_answer(native, rows, decision)
    return None if found is None else found.tolist()


def or_fault(run: Callable[..., Any], *arguments: Any) -> Any:
    """Return what *run* returns, or the code of the fault it meets."""
    try:
        return run(*arguments)
    except PlayError as fault:
        return fault.code
