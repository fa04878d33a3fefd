"""Full zones: a token put into a zone that may have no room for it, the commonest slip of a rule.

There is room when the zone is known to hold few enough tokens (the parameter was taken from empty cells, `pre` says so,
an earlier effect cleared it); when all tokens that can ever come there fit; or when each kind of token keeps to one a
zone and there is room for one of each. Setup fills an empty table, so what it makes is counted.
"""

from __future__ import annotations

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.effect_sites import Site, least_capacity_of, target_of
from ludotome.gamedef.proofs import Proofs


def check(proofs: Proofs) -> None:
    """Warn of every effect that may put a token into a full zone."""
    if all(zone.capacity is None for zone in proofs.inference.symbols.game_def.zones):
        return
    for site in proofs.sites:
        zone = target_of(site.effect)
        if zone is not None and not _has_room(proofs, site, zone):
            _warn(proofs, site, zone)


def _warn(proofs: Proofs, site: Site, zone: ex.Expr) -> None:
    name = f"`{zone.name}`" if isinstance(zone, ex.Binding) else "this zone"
    room = least_capacity_of(proofs.inference, zone, site.scope)
    there = "there is room for one" if room == 1 else f"there is room for {room}"
    clear = f"clear it first (`capture: {zone.name}`)" if isinstance(zone, ex.Binding) else "clear it first"
    match site.effect:
        case fx.CreateToken():
            field = "zone"
        case fx.MoveTokenAdjacent(to=None):
            field = "direction"
        case _:
            field = "to"
    proofs.warn(
        "LT430",
        f"{site.path}.{field}",
        f"{name} may {'hold a token' if room == 1 else 'be full'} already, and {there}",
        f"{clear}, or choose it from empty zones (`where empty(it)`)",
    )


def _has_room(proofs: Proofs, site: Site, zone: ex.Expr) -> bool:
    room = least_capacity_of(proofs.inference, zone, site.scope)
    if room is None or proofs.sizes.tokens <= room or _comes_from_there(site, zone):
        return True
    if proofs.kinds.most_in(zone, site.scope) <= room:
        return True
    if site.is_setup and proofs.kinds.setup.fits(site):
        return True
    most, arriving = site.known.at_most(zone), proofs.arriving(site)
    if most is not None and most + arriving <= room:
        return True
    return _tops_up(site, zone, room) or (arriving <= 1 and proofs.kinds.keeps_to_one(site, zone, room))


def _comes_from_there(site: Site, zone: ex.Expr) -> bool:
    """Whether the token lies in the zone already, so that it leaves before it enters."""
    if not isinstance(site.effect, fx.MoveToken):
        return False
    token = site.effect.token
    return zone == ex.TokenProp(token, "zone") or site.known.token_place(token) == site.known.spelt(zone)


def _tops_up(site: Site, zone: ex.Expr, room: int) -> bool:
    """Whether a draw takes what is missing to a number that fits: `count: max(0, 4 - zoneCount(row))`."""
    match site.effect:
        case fx.Draw(
            count=ex.Maximum(
                args=(
                    ex.IntLiteral(value=0),
                    ex.Arithmetic(op="-", left=ex.IntLiteral(value=wanted), right=ex.ZoneCount(zone=counted)),
                )
            )
        ):
            return counted == zone and wanted <= room
    return False
