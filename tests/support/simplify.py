"""Simplify: reduce a definition that fails some test as long as it still fails.

Greedy: parts are dropped, defaults restored, an expression is replaced by a part of it or by a literal;
the result is kept if it is valid and still fails. For manual use when a generated game finds a bug:

    python -m tests.support.simplify SEED PLAYERS FILE.json
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludotome.gamedef import GameDef, Node, children, fields_of, to_json
from ludotome.gamedef import expressions as ex
from tests.support.generated_games import is_sound, random_game

LITERALS = (ex.BoolLiteral(True), ex.BoolLiteral(False), ex.IntLiteral(1), ex.Active(), ex.ZoneLiteral("deck"))


def simplest(game_def: GameDef, fails: Callable[[GameDef], bool]) -> GameDef:
    """Return a reduced form of *game_def* that still *fails* and cannot be reduced further."""
    found = game_def
    while (smaller := next((v for v in _simpler(found) if is_sound(v) and fails(v)), None)) is not None:
        found = smaller
    return found


def _simpler(value: Any) -> Iterator[Any]:
    """Yield versions of *value* that are simpler in one place, the boldest first."""
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield (*value[:index], *value[index + 1 :])
            yield from ((*value[:index], simpler, *value[index + 1 :]) for simpler in _simpler(item))
    elif isinstance(value, dict):
        for key in value:
            yield {other: item for other, item in value.items() if other != key}
    elif isinstance(value, msgspec.Struct):
        if isinstance(value, ex.Expr) and value not in LITERALS:
            yield from (child for _, child in children(value) if isinstance(child, ex.Expr))
            yield from LITERALS
        yield from _with_simpler_fields(value)


def _with_simpler_fields(value: msgspec.Struct) -> Iterator[Any]:
    for info in fields_of(type(value)):
        held = getattr(value, info.name)
        if not info.required and held != info.default:
            yield msgspec.structs.replace(value, **{info.name: info.default})
        if isinstance(held, tuple | dict | Node | msgspec.Struct):
            for simpler in _simpler(held):
                yield msgspec.structs.replace(value, **{info.name: simpler})


def _fails_alike(game_def: GameDef, players: int, seed: int) -> str | None:
    """Return the kind of parity failure on *game_def*, compiled like the game of *seed*, or None."""
    from tests.support.parity import check_played_alike

    try:
        check_played_alike(game_def, players, side_by_side=seed % 2 == 1)
    except Exception as error:  # any exception: the smallest game that shows it is wanted
        return type(error).__name__
    return None


def main(seed: int, players: int, file: Path) -> None:
    """Write a reduced form of the random game of *seed* on which the kernels differ in the same way."""
    game_def = random_game(seed)
    kind = _fails_alike(game_def, players, seed)
    assert kind is not None, "the kernels agree on this game"
    small = simplest(game_def, lambda made: _fails_alike(made, players, seed) == kind)
    file.write_text(to_json(small) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
