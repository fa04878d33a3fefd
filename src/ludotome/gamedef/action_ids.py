"""Action ids: every decision of a game as one number, the same for the same rules.

A parameter contributes the index of its value among all possible values: zones by definition order within its boards,
tokens by slot, players by seat, names and integers within their ranges. An id is the action's first number plus
its parameters in mixed radix, so ids are stable for a `rules_hash` and can be decoded. Answers to choices come
after the actions, kind by kind. With explicit chance, the outcomes of chance come last.

This module does not know which decisions are legal.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ludotome.gamedef import facts
from ludotome.gamedef.bounds import MOST_OUTCOMES
from ludotome.gamedef.definition import ActionDef
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.state import Decision, PlayError
from ludotome.gamedef.stored_values import json_value, stored_value
from ludotome.gamedef.symbols import Symbols, walk
from ludotome.gamedef.token_bound import token_bound
from ludotome.gamedef.types import Type
from ludotome.gamedef.validate import infer_all
from ludotome.gamedef.zone_sets import zone_sets

MOST_IDS = 2**22

ValueKind = Literal["int", "bool", "player", "zone", "token", "name"]
# What a choice can be about, in the order in which answers are numbered.
CHOICES: tuple[ValueKind, ...] = ("int", "bool", "player", "zone", "token", "name")
# An outcome of chance comes after them: a number, or the slot of a token.
CHANCE_ANSWER = len(CHOICES)


class IdRange(Struct, frozen=True):
    """The possible values of a parameter or an answer: the kind, the minimum and the number of values."""

    kind: ValueKind
    low: int
    size: int


class ActionIds(Struct, frozen=True):
    """The tables of one game: per action its first id, and for each parameter its kind, least value, size and stride.

    Rows after those of the actions are for answers, one for each kind of `CHOICES`, then for chance.
    """

    count: int
    base: tuple[int, ...]
    low: tuple[tuple[int, ...], ...]
    size: tuple[tuple[int, ...], ...]
    stride: tuple[tuple[int, ...], ...]
    kinds: tuple[tuple[ValueKind, ...], ...]

    def weights(self, action: int) -> tuple[int, ...]:
        """Return the weights that turn a row of *action* into its id: a constant, then a factor for each parameter."""
        least = sum(low * stride for low, stride in zip(self.low[action], self.stride[action], strict=True))
        return self.base[action] - least, *self.stride[action]

    def row(self, number: int) -> tuple[int, ...]:
        """Return the decision of an id, from 0 up to `count`, as numbers: the action, then its parameters."""
        action = bisect_right(self.base, number) - 1
        rest, tables = number - self.base[action], (self.low[action], self.size[action], self.stride[action])
        return action, *(rest // stride % size + low for low, size, stride in zip(*tables, strict=True))

    def number(self, row: Sequence[int]) -> int | None:
        """Return the id of a decision given as numbers; None if one of them is out of range."""
        first, *factors = self.weights(row[0])
        ranges = zip(row[1:], self.low[row[0]], self.size[row[0]], strict=True)
        if not all(low <= value < low + size for value, low, size in ranges):
            return None
        return first + sum(value * factor for value, factor in zip(row[1:], factors, strict=True))


# ── decisions and their ids ────────────────────────────────────────────────────────────────────────────────────────


def decision_of_id(symbols: Symbols, ids: ActionIds, number: int) -> Decision:
    """Return the decision that an id, from 0 up to `ids.count`, stands for."""
    place, *values = ids.row(number)
    actions = symbols.game_def.actions
    if place >= len(actions):
        kind = place - len(actions)
        if kind == CHANCE_ANSWER:
            return Decision(chance=values[0])
        return Decision(choose=json_value(symbols, values[0], CHOICES[kind]))
    action = actions[place]
    params = zip(action.params, values, ids.kinds[place], strict=False)
    return Decision(action.id, tuple((param.name, json_value(symbols, value, kind)) for param, value, kind in params))


def id_of_decision(symbols: Symbols, ids: ActionIds, decision: Decision, asked: str | None = None) -> int | None:
    """Return the id of a decision; None if it is not a decision of this game.

    For an answer, *asked* must be the kind of the choice, since a number may answer choices of several kinds.
    """
    actions = symbols.game_def.actions
    if decision.kind == "action":
        place = symbols.action_index.get(decision.action or "", -1)
        given = dict(decision.params)
        if place < 0 or len(given) != len(decision.params) or set(given) != {p.name for p in actions[place].params}:
            return None
        pairs = zip(actions[place].params, ids.kinds[place], strict=False)
        values = [stored_value(symbols, given[param.name], kind) for param, kind in pairs]
    elif decision.kind == "chance":
        place, values = len(actions) + CHANCE_ANSWER, [stored_value(symbols, decision.chance, "int")]
    elif asked in CHOICES:
        kind = next(kind for kind in CHOICES if kind == asked)
        place, values = len(actions) + CHOICES.index(kind), [stored_value(symbols, decision.choose, kind)]
    else:
        return None
    if place >= len(ids.base) or None in values:
        return None
    padding = [0] * (len(ids.low[place]) - len(values))
    return ids.number([place, *(value for value in values if value is not None), *padding])


# ── the ids of a game ──────────────────────────────────────────────────────────────────────────────────────────────


def id_ranges(
    symbols: Symbols, players: int, tokens: int, *, answers: bool, explicit: bool = False
) -> tuple[tuple[IdRange, ...], ...]:
    """Return the ranges of the parameters of each action, then those of answers if the game has choices.

    *tokens* is the maximum number of tokens at a time; *explicit* chance adds its outcomes.
    """
    inference = Inference(symbols)
    ranges = [_of_action(inference, action, players, tokens) for action in symbols.game_def.actions]
    if answers:
        ranges += [(one,) for one in _answers(inference, players, tokens)]
        ranges += [(IdRange("int", 0, max(MOST_OUTCOMES + 1, tokens)),)] * explicit
    return tuple(ranges)


def ids_of_game(symbols: Symbols, players: int, *, explicit: bool = False) -> ActionIds:
    """Return the ids of the decisions of a game for *players*; raise `PlayError` if they cannot be numbered."""
    tokens = token_bound(infer_all(symbols))
    nodes = tuple(walk(symbols.game_def))
    answers = any(facts.asks_player(node) or (explicit and facts.is_random(node)) for node in nodes)
    ranges = id_ranges(symbols, players, tokens.total, answers=answers, explicit=explicit)
    if tokens.unbounded and any(one.kind == "token" for row in ranges for one in row):
        raise PlayError("too-many-actions", "decisions on tokens cannot be numbered: the number of tokens is unlimited")
    return action_ids(ranges, 1 + max(map(len, ranges), default=0))


def action_ids(ranges: Sequence[Sequence[IdRange]], width: int) -> ActionIds:
    """Return the ids of the decisions of a game, each of *width* numbers; raise `PlayError` if there are too many."""
    nothing = IdRange("int", 0, 1)
    rows = [(*row, *[nothing] * (max(width - 1, 0) - len(row))) for row in ranges]
    low = tuple(tuple(one.low for one in row) for row in rows)
    size = tuple(tuple(one.size for one in row) for row in rows)
    # the last parameter varies fastest, as in nested loops in declaration order
    stride = tuple(tuple(math.prod(row[place + 1 :]) for place in range(len(row))) for row in size)
    ends = tuple(itertools.accumulate(map(math.prod, size), initial=0))
    if ends[-1] > MOST_IDS:
        instead = "play it state by state, or give an action fewer parameters"
        raise PlayError(
            "too-many-actions",
            f"the game has {ends[-1]} different decisions; at most {MOST_IDS} can be numbered: {instead}",
        )
    return ActionIds(ends[-1], ends[:-1], low, size, stride, tuple(tuple(one.kind for one in row) for row in rows))


def _of_action(inference: Inference, action: ActionDef, players: int, tokens: int) -> tuple[IdRange, ...]:
    scope = Scope("action", Type("player"))
    found = []
    for param in action.params:
        element = inference.infer(param.domain, scope, "").element or Type("unknown")
        scope = scope.bind(param.name, element)
        found.append(_range(inference, element, players, tokens))
    return tuple(found)


def _answers(inference: Inference, players: int, tokens: int) -> list[IdRange]:
    """Return the range of each kind of answer; empty for kinds that are never chosen."""
    found = {kind: IdRange(kind, 0, 0) for kind in CHOICES}
    for element in infer_all(inference.symbols).chosen:
        new = _range(inference, element, players, tokens)
        old = found[new.kind]
        first = min(new.low, old.low) if old.size else new.low
        found[new.kind] = IdRange(new.kind, first, max(new.low + new.size, old.low + old.size) - first)
    return list(found.values())


def _range(inference: Inference, element: Type, players: int, tokens: int) -> IdRange:
    match element.kind:
        case "zone":
            span = zone_sets(inference).of_groups(element.names).span
            return IdRange("zone", span.start, len(span))
        case "token":
            return IdRange("token", 0, max(tokens, 1))
        case "player":
            return IdRange("player", 0, players)
        case "name":
            index = inference.symbols.name_index
            return _between("name", [index[name] for name in element.names if name in index])
        case "int":
            return IdRange("int", element.low, element.high - element.low + 1)
        case _:
            return IdRange("bool", 0, 2)


def _between(kind: ValueKind, values: list[int]) -> IdRange:
    first = min(values, default=0)
    return IdRange(kind, first, max(values, default=0) - first + 1)
