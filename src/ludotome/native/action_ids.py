"""Action ids: every decision of a game as one number, the same for the same rules.

A parameter takes the place of its value within all it could ever be: zones by definition order within its boards,
tokens by slot, players by seat, names and whole numbers within their ranges. An id is the action's first number plus
its parameters in mixed radix, so ids are stable for a `rules_hash` and can be turned back. Answers to choices come
behind the actions, kind by kind.

This module does not know which decisions are legal.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from ludotome.gamedef import ActionDef, Inference, PlayError, Scope, Type, check_expressions
from ludotome.native.codes import CHOICES, MOST_OUTCOMES
from ludotome.native.layout import Layout
from ludotome.native.lower import UnsupportedError

MOST_IDS = 2**22


class ActionIds(Struct, frozen=True):
    """The tables of one game: per action its first id, and for each parameter its least value, size and stride."""

    count: int
    base: tuple[int, ...]
    low: tuple[tuple[int, ...], ...]
    size: tuple[tuple[int, ...], ...]
    stride: tuple[tuple[int, ...], ...]

    def weights(self, action: int) -> tuple[int, ...]:
        """What turns a row of *action* into its id: a number, plus each parameter times its own."""
        least = sum(low * stride for low, stride in zip(self.low[action], self.stride[action], strict=True))
        return self.base[action] - least, *self.stride[action]

    def row(self, number: int) -> tuple[int, ...]:
        """Return the decision of an id, from 0 up to `count`, as numbers: the action, then its parameters."""
        action = bisect_right(self.base, number) - 1
        rest, tables = number - self.base[action], (self.low[action], self.size[action], self.stride[action])
        return action, *(rest // stride % size + low for low, size, stride in zip(*tables, strict=True))

    def number(self, row: Sequence[int]) -> int | None:
        """Return the id of a decision given as numbers; None where one of them can never be."""
        first, *factors = self.weights(row[0])
        ranges = zip(row[1:], self.low[row[0]], self.size[row[0]], strict=True)
        if not all(low <= value < low + size for value, low, size in ranges):
            return None
        return first + sum(value * factor for value, factor in zip(row[1:], factors, strict=True))


def action_ids(layout: Layout, width: int) -> ActionIds:
    """Return the ids of the decisions of a game; a `PlayError` when there are too many to number.

    What a decision names must fit the 32 bits it is written in; a game that can ask for more is not compiled.
    """
    ranges = [_ranges(layout, action) for action in layout.game_def.actions]
    if layout.answers:
        ranges += [[one] for one in _answers(layout)]
    for least, many in itertools.chain(*ranges):
        if least < -(2**31) or least + many > 2**31:
            raise UnsupportedError(f"a parameter or option from {least} on leaves 32 bits")
    rows = [row + [(0, 1)] * (max(width - 1, 0) - len(row)) for row in ranges]
    low = tuple(tuple(least for least, _ in row) for row in rows)
    size = tuple(tuple(many for _, many in row) for row in rows)
    # the last parameter turns fastest, as nested loops in declaration order do
    stride = tuple(tuple(math.prod(row[place + 1 :]) for place in range(len(row))) for row in size)
    ends = tuple(itertools.accumulate(map(math.prod, size), initial=0))
    if ends[-1] > MOST_IDS:
        instead = "play it state by state, or give an action fewer parameters"
        raise PlayError(
            "too-many-actions",
            f"the game has {ends[-1]} different decisions; at most {MOST_IDS} can be numbered: {instead}",
        )
    return ActionIds(ends[-1], ends[:-1], low, size, stride)


def _ranges(layout: Layout, action: ActionDef) -> list[tuple[int, int]]:
    """Return the least value of each parameter of *action* and how many values there are from there."""
    inference, scope = Inference(layout.symbols), Scope("action", Type("player"))
    found = []
    for param in action.params:
        element = inference.infer(param.domain, scope, "").element or Type("unknown")
        scope = scope.bind(param.name, element)
        found.append(_range(layout, element, inference))
    return found


def _answers(layout: Layout) -> list[tuple[int, int]]:
    """Return for each kind of answer its least value and how many there are from there; none of a kind never asked."""
    inference = Inference(layout.symbols)
    check_expressions(inference)
    found = dict.fromkeys(CHOICES, (0, 0))
    for element in inference.chosen:
        kind = next(known for known in CHOICES if known == element.kind)
        least, many = _range(layout, element, inference)
        before, count = found[kind]
        first = min(least, before) if count else least
        found[kind] = first, max(least + many, before + count) - first
    by_chance = [(0, max(MOST_OUTCOMES + 1, layout.tokens))] if layout.explicit else []
    return [*found.values(), *by_chance]


def _range(layout: Layout, element: Type, inference: Inference) -> tuple[int, int]:
    match element.kind:
        case "zone":
            groups = inference.declared.group_of_zone
            zones = [i for i, zone in enumerate(groups) if not element.names or groups[zone] in element.names]
            return min(zones, default=0), max(zones, default=0) - min(zones, default=0) + 1
        case "token":
            return 0, max(layout.tokens, 1)
        case "player":
            return 0, layout.players
        case "name":
            names = [layout.symbols.name_index[name] for name in element.names if name in layout.symbols.name_index]
            return min(names, default=0), max(names, default=0) - min(names, default=0) + 1
        case "int":
            return element.low, element.high - element.low + 1
        case _:
            return 0, 2
