"""Type maximum: creating a token, or changing its type, when its type may have reached its `max`."""

from __future__ import annotations

from ludotome.gamedef import facts
from ludotome.gamedef.definition import ActionDef, TokenTypeDef
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.proofs import Proofs


def check(proofs: Proofs) -> None:
    """Warn about every effect that may exceed the `max` of a type."""
    kinds = {kind.id: kind for kind in proofs.inference.symbols.game_def.token_types if kind.max is not None}
    making = [(site, names) for site in proofs.sites if (names := _made_by(proofs, site) & set(kinds))]
    for site, names in making:
        for name in sorted(names):
            sources = [other for other, made in making if name in made]
            if not _fits(proofs, site, kinds[name], sources):
                _warn(proofs, site, kinds[name])


def _warn(proofs: Proofs, site: Site, kind: TokenTypeDef) -> None:
    part = "type" if facts.creates(site.effect) else "value"
    proofs.warn(
        "LT434",
        f"{site.path}.{part}",
        f"there may already be {kind.max} `{kind.id}`, the maximum",
        f'test it first: `pre: "count(tokens({kind.id})) < {kind.max}"`',
    )


def _made_by(proofs: Proofs, site: Site) -> frozenset[str]:
    """Return the types to which an effect can add a token."""
    kinds = [arrival.makes for arrival in facts.arrivals(site.effect) if arrival.makes is not None]
    change = facts.property_set(site.effect)
    if change is not None and change.prop == "type":
        kinds.append(change.value)
    return frozenset[str]().union(*(proofs.inference.infer(kind, site.scope, "").names for kind in kinds))


def _number(proofs: Proofs, site: Site) -> int:
    counts = [arrival.count for arrival in facts.arrivals(site.effect) if arrival.makes is not None]
    made = sum(max(0, proofs.inference.infer(count, site.scope, "").high) for count in counts if count is not None)
    return made if counts else 1


def _fits(proofs: Proofs, site: Site, kind: TokenTypeDef, sources: list[Site]) -> bool:
    assert kind.max is not None
    known = site.known.in_play.get((kind.id,))
    if known is not None and known + _number(proofs, site) <= kind.max:
        return True
    if _number(proofs, site) <= 1 and proofs.kinds.fit_one_per_zone(kind.id, kind.max):
        return True
    supply = proofs.kinds.supply(proofs.kinds.of_type[kind.id])
    if supply is not None and supply <= kind.max:
        return True
    # total number created, if only setup and actions with a limit per game create it
    times = [_times(proofs, other) for other in sources]
    if None in times:
        return False
    made = sum(_at_once(proofs, other) * (often or 0) for other, often in zip(sources, times, strict=True))
    return made <= kind.max


def _times(proofs: Proofs, site: Site) -> int | None:
    """Return how often the list of a site can run in a game; None if unlimited."""
    if site.is_setup:
        return 1
    limits = site.owner.limits if isinstance(site.owner, ActionDef) else ()
    of_player = min((limit.max for limit in limits if limit.scope == "game"), default=None)
    return None if of_player is None else of_player * proofs.inference.symbols.game_def.metadata.players.max


def _at_once(proofs: Proofs, site: Site) -> int:
    made = _number(proofs, site)
    for _, over in site.loops:
        made *= proofs.sizes.of(over, site.scope)
    return made
