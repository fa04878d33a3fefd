"""Faults: the three ways a run of the rules can stop before its end.

`DocumentFault` is the author's (a full zone, the budget), `NotAdjacentFault` the one that makes a move illegal rather
than faulty when the action itself asks for it, and `Suspended` is no fault at all: somebody has to answer first.

None of them leaves this room: `apply_move` turns them into a `PlayError` or a pending state.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ludotome.gamedef import Type

CHANCE = -1  # the player who throws the dice, as OpenSpiel numbers it


class DocumentFault(Exception):  # noqa: N818  (a fault of the document, not an error of ours)
    """What the rules ask for cannot be done; `kind` says what, `chain` on whose behalf, outermost first.

    Each kind has a code with which the checker warns where it cannot exclude it (`docs/kernel.md`).
    """

    def __init__(self, kind: str, message: str, path: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.path = path
        self.chain: list[str] = [path]


class NotAdjacentFault(DocumentFault):
    """A `moveTokenAdjacent` to a zone that is not a neighbour."""


class Question(Struct, frozen=True):
    """What is asked: of whom (-1 is chance), out of which values, and their type."""

    player: int
    options: tuple[Any, ...]
    type: Type


class Suspended(Exception):  # noqa: N818  (not an error)
    """The run met a question nobody has answered yet."""

    def __init__(self, question: Question) -> None:
        super().__init__("a question is open")
        self.question = question
