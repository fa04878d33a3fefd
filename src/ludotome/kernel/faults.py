"""Faults: three ways in which a run of the rules can stop early.

`DocumentFault` is an error of the document (a full zone, the budget). `NotAdjacentFault` makes a move illegal rather
than faulty if the action itself causes it. `Suspended` is not an error: a choice must be answered first.

None of them leaves this package: `apply_move` turns them into a `PlayError` or a pending state.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ludotome.gamedef import Type

CHANCE = -1  # the player number of chance, as in OpenSpiel


class DocumentFault(Exception):  # noqa: N818  (a fault of the document, not a bug)
    """An impossible effect; `kind` says which, `chain` gives the callers, outermost first.

    Each kind has a code with which the checker warns if it cannot exclude it (`docs/kernel.md`).
    """

    def __init__(self, kind: str, message: str, path: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.path = path
        self.chain: list[str] = [path]


class NotAdjacentFault(DocumentFault):
    """A `moveTokenAdjacent` to a zone that is not a neighbour."""


class Question(Struct, frozen=True):
    """A choice: the player (-1 is chance), the options and their type."""

    player: int
    options: tuple[Any, ...]
    type: Type


class Suspended(Exception):  # noqa: N818  (not an error)
    """The run reached a choice without an answer."""

    def __init__(self, question: Question) -> None:
        super().__init__("a question is open")
        self.question = question
