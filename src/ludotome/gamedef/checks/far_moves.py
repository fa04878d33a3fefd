"""Far moves: a `moveTokenAdjacent` that may lead to a zone that is no neighbour, where that is a fault.

In the own effects of an action without dice, shuffles and choices such a move is tried first and only makes the action
illegal, so nothing is said there.
"""

from __future__ import annotations

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.definition import ActionDef
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.proofs import Proofs
from ludotome.gamedef.symbols import walk

_OPEN_ENDED = (fx.Roll, fx.Shuffle, fx.ChooseOne, fx.ChooseN)


def check(proofs: Proofs) -> None:
    """Warn of every step that cannot be tried first and is not known to lead to a neighbour."""
    for site in proofs.sites:
        if isinstance(site.effect, fx.MoveTokenAdjacent) and not _is_tried(site) and not _is_near(site, site.effect):
            proofs.warn(
                "LT432",
                site.path,
                "the zone may be no neighbour, and here that stops the game",
                "choose the zone from `adjacentZones` of where the token is",
            )


def _is_tried(site: Site) -> bool:
    action = site.owner
    if not isinstance(action, ActionDef):
        return False
    # a choice or a random order cannot be tried; a trigger's effects are not the action's own
    return not any(isinstance(node, _OPEN_ENDED) for node in walk((action.cost, action.effects)))


def _is_near(site: Site, effect: fx.MoveTokenAdjacent) -> bool:
    if effect.to is None:
        return False
    places = (site.known.token_place(effect.token), ex.TokenProp(effect.token, "zone"))
    return any(place is not None and site.known.are_neighbors(effect.to, place) for place in places)
