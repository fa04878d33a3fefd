"""Effects: run lists of effects; control, variables, choices and requests. Tokens are in `token_effects`.

Each effect class has one maker (`performs`), which gets the node, the tables, the static scope and its path once.

Invariants:
    * all arguments of one effect are evaluated before it changes anything;
    * an effect on a token, zone or player that is `none` does nothing;
    * a list that binds has its own context, so its names end with it.

This module does not know the caller of a list, nor when its events are dispatched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from msgspec import Struct

from ludotome.gamedef import NODES, Effect, Effects, Node, Registry, Scope, Type, VarDef, facts
from ludotome.gamedef import effects as fx
from ludotome.kernel.chance_mode import roll_die
from ludotome.kernel.context import Context, Value, elements, make, make_set, plain
from ludotome.kernel.faults import DocumentFault, Question
from ludotome.kernel.run import Run
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle, Working

Performer = Callable[[Context], None]


class Place(Struct, frozen=True):
    """The place of an effect: the tables, its path and its static scope."""

    tables: Tables
    scope: Scope
    path: str

    def at(self, path: str) -> Place:
        """Return the place at *path*."""
        return Place(self.tables, self.scope, path)

    def bind(self, name: str, type_: Type) -> Place:
        """Return this place with *name* bound."""
        return Place(self.tables, self.scope.bind(name, type_), self.path)

    def type_of(self, node: Node) -> Type:
        """Return the static type of an expression here."""
        return self.tables.rules.inference.infer(node, self.scope, self.path)

    def bound(self, effect: Effect) -> Place:
        """Return the place of the effects after *effect* in its list."""
        name = facts.bound_name(effect)
        if name is None or not isinstance(effect, fx.BindingEffect):
            return self
        match effect:
            case fx.Let(value=value):
                return self.bind(name, self.type_of(value))
            case fx.Roll():
                return self.bind(name, Type("int"))
            case fx.ChooseOne(options=options):
                return self.bind(name, self.type_of(options).element or Type("unknown"))
            case fx.ChooseN(options=options):
                return self.bind(name, self.type_of(options))
            case _:
                assert_never(effect)


PERFORMERS = Registry[Callable[[Any, Place], Performer]]("the reference kernel")
performs = PERFORMERS.enter  # registers a function as the maker of effects


def make_effects(effects: Effects, place: Place) -> Performer:
    """Return the function that runs *effects* one after the other."""
    steps: list[tuple[Performer, str]] = []
    inner_place = place
    for index, effect in enumerate(effects):
        path = f"{place.path}[{index}].{NODES[type(effect)].name}"
        steps.append((PERFORMERS.of(effect)(effect, inner_place.at(path)), path))
        inner_place = inner_place.bound(effect)
    binds = any(facts.bound_name(effect) is not None for effect in effects)

    def perform(context: Context) -> None:
        here = context.inner() if binds else context
        run = run_of(here)
        for step, path in steps:
            run.spend(path)
            step(here)

    return perform


def run_of(context: Context) -> Run:
    """Return the run an effect is part of; effects never run without one."""
    assert context.run is not None
    return context.run


# ── control ────────────────────────────────────────────────────────────────────────────────────────────────────────


@performs(fx.If)
def if_(node: fx.If, place: Place) -> Performer:
    """Run one of two lists."""
    when = make(node.when, place.tables)
    then = make_effects(node.then, place.at(f"{place.path}.then"))
    else_ = make_effects(node.else_, place.at(f"{place.path}.else"))

    def perform(context: Context) -> None:
        (then if when(context) else else_)(context)

    return perform


@performs(fx.ForEach)
def for_each(node: fx.ForEach, place: Place) -> Performer:
    """Run a list for each element of a set that is evaluated once; tokens destroyed in the meantime are skipped."""
    over, bind, limit = make_set(node.over, place.tables), node.bind, node.limit
    element = place.type_of(node.over).element or Type("unknown")
    body = make_effects(node.effects, place.bind(bind, element).at(f"{place.path}.effects"))
    path = place.path

    def perform(context: Context) -> None:
        listed = over(context)
        if limit is not None and len(listed) > limit:
            raise DocumentFault("limit", f"{len(listed)} elements, but `limit` is {limit}", path)
        inner = context.inner()
        for item in listed:
            if not isinstance(item, Handle) or context.state.is_alive(item):
                inner.bindings[bind] = item
                body(inner)

    return perform


@performs(fx.Let)
def let(node: fx.Let, place: Place) -> Performer:
    """Bind a value to a name."""
    value, bind = make(node.value, place.tables), node.bind
    if node.in_ is None:

        def keep(context: Context) -> None:
            context.bindings[bind] = value(context)

        return keep

    body = make_effects(node.in_, place.bind(bind, place.type_of(node.value)).at(f"{place.path}.in"))

    def perform(context: Context) -> None:
        inner = context.inner()
        inner.bindings[bind] = value(context)
        body(inner)

    return perform


# ── chance and choices ─────────────────────────────────────────────────────────────────────────────────────────────


@performs(fx.Roll)
def roll(node: fx.Roll, place: Place) -> Performer:
    """Roll a die; if the number of sides is `none`, the result is `none`."""
    sides, bind, path = make(node.sides, place.tables), node.bind, place.path

    def perform(context: Context) -> None:
        most = sides(context)
        if most is not None and most < 1:
            raise DocumentFault("no-sides", f"a die with {most} sides cannot be rolled", path)
        value = None if most is None else roll_die(context, most)
        context.bindings[bind] = value
        if most is not None and value is not None:
            run_of(context).rolls.append((most, value))

    return perform


@performs(fx.ChooseOne)
def choose_one(node: fx.ChooseOne, place: Place) -> Performer:
    """Offer a choice of one option; without options or a chooser the name is bound to `none`."""
    options, chooser, bind = make_set(node.options, place.tables), make(node.chooser, place.tables), node.bind
    element = place.type_of(node.options).element or Type("unknown")

    def perform(context: Context) -> None:
        listed, player = tuple(options(context)), chooser(context)
        asked = listed and player is not None
        context.bindings[bind] = run_of(context).ask(Question(player, listed, element)) if asked else None

    return perform


@performs(fx.ChooseN)
def choose_n(node: fx.ChooseN, place: Place) -> Performer:
    """Offer a choice of several options, one after the other in their order, at most as many as there are."""
    options, chooser, bind = make_set(node.options, place.tables), make(node.chooser, place.tables), node.bind
    n, element = make(node.n, place.tables), place.type_of(node.options).element or Type("unknown")

    def perform(context: Context) -> None:
        listed, player, wanted = tuple(options(context)), chooser(context), n(context)
        count = 0 if wanted is None or player is None else max(0, min(wanted, len(listed)))
        chosen: list[Value] = []
        start = 0
        for missing in range(count, 0, -1):
            # only options that leave enough for the remaining choices
            answer = run_of(context).ask(Question(player, listed[start : len(listed) - missing + 1], element))
            start = listed.index(answer, start) + 1
            chosen.append(answer)
        context.bindings[bind] = tuple(chosen)

    return perform


# ── variables ──────────────────────────────────────────────────────────────────────────────────────────────────────

Cell = tuple[list[Any], int]
"""The storage of a variable: a list and an index."""


@performs(fx.SetVar)
def set_var(node: fx.SetVar, place: Place) -> Performer:
    """Store a value, clamped."""
    cell, declared = _cell(node, place)
    value = make(node.value, place.tables)

    def perform(context: Context) -> None:
        where, new = cell(context), plain(value(context))
        if where is not None:
            _store(context, where, declared, new, place.tables)

    return perform


@performs(fx.AddVar)
def add_var(node: fx.AddVar, place: Place) -> Performer:
    """Add to a number, clamped; adding `none` changes nothing."""
    cell, declared = _cell(node, place)
    delta = make(node.delta, place.tables)

    def perform(context: Context) -> None:
        where, more = cell(context), delta(context)
        if where is not None and more is not None:
            _store(context, where, declared, where[0][where[1]] + more, place.tables)

    return perform


def _cell(node: fx.SetVar | fx.AddVar, place: Place) -> tuple[Callable[[Context], Cell | None], VarDef]:
    """Return a function that finds the variable's storage, and the variable's definition."""
    symbols = place.tables.symbols
    if node.scope == "global":
        index, declared = symbols.global_var[node.var]
        return lambda context: (context.state.global_vars, index), declared
    if node.scope == "player":
        index, declared = symbols.player_var[node.var]
        assert node.player is not None
        player = make(node.player, place.tables)

        def of_player(context: Context) -> Cell | None:
            seat = player(context)
            return None if seat is None else (context.state.player_vars[index], seat)

        return of_player, declared
    index, declared = symbols.zone_var[node.var]
    assert node.zone is not None
    zone, on_board = make(node.zone, place.tables), symbols.place_on_board

    def of_zone(context: Context) -> Cell | None:
        where = on_board.get(zone(context))
        return None if where is None else (context.state.zone_vars[index], where)

    return of_zone, declared


def _store(context: Context, cell: Cell, declared: VarDef, value: Any, tables: Tables) -> None:
    values, index = cell
    stored = tables.clamped(declared, value)
    values[index] = stored
    if declared.type == "int" and stored != (value or 0):
        run_of(context).clamped = True


# ── turns and players ──────────────────────────────────────────────────────────────────────────────────────────────


@performs(fx.EndPhase)
def end_phase(_: fx.EndPhase, __: Place) -> Performer:
    """Request the end of the phase."""

    def perform(context: Context) -> None:
        run_of(context).end_phase = True

    return perform


@performs(fx.EndTurn)
def end_turn(_: fx.EndTurn, __: Place) -> Performer:
    """Request the end of the turn."""

    def perform(context: Context) -> None:
        run_of(context).end_turn = True

    return perform


@performs(fx.SetActivePlayer)
def set_active_player(node: fx.SetActivePlayer, place: Place) -> Performer:
    """Name the player of the next turn."""
    return _on_player(make(node.player, place.tables), _name_next)


@performs(fx.ExtraTurn)
def extra_turn(_: fx.ExtraTurn, __: Place) -> Performer:
    """Name the actor for the next turn."""
    return _on_player(lambda context: context.actor, _name_next)


@performs(fx.Eliminate)
def eliminate(node: fx.Eliminate, place: Place) -> Performer:
    """Eliminate a player."""
    return _on_player(make(node.player, place.tables), _put_out)


def _on_player(player: Callable[[Context], Value], change: Callable[[Working, int], None]) -> Performer:
    def perform(context: Context) -> None:
        for seat in elements(player(context)):
            change(context.state, seat)

    return perform


def _name_next(state: Working, seat: int) -> None:
    state.next_player = seat


def _put_out(state: Working, seat: int) -> None:
    state.out[seat] = True
