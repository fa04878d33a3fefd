"""Wrong sources: a move whose `from` may not be where the token is."""

from __future__ import annotations

from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.proofs import Proofs


def check(proofs: Proofs) -> None:
    """Warn about every explicit `from` that is not known to be the token's zone."""
    for site in proofs.sites:
        for arrival in facts.arrivals(site.effect):
            token, expected = arrival.token, arrival.expected_at
            if token is not None and expected is not None and not _is_there(site, token, expected):
                proofs.warn(
                    "LT438",
                    f"{site.path}.from",
                    "the token may be in another zone, which stops the game",
                    "leave `from` out, or take the token from that zone (`tokensInZone(…)`)",
                )


def _is_there(site: Site, token: ex.Expr, zone: ex.Expr) -> bool:
    if zone == ex.TokenProp(token, "zone"):
        return True
    return site.known.token_place(token) == site.known.spelt(zone)
