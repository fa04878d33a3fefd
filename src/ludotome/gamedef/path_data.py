"""Path data: validate the SVG paths with which a document draws token types.

Invariant: accepted path data contains only characters of the grammar, and draws something visible.

This module does not know colours or tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST_PATH = 2000
PATH_BOX = 48
"""Width and height of the box in which a path is drawn."""

_LEAST = 1.0  # minimum width or height of a visible path
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)"
_COMMAND = re.compile(r"\s*([MmLlHhVvCcSsQqTtAaZz])")
_ONE = re.compile(rf"[\s,]*({_NUMBER})")
_FLAG = re.compile(r"[\s,]*([01])")  # the flags of an arc may follow without blanks: a5 5 0 014 4
_NUMBERS_OF = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_AFTER = {"M": "L", "m": "l"}  # after a move, further pairs are lines
_FLAGS = (3, 4)  # indices of the flags among the numbers of an arc

Point = tuple[float, float]
Step = tuple[str, list[float]]


def is_path_data(text: str) -> bool:
    """Return whether *text* is SVG path data that begins with a move and is at most `LONGEST_PATH` long."""
    return _steps(text) is not None


def draws_in_its_box(text: str) -> bool:
    """Return whether path data draws something with an extent that is at least partly inside the box."""
    drawn = list(_drawn(_steps(text) or []))
    if not drawn:
        return False
    low, high = [min(at) for at in zip(*drawn, strict=True)], [max(at) for at in zip(*drawn, strict=True)]
    has_extent = any(b - a >= _LEAST for a, b in zip(low, high, strict=True))
    return has_extent and all(a < PATH_BOX and b > 0 for a, b in zip(low, high, strict=True))


def _steps(text: str) -> list[Step] | None:
    """Return each command with its numbers, one step for each time it is repeated; None if *text* is not path data."""
    if len(text) > LONGEST_PATH:
        return None
    steps: list[Step] = []
    at = 0
    while at < len(text.rstrip()):
        found = _COMMAND.match(text, at)
        if found is None:
            return None
        name, at = found[1], found.end()
        count = 0
        while (read := _read(text, at, name.upper())) is not None:
            numbers, at = read
            steps.append((name, numbers))
            count += 1
            name = _AFTER.get(name, name)
            if not numbers:
                break
        if not count:
            return None
    return steps if steps and steps[0][0] in "Mm" else None


def _read(text: str, at: int, name: str) -> tuple[list[float], int] | None:
    """Return the numbers of one command from *at* on, and where they end; None if any is missing."""
    numbers = []
    for place in range(_NUMBERS_OF[name]):
        found = (_FLAG if name == "A" and place in _FLAGS else _ONE).match(text, at)
        if found is None:
            return None
        numbers.append(float(found[1]))
        at = found.end()
    return numbers, at


def _drawn(steps: list[Step]) -> Iterator[Point]:
    """Yield the ends and the control points of everything that is drawn."""
    here: Point = (0.0, 0.0)
    start = here
    for name, numbers in steps:
        base = here if name.islower() else (0.0, 0.0)
        match name.upper():
            case "Z":
                points = [start]
            case "H":
                points = [(base[0] + numbers[0], here[1])]
            case "V":
                points = [(here[0], base[1] + numbers[0])]
            case "A":
                points = [(base[0] + numbers[5], base[1] + numbers[6])]
            case _:
                pairs = zip(numbers[::2], numbers[1::2], strict=True)
                points = [(base[0] + x, base[1] + y) for x, y in pairs]
        if name.upper() == "M":
            start = points[0]
        else:
            yield here
            yield from points
        here = points[-1]
