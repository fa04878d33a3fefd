"""View: what one seat may see of a state, as plain data to draw and to click on.

Invariants:
    * nothing in it depends on what the seat may not see: slots, hidden order, the random generator;
    * a token has a handle that is valid for this view, never its id in a kernel;
    * a zone whose tokens the seat may not see has a count and no tokens; an empty zone without variables is left out;
    * legal decisions are included only for the seat to move.

This module does not know how a view is made (`play`) nor drawn (`svg`, `text`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotome.picture.scene import SCHEMA_VERSION

Value = int | bool | str | None


class TokenView(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A visible token: its handle, type, owner and properties as displayed."""

    handle: str
    type: str
    owner: int | None = None
    props: dict[str, Value] = {}


class ZoneView(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The view of a zone: the number of tokens, and the tokens from the bottom up; None if they are hidden."""

    count: int
    tokens: tuple[TokenView, ...] | None = None
    vars: dict[str, Value] = {}


class Choice(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A node of the tree of legal decisions.

    It picks an action, a zone, a token (by handle) or a value; `text` describes it. Either `choices` follow for the
    next parameter, or the decision is complete: `id` is its index among the legal decisions of the seat, `notation` its
    text.
    """

    text: str
    action: str | None = None
    zone: str | None = None
    token: str | None = None
    value: Value | msgspec.UnsetType = msgspec.UNSET
    param: str | None = None
    choices: tuple[Choice, ...] = ()
    id: int | None = None
    notation: str | None = None


class Last(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The last decision as the seat may know it: the player, the decision, and the zones where the seat saw a change.

    `action` is set for an action without parameters, whose name is clearer than a notation such as `c`.
    """

    player: int
    text: str
    zones: tuple[str, ...] = ()
    action: str | None = None


class Die(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A die rolled since the last decision."""

    sides: int
    value: int


class Ended(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """How the game ended, the seats that won, and each seat's score if there are scores."""

    type: Literal["win", "draw", "lossAll", "score", "rank", "stall", "truncated"]
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None


class View(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """What one seat (None: a spectator) may see of a state; see the module.

    `current` is the seat to move, −1 for chance, −4 when the game is over.
    """

    game: str
    rules_hash: str
    seat: int | None
    players: int
    ply: int
    turn: int
    current: int
    phase: str | None = None
    zones: dict[str, ZoneView] = {}
    game_vars: dict[str, Value] = {}
    player_vars: dict[str, tuple[Value, ...]] = {}
    out: tuple[int, ...] = ()
    last: Last | None = None
    dice: tuple[Die, ...] = ()
    legal: tuple[Choice, ...] = ()
    ended: Ended | None = None
    schema_version: int = msgspec.field(default=SCHEMA_VERSION)

    def to_json(self) -> str:
        """Return the view as JSON text."""
        return msgspec.json.encode(self).decode()
