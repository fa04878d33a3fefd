"""Results: an end condition has all fields that its result needs."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference


def check(inference: Inference) -> None:
    """Report results without a required player, rank or score, and superfluous fields."""
    game = inference.symbols.game_def
    for index, condition in enumerate(game.end_conditions):
        result, path = condition.result, f"endConditions[{index}].result"
        if (result.type == "win") != (result.player is not None):
            needs = "needs" if result.type == "win" else "has no"
            inference.findings.add(
                "LT410", path, f"a `{result.type}` {needs} `player`", "write `{ type: win, player: … }`"
            )
        if result.by and result.type != "rank":
            inference.findings.add(
                "LT410", f"{path}.by", f"a `{result.type}` has no `by`", "leave `by` out, or use `rank`"
            )
        scored = result.type == "score" or (result.type == "rank" and not result.by)
        if scored and game.scoring is None:
            inference.findings.add(
                "LT410", path, f"a `{result.type}` needs `scoring`", "add `scoring: …`, a number for `$player`"
            )
