"""Codec for decisions: convert decisions and answers to rows of numbers, and back.

A row is an action and its parameters. The row of an answer is two numbers, its kind and its value; the kind is known
only from the pending choice.

This module does not know states, except for the pending choice of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludotome import gamedef
from ludotome.gamedef import ActionIds, Decision, PlayError
from ludotome.native.codes import CHANCE_ANSWER, CHOICES
from ludotome.native.lower.kinds import Kind
from ludotome.native.run.library import NativeGame

if TYPE_CHECKING:
    from ludotome.native.run.library import Flat


def decode_decision(game: NativeGame, row: Sequence[int]) -> Decision:
    """Return the decision encoded by *row*."""
    if row[0] >= len(game.game_def.actions):
        return decode_answer(game, row)
    place = int(row[0])
    action = game.game_def.actions[place]
    params = tuple(
        (param.name, json_value(game, int(value), kind))
        for param, kind, value in zip(action.params, game.code.kinds[place], row[1:], strict=False)
    )
    return Decision(action=action.id, params=params)


def encode_decision(game: NativeGame, decision: Decision) -> list[int] | None:
    """Return *decision* as numbers; None if the game has no such action or the parameters do not match."""
    index = game.layout.symbols.action_index.get(decision.action or "")
    given = dict(decision.params)
    if index is None or len(given) != len(decision.params):
        return None
    action = game.game_def.actions[index]
    if set(given) != {param.name for param in action.params}:
        return None
    values = [
        number_of(game, given[param.name], kind)
        for param, kind in zip(action.params, game.code.kinds[index], strict=True)
    ]
    if any(value is None or not -(2**31) <= value < 2**31 for value in values):
        return None
    return [index, *values, *[0] * (game.width - 1 - len(values))]  # type: ignore[list-item]


def json_value(game: NativeGame, value: int, kind: Kind) -> int | bool | str:
    """Return the value in decisions of a number of this kind."""
    return gamedef.json_value(game.layout.symbols, value, kind)


def number_of(game: NativeGame, given: Any, kind: Kind) -> int | None:
    """Return the stored number of *given*, a value in a decision; None if it is not of this kind."""
    return gamedef.stored_value(game.layout.symbols, given, kind)


def decode_answer(game: NativeGame, row: Sequence[int]) -> Decision:
    """Return the answer encoded by *row*."""
    kind = int(row[0]) - len(game.game_def.actions)
    if kind == CHANCE_ANSWER:
        return Decision(chance=int(row[1]))
    return Decision(choose=json_value(game, int(row[1]), CHOICES[kind]))


def encode_answer(game: NativeGame, flat: Flat, answer: Decision) -> Any:
    """Return the row of *answer* in a state; None if it does not answer the pending choice."""
    if not is_suspended(game, flat):
        return None
    rows = game.legal(flat)
    kind = int(rows[0][0]) - len(game.game_def.actions)
    if answer.kind != ("chance" if kind == CHANCE_ANSWER else "choose"):
        return None
    if answer.kind == "chance":
        wanted = number_of(game, answer.chance, "int")
    else:
        wanted = number_of(game, answer.choose, CHOICES[kind])
    return next((row for row in rows if row[1] == wanted), None)


def possible_answers(game: NativeGame, answer: Decision, ids: ActionIds) -> list[list[int]]:
    """Return every row that may encode *answer*, one for each kind of choice in the game."""
    actions, rows = len(game.game_def.actions), list[list[int]]()
    for place, kind in enumerate(CHOICES if answer.kind == "choose" and game.layout.answers else ()):
        number = number_of(game, answer.choose, kind)
        first, many = ids.low[actions + place][0], ids.size[actions + place][0]
        if number is not None and first <= number < first + many:
            rows.append([actions + place, number, *[0] * (game.width - 2)])
    return rows


def is_suspended(game: NativeGame, flat: Flat) -> bool:
    """Return whether the state has a pending choice."""
    return game.layout.answers > 0 and bool(flat[game.layout.field["pending"].entry])


def invalid(what: str) -> PlayError:
    """Return the error for a state that this backend cannot represent."""
    return PlayError("invalid-state", f"this state is not one of this game: {what}")
