"""JSON places: the position of the value under a path in a JSON text.

Invariants:
    * the text has been parsed before, so every step succeeds;
    * each object and list is scanned at most once, however many positions are looked up.

Parsed values have no positions, and most saves have no faults, so positions are looked up only for faults.
"""

from __future__ import annotations

import json
import re
from typing import TypeAlias

from ludotome.boardstate.faults import Place

Step: TypeAlias = str | int

_BLANKS = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class JsonPlaces:
    """The positions of the values in one JSON text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._children: dict[int, dict[Step, int]] = {}

    def place(self, steps: tuple[Step, ...]) -> Place:
        """Return the position of the value under *steps* (keys and indices), or of the last one that exists."""
        at = self._skip(0)
        for step in steps:
            children = self._children_of(at)
            if step not in children:
                break
            at = children[step]
        return at, self._end(at)

    def _children_of(self, at: int) -> dict[Step, int]:
        if at not in self._children:
            self._children[at] = self._walk(at)
        return self._children[at]

    def _walk(self, at: int) -> dict[Step, int]:
        """Return where each member of the object or list at *at* starts; empty for other values."""
        opening = self.text[at]
        children: dict[Step, int] = {}
        if opening not in "{[":
            return children
        at = self._skip(at + 1)
        while self.text[at] not in "}]":
            step: Step = len(children)
            if opening == "{":
                step, at = _DECODER.raw_decode(self.text, at)
                at = self._skip(self._skip(at) + 1)
            children[step] = at
            at = self._skip(self._end(at))
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return children

    def _skip(self, at: int) -> int:
        return _BLANKS.match(self.text, at).end()  # type: ignore[union-attr]

    def _end(self, at: int) -> int:
        return int(_DECODER.raw_decode(self.text, at)[1])
