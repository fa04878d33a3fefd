"""Wrong sources: a move whose `from` may not be where the token is."""

from __future__ import annotations

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.proofs import Proofs


def check(proofs: Proofs) -> None:
    """Warn of every written `from` that is not known to be the token's zone."""
    for site in proofs.sites:
        if not isinstance(site.effect, fx.MoveToken | fx.MoveTokenAdjacent) or site.effect.from_ is None:
            continue
        if not _is_there(site, site.effect.token, site.effect.from_):
            proofs.warn(
                "LT438",
                f"{site.path}.from",
                "the token may be elsewhere, and then the move stops the game",
                "leave `from` out, or take the token from that zone (`tokensInZone(…)`)",
            )


def _is_there(site: Site, token: ex.Expr, zone: ex.Expr) -> bool:
    if zone == ex.TokenProp(token, "zone"):
        return True
    return site.known.token_place(token) == site.known.spelt(zone)
