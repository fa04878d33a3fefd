"""Action ids: every decision of a game as one number, the same for the same rules.

A parameter takes the place of its value within all it could ever be: zones by definition order within its boards,
tokens by slot, players by seat, names and whole numbers within their ranges. An id is the action's first number plus
its parameters in mixed radix, so ids are stable for a `rules_hash` and can be turned back. Answers to choices come
behind the actions, kind by kind.

This module does not know which decisions are legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotome.gamedef import ActionDef, Inference, PlayError, Scope, Type, check_expressions
from ludotome.native.codes import CHOICES, MOST_OUTCOMES
from ludotome.native.layout import Layout
from ludotome.native.lower import UnsupportedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_IDS = 2**22


@dataclass(frozen=True, slots=True, eq=False)
class ActionIds:
    """The tables of one game: per action its first id, per parameter its least value, its size and its stride."""

    count: int
    base: NDArray[np.int64]
    low: NDArray[np.int32]
    size: NDArray[np.int64]
    stride: NDArray[np.int64]

    @property
    def weights(self) -> NDArray[np.int64]:
        """What turns a row into its id, a line for each action: a number, plus each parameter times its own."""
        import numpy as np

        first = self.base - (self.low * self.stride).sum(axis=1)
        return np.ascontiguousarray(np.concatenate([first[:, None], self.stride], axis=1))

    def rows(self, ids: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the decisions of *ids*, one a row of numbers; ids must be from 0 up to `count`."""
        import numpy as np

        actions = np.searchsorted(self.base, ids, side="right") - 1
        rest = ids - self.base[actions]
        params = (rest[:, None] // self.stride[actions]) % self.size[actions] + self.low[actions]
        return np.ascontiguousarray(np.concatenate([actions[:, None], params], axis=1), dtype=np.int32)

    def ids(self, rows: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the ids of decisions given as rows of numbers."""
        import numpy as np

        actions = rows[:, 0]
        found = (rows[:, 1:] - self.low[actions]) * self.stride[actions]
        return np.asarray(self.base[actions] + found.sum(axis=1), dtype=np.int64)


def action_ids(layout: Layout, width: int) -> ActionIds:
    """Return the ids of the decisions of a game; a `PlayError` when there are too many to number.

    What a decision names must fit the 32 bits it is written in; a game that can ask for more is not compiled.
    """
    import numpy as np

    ranges = [_ranges(layout, action) for action in layout.game_def.actions]
    if layout.answers:
        ranges += [[one] for one in _answers(layout)]
    shape = (len(ranges), max(width - 1, 0))
    low, size = np.zeros(shape, np.int32), np.ones(shape, np.int64)
    for index, row in enumerate(ranges):
        for place, (least, many) in enumerate(row):
            if least < -(2**31) or least + many > 2**31:
                raise UnsupportedError(f"a parameter or option from {least} on leaves 32 bits")
            low[index, place], size[index, place] = least, many
    # the last parameter turns fastest, as nested loops in declaration order do
    stride = np.ones(shape, np.int64)
    for place in range(shape[1] - 2, -1, -1):
        stride[:, place] = stride[:, place + 1] * size[:, place + 1]
    counts = [int(np.prod([int(many) for many in row], dtype=object)) for row in size]
    total = sum(counts)
    if total > MOST_IDS:
        instead = "play it state by state, or give an action fewer parameters"
        raise PlayError(
            "too-many-actions",
            f"the game has {total} different decisions; at most {MOST_IDS} can be numbered: {instead}",
        )
    base = np.concatenate([[0], np.cumsum(counts[:-1])]).astype(np.int64) if counts else np.zeros(0, np.int64)
    return ActionIds(total, base, low, size, stride)


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
