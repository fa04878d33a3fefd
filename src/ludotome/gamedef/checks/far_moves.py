"""Far moves: a `moveTokenAdjacent` whose target may not be a neighbour, where that is a fault.

In the own effects of an action without dice, shuffles and choices such a move is tried first and only makes the action
illegal, so it is not reported.
"""

from __future__ import annotations

from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.definition import ActionDef
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.proofs import Proofs
from ludotome.gamedef.reach import is_tried_for_steps


def check(proofs: Proofs) -> None:
    """Warn about every step that cannot be tried first and is not known to lead to a neighbour."""
    for site in proofs.sites:
        if facts.steps_next(site.effect) and not _is_tried(site) and not _is_near(site):
            proofs.warn(
                "LT432",
                site.path,
                "the zone may not be adjacent, which stops the game here",
                "choose the zone from `adjacentZones` of the token's zone",
            )


def _is_tried(site: Site) -> bool:
    # a trigger's effects are not the action's own
    return isinstance(site.owner, ActionDef) and is_tried_for_steps(site.owner)


def _is_near(site: Site) -> bool:
    return all(_leads_next(site, arrival) for arrival in facts.arrivals(site.effect))


def _leads_next(site: Site, arrival: facts.Arrival) -> bool:
    token, zone = arrival.token, arrival.to
    if token is None or zone is None:
        return False
    places = (site.known.token_place(token), ex.TokenProp(token, "zone"))
    return any(place is not None and site.known.are_neighbors(zone, place) for place in places)
