"""Codec for states that wait for an answer: the state before, the decision and the answers so far, as numbers and back.

An answer is two numbers, its kind and itself. What kind a text or a number is about only the question says, so a
suspended state is put together by running its decision and its answers again.

Invariant: a record that play could not have written is a `PlayError` with code `invalid-state`.

This module does not know the rest of a state (`codec`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ludotome.gamedef import ActionIds, Decision, GameState, Pending, PlayError
from ludotome.native import codec
from ludotome.native.codes import CHANCE_ANSWER, CHOICES
from ludotome.native.library import NativeGame

if TYPE_CHECKING:
    from ludotome.native.library import Flat

IN_DECISION = 2  # as `c/pending.h` numbers it


def decode_answer(game: NativeGame, row: Sequence[int]) -> Decision:
    """Return the answer that *row* stands for."""
    kind = int(row[0]) - len(game.game_def.actions)
    if kind == CHANCE_ANSWER:
        return Decision(chance=int(row[1]))
    return Decision(choose=codec.json_value(game, int(row[1]), CHOICES[kind]))


def encode_answer(game: NativeGame, flat: Flat, answer: Decision) -> Any:
    """Return the row of *answer* in a state; None when it answers nothing that was asked."""
    if not is_suspended(game, flat):
        return None
    rows = game.legal(flat)
    kind = int(rows[0][0]) - len(game.game_def.actions)
    if answer.kind != ("chance" if kind == CHANCE_ANSWER else "choose"):
        return None
    if answer.kind == "chance":
        wanted = codec.number_of(game, answer.chance, "int")
    else:
        wanted = codec.number_of(game, answer.choose, CHOICES[kind])
    return next((row for row in rows if row[1] == wanted), None)


def possible_answers(game: NativeGame, answer: Decision, ids: ActionIds) -> list[list[int]]:
    """Return every row that *answer* may stand for, one for each kind of thing the game asks about."""
    actions, rows = len(game.game_def.actions), list[list[int]]()
    for place, kind in enumerate(CHOICES if answer.kind == "choose" and game.layout.answers else ()):
        number = codec.number_of(game, answer.choose, kind)
        first, many = ids.low[actions + place][0], ids.size[actions + place][0]
        if number is not None and first <= number < first + many:
            rows.append([actions + place, number, *[0] * (game.width - 2)])
    return rows


def is_suspended(game: NativeGame, flat: Flat) -> bool:
    """Whether the state waits for an answer."""
    return game.layout.answers > 0 and bool(flat[game.layout.field["pending"].entry])


def encode_suspended(game: NativeGame, state: GameState) -> Flat:
    """Return a suspended state as a flat array."""
    pending = state.pending
    assert pending is not None
    before = msgspec.structs.replace(state, ply=pending.before.ply, pending=None)
    if before != pending.before or not game.layout.answers:
        raise codec.invalid("it is not the state before with a decision pending")
    flat = codec.encode_state(game, pending.before)
    try:
        flat = game.set_up(flat) if pending.decision is None else _decided(game, flat, pending.decision)
        for answer in pending.answers:
            row = encode_answer(game, flat, answer)
            if row is None:
                raise codec.invalid("one of its answers answers nothing that was asked")
            flat = game.apply(flat, row)
    except PlayError as error:
        raise codec.invalid(str(error)) from None
    if not is_suspended(game, flat) or int(flat[game.layout.field["ply"].entry]) != state.ply:
        raise codec.invalid("its pending decision does not lead to it")
    return flat


def _decided(game: NativeGame, flat: Flat, decision: Decision) -> Flat:
    import numpy as np

    row = codec.encode_decision(game, decision)
    if row is None:
        raise codec.invalid("its pending decision names no action of the game")
    return game.apply(flat, np.array(row, dtype=np.int32))


def decode_pending(game: NativeGame, flat: Flat, shown: GameState) -> GameState:
    """Return *shown*, the state a flat array holds apart from its record, with what it waits for."""
    if not is_suspended(game, flat):
        return shown
    numbers = codec.flat_field(game, flat, "answers").tolist()
    count = int(flat[game.layout.field["answer_count"].entry])
    answers = tuple(decode_answer(game, numbers[2 * place : 2 * place + 2]) for place in range(count))
    decided = int(flat[game.layout.field["pending"].entry]) == IN_DECISION
    row = codec.flat_field(game, flat, "pending_decision").tolist()
    decision = codec.decode_decision(game, row) if decided else None
    plies = int(decided) + sum(answer.kind == "choose" for answer in answers)
    before = msgspec.structs.replace(shown, ply=shown.ply - plies)
    return msgspec.structs.replace(shown, pending=Pending(before, decision, answers))
