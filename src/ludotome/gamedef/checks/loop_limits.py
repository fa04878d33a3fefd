"""Loop limits: a `forEach` whose list may be longer than its `limit`."""

from __future__ import annotations

from ludotome.gamedef import facts
from ludotome.gamedef.proofs import Proofs


def check(proofs: Proofs) -> None:
    """Warn about every `limit` that the size of the set may exceed."""
    for site in proofs.sites:
        loop = facts.loop(site.effect)
        if loop is None or loop.limit is None:
            continue
        most = proofs.sizes.of(loop.over, site.scope)
        if most > loop.limit:
            proofs.warn(
                "LT435",
                f"{site.path}.limit",
                f"`limit` is {loop.limit}, but there can be {most} elements",
                f"write `limit: {most}`, or leave it out",
            )
