"""Loop limits: a `forEach` whose list may be longer than its `limit` promises."""

from __future__ import annotations

from ludotome.gamedef import effects as fx
from ludotome.gamedef.proofs import Proofs


def check(proofs: Proofs) -> None:
    """Warn of every promise that the size of the set does not keep."""
    for site in proofs.sites:
        if not isinstance(site.effect, fx.ForEach) or site.effect.limit is None:
            continue
        most = proofs.sizes.of(site.effect.over, site.scope)
        if most > site.effect.limit:
            proofs.warn(
                "LT435",
                f"{site.path}.limit",
                f"`limit` promises at most {site.effect.limit}, but there can be {most}",
                f"write `limit: {most}`, or leave it out",
            )
