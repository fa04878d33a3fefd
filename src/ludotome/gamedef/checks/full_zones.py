"""Full zones: a token put into a zone that may have no room for it, the most common error in rules.

There is room if the zone is known to contain few enough tokens (the parameter was taken from empty cells, `pre` says
so, an earlier effect cleared it), if all tokens that can ever come there fit, if each kind of token has at most one per
zone and there is room for one of each, or if tokens only pass through it. Setup starts with an empty table, so the
tokens it creates are counted.
"""

from __future__ import annotations

from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.facts import Arrival
from ludotome.gamedef.passing_zones import passes_through
from ludotome.gamedef.proofs import Proofs
from ludotome.gamedef.zone_sets import zones_of


def check(proofs: Proofs) -> None:
    """Warn about every effect that may put a token into a full zone."""
    if all(zone.capacity is None for zone in proofs.inference.symbols.game_def.zones):
        return
    for site in proofs.sites:
        for arrival in facts.arrivals(site.effect):
            zone = None if arrival.exchanges else arrival.to
            if zone is not None and not _has_room(proofs, site, arrival, zone):
                _warn(proofs, site, arrival, zone)


def _warn(proofs: Proofs, site: Site, arrival: Arrival, zone: ex.Expr) -> None:
    name = f"`{zone.name}`" if isinstance(zone, ex.Binding) else "this zone"
    room = zones_of(proofs.inference, zone, site.scope).least_capacity
    there = "there is room for one" if room == 1 else f"there is room for {room}"
    clear = f"clear it first (`capture: {zone.name}`)" if isinstance(zone, ex.Binding) else "clear it first"
    proofs.warn(
        "LT430",
        f"{site.path}.{arrival.field}",
        f"{name} may {'hold a token' if room == 1 else 'be full'} already, and {there}",
        f"{clear}, or choose it from empty zones (`where empty(it)`)",
    )


def _has_room(proofs: Proofs, site: Site, arrival: Arrival, zone: ex.Expr) -> bool:
    room = zones_of(proofs.inference, zone, site.scope).least_capacity
    if room is None or proofs.sizes.tokens <= room or _comes_from_there(site, arrival, zone):
        return True
    if proofs.kinds.most_in(zone, site.scope) <= room:
        return True
    if site.is_setup and proofs.kinds.setup.fits(site):
        return True
    if site.known.has_room(zone) and proofs.arriving(site, arrival) <= 1:
        return True
    most, arriving = site.known.at_most(zone), proofs.arriving(site, arrival)
    if most is not None and most + arriving <= room:
        return True
    if _tops_up(arrival, zone, room) or passes_through(proofs.inference, proofs.sites, zone, room):
        return True
    return arriving <= 1 and proofs.kinds.keeps_to_one(site, arrival, zone, room)


def _comes_from_there(site: Site, arrival: Arrival, zone: ex.Expr) -> bool:
    """Return whether the token is already in the zone, so that it leaves before it enters."""
    if arrival.token is None:
        return False
    is_own = zone == ex.TokenProp(arrival.token, "zone")
    return is_own or site.known.token_place(arrival.token) == site.known.spelt(zone)


def _tops_up(arrival: Arrival, zone: ex.Expr, room: int) -> bool:
    """Return whether the effect only fills up the zone to a number that fits: `count: max(0, 4 - zoneCount(row))`."""
    match arrival.count:
        case ex.Maximum(
            args=(
                ex.IntLiteral(value=0),
                ex.Arithmetic(op="-", left=ex.IntLiteral(value=wanted), right=ex.ZoneCount(zone=counted)),
            )
        ):
            return counted == zone and wanted <= room
        case _:
            return False  # any other number may not fit
