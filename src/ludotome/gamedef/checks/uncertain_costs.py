"""Uncertain costs: a cost that depends on chance or a choice, so it is unknown in advance whether it can be paid."""

from __future__ import annotations

from ludotome.gamedef import facts
from ludotome.gamedef.proofs import Proofs
from ludotome.gamedef.reach import uncertain
from ludotome.gamedef.symbols import walk


def check(proofs: Proofs) -> None:
    """Warn about every cost with both a payment and a random draw or choice."""
    for index, action in enumerate(proofs.inference.symbols.game_def.actions):
        pays = any(map(facts.stores, walk(action.cost)))
        if pays and any(uncertain(action.cost)):
            proofs.warn(
                "LT437",
                f"actions[{index}].cost",
                f"the cost of `{action.id}` depends on a choice, which is made too late to refuse the action",
                "move the choice to `effects`, and keep in `cost` only what does not depend on it",
            )
