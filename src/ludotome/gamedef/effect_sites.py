"""Effect sites: every effect of a definition with its place, and what is known of the state when it runs.

The walk follows lists in the order in which they run: the cost and effects of an action are one list, which starts
with the facts of its domains and `pre`. Setup starts with an empty table. Triggers and phases start without facts,
since anything may have happened before them.

Invariants:
    * the facts of a site are true whenever its effect runs, in every iteration of every enclosing loop;
    * sites are in written order.

This module does not know what is a fault (`checks` does), nor how facts are derived (`learn` does).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.checked_game import checked
from ludotome.gamedef.definition import ActionDef, TriggerDef
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.known import ALL, Known, is_stable
from ludotome.gamedef.learn import conjuncts, learn_condition, learn_element, learn_otherwise
from ludotome.gamedef.node import NODES
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.symbols import walk
from ludotome.gamedef.zone_sets import zones_of


class Site(Struct, frozen=True, dict=True):
    """One effect: its path, its scope, the facts known before it, and the owner of its list.

    `loops` are the sets of the enclosing loops, outermost first, with the names they bind.
    """

    effect: fx.Effect
    path: str
    scope: Scope
    known: Known
    owner: ActionDef | TriggerDef | None = None
    is_setup: bool = False
    loops: tuple[tuple[str, ex.Expr], ...] = ()


class _Walk(Struct, dict=True):
    """Walks through the lists one after the other."""

    inference: Inference
    owner: ActionDef | TriggerDef | None = None
    is_setup: bool = False
    sites: list[Site] = field(default_factory=list)

    def through(
        self, effects: fx.Effects, known: Known, path: str, loops: tuple[tuple[str, ex.Expr], ...] = ()
    ) -> Known:
        """Walk a list; return the facts known after it."""
        for index, effect in enumerate(effects):
            known = self._after(effect, known, f"{path}[{index}]", loops)
        return known

    def _after(self, effect: fx.Effect, known: Known, path: str, loops: tuple[tuple[str, ex.Expr], ...]) -> Known:
        here = f"{path}.{NODES[type(effect)].name}"
        scope = self.inference.scope_of_effect[path]
        self.sites.append(Site(effect, here, scope, known, self.owner, self.is_setup, loops))
        if isinstance(effect, fx.ControlEffect):
            return self._after_lists(effect, known, here, loops)
        known = self._changed(effect, known)
        name, asked = facts.bound_name(effect), facts.question(effect)
        if name is None:
            return known
        if asked is not None and asked.times is None:
            return learn_element(known, self.inference.symbols.game_def, name, asked.options)
        return known.without(name)

    def _after_lists(
        self, effect: fx.ControlEffect, known: Known, here: str, loops: tuple[tuple[str, ex.Expr], ...]
    ) -> Known:
        match effect:
            case fx.If(when=when, then=then, else_=otherwise):
                one = self.through(then, learn_condition(known, when), f"{here}.then", loops)
                other = self.through(otherwise, learn_otherwise(known, when), f"{here}.else", loops)
                return one.common(other)
            case fx.ForEach():
                return self._loop(effect, known, here, loops)
            case fx.Let(bind=name, value=value, in_=None):
                return known.kept(name, value)
            case fx.Let(bind=name, value=value, in_=inner):
                return self.through(inner or (), known.kept(name, value), f"{here}.in", loops).without(name)
            case _:
                assert_never(effect)

    def _loop(self, loop: fx.ForEach, known: Known, here: str, loops: tuple[tuple[str, ex.Expr], ...]) -> Known:
        game, bind, body = self.inference.symbols.game_def, loop.bind, loop.effects
        arrivals = [arrival for node in walk(body) for arrival in facts.arrivals(node)]
        element = ex.Binding(bind)
        if not arrivals:
            inner = learn_element(_settled(known, body), game, bind, loop.over)
        elif all(arrival.to == element for arrival in arrivals):
            # each iteration has its own zone, so what was known of it when the set was evaluated still holds
            inner = learn_element(_forgotten(known, body), game, bind, loop.over)
        else:
            inner = replace(learn_element(_forgotten(known, body), game, bind, loop.over), most={}, lines=frozenset())
        inner = replace(inner.stable(), place_of={}, in_play={}) if _changes_anything(body) else inner
        self.through(body, inner, f"{here}.effects", (*loops, (bind, loop.over)))
        after = _forgotten(known, body) if arrivals else _settled(known, body)
        if len(body) == 1 and facts.destroyed(body[0]) == element and isinstance(loop.over, ex.TokensInZone):
            return after.counting(loop.over.zone, 0)
        return after

    def _changed(self, effect: fx.PlainEffect, known: Known) -> Known:
        """Return the facts that survive an effect without nested lists, ignoring its bindings."""
        arrivals = facts.arrivals(effect)
        if arrivals:
            known = self._after_arrivals(arrivals, known)
        gone, change = facts.destroyed(effect), facts.property_set(effect)
        if gone is not None:
            known = self._after_destroying(gone, known)
        if change is not None:
            known = _after_prop(change.prop, known)
        if facts.variable_set(effect) is not None:
            known = known.only(lambda expr: not any(facts.variable_read(node) for node in walk(expr)))
        if facts.puts_out(effect):
            known = known.stable()  # the next player may have changed
        return known

    def _after_arrivals(self, arrivals: tuple[facts.Arrival, ...], known: Known) -> Known:
        match arrivals:
            case (facts.Arrival(token=token, to=zone),) if token is not None and zone is not None:
                others = self._others(known, zone)
                after = known.after_arrival(zone, 1, kinds_of(self.inference, token, known), token, others)
                return self._emptied(token, known, after, to=zone)
            case (facts.Arrival(makes=ex.NameLiteral(name=kind), to=zone, count=ex.IntLiteral(value=count)),) if zone:
                after = known.after_arrival(zone, max(count, 0), (kind,), others=self._others(known, zone))
                return replace(after, place_of=known.stable().place_of)
        return Known(
            types_of=known.types_of, means=known.means, wraps=known.wraps, loose=known.loose
        )  # anything may have moved

    def _others(self, known: Known, zone: ex.Expr) -> frozenset[ex.Expr]:
        """Return the zones of which something is known that are taken from others than those *zone* can be."""
        scope = self.sites[-1].scope
        there = zones_of(self.inference, zone, scope)
        return frozenset(one for one, _ in known.most if not there.meets(zones_of(self.inference, one, scope)))

    def _after_destroying(self, token: ex.Expr, known: Known) -> Known:
        return self._emptied(token, known, known.after_departures())

    def _emptied(self, token: ex.Expr, known: Known, after: Known, to: ex.Expr | None = None) -> Known:
        """Return *after* with the fact that the zone that *token* left is empty, if it has room for one token."""
        left, scope = known.leaves_empty(token), self.sites[-1].scope
        if left is None or not is_stable(left):
            return after
        found = zones_of(self.inference, left, scope)
        if found.narrow.capacities - {1}:
            return after
        # An empty zone cannot be the one that the token was in.
        can_be_full = to is not None and known.at_most(to) != 0
        if to is not None and can_be_full and found.narrow.meets(zones_of(self.inference, to, scope)):
            return after
        return after.emptied(left) if found.max_capacity == 1 else after.with_room(left)


def _after_prop(prop: str, known: Known) -> Known:
    after = known.stable()
    if prop != "type":
        return after
    counted = {key: most for key, most in after.most.items() if key[1] == ALL}
    return replace(after, most=counted, in_play={}, types_of={})


def kinds_of(inference: Inference, token: ex.Expr, known: Known) -> frozenset[str]:
    """Return the possible types of *token*; all types if unknown."""
    every = frozenset(inference.declared.token_types)
    match token:
        case ex.Binding(name=name):
            return known.types_of.get(name, every)
        case ex.First(query=ex.Tokens(types=types)) | ex.First(query=ex.Where(of=ex.Tokens(types=types))) if types:
            return frozenset(types)
        case ex.First(query=ex.Where(where=condition, bind=bind)):
            return every & next((names for part in conjuncts(condition) if (names := _types_asked(part, bind))), every)
        case _:
            return every  # any other expression may be of any type


def _types_asked(part: ex.Expr, bind: str) -> frozenset[str]:
    """Return the types for which `it.type == NAME` holds; empty if *part* is another condition."""
    match part:
        case ex.Compare(
            op="==", left=ex.TokenProp(token=ex.Binding(name=name), prop="type"), right=ex.NameLiteral(name=kind)
        ) if name in (bind, ex.IT):
            return frozenset({kind})
        case _:
            return frozenset()  # any other condition gives no facts about types


def _settled(known: Known, body: fx.Effects) -> Known:
    """Return the facts of *known* that stay true while a loop body that moves no tokens is repeated."""
    if not _changes_anything(body):
        return known
    after = replace(known.stable(), place_of={}, types_of=_forgotten(known, body).types_of)
    if _changes_types(body):
        after = replace(after, most={key: most for key, most in after.most.items() if key[1] == ALL}, in_play={})
    return after


def _forgotten(known: Known, body: fx.Effects) -> Known:
    """Return the facts of *known* that stay true while a loop body that moves tokens is repeated."""
    return Known(types_of={} if _changes_types(body) else known.types_of, wraps=known.wraps, loose=known.loose)


def _changes_types(body: fx.Effects) -> bool:
    changes = (facts.property_set(node) for node in walk(body))
    return any(change is not None and change.prop == "type" for change in changes)


def _changes_anything(body: fx.Effects) -> bool:
    return not all(map(facts.is_quiet, walk(body)))


def effect_sites(inference: Inference) -> tuple[Site, ...]:
    """Return every effect of a definition whose effects have been type-checked, except those of its tests."""
    return tuple(_sites(inference))


def _sites(inference: Inference) -> Iterator[Site]:
    game = inference.symbols.game_def
    nothing = Known(wraps=_comes_round(inference), loose=_loose_zones(inference))
    yield from _walked(_Walk(inference, is_setup=True), game.setup, nothing, "setup")
    for index, phase in enumerate(game.turn_structure.phases):
        for name, effects in (("onEnter", phase.on_enter), ("onExit", phase.on_exit)):
            yield from _walked(_Walk(inference), effects, nothing, f"turnStructure.phases[{index}].{name}")
    for index, action in enumerate(game.actions):
        known = nothing
        for param in action.params:
            known = learn_element(known, game, param.name, param.domain)
        walked = _Walk(inference, action)
        known = walked.through(action.cost, learn_condition(known, action.pre), f"actions[{index}].cost")
        walked.through(action.effects, known, f"actions[{index}].effects")
        yield from walked.sites
    for index, trigger in enumerate(game.triggers):
        known = learn_condition(nothing, trigger.when)
        yield from _walked(_Walk(inference, trigger), trigger.effects, known, f"triggers[{index}].effects")


def _walked(walked: _Walk, effects: fx.Effects, known: Known, path: str) -> list[Site]:
    walked.through(effects, known, path)
    return walked.sites


def _loose_zones(inference: Inference) -> frozenset[str]:
    """Return the owned zones that no step leads to."""
    zones = inference.symbols.game_def.zones
    joined = {str(other) for zone in zones for other in zone.adjacent_to}
    joined |= {str(zone.id) for zone in zones if zone.adjacent_to}
    owned = {str(zone.id).partition(":")[0] for zone in zones if zone.owner == "player"}
    return frozenset(owned - {name.partition(":")[0] for name in joined})


def _comes_round(inference: Inference) -> bool:
    """Return whether some direction leads from a zone back to itself."""
    game = inference.symbols.game_def
    board = checked(game).board
    for way in range(len(board.direction_names)):
        walk_of = [0] * len(game.zones)  # the walk that reached each zone first; each zone is left once
        for start in range(len(game.zones)):
            zone = start
            while zone >= 0 and not walk_of[zone]:
                walk_of[zone] = start + 1
                zone = board.neighbor_by_direction[zone][way]
            if zone >= 0 and walk_of[zone] == start + 1:
                return True
    return False
