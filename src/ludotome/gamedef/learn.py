"""Learn: derive facts from a condition that holds, and from a name that is bound to an element of a set.

before:  known, `board where empty(it) and it.row > 2`, `$cell`          after:  known, `$cell` holds at most 0 tokens

This module does not know effects; what it cannot interpret it ignores, which is always safe.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.definition import GameDef
from ludotome.gamedef.known import Known, put_in

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def conjuncts(condition: ex.Expr) -> Iterator[ex.Expr]:
    """Yield the parts of a condition that must all hold."""
    if isinstance(condition, ex.And):
        for part in condition.args:
            yield from conjuncts(part)
    else:
        yield condition


def learn_condition(known: Known, condition: ex.Expr | None) -> Known:
    """Return *known* with the facts that follow if *condition* holds."""
    for part in () if condition is None else conjuncts(condition):
        known = _learn_part(known, part)
    return known


def learn_otherwise(known: Known, condition: ex.Expr) -> Known:
    """Return *known* with the facts that follow if *condition* does not hold."""
    match condition:
        case ex.Not(arg=arg):
            return learn_condition(known, arg)
        case ex.Occupied() | ex.Exists():
            return _learn_part(known, ex.Not(condition))
        case _:
            return known  # any other condition gives no facts


def _learn_part(known: Known, part: ex.Expr) -> Known:
    match part:
        case ex.Empty(zone=zone) | ex.Not(arg=ex.Occupied(zone=zone)):
            return known.counting(zone, 0)
        case ex.Not(arg=ex.Exists(query=query)) | ex.Compare("==", ex.Count(query=query), ex.IntLiteral(value=0)):
            return _learn_none(known, query)
        case ex.All(query=ex.Between(from_=start), where=ex.Empty(zone=ex.Binding(name=name)), bind=bind) if name in (
            bind,
            ex.IT,
        ):
            return replace(known, lines=known.lines | {known.spelt(start)})
        case ex.Compare(op="==", left=ex.TokenProp(token=token, prop="zone"), right=zone):
            return known.with_token_at(token, zone)
        case ex.Adjacent(left=one, right=other):
            return replace(known, beside=known.beside | {(known.spelt(one), known.spelt(other))})
        case ex.Compare(op=op, left=left, right=ex.IntLiteral(value=number)):
            return _learn_number(known, left, op, number)
        case ex.Compare(op=op, left=ex.IntLiteral(value=number), right=right):
            return _learn_number(known, right, _MIRRORED[op], number)
        case _:
            return known  # any other condition gives no facts


def _learn_none(known: Known, query: ex.Expr) -> Known:
    """Return *known* with the facts that follow if a set is empty."""
    match query:
        case ex.TokensInZone(zone=zone):
            return known.counting(zone, 0)
        case ex.Where(
            of=ex.TokensInZone(zone=zone),
            where=ex.Compare(
                op="==", left=ex.TokenProp(token=ex.Binding(name=name), prop="type"), right=ex.NameLiteral(name=kind)
            ),
            bind=bind,
        ) if name in (bind, ex.IT):
            return known.counting(zone, 0, kind)
        case ex.Where(of=ex.Between(from_=start), where=ex.Occupied(zone=ex.Binding(name=name)), bind=bind) if name in (
            bind,
            ex.IT,
        ):
            return replace(known, lines=known.lines | {known.spelt(start)})
        case _:
            return known  # any other set gives no facts


def _learn_number(known: Known, counted: ex.Expr, op: str, number: int) -> Known:
    """Return *known* with the facts that follow if a number compares with a constant by *op*."""
    if op not in ("<", "<=", "=="):
        return known
    most = number - 1 if op == "<" else number
    match counted:
        case ex.ZoneCount(zone=zone) | ex.Count(query=ex.TokensInZone(zone=zone)):
            return known.counting(zone, most)
        case ex.Count(query=ex.Tokens(types=types)):
            key = tuple(sorted(types))
            return replace(known, in_play={**known.in_play, key: min(most, known.in_play.get(key, most))})
        case _:
            return known  # any other number gives no facts


def learn_element(known: Known, game: GameDef, name: str, domain: ex.Expr) -> Known:
    """Return *known* with the facts that follow if *name* is an element of *domain*."""
    return _learn_domain(known.without(name), game, ex.Binding(name), domain)


def _learn_domain(known: Known, game: GameDef, element: ex.Binding, domain: ex.Expr) -> Known:
    match domain:
        case ex.Where(of=source, where=condition, bind=bind):
            known = _learn_domain(known, game, element, source)
            return _learn_of(known, element, condition, bind)
        case ex.Ray(while_=condition, then=None, bind=bind) if condition is not None:
            return _learn_of(known, element, condition, bind)
        case ex.Destinations(group=wanted):
            groups = [group for kind in game.token_types for group in kind.movement if wanted in (None, group.name)]
            only_empty = all(pattern.onto == ("empty",) for group in groups for pattern in group.patterns)
            return known.counting(element, 0) if only_empty else known
        case ex.Reachable():
            for kind in game.token_types:
                if "move" in kind.blocks:
                    known = known.counting(element, 0, kind.id)
            return known
        case ex.RegionZones(name=name, player=None):
            return replace(known, within={**known.within, element.name: name})
        case ex.AdjacentZones(zone=zone):
            return replace(known, beside=known.beside | {(element, known.spelt(zone))})
        case ex.TokensInZone(zone=zone):
            return known.with_token_at(element, zone)
        case ex.Tokens(types=types) if types:
            return replace(known, types_of={**known.types_of, element.name: frozenset(types)})
        case _:
            return known  # any other set gives no facts about its elements


def _learn_of(known: Known, element: ex.Binding, condition: ex.Expr, bind: str) -> Known:
    """Return *known* if *condition* holds for *element*, which it calls *bind* or `it`."""
    for part in conjuncts(condition):
        for called in {bind, ex.IT}:
            part = _said_of(part, ex.Binding(called), element)
        known = _learn_part(known, part)
    return known


def _said_of(part: ex.Expr, called: ex.Binding, element: ex.Binding) -> ex.Expr:
    """Return a condition about *element*; nested binders of the same name are not changed."""
    match part:
        case ex.Not(arg=arg):
            return ex.Not(_said_of(arg, called, element))
        case ex.Exists(query=ex.Where(of=source, where=where, bind=bind)):
            return ex.Exists(ex.Where(put_in(source, called, element), where, bind))
        case ex.All():
            return part
        case _:  # any other condition has no binder, or gives no facts
            said: ex.Expr = put_in(part, called, element)
            return said
