"""Passing zones: zones that a list of effects fills and empties again, such as a hand that distributes a stack.

    draw: { from: $from, to: carry, count: $a + $b }
    draw: { from: carry, to: …, count: $a }
    draw: { from: carry, to: …, count: $b }

Such a zone is empty between decisions, so tokens drawn into it have room if they alone fit.

Invariants:
    * a zone qualifies only if every list that brings tokens there also removes the same number;
    * they go to a zone that exists: `pre` fails without it, or it is never `none`.

This module does not know what is a fault (`checks`).
"""

from __future__ import annotations

import re
from collections import Counter

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.definition import ActionDef
from ludotome.gamedef.effect_sites import Site
from ludotome.gamedef.facts import Arrival
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.zone_sets import zones_of

_IN_ACTION = re.compile(r"actions\[\d+\]\.effects\[(\d+)\]\.\w+")


def passes_through(inference: Inference, sites: tuple[Site, ...], zone: ex.Expr, room: int) -> bool:
    """Return whether *zone* is always empty when a list begins to fill it, and gets at most *room* tokens."""
    if not isinstance(zone, ex.ZoneLiteral):
        return False
    brought = [
        (site, arrival)
        for site in sites
        for arrival in facts.arrivals(site.effect)
        if arrival.to is not None and zone.zone in zones_of(inference, arrival.to, site.scope).members
    ]
    return all(_is_laid_down(inference, site, arrival, zone, room) for site, arrival in brought)


def _is_laid_down(inference: Inference, site: Site, arrival: Arrival, zone: ex.ZoneLiteral, room: int) -> bool:
    """Return whether the tokens of *arrival* fit in the empty *zone*, and the rest of the list removes all of them."""
    place = _IN_ACTION.fullmatch(site.path)
    if place is None or not isinstance(site.owner, ActionDef) or arrival.to != zone or arrival.count is None:
        return False
    action = site.owner
    if not _is_at_most(inference, site, action, arrival.count, room):
        return False
    taken = Counter[ex.Expr]()
    for effect in action.effects[int(place[1]) + 1 :]:
        for count, to in _taken_from(effect, zone):
            if not _is_there(inference, site, action, to, count):
                return False
            taken[count] += 1
    plus, minus = _terms(arrival.count)
    return not minus and taken == plus


def _taken_from(effect: fx.Effect, zone: ex.Expr) -> list[tuple[ex.Expr, ex.Expr]]:
    """Return how many tokens *effect* takes from *zone*, and where to; also inside an `if` that tests for tokens."""
    match effect:
        case fx.If(when=ex.Compare(op=">", left=count, right=ex.IntLiteral(value=0)), then=then, else_=()):
            inner = [pair for below in then for pair in _taken_from(below, zone)]
            return inner if all(one == count for one, _ in inner) else []
        case _ if not isinstance(effect, fx.ControlEffect):
            return [
                (arrival.count, arrival.to)
                for arrival in facts.arrivals(effect)
                if arrival.source == zone and arrival.count is not None and arrival.to is not None
            ]
        case _:
            return []  # any other list: how often it runs is not known


def _is_there(inference: Inference, site: Site, action: ActionDef, zone: ex.Expr, count: ex.Expr) -> bool:
    """Return whether *zone* is never `none`, or `pre` fails if it is and *count* tokens go there."""
    if not inference.infer(zone, site.scope, "").optional:
        return True
    return action.pre is not None and _fails_without(action.pre, zone, count)


def _fails_without(condition: ex.Expr, zone: ex.Expr, count: ex.Expr) -> bool:
    """Return whether *condition* is false if *zone* is `none` and *count* is not 0: `none` compares false."""
    match condition:
        case ex.And(args=parts):
            return any(_fails_without(part, zone, count) for part in parts)
        case ex.Or(args=parts):
            return all(_fails_without(part, zone, count) for part in parts)
        case ex.Compare(op="==", left=left, right=ex.IntLiteral(value=0)) if left == count:
            return True
        case ex.Empty(zone=asked) | ex.Occupied(zone=asked):
            return asked == zone
        case ex.Compare(left=left, right=right):
            return _is_nothing_without(left, zone) or _is_nothing_without(right, zone)
        case ex.In(item=item) | ex.NotIn(item=item):
            return _is_nothing_without(item, zone)
        case _:
            return False  # any other condition may hold without a zone: `not`, for example


def _is_nothing_without(value: ex.Expr, zone: ex.Expr) -> bool:
    """Return whether *value* is `none` if *zone* is."""
    match value:
        case ex.TokenProp(token=ex.Top(zone=asked)) | ex.ZoneProp(zone=asked):
            return asked == zone
        case _:
            return False  # any other value: not known


def _is_at_most(inference: Inference, site: Site, action: ActionDef, count: ex.Expr, room: int) -> bool:
    """Return whether *count* is at most *room*; a parameter in `0..5 - $a` proves that `$a + $b` is at most 5."""
    if _highest(inference, site, count) <= room:
        return True
    plus, minus = _terms(count)
    for param in action.params:
        name, domain = ex.Binding(param.name), param.domain
        if minus or plus[name] != 1 or not isinstance(domain, ex.IntsInRange):
            continue
        high, less = _terms(domain.max)
        if less == plus - Counter([name]) and sum(_highest(inference, site, one) for one in high.elements()) <= room:
            return True
    return False


def _highest(inference: Inference, site: Site, number: ex.Expr) -> int:
    return inference.infer(number, site.scope, "").high


def _terms(number: ex.Expr) -> tuple[Counter[ex.Expr], Counter[ex.Expr]]:
    """Return the terms added and the terms subtracted in *number*."""
    if not isinstance(number, ex.Arithmetic) or number.op not in ("+", "-"):
        return Counter([number]), Counter()
    plus, minus = _terms(number.left)
    added, subtracted = _terms(number.right)
    if number.op == "-":
        added, subtracted = subtracted, added
    return plus + added, minus + subtracted
