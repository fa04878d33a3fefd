"""Many outcomes: a die or a random place with too many outcomes to enumerate under explicit chance."""

from __future__ import annotations

from ludotome.gamedef import facts
from ludotome.gamedef.bounds import MOST_OUTCOMES
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.proofs import Proofs
from ludotome.gamedef.zone_sets import zones_of


def check(proofs: Proofs) -> None:
    """Warn about every draw that explicit chance cannot enumerate."""
    for site in proofs.sites:
        found = _outcomes(proofs, site)
        if found is not None and found[1] > MOST_OUTCOMES:
            proofs.warn(
                "LT436",
                f"{site.path}.{found[0]}",
                f"this can have {found[1]} outcomes; under explicit chance at most {MOST_OUTCOMES} can be listed",
                "use a smaller die, or several",
            )


def _outcomes(proofs: Proofs, site: Site) -> tuple[str, int] | None:
    sides, zone = facts.drawn_number(site.effect), facts.drawn_place(site.effect)
    if sides is not None:
        return "sides", proofs.inference.infer(sides, site.scope, "").high
    if zone is not None:
        room = zones_of(proofs.inference, zone, site.scope).max_capacity
        tokens = min(proofs.sizes.tokens, proofs.kinds.most_in(zone, site.scope))
        return "position", tokens if room is None else min(room, tokens)
    return None
