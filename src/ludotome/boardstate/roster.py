"""Roster: the things of one kind on a board, in board order, with lookup by id.

Invariants:
    * board order is the order of addition; a change, even of the id, keeps a thing's place;
    * an ordinal is never reused, so an index can refer to a thing by it.

This module does not know what the things are.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Roster(Generic[Thing]):
    """Things by ordinal and by id; each operation takes constant time."""

    def __init__(self) -> None:
        self._thing_of_ordinal: dict[int, Thing] = {}
        self._ordinal_of_id: dict[str, int] = {}
        self._next_ordinal = 0

    def __len__(self) -> int:
        return len(self._thing_of_ordinal)

    def __contains__(self, id_: str) -> bool:
        return id_ in self._ordinal_of_id

    def in_order(self) -> tuple[Thing, ...]:
        """Return all things in board order."""
        return tuple(self._thing_of_ordinal.values())

    def ids(self) -> tuple[str, ...]:
        """Return all ids, in no particular order."""
        return tuple(self._ordinal_of_id)

    def ordinal(self, id_: str) -> int:
        """Return the ordinal of the thing named *id_*."""
        return self._ordinal_of_id[id_]

    def thing(self, ordinal: int) -> Thing:
        """Return the thing with this *ordinal*."""
        return self._thing_of_ordinal[ordinal]

    def find(self, id_: object) -> Thing | None:
        """Return the thing named *id_*, or None."""
        ordinal = self._ordinal_of_id.get(id_) if isinstance(id_, str) else None
        return None if ordinal is None else self._thing_of_ordinal[ordinal]

    def add(self, id_: str, thing: Thing) -> int:
        """Append *thing* to the board order under a new id and return its ordinal."""
        ordinal = self._next_ordinal
        self._next_ordinal += 1
        self._ordinal_of_id[id_] = ordinal
        self._thing_of_ordinal[ordinal] = thing
        return ordinal

    def replace(self, old_id: str, new_id: str, thing: Thing) -> int:
        """Replace the thing named *old_id* by *thing*, named *new_id*, and return its unchanged ordinal."""
        ordinal = self._ordinal_of_id.pop(old_id)
        self._ordinal_of_id[new_id] = ordinal
        self._thing_of_ordinal[ordinal] = thing
        return ordinal

    def remove(self, id_: str) -> int:
        """Remove the thing named *id_* and return its ordinal."""
        ordinal = self._ordinal_of_id.pop(id_)
        del self._thing_of_ordinal[ordinal]
        return ordinal
