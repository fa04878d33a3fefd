"""canTake chains: actions that use `canTake` on actions that use it again, in a chain that is too long."""

from __future__ import annotations

from ludotome.gamedef.bounds import LONGEST_CHAIN
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.reach import ask_chains, asks_about


def check(inference: Inference) -> None:
    """Report the first action whose legality depends on a chain of `canTake` that is too long."""
    game = inference.symbols.game_def
    asks = {action.id: asks_about(game, action) for action in game.actions}
    steps = ask_chains(asks)
    for index, action in enumerate(game.actions):
        if steps.get(action.id, 0) > LONGEST_CHAIN:
            message = (
                f"whether `{action.id}` is legal depends on a chain of {steps[action.id]} `canTake`; "
                f"at most {LONGEST_CHAIN} are allowed"
            )
            inference.findings.add(
                "LT428", f"actions[{index}]", message, "say in one of them what the state must be, without `canTake`"
            )
            return
