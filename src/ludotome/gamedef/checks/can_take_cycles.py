"""canTake cycles: whether an action is legal must not depend on itself."""

from __future__ import annotations

from ludotome.gamedef.infer import Inference
from ludotome.gamedef.reach import asks_about


def check(inference: Inference) -> None:
    """Report each action whose legality comes back to it through `canTake`."""
    game = inference.symbols.game_def
    asks = {action.id: asks_about(game, action) for action in game.actions}
    for index, action in enumerate(game.actions):
        chain = _way_back(action.id, asks)
        if chain is not None:
            way = " → ".join(f"`{name}`" for name in chain)
            message = f"whether `{action.id}` is legal depends on itself: {way}"
            inference.findings.add(
                "LT413", f"actions[{index}]", message, "say in one of them what the state must be, without `canTake`"
            )


def _way_back(start: str, asks: dict[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return a shortest chain from *start* back to it, both ends included, or None."""
    chains: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    while chains:
        chain = chains.pop(0)
        for name in asks.get(chain[-1], ()):
            if name == start:
                return (*chain, start)
            if name not in seen:
                seen.add(name)
                chains.append((*chain, name))
    return None
