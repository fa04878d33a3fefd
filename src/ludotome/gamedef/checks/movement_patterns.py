"""Movement patterns: each pattern has directions, and its board has them."""

from __future__ import annotations

from ludotome.gamedef.definition import MovementPattern
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.symbols import RELATIVE_DIRECTIONS


def check(inference: Inference) -> None:
    """Report patterns that lead nowhere."""
    for t, kind in enumerate(inference.symbols.game_def.token_types):
        for g, group in enumerate(kind.movement):
            for p, pattern in enumerate(group.patterns):
                _check_pattern(inference, pattern, f"tokenTypes[{t}].movement[{g}].patterns[{p}]")


def _check_pattern(inference: Inference, pattern: MovementPattern, path: str) -> None:
    game, found = inference.symbols.game_def, inference.findings
    if pattern.kind == "leap":
        if pattern.offset is None or pattern.directions:
            found.add("LT408", path, "a `leap` needs an offset and no directions", "write `leap: [2, 1]`")
        elif not any(pattern.offset):
            found.add("LT408", path, "a `leap` by 0 and 0 does not move", "write `leap: [2, 1]`")
        elif not any(board.shape == "square" for board in game.boards):
            found.add("LT408", path, "a `leap` by offset needs a square board", "use `hop` or `path`")
    elif pattern.offset is not None:
        suggestion = f"write `{pattern.kind}: [n, e]`"
        found.add("LT408", path, f"a `{pattern.kind}` needs directions and no offset", suggestion)
    elif not pattern.directions:
        # A set such as `diagonal` was replaced by its directions, of which this board has none.
        suggestion = f"write `{pattern.kind}: [n, e]`; diagonals need a board with `directions: 8`"
        found.add("LT408", path, f"this `{pattern.kind}` has no directions on this board", suggestion)
    if pattern.kind == "slide" and pattern.over != "empty":
        found.add("LT408", f"{path}.over", "a `slide` passes only over empty zones", "leave `over` out, or use `hop`")
    if not pattern.onto:
        found.add("LT408", f"{path}.onto", "`onto` is empty, so this has no destinations", "write what it may land on")
    known = (*inference.declared.directions, *RELATIVE_DIRECTIONS)
    for index, way in enumerate(pattern.directions):
        if way not in known:
            found.unknown("direction", way, known, f"{path}.directions[{index}]")
        elif way in RELATIVE_DIRECTIONS and way not in inference.declared.directions and not any(game.orientation):
            message = f"`{way}` needs an `orientation` for each player"
            found.add("LT408", f"{path}.directions[{index}]", message, "add `orientation: {Seat: direction, …}`")
