"""Deeds: the words in which a node declares what it does to the world.

An effect lists its deeds where it is defined (`does=`), an expression lists what it looks at (`reads=`). A deed names
fields of its own node, so the same declaration serves every pass: "the token of field `token` comes to the zone of
field `to`". `facts` reads the declarations and is the only module that is asked.

Invariants:
    * a deed holds for every run of the effect, or only where a field has one value (`When`);
    * the names of fields are checked when the node is defined: a wrong one is an error at import.

This module does not know any particular node.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

# What an expression can look at: a name bound around it, who acts, the turn (whose it is, its number and phase, who
# acted last), tokens (where they are and what they are), variables, who is out, the movement patterns of tokens, those
# patterns by which they take, which decisions are legal, and the positions there were.
Part = Literal[
    "binding", "actor", "turn", "tokens", "variables", "players", "movement", "attacks", "legality", "history"
]


class When(Struct, frozen=True):
    """The deed is done only where this field has this value."""

    field: str
    value: Any


class Deed(Struct, frozen=True):
    """The root of all deeds."""


class Arrives(Deed, frozen=True):
    """Tokens come to a zone, and `tokenEntered` is raised for each; each field below is the name of a field.

    Which tokens: the one of `token`; or those lying in the zone `source`; or new ones of the type `makes`, with the
    `owner` and the properties `props`. How many: `count` of them, else the one token, else all there are in `source`.
    Where to: the zone `to`; where that is not written, one step `way` from the token's zone; or the exact place of the
    token `place_of`, which leaves it in the same effect. The zone `expects`, where written, is where the token must be.
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
    """Chance decides: a number of up to `sides`, a place among the tokens of the zone `into`, the order of `orders`."""

    sides: str | None = None
    into: str | None = None
    orders: str | None = None
    when: When | None = None


class Asks(Deed, frozen=True):
    """A player chooses from the set `options`, once, or as often as the field `times` says."""

    options: str
    times: str | None = None


class Binds(Deed, frozen=True):
    """A name is bound for the effects that follow in the same list, unless the field `unless` is written."""

    name: str
    unless: str | None = None


class Runs(Deed, frozen=True):
    """A list of effects of its own is run: for each element of the set `each`, or as one of several alternatives.

    The field `limit`, where written, promises how many elements there are at most.
    """

    effects: str
    each: str | None = None
    limit: str | None = None
    alternative: bool = False


class StepsNext(Deed, frozen=True):
    """The move must lead to a neighbouring zone: where the effect can be tried first, any other makes it illegal."""


class Ends(Deed, frozen=True):
    """The phase or the turn ends when the decision is done."""

    what: Literal["phase", "turn"]


class NamesNext(Deed, frozen=True):
    """Somebody is named as the player of the next turn."""


class PutsOut(Deed, frozen=True):
    """A player is out of the game."""

    player: str
