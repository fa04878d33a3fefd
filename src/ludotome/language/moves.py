"""moves: the names inside a move of a test, such as `smoke` in `moves: ["place smoke"]`.

A move is written as the notation of an action writes it: fixed texts and holes. A name counts where it fills a hole
alone; the id of an action counts where the action has no notation of its own, since its id is then written.

Invariants:
    * the time is bounded by pieces times characters squared, and moves and notations have a limit.

This module does not know which move is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from ludotome.language.symbol import Symbol
from ludotome.spec import pieces_of

# A fixed text, or None for a hole; `optional` pieces may be missing.
Piece: TypeAlias = "tuple[str | None, bool]"
_MOST_PIECES = 24
_LONGEST_MOVE = 120


class MoveNames:
    """Finds the names in moves, given the actions of a document and the symbols that a hole may show."""

    def __init__(self, actions: Iterable[Mapping[str, object]], shown: Mapping[str, Symbol]) -> None:
        self._shown = shown
        self._forms: list[tuple[tuple[Piece, ...], Symbol | None]] = []
        for action in actions:
            self._forms.extend(_forms(action))
        self._forms.append((((None, False),), None))  # an answer to a choice is written alone

    def find(self, move: str) -> Iterator[tuple[int, int, Symbol]]:
        """Yield start, end and symbol of each name in *move*; the first form that fits and has a name counts.

        If a form without holes fits, there is no name in the move.
        """
        if len(move) > _LONGEST_MOVE:
            return
        for form, action in self._forms:
            holes = _match(form, move, frozenset(self._shown)) if len(form) <= _MOST_PIECES else None
            if holes is None:
                continue
            found = [
                (start, end, self._shown[move[start:end]]) for start, end in holes if move[start:end] in self._shown
            ]
            if action is not None:
                found.append((0, len(action.name), action))
            if found or not holes:
                yield from found
                return


def _forms(action: Mapping[str, object]) -> Iterator[tuple[tuple[Piece, ...], Symbol | None]]:
    name, notation, params = action.get("id"), action.get("notation"), action.get("params")
    if notation is None and isinstance(name, str):
        number = len(params) if isinstance(params, list) else 0
        pieces: tuple[Piece, ...] = ((name, False), *(((" ", False), (None, False)) * number))
        yield pieces, Symbol("action", name)
    for written in notation if isinstance(notation, list) else [notation]:
        if isinstance(written, str):
            yield (
                tuple(
                    (None if piece.is_expression else piece.what.text, bool(piece.conditions))
                    for piece in pieces_of(written)
                ),
                None,
            )


def _match(form: tuple[Piece, ...], move: str, names: frozenset[str]) -> list[tuple[int, int]] | None:
    """Return the holes of *form* in *move*, None if it does not fit; a hole is a whole name if possible."""

    @cache
    def fit(index: int, at: int) -> tuple[tuple[int, int], ...] | None:
        if index == len(form):
            return () if at == len(move) else None
        fixed, is_optional = form[index]
        if fixed is not None:
            rest = fit(index + 1, at + len(fixed)) if move.startswith(fixed, at) else None
            return rest if rest is not None or not is_optional else fit(index + 1, at)
        ends = sorted(range(at + 1, len(move) + 1), key=lambda end: move[at:end] not in names)
        for end in ends:
            rest = fit(index + 1, end)
            if rest is not None:
                return ((at, end), *rest)
        return fit(index + 1, at) if is_optional else None

    found = fit(0, 0)
    return None if found is None else list(found)
