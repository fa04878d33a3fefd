"""Codec for suspended states: convert the state before, the decision and the answers so far to numbers, and back.

The kind of an answer is known only from its choice, so a suspended state is rebuilt by running its decision and its
answers again.

Invariant: a record that play cannot produce raises `PlayError` with code `invalid-state`.

This module does not know the rest of a state (`codec`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from ludotome.gamedef import Decision, GameState, Pending, PlayError
from ludotome.native.run.codec_decisions import (
    decode_answer,
    decode_decision,
    encode_answer,
    encode_decision,
    invalid,
    is_suspended,
)
from ludotome.native.run.library import NativeGame

if TYPE_CHECKING:
    from ludotome.native.run.library import Flat

IN_DECISION = 2  # as `c/pending.h` numbers it


def check_pending(game: NativeGame, state: GameState) -> None:
    """Raise `PlayError` if a suspended state is not the state before plus the record of decisions."""
    pending = state.pending
    assert pending is not None
    before = msgspec.structs.replace(state, ply=pending.before.ply, pending=None)
    if before != pending.before or not game.layout.answers:
        raise invalid("it is not the state before with a decision pending")


def played_on(game: NativeGame, flat: Flat, state: GameState) -> Flat:
    """Return the suspended *state* as a flat array, given the one before it."""
    pending = state.pending
    assert pending is not None
    try:
        flat = game.set_up(flat) if pending.decision is None else _decided(game, flat, pending.decision)
        for answer in pending.answers:
            row = encode_answer(game, flat, answer)
            if row is None:
                raise invalid("one of its answers does not answer a pending choice")
            flat = game.apply(flat, row)
    except PlayError as error:
        raise invalid(str(error)) from None
    if not is_suspended(game, flat) or int(flat[game.layout.field["ply"].entry]) != state.ply:
        raise invalid("its pending decision does not lead to it")
    return flat


def _decided(game: NativeGame, flat: Flat, decision: Decision) -> Flat:
    import numpy as np

    row = encode_decision(game, decision)
    if row is None:
        raise invalid("its pending decision names no action of the game")
    return game.apply(flat, np.array(row, dtype=np.int32))


def decode_pending(game: NativeGame, read: Mapping[str, list[int]], shown: GameState) -> GameState:
    """Return *shown*, the state of the fields *read* apart from its record, with its pending choice."""
    if game.layout.answers == 0 or not read["pending"][0]:
        return shown
    numbers, count = read["answers"], read["answer_count"][0]
    answers = tuple(decode_answer(game, numbers[2 * place : 2 * place + 2]) for place in range(count))
    decided = read["pending"][0] == IN_DECISION
    decision = decode_decision(game, read["pending_decision"]) if decided else None
    plies = int(decided) + sum(answer.kind == "choose" for answer in answers)
    before = msgspec.structs.replace(shown, ply=shown.ply - plies)
    return msgspec.structs.replace(shown, pending=Pending(before, decision, answers))
