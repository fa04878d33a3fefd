"""canTake cycles: the legality of an action must not depend on itself."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference
from ludotome.gamedef.reach import ask_chains, asks_about


def check(inference: Inference) -> None:
    """Report each action whose legality depends on itself through `canTake`."""
    game = inference.symbols.game_def
    asks = {action.id: asks_about(game, action) for action in game.actions}
    sound = ask_chains(asks)
    for index, action in enumerate(game.actions):
        chain = None if action.id in sound else _way_back(action.id, asks)
        if chain is not None:
            way = " → ".join(f"`{name}`" for name in chain)
            message = f"whether `{action.id}` is legal depends on itself: {way}"
            inference.findings.add(
                "LT413", f"actions[{index}]", message, "say in one of them what the state must be, without `canTake`"
            )


def _way_back(start: str, asks: dict[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return a shortest chain from *start* back to it, both ends included, or None."""
    before: dict[str, str] = {}
    reached = [start]
    for asker in reached:  # `reached` grows during the loop
        for name in asks.get(asker, ()):
            if name == start:
                chain = [start, asker]
                while chain[-1] != start:
                    chain.append(before[chain[-1]])
                return tuple(reversed(chain))
            if name not in before:
                before[name] = asker
                reached.append(name)
    return None
