"""Deeds: the vocabulary in which a node declares what it does.

An effect lists its deeds where it is defined (`does=`); an expression lists what it reads (`reads=`). A deed names
fields of its own node, so the same declaration serves every pass: "the token of field `token` comes to the zone of
field `to`". Passes query the declarations through `facts` only.

Invariants:
    * a deed applies to every run of the effect, or only if a field has a given value (`When`);
    * the names of fields are checked when the node is defined: a wrong name raises an error at import.

This module does not know particular nodes.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

# What an expression can read: a name bound around it, the actor, the turn (active player, number, phase, last
# actor), tokens (places and properties), variables, eliminated players, the movement patterns of tokens, the
# patterns that capture, the legal decisions, and the recorded positions.
Part = Literal[
    "binding", "actor", "turn", "tokens", "variables", "players", "movement", "attacks", "legality", "history"
]


class When(Struct, frozen=True):
    """The deed applies only if this field has this value."""

    field: str
    value: Any


class Deed(Struct, frozen=True):
    """Base class of all deeds."""


class Arrives(Deed, frozen=True):
    """Tokens come to a zone, and `tokenEntered` is raised for each; each field below is the name of a field.

    Which tokens: the one of `token`; or those in the zone `source`; or new ones of the type `makes`, with the `owner`
    and the properties `props`. How many: `count`; without it the one token, or all in `source`. Where: the zone `to`;
    without it one step in direction `way` from the token's zone; or the exact place of the token `place_of`, which
    leaves it in the same effect. If `expects` is given, the token must be in that zone.
    """

    to: str | None = None
    token: str | None = None
    source: str | None = None
    makes: str | None = None
    owner: str | None = None
    props: str | None = None
    count: str | None = None
    way: str | None = None
    place_of: str | None = None
    expects: str | None = None


class Destroys(Deed, frozen=True):
    """The token of a field leaves the game."""

    token: str


class SetsProperty(Deed, frozen=True):
    """The owner, the type or a declared property of a token is set; the field `prop` names which."""

    token: str
    prop: str
    value: str


class SetsVariable(Deed, frozen=True):
    """A variable is set; the field `var` names it, the field `scope` says of what."""

    var: str
    scope: str


class Draws(Deed, frozen=True):
    """A random draw: a number from 1 to `sides`, a place among the tokens of `into`, or an order of `orders`."""

    sides: str | None = None
    into: str | None = None
    orders: str | None = None
    when: When | None = None


class Asks(Deed, frozen=True):
    """A player chooses from the set `options`, once or `times` times."""

    options: str
    times: str | None = None


class Binds(Deed, frozen=True):
    """A name is bound for the effects that follow in the same list, unless the field `unless` is given."""

    name: str
    unless: str | None = None


class Runs(Deed, frozen=True):
    """A nested list of effects is run: for each element of the set `each`, or as one of several alternatives.

    The field `limit`, if given, bounds the number of elements.
    """

    effects: str
    each: str | None = None
    limit: str | None = None
    alternative: bool = False


class StepsNext(Deed, frozen=True):
    """The move must lead to a neighbouring zone; any other target makes an effect that is tried first illegal."""


class Ends(Deed, frozen=True):
    """The phase or the turn ends after the decision."""

    what: Literal["phase", "turn"]


class NamesNext(Deed, frozen=True):
    """A player is named for the next turn."""


class PutsOut(Deed, frozen=True):
    """A player is eliminated."""

    player: str
