"""Facts: what a node does, derived from its declaration.

Nodes declare their deeds where they are defined (`deeds`). Every pass that needs to know which effects move tokens,
draw at random, offer a choice or write a variable uses this module and has no list of classes of its own, so that a new
node is handled correctly everywhere as soon as it is declared.

Each function is about a single node; to examine a whole list, walk it (`symbols.walk`). Expressions are accepted too;
they do nothing.

This module does not know particular nodes, nor its callers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.deeds import (
    Arrives,
    Asks,
    Binds,
    Deed,
    Destroys,
    Draws,
    Ends,
    NamesNext,
    Part,
    PutsOut,
    Runs,
    SetsProperty,
    SetsVariable,
    StepsNext,
)
from ludotome.gamedef.node import NODES, Node, fields_of, json_name

D = TypeVar("D", bound=Deed)
_ONE = ex.IntLiteral(1)
_SCOPE_OF_VARIABLE = {"global variable": "global", "player variable": "player", "zone variable": "zone"}
# Deeds that change nothing that an expression can see before the decision is done.
_QUIET = (Runs, Binds, Ends, NamesNext)


class Arrival(Struct, frozen=True):
    """Tokens that an effect brings to a zone, in terms of the effect's own expressions.

    `token` is the single token, or `source` the zone they are taken from, or `makes` the type of new ones;
    `count` is the maximum number, None for all in `source`. `to` is None if the effect does not name the zone.
    With `exchanges` another token leaves the zone in the same effect, so that the number of its tokens does not change.
    `field` is the JSON name of the field with the target. `expected_at` is the zone where the token must be, if given.
    `owner` and `props` are those of new tokens.
    """

    to: ex.Expr | None
    field: str
    token: ex.Expr | None = None
    source: ex.Expr | None = None
    makes: ex.Expr | None = None
    count: ex.Expr | None = None
    exchanges: bool = False
    expected_at: ex.Expr | None = None
    owner: ex.Expr | None = None
    props: dict[str, ex.Expr] = {}


# ── tokens ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def arrivals(node: Node) -> tuple[Arrival, ...]:
    """Return the tokens that *node* moves or creates, each of which raises `tokenEntered`, in order."""
    return tuple(_arrival(node, deed) for deed in _deeds(node, Arrives))


def _arrival(node: Node, deed: Arrives) -> Arrival:
    token, source, makes = (_part(node, name) for name in (deed.token, deed.source, deed.makes))
    count = _ONE if token is not None else _part(node, deed.count)
    to, field = _part(node, deed.to), deed.to
    if to is None and deed.way is not None:
        way, field = _part(node, deed.way), deed.way
        to = None if way is None or token is None else ex.Step(ex.TokenProp(token, "zone"), way)
    if deed.place_of is not None:
        other, field = _part(node, deed.place_of), deed.place_of
        to = None if other is None else ex.TokenProp(other, "zone")
    assert field is not None, "an arrival must have a target"
    exchanges, expected_at = deed.place_of is not None, _part(node, deed.expects)
    owner, props = _part(node, deed.owner), _part(node, deed.props) or {}
    return Arrival(to, json_name(field), token, source, makes, count, exchanges, expected_at, owner, props)


def arrival_fields(node: Node) -> tuple[Arrives, ...]:
    """Return the same as `arrivals`, as the names of the fields of *node*."""
    return tuple(_deeds(node, Arrives))


def handles_many(node: Node) -> bool:
    """Return whether *node* may affect many tokens: moves or creates several, or reorders them."""
    return any(arrival.token is None for arrival in arrivals(node)) or shuffled(node) is not None


def creates(node: Node) -> bool:
    """Return whether *node* creates tokens."""
    return any(deed.makes is not None for deed in _deeds(node, Arrives))


def moves(node: Node) -> bool:
    """Return whether *node* moves existing tokens."""
    return any(deed.makes is None for deed in _deeds(node, Arrives))


def destroyed(node: Node) -> ex.Expr | None:
    """Return the token that *node* removes from the game, or None."""
    return next((_part(node, deed.token) for deed in _deeds(node, Destroys)), None)


class PropertySet(Struct, frozen=True):
    """What an effect sets on a token: `owner`, `type` or a declared property, and the value."""

    token: ex.Expr
    prop: str
    value: ex.Expr


def property_set(node: Node) -> PropertySet | None:
    """Return what *node* sets on a token, or None."""
    for deed in _deeds(node, SetsProperty):
        return PropertySet(getattr(node, deed.token), getattr(node, deed.prop), getattr(node, deed.value))
    return None


def steps_next(node: Node) -> bool:
    """Return whether *node* moves a token that can only go to a neighbouring zone."""
    return any(_deeds(node, StepsNext))


# ── variables ──────────────────────────────────────────────────────────────────────────────────────────────────────


def variable_set(node: Node) -> tuple[str, str] | None:
    """Return the scope (`global`, `player` or `zone`) and the name of the variable that *node* sets, or None."""
    return next(((getattr(node, deed.scope), getattr(node, deed.var)) for deed in _deeds(node, SetsVariable)), None)


def variable_read(node: Node) -> tuple[str, str] | None:
    """Return the scope and the name of the variable that *node* reads, or None."""
    for field in fields_of(type(node)):
        if field.holds is not None and field.holds.what in _SCOPE_OF_VARIABLE:
            return _SCOPE_OF_VARIABLE[field.holds.what], getattr(node, field.name)
    return None


def stores(node: Node) -> bool:
    """Return whether *node* stores a value that a range may clamp, in a variable or a property."""
    given = any(deed.props is not None for deed in _deeds(node, Arrives))
    return given or any(_deeds(node, SetsVariable)) or any(_deeds(node, SetsProperty))


# ── chance and choices ─────────────────────────────────────────────────────────────────────────────────────────────


def is_random(node: Node) -> bool:
    """Return whether *node* draws at random."""
    return any(_deeds(node, Draws))


def drawn_number(node: Node) -> ex.Expr | None:
    """Return the upper limit of the number that *node* draws, or None."""
    return next((_part(node, deed.sides) for deed in _deeds(node, Draws) if deed.sides), None)


def drawn_place(node: Node) -> ex.Expr | None:
    """Return the zone in which *node* draws a random place, or None."""
    return next((_part(node, deed.into) for deed in _deeds(node, Draws) if deed.into), None)


def shuffled(node: Node) -> ex.Expr | None:
    """Return the zone that *node* shuffles, or None."""
    return next((_part(node, deed.orders) for deed in _deeds(node, Draws) if deed.orders), None)


def asks_player(node: Node) -> bool:
    """Return whether *node* may offer a player a choice."""
    return any(_deeds(node, Asks))


class Question(Struct, frozen=True):
    """A choice: the set of options, and how many are chosen (None for one)."""

    options: ex.Expr
    times: ex.Expr | None


def question(node: Node) -> Question | None:
    """Return the choice that *node* offers, or None."""
    return next((Question(getattr(node, deed.options), _part(node, deed.times)) for deed in _deeds(node, Asks)), None)


def is_uncertain(node: Node) -> bool:
    """Return whether *node* depends on chance or a choice, so that it cannot be tried in advance."""
    return is_random(node) or asks_player(node)


def ends_part(node: Node) -> bool:
    """Return whether *node* ends the phase or the turn, which happens after the decision."""
    return any(_deeds(node, Ends))


def names_next(node: Node) -> bool:
    """Return whether *node* names the player of the next turn."""
    return any(_deeds(node, NamesNext))


def puts_out(node: Node) -> bool:
    """Return whether *node* eliminates a player."""
    return any(_deeds(node, PutsOut))


# ── what expressions look at ───────────────────────────────────────────────────────────────────────────────────────


def reads(node: Node) -> tuple[Part, ...]:
    """Return what *node* itself reads, without its parts."""
    return NODES[type(node)].reads


def zone_looked_into(node: Node) -> ex.Expr | None:
    """Return the zone whose tokens *node* returns, or None."""
    gives_tokens = NODES[type(node)].result in ("token", "set of token")
    return getattr(node, "zone", None) if gives_tokens else None


def is_literal(node: Node) -> bool:
    """Return whether *node* is a literal: it has no parts and reads nothing."""
    info = NODES[type(node)]
    return info.family == "ref" and not info.reads and not any(isinstance(part, Node) for part in _values(node))


# ── lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def bound_name(node: Node) -> str | None:
    """Return the name that *node* binds for the rest of its list, or None."""
    for deed in _deeds(node, Binds):
        if deed.unless is None or getattr(node, deed.unless) is None:
            bound: str = getattr(node, deed.name)
            return bound
    return None


class Loop(Struct, frozen=True):
    """A loop over a set, with the declared limit on its elements."""

    over: ex.Expr
    limit: int | None


def loop(node: Node) -> Loop | None:
    """Return the loop of *node*, or None."""
    found = (Loop(getattr(node, deed.each), _part(node, deed.limit)) for deed in _deeds(node, Runs) if deed.each)
    return next(found, None)


def is_quiet(node: Node) -> bool:
    """Return whether *node* itself changes nothing that an expression can read before the decision is done."""
    return all(isinstance(deed, _QUIET) for deed in NODES[type(node)].does)


def only_creates(node: Node) -> bool:
    """Return whether *node* only creates tokens."""
    return creates(node) and all(isinstance(deed, Arrives) for deed in NODES[type(node)].does)


# ── reading declarations ───────────────────────────────────────────────────────────────────────────────────────────


def _deeds(node: Node, kind: type[D]) -> Iterator[D]:
    """Yield the deeds of *node* of one kind, except those excluded by its own fields."""
    for deed in NODES[type(node)].does:
        if isinstance(deed, kind):
            when = deed.when if isinstance(deed, Draws) else None
            if when is None or getattr(node, when.field) == when.value:
                yield deed


def _values(node: Node) -> Iterator[Any]:
    return (getattr(node, name) for name in node.__struct_fields__)


def _part(node: Node, field: str | None) -> Any:
    return None if field is None else getattr(node, field)
